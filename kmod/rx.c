// SPDX-License-Identifier: GPL-2.0
/*
 * Receiving.  Positions are 64-bit; a peek is the same walk with a position of
 * its own that nobody gets to see.
 */

#include <linux/errqueue.h>
#include <linux/sched/signal.h>
#include <linux/tcp.h>
#include <linux/uio.h>
#include <net/ip.h>
#include <net/sock.h>

#include "conn.h"
#include "core/window.h"
#include "net.h"
#include "trace.h"

/* what a blocked reader waits for: bytes beyond @pos, an end, an error */
static bool smc_rx_ready(struct smc_sock *smc, u64 pos)
{
	struct sock *sk = &smc->inet.sk;
	struct smc_conn *conn;
	struct smc_dmb *rx;
	bool ready = true;

	rcu_read_lock();
	conn = rcu_dereference(smc->conn);
	rx = conn ? rcu_dereference(conn->rx) : NULL;
	if (rx)
		/* pairs with the release in smc_tx_piece() */
		ready = smp_load_acquire(&rx->head) > pos ||
			smc_dmb_ended(rx) || READ_ONCE(sk->sk_err) ||
			READ_ONCE(sk->sk_shutdown) & RCV_SHUTDOWN ||
			READ_ONCE(conn->killed);
	rcu_read_unlock();
	return ready;
}

