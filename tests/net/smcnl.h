/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the tests ask the SMC module: sockets, counters, link groups. */
#ifndef TESTS_NET_SMCNL_H
#define TESTS_NET_SMCNL_H

#include <linux/smc.h>
#include <linux/smc_diag.h>
#include <stdbool.h>
#include <stdint.h>

/**
 * family_find() - look a generic netlink family up
 * @name: its name
 *
 * Return: its id, or -errno.
 */
int family_find(const char *name);

/**
 * struct smc_counts - counters of the caller's network namespace
 * @clnt, @srv: SMC-D handshakes that succeeded (both versions)
 * @clnt_err, @srv_err: handshakes that ended the socket
 * @clnt_fback, @srv_fback: fallbacks
 */
struct smc_counts {
	uint64_t clnt, srv;
	uint64_t clnt_err, srv_err;
	uint64_t clnt_fback, srv_fback;
};

/* counters as they stand now; a failure ends the program */
void counts_get(struct smc_counts *ret);

/**
 * fallbacks_get() - how often one reason stands in the fallback table
 * @reason: diagnosis code
 * @server: role
 *
 * Return: count; a failure ends the program.
 */
uint64_t fallbacks_get(uint32_t reason, bool server);

/* print the fallback table as diagnostics of a test */
void fallbacks_print(void);

/* number of SMC-D link groups in the dump of the stock family */
unsigned int lgrs_count(void);

/**
 * struct smc_gauges - gauges and counters of our own family
 * @conns: SMC connections of this namespace
 * @lgrs, @dmbs: link groups and DMBs of all namespaces
 * @dmb_bytes: memory of the DMBs of this namespace
 * @hs_pending: server handshakes under way
 * @hs_limited: clients told to use TCP under congestion
 * @garbage, @cut, @eof, @timeout: children reset, by what the peer did
 */
struct smc_gauges {
	uint64_t conns;
	uint64_t lgrs, dmbs;
	uint64_t dmb_bytes;
	uint64_t hs_pending, hs_limited;
	uint64_t garbage, cut, eof, timeout;
};

/* gauges as they stand now; a failure ends the program */
void gauges_get(struct smc_gauges *ret);

/**
 * loopback_gid() - GID of the device loopback-ism
 * @gid: 16 bytes as on the wire; a failure ends the program
 */
void loopback_gid(uint8_t gid[16]);

/**
 * diag_each() - dump the SMC sockets
 * @fn: called for each one
 * @arg: passed on
 *
 * Return: 0, -EINTR when sockets came or went meanwhile, or another -errno.
 */
int diag_each(void (*fn)(const struct smc_diag_msg *msg, void *arg), void *arg);

/* number of SMC sockets */
unsigned int diag_count(void);

/**
 * diag_mode() - mode of the socket with these ports
 * @lport, @rport: in host order
 *
 * Return: SMC_DIAG_MODE_*, or -ENOENT.
 */
int diag_mode(uint16_t lport, uint16_t rport);

/* same for the socket of a descriptor */
int diag_mode_fd(int fd);

/* objects in use in the slabs of the module's sockets, -1: no such slab */
long slab_objects(void);

#endif
