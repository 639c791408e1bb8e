// SPDX-License-Identifier: GPL-2.0-or-later
#include "facts.h"

#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <linux/smc.h>
#include <linux/smc_diag.h>
#include <linux/smc_ext.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/cstate.h"
#include "diag.h"
#include "ext.h"
#include "nl.h"
#include "pnet.h"

/* Where each table is; those of one family stand together. */
static const struct source {
	const char *family;
	const struct smc_query *query;
} sources[CHK_TABLES] = {
	[CHK_SYS_INFO] = { SMC_GENL_FAMILY_NAME, &smc_query_sys_info },
	[CHK_DEV_D] = { SMC_GENL_FAMILY_NAME, &smc_query_dev_d },
	[CHK_DEV_R] = { SMC_GENL_FAMILY_NAME, &smc_query_dev_r },
	[CHK_UEID] = { SMC_GENL_FAMILY_NAME, &smc_query_ueid },
	[CHK_SEID] = { SMC_GENL_FAMILY_NAME, &smc_query_seid },
	[CHK_HS_LIMIT] = { SMC_GENL_FAMILY_NAME, &smc_query_hs_limit },
	[CHK_STATS] = { SMC_GENL_FAMILY_NAME, &smc_query_stats },
	[CHK_FBACK] = { SMC_GENL_FAMILY_NAME, &smc_query_fback },
	[CHK_PNET] = { SMCR_GENL_FAMILY_NAME, &smc_query_pnet },
	[CHK_EXT_INFO] = { SMC_EXT_GENL_NAME, &smc_ext_query_info },
	[CHK_EXT_DEV] = { SMC_EXT_GENL_NAME, &smc_ext_query_dev },
};

static int sock_count(const struct smc_diag_msg *msg, const void *attrs,
		      size_t len, void *arg, struct smc_err *err)
{
	struct chk_socks *socks = arg;

	(void)attrs;
	(void)len;
	(void)err;
	if (msg->diag_state == SMC_LISTEN || msg->diag_state == SMC_INIT)
		return 0;
	if (msg->diag_mode == SMC_DIAG_MODE_FALLBACK_TCP)
		socks->tcp++;
	else
		socks->smc++;
	return 0;
}

/**
 * chk_root() - find the folder that holds the host's files
 *
 * Return: the folder, "" is the root.
 */
const char *chk_root(void)
{
	const char *root = getenv(CHK_ROOT_ENV);

	return root ? root : "";
}

/**
 * chk_facts_read() - ask the kernel all there is to ask
 * @ret: gets the facts, to be freed with chk_facts_free(); what could not be
 *	read says so itself
 */
void chk_facts_read(struct chk_facts *ret)
{
	struct smc_nl *nl = NULL;
	struct smc_err err = { 0 };
	bool torn;
	int i, rc = 0;

	*ret = (struct chk_facts){ .root = chk_root() };
	for (i = 0; i < CHK_TABLES; i++) {
		struct chk_table *table = &ret->tables[i];

		if (!i || strcmp(sources[i].family, sources[i - 1].family)) {
			smc_nl_close(nl);
			nl = NULL;
			rc = smc_nl_open(&nl, sources[i].family, &err);
			if (!rc && !ret->netns)
				(void)smc_nl_netns(nl, &ret->netns, &err);
		}
		table->rc = rc;
		table->err = err;
		if (!rc)
			table->rc = smc_query_run(nl, sources[i].query,
						  &table->list, &table->err);
	}
	smc_nl_close(nl);
	ret->diag = smc_diag_dump(0, sock_count, &ret->socks, &torn, &err);
}

/**
 * chk_facts_free() - free what was read
 * @facts: the facts
 */
void chk_facts_free(struct chk_facts *facts)
{
	int i;

	for (i = 0; i < CHK_TABLES; i++)
		smc_list_free(&facts->tables[i].list);
}

/**
 * chk_list() - get a table
 * @facts: the facts
 * @id: which one
 *
 * Return: its entries; none when it could not be read.
 */
const struct smc_list *chk_list(const struct chk_facts *facts,
				enum chk_table_id id)
{
	return &facts->tables[id].list;
}

/**
 * chk_first() - get the only entry of a table
 * @facts: the facts
 * @id: which table
 *
 * Return: the entry or NULL.
 */
const void *chk_first(const struct chk_facts *facts, enum chk_table_id id)
{
	const struct smc_list *list = chk_list(facts, id);

	return list->count ? list->items : NULL;
}

/**
 * chk_is_ours() - is the module that of smc-suite?
 * @facts: the facts
 *
 * Return: true if it is.
 */
bool chk_is_ours(const struct chk_facts *facts)
{
	return !facts->tables[CHK_EXT_INFO].rc;
}

