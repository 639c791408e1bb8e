// SPDX-License-Identifier: GPL-2.0
/* Life and death of the socket object. */

#include <linux/net.h>
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

/* called with the socket locked before generic code sets SOCK_KEEPOPEN */
static void smc_sock_keepalive(struct sock *sk, int on)
{
	struct sock *tcp = smc_tcp(smc_sk(sk));

	lock_sock(tcp);
	if (tcp->sk_prot->keepalive)
		tcp->sk_prot->keepalive(tcp, on);
	sock_valbool_flag(tcp, SOCK_KEEPOPEN, on);
	release_sock(tcp);
}

static int smc_sock_inet_init(struct sock *sk)
{
	smc_set_custom_sockopt(sk->sk_socket);
	return smc_sock_init(sk, sk->sk_family, NULL, NULL);
}

/* inet_create() changed its mind; sk_common_release() drops the reference */
static void smc_sock_inet_destroy(struct sock *sk)
{
	if (!smc_sk(sk)->clcsock)
		return;
	sock_hold(sk);
	smc_sock_dispose(sk, false);
}

/* demanded by sk_common_release(); these sockets are in no TCP table */
static void smc_sock_unhash(struct sock *sk)
{
}

struct proto smc_proto = {
	.name		= "SMC",
	.owner		= THIS_MODULE,
	.keepalive	= smc_sock_keepalive,
	.unhash		= smc_sock_unhash,
	.obj_size	= sizeof(struct smc_sock),
};

struct proto smc_proto6 = {
	.name		= "SMC6",
	.owner		= THIS_MODULE,
	.keepalive	= smc_sock_keepalive,
	.unhash		= smc_sock_unhash,
	.obj_size	= sizeof(struct smc_sock),
};

struct proto smc_inet_proto = {
	.name		= "INET_SMC",
	.owner		= THIS_MODULE,
	.init		= smc_sock_inet_init,
	.destroy	= smc_sock_inet_destroy,
	.keepalive	= smc_sock_keepalive,
	.unhash		= smc_sock_unhash,
	.obj_size	= sizeof(struct smc_sock),
};

struct proto smc_inet6_proto = {
	.name		= "INET6_SMC",
	.owner		= THIS_MODULE,
	.init		= smc_sock_inet_init,
	.destroy	= smc_sock_inet_destroy,
	.keepalive	= smc_sock_keepalive,
	.unhash		= smc_sock_unhash,
	.obj_size	= sizeof(struct smc6_sock),
	SMC_PINFO_OFFSET(offsetof(struct smc6_sock, inet6))
};

static struct proto *const smc_protos[] = {
	&smc_proto, &smc_proto6, &smc_inet_proto, &smc_inet6_proto,
};

/**
 * smc_protos_register - make the slabs of sockets
 *
 * Return: 0 or -errno.
 */
int smc_protos_register(void)
{
	unsigned int i;
	int err;

	for (i = 0; i < ARRAY_SIZE(smc_protos); i++) {
		err = proto_register(smc_protos[i], 1);
		if (err)
			goto out;
	}
	return 0;
out:
	while (i--)
		proto_unregister(smc_protos[i]);
	return err;
}

/** smc_protos_unregister - undo smc_protos_register(); all sockets are freed */
void smc_protos_unregister(void)
{
	unsigned int i = ARRAY_SIZE(smc_protos);

	while (i--)
		proto_unregister(smc_protos[i]);
}

/*
 * sk_lock of an SMC socket is taken outside that of its TCP socket, so it
 * needs a class of its own: sockets of AF_INET share TCP's otherwise.
 */
static struct lock_class_key smc_lock_key, smc_slock_key;

static void smc_sock_destruct(struct sock *sk)
{
	struct smc_sock *smc = smc_sk(sk);

	kfree(smc->listen);
	mem_cgroup_put(smc->memcg);
	if (smc->listener)
		sock_put(smc->listener);
	skb_queue_purge(&sk->sk_error_queue);
	smc->saved_destruct(sk);
}

static struct mem_cgroup *smc_memcg_get(struct mem_cgroup *memcg)
{
#ifdef CONFIG_MEMCG
	if (memcg)
		css_get(&memcg->css);
#endif
	return memcg;
}

/**
 * smc_sock_init - make a new socket an SMC socket
 * @sk: zeroed by sk_alloc(), set up by sock_init_data()
 * @tcp_family: AF_INET or AF_INET6 for the TCP socket below
 * @parent: listener whose child it is, or NULL
 * @clcsock: TCP socket of a child to adopt
 *
 * Return: 0 or -errno; then nothing is left to undo, @clcsock is untouched.
 */
int smc_sock_init(struct sock *sk, int tcp_family, struct sock *parent,
		  struct socket *clcsock)
{
	struct smc_sock *smc = smc_sk(sk);
	struct net *net = sock_net(sk);
	struct smc_net *sn = smc_net(net);
	int err;

