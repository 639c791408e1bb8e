// SPDX-License-Identifier: GPL-2.0
/* The internal TCP socket: creation, callbacks, CLC messages. */

#include <linux/net.h>
#include <net/sock.h>
#include <net/tcp.h>

#include "clcsock.h"
#include "conn.h"
#include "fallback.h"
#include "hs.h"
#include "listen.h"
#include "sock.h"
#include "ueid.h"

/**
 * smc_clcsock_create - make the TCP socket below an SMC socket
 * @net: namespace; the socket holds it, as TCP timers outlive SMC sockets
 * @family: AF_INET or AF_INET6
 * @ret: the new socket
 *
 * Return: 0 or -errno.
 */
int smc_clcsock_create(struct net *net, int family, struct socket **ret)
{
	int err;

	err = sock_create_kern(net, family, SOCK_STREAM, IPPROTO_TCP, ret);
	if (err)
		return err;
	sk_net_refcnt_upgrade((*ret)->sk);
	return 0;
}

/**
 * smc_clcsock_busy - is the TCP socket in use by a call right now?
 * @smc: SMC socket, whose user may keep it in use for as long as he likes: some
 *       options are copied from and to the user while TCP's lock is held
 *
 * Return: true if work that serves others as well should come back later.
 */
bool smc_clcsock_busy(const struct smc_sock *smc)
{
	return sock_owned_by_user_nocheck(smc_tcp(smc));
}

/**
 * smc_clcsock_own - the TCP socket belongs to the user's file
 * @smc: SMC socket
 * @sock: the user's socket
 *
 * Firewalls find the user of a packet by the file of its socket; TCP sends
 * SIGURG to its owner.  It is taken away before the file goes.
 */
void smc_clcsock_own(struct smc_sock *smc, struct socket *sock)
{
	struct sock *tcp = smc_tcp(smc);

	write_lock_bh(&tcp->sk_callback_lock);
	smc->clcsock->file = sock->file;
	write_unlock_bh(&tcp->sk_callback_lock);
}

/**
 * smc_clcsock_graft - an accepted TCP socket belongs to who accepts it
 * @smc: its SMC socket
 * @sock: the user's socket
 */
void smc_clcsock_graft(struct smc_sock *smc, struct socket *sock)
{
	kuid_t uid = SOCK_INODE(sock)->i_uid;

	smc_clcsock_own(smc, sock);
	SOCK_INODE(smc->clcsock)->i_uid = uid;
	smc_tcp(smc)->sk_uid = uid;
}

/**
 * smc_clcsock_release - close a TCP socket
 * @clcsock: socket, detached
 * @reset: the peer is to see a reset, not an orderly end
 */
void smc_clcsock_release(struct socket *clcsock, bool reset)
{
	if (reset)
		sock_no_linger(clcsock->sk);
	sock_release(clcsock);
}

/*
 * Callbacks.  The original runs first, so that TCP's own sleepers are served,
 * then whoever waits on the SMC socket.  They run in softirq with the TCP
 * socket locked; the SMC socket stays valid by RCU (SOCK_RCU_FREE).
 */
static struct smc_sock *smc_from_tcp(const struct sock *tcp)
{
	return rcu_dereference_sk_user_data(tcp);
}

/* TCP has sent SIGURG, but SIGIO is for who waits on the SMC socket */
static void smc_tcp_urgent(struct smc_sock *smc, const struct sock *tcp)
{
	u32 mark = READ_ONCE(tcp_sk(tcp)->urg_seq);

	if (!READ_ONCE(tcp_sk(tcp)->urg_data) || smc->urg_told == mark)
		return;
	smc->urg_told = mark;
	sk_wake_async(&smc->inet.sk, SOCK_WAKE_URG, POLL_PRI);
}

static void smc_tcp_data_ready(struct sock *tcp)
{
	struct smc_sock *smc;

	rcu_read_lock();
	smc = smc_from_tcp(tcp);
	if (!smc)
		goto out;
	smc->tcp_cb.data_ready(tcp);
	switch (smc_mode(smc)) {
	case SMC_MODE_LISTEN:
		smc_listen_kick(smc);
		break;
	case SMC_MODE_TCP:
		smc_tcp_urgent(smc, tcp);
		smc_sock_wake(&smc->inet.sk, EPOLLIN | EPOLLPRI | EPOLLRDNORM |
			      EPOLLRDBAND);
		break;
	default:
		smc_hs_kick(smc);
	}
out:
	rcu_read_unlock();
}

