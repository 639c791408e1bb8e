// SPDX-License-Identifier: GPL-2.0-or-later
#include "setting.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/smc_ext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ext.h"
#include "nl_ops.h"
#include "word.h"

#define RANGE(lo, hi, first) .min = (lo), .max = (hi), .def = (first)
#define NETNS "netns"
#define SOCKETS "new sockets"
#define LGRS "new link groups"

/* Those of all kernels: which has which is in smcd-tune(8). */
static const struct smc_setting_row rows[] = {
	{ .name = "wmem", RANGE(16384, INT_MAX / 2, 65536), .unit = "bytes",
	  .elastic = true, .scope = NETNS, .effect = SOCKETS,
	  .what = "send buffer of sockets without SO_SNDBUF" },
	{ .name = "rmem", RANGE(16384, INT_MAX / 2, 65536), .unit = "bytes",
	  .elastic = true, .scope = NETNS, .effect = SOCKETS,
	  .what = "receive buffer (SMC-D: DMB, SMC-R: RMB) of sockets without SO_RCVBUF" },
	{ .name = "smcd_buf_max", RANGE(0, INT_MAX, 67108864),
	  .unit = "bytes", .scope = NETNS ", host root",
	  .effect = "new connections",
	  .what = "SMC-D: below this sum of buffers 'rmem auto' chooses large ones" },
	{ .name = "autocorking_size", RANGE(0, UINT32_MAX, 65536),
	  .unit = "bytes", .scope = NETNS, .effect = "at once",
	  .what = "SMC-R: while a write is under way, collect this much; 0: do not" },
	{ .name = "limit_smc_hs", RANGE(0, 1, 0), .scope = NETNS,
	  .effect = SOCKETS,
	  .what = "1: listeners let clients use TCP when too many handshakes run" },
	{ .name = "smcr_buf_type", RANGE(0, 2, 0), .scope = NETNS,
	  .effect = LGRS,
	  .what = "SMC-R buffers: 0 physically contiguous, 1 virtually, 2 what there is" },
	{ .name = "smcr_testlink_time", RANGE(0, INT_MAX / 1000, 30),
	  .unit = "s", .scope = NETNS, .effect = LGRS,
	  .what = "SMC-R: test a link after so long without traffic; 0: never" },
	{ .name = "smcr_max_links_per_lgr", RANGE(1, 2, 2), .scope = NETNS,
	  .effect = LGRS, .what = "SMC-R: most links of a link group" },
	{ .name = "smcr_max_conns_per_lgr", RANGE(16, 255, 255),
	  .scope = NETNS, .effect = LGRS,
	  .what = "SMC-R: most connections of a link group" },
	{ .name = "smcr_max_send_wr", RANGE(2, 2048, 16), .scope = NETNS,
	  .effect = LGRS, .what = "SMC-R: send work requests of a link" },
	{ .name = "smcr_max_recv_wr", RANGE(2, 2048, 48), .scope = NETNS,
	  .effect = LGRS, .what = "SMC-R: receive work requests of a link" },
};

#define ROWS (sizeof(rows) / sizeof(rows[0]))

/**
 * smc_setting_row_at() - walk the settings that are known
 * @i: from 0 on
 *
 * Return: row @i, NULL behind the last one.
 */
const struct smc_setting_row *smc_setting_row_at(unsigned int i)
{
	return i < ROWS ? &rows[i] : NULL;
}

/**
 * smc_setting_find() - find the setting that a user means
 * @name: its name, with or without "net.smc."
 * @ret: gets its row
 * @err: says what the nearest is
 *
 * Return: 0 or -EINVAL.
 */
int smc_setting_find(const char *name, const struct smc_setting_row **ret,
		     struct smc_err *err)
{
	size_t best = SIZE_MAX, far, near = 0, i;
	const char *word = name;
	int rc;

	if (!strncmp(word, "net.smc.", 8))
		word += 8;
	for (i = 0; i < ROWS; i++) {
		if (!strcmp(rows[i].name, word)) {
			*ret = &rows[i];
			return 0;
		}
		far = smc_word_distance(word, rows[i].name);
		if (far < best) {
			best = far;
			near = i;
		}
	}
	rc = smc_err_usage(err, "no setting '%s'", name);
	smc_err_hint(err, "the nearest is '%s'", rows[near].name);
	return rc;
}

