// SPDX-License-Identifier: GPL-2.0-or-later
#include "query.h"

#include <errno.h>
#include <linux/smc.h>
#include <stdlib.h>
#include <string.h>

struct query_run {
	const struct smc_query *query;
	struct smc_list *list;
	size_t room;
};

static int list_grow(struct query_run *run, struct smc_err *err)
{
	size_t room = run->room ? run->room * 2 : 8;
	void *items;

	if (run->list->count < run->room)
		return 0;
	items = reallocarray(run->list->items, room, run->list->size);
	if (!items)
		return smc_err_set(err, -ENOMEM, "out of memory");
	run->list->items = items;
	run->room = room;
	return 0;
}

static int query_item(const void *attrs, size_t len, void *arg,
		      struct smc_err *err)
{
	struct query_run *run = arg;
	const struct smc_query *query = run->query;
	struct smc_list *list = run->list;
	void *entry;
	int rc;

	/*
	 * A message without entry is no error: the dump of link groups with
	 * their links mixes kinds, and an absent system EID is an empty one.
	 */
	if (query->nest) {
		rc = smc_attr_find(attrs, len, query->nest, &attrs, &len);
		if (rc < 0)
			return smc_err_set(err, rc,
					   "broken reply of the kernel: %s: an attribute overruns the message",
					   query->codec->name);
		if (!rc)
			return 0;
	}
	if (!len)
		return 0;

	rc = list_grow(run, err);
	if (rc)
		return rc;
	entry = (char *)list->items + list->count * list->size;
	memset(entry, 0, list->size);
	rc = smc_codec_read(query->codec, attrs, len, entry, err);
	if (!rc)
		list->count++;
	return rc;
}

/**
 * smc_query_run() - read one of the kernel's tables
 * @nl: the family
 * @query: which one
 * @ret: gets the entries, to be freed with smc_list_free()
 * @err: says what went wrong
 *
 * A dump that the kernel marks as torn is done again, a few times.
 *
 * Return: 0 or -errno.
 */
int smc_query_run(struct smc_nl *nl, const struct smc_query *query,
		  struct smc_list *ret, struct smc_err *err)
{
	struct smc_list list = { .size = query->size };
	struct query_run run = { .query = query, .list = &list };
	unsigned int tries = 0;
	int rc;

	do {
		list.count = 0;
		rc = query->once ?
		     smc_nl_do(nl, query->cmd, NULL, 0, query_item, &run,
			       err) :
		     smc_nl_dump(nl, query->cmd, query_item, &run, &list.torn,
				 err);
	} while (!rc && list.torn && tries++ < SMC_DUMP_RETRIES);
	if (rc)
		smc_list_free(&list);
	else
		*ret = list;
	return rc;
}

/**
 * smc_list_free() - free the entries of a list
 * @list: the list, which is empty afterwards
 */
void smc_list_free(struct smc_list *list)
{
	free(list->items);
	*list = (struct smc_list){ 0 };
}
