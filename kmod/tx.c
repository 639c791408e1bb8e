// SPDX-License-Identifier: GPL-2.0
/*
 * Sending.  What a connection sends is copied into a ring; on loopback that
 * ring is the reader's.  The copy runs under tx_mutex and under nothing else,
 * so that a stalled user page stalls this direction of this socket only.
 */

#include <linux/sched/signal.h>
#include <linux/skbuff.h>
#include <linux/uio.h>
#include <net/sock.h>

#include "conn.h"
#include "core/window.h"
#include "net.h"
#include "trace.h"

static bool smc_tx_ended(const struct smc_conn *conn, const struct smc_dmb *tx,
			 const struct sock *sk)
{
	return smc_dmb_test(tx, SMC_DMB_RX_CLOSED) || READ_ONCE(sk->sk_err) ||
	       READ_ONCE(sk->sk_shutdown) & SEND_SHUTDOWN ||
	       READ_ONCE(conn->killed);
}

/*
 * The condition that a blocked sender waits for.  It says that it waits before
 * it looks, the reader frees room before it looks who waits.
 */
static bool smc_tx_ready(struct smc_sock *smc)
{
	struct sock *sk = &smc->inet.sk;
	struct smc_conn *conn;
	struct smc_dmb *tx;
	bool ready = true;

	rcu_read_lock();
	conn = rcu_dereference(smc->conn);
	tx = conn ? rcu_dereference(conn->tx) : NULL;
	if (tx && !smc_tx_ended(conn, tx, sk)) {
		sk_set_bit(SOCKWQ_ASYNC_NOSPACE, sk);
		set_bit(SMC_DMB_TX_BLOCKED, &tx->ctrl);
		smp_mb__after_atomic();	/* smp_mb() in smc_lo_rx_consumed() */
		ready = smc_tx_room(conn, tx) || smc_tx_ended(conn, tx, sk);
	}
	rcu_read_unlock();
	return ready;
}

/* tx_mutex is dropped meanwhile: the connection may be another one after it */
static int smc_tx_wait(struct smc_sock *smc, long *timeo)
{
	struct sock *sk = &smc->inet.sk;
	DEFINE_WAIT_FUNC(wait, woken_wake_function);
	int err = 0;

	mutex_unlock(&smc->tx_mutex);
	add_wait_queue(sk_sleep(sk), &wait);
	smp_mb();	/* be seen waiting before looking */
	while (!smc_tx_ready(smc)) {
		if (!*timeo) {
			err = -EAGAIN;
			break;
		}
		if (signal_pending(current)) {
			err = sock_intr_errno(*timeo);
			break;
		}
		*timeo = wait_woken(&wait, TASK_INTERRUPTIBLE, *timeo);
	}
	remove_wait_queue(sk_sleep(sk), &wait);
	mutex_lock(&smc->tx_mutex);
	return err;
}

/* The last byte of an urgent message is the urgent one, as with TCP. */
static void smc_tx_urgent(struct smc_conn *conn, struct smc_dmb *tx, u64 head)
{
	struct smc_conn *owner;
	struct sock *sk;

	WRITE_ONCE(tx->urg_byte, ((u8 *)tx->data)[(head - 1) & (tx->size - 1)]);
	/* the byte is there before the position that tells of it */
	smp_store_release(&tx->urg_pos, head);
	smc_stat_inc(&conn->net->stats, SMC_TECH_D, SMC_STAT_URG);
	rcu_read_lock();
	owner = rcu_dereference(tx->owner);
	sk = owner ? rcu_dereference(owner->sk) : NULL;
	if (sk) {
		smc_sock_sigurg(sk);
		smc_sock_wake(sk, EPOLLPRI);
	}
	rcu_read_unlock();
}

/* one linear piece; pieces are published one by one so that reader and writer
 * of a large message work at the same time
 */
static ssize_t smc_tx_piece(struct smc_conn *conn, struct smc_dmb *tx,
			    struct msghdr *msg, u64 room)
{
	u64 head = tx->head;
	u32 off = head & (tx->size - 1);
	size_t n = min_t(u64, room, msg_data_left(msg));

	n = min_t(size_t, n, tx->size - off);
	n = min_t(size_t, n, smc_window_split(tx->size));
	/* bounds are those of the ring: no need to have them looked up */
	n = _copy_from_iter((u8 *)tx->data + off, n, &msg->msg_iter);
	if (!n)
		return -EFAULT;
	/* bytes are there before the position that tells of them */
	smp_store_release(&tx->head, head + n);
	if (unlikely(msg->msg_flags & MSG_OOB) && !msg_data_left(msg))
		smc_tx_urgent(conn, tx, head + n);
	conn->ops->tx_kick(tx);
	return n;
}

static int smc_tx_error(struct sock *sk, const struct smc_conn *conn)
{
	int err;

	if (conn && READ_ONCE(conn->killed)) {
		(void)sock_error(sk);	/* it is told now */
		return -ECONNABORTED;
	}
	err = sock_error(sk);
	return err ? err : -EPIPE;
}

