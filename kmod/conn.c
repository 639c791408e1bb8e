// SPDX-License-Identifier: GPL-2.0
/* Connections: buffers, pairing, close, kill, poll. */

#include <linux/poll.h>
#include <linux/random.h>
#include <net/sock.h>

#include "conn.h"
#include "core/bufsize.h"
#include "dev.h"
#include "hs.h"
#include "net.h"

static atomic_t smc_conn_tokens = ATOMIC_INIT(0);

/* buffers of a killed connection go when its callers have left them */
static void smc_conn_kill_work(struct work_struct *work);

/**
 * smc_conn_alloc - make a connection and put it into its link group
 * @sk: socket
 * @lgr: link group; the connection takes a reference
 *
 * Return: connection with one reference for the caller, or ERR_PTR().
 */
struct smc_conn *smc_conn_alloc(struct sock *sk, struct smc_lgr *lgr)
{
	struct smc_conn *conn;
	int err;

	conn = kzalloc(sizeof(*conn), GFP_KERNEL_ACCOUNT);
	if (!conn)
		return ERR_PTR(-ENOMEM);
	refcount_set(&conn->refs, 1);
	RCU_INIT_POINTER(conn->sk, sk);
	conn->net = smc_net(sock_net(sk));
	conn->ops = lgr->dev->ops->transport;
	do {
		conn->token = atomic_inc_return(&smc_conn_tokens);
	} while (!conn->token);
	INIT_LIST_HEAD(&conn->lgr_node);
	spin_lock_init(&conn->lock);
	conn->state = SMC_INIT;
	INIT_WORK(&conn->kill_work, smc_conn_kill_work);
	err = smc_lgr_add_conn(lgr, conn);
	if (err) {
		kfree(conn);
		return ERR_PTR(err);
	}
	return conn;
}

/**
 * smc_conn_get - take a reference to a socket's connection
 * @smc: socket
 *
 * Return: connection, to be given back by smc_conn_put(); NULL without one.
 */
struct smc_conn *smc_conn_get(const struct smc_sock *smc)
{
	struct smc_conn *conn;

	rcu_read_lock();
	conn = rcu_dereference(smc->conn);
	if (conn && !refcount_inc_not_zero(&conn->refs))
		conn = NULL;
	rcu_read_unlock();
	return conn;
}

/**
 * smc_conn_put - drop a reference
 * @conn: connection
 */
void smc_conn_put(struct smc_conn *conn)
{
	if (!refcount_dec_and_test(&conn->refs))
		return;
	smc_lgr_put(conn->lgr);
	kfree_rcu(conn, rcu);
}

/*
 * A DMB has one size for life.  What the user or the administrator has set
 * counts.  Else a size that loopback streams well with is taken, as long as
 * the namespace's DMBs take less than net.smc.smcd_buf_max.
 */
static u32 smc_conn_want(const struct smc_conn *conn, const struct sock *sk)
{
	const struct smc_sysctl *ctl = &conn->net->sysctl;
	long used = atomic_long_read(&conn->net->dmb_bytes);

	if (sk->sk_userlocks & SOCK_RCVBUF_LOCK)
		return READ_ONCE(sk->sk_rcvbuf) / 2;
	if (READ_ONCE(ctl->rmem_set) ||
	    used + SMC_DMB_AUTO_SIZE > READ_ONCE(ctl->smcd_buf_max))
		return READ_ONCE(ctl->rmem);
	return SMC_DMB_AUTO_SIZE;
}

/**
 * smc_conn_buffers - give a connection its own DMB
 * @conn: connection
 *
 * Memory may be short of large pieces: then half the size is tried, down to
 * 16 KiB.
 *
 * Return: 0, -ENOMEM, -ENOSPC (device full), -ENODEV (going away).
 */