/* rx_mutex is dropped meanwhile: another thread may read, even disconnect */
static int smc_rx_wait(struct smc_sock *smc, u64 pos, long *timeo)
{
	struct sock *sk = &smc->inet.sk;
	DEFINE_WAIT_FUNC(wait, woken_wake_function);
	int err = 0;

	mutex_unlock(&smc->rx_mutex);
	add_wait_queue(sk_sleep(sk), &wait);
	smp_mb();	/* be seen waiting before looking */
	sk_set_bit(SOCKWQ_ASYNC_WAITDATA, sk);
	while (!smc_rx_ready(smc, pos)) {
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
	sk_clear_bit(SOCKWQ_ASYNC_WAITDATA, sk);
	remove_wait_queue(sk_sleep(sk), &wait);
	mutex_lock(&smc->rx_mutex);
	return err;
}

static void smc_rx_consume(struct smc_conn *conn, struct smc_dmb *rx, u64 tail)
{
	/* the copy is over before the writer may reuse the room */
	smp_store_release(&rx->tail, tail);
	conn->ops->rx_consumed(rx);
}

/* recv(MSG_OOB): the urgent byte, once */
static int smc_rx_urgent(struct smc_sock *smc, struct msghdr *msg, size_t len,
			 int flags)
{
	struct sock *sk = &smc->inet.sk;
	struct smc_conn *conn;
	struct smc_dmb *rx;
	int rc = -EINVAL;
	u64 urg;
	u8 byte;

	if (sock_flag(sk, SOCK_URGINLINE))
		return -EINVAL;
	mutex_lock(&smc->rx_mutex);
	conn = rcu_dereference_protected(smc->conn, true);
	rx = conn ? rcu_dereference_protected(conn->rx, true) : NULL;
	if (!rx)
		goto out;
	/* pairs with the release in smc_tx_urgent() */
	urg = smp_load_acquire(&rx->urg_pos);
	if (!urg || urg == conn->urg_seen)
		goto out;
	byte = READ_ONCE(rx->urg_byte);
	msg->msg_flags |= MSG_OOB;
	rc = 0;
	if (!len) {
		msg->msg_flags |= MSG_TRUNC;
		goto out;
	}
	if (!(flags & MSG_TRUNC) && memcpy_to_msg(msg, &byte, 1)) {
		rc = -EFAULT;
		goto out;
	}
	rc = 1;
	if (!(flags & MSG_PEEK))
		WRITE_ONCE(conn->urg_seen, urg);
out:
	mutex_unlock(&smc->rx_mutex);
	return rc;
}

/*
 * Bytes from @pos that one copy may take: linear, a quarter of the ring at
 * most, and ending where an urgent byte stands.  The urgent byte itself is no
 * part of the stream unless SO_OOBINLINE is set: *skip says to step over it.
 */
static size_t smc_rx_linear(const struct smc_dmb *rx, const struct sock *sk,
			    u64 pos, size_t want, bool *skip)
{
	/* pairs with the release in smc_tx_piece() */
	u64 head = smp_load_acquire(&rx->head);
	u64 avail = head > pos ? head - pos : 0;
	u64 urg = READ_ONCE(rx->urg_pos);
	u32 off = pos & (rx->size - 1);

	*skip = false;
	if (unlikely(urg > pos && urg - 1 - pos < avail)) {
		if (urg - 1 > pos)
			avail = urg - 1 - pos;
		else if (!sock_flag(sk, SOCK_URGINLINE))
			*skip = true;
	}
	want = min_t(u64, want, avail);
	want = min_t(size_t, want, rx->size - off);
	return min_t(size_t, want, smc_window_split(rx->size));
}

/* copy, drop or peek one piece; returns its length or -EFAULT */
static ssize_t smc_rx_piece(struct smc_conn *conn, struct smc_dmb *rx,
			    struct msghdr *msg, u64 pos, size_t n, int flags)
{
	size_t done = n;

	if (likely(!(flags & MSG_TRUNC)))
		done = _copy_to_iter((u8 *)rx->data + (pos & (rx->size - 1)), n,
				     &msg->msg_iter);
	if (!done)
		return -EFAULT;
	if (likely(!(flags & MSG_PEEK)))
		smc_rx_consume(conn, rx, pos + done);
	return done;
}

/* may bytes still come?  1: no; 0: yes; an error is left where it is */
static int smc_rx_over(const struct sock *sk, const struct smc_conn *conn,
		       const struct smc_dmb *rx, u64 pos)
{
	if (!rx || READ_ONCE(conn->killed) || READ_ONCE(sk->sk_err))
		return 1;
	if (smc_dmb_ended(rx)) {
		smp_rmb();	/* bytes come before the mark that says no more */
		return READ_ONCE(rx->head) <= pos;
	}
	return !!(READ_ONCE(sk->sk_shutdown) & RCV_SHUTDOWN);
}

/*
 * Nothing was read and nothing will come: what recv() returns.  The mark of an
 * abort is there before the error that it makes, and must not pass for the end
 * of the stream.
 */
static int smc_rx_verdict(struct sock *sk, struct smc_conn *conn,
			  const struct smc_dmb *rx)
{
	bool told;
	int err;

	/* of a send() after the peer's close: the stream has ended all the same */
	if (READ_ONCE(sk->sk_err) == EPIPE)
		return 0;
	/* it had ended in order before whatever came then */
	if (rx && smc_dmb_test(rx, SMC_DMB_TX_DONE) && !READ_ONCE(conn->killed))
		return 0;
	/* pairs with the release in smc_conn_apply() */
	told = !conn || smp_load_acquire(&conn->reset_told);
	err = sock_error(sk);
	if (!conn)
		return -ENOTCONN;
	if (READ_ONCE(conn->killed))
		return -ECONNABORTED;
	if (!err && !told && rx && smc_dmb_test(rx, SMC_DMB_TX_ABORT)) {
		WRITE_ONCE(conn->reset_told, true);
		err = -ECONNRESET;
	}
	return err;
}

/**
 * smc_rx_inq - what recv() would find
 * @smc: socket
 * @ended: set if no more bytes will come
 *
 * Return: bytes, 0 without a connection.
 */
int smc_rx_inq(const struct smc_sock *smc, bool *ended)
{
	const struct smc_conn *conn;
	const struct smc_dmb *rx;
	int inq;

	rcu_read_lock();
	conn = rcu_dereference(smc->conn);
	rx = conn ? rcu_dereference(conn->rx) : NULL;
	*ended = rx && smc_dmb_ended(rx);
	smp_rmb();	/* bytes come before the mark that says no more */
	inq = rx ? smc_dmb_avail(rx) : 0;
	rcu_read_unlock();
	return inq;
}

/* how much is left to read, for who asked to be told with each recvmsg() */
static void smc_rx_tell_inq(const struct smc_sock *smc, struct msghdr *msg)
{
	bool ended;
	int inq = smc_rx_inq(smc, &ended);

	if (!inq && ended)
		inq = 1;	/* as TCP: the end can be read */
	msg->msg_inq = inq;
	if (READ_ONCE(smc->recv_inq))
		put_cmsg(msg, SOL_TCP, TCP_CM_INQ, sizeof(inq), &inq);
}

/**
 * smc_rx_recvmsg - recvmsg() of a socket in mode SMC
 * @smc: socket
 * @msg: message
 * @len: room
 * @flags: MSG_*
 *
 * Return: bytes, 0 at the end of the stream, or -errno.
 */
int smc_rx_recvmsg(struct smc_sock *smc, struct msghdr *msg, size_t len,
		   int flags)
{
	struct sock *sk = &smc->inet.sk;
	struct smc_stats *stats = &smc_net(sock_net(sk))->stats;
	long timeo = sock_rcvtimeo(sk, flags & MSG_DONTWAIT);
	size_t target = sock_rcvlowat(sk, flags & MSG_WAITALL, len), n;
	size_t done = 0, peeked = max(sk_peek_offset(sk, flags), 0);
	struct smc_conn *conn;
	struct smc_dmb *rx;
	ssize_t rc = 0;
	bool skip;
	u64 pos;

	if (unlikely(flags & MSG_ERRQUEUE))
		return smc_tcp(smc)->sk_family == AF_INET6 ?
		       sock_recv_errqueue(sk, msg, len, SOL_IPV6,
					  IPV6_RECVERR) :
		       sock_recv_errqueue(sk, msg, len, SOL_IP, IP_RECVERR);
	if (unlikely(flags & MSG_OOB))
		return smc_rx_urgent(smc, msg, len, flags);

	if (unlikely(!mutex_trylock(&smc->rx_mutex)) &&
	    mutex_lock_interruptible(&smc->rx_mutex))
		return sock_intr_errno(timeo);
	while (done < len) {
		conn = rcu_dereference_protected(smc->conn,
					lockdep_is_held(&smc->rx_mutex));
		rx = conn ? rcu_dereference_protected(conn->rx,
					lockdep_is_held(&smc->rx_mutex)) : NULL;
		if (likely(rx)) {
			pos = rx->tail + peeked;
			n = smc_rx_linear(rx, sk, pos, len - done, &skip);
			if (unlikely(n && skip)) {
				if (flags & MSG_PEEK)
					peeked++;
				else
					smc_rx_consume(conn, rx, pos + 1);
				continue;
			}
			if (n) {
				rc = smc_rx_piece(conn, rx, msg, pos, n, flags);
				if (rc < 0)
					break;
				done += rc;
				if (flags & MSG_PEEK)
					peeked += rc;
				/* an urgent byte ends what one call reads */
				if (unlikely(READ_ONCE(rx->urg_pos) ==
					     pos + rc + 1) && done >= target)
					break;
				continue;
			}
		} else {
			pos = 0;
		}
		if (done >= target)
			break;
		if (smc_rx_over(sk, conn, rx, pos)) {
			rc = done ? 0 : smc_rx_verdict(sk, conn, rx);
			break;
		}
		rc = smc_rx_wait(smc, pos, &timeo);
		if (rc)
			break;
	}
	mutex_unlock(&smc->rx_mutex);

	if (done) {
		rc = done;
		if (flags & MSG_PEEK)
			sk_peek_offset_fwd(sk, done);
		else
			sk_peek_offset_bwd(sk, done);
	}
	if (unlikely(msg->msg_get_inq || READ_ONCE(smc->recv_inq)) && rc >= 0)
		smc_rx_tell_inq(smc, msg);
	trace_smc_rx_recvmsg(sk, done, "");
	smc_stat_rx(stats, SMC_TECH_D, rc);
	return rc;
}
