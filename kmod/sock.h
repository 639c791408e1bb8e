/* SPDX-License-Identifier: GPL-2.0 */
/* The SMC socket: what a user's file descriptor points to, for life. */
#ifndef SMC_SOCK_H
#define SMC_SOCK_H

#include <linux/ipv6.h>
#include <linux/mutex.h>
#include <net/inet_sock.h>
#include <net/sock.h>

#include "core/clc.h"
#include "core/cstate.h"
#include "core/reason.h"

#ifndef IPPROTO_SMC
#define IPPROTO_SMC 256
#endif
#define SMCPROTO_SMC	0	/* AF_SMC over IPv4 */
#define SMCPROTO_SMC6	1	/* AF_SMC over IPv6 */

struct smc_conn;
struct smc_hs;
struct smc_listen;

/* callbacks that the TCP socket had before ours */
struct smc_tcp_cb {
	void (*data_ready)(struct sock *sk);
	void (*write_space)(struct sock *sk);
	void (*state_change)(struct sock *sk);
	void (*error_report)(struct sock *sk);
};

/**
 * enum smc_mode - who serves the calls of an SMC socket
 * @SMC_MODE_INIT: nothing decided; the TCP socket serves them
 * @SMC_MODE_HS: a client's connect is under way
 * @SMC_MODE_LISTEN: listening; accept() is served from the accept queue
 * @SMC_MODE_TCP: fallback, the TCP socket serves them for good
 * @SMC_MODE_SMC: the connection object serves them
 *
 * A mode changes under lock_sock() and is published with a release store, so
 * that whoever reads it with smc_mode() sees what belongs to it.
 */
enum smc_mode {
	SMC_MODE_INIT,
	SMC_MODE_HS,
	SMC_MODE_LISTEN,
	SMC_MODE_TCP,
	SMC_MODE_SMC,
	__SMC_MODE_LAST
};

/**
 * struct smc_sock - an AF_SMC or IPPROTO_SMC socket
 * @inet: generic socket, first because inet_create() fills it
 * @clcsock: the internal TCP socket; set once at creation, never replaced
 * @mode: enum smc_mode
 * @conn: connection; written with lock_sock(), @tx_mutex and @rx_mutex held,
 *        read with one of the mutexes or under RCU
 * @tx_mutex: one sender at a time; dropped while it sleeps
 * @rx_mutex: one reader at a time; dropped while it sleeps
 * @hs: handshake under way (client: mode HS; server: child not yet queued);
 *      RCU, because callbacks of the TCP socket look at it
 * @tcp_cb: callbacks of the TCP socket, see clcsock.c
 * @id: key in smc_net->socks
 * @fallback_rsn: why this socket is TCP (enum smc_rsn, 0 = it is not)
 * @peer_diagnosis: reason in the peer's DECLINE
 * @limit_hs: SOL_SMC SMC_LIMIT_HS of this socket
 * @recv_inq: TCP_INQ of this socket
 * @no_smc: reason known before connect or listen (fast open), else 0
 * @err_shown: an error of the TCP socket was copied to sk_err, see fallback.c
 * @urg_told: TCP's mark of the urgent byte that SIGIO was sent for
 * @memcg: memory cgroup of its maker, to charge what is allocated for it
 * @saved_destruct: destructor that inet_create() had set
 * @listen: accept queue, made by the first listen(), see listen.h
 * @listener: child that nobody accepted yet: its listener, held
 * @accept_node: child that nobody accepted yet: place in a list of @listener
 * @accept_round: the listener's round when it came, see listen.h
 */
struct smc_sock {
	struct inet_sock inet;
	struct socket *clcsock;
	int mode;
	struct smc_conn __rcu *conn;
	struct mutex tx_mutex;
	struct mutex rx_mutex;
	struct smc_hs __rcu *hs;
	struct smc_tcp_cb tcp_cb;
	unsigned long id;
	u32 fallback_rsn;
	u32 peer_diagnosis;
	int limit_hs;
	bool recv_inq;
	u32 no_smc;
	bool err_shown;
	u32 urg_told;
	struct mem_cgroup *memcg;
	void (*saved_destruct)(struct sock *sk);
	struct smc_listen *listen;
	struct sock *listener;
	struct list_head accept_node;
	unsigned int accept_round;
};

/* ipv6_pinfo must be the last member of the object on 6.1 */
struct smc6_sock {
	struct smc_sock smc;
	struct ipv6_pinfo inet6;
};

static inline struct smc_sock *smc_sk(const struct sock *sk)
{
	return (struct smc_sock *)sk;
}

static inline int smc_mode(const struct smc_sock *smc)
{
	/* pairs with the release in smc_sock_set_mode() */
	return smp_load_acquire(&smc->mode);
}

/* TCP sock below an SMC socket */
static inline struct sock *smc_tcp(const struct smc_sock *smc)
{
	return smc->clcsock->sk;
}

extern struct proto smc_proto, smc_proto6, smc_inet_proto, smc_inet6_proto;
extern struct proto_ops smc_ops, smc_inet_ops, smc_inet6_ops;

/* af_smc.c */
int smc_family_register(void);
void smc_family_unregister(void);

/* inet.c */
void smc_inet_register(void);
void smc_inet_unregister(void);

/* sock.c: life and death of the object */
int smc_protos_register(void);
void smc_protos_unregister(void);
int smc_sock_init(struct sock *sk, int tcp_family, struct sock *parent,
		  struct socket *clcsock);
struct sock *smc_sock_alloc(struct net *net, struct socket *sock, int family,
			    int protocol, int kern);
struct sock *smc_sock_alloc_child(struct sock *parent, struct socket *clcsock);
void smc_sock_set_mode(struct smc_sock *smc, enum smc_mode mode);
void smc_sock_wake(struct sock *sk, __poll_t mask);
void smc_sock_wake_all(struct sock *sk);
void smc_sock_sigurg(struct sock *sk);
void smc_sock_dispose(struct sock *sk, bool reset);
int smc_sock_release(struct socket *sock);
/* pins: the caller must sock_put() what it got */
struct sock *smc_sock_next(struct net *net, unsigned long *id);

/* sockopt.c */
int smc_setsockopt(struct socket *sock, int level, int optname,
		   sockptr_t optval, unsigned int optlen);
int smc_getsockopt(struct socket *sock, int level, int optname,
		   char __user *optval, int __user *optlen);
int smc_ioctl(struct socket *sock, unsigned int cmd, unsigned long arg);

#endif
