// SPDX-License-Identifier: GPL-2.0-or-later
#include "pick.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

/* A title as one would type it: "Local Address " is local-address. */
static void title_name(const char *title, char buf[SMC_PICK_NAME])
{
	size_t at = 0;

	for (; *title && at < SMC_PICK_NAME - 1; title++) {
		if (isalnum((unsigned char)*title))
			buf[at++] = (char)tolower((unsigned char)*title);
		else if (at && buf[at - 1] != '-')
			buf[at++] = '-';
	}
	while (at && buf[at - 1] == '-')
		at--;
	buf[at] = '\0';
}

/**
 * smc_pick_name() - get the name by which a value can be chosen
 * @f: the value
 * @buf: holds the name if it has to be made
 *
 * Return: its JSON key; without one, its title in small letters.
 */
const char *smc_pick_name(const struct smc_field *f, char buf[SMC_PICK_NAME])
{
	if (f->key)
		return f->key;
	title_name(f->title, buf);
	return buf;
}

/* How well a value bears a name: 3 its key, 2 the end of it, 1 its title. */
static int fit(const struct smc_field *f, const char *name)
{
	const char *dot = f->key ? strrchr(f->key, '.') : NULL;
	char title[SMC_PICK_NAME];

	if (f->key && !strcasecmp(f->key, name))
		return 3;
	if (dot && !strcasecmp(dot + 1, name))
		return 2;
	if (!f->title)
		return 0;
	title_name(f->title, title);
	return title[0] && !strcasecmp(title, name);
}

static const struct smc_field *find(const struct smc_table *table,
				    const char *name, bool json)
{
	const struct smc_field *best = NULL;
	int got, most = 0;
	unsigned int i;

	for (i = 0; i < table->n; i++) {
		const struct smc_field *f = &table->fields[i];

		got = json && !f->key ? 0 : fit(f, name);
		if (got > most) {
			most = got;
			best = f;
		}
	}
	return best;
}

static int unknown_say(const struct smc_table *table, const char *name,
		       bool json, struct smc_err *err)
{
	char buf[SMC_PICK_NAME], list[sizeof(err->hint)] = "";
	size_t len = 0;
	unsigned int i;
	int rc;

	for (i = 0; i < table->n && len < sizeof(list) - SMC_PICK_NAME - 8;
	     i++) {
		const struct smc_field *f = &table->fields[i];

		if ((f->key || (!json && f->title)) &&
		    find(table, smc_pick_name(f, buf), json) == f)
			len += (size_t)snprintf(list + len, sizeof(list) - len,
						"%s%s", len ? "," : "",
						smc_pick_name(f, buf));
	}
	rc = smc_err_usage(err, "--output: there is no '%s'", name);
	smc_err_hint(err, "%s%s", list, i < table->n ? ",..." : "");
	return rc;
}

/**
 * smc_pick() - find the values that a user wants to see
 * @table: the values there are
 * @names: their names, divided by commas: JSON keys, the last part of one, or
 *	titles; "all" for each that has a key
 * @json: only those that JSON has
 * @ret: gets the fields, in that order
 * @max: room in @ret
 * @ret_n: gets their number
 * @err: says what is wrong, and which names there are
 *
 * Return: 0 or -EINVAL.
 */
int smc_pick(const struct smc_table *table, const char *names, bool json,
	     const struct smc_field **ret, unsigned int max,
	     unsigned int *ret_n, struct smc_err *err)
{
	bool all = !strcmp(names, "all");
	char name[SMC_PICK_NAME];
	unsigned int n = 0, i;
	size_t len;

	for (i = 0; all && i < table->n && n < max; i++)
		if (table->fields[i].key)
			ret[n++] = &table->fields[i];
	for (; !all && *names; names += len + (names[len] == ',')) {
		len = strcspn(names, ",");
		if (n == max)
			return smc_err_usage(err, "--output: more than %u names",
					     max);
		snprintf(name, sizeof(name), "%.*s", (int)len, names);
		ret[n] = find(table, name, json);
		if (!ret[n])
			return unknown_say(table, name, json, err);
		n++;
	}
	if (!n)
		return unknown_say(table, "", json, err);
	*ret_n = n;
	return 0;
}
