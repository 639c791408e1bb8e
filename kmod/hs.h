/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Handshakes: small machines that never wait.  A step runs when the TCP socket
 * has news or the time is up, so that a silent peer costs no thread.
 */
#ifndef SMC_HS_H
#define SMC_HS_H

#include <linux/mutex.h>
#include <linux/refcount.h>
#include <linux/wait.h>
#include <linux/workqueue.h>

#include "core/clc.h"
#include "core/negot.h"

struct smc_conn;
struct smc_net;
struct smc_sock;
struct smcd_dev;

#define SMC_HS_TIMEOUT	(6 * HZ)	/* for the peer's next message */
#define SMC_HS_RETRY	max(HZ / 100, 1)	/* while the TCP socket is in use */

enum smc_hs_phase {
	SMC_HS_CONNECT,		/* client: TCP connects */
	SMC_HS_WAIT_ACCEPT,	/* client: PROPOSAL was sent */
	SMC_HS_SEND_CONFIRM,	/* client: ready, held back by the debug knob */
	SMC_HS_WAIT_PROPOSAL,	/* server */
	SMC_HS_WAIT_CONFIRM,	/* server: ACCEPT was sent */
	SMC_HS_WAIT_DATA,	/* server: all set, accept() is deferred */
	SMC_HS_DONE,		/* success, fallback, error or cancelled */
};

/**
 * struct smc_hs - a handshake
 * @refs: the socket, the queued work, a caller that waits
 * @sk: socket, held
 * @lock: one step at a time; order: @lock, then lock_sock(@sk)
 * @phase: what is awaited
 * @server: role
 * @by_caller: a blocked connect() runs the steps, not the work
 * @kicked: there is news
 * @wait: where the caller waits
 * @work: runs a step
 * @deadline: of @phase, in jiffies
 * @err: outcome for connect() once DONE
 * @conn: connection under construction, one reference
 * @devs: devices of @local.dev, each held
 * @local: what this end can do
 * @res: what was chosen
 * @proposal: what the client offers
 * @sent: ACCEPT or CONFIRM that we sent
 * @peer: ACCEPT or CONFIRM that we got
 * @buf: message on its way
 */
struct smc_hs {
	refcount_t refs;
	struct sock *sk;
	struct mutex lock;
	u8 phase;
	bool server;
	bool by_caller;
	bool kicked;
	wait_queue_head_t wait;
	struct delayed_work work;
	unsigned long deadline;
	int err;
	struct smc_conn *conn;
	struct smcd_dev *devs[SMC_NEGOT_MAX_DEVS];
	struct smc_negot_local local;
	struct smc_negot_result res;
	struct smc_clc_proposal proposal;
	struct smc_clc_accept sent;
	struct smc_clc_accept peer;
	u8 buf[SMC_CLC_MAX_LEN];
	struct rcu_head rcu;
};

extern struct workqueue_struct *smc_hs_wq;
extern struct workqueue_struct *smc_user_wq;
extern struct workqueue_struct *smc_kill_wq;

int smc_hs_init(void);
void smc_hs_exit(void);
bool smc_hs_congested(struct smc_net *sn, unsigned int unaccepted);
void smc_hs_kick(struct smc_sock *smc);
void smc_hs_cancel(struct smc_sock *smc);
void smc_hs_abort(struct smc_hs *hs);

/* hs_client.c */
int smc_hs_connect(struct smc_sock *smc, long timeo);
void smc_hs_client_step(struct smc_hs *hs);
/* hs_server.c */
void smc_hs_start_server(struct smc_sock *child);
void smc_hs_server_step(struct smc_hs *hs);

/* for the two roles */
struct smc_hs *smc_hs_alloc(struct smc_sock *smc, bool server);
struct smc_hs *smc_hs_get(const struct smc_sock *smc);
void smc_hs_put(struct smc_hs *hs);
void smc_hs_queue(struct smc_hs *hs);
void smc_hs_await(struct smc_hs *hs, enum smc_hs_phase phase);
void smc_hs_rearm(struct smc_hs *hs);
void smc_hs_drop(struct smc_hs *hs);
void smc_hs_finish(struct smc_hs *hs, int err);
int smc_hs_devices(struct smc_hs *hs);
int smc_hs_connection(struct smc_hs *hs, const struct smc_negot_cand *cand,
		      bool *first);
int smc_hs_build(struct smc_hs *hs, u8 type, bool first);
u32 smc_hs_reason(int err);
void smc_hs_publish(struct smc_hs *hs);

#endif
