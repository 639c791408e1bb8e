/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A socket and what was found out about it elsewhere. */
#ifndef SMCSS_ROW_H
#define SMCSS_ROW_H

#include "cgroup.h"
#include "link.h"
#include "owner.h"
#include "sock.h"
#include "tcp.h"

/* What is known, bits of @known. */
enum {
	SMCSS_KNOWN_MEMORY,
	SMCSS_KNOWN_RATES,
};

/* Bytes, and how many of them are in use. */
struct smcss_buffer {
	uint64_t size;
	uint64_t queued;
};

/**
 * struct smcss_row - what there is to show of a socket
 * @sock: what sock_diag says; the first member, for what knows no more
 * @known: bits 1 << SMCSS_KNOWN_…
 * @rx: buffer of what comes
 * @tx: buffer of what goes
 * @rx_rate: bytes a second that came
 * @tx_rate: bytes a second that went
 * @tcp: the TCP socket below; its state is 0 when it was not asked for
 * @owners: all processes; NULL: not asked for
 * @holds: the first hold of this socket
 * @n_holds: their number
 * @cgroups: all cgroups; NULL: not asked for
 * @lgr: SMC-R link group, its links follow; NULL: not known, or not asked for
 * @n_links: their number
 */
struct smcss_row {
	struct smc_sock sock;
	uint64_t known;
	struct smcss_buffer rx;
	struct smcss_buffer tx;
	uint64_t rx_rate;
	uint64_t tx_rate;
	struct smc_tcp tcp;
	const struct smcss_owners *owners;
	const struct smcss_hold *holds;
	size_t n_holds;
	const struct smcss_cgroups *cgroups;
	const struct smc_lgr_r_entry *lgr;
	size_t n_links;
};

static inline const struct smcss_process *
smcss_row_process(const struct smcss_row *row, size_t hold)
{
	return &row->owners->processes[row->holds[hold].process];
}

#endif /* SMCSS_ROW_H */
