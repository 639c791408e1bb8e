// SPDX-License-Identifier: GPL-2.0
/* Fallback by delegation to the TCP socket. */

#include <linux/net.h>
#include <net/sock.h>
#include <net/tcp.h>

#include "fallback.h"
#include "net.h"
#include "sock.h"
#include "trace.h"

/**
 * smc_fallback - make this connection TCP for good
 * @smc: socket, locked or not yet known to a user
 * @server: role, for the statistics
 * @reason: enum smc_rsn
 */
void smc_fallback(struct smc_sock *smc, bool server, u32 reason)
{
	struct sock *sk = &smc->inet.sk;

	smc->fallback_rsn = reason;
	tcp_sk(smc_tcp(smc))->syn_smc = 0;	/* in no SYN of a later connect() */
	if (!READ_ONCE(smc->err_shown))	/* of a connection that was killed */
		WRITE_ONCE(sk->sk_err, 0);
	if (smc->clcsock->ops->set_peek_off)
		sk_set_peek_off(smc_tcp(smc), READ_ONCE(sk->sk_peek_off));
	smc_stat_fallback(&smc_net(sock_net(sk))->stats, server, reason);
	trace_smc_switch_to_fallback(sk, smc_tcp(smc), reason);
	WRITE_ONCE(sk->sk_state, SMC_ACTIVE);
	smc_sock_set_mode(smc, SMC_MODE_TCP);
}

/*
 * SOL_SOCKET options are set on the SMC socket by generic code that does not
 * tell us.  These flags are compared with the TCP socket's before each call
 * that is delegated.  SOCK_TIMESTAMP is not among them: it counts users of
 * the network time stamps and must be set where that count is kept.
 */
#define SMC_TCP_FLAGS (BIT(SOCK_URGINLINE) | BIT(SOCK_KEEPOPEN) |	\
		       BIT(SOCK_LINGER) | BIT(SOCK_BROADCAST) |		\
		       BIT(SOCK_RCVTSTAMP) | BIT(SOCK_RCVTSTAMPNS) |	\
		       BIT(SOCK_LOCALROUTE) | BIT(SOCK_DBG) |		\
		       BIT(SOCK_RXQ_OVFL) | BIT(SOCK_TSTAMP_NEW) |	\
		       BIT(SOCK_SELECT_ERR_QUEUE))

static void smc_tcp_copy_flags(struct sock *to, const struct sock *from)
{
	unsigned long flags = from->sk_flags & SMC_TCP_FLAGS;

	to->sk_flags = (to->sk_flags & ~SMC_TCP_FLAGS) | flags;
	to->sk_lingertime = from->sk_lingertime;
}

#define smc_copy_field(to, from, field)					\
do {									\
	if (READ_ONCE((to)->field) != READ_ONCE((from)->field))		\
		WRITE_ONCE((to)->field, READ_ONCE((from)->field));	\
} while (0)

/* sizes count only if the user set them: TCP tunes the others itself */
static void smc_tcp_copy_bufs(struct sock *to, const struct sock *from)
{
	u8 locks = from->sk_userlocks &
		   (SOCK_SNDBUF_LOCK | SOCK_RCVBUF_LOCK);

	if (!(locks & ~to->sk_userlocks) &&
	    (!(locks & SOCK_SNDBUF_LOCK) || to->sk_sndbuf == from->sk_sndbuf) &&
	    (!(locks & SOCK_RCVBUF_LOCK) || to->sk_rcvbuf == from->sk_rcvbuf))
		return;
	lock_sock(to);
	to->sk_userlocks |= locks;
	if (locks & SOCK_SNDBUF_LOCK)
		WRITE_ONCE(to->sk_sndbuf, from->sk_sndbuf);
	if (locks & SOCK_RCVBUF_LOCK)
		WRITE_ONCE(to->sk_rcvbuf, from->sk_rcvbuf);
	release_sock(to);
}

