/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which devices, link groups or links the user asked for. */
#ifndef SMCR_FILTER_H
#define SMCR_FILTER_H

#include <net/if.h>
#include <stdbool.h>
#include <stdint.h>

#include "cmd.h"

/* Words that commands with such a filter take at most. */
#define SMCR_FILTER_WORDS	5

/**
 * struct smcr_filter - a choice
 * @lgr: link group id as it was written; NULL: any
 * @id: the id
 * @ibdev: RDMA device; NULL: any
 * @netdev: network device; NULL: any
 */
struct smcr_filter {
	const char *lgr;
	uint32_t id;
	const char *ibdev;
	const char *netdev;
};

int smcr_filter_read(struct smc_ctx *ctx, bool ids, struct smcr_filter *ret);
bool smcr_filter_fits(const struct smcr_filter *filter, const char *ibdev,
		      const char *netdev);
int smcr_filter_missing(struct smc_ctx *ctx, const struct smcr_filter *filter);
int smcr_filter_check(struct smc_ctx *ctx, const struct smcr_filter *filter);
int smcr_filter_words(struct smc_ctx *ctx);

#endif /* SMCR_FILTER_H */
