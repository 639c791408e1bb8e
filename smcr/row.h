/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A link group, or one of its links, as it is shown. */
#ifndef SMCR_ROW_H
#define SMCR_ROW_H

#include <net/if.h>

#include "cmd.h"
#include "model.h"

/**
 * struct smcr_row - what a line shows
 * @lgr: the link group
 * @link: the link
 * @netdev: network device of the link, "": none in this namespace
 * @netns: network namespace of the link group
 */
struct smcr_row {
	struct smc_lgr_r lgr;
	struct smc_link link;
	char netdev[IF_NAMESIZE];
	char netns[64];
};

extern const struct smc_table smcr_lgr_columns;
extern const struct smc_table smcr_lgr_lines;
extern const struct smc_table smcr_link_columns;

#endif /* SMCR_ROW_H */