int smc_conn_buffers(struct smc_conn *conn)
{
	struct sock *sk = rcu_dereference_protected(conn->sk, true);
	struct smcd_dev *dev = conn->lgr->dev;
	struct smc_dmb *dmb;
	u8 class;

	class = smc_bufsize_class(smc_conn_want(conn, sk), SMC_BUF_MAX_CLASS_D);
	for (;;) {
		dmb = dev->ops->register_dmb(dev, smc_bufsize_uncompress(class));
		if (!IS_ERR(dmb))
			break;
		if (PTR_ERR(dmb) != -ENOMEM || !smc_bufsize_halve(&class))
			return PTR_ERR(dmb);
		smc_stat_downgrade(&conn->net->stats, SMC_TECH_D, true);
	}
	rcu_assign_pointer(dmb->owner, conn);
	rcu_assign_pointer(conn->rx, dmb);
	atomic_long_add(dmb->size, &conn->net->dmb_bytes);
	atomic_long_add(dmb->size, &conn->lgr->dmb_bytes);
	smc_stat_buf(&conn->net->stats, SMC_TECH_D, true, dmb->size,
		     dmb->reused);
	if (!(sk->sk_userlocks & SOCK_RCVBUF_LOCK))
		WRITE_ONCE(sk->sk_rcvbuf, 2 * dmb->size);
	return 0;
}

/* the sender may be told to keep below what the peer's DMB would take */
static u32 smc_conn_tx_limit(const struct smc_conn *conn, const struct sock *sk,
			     u32 size)
{
	const struct smc_sysctl *ctl = &conn->net->sysctl;
	u32 limit = size;

	if (sk->sk_userlocks & SOCK_SNDBUF_LOCK)
		limit = READ_ONCE(sk->sk_sndbuf) / 2;
	else if (READ_ONCE(ctl->wmem_set))
		limit = READ_ONCE(ctl->wmem);
	return min(size, max(limit, SMC_BUF_MIN_SIZE));
}

/**
 * smc_conn_attach - write into the peer's DMB from now on
 * @conn: connection
 * @token: the peer's DMB
 * @mutual: we are the server: the peer must have attached our DMB before.  A
 *          client is only led to servers' DMBs, whose tokens nobody else sees
 *          while they wait for their client.  So a token that was seen
 *          elsewhere is of no use
 *
 * Return: 0, -ENOENT (no such DMB), -EBUSY (not for us), -ECONNABORTED.
 */
int smc_conn_attach(struct smc_conn *conn, u64 token, bool mutual)
{
	struct sock *sk = rcu_dereference_protected(conn->sk, true);
	struct smcd_dev *dev = conn->lgr->dev;
	struct smc_sock *smc = smc_sk(sk);
	struct smc_conn *owner;
	struct smc_dmb *rx, *tx;
	int err;

	tx = dev->ops->attach_dmb(dev, token);
	if (!tx)
		return -ENOENT;
	mutex_lock(&smc->tx_mutex);
	rcu_read_lock();
	err = -ECONNABORTED;
	rx = rcu_dereference(conn->rx);
	if (!rx || READ_ONCE(conn->killed))
		goto out;
	err = -EBUSY;
	owner = rcu_dereference(tx->owner);
	if (!owner || owner->lgr->role == conn->lgr->role ||
	    (mutual && rcu_access_pointer(rx->peer) != owner))
		goto out;
	/* what the reader has yet to read must not grow by another's bytes */
	if (test_and_set_bit(SMC_DMB_ATTACHED, &tx->ctrl))
		goto out;
	err = 0;
	conn->tx_limit = smc_conn_tx_limit(conn, sk, tx->size);
	if (!(sk->sk_userlocks & SOCK_SNDBUF_LOCK))
		WRITE_ONCE(sk->sk_sndbuf, 2 * conn->tx_limit);
	/* both ends find the limit by these */
	rcu_assign_pointer(tx->peer, conn);
	rcu_assign_pointer(conn->tx, tx);
	atomic_long_add(tx->size, &conn->lgr->sndbuf_bytes);
	smc_stat_buf(&conn->net->stats, SMC_TECH_D, false, tx->size, true);
out:
	rcu_read_unlock();
	mutex_unlock(&smc->tx_mutex);
	if (err)
		smc_dmb_put(tx);
	return err;
}

/**
 * smc_conn_peer_ended - has the peer written all it ever will?
 * @conn: connection
 *
 * Return: true if so; its bytes may still wait to be read.
 */
bool smc_conn_peer_ended(struct smc_conn *conn)
{
	const struct smc_dmb *rx;
	bool ended;

	rcu_read_lock();
	rx = rcu_dereference(conn->rx);
	ended = rx && smc_dmb_ended(rx);
	rcu_read_unlock();
	return ended;
}

/*
 * The peer has broken off.  If it had ended its stream before, we can read to the
 * end but not write; if we had ended ours, too, there is nothing left to break:
 * TCP is in CLOSE_WAIT then, or closed.
 */
