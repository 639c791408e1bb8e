/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The TCP socket below an SMC socket, by inet_diag. */
#ifndef SMC_TCP_H
#define SMC_TCP_H

#include <linux/inet_diag.h>
#include <linux/sock_diag.h>
#include <stdint.h>

#include "smc_err.h"
#include "sock.h"

struct smc_wire;

/**
 * struct smc_tcp - a TCP socket
 * @has: bit N: attribute INET_DIAG_… N was there
 * @state: TCP_ESTABLISHED, …
 * @rx_queued: bytes received and not yet read; listener: connections
 * @tx_queued: bytes sent and not yet acknowledged; listener: backlog
 * @mem: INET_DIAG_SKMEMINFO: its memory, by SK_MEMINFO_…
 * @cgroup: INET_DIAG_CGROUP_ID: cgroup of version 2 that it was made in
 */
struct smc_tcp {
	uint64_t has;
	uint8_t state;
	uint32_t rx_queued;
	uint32_t tx_queued;
	uint32_t mem[SK_MEMINFO_VARS];
	uint64_t cgroup;
};

int smc_tcp_open(struct smc_wire **ret, struct smc_err *err);
int smc_tcp_find(struct smc_wire *wire, const struct smc_sock *sock,
		 struct smc_tcp *ret, struct smc_err *err);
const char *smc_tcp_state_name(uint8_t state);

#endif /* SMC_TCP_H */
