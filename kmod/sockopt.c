// SPDX-License-Identifier: GPL-2.0
/* Socket options and ioctls. */

#include <linux/sockios.h>
#include <linux/slab.h>
#include <asm/ioctls.h>
#include <linux/smc.h>
#include <linux/tcp.h>
#include <net/sock.h>
#include <net/tcp.h>

#include "conn.h"
#include "fallback.h"
#include "hs.h"
#include "net.h"
#include "sock.h"

#define SMC_SOCKOPT_MAX	65536U	/* more than any option of TCP or IP takes */

static int smc_set_limit_hs(struct smc_sock *smc, sockptr_t optval,
			    unsigned int optlen)
{
	int val;

	if (optlen < sizeof(val))
		return -EINVAL;
	if (copy_from_sockptr(&val, optval, sizeof(val)))
		return -EFAULT;
	WRITE_ONCE(smc->limit_hs, !!val);
	return 0;
}

static bool smc_opt_fastopen(int level, int optname)
{
	return level == SOL_TCP && (optname == TCP_FASTOPEN ||
				    optname == TCP_FASTOPEN_CONNECT ||
				    optname == TCP_FASTOPEN_KEY ||
				    optname == TCP_FASTOPEN_NO_COOKIE);
}

/*
 * TCP copies some values under its lock: ours have been copied before, so that
 * a user's page that takes its time keeps nobody else who needs that lock.
 */
static int smc_tcp_setsockopt(struct smc_sock *smc, int level, int optname,
			      sockptr_t optval, unsigned int optlen)
{
	struct sock *sk = &smc->inet.sk, *tcp = smc_tcp(smc);
	bool tos = level == SOL_IP && optname == IP_TOS;
	sockptr_t value = optval;
	void *copy = NULL;
	int rc;

	if (optlen > SMC_SOCKOPT_MAX)
		return -EINVAL;
	if (!sockptr_is_null(optval)) {
		copy = memdup_sockptr(optval, optlen);
		if (IS_ERR(copy))
			return PTR_ERR(copy);
		value = KERNEL_SOCKPTR(copy);
	}
	if (tos)	/* another IP_TOS sets the priority, the same does not */
		WRITE_ONCE(tcp->sk_priority, READ_ONCE(sk->sk_priority));
	rc = smc->clcsock->ops->setsockopt(smc->clcsock, level, optname,
					   value, optlen);
	/* the one option that answers in its value: the label that was chosen */
	if (!rc && copy && level == SOL_IPV6 &&
	    optname == IPV6_FLOWLABEL_MGR && copy_to_sockptr(optval, copy, optlen))
		rc = -EFAULT;
	kfree(copy);
	if (!rc && level == SOL_TCP && optname == TCP_INQ)
		WRITE_ONCE(smc->recv_inq, tcp_sk(tcp)->recvmsg_inq);
	if (!rc && tos)
		WRITE_ONCE(sk->sk_priority, READ_ONCE(tcp->sk_priority));
	if (smc_mode(smc) != SMC_MODE_SMC)
		smc_tcp_sync_err(smc);
	return rc;
}

/*
 * Only kernels with SOCK_CUSTOM_SOCKOPT come here for SOL_SOCKET.  Generic
 * code refuses some options to what is not TCP; the TCP socket takes them.
 */