static int smc_conn_reset_err(const struct smc_conn *conn,
			      const struct sock *sk)
{
	const struct smc_dmb *rx = rcu_dereference(conn->rx);

	if (!rx || !smc_dmb_test(rx, SMC_DMB_TX_DONE))
		return -ECONNRESET;
	return READ_ONCE(sk->sk_shutdown) & SEND_SHUTDOWN ? 0 : -EPIPE;
}

/*
 * What an event asks for on the own socket.  Nothing needs to be sent in answer:
 * both ends find each other's last word in the DMBs that they share.
 */
static void smc_conn_apply(struct smc_conn *conn, u32 actions)
{
	struct sock *sk;

	rcu_read_lock();
	sk = rcu_dereference(conn->sk);
	if (!sk)
		goto out;
	if (actions & SMC_CA_SET_ERR_RESET && !READ_ONCE(conn->reset_told)) {
		int err = smc_conn_reset_err(conn, sk);

		if (err)
			WRITE_ONCE(sk->sk_err, -err);
		/* pairs with the acquire in smc_rx_verdict() */
		smp_store_release(&conn->reset_told, true);
	}
	if (actions & SMC_CA_SET_ERR_ABORTED)
		WRITE_ONCE(sk->sk_err, ECONNABORTED);
	if (actions & SMC_CA_WAKE)
		smc_sock_wake(sk, EPOLLIN | EPOLLOUT | EPOLLERR | EPOLLHUP |
			      EPOLLRDNORM | EPOLLWRNORM | EPOLLRDHUP);
out:
	rcu_read_unlock();
}

static u32 smc_conn_step(struct smc_conn *conn, enum smc_cevent event,
			 u32 flags)
{
	struct smc_cstep step;

	spin_lock_bh(&conn->lock);
	/* what is sent lies in the peer's DMB: nothing ever has to drain */
	flags |= SMC_CF_DRAINED;
	if (conn->sent_final)
		flags |= SMC_CF_SENT_FINAL;
	if (event == SMC_EV_PEER_CLOSED || event == SMC_EV_PEER_ABORT)
		conn->peer_final = true;
	if (conn->peer_final)
		flags |= SMC_CF_PEER_FINAL;
	step = smc_cstate_next(conn->state, event, flags);
	WRITE_ONCE(conn->state, step.state);
	if (step.actions & (SMC_CA_SEND_CLOSED | SMC_CA_SEND_ABORT))
		conn->sent_final = true;
	spin_unlock_bh(&conn->lock);
	return step.actions;
}

/**
 * smc_conn_event - the peer did something
 * @conn: connection
 * @event: what
 */
void smc_conn_event(struct smc_conn *conn, enum smc_cevent event)
{
	smc_conn_apply(conn, smc_conn_step(conn, event, 0));
}

/**
 * smc_conn_tcp_lost - the TCP connection below broke
 * @smc: socket in mode SMC; called under RCU, in softirq, too
 *
 * A server that gives up after its client has sent CONFIRM has no DMB to say
 * so in, only this.  A peer that has closed before has said all.
 */
void smc_conn_tcp_lost(struct smc_sock *smc)
{
	struct smc_conn *conn = rcu_dereference(smc->conn);
	struct smc_dmb *rx, *tx;

	rx = conn ? rcu_dereference(conn->rx) : NULL;
	tx = conn ? rcu_dereference(conn->tx) : NULL;
	if (!rx || !tx || smc_dmb_test(rx, SMC_DMB_TX_CLOSED) ||
	    smc_dmb_test(rx, SMC_DMB_TX_ABORT))
		return;
	smc_dmb_mark(rx, SMC_DMB_TX_ABORT);
	smc_dmb_mark(tx, SMC_DMB_RX_CLOSED);
	smc_conn_event(conn, SMC_EV_PEER_ABORT);
}

/**
 * smc_conn_activate - the handshake has succeeded
 * @conn: connection, both DMBs there
 * @fce: the peer's first contact extension or NULL
 */
void smc_conn_activate(struct smc_conn *conn, const struct smc_clc_fce *fce)
{
	if (fce)
		smc_lgr_set_peer(conn->lgr, fce);
	smc_conn_step(conn, SMC_EV_CONNECTED, 0);
}

/**
 * smc_conn_shutdown - send no more
 * @conn: connection
 * @both: and receive no more; to the peer that is a close
 */
