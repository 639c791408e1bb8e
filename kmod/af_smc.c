// SPDX-License-Identifier: GPL-2.0
/*
 * Socket operations.  Each looks at the mode and hands the call to the TCP
 * socket or to the connection; the file stays on the SMC socket for life.
 */

#include <linux/bpf-cgroup.h>
#include <linux/net.h>
#include <linux/tcp.h>
#include <net/inet_common.h>
#include <net/sock.h>
#include <net/tcp.h>

#include "clcsock.h"
#include "conn.h"
#include "fallback.h"
#include "hs.h"
#include "listen.h"
#include "net.h"
#include "sock.h"

static int smc_bind(struct socket *sock, struct sockaddr *addr, int len)
{
	struct smc_sock *smc = smc_sk(sock->sk);
	int rc;

	lock_sock(sock->sk);
	smc_tcp_sync_bind(smc);
	rc = smc->clcsock->ops->bind(smc->clcsock, addr, len);
	release_sock(sock->sk);
	return rc;
}

static int smc_listen(struct socket *sock, int backlog)
{
	struct smc_sock *smc = smc_sk(sock->sk);
	int rc = -EINVAL;

	lock_sock(sock->sk);
	smc_clcsock_own(smc, sock);
	switch (smc_mode(smc)) {
	case SMC_MODE_INIT:
	case SMC_MODE_LISTEN:
		rc = smc_listen_start(smc, backlog);
		break;
	default:
		break;
	}
	release_sock(sock->sk);
	return rc;
}

static int smc_accept(struct socket *sock, struct socket *newsock,
		      struct proto_accept_arg *arg)
{
	struct smc_sock *smc = smc_sk(sock->sk);
	struct sock *child;
	int err;

	if (smc_mode(smc) != SMC_MODE_LISTEN)
		return -EINVAL;
	child = smc_listen_accept(smc, sock_rcvtimeo(sock->sk,
						     arg->flags & O_NONBLOCK),
				  &err);
	if (!child)
		return err;
	lock_sock(child);
	sock_graft(child, newsock);
	smc_clcsock_graft(smc_sk(child), newsock);
	newsock->state = SS_CONNECTED;
	smc_set_custom_sockopt(newsock);
	release_sock(child);
	return 0;
}
SMC_ACCEPT_SHIM(smc_accept);

/* locked, no handshake: TCP is closed and so is what it was for */
static int smc_tcp_disconnect(struct smc_sock *smc, struct sockaddr *addr,
			      int len, int flags)
{
	struct sock *sk = &smc->inet.sk;
	int rc;

	rc = smc->clcsock->ops->connect(smc->clcsock, addr, len, flags);
	/* a handshake looks ahead from the start of the stream */
	WRITE_ONCE(smc_tcp(smc)->sk_peek_off, -1);
	smc_sock_set_mode(smc, SMC_MODE_INIT);
	WRITE_ONCE(sk->sk_state, SMC_INIT);
	sk->sk_socket->state = SS_UNCONNECTED;
	smc_tcp_sync_err(smc);
	return rc;
}

/*
 * connect(AF_UNSPEC): the socket is as new.  A connection may only be taken
 * away when nobody uses it, which may last while a user copy is stalled.
 * -EAGAIN: another thread has begun to connect or listen meanwhile.
 */
static int smc_disconnect(struct smc_sock *smc, struct sockaddr *addr, int len,
			  int flags)
{
	struct sock *sk = &smc->inet.sk;
	struct smc_conn *conn;
	int rc;

	rc = mutex_lock_killable(&smc->tx_mutex);
	if (rc)
		return rc;
	rc = mutex_lock_killable(&smc->rx_mutex);
	if (rc)
		goto out_tx;
	lock_sock(sk);
	rc = -EAGAIN;
	if (rcu_access_pointer(smc->hs) || smc_mode(smc) == SMC_MODE_LISTEN)
		goto out_sk;
	conn = rcu_dereference_protected(smc->conn, true);
	if (conn) {
		RCU_INIT_POINTER(smc->conn, NULL);
		smc_conn_close(conn, true);
		smc_conn_put(conn);
	}
	rc = smc_tcp_disconnect(smc, addr, len, flags);
	WRITE_ONCE(sk->sk_shutdown, 0);
	smc->fallback_rsn = 0;
	smc->peer_diagnosis = 0;
out_sk:
	release_sock(sk);
	mutex_unlock(&smc->rx_mutex);
out_tx:
	mutex_unlock(&smc->tx_mutex);
	return rc;
}