static int smc_set_sol_socket(struct socket *sock, int optname,
			      sockptr_t optval, unsigned int optlen)
{
	struct smc_sock *smc = smc_sk(sock->sk);
	struct sock *sk = sock->sk, *tcp = smc_tcp(smc);
	int rc;

	switch (optname) {
	case SO_REUSEPORT:
		rc = sock_setsockopt(smc->clcsock, SOL_SOCKET, optname, optval,
				     optlen);
		if (!rc)
			sk->sk_reuseport = tcp->sk_reuseport;
		return rc;
	case SO_ZEROCOPY:
		rc = sock_setsockopt(smc->clcsock, SOL_SOCKET, optname, optval,
				     optlen);
		if (!rc)
			sock_valbool_flag(sk, SOCK_ZEROCOPY,
					  sock_flag(tcp, SOCK_ZEROCOPY));
		return rc;
	case SO_LOCK_FILTER:
		rc = sock_setsockopt(smc->clcsock, SOL_SOCKET, optname, optval,
				     optlen);
		if (!rc)
			sock_valbool_flag(sk, SOCK_FILTER_LOCKED,
					  sock_flag(tcp, SOCK_FILTER_LOCKED));
		return rc;
	case SO_ATTACH_FILTER:
	case SO_ATTACH_BPF:
	case SO_DETACH_FILTER:
	case SO_ATTACH_REUSEPORT_CBPF:
	case SO_ATTACH_REUSEPORT_EBPF:
	case SO_DETACH_REUSEPORT_BPF:
		return sock_setsockopt(smc->clcsock, SOL_SOCKET, optname,
				       optval, optlen);
	default:
		break;
	}
	return sock_setsockopt(sock, SOL_SOCKET, optname, optval, optlen);
}

/**
 * smc_setsockopt - setsockopt()
 * @sock: socket
 * @level: SOL_*
 * @optname: option
 * @optval: value
 * @optlen: its length
 *
 * The value is copied from the user before any lock of ours is taken.
 *
 * Return: 0 or -errno.
 */
int smc_setsockopt(struct socket *sock, int level, int optname,
		   sockptr_t optval, unsigned int optlen)
{
	struct smc_sock *smc = smc_sk(sock->sk);
	int mode = smc_mode(smc), rc;

	if (level == SOL_SOCKET)
		return smc_set_sol_socket(sock, optname, optval, optlen);
	if (level == SOL_SMC)
		return optname == SMC_LIMIT_HS ?
		       smc_set_limit_hs(smc, optval, optlen) : -ENOPROTOOPT;
	/* what becomes of TCP's payload is known after the handshake only */
	if (mode == SMC_MODE_HS && level == SOL_TCP && optname == TCP_ULP)
		return -ENOTCONN;
	if ((mode == SMC_MODE_HS || mode == SMC_MODE_SMC) && level == SOL_TLS)
		return -ENOPROTOOPT;
	if (mode != SMC_MODE_SMC) {
		rc = smc_tcp_setsockopt(smc, level, optname, optval, optlen);
		if (!rc && mode == SMC_MODE_INIT &&
		    smc_opt_fastopen(level, optname))
			smc->no_smc = SMC_RSN_OPTUNSUPP;
		return rc;
	}

	if (level == SOL_TCP && optname == TCP_ULP)
		return -EOPNOTSUPP;	/* there is no TCP payload to work on */
	if (smc_opt_fastopen(level, optname))
		return -EINVAL;
	rc = smc_tcp_setsockopt(smc, level, optname, optval, optlen);
	if (!rc && level == SOL_TCP && optname == TCP_NODELAY)
		smc_stat_inc(&smc_net(sock_net(sock->sk))->stats, SMC_TECH_D,
			     SMC_STAT_NDLY);
	if (!rc && level == SOL_TCP && optname == TCP_CORK)
		smc_stat_inc(&smc_net(sock_net(sock->sk))->stats, SMC_TECH_D,
			     SMC_STAT_CORK);
	return rc;
}

static int smc_get_limit_hs(struct smc_sock *smc, char __user *optval,
			    int __user *optlen)
{
	int val = READ_ONCE(smc->limit_hs), len;

	if (get_user(len, optlen))
		return -EFAULT;
	if (len < 0)
		return -EINVAL;
	len = min_t(int, len, sizeof(val));
	if (put_user(len, optlen) || copy_to_user(optval, &val, len))
		return -EFAULT;
	return 0;
}