/* The factor that a letter behind a number of bytes stands for, 0: none. */
static uint64_t letter_factor(const char *end)
{
	if (!*end)
		return 1;
	if (end[1])
		return 0;
	switch (*end) {
	case 'k':
	case 'K':
		return 1ULL << 10;
	case 'm':
	case 'M':
		return 1ULL << 20;
	case 'g':
	case 'G':
		return 1ULL << 30;
	}
	return 0;
}

/**
 * smc_setting_parse() - understand a value
 * @row: the setting
 * @text: a number, with k, m or g behind it where it is of bytes; or "auto"
 * @ret: gets the number, 0 for "auto"
 * @err: says what is wrong with it
 *
 * Return: 0 or -EINVAL.
 */
int smc_setting_parse(const struct smc_setting_row *row, const char *text,
		      uint32_t *ret, struct smc_err *err)
{
	bool bytes = row->unit && !strcmp(row->unit, "bytes");
	unsigned long long value;
	uint64_t factor;
	char *end;

	if (row->elastic && !strcmp(text, "auto")) {
		*ret = 0;
		return 0;
	}
	errno = 0;
	value = strtoull(text, &end, 10);
	factor = bytes ? letter_factor(end) : !*end;
	if (text[0] < '0' || text[0] > '9' || !factor)
		return smc_err_usage(err, "'%s' is no number", text);
	if (errno || value > UINT32_MAX || value * factor > row->max ||
	    value * factor < row->min)
		return smc_err_usage(err, "%s must be %u to %u%s%s", row->name,
				     row->min, row->max, row->unit ? " " : "",
				     row->unit ? row->unit : "");
	*ret = (uint32_t)(value * factor);
	return 0;
}

static int path_make(const char *name, char path[PATH_MAX])
{
	int n = snprintf(path, PATH_MAX, "%s/%s", smc_nl_kernel.settings(),
			 name);

	return n < PATH_MAX ? 0 : -ENAMETOOLONG;
}

/* The line that a file holds: 0 or -errno. */
static int text_read(const char *name, char *ret, size_t size)
{
	char path[PATH_MAX];
	ssize_t n;
	int fd, rc;

	rc = path_make(name, path);
	if (rc)
		return rc;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	n = fd < 0 ? -1 : read(fd, ret, size - 1);
	rc = n < 0 ? -errno : 0;
	if (fd >= 0)
		close(fd);
	if (rc)
		return rc;
	ret[n] = '\0';
	ret[strcspn(ret, "\n")] = '\0';
	return 0;
}

static bool number_parse(const char *text, uint32_t *ret)
{
	unsigned long long value;
	char *end;

	errno = 0;
	value = strtoull(text, &end, 10);
	if (errno || *end || text[0] < '0' || text[0] > '9' ||
	    value > UINT32_MAX)
		return false;
	*ret = (uint32_t)value;
	return true;
}

/* Add a setting, if this kernel has it. */
static int setting_add(struct smc_settings *settings, const char *name,
		       const struct smc_setting_row *row, struct smc_err *err)
{
	struct smc_setting *s = &settings->items[settings->n];
	int rc;

	if (settings->n == SMC_SETTINGS_MAX)
		return smc_err_set(err, -E2BIG,
				   "the kernel has too many settings");
	*s = (struct smc_setting){ 0 };
	rc = text_read(name, s->text, sizeof(s->text));
	if (rc == -ENOENT)
		return 0;
	if (rc)
		return smc_err_set(err, rc, "net.smc.%s: %s", name,
				   strerror(-rc));
	snprintf(s->name, sizeof(s->name), "%s", name);
	s->has = 1ULL << (number_parse(s->text, &s->value) ?
			SMC_SETTING_NUMBER : SMC_SETTING_WORDS);
	if (row) {
		s->has |= 1ULL << SMC_SETTING_KNOWN;
		s->row = *row;
	}
	settings->n++;
	return 0;
}

static int is_unknown(const struct dirent *e)
{
	unsigned int i;

	for (i = 0; i < ROWS; i++)
		if (!strcmp(rows[i].name, e->d_name))
			return 0;
	return e->d_name[0] != '.';
}