	sock_lock_init_class_and_name(sk, "slock-SMC", &smc_slock_key,
				      "sk_lock-SMC", &smc_lock_key);
	mutex_init(&smc->tx_mutex);
	mutex_init(&smc->rx_mutex);
	INIT_LIST_HEAD(&smc->accept_node);
	smc->limit_hs = READ_ONCE(sn->sysctl.limit_smc_hs);
	WRITE_ONCE(sk->sk_sndbuf, 2 * READ_ONCE(sn->sysctl.wmem));
	WRITE_ONCE(sk->sk_rcvbuf, 2 * READ_ONCE(sn->sysctl.rmem));
	smc->id = atomic_long_inc_return(&sn->next_sock);

	err = xa_reserve(&sn->socks, smc->id, GFP_KERNEL_ACCOUNT);
	if (err)
		return err;
	if (!clcsock) {
		err = smc_clcsock_create(net, tcp_family, &clcsock);
		if (err) {
			xa_release(&sn->socks, smc->id);
			return err;
		}
	}
	smc->clcsock = clcsock;
	smc->memcg = parent ? smc_memcg_get(smc_sk(parent)->memcg) :
			      get_mem_cgroup_from_mm(current->mm);
	/* not if it fails: inet_sock_destruct() wants to see TCP_CLOSE */
	WRITE_ONCE(sk->sk_state, SMC_INIT);
	sock_set_flag(sk, SOCK_RCU_FREE);
	smc->saved_destruct = sk->sk_destruct;
	sk->sk_destruct = smc_sock_destruct;
	smc_clcsock_attach(smc);
	/* complete: now dumps may find it */
	xa_store(&sn->socks, smc->id, sk, GFP_KERNEL_ACCOUNT);
	return 0;
}

/**
 * smc_sock_alloc - make an SMC socket object
 * @net: namespace
 * @sock: user's socket or NULL
 * @family: AF_SMC, AF_INET or AF_INET6
 * @protocol: its protocol
 * @kern: as for sk_alloc()
 *
 * Return: object without a TCP socket, or NULL.
 */
struct sock *smc_sock_alloc(struct net *net, struct socket *sock, int family,
			    int protocol, int kern)
{
	struct proto *prot = &smc_proto;
	struct sock *sk;

	if (family == AF_SMC && protocol == SMCPROTO_SMC6)
		prot = &smc_proto6;
	else if (family == AF_INET)
		prot = &smc_inet_proto;
	else if (family == AF_INET6)
		prot = &smc_inet6_proto;
	sk = sk_alloc(net, family, GFP_KERNEL, prot, kern);
	if (!sk)
		return NULL;
	sock_init_data(sock, sk);
	sk->sk_protocol = protocol;
	sk->sk_txrehash = READ_ONCE(net->core.sysctl_txrehash);
	if (family == AF_INET6)
		inet_sk(sk)->pinet6 = &((struct smc6_sock *)sk)->inet6;
	return sk;
}

/* work queues are in no group: a child is in its listener's, as TCP's is */
static void smc_sock_clone_cgroup(struct sock *to, struct sock *from)
{
#ifdef CONFIG_SOCK_CGROUP_DATA
	struct cgroup *old = sock_cgroup_ptr(&to->sk_cgrp_data);
	struct cgroup *cgrp = sock_cgroup_ptr(&from->sk_cgrp_data);

	cgroup_get(cgrp);
	cgroup_bpf_get(cgrp);
	to->sk_cgrp_data = from->sk_cgrp_data;
	cgroup_bpf_put(old);
	cgroup_put(old);
#endif
}

/**
 * smc_sock_alloc_child - make the SMC socket of an accepted TCP connection
 * @parent: listener
 * @clcsock: TCP connection; belongs to the child on success
 *
 * Return: child or NULL.
 */
struct sock *smc_sock_alloc_child(struct sock *parent, struct socket *clcsock)
{
	struct sock *sk;

	sk = smc_sock_alloc(sock_net(parent), NULL, parent->sk_family,
			    parent->sk_protocol, 0);
	if (!sk)
		return NULL;
	sk->sk_type = parent->sk_type;
	security_sk_clone(parent, sk);
	smc_sock_clone_cgroup(sk, parent);
	if (smc_sock_init(sk, clcsock->sk->sk_family, parent, clcsock)) {
		sock_put(sk);
		return NULL;
	}
	smc_tcp_inherit(smc_sk(sk), smc_sk(parent));
	return sk;
}

/**
 * smc_sock_set_mode - publish a mode
 * @smc: socket, locked or not yet known to a user
 * @mode: new mode; what belongs to it has been set
 */
void smc_sock_set_mode(struct smc_sock *smc, enum smc_mode mode)
{
	/* pairs with the acquire in smc_mode() */
	smp_store_release(&smc->mode, mode);
}

