/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One failure on its way from where it happened to the line the user reads. */
#ifndef SMC_ERR_H
#define SMC_ERR_H

#include <stdbool.h>
#include <stddef.h>

/* What a tool exits with; the same table for all of them. */
enum smc_exit {
	SMC_EXIT_OK	= 0,
	SMC_EXIT_FAIL	= 1,
	SMC_EXIT_USAGE	= 2,
	SMC_EXIT_UNSUPP	= 3,	/* not supported by this kernel or module */
	SMC_EXIT_PERM	= 4,
};

/**
 * struct smc_err - what went wrong, in words
 * @exit: exit code that fits, SMC_EXIT_OK while nothing is set
 * @said: the kernel gave a reason of its own, which is in @text
 * @text: one line without the tool's name, no newline
 * @hint: how to mend it, empty when nobody knows
 */
struct smc_err {
	enum smc_exit exit;
	bool said;
	char text[256];
	char hint[512];
};

/* A better sentence for one errno of one command. */
struct smc_err_row {
	int errnum;
	const char *text;
	const char *hint;
};

int smc_err_set(struct smc_err *err, int code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
int smc_err_kernel(struct smc_err *err, int code, const char *text,
		   unsigned int attr);
int smc_err_usage(struct smc_err *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void smc_err_hint(struct smc_err *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
int smc_err_explain(struct smc_err *err, int code,
		    const struct smc_err_row *rows, size_t n);

#endif /* SMC_ERR_H */