static void smc_tcp_write_space(struct sock *tcp)
{
	struct smc_sock *smc;

	rcu_read_lock();
	smc = smc_from_tcp(tcp);
	if (smc) {
		smc->tcp_cb.write_space(tcp);
		if (smc_mode(smc) == SMC_MODE_TCP && sk_stream_is_writeable(tcp))
			smc_sock_wake(&smc->inet.sk, EPOLLOUT | EPOLLWRNORM |
				      EPOLLWRBAND);
	}
	rcu_read_unlock();
}

static void smc_tcp_changed(struct smc_sock *smc)
{
	switch (smc_mode(smc)) {
	case SMC_MODE_TCP:
		smc_sock_wake(&smc->inet.sk, EPOLLIN | EPOLLOUT | EPOLLHUP |
			      EPOLLRDHUP);
		break;
	case SMC_MODE_LISTEN:	/* the administrator has ended it (ss -K) */
		smc_sock_wake_all(&smc->inet.sk);
		break;
	default:
		smc_hs_kick(smc);
	}
}

static void smc_tcp_state_change(struct sock *tcp)
{
	struct smc_sock *smc;

	rcu_read_lock();
	smc = smc_from_tcp(tcp);
	if (smc) {
		smc->tcp_cb.state_change(tcp);
		smc_tcp_changed(smc);
	}
	rcu_read_unlock();
}

static void smc_tcp_error_report(struct sock *tcp)
{
	struct smc_sock *smc;

	rcu_read_lock();
	smc = smc_from_tcp(tcp);
	if (!smc)
		goto out;
	smc->tcp_cb.error_report(tcp);
	smp_mb();	/* pairs with the one in smc_hs_publish() */
	switch (smc_mode(smc)) {
	case SMC_MODE_TCP:
		smc_tcp_show_err(smc, tcp);
		smc_sock_wake(&smc->inet.sk, EPOLLERR);
		break;
	case SMC_MODE_SMC:
		if (READ_ONCE(tcp->sk_err))	/* else: its error queue has news */
			smc_conn_tcp_lost(smc);
		break;
	default:
		smc_tcp_changed(smc);
	}
out:
	rcu_read_unlock();
}

/**
 * smc_clcsock_attach - hear of what happens on the TCP socket
 * @smc: its SMC socket
 *
 * Done once per socket.  The pointer is marked NOCOPY, so that a listener's
 * children do not inherit it.
 */
void smc_clcsock_attach(struct smc_sock *smc)
{
	struct sock *tcp = smc_tcp(smc);

	write_lock_bh(&tcp->sk_callback_lock);
	smc->tcp_cb.data_ready = tcp->sk_data_ready;
	smc->tcp_cb.write_space = tcp->sk_write_space;
	smc->tcp_cb.state_change = tcp->sk_state_change;
	smc->tcp_cb.error_report = tcp->sk_error_report;
	__rcu_assign_sk_user_data_with_flags(tcp, smc, SK_USER_DATA_NOCOPY);
	tcp->sk_data_ready = smc_tcp_data_ready;
	tcp->sk_write_space = smc_tcp_write_space;
	tcp->sk_state_change = smc_tcp_state_change;
	tcp->sk_error_report = smc_tcp_error_report;
	write_unlock_bh(&tcp->sk_callback_lock);
}

/**
 * smc_clcsock_restore - give the TCP socket its callbacks back
 * @smc: SMC socket
 * @tcp: its TCP socket
 *
 * Done once more after it was closed: an upper layer protocol that the user
 * has put on it (TLS) puts back what it found there, and TCP goes on for a
 * while without us.
 */
void smc_clcsock_restore(const struct smc_sock *smc, struct sock *tcp)
{
	write_lock_bh(&tcp->sk_callback_lock);
	if (tcp->sk_data_ready == smc_tcp_data_ready)
		tcp->sk_data_ready = smc->tcp_cb.data_ready;
	if (tcp->sk_write_space == smc_tcp_write_space)
		tcp->sk_write_space = smc->tcp_cb.write_space;
	if (tcp->sk_state_change == smc_tcp_state_change)
		tcp->sk_state_change = smc->tcp_cb.state_change;
	if (tcp->sk_error_report == smc_tcp_error_report)
		tcp->sk_error_report = smc->tcp_cb.error_report;
	write_unlock_bh(&tcp->sk_callback_lock);
}

/**
 * smc_clcsock_detach - part an SMC socket from its TCP socket
 * @smc: SMC socket that no call uses any more
 *
 * A callback that runs meanwhile may still see @smc until a grace period is
 * over; the socket is freed after one.
 *
 * Return: the TCP socket, which the caller has to release.
 */
struct socket *smc_clcsock_detach(struct smc_sock *smc)
{
	struct socket *clcsock = smc->clcsock;
	struct sock *sk = &smc->inet.sk, *tcp = clcsock->sk;

