// SPDX-License-Identifier: GPL-2.0-or-later
/* The kernel's tables, attribute for attribute. */
#include <errno.h>
#include <linux/smc.h>
#include <linux/smc_ext.h>

#include "codec_json.h"
#include "ext.h"
#include "nl.h"
#include "part.h"
#include "pnet.h"
#include "query.h"

static const struct {
	const char *name;
	const char *family;
	const struct smc_query *query;
} tables[] = {
	{ "sys_info", SMC_GENL_FAMILY_NAME, &smc_query_sys_info },
	{ "dev_smcd", SMC_GENL_FAMILY_NAME, &smc_query_dev_d },
	{ "dev_smcr", SMC_GENL_FAMILY_NAME, &smc_query_dev_r },
	{ "lgr_smcd", SMC_GENL_FAMILY_NAME, &smc_query_lgr_d },
	{ "ueid", SMC_GENL_FAMILY_NAME, &smc_query_ueid },
	{ "seid", SMC_GENL_FAMILY_NAME, &smc_query_seid },
	{ "hs_limit", SMC_GENL_FAMILY_NAME, &smc_query_hs_limit },
	{ "stats", SMC_GENL_FAMILY_NAME, &smc_query_stats },
	{ "fback", SMC_GENL_FAMILY_NAME, &smc_query_fback },
	{ "pnet", SMCR_GENL_FAMILY_NAME, &smc_query_pnet },
	{ "ext_info", SMC_EXT_GENL_NAME, &smc_ext_query_info },
	{ "ext_dev", SMC_EXT_GENL_NAME, &smc_ext_query_dev },
	{ "ext_gauges", SMC_EXT_GENL_NAME, &smc_ext_query_gauges },
	{ "ext_tune", SMC_EXT_GENL_NAME, &smc_ext_query_tune },
};

static struct json_object *list_json(const struct smc_query *query,
				     const struct smc_list *list)
{
	struct json_object *array = json_object_new_array(), *entry;
	size_t i;

	for (i = 0; array && i < list->count; i++) {
		entry = smc_codec_to_json(query->codec, smc_list_at(list, i));
		if (!entry || json_object_array_add(array, entry)) {
			json_object_put(entry);
			json_object_put(array);
			array = NULL;
		}
	}
	return array;
}

/* One table, or why it could not be read. */
static struct json_object *table_json(const char *family,
				      const struct smc_query *query)
{
	struct json_object *ret;
	struct smc_err err = { 0 };
	struct smc_nl *nl = NULL;
	struct smc_list list;
	int rc;

	rc = smc_nl_open(&nl, family, &err);
	if (rc == -ENOENT)
		smc_err_set(&err, rc, "no family %s", family);
	if (!rc)
		rc = smc_query_run(nl, query, &list, &err);
	smc_nl_close(nl);
	if (rc)
		return json_object_new_string(err.text);
	ret = list_json(query, &list);
	smc_list_free(&list);
	return ret;
}

/**
 * tables_write() - print all tables as one document
 * @f: where to
 * @err: says what went wrong
 *
 * A table that cannot be read is a string: the reason.
 *
 * Return: 0 or -ENOMEM.
 */
int tables_write(FILE *f, struct smc_err *err)
{
	struct json_object *root = json_object_new_object(), *table;
	size_t i;
	int rc = root ? 0 : -ENOMEM;

	for (i = 0; !rc && i < sizeof(tables) / sizeof(tables[0]); i++) {
		table = table_json(tables[i].family, tables[i].query);
		if (!table ||
		    json_object_object_add(root, tables[i].name, table)) {
			json_object_put(table);
			rc = -ENOMEM;
		}
	}
	if (!rc)
		fprintf(f, "%s\n", json_object_to_json_string_ext(root,
			JSON_C_TO_STRING_PLAIN));
	json_object_put(root);
	return rc ? smc_err_set(err, rc, "out of memory") : 0;
}
