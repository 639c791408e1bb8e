/* SPDX-License-Identifier: GPL-2.0 */
/* What a socket looks like at one moment, as plain values for dumps. */
#ifndef SMC_SNAP_H
#define SMC_SNAP_H

#include <linux/in6.h>
#include <linux/uidgid.h>

#include "core/cursor.h"
#include "core/gid.h"

struct sock;

#define SMC_SNAP_DEV_LEN 32

/**
 * struct smc_snap_ring - one direction of a connection
 * @size: bytes of the DMB, 0 if it is gone
 * @token: of the DMB
 * @queued: bytes produced and not yet consumed
 * @prod: how far the producer is
 * @cons: how far the consumer is
 * @prod_flags: of the producer, as CDC messages have them
 * @conn_flags: of the producer, as CDC messages have them
 */
struct smc_snap_ring {
	u32 size;
	u64 token;
	u32 queued;
	struct smc_cursor prod;
	struct smc_cursor cons;
	u8 prod_flags;
	u8 conn_flags;
};

/**
 * struct smc_snap - snapshot of a socket
 * @state: enum smc_state
 * @mode: enum smc_mode
 * @shutdown: RCV_SHUTDOWN, SEND_SHUTDOWN
 * @v6: the TCP socket is an IPv6 socket, so are the addresses
 * @packets_v6: what it sends are IPv6 packets
 * @src: own address; IPv4 in the first word
 * @dst: address of the peer
 * @sport: own port
 * @dport: port of the peer
 * @bound_dev_if: interface it is bound to
 * @uid: owner
 * @inode: of its file, 0 if it was not accepted yet
 * @fallback_rsn: as in struct smc_sock
 * @peer_diagnosis: as in struct smc_sock
 * @has_conn: what follows is valid
 * @conn_token: alert token
 * @rx: what it reads from
 * @tx: what it writes into
 * @lgr_id: of its link group
 * @vlan_id: of its link group
 * @gid: of the own device
 * @peer_gid: of the peer's device
 * @dev: name of the own device
 */
struct smc_snap {
	u8 state;
	u8 mode;
	u8 shutdown;
	bool v6;
	bool packets_v6;
	struct in6_addr src;
	struct in6_addr dst;
	__be16 sport;
	__be16 dport;
	int bound_dev_if;
	kuid_t uid;
	unsigned long inode;
	u32 fallback_rsn;
	u32 peer_diagnosis;
	bool has_conn;
	u32 conn_token;
	struct smc_snap_ring rx;
	struct smc_snap_ring tx;
	u32 lgr_id;
	u16 vlan_id;
	struct smc_gid gid;
	struct smc_gid peer_gid;
	char dev[SMC_SNAP_DEV_LEN];
};

bool smc_snap_take(struct sock *sk, struct smc_snap *ret);

#endif