void smc_conn_shutdown(struct smc_conn *conn, bool both)
{
	struct smc_dmb *rx, *tx;
	u32 actions;

	actions = smc_conn_step(conn, both ? SMC_EV_CLOSE : SMC_EV_SHUT_WR, 0);
	rcu_read_lock();
	rx = rcu_dereference(conn->rx);
	tx = rcu_dereference(conn->tx);
	if (rx && both)
		smc_dmb_mark(rx, SMC_DMB_RX_CLOSED);
	if (tx && actions & SMC_CA_SEND_DONE_WRITING) {
		smc_dmb_mark(tx, SMC_DMB_TX_DONE);
		conn->ops->signal(tx, SMC_EV_PEER_DONE);
	}
	if (tx && actions & SMC_CA_SEND_CLOSED) {
		smc_dmb_mark(tx, SMC_DMB_TX_CLOSED);
		conn->ops->signal(tx, SMC_EV_PEER_CLOSED);
	}
	rcu_read_unlock();
}

static void smc_conn_drop_tx(struct smc_conn *conn)
{
	struct smc_dmb *tx = rcu_dereference_protected(conn->tx, true);

	if (!tx)
		return;
	RCU_INIT_POINTER(conn->tx, NULL);
	RCU_INIT_POINTER(tx->peer, NULL);
	atomic_long_sub(tx->size, &conn->lgr->sndbuf_bytes);
	smc_stat_buf_free(&conn->net->stats, SMC_TECH_D, false, tx->size);
	smc_dmb_put(tx);
}

static void smc_conn_drop_rx(struct smc_conn *conn)
{
	struct smc_dmb *rx = rcu_dereference_protected(conn->rx, true);
	struct smcd_dev *dev = conn->lgr->dev;

	if (!rx)
		return;
	smc_dmb_mark(rx, SMC_DMB_RX_CLOSED);
	RCU_INIT_POINTER(conn->rx, NULL);
	RCU_INIT_POINTER(rx->owner, NULL);
	atomic_long_sub(rx->size, &conn->lgr->dmb_bytes);
	/* the peer may hold it for longer than this namespace lives */
	atomic_long_sub(rx->size, &conn->net->dmb_bytes);
	smc_stat_buf_free(&conn->net->stats, SMC_TECH_D, true, rx->size);
	dev->ops->unregister_dmb(dev, rx);
	smc_dmb_put(rx);
}

/**
 * smc_conn_close - end a connection
 * @conn: connection; its socket's mutexes are held (smc_conn_lock())
 * @abort: abnormally; unread data has the same effect, as with TCP
 *
 * The peer still finds all that was sent: it lies in its own DMB.
 */
void smc_conn_close(struct smc_conn *conn, bool abort)
{
	struct smc_dmb *rx = rcu_dereference_protected(conn->rx, true);
	struct smc_dmb *tx = rcu_dereference_protected(conn->tx, true);
	u32 flags = SMC_CF_RELEASED, actions;

	if (abort || (rx && smc_dmb_avail(rx)))
		flags |= SMC_CF_UNREAD;
	RCU_INIT_POINTER(conn->sk, NULL);
	actions = smc_conn_step(conn, SMC_EV_CLOSE, flags);
	if (rx)
		smc_dmb_mark(rx, SMC_DMB_RX_CLOSED);
	/*
	 * A peer that was told before is told again: it may sleep for room
	 * that will not come now.
	 */
	if (tx && actions & SMC_CA_SEND_ABORT) {
		smc_dmb_mark(tx, SMC_DMB_TX_ABORT);
		conn->ops->signal(tx, SMC_EV_PEER_ABORT);
	} else if (tx) {
		smc_dmb_mark(tx, SMC_DMB_TX_CLOSED);
		conn->ops->signal(tx, SMC_EV_PEER_CLOSED);
	}
	smc_conn_drop_tx(conn);
	smc_conn_drop_rx(conn);
	smc_lgr_del_conn(conn->lgr, conn);
}

static void smc_conn_kill_work(struct work_struct *work)
{
	struct smc_conn *conn = container_of(work, struct smc_conn, kill_work);
	struct smc_sock *smc;
	struct sock *sk;

	rcu_read_lock();
	sk = rcu_dereference(conn->sk);
	if (sk && !refcount_inc_not_zero(&sk->sk_refcnt))
		sk = NULL;
	rcu_read_unlock();
	if (sk) {
		smc = smc_sk(sk);
		smc_conn_lock(smc);
		smc_conn_drop_tx(conn);
		smc_conn_drop_rx(conn);
		smc_conn_unlock(smc);
		sock_put(sk);
	}
	smc_conn_put(conn);	/* of smc_conn_kill() */
}

