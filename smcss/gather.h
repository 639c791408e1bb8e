/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What sock_diag does not say of a socket, asked for elsewhere. */
#ifndef SMCSS_GATHER_H
#define SMCSS_GATHER_H

#include <stdbool.h>

#include "row.h"
#include "smc_err.h"

struct smc_watch;
struct smc_wire;

/**
 * struct smcss_wants - what is to be found out
 * @owners: processes
 * @cgroups: cgroups
 * @tcp: the TCP sockets below
 * @links: all links of SMC-R link groups
 * @memory: those below sockets that fell back, which have all the memory
 */
struct smcss_wants {
	bool owners;
	bool cgroups;
	bool links;
	bool tcp;
	bool memory;
};

/**
 * struct smcss_gather - the tables and the sockets to ask
 * @wants: what is to be found out
 * @watch: rounds of --watch, or NULL
 * @owners: processes
 * @cgroups: cgroups
 * @links: SMC-R link groups with their links
 * @wire: asks for TCP sockets; NULL: nobody wants that
 */
struct smcss_gather {
	struct smcss_wants wants;
	struct smc_watch *watch;
	struct smcss_owners owners;
	struct smcss_cgroups cgroups;
	struct smcss_links links;
	struct smc_wire *wire;
};

int smcss_gather_begin(struct smcss_gather *gather, struct smc_err *err);
void smcss_gather_owners(const struct smcss_gather *gather,
			 struct smcss_row *row);
int smcss_gather_rest(const struct smcss_gather *gather, struct smcss_row *row,
		      struct smc_err *err);
void smcss_gather_end(struct smcss_gather *gather);

#endif /* SMCSS_GATHER_H */