	write_lock_bh(&sk->sk_callback_lock);	/* a dump may look at it */
	smc->clcsock = NULL;
	write_unlock_bh(&sk->sk_callback_lock);
	write_lock_bh(&tcp->sk_callback_lock);
	clcsock->file = NULL;	/* of smc_clcsock_own(); sock_release() minds */
	rcu_assign_sk_user_data(tcp, NULL);
	write_unlock_bh(&tcp->sk_callback_lock);
	smc_clcsock_restore(smc, tcp);
	return clcsock;
}

/**
 * smc_clcsock_send - send one CLC message
 * @clcsock: connected TCP socket
 * @buf: message
 * @len: its length
 *
 * Never waits: a fresh connection has room for the few hundred bytes.  A cork
 * that the user set is lifted for the moment, else the message would wait.
 *
 * Return: 0 or -errno.
 */
int smc_clcsock_send(struct socket *clcsock, void *buf, size_t len)
{
	struct msghdr msg = { .msg_flags = MSG_DONTWAIT | MSG_NOSIGNAL };
	struct kvec vec = { .iov_base = buf, .iov_len = len };
	struct sock *tcp = clcsock->sk;
	int n;

	n = kernel_sendmsg(clcsock, &msg, &vec, 1, len);
	if (tcp_sk(tcp)->nonagle & TCP_NAGLE_CORK) {
		tcp_sock_set_cork(tcp, false);
		tcp_sock_set_cork(tcp, true);
	}
	if (n < 0)
		return n;
	return n == len ? 0 : -ENOBUFS;
}

static int smc_clcsock_read(struct socket *clcsock, void *buf, size_t len,
			    int flags)
{
	struct msghdr msg = { };
	struct kvec vec = { .iov_base = buf, .iov_len = len };

	return kernel_recvmsg(clcsock, &msg, &vec, 1, len,
			      flags | MSG_DONTWAIT | MSG_NOSIGNAL);
}

/**
 * smc_clcsock_recv - take one CLC message out of the stream, if it is complete
 * @clcsock: connected TCP socket
 * @buf: room for the message
 * @size: of @buf, SMC_CLC_MAX_LEN or more
 * @expect: type wanted; a DECLINE is always taken, too
 * @hdr: header of the message
 *
 * Looks before it takes, so that nothing is consumed but a whole message of
 * a known kind and not one byte after it.
 *
 * Return: length; -EAGAIN when more must arrive; -ECONNRESET when the peer
 * closed before a message, -ENODATA within one; -EBADMSG when it is garbage;
 * -EPROTO when it is out of turn; or the error of the TCP socket.
 */
int smc_clcsock_recv(struct socket *clcsock, void *buf, size_t size, u8 expect,
		     struct smc_clc_hdr *hdr)
{
	int n, err;

	n = smc_clcsock_read(clcsock, buf, SMC_CLC_HDR_LEN, MSG_PEEK);
	if (n < 0)
		return n;
	if (!n)
		return -ECONNRESET;
	if (n < SMC_CLC_HDR_LEN)
		goto partial;
	err = smc_clc_peek(buf, n, hdr);
	if (err)
		return err;
	if (hdr->type != expect && hdr->type != SMC_CLC_DECLINE)
		return -EPROTO;
	if (hdr->length > size)
		return -EBADMSG;
	n = smc_clcsock_read(clcsock, buf, hdr->length, MSG_PEEK);
	if (n < 0)
		return n;
	if (n < hdr->length)
		goto partial;
	n = smc_clcsock_read(clcsock, buf, hdr->length, 0);
	if (n == hdr->length)
		return n;
	return n < 0 ? n : -EPROTO;

partial:
	/* the rest will never come once the peer has sent its FIN */
	if (READ_ONCE(clcsock->sk->sk_shutdown) & RCV_SHUTDOWN)
		return -ENODATA;
	return -EAGAIN;
}

/**
 * smc_clcsock_decline - tell the peer that this connection stays TCP
 * @clcsock: connected TCP socket
 * @version: of the message that is answered
 * @reason: enum smc_rsn
 *
 * Return: 0 or -errno.
 */
int smc_clcsock_decline(struct socket *clcsock, u8 version, u32 reason)
{
	struct smc_clc_decline d = {
		.version = version,
		.diagnosis = reason,
		.os = SMC_OS_LINUX,
	};
	u8 buf[SMC_CLC_DECLINE_LEN_V2];
	int len;

	len = smc_clc_build_decline(buf, sizeof(buf), &d);
	return len < 0 ? len : smc_clcsock_send(clcsock, buf, len);
}
