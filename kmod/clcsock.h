/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The internal TCP socket ("clcsock"): its creation, its callbacks, and CLC
 * messages in its byte stream.
 */
#ifndef SMC_CLCSOCK_H
#define SMC_CLCSOCK_H

#include <linux/types.h>

#include "core/clc.h"

struct net;
struct smc_sock;
struct sock;
struct socket;

int smc_clcsock_create(struct net *net, int family, struct socket **ret);
bool smc_clcsock_busy(const struct smc_sock *smc);
void smc_clcsock_own(struct smc_sock *smc, struct socket *sock);
void smc_clcsock_graft(struct smc_sock *smc, struct socket *sock);
void smc_clcsock_release(struct socket *clcsock, bool reset);
void smc_clcsock_attach(struct smc_sock *smc);
void smc_clcsock_restore(const struct smc_sock *smc, struct sock *tcp);
struct socket *smc_clcsock_detach(struct smc_sock *smc);
int smc_clcsock_send(struct socket *clcsock, void *buf, size_t len);
int smc_clcsock_recv(struct socket *clcsock, void *buf, size_t size, u8 expect,
		     struct smc_clc_hdr *hdr);
int smc_clcsock_decline(struct socket *clcsock, u8 version, u32 reason);

#endif