/*
 * TCP_ZEROCOPY_RECEIVE but on TCP: a DMB's pages are not for mapping, and what
 * TCP has to read belongs to a handshake.  As TCP does with less than a page,
 * tell how many bytes recv() will find.
 */
static int smc_get_zerocopy(struct smc_sock *smc, char __user *optval,
			    int __user *optlen)
{
	struct tcp_zerocopy_receive zc = {};
	bool ended;
	int len;

	if (get_user(len, optlen))
		return -EFAULT;
	if (len < (int)offsetofend(struct tcp_zerocopy_receive, length))
		return -EINVAL;
	len = min_t(int, len, sizeof(zc));
	if (put_user(len, optlen) || copy_from_user(&zc, optval, len))
		return -EFAULT;
	if (!PAGE_ALIGNED(zc.address))
		return -EINVAL;

	zc.inq = smc_rx_inq(smc, &ended);
	if (ended && !zc.inq)
		return -EIO;
	zc.length = 0;
	zc.recv_skip_hint = zc.inq;
	zc.copybuf_len = 0;
	zc.msg_flags = 0;
	if (len >= offsetofend(struct tcp_zerocopy_receive, err))
		zc.err = sock_error(&smc->inet.sk);
	return copy_to_user(optval, &zc, len) ? -EFAULT : 0;
}

/**
 * smc_getsockopt - getsockopt()
 * @sock: socket
 * @level: SOL_*, never SOL_SOCKET
 * @optname: option
 * @optval: value
 * @optlen: its length
 *
 * Return: 0 or -errno.
 */
int smc_getsockopt(struct socket *sock, int level, int optname,
		   char __user *optval, int __user *optlen)
{
	struct smc_sock *smc = smc_sk(sock->sk);
	int mode = smc_mode(smc);

	if (level == SOL_SMC)
		return optname == SMC_LIMIT_HS ?
		       smc_get_limit_hs(smc, optval, optlen) : -ENOPROTOOPT;
	if (level == SOL_TCP && optname == TCP_ZEROCOPY_RECEIVE &&
	    mode != SMC_MODE_TCP && mode != SMC_MODE_LISTEN)
		return smc_get_zerocopy(smc, optval, optlen);
	return smc->clcsock->ops->getsockopt(smc->clcsock, level, optname,
					     optval, optlen);
}

/* 1 when the next byte is the urgent one */
static int smc_atmark(const struct smc_dmb *rx)
{
	u64 urg = rx ? READ_ONCE(rx->urg_pos) : 0;

	return urg && urg - 1 == READ_ONCE(rx->tail);
}

/**
 * smc_ioctl - ioctl()
 * @sock: socket
 * @cmd: command
 * @arg: user pointer
 *
 * Return: 0 or -errno.
 */
int smc_ioctl(struct socket *sock, unsigned int cmd, unsigned long arg)
{
	struct smc_sock *smc = smc_sk(sock->sk);
	const struct smc_dmb *rx, *tx;
	struct smc_conn *conn;
	int val = 0;

	if (smc_mode(smc) != SMC_MODE_SMC)
		return smc->clcsock->ops->ioctl(smc->clcsock, cmd, arg);

	rcu_read_lock();
	conn = rcu_dereference(smc->conn);
	switch (conn ? cmd : 0) {
	case SIOCINQ:
		rx = rcu_dereference(conn->rx);
		val = rx ? smc_dmb_avail(rx) : 0;
		break;
	case SIOCATMARK:
		val = smc_atmark(rcu_dereference(conn->rx));
		break;
	case SIOCOUTQ:
		/* what the peer has not yet read */
		tx = rcu_dereference(conn->tx);
		val = tx ? smc_dmb_avail(tx) : 0;
		break;
	case SIOCOUTQNSD:
		/* what is sent is at the peer */
		break;
	default:
		rcu_read_unlock();
		return smc->clcsock->ops->ioctl(smc->clcsock, cmd, arg);
	}
	rcu_read_unlock();
	return put_user(val, (int __user *)arg);
}
