/* SPDX-License-Identifier: GPL-2.0 */
/* Listening: children on their way from the TCP listener to accept(). */
#ifndef SMC_LISTEN_H
#define SMC_LISTEN_H

#include <linux/list.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>
#include <net/inet_connection_sock.h>

struct smc_sock;

/**
 * struct smc_listen - accept queue of a listener
 * @lock: guards the lists, their lengths and @open
 * @open: takes children
 * @round: counts how often it was closed: whoever does owns the children of
 *         the round that ends
 * @ready: children that accept() may take
 * @pending: children whose handshake is under way
 * @nr_ready, @nr_pending: their numbers
 * @work: drains the TCP listener
 * @af_ops: what the TCP listener uses now: @orig_af_ops with a hook
 * @orig_af_ops: what it used before
 * @orig_save_syn: its TCP_SAVE_SYN before
 */
struct smc_listen {
	spinlock_t lock;
	bool open;
	unsigned int round;
	struct list_head ready;
	struct list_head pending;
	unsigned int nr_ready;
	unsigned int nr_pending;
	struct delayed_work work;
	struct sock *sk;
	struct inet_connection_sock_af_ops af_ops;
	const struct inet_connection_sock_af_ops *orig_af_ops;
	u8 orig_save_syn;
};

int smc_listen_start(struct smc_sock *smc, int backlog);
bool smc_listen_stop(struct smc_sock *smc);
void smc_listen_kick(struct smc_sock *smc);
bool smc_listen_claim(struct smc_sock *child);
bool smc_listen_enqueue(struct smc_sock *child);
struct sock *smc_listen_accept(struct smc_sock *smc, long timeo, int *err);
bool smc_listen_ready(struct smc_sock *smc);
bool smc_listen_dead(const struct smc_sock *smc);
unsigned int smc_listen_deferred(const struct smc_sock *smc);

#endif