static FILE *file_open(const struct chk_facts *facts, const char *path)
{
	char full[PATH_MAX];

	if ((size_t)snprintf(full, sizeof(full), "%s%s", facts->root, path) >=
	    sizeof(full))
		return NULL;
	return fopen(full, "re");
}

/**
 * chk_file_text() - read the first line of a file
 * @facts: the facts
 * @path: the file
 * @buf: gets the line, blanks at its end taken away
 * @size: bytes of it
 *
 * Return: false if there is none.
 */
bool chk_file_text(const struct chk_facts *facts, const char *path, char *buf,
		   size_t size)
{
	return chk_file_has_line(facts, path, "", buf, size);
}

/**
 * chk_file_number() - read the first number of a file
 * @facts: the facts
 * @path: the file
 * @ret: gets the number
 *
 * Return: false if there is none.
 */
bool chk_file_number(const struct chk_facts *facts, const char *path,
		     long *ret)
{
	char buf[64], *end;
	long value;

	if (!chk_file_text(facts, path, buf, sizeof(buf)))
		return false;
	value = strtol(buf, &end, 10);
	if (end == buf)
		return false;
	*ret = value;
	return true;
}

/* The first line of an open file that has @part in it. */
static bool line_find(FILE *f, const char *part, char *ret, size_t size)
{
	char *line = NULL;
	size_t room = 0;
	bool found = false;
	ssize_t len;

	while (!found && (len = getline(&line, &room, f)) > 0) {
		if (!strstr(line, part))
			continue;
		while (len && strchr(" \t\n", line[len - 1]))
			line[--len] = '\0';
		snprintf(ret, size, "%s", line);
		found = true;
	}
	free(line);
	return found;
}

/**
 * chk_file_has_line() - find a line in a file
 * @facts: the facts
 * @path: the file
 * @part: what is in the line
 * @ret: gets the line, cut to its room
 * @size: bytes of it
 *
 * Return: false if there is no such line.
 */
bool chk_file_has_line(const struct chk_facts *facts, const char *path,
		       const char *part, char *ret, size_t size)
{
	FILE *f = file_open(facts, path);
	bool found = f && line_find(f, part, ret, size);

	if (f)
		fclose(f);
	return found;
}

/**
 * chk_files_have() - find a line in any of several files
 * @facts: the facts
 * @pattern: the files, as a shell pattern
 * @part: what is in the line
 * @ret: gets the path of the first file that has one
 * @size: bytes of it
 *
 * Return: false if there is no such line.
 */
bool chk_files_have(const struct chk_facts *facts, const char *pattern,
		    const char *part, char *ret, size_t size)
{
	size_t skip = strlen(facts->root), i;
	char full[PATH_MAX], line[8];
	bool found = false;
	glob_t files;

	snprintf(full, sizeof(full), "%s%s", facts->root, pattern);
	if (glob(full, 0, NULL, &files))
		return false;
	for (i = 0; !found && i < files.gl_pathc; i++) {
		const char *path = files.gl_pathv[i] + skip;

		found = chk_file_has_line(facts, path, part, line,
					  sizeof(line));
		if (found)
			snprintf(ret, size, "%s", path);
	}
	globfree(&files);
	return found;
}

/* sysfs is of the namespace that mounted it, so the kernel is asked. */
static bool is_live(const struct chk_facts *facts)
{
	return !facts->root[0];
}

/**
 * chk_interface_name() - find the name of a network interface
 * @facts: the facts
 * @index: its number
 * @ret: gets the name
 *
 * Return: false if this network namespace has none.
 */
bool chk_interface_name(const struct chk_facts *facts, uint32_t index,
			char ret[16])
{
	char full[PATH_MAX];
	bool found = false;
	glob_t files;
	size_t i;
	long n;

	if (is_live(facts))
		return index && if_indextoname(index, ret);
	snprintf(full, sizeof(full), "%s/sys/class/net/*/ifindex",
		 facts->root);
	if (glob(full, 0, NULL, &files))
		return false;
	for (i = 0; !found && i < files.gl_pathc; i++) {
		char *path = files.gl_pathv[i] + strlen(facts->root);

		found = chk_file_number(facts, path, &n) && n == (long)index;
		if (!found)
			continue;
		*strrchr(path, '/') = '\0';
		snprintf(ret, 16, "%s", strrchr(path, '/') + 1);
	}
	globfree(&files);
	return found;
}

/**
 * chk_interface_exists() - is there such a network interface?
 * @facts: the facts
 * @name: its name
 *
 * Return: false if this network namespace has none.
 */
bool chk_interface_exists(const struct chk_facts *facts, const char *name)
{
	char path[64];
	long n;

	if (is_live(facts))
		return if_nametoindex(name) != 0;
	snprintf(path, sizeof(path), "/sys/class/net/%.15s/ifindex", name);
	return chk_file_number(facts, path, &n);
}
