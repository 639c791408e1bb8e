/* SPDX-License-Identifier: GPL-2.0 */
/* struct proto, struct sock and the accept operation of proto_ops. */
#ifndef SMC_COMPAT_NET_SOCK_H
#define SMC_COMPAT_NET_SOCK_H
#include_next <net/sock.h>

/* .ipv6_pinfo_offset; before 6.6 the kernel took the end of the object */
#ifdef HAVE_PINFO_OFFSET
#define SMC_PINFO_OFFSET(offset) .ipv6_pinfo_offset = (offset),
#else
#define SMC_PINFO_OFFSET(offset)
#endif

#ifndef HAVE_SK_UID
static inline kuid_t sk_uid(const struct sock *sk)
{
	return sock_i_uid((struct sock *)sk);
}
#endif

#ifndef HAVE_NET_UPGRADE
static inline void sk_net_refcnt_upgrade(struct sock *sk)
{
	struct net *net = sock_net(sk);

	WARN_ON_ONCE(sk->sk_net_refcnt);
	sk->sk_net_refcnt = 1;
	get_net_track(net, &sk->ns_tracker, GFP_KERNEL);
	sock_inuse_add(net, 1);
}
#endif

/*
 * proto_ops.accept takes its arguments in a struct since 6.10.  Write the
 * function in the new form, follow it by SMC_ACCEPT_SHIM(function) and name it
 * in proto_ops by ".accept = SMC_ACCEPT_OP(function)".
 */
#ifdef HAVE_ACCEPT_ARG
#define SMC_ACCEPT_SHIM(fn) static_assert(true)
#define SMC_ACCEPT_OP(fn) fn

static inline int smc_call_accept(struct socket *sock, struct socket *newsock,
				  struct proto_accept_arg *arg)
{
	return sock->ops->accept(sock, newsock, arg);
}
#else
struct proto_accept_arg {
	int flags;
	int err;
	int is_empty;
	bool kern;
};

#define SMC_ACCEPT_SHIM(fn)						\
static int fn##_shim(struct socket *sock, struct socket *newsock,	\
		     int flags, bool kern)				\
{									\
	struct proto_accept_arg arg = { .flags = flags, .kern = kern };	\
									\
	return fn(sock, newsock, &arg);					\
}									\
static_assert(true)
#define SMC_ACCEPT_OP(fn) fn##_shim

static inline int smc_call_accept(struct socket *sock, struct socket *newsock,
				  struct proto_accept_arg *arg)
{
	return sock->ops->accept(sock, newsock, arg->flags, arg->kern);
}
#endif

#endif