/**
 * smc_conn_kill - the link group has ended: calls fail with ECONNABORTED
 * @conn: connection, already out of its link group
 */
void smc_conn_kill(struct smc_conn *conn)
{
	WRITE_ONCE(conn->killed, true);
	smc_conn_apply(conn, smc_conn_step(conn, SMC_EV_TERMINATED, 0));
	refcount_inc(&conn->refs);
	/* killed once: the work cannot be queued already */
	queue_work(smc_kill_wq, &conn->kill_work);
}

static __poll_t smc_conn_poll_rx(const struct smc_conn *conn,
				 const struct smc_dmb *rx,
				 const struct sock *sk)
{
	const struct smc_conn *peer = rcu_dereference(rx->peer);
	__poll_t mask = 0;
	u32 most;
	u64 urg;

	if (smc_dmb_ended(rx))
		mask |= EPOLLIN | EPOLLRDNORM | EPOLLRDHUP;
	/* more than the peer lets lie unread will never be there */
	most = peer ? peer->tx_limit : rx->size;
	if (smc_dmb_avail(rx) >= min_t(u64, max(READ_ONCE(sk->sk_rcvlowat), 1),
				       most))
		mask |= EPOLLIN | EPOLLRDNORM;
	urg = READ_ONCE(rx->urg_pos);
	if (urg && urg > READ_ONCE(rx->tail) &&
	    urg != READ_ONCE(conn->urg_seen))
		mask |= EPOLLPRI;
	return mask;
}

static __poll_t smc_conn_poll_tx(struct smc_conn *conn, struct smc_dmb *tx)
{
	/* worth waking for, as TCP: not for each byte */
	u32 enough = conn->tx_limit / 4;

	if (smc_dmb_test(tx, SMC_DMB_RX_CLOSED) ||
	    smc_tx_room(conn, tx) >= enough)
		return EPOLLOUT | EPOLLWRNORM;
	/* say that somebody waits, then look again: no wake-up is lost */
	set_bit(SMC_DMB_TX_BLOCKED, &tx->ctrl);
	smp_mb__after_atomic();		/* smp_mb() in smc_lo_rx_consumed() */
	if (smc_dmb_test(tx, SMC_DMB_RX_CLOSED) ||
	    smc_tx_room(conn, tx) >= enough)
		return EPOLLOUT | EPOLLWRNORM;
	return 0;
}

/**
 * smc_conn_poll - poll() of a socket in mode SMC
 * @smc: socket; the caller has queued the waiter
 *
 * Return: event mask.
 */
__poll_t smc_conn_poll(struct smc_sock *smc)
{
	struct sock *sk = &smc->inet.sk;
	u8 shut = READ_ONCE(sk->sk_shutdown);
	struct smc_conn *conn;
	struct smc_dmb *rx, *tx;
	__poll_t mask = 0;

	if (READ_ONCE(sk->sk_err) || !skb_queue_empty_lockless(&sk->sk_error_queue))
		mask |= EPOLLERR;
	rcu_read_lock();
	conn = rcu_dereference(smc->conn);
	rx = conn ? rcu_dereference(conn->rx) : NULL;
	tx = conn ? rcu_dereference(conn->tx) : NULL;
	if (!rx || (!tx && !smc_dmb_ended(rx))) {
		mask |= EPOLLIN | EPOLLRDNORM | EPOLLRDHUP | EPOLLOUT |
			EPOLLWRNORM | EPOLLHUP;
		goto out;
	}
	mask |= smc_conn_poll_rx(conn, rx, sk);
	if (shut & RCV_SHUTDOWN)
		mask |= EPOLLIN | EPOLLRDNORM | EPOLLRDHUP;
	if (!tx || shut & SEND_SHUTDOWN)
		mask |= EPOLLOUT | EPOLLWRNORM;
	else
		mask |= smc_conn_poll_tx(conn, tx);
	if (smc_dmb_test(rx, SMC_DMB_TX_ABORT) ||
	    (mask & EPOLLRDHUP && shut & SEND_SHUTDOWN))
		mask |= EPOLLHUP;
out:
	rcu_read_unlock();
	return mask;
}
