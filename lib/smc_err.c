// SPDX-License-Identifier: GPL-2.0-or-later
#include "smc_err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static enum smc_exit err_exit(int code)
{
	switch (-code) {
	case EPERM:
	case EACCES:
		return SMC_EXIT_PERM;
	case EOPNOTSUPP:
	case EPROTONOSUPPORT:
	case EAFNOSUPPORT:
	case ENOSYS:
		return SMC_EXIT_UNSUPP;
	default:
		return SMC_EXIT_FAIL;
	}
}

/**
 * smc_err_set() - describe a failure
 * @err: gets the description, replacing an older one
 * @code: negative errno, decides the exit code
 * @fmt: the sentence
 *
 * Return: @code, so that callers can return the call.
 */
int smc_err_set(struct smc_err *err, int code, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(err->text, sizeof(err->text), fmt, ap); /* may cut */
	va_end(ap);
	err->exit = err_exit(code);
	err->said = false;
	err->hint[0] = '\0';
	return code;
}

/**
 * smc_err_kernel() - describe a refusal of the kernel
 * @err: gets the description
 * @code: negative errno from the kernel
 * @text: the kernel's own words (extack), NULL when it sent none
 * @attr: number of the attribute it complained about, 0 when it named none
 *
 * Return: @code.
 */
int smc_err_kernel(struct smc_err *err, int code, const char *text,
		   unsigned int attr)
{
	char where[32] = "";

	if (attr)
		snprintf(where, sizeof(where), " (attribute %u)", attr);
	smc_err_set(err, code, "kernel refused: %s%s",
		    text ? text : strerror(-code), where);
	err->said = text != NULL;
	if (code == -EPERM && !text)
		smc_err_set(err, code,
			    "permission denied (need CAP_NET_ADMIN)");
	else if (code == -EPERM)
		smc_err_hint(err, "need CAP_NET_ADMIN");
	return code;
}

/**
 * smc_err_usage() - describe a command line that makes no sense
 * @err: gets the description
 * @fmt: the sentence
 *
 * Return: -EINVAL.
 */
int smc_err_usage(struct smc_err *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(err->text, sizeof(err->text), fmt, ap); /* may cut */
	va_end(ap);
	err->exit = SMC_EXIT_USAGE;
	err->said = false;
	err->hint[0] = '\0';
	return -EINVAL;
}

/**
 * smc_err_hint() - add how to mend it
 * @err: description made before
 * @fmt: the hint, shown on a second line
 */
void smc_err_hint(struct smc_err *err, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(err->hint, sizeof(err->hint), fmt, ap); /* may cut */
	va_end(ap);
}

/**
 * smc_err_explain() - say what an errno means for one command
 * @err: description made before; kept when the kernel gave its own reason
 * @code: 0 or negative errno
 * @rows: what errnos mean for this command
 * @n: number of rows
 *
 * Return: @code.
 */
int smc_err_explain(struct smc_err *err, int code,
		    const struct smc_err_row *rows, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (rows[i].errnum != -code)
			continue;
		if (!err->said)
			smc_err_set(err, code, "%s", rows[i].text);
		if (rows[i].hint)
			smc_err_hint(err, "%s", rows[i].hint);
		break;
	}
	return code;
}
