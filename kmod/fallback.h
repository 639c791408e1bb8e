/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Fallback by delegation: the file stays on the SMC socket for life, each
 * call is handed to the TCP socket below.
 */
#ifndef SMC_FALLBACK_H
#define SMC_FALLBACK_H

#include <linux/poll.h>
#include <linux/types.h>

struct file;
struct msghdr;
struct smc_sock;
struct sock;
struct socket;

void smc_fallback(struct smc_sock *smc, bool server, u32 reason);

/* options and errors of the two sockets kept alike */
void smc_tcp_sync(struct smc_sock *smc);
void smc_tcp_sync_bind(struct smc_sock *smc);
void smc_tcp_inherit(struct smc_sock *child, const struct smc_sock *parent);
void smc_tcp_show_err(struct smc_sock *smc, const struct sock *tcp);
void smc_tcp_sync_err(struct smc_sock *smc);
void smc_tcp_forget_err(struct smc_sock *smc);

__poll_t smc_tcp_poll(struct file *file, struct smc_sock *smc);
int smc_tcp_sendmsg(struct smc_sock *smc, struct msghdr *msg, size_t len);
int smc_tcp_recvmsg(struct smc_sock *smc, struct msghdr *msg, size_t len,
		    int flags);

#endif