/* not before the handshake is over: its messages must be noticed */
static void smc_tcp_copy_lowat(struct smc_sock *smc)
{
	struct sock *sk = &smc->inet.sk, *tcp = smc_tcp(smc);
	int lowat = 1;

	if (smc_mode(smc) == SMC_MODE_TCP)
		lowat = READ_ONCE(sk->sk_rcvlowat);
	if (READ_ONCE(tcp->sk_rcvlowat) != lowat)
		WRITE_ONCE(tcp->sk_rcvlowat, lowat);
}

/**
 * smc_tcp_sync - bring options set on the SMC socket to the TCP socket
 * @smc: socket
 *
 * A handful of compares when nothing changed.
 */
void smc_tcp_sync(struct smc_sock *smc)
{
	struct sock *sk = &smc->inet.sk, *tcp = smc_tcp(smc);

	smc_copy_field(tcp, sk, sk_rcvtimeo);
	smc_copy_field(tcp, sk, sk_sndtimeo);
	smc_tcp_copy_lowat(smc);
	smc_copy_field(tcp, sk, sk_priority);
	if (READ_ONCE(tcp->sk_mark) != READ_ONCE(sk->sk_mark)) {
		WRITE_ONCE(tcp->sk_mark, READ_ONCE(sk->sk_mark));
		sk_dst_reset(tcp);	/* routes depend on it */
	}
	smc_copy_field(tcp, sk, sk_max_pacing_rate);
	if ((tcp->sk_flags ^ sk->sk_flags) & SMC_TCP_FLAGS ||
	    tcp->sk_lingertime != sk->sk_lingertime) {
		lock_sock(tcp);
		smc_tcp_copy_flags(tcp, sk);
		release_sock(tcp);
	}
	smc_tcp_copy_bufs(tcp, sk);
}

/**
 * smc_tcp_sync_bind - smc_tcp_sync() and what counts for bind and connect
 * @smc: socket
 */
void smc_tcp_sync_bind(struct smc_sock *smc)
{
	struct sock *sk = &smc->inet.sk, *tcp = smc_tcp(smc);

	smc_copy_field(tcp, sk, sk_bound_dev_if);
	/* AF_SMC sockets are refused SO_REUSEPORT by generic code */
	tcp->sk_reuse = sk->sk_reuse;
	tcp->sk_reuseport = sk->sk_reuseport;
	smc_tcp_sync(smc);
}

/**
 * smc_tcp_inherit - give a child the options that TCP gives to its children
 * @child: new socket, known to nobody
 * @parent: listener
 */
void smc_tcp_inherit(struct smc_sock *child, const struct smc_sock *parent)
{
	const struct sock *from = &parent->inet.sk;
	struct sock *to = &child->inet.sk;

	smc_tcp_copy_flags(to, from);
	to->sk_rcvtimeo = from->sk_rcvtimeo;
	to->sk_sndtimeo = from->sk_sndtimeo;
	to->sk_rcvlowat = from->sk_rcvlowat;
	/* sysctls may let TCP take these two from the SYN instead */
	to->sk_mark = from->sk_mark;
	if (smc_tcp(child)->sk_mark != smc_tcp(parent)->sk_mark)
		to->sk_mark = smc_tcp(child)->sk_mark;
	to->sk_bound_dev_if = from->sk_bound_dev_if;
	if (smc_tcp(child)->sk_bound_dev_if != smc_tcp(parent)->sk_bound_dev_if)
		to->sk_bound_dev_if = smc_tcp(child)->sk_bound_dev_if;
	to->sk_max_pacing_rate = from->sk_max_pacing_rate;
	to->sk_reuse = from->sk_reuse;
	to->sk_reuseport = from->sk_reuseport;
	to->sk_userlocks = from->sk_userlocks &
			   (SOCK_SNDBUF_LOCK | SOCK_RCVBUF_LOCK);
	to->sk_sndbuf = from->sk_sndbuf;
	to->sk_rcvbuf = from->sk_rcvbuf;
	/* where these can be set, both sockets have them */
	sock_valbool_flag(to, SOCK_ZEROCOPY, sock_flag(from, SOCK_ZEROCOPY));
	sock_valbool_flag(to, SOCK_FILTER_LOCKED,
			  sock_flag(from, SOCK_FILTER_LOCKED));
	child->limit_hs = parent->limit_hs;
	child->recv_inq = parent->recv_inq;
}

