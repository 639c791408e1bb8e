/* SPDX-License-Identifier: GPL-2.0 */
/* A connection: what SMC mode sends and receives on, apart from the socket. */
#ifndef SMC_CONN_H
#define SMC_CONN_H

#include <linux/list.h>
#include <linux/refcount.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "core/cstate.h"
#include "dmb.h"
#include "lgr.h"
#include "sock.h"

struct pipe_inode_info;

/**
 * struct smc_transport - what differs between loopback, SMC-D and SMC-R
 * @tx_kick: bytes were published in the send ring: bring them to the reader
 * @rx_consumed: bytes were taken from the receive ring: tell the writer
 * @signal: something happened that the peer must hear of; the bits of enum
 *          smc_dmb_ctrl that say what are set before
 */
struct smc_transport {
	void (*tx_kick)(struct smc_dmb *tx);
	void (*rx_consumed)(struct smc_dmb *rx);
	void (*signal)(struct smc_dmb *tx, enum smc_cevent event);
};

/**
 * struct smc_conn - connection
 * @refs: the socket or handshake, the link group's list, the kill work
 * @sk: its socket, NULL once closed; RCU
 * @net: namespace; the socket's TCP socket holds it
 * @lgr: link group, held
 * @lgr_node: in lgr->conns
 * @ops: transport
 * @token: alert token
 * @killed: link group ended; calls return ECONNABORTED
 * @rx: own DMB; gone under the socket's rx_mutex
 * @tx: the peer's DMB; gone under the socket's tx_mutex; a server whose
 *      client closed before it came to attach has none
 * @lock: guards @state, @sent_final, @peer_final
 * @state: enum smc_state, see core/cstate.h
 * @sent_final, @peer_final: closed or abort was sent, was received
 * @reset_told: the peer's abort was made an error of the socket, or recv() has
 *              told of it before
 * @tx_limit: bytes that may lie unread at the peer: its DMB or SO_SNDBUF
 * @urg_seen: position of the urgent byte that was read by MSG_OOB
 * @kill_work: drops the buffers after a kill
 */
struct smc_conn {
	refcount_t refs;
	struct sock __rcu *sk;
	struct smc_net *net;
	struct smc_lgr *lgr;
	struct list_head lgr_node;
	const struct smc_transport *ops;
	u32 token;
	bool killed;
	struct smc_dmb __rcu *rx;
	struct smc_dmb __rcu *tx;
	spinlock_t lock;
	u8 state;
	bool sent_final;
	bool peer_final;
	bool reset_told;
	u32 tx_limit;
	u64 urg_seen;
	struct work_struct kill_work;
	struct rcu_head rcu;
};

struct smc_conn *smc_conn_alloc(struct sock *sk, struct smc_lgr *lgr);
struct smc_conn *smc_conn_get(const struct smc_sock *smc);
void smc_conn_put(struct smc_conn *conn);
int smc_conn_buffers(struct smc_conn *conn);
int smc_conn_attach(struct smc_conn *conn, u64 token, bool mutual);
bool smc_conn_peer_ended(struct smc_conn *conn);
void smc_conn_activate(struct smc_conn *conn, const struct smc_clc_fce *fce);
void smc_conn_close(struct smc_conn *conn, bool abort);
void smc_conn_shutdown(struct smc_conn *conn, bool both);
void smc_conn_kill(struct smc_conn *conn);
void smc_conn_event(struct smc_conn *conn, enum smc_cevent event);
void smc_conn_tcp_lost(struct smc_sock *smc);
__poll_t smc_conn_poll(struct smc_sock *smc);

/*
 * Both mutexes of a socket: nobody is between looking at the connection and
 * using it.  Order: tx_mutex, rx_mutex, lock_sock().
 */
static inline void smc_conn_lock(struct smc_sock *smc)
{
	mutex_lock(&smc->tx_mutex);
	mutex_lock(&smc->rx_mutex);
}

static inline void smc_conn_unlock(struct smc_sock *smc)
{
	mutex_unlock(&smc->rx_mutex);
	mutex_unlock(&smc->tx_mutex);
}

/* bytes that may be sent now: the peer's DMB, or less if the user said so */
static inline u64 smc_tx_room(const struct smc_conn *conn,
			      const struct smc_dmb *tx)
{
	/* room is the reader's to give: it has copied what was there */
	u64 tail = smp_load_acquire(&tx->tail);
	/* read last, lest a tail that others moved be ahead of it */
	u64 used = READ_ONCE(tx->head) - tail;

	return used < conn->tx_limit ? conn->tx_limit - used : 0;
}

/* tx.c, rx.c, splice.c */
int smc_tx_sendmsg(struct smc_sock *smc, struct msghdr *msg, size_t len);
int smc_rx_inq(const struct smc_sock *smc, bool *ended);
int smc_rx_recvmsg(struct smc_sock *smc, struct msghdr *msg, size_t len,
		   int flags);
ssize_t smc_splice(struct smc_sock *smc, struct pipe_inode_info *pipe,
		   size_t len, bool nonblock);

#endif