/*
 * TCP begins to connect and the handshake with it, in one step under the lock:
 * no call of another thread finds one without the other.
 */
static int smc_connect_begin(struct smc_sock *smc, struct sockaddr *addr,
			     int len, int flags, struct smc_hs **ret_hs)
{
	struct sock *sk = &smc->inet.sk, *tcp = smc_tcp(smc);
	struct smc_hs *hs;
	int rc;

	smc_tcp_sync_bind(smc);
	hs = smc_hs_alloc(smc, false);
	if (!hs)
		return -ENOMEM;
	hs->by_caller = !(flags & O_NONBLOCK);
	smc_tcp_forget_err(smc);
	tcp_sk(tcp)->syn_smc = 1;
	rc = smc->clcsock->ops->connect(smc->clcsock, addr, len,
					flags | O_NONBLOCK);
	if (!rc || rc == -EINPROGRESS) {
		sk->sk_socket->state = SS_CONNECTING;
		smc_sock_set_mode(smc, SMC_MODE_HS);
		rc = 0;
	} else {
		smc_hs_finish(hs, rc);
	}
	mutex_unlock(&hs->lock);
	if (rc)
		smc_hs_put(hs);
	else
		*ret_hs = hs;
	return rc;
}

/* wait for the end of a connect() that is under way */
static int smc_connect_wait(struct smc_sock *smc, long timeo)
{
	struct sock *sk = &smc->inet.sk;
	int rc;

	rc = smc_hs_connect(smc, timeo);
	if (rc)
		return rc;
	lock_sock(sk);
	if (smc_mode(smc) == SMC_MODE_SMC || smc_mode(smc) == SMC_MODE_TCP) {
		sk->sk_socket->state = SS_CONNECTED;
		smc->clcsock->state = SS_CONNECTED;
	}
	release_sock(sk);
	return 0;
}

static int smc_connect(struct socket *sock, struct sockaddr *addr, int len,
		       int flags)
{
	struct sock *sk = sock->sk;
	struct smc_sock *smc = smc_sk(sk);
	struct smc_hs *hs;
	int rc;

	if (len >= sizeof(addr->sa_family) && addr->sa_family == AF_UNSPEC) {
		do {
			smc_hs_cancel(smc);
			smc_listen_stop(smc);
			rc = smc_disconnect(smc, addr, len, flags);
		} while (rc == -EAGAIN && !fatal_signal_pending(current));
		/* whoever waits in a call for what was there */
		smc_sock_wake_all(sk);
		return rc;
	}

	lock_sock(sk);
	smc_clcsock_own(smc, sock);
	switch (smc_mode(smc)) {
	case SMC_MODE_INIT:
		if (!smc->no_smc) {
			rc = smc_connect_begin(smc, addr, len, flags, &hs);
			release_sock(sk);
			if (rc)
				return rc;
			if (flags & O_NONBLOCK) {
				smc_hs_queue(hs);
				rc = -EINPROGRESS;
			} else {
				rc = smc_connect_wait(smc,
						sock_sndtimeo(sk, false));
			}
			smc_hs_put(hs);
			return rc;
		}
		smc_tcp_sync_bind(smc);
		smc_fallback(smc, false, smc->no_smc);
		fallthrough;
	case SMC_MODE_TCP:
		release_sock(sk);
		smc_tcp_sync(smc);
		rc = smc->clcsock->ops->connect(smc->clcsock, addr, len, flags);
		smc_tcp_sync_err(smc);
		return rc;
	case SMC_MODE_HS:
		release_sock(sk);
		if (flags & O_NONBLOCK)
			return -EALREADY;
		return smc_connect_wait(smc, sock_sndtimeo(sk, false));
	case SMC_MODE_SMC:
		/* the first call after an asynchronous one tells success */
		rc = sock->state == SS_CONNECTING ? 0 : -EISCONN;
		sock->state = SS_CONNECTED;
		break;
	default:
		rc = -EISCONN;
	}
	release_sock(sk);
	return rc;
}

