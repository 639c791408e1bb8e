/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All links of the link group that an SMC-R socket uses. */
#ifndef SMCSS_LINK_H
#define SMCSS_LINK_H

#include <stddef.h>
#include <stdint.h>

#include "model.h"
#include "query.h"
#include "smc_err.h"
#include "sock.h"

/**
 * struct smcss_links - SMC-R link groups, each with its links behind it
 * @list: the kernel's table
 * @netns: the namespace whose link groups count
 */
struct smcss_links {
	struct smc_list list;
	uint64_t netns;
};

int smcss_links_read(struct smcss_links *ret, struct smc_err *err);
const struct smc_lgr_r_entry *smcss_links_find(const struct smcss_links *links,
					       const struct smc_sock *sock,
					       size_t *ret_n);
void smcss_links_free(struct smcss_links *links);

#endif /* SMCSS_LINK_H */
