/* SPDX-License-Identifier: GPL-2.0 */
/*
 * syn_recv_sock() has a seventh argument in newer kernels and in some stable
 * ones.  A hook takes it as "..., bool *own_req SMC_CHILD_INIT_PARAM" and hands
 * it on as "..., own_req SMC_CHILD_INIT_ARG".
 */
#ifndef SMC_COMPAT_NET_INET_CONNECTION_SOCK_H
#define SMC_COMPAT_NET_INET_CONNECTION_SOCK_H
#include_next <net/inet_connection_sock.h>

#ifdef HAVE_CHILD_INIT
#define SMC_CHILD_INIT_PARAM \
	, void (*opt_child_init)(struct sock *newsk, const struct sock *sk)
#define SMC_CHILD_INIT_ARG , opt_child_init
#else
#define SMC_CHILD_INIT_PARAM
#define SMC_CHILD_INIT_ARG
#endif

#endif