static int smc_getname(struct socket *sock, struct sockaddr *addr, int peer)
{
	struct socket *clcsock = smc_sk(sock->sk)->clcsock;

	return clcsock->ops->getname(clcsock, addr, peer);
}

static __poll_t smc_poll(struct file *file, struct socket *sock,
			 poll_table *wait)
{
	struct sock *sk = sock->sk;
	struct smc_sock *smc = smc_sk(sk);

	sock_poll_wait(file, sock, wait);
	switch (smc_mode(smc)) {
	case SMC_MODE_HS:
		return READ_ONCE(sk->sk_err) ? EPOLLERR : 0;
	case SMC_MODE_LISTEN:
		if (smc_listen_dead(smc))
			return smc_tcp_poll(file, smc);
		return smc_listen_ready(smc) ? EPOLLIN | EPOLLRDNORM : 0;
	case SMC_MODE_SMC:
		return smc_conn_poll(smc);
	default:
		return smc_tcp_poll(file, smc);
	}
}

static void smc_shutdown_conn(struct smc_sock *smc)
{
	u8 shut = smc->inet.sk.sk_shutdown;
	struct smc_conn *conn = smc_conn_get(smc);

	if (!conn)
		return;
	if (shut & SEND_SHUTDOWN)
		smc_conn_shutdown(conn, shut == SHUTDOWN_MASK);
	smc_conn_put(conn);
}

/*
 * tx_mutex: what a send() of another thread has reported as sent comes before
 * the end of the stream.
 */
static int smc_shutdown(struct socket *sock, int how)
{
	struct sockaddr unspec = { .sa_family = AF_UNSPEC };
	struct sock *sk = sock->sk;
	struct smc_sock *smc = smc_sk(sk);
	int rc;

	if (how < SHUT_RD || how > SHUT_RDWR)
		return -EINVAL;
again:
	smc_hs_cancel(smc);
	if (how != SHUT_WR && smc_listen_stop(smc)) {
		smc_sock_wake_all(sk);
		return 0;
	}

	rc = mutex_lock_killable(&smc->tx_mutex);
	if (rc)
		return rc;
	lock_sock(sk);
	switch (smc_mode(smc)) {
	case SMC_MODE_SMC:
		WRITE_ONCE(sk->sk_shutdown, sk->sk_shutdown | (how + 1));
		smc_shutdown_conn(smc);
		rc = smc->clcsock->ops->shutdown(smc->clcsock, how);
		if (rc == -ENOTCONN)	/* the peer's FIN was first: as TCP */
			rc = 0;
		break;
	case SMC_MODE_LISTEN:
		/* by another thread's listen(), which comes after this then */
		rc = how == SHUT_WR ? 0 : -ENOTCONN;
		break;
	case SMC_MODE_HS:
		if (rcu_access_pointer(smc->hs)) {
			/* another thread has begun to connect meanwhile */
			release_sock(sk);
			mutex_unlock(&smc->tx_mutex);
			goto again;
		}
		/* as TCP in SYN_SENT; half a handshake is of no use */
		rc = smc_tcp_disconnect(smc, &unspec, sizeof(unspec), 0);
		break;
	default:
		rc = smc->clcsock->ops->shutdown(smc->clcsock, how);
	}
	release_sock(sk);
	mutex_unlock(&smc->tx_mutex);
	smc_sock_wake(sk, EPOLLIN | EPOLLOUT | EPOLLHUP | EPOLLRDHUP);
	return rc;
}

/* MSG_FASTOPEN on a new socket: TCP from the start, as SMC cannot do it */
static void smc_fastopen(struct smc_sock *smc, struct socket *sock)
{
	lock_sock(&smc->inet.sk);
	smc_clcsock_own(smc, sock);
	if (smc_mode(smc) == SMC_MODE_INIT) {
		smc_tcp_sync_bind(smc);
		smc_fallback(smc, false, SMC_RSN_OPTUNSUPP);
	}
	release_sock(&smc->inet.sk);
}

