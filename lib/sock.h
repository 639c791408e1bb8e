/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An SMC socket as sock_diag tells of it. */
#ifndef SMC_SOCK_H
#define SMC_SOCK_H

#include <linux/smc_diag.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smc_err.h"

/* SMC_DIAG_DMBINFO; the last two are newer than <linux/smc_diag.h>. */
struct smc_sock_dmb {
	uint32_t linkid;
	uint64_t peer_gid;
	uint64_t gid;
	uint64_t token;
	uint64_t peer_token;
	uint64_t peer_gid_ext;
	uint64_t gid_ext;
};

/**
 * struct smc_sock - a socket
 * @has: bit N: attribute SMC_DIAG_… N was there
 * @family: AF_INET or AF_INET6, what its addresses are
 * @local_port: port of this end
 * @peer_port: port of the other end
 * @msg: what every socket has
 * @conn: SMC_DIAG_CONNINFO: the connection's buffers and cursors
 * @lgr: SMC_DIAG_LGRINFO: the SMC-R link
 * @dmb: SMC_DIAG_DMBINFO: the SMC-D buffers
 * @fback: SMC_DIAG_FALLBACK: why it fell back to TCP
 * @shutdown: SMC_DIAG_SHUTDOWN: bit 0: no receiving, bit 1: no sending
 */
struct smc_sock {
	uint64_t has;
	int family;
	uint16_t local_port;
	uint16_t peer_port;
	struct smc_diag_msg msg;
	struct smc_diag_conninfo conn;
	struct smc_diag_lgrinfo lgr;
	struct smc_sock_dmb dmb;
	struct smc_diag_fallback fback;
	uint8_t shutdown;
};

/**
 * struct smc_families - sockets whose addresses the kernel names IPv6
 * @asked: the kernel was asked
 * @cookies: their cookies, in ascending order
 * @n: their number
 */
struct smc_families {
	bool asked;
	uint64_t *cookies;
	size_t n;
};

int smc_sock_read(const struct smc_diag_msg *msg, const void *attrs,
		  size_t len, struct smc_sock *ret, struct smc_err *err);
void smc_sock_family(struct smc_sock *sock, struct smc_families *families);
void smc_families_free(struct smc_families *families);

#endif /* SMC_SOCK_H */