/*
 * Errors.  TCP keeps its error and so decides in which order data, error and
 * end of file are seen.  The SMC socket shows a copy, because SO_ERROR reads
 * that one; whichever copy is consumed first takes the other along.
 */

/**
 * smc_tcp_show_err - copy an error of the TCP socket to the SMC socket
 * @smc: socket
 * @tcp: its TCP socket: softirq may come while the two are being parted
 */
void smc_tcp_show_err(struct smc_sock *smc, const struct sock *tcp)
{
	int err = READ_ONCE(tcp->sk_err);

	if (err) {
		WRITE_ONCE(smc->inet.sk.sk_err, err);
		WRITE_ONCE(smc->err_shown, true);
	}
}

/**
 * smc_tcp_sync_err - an error consumed on one socket is gone on both
 * @smc: socket
 */
void smc_tcp_sync_err(struct smc_sock *smc)
{
	struct sock *sk = &smc->inet.sk, *tcp = smc_tcp(smc);

	if (!READ_ONCE(smc->err_shown)) {
		smc_tcp_show_err(smc, tcp);
		return;
	}
	if (READ_ONCE(sk->sk_err) && READ_ONCE(tcp->sk_err))
		return;
	WRITE_ONCE(sk->sk_err, 0);
	WRITE_ONCE(tcp->sk_err, 0);
	WRITE_ONCE(smc->err_shown, false);
}

/**
 * smc_tcp_forget_err - an error that nobody asked for counts no more
 * @smc: socket, locked, that begins to connect
 *
 * TCP forgets its own when it sends the SYN, or returns it instead.
 */
void smc_tcp_forget_err(struct smc_sock *smc)
{
	WRITE_ONCE(smc->inet.sk.sk_err, 0);
	WRITE_ONCE(smc->err_shown, false);
}

/**
 * smc_tcp_poll - poll() of a socket that TCP serves
 * @file: file
 * @smc: socket; the caller has queued the waiter on it
 *
 * Return: event mask.
 */
__poll_t smc_tcp_poll(struct file *file, struct smc_sock *smc)
{
	smc_tcp_copy_lowat(smc);
	smc_tcp_sync_err(smc);
	return smc->clcsock->ops->poll(file, smc->clcsock, NULL);
}

/**
 * smc_tcp_sendmsg - sendmsg() of a socket that TCP serves
 * @smc: socket
 * @msg: message
 * @len: its length
 *
 * The operation is called directly: security and tracing hooks have already
 * run for the SMC socket.
 *
 * Return: bytes or -errno.
 */
int smc_tcp_sendmsg(struct smc_sock *smc, struct msghdr *msg, size_t len)
{
	int rc;

	smc_tcp_sync(smc);
	smc_tcp_sync_err(smc);
	rc = smc->clcsock->ops->sendmsg(smc->clcsock, msg, len);
	smc_tcp_sync_err(smc);
	return rc;
}

/**
 * smc_tcp_recvmsg - recvmsg() of a socket that TCP serves
 * @smc: socket
 * @msg: message
 * @len: room
 * @flags: MSG_*
 *
 * Return: bytes or -errno.
 */
int smc_tcp_recvmsg(struct smc_sock *smc, struct msghdr *msg, size_t len,
		    int flags)
{
	int rc;

	smc_tcp_sync(smc);
	smc_tcp_sync_err(smc);
	rc = smc->clcsock->ops->recvmsg(smc->clcsock, msg, len, flags);
	smc_tcp_sync_err(smc);
	return rc;
}