/* has the peer closed, and in order?  Without @tx it did before accept(). */
static bool smc_tx_to_nobody(const struct smc_conn *conn,
			     const struct smc_dmb *tx, const struct sock *sk)
{
	const struct smc_dmb *rx;
	bool closed;

	if (!conn || READ_ONCE(conn->killed) || READ_ONCE(sk->sk_err) ||
	    READ_ONCE(sk->sk_shutdown) & SEND_SHUTDOWN ||
	    (tx && !smc_dmb_test(tx, SMC_DMB_RX_CLOSED)))
		return false;
	rcu_read_lock();
	rx = rcu_dereference(conn->rx);
	closed = rx && !smc_dmb_test(rx, SMC_DMB_TX_ABORT) &&
		 (tx || smc_dmb_ended(rx));
	rcu_read_unlock();
	return closed;
}

/*
 * What TCP sends to a peer that has closed is lost, and a reset answers it:
 * this send succeeds, the next one fails.  Programs count on it when they write
 * the rest of an answer that nobody waits for any more.
 */
static size_t smc_tx_void(struct sock *sk, struct msghdr *msg)
{
	size_t n = msg_data_left(msg);

	if (!n)
		return 0;
	iov_iter_advance(&msg->msg_iter, n);
	lock_sock(sk);
	WRITE_ONCE(sk->sk_err, EPIPE);
	WRITE_ONCE(sk->sk_shutdown, SHUTDOWN_MASK);
	release_sock(sk);
	smc_sock_wake(sk, EPOLLIN | EPOLLOUT | EPOLLERR | EPOLLHUP |
		      EPOLLRDHUP);
	return n;
}

/*
 * MSG_ZEROCOPY: the bytes are copied and no page is pinned, but a program that
 * asked to be told waits for it.
 */
static struct ubuf_info *smc_tx_zerocopy(struct sock *sk)
{
	struct ubuf_info *uarg = msg_zerocopy_realloc(sk, 0, NULL);

	if (uarg)
		uarg_to_msgzc(uarg)->zerocopy = 0;
	return uarg;
}

/**
 * smc_tx_sendmsg - sendmsg() of a socket in mode SMC
 * @smc: socket
 * @msg: message
 * @len: its length
 *
 * Return: bytes sent, all of them unless it does not block or is interrupted;
 * or -errno.
 */
int smc_tx_sendmsg(struct smc_sock *smc, struct msghdr *msg, size_t len)
{
	struct sock *sk = &smc->inet.sk;
	long timeo = sock_sndtimeo(sk, msg->msg_flags & MSG_DONTWAIT);
	struct smc_stats *stats = &smc_net(sock_net(sk))->stats;
	struct ubuf_info *uarg = NULL;
	struct smc_conn *conn;
	struct smc_dmb *tx;
	ssize_t n, done = 0;
	bool small = false;
	int err;
	u64 room;

	if (unlikely(msg->msg_flags & MSG_ZEROCOPY) && len &&
	    sock_flag(sk, SOCK_ZEROCOPY)) {
		uarg = smc_tx_zerocopy(sk);
		if (!uarg)
			return -ENOBUFS;
	}
	if (unlikely(!mutex_trylock(&smc->tx_mutex))) {
		err = mutex_lock_interruptible(&smc->tx_mutex);
		if (err) {
			net_zcopy_put_abort(uarg, true);
			return sock_intr_errno(timeo);
		}
	}
	for (;;) {
		conn = rcu_dereference_protected(smc->conn,
					lockdep_is_held(&smc->tx_mutex));
		tx = conn ? rcu_dereference_protected(conn->tx,
					lockdep_is_held(&smc->tx_mutex)) : NULL;
		err = 0;
		if (unlikely(!tx || smc_tx_ended(conn, tx, sk))) {
			if (smc_tx_to_nobody(conn, tx, sk))
				done += smc_tx_void(sk, msg);
			else
				err = smc_tx_error(sk, conn);
			break;
		}
		small = len > tx->size;
		if (!msg_data_left(msg))
			break;
		room = smc_tx_room(conn, tx);
		if (likely(room)) {
			n = smc_tx_piece(conn, tx, msg, room);
			if (likely(n > 0)) {
				done += n;
				continue;
			}
			err = n;
			break;
		}
		smc_stat_inc(stats, SMC_TECH_D, SMC_STAT_TX_FULL);
		smc_stat_inc(stats, SMC_TECH_D, SMC_STAT_TX_FULL_PEER);
		err = smc_tx_wait(smc, &timeo);
		if (err)
			break;
	}
	mutex_unlock(&smc->tx_mutex);

	if (small)
		smc_stat_inc(stats, SMC_TECH_D, SMC_STAT_TX_SMALL_PEER);
	if (done)
		net_zcopy_put(uarg);
	else
		net_zcopy_put_abort(uarg, true);
	trace_smc_tx_sendmsg(sk, done, "");
	smc_stat_tx(stats, SMC_TECH_D, len, done ? done : err);
	if (done)
		return done;
	return err == -EPIPE ? sk_stream_error(sk, msg->msg_flags, err) : err;
}
