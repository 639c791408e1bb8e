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

struct sock;

/**
 * struct smc_transport - what differs between loopback, SMC-D and SMC-R
 * @tx_kick: bytes were published in the send ring: bring them to the reader
 * @rx_consumed: bytes were taken from the receive ring: tell the writer
 * @signal: a bit of enum smc_dmb_ctrl was set for the peer: tell it
 */
struct smc_transport {
	void (*tx_kick)(struct smc_conn *conn, struct smc_dmb *tx);
	void (*rx_consumed)(struct smc_conn *conn, struct smc_dmb *rx);
	void (*signal)(struct smc_conn *conn, enum smc_cevent event);
};

/**
 * struct smc_conn - connection
 * @refs: the socket, the link group's list, lookups
 * @sk: its socket, NULL once released; RCU
 * @net: namespace; the socket's TCP socket holds it
 * @lgr: link group, held
 * @lgr_node: in lgr->conns
 * @ops: transport
 * @token: alert token
 * @role: enum smc_role
 * @rx: own DMB; replaced by NULL under the socket's rx_mutex
 * @tx: the peer's DMB; replaced by NULL under the socket's tx_mutex
 * @lock: guards @state
 * @state: enum smc_state, see core/cstate.h
 * @killed: link group ended; calls return ECONNABORTED
 * @reset: the peer closed abnormally; one call returns ECONNRESET
 * @tx_limit: SO_SNDBUF set by the user: most unread bytes, else UINT_MAX
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
	u8 role;
	bool killed;
	struct smc_dmb __rcu *rx;
	struct smc_dmb __rcu *tx;
	spinlock_t lock;
	u8 state;
	u32 tx_limit;
	u64 peer_token;
	struct work_struct kill_work;
	struct rcu_head rcu;
};

struct smc_conn *smc_conn_alloc(struct sock *sk, struct smc_lgr *lgr, u8 role);
void smc_conn_put(struct smc_conn *conn);
int smc_conn_buffers(struct smc_conn *conn, struct smcd_dev *dev);
int smc_conn_attach(struct smc_conn *conn, u64 token,
		    const struct smc_dmb *expect);
/* end it: abnormally when the reader left data behind or @abort */
void smc_conn_close(struct smc_conn *conn, bool abort);
void smc_conn_shutdown_wr(struct smc_conn *conn);
void smc_conn_kill(struct smc_conn *conn);
void smc_conn_wake(struct smc_conn *conn, __poll_t mask);
__poll_t smc_conn_poll(struct smc_conn *conn, struct sock *sk);

/* tx.c, rx.c */
int smc_tx_sendmsg(struct smc_sock *smc, struct msghdr *msg, size_t len);
int smc_rx_recvmsg(struct smc_sock *smc, struct msghdr *msg, size_t len,
		   int flags);

#endif