/* Settings of a kernel to come. */
static int unknown_add(struct smc_settings *settings, struct smc_err *err)
{
	struct dirent **names;
	int i, n, rc = 0;

	n = scandir(smc_nl_kernel.settings(), &names, is_unknown, alphasort);
	if (n < 0)
		return smc_err_set(err, errno == ENOENT ? -EOPNOTSUPP : -errno,
				   "this kernel has no settings net.smc");
	for (i = 0; i < n; i++) {
		if (!rc)
			rc = setting_add(settings, names[i]->d_name, NULL, err);
		free(names[i]);
	}
	free(names);
	return rc;
}

/* What /proc/sys cannot tell: whether a value counts at all. */
static int choices_add(struct smc_settings *settings, struct smc_err *err)
{
	struct smc_list list;
	unsigned int at;
	size_t i;
	int rc;

	rc = smc_ext_list(&smc_ext_query_tune, &list, err);
	settings->chooses = !rc;
	if (rc == -EOPNOTSUPP) {
		for (at = 0; at < settings->n; at++)
			settings->items[at].row.elastic = false;
		*err = (struct smc_err){ 0 };
		return 0;
	}
	if (rc)
		return rc;
	for (i = 0; i < list.count; i++) {
		const struct smc_ext_tune *tune = smc_list_at(&list, i);

		for (at = 0; at < settings->n; at++) {
			struct smc_setting *s = &settings->items[at];

			if (!smc_has(tune->has, SMC_EXT_TUNE_AUTO) ||
			    strcmp(s->name, tune->name))
				continue;
			s->automatic = tune->automatic;
			s->has |= 1ULL << SMC_SETTING_AUTO;
		}
	}
	smc_list_free(&list);
	return 0;
}

/**
 * smc_settings_read() - read all settings that this kernel has
 * @ret: gets them
 * @err: says what went wrong
 *
 * Return: 0 or -errno.
 */
int smc_settings_read(struct smc_settings *ret, struct smc_err *err)
{
	unsigned int i;
	int rc = 0;

	ret->n = 0;
	for (i = 0; !rc && i < ROWS; i++)
		rc = setting_add(ret, rows[i].name, &rows[i], err);
	if (!rc)
		rc = unknown_add(ret, err);
	if (!rc)
		rc = choices_add(ret, err);
	return rc;
}

/**
 * smc_settings_get() - find one of them
 * @settings: those that the kernel has
 * @name: its name
 *
 * Return: the setting or NULL.
 */
const struct smc_setting *smc_settings_get(const struct smc_settings *settings,
					   const char *name)
{
	unsigned int i;

	for (i = 0; i < settings->n; i++)
		if (!strcmp(settings->items[i].name, name))
			return &settings->items[i];
	return NULL;
}

/**
 * smc_setting_absent() - say that this kernel does not have a setting
 * @name: its name
 * @err: gets that
 *
 * Return: -EOPNOTSUPP.
 */
int smc_setting_absent(const char *name, struct smc_err *err)
{
	return smc_err_set(err, -EOPNOTSUPP, "this kernel has no setting %s",
			   name);
}

/**
 * smc_setting_write() - change a setting
 * @name: its name
 * @value: the new value; 0: automatic, where that is possible
 * @err: says what went wrong
 *
 * Return: 0 or -errno.
 */
int smc_setting_write(const char *name, uint32_t value, struct smc_err *err)
{
	char path[PATH_MAX], text[16];
	int fd, rc, len;

	len = snprintf(text, sizeof(text), "%u\n", value);
	rc = path_make(name, path);
	if (rc)
		return smc_err_set(err, rc, "net.smc.%s: %s", name,
				   strerror(-rc));
	fd = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0 || write(fd, text, (size_t)len) != len)
		rc = -errno;
	if (fd >= 0 && close(fd) && !rc)
		rc = -errno;
	if (rc == -ENOENT)
		return smc_setting_absent(name, err);
	if (rc == -EPERM || rc == -EACCES)
		smc_err_set(err, rc, "%s: permission denied", name);
	else if (rc)
		smc_err_set(err, rc, "kernel refused: %s: %s", name,
			    strerror(-rc));
	if (rc == -EPERM || rc == -EACCES)
		smc_err_hint(err, "need CAP_NET_ADMIN");
	return rc;
}