/* a call that needs a connection waits for it, as on a TCP socket */
static int smc_wait_connect(struct smc_sock *smc, long timeo)
{
	int rc;

	if (!timeo)
		return -EAGAIN;
	rc = smc_hs_connect(smc, timeo);
	return rc == -EINPROGRESS ? -EAGAIN : rc;
}

/*
 * Before connect(): TCP is closed and answers at once.  The lock keeps it so;
 * else a connect() of another thread could begin meanwhile, and the call would
 * wait in TCP for bytes that belong to the handshake.
 */
static bool smc_lock_unconnected(struct smc_sock *smc)
{
	lock_sock(&smc->inet.sk);
	if (smc_mode(smc) == SMC_MODE_INIT)
		return true;
	release_sock(&smc->inet.sk);
	return false;
}

static int smc_sendmsg(struct socket *sock, struct msghdr *msg, size_t len)
{
	struct smc_sock *smc = smc_sk(sock->sk);
	int rc;

	if (unlikely(smc_mode(smc) == SMC_MODE_INIT)) {
		if (msg->msg_flags & MSG_FASTOPEN)
			smc_fastopen(smc, sock);
		if (smc_lock_unconnected(smc)) {
			rc = smc_tcp_sendmsg(smc, msg, len);
			release_sock(sock->sk);
			return rc;
		}
	}
	if (unlikely(smc_mode(smc) == SMC_MODE_HS)) {
		rc = smc_wait_connect(smc, sock_sndtimeo(sock->sk,
					msg->msg_flags & MSG_DONTWAIT));
		if (rc)
			return rc;
	}
	if (smc_mode(smc) == SMC_MODE_SMC)
		return smc_tx_sendmsg(smc, msg, len);
	return smc_tcp_sendmsg(smc, msg, len);
}

static int smc_recvmsg(struct socket *sock, struct msghdr *msg, size_t len,
		       int flags)
{
	struct smc_sock *smc = smc_sk(sock->sk);
	int rc;

	if (unlikely(smc_mode(smc) == SMC_MODE_INIT) &&
	    smc_lock_unconnected(smc)) {
		rc = smc_tcp_recvmsg(smc, msg, len, flags);
		release_sock(sock->sk);
		return rc;
	}
	if (unlikely(smc_mode(smc) == SMC_MODE_HS)) {
		rc = smc_wait_connect(smc, sock_rcvtimeo(sock->sk,
						flags & MSG_DONTWAIT));
		if (rc)
			return rc;
	}
	if (smc_mode(smc) == SMC_MODE_SMC)
		return smc_rx_recvmsg(smc, msg, len, flags);
	return smc_tcp_recvmsg(smc, msg, len, flags);
}

static ssize_t smc_splice_read(struct socket *sock, loff_t *pos,
			       struct pipe_inode_info *pipe, size_t len,
			       unsigned int flags)
{
	struct smc_sock *smc = smc_sk(sock->sk);
	bool nonblock = sock->file->f_flags & O_NONBLOCK;
	int rc;

	if (unlikely(*pos))
		return -ESPIPE;
	if (unlikely(smc_mode(smc) == SMC_MODE_INIT) &&
	    smc_lock_unconnected(smc)) {
		rc = smc_splice(smc, pipe, len, nonblock);
		release_sock(sock->sk);
		return rc;
	}
	if (unlikely(smc_mode(smc) == SMC_MODE_HS)) {
		rc = smc_wait_connect(smc, sock_rcvtimeo(sock->sk, nonblock));
		if (rc)
			return rc;
	}
	return smc_splice(smc, pipe, len, nonblock);
}