/**
 * smc_sock_wake - wake who waits on a socket
 * @sk: socket; RCU or a reference keeps it
 * @mask: events
 */
void smc_sock_wake(struct sock *sk, __poll_t mask)
{
	struct socket_wq *wq;

	rcu_read_lock();
	wq = rcu_dereference(sk->sk_wq);
	if (unlikely(!wq)) {
		smp_mb();	/* who accepts it now sees the news, or we him */
		wq = rcu_dereference(sk->sk_wq);
	}
	if (unlikely(!wq))
		smc_hs_kick(smc_sk(sk));	/* a child that waits for data */
	else if (skwq_has_sleeper(wq))
		wake_up_interruptible_sync_poll(&wq->wait, mask);
	if (mask & EPOLLOUT)
		sk_wake_async(sk, SOCK_WAKE_SPACE, POLL_OUT);
	if (mask & ~(EPOLLOUT | EPOLLWRNORM | EPOLLWRBAND))
		sk_wake_async(sk, SOCK_WAKE_WAITD, POLL_IN);
	rcu_read_unlock();
}

/**
 * smc_sock_wake_all - wake all who wait on a socket, for its state has changed
 * @sk: socket; RCU or a reference keeps it
 */
void smc_sock_wake_all(struct sock *sk)
{
	struct socket_wq *wq;

	smc_sock_wake(sk, EPOLLIN | EPOLLOUT | EPOLLERR | EPOLLHUP |
		      EPOLLRDNORM | EPOLLWRNORM | EPOLLRDHUP);
	rcu_read_lock();
	wq = rcu_dereference(sk->sk_wq);
	if (wq)		/* each accept(): they wait exclusively */
		wake_up_interruptible_all(&wq->wait);
	rcu_read_unlock();
}

/**
 * smc_sock_sigurg - tell the owner of the file of urgent data
 * @sk: socket; RCU or a reference keeps it
 */
void smc_sock_sigurg(struct sock *sk)
{
	/* close() needs it to part the sock from its socket and file */
	read_lock_bh(&sk->sk_callback_lock);
	sk_send_sigurg(sk);
	read_unlock_bh(&sk->sk_callback_lock);
}

/**
 * smc_sock_dispose - end a socket that no file refers to
 * @sk: socket, handshake and connection already ended; its reference is dropped
 * @reset: the TCP peer is to see a reset
 */
void smc_sock_dispose(struct sock *sk, bool reset)
{
	struct smc_sock *smc = smc_sk(sk);
	struct socket *clcsock;
	struct smc_conn *conn;
	struct sock *tcp;

	conn = rcu_dereference_protected(smc->conn, true);
	if (conn) {
		smc_conn_lock(smc);
		RCU_INIT_POINTER(smc->conn, NULL);
		smc_conn_close(conn, reset);
		smc_conn_unlock(smc);
		smc_conn_put(conn);
	}
	xa_erase(&smc_net(sock_net(sk))->socks, smc->id);
	clcsock = smc_clcsock_detach(smc);
	tcp = clcsock->sk;
	sock_hold(tcp);
	smc_clcsock_release(clcsock, reset);
	smc_clcsock_restore(smc, tcp);
	sock_put(tcp);
	/* where inet_sock_destruct() wants it to be */
	WRITE_ONCE(sk->sk_state, TCP_CLOSE);
	sock_orphan(sk);
	sock_put(sk);
}

/**
 * smc_sock_release - close() of the last file reference
 * @sock: socket
 *
 * Return: 0.
 */
int smc_sock_release(struct socket *sock)
{
	struct sock *sk = sock->sk;
	struct smc_sock *smc;
	bool reset;

	if (!sk)
		return 0;
	smc = smc_sk(sk);
	smc_hs_cancel(smc);
	smc_listen_stop(smc);
	lock_sock(sk);
	smc_tcp_sync(smc);
	reset = smc_mode(smc) == SMC_MODE_SMC &&
		sock_flag(sk, SOCK_LINGER) && !sk->sk_lingertime;
	release_sock(sk);
	sock->sk = NULL;
	smc_sock_dispose(sk, reset);
	return 0;
}

/**
 * smc_sock_next - walk the sockets of a namespace
 * @net: namespace
 * @id: where to begin, 0 first; set past the socket returned
 *
 * Return: socket, which the caller must sock_put(), or NULL at the end.
 */
struct sock *smc_sock_next(struct net *net, unsigned long *id)
{
	struct xarray *socks = &smc_net(net)->socks;
	struct sock *sk;

	rcu_read_lock();
	do {
		sk = xa_find(socks, id, ULONG_MAX, XA_PRESENT);
		if (!sk)
			break;
		(*id)++;
	} while (!refcount_inc_not_zero(&sk->sk_refcnt));
	rcu_read_unlock();
	return sk;
}
EXPORT_SYMBOL_GPL(smc_sock_next);
