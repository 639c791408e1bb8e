/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tables of the kernel, read whole. */
#ifndef SMC_QUERY_H
#define SMC_QUERY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "codec.h"
#include "nl.h"

/**
 * struct smc_query - how one table is read
 * @cmd: the command
 * @once: the command is no dump, it has one reply
 * @nest: attribute that holds each entry; 0: its attributes are on top
 * @codec: what is in an entry
 * @size: bytes of the struct that @codec fills
 */
struct smc_query {
	uint8_t cmd;
	bool once;
	uint16_t nest;
	const struct smc_codec *codec;
	size_t size;
};

/**
 * struct smc_list - what came of it
 * @items: the entries, one after the other
 * @size: bytes of one
 * @count: their number
 * @torn: the table changed while it was read, again and again
 */
struct smc_list {
	void *items;
	size_t size;
	size_t count;
	bool torn;
};

/* How often a dump that was disturbed is begun anew. */
#define SMC_DUMP_RETRIES	5

extern const struct smc_query smc_query_sys_info;
extern const struct smc_query smc_query_dev_d;
extern const struct smc_query smc_query_dev_r;
extern const struct smc_query smc_query_lgr_d;
extern const struct smc_query smc_query_lgr_r;
extern const struct smc_query smc_query_link;
extern const struct smc_query smc_query_ueid;
extern const struct smc_query smc_query_seid;
extern const struct smc_query smc_query_hs_limit;
extern const struct smc_query smc_query_stats;
extern const struct smc_query smc_query_fback;

int smc_query_run(struct smc_nl *nl, const struct smc_query *query,
		  struct smc_list *ret, struct smc_err *err);
void smc_list_free(struct smc_list *list);

static inline const void *smc_list_at(const struct smc_list *list, size_t i)
{
	return (const char *)list->items + i * list->size;
}

#endif /* SMC_QUERY_H */