#ifdef HAVE_SENDPAGE
static ssize_t smc_sendpage(struct socket *sock, struct page *page, int offset,
			    size_t size, int flags)
{
	struct smc_sock *smc = smc_sk(sock->sk);
	ssize_t rc;

	if (smc_mode(smc) != SMC_MODE_TCP) {
		smc_stat_inc(&smc_net(sock_net(sock->sk))->stats, SMC_TECH_D,
			     SMC_STAT_SENDPAGE);
		return sock_no_sendpage(sock, page, offset, size, flags);
	}
	smc_tcp_sync(smc);
	smc_tcp_sync_err(smc);
	rc = kernel_sendpage(smc->clcsock, page, offset, size, flags);
	smc_tcp_sync_err(smc);
	return rc;
}
#define SMC_SENDPAGE .sendpage = smc_sendpage,
#else
#define SMC_SENDPAGE
#endif

#define SMC_OPS(fam) {					\
	.family		= fam,				\
	.owner		= THIS_MODULE,			\
	.release	= smc_sock_release,		\
	.bind		= smc_bind,			\
	.connect	= smc_connect,			\
	.socketpair	= sock_no_socketpair,		\
	.accept		= SMC_ACCEPT_OP(smc_accept),	\
	.getname	= smc_getname,			\
	.poll		= smc_poll,			\
	.ioctl		= smc_ioctl,			\
	.listen		= smc_listen,			\
	.shutdown	= smc_shutdown,			\
	.setsockopt	= smc_setsockopt,		\
	.getsockopt	= smc_getsockopt,		\
	.sendmsg	= smc_sendmsg,			\
	.recvmsg	= smc_recvmsg,			\
	.mmap		= sock_no_mmap,			\
	.splice_read	= smc_splice_read,		\
	SMC_SENDPAGE					\
}

struct proto_ops smc_ops __ro_after_init = SMC_OPS(PF_SMC);
struct proto_ops smc_inet_ops __ro_after_init = SMC_OPS(PF_INET);
struct proto_ops smc_inet6_ops __ro_after_init = SMC_OPS(PF_INET6);

/* SO_PEEK_OFF; generic code offers it for sockets that have this operation */
static int smc_set_peek_off(struct sock *sk, int val)
{
	struct smc_sock *smc = smc_sk(sk);

	/* a handshake peeks, too: TCP is told when it serves the socket */
	if (smc_mode(smc) == SMC_MODE_TCP)
		sk_set_peek_off(smc_tcp(smc), val);
	return sk_set_peek_off(sk, val);
}

static int smc_create(struct net *net, struct socket *sock, int protocol,
		      int kern)
{
	struct sock *sk;
	int err;

	if (sock->type != SOCK_STREAM)
		return -ESOCKTNOSUPPORT;
	if (protocol != SMCPROTO_SMC && protocol != SMCPROTO_SMC6)
		return -EPROTONOSUPPORT;
	sk = smc_sock_alloc(net, sock, PF_SMC, protocol, kern);
	if (!sk)
		return -ENOBUFS;
	sock->ops = &smc_ops;
	sock->state = SS_UNCONNECTED;
	smc_set_custom_sockopt(sock);
	err = smc_sock_init(sk, protocol == SMCPROTO_SMC6 ? PF_INET6 : PF_INET,
			    NULL, NULL);
	if (err) {
		sock->sk = NULL;
		sock_orphan(sk);
		sock_put(sk);
		return err;
	}
	/* generic code asks control groups about AF_INET and AF_INET6 only */
	if (!kern)
		err = BPF_CGROUP_RUN_PROG_INET_SOCK(smc_tcp(smc_sk(sk)));
	if (err) {
		sock->sk = NULL;
		smc_sock_dispose(sk, false);
	}
	return err;
}

static const struct net_proto_family smc_family = {
	.family	= PF_SMC,
	.owner	= THIS_MODULE,
	.create	= smc_create,
};

/**
 * smc_family_register - offer socket(AF_SMC)
 *
 * Return: 0 or -errno.
 */
int __init smc_family_register(void)
{
	if (inet_stream_ops.set_peek_off) {	/* as this kernel's TCP */
		smc_ops.set_peek_off = smc_set_peek_off;
		smc_inet_ops.set_peek_off = smc_set_peek_off;
		smc_inet6_ops.set_peek_off = smc_set_peek_off;
	}
	return sock_register(&smc_family);
}

/** smc_family_unregister - undo smc_family_register() */
void smc_family_unregister(void)
{
	sock_unregister(PF_SMC);
}
