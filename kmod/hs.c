// SPDX-License-Identifier: GPL-2.0
/* What client and server handshakes have in common. */

#include <linux/sched/mm.h>
#include <net/sock.h>

#include "clcsock.h"
#include "conn.h"
#include "core/bufsize.h"
#include "dev.h"
#include "hs.h"
#include "net.h"
#include "sock.h"
#include "ueid.h"

/* servers' handshakes: no user can reach the sockets of these */
struct workqueue_struct *smc_hs_wq;
/* listeners, clients' handshakes: users can call into their TCP sockets */
struct workqueue_struct *smc_user_wq;
/* killing waits for copies that a user may stall: nothing else stands behind */
struct workqueue_struct *smc_kill_wq;

/**
 * smc_hs_init - make the work queues
 *
 * Return: 0 or -ENOMEM.
 */
int smc_hs_init(void)
{
	smc_hs_wq = alloc_workqueue("smc_hs_wq", WQ_UNBOUND, 0);
	smc_user_wq = alloc_workqueue("smc_user_wq", WQ_UNBOUND,
				      WQ_MAX_ACTIVE);
	smc_kill_wq = alloc_workqueue("smc_kill_wq", WQ_UNBOUND,
				      WQ_MAX_ACTIVE);
	if (smc_hs_wq && smc_user_wq && smc_kill_wq)
		return 0;
	smc_hs_exit();
	return -ENOMEM;
}

/** smc_hs_exit - undo smc_hs_init() */
void smc_hs_exit(void)
{
	if (smc_kill_wq)
		destroy_workqueue(smc_kill_wq);
	if (smc_user_wq)
		destroy_workqueue(smc_user_wq);
	if (smc_hs_wq)
		destroy_workqueue(smc_hs_wq);
}

/**
 * smc_hs_congested - are too many handshakes under way?
 * @sn: namespace
 * @unaccepted: further connections that TCP holds for the listener asking
 *
 * Return: true if a new one had better stay TCP.
 */
bool smc_hs_congested(struct smc_net *sn, unsigned int unaccepted)
{
	return atomic_read(&sn->hs_pending) + unaccepted >=
	       max(64U, 4 * num_online_cpus());
}

/**
 * smc_hs_get - take a reference to a socket's handshake
 * @smc: socket
 *
 * Return: handshake, to be given back by smc_hs_put(); NULL without one.
 */
struct smc_hs *smc_hs_get(const struct smc_sock *smc)
{
	struct smc_hs *hs;

	rcu_read_lock();
	hs = rcu_dereference(smc->hs);
	if (hs && !refcount_inc_not_zero(&hs->refs))
		hs = NULL;
	rcu_read_unlock();
	return hs;
}

/**
 * smc_hs_put - drop a reference
 * @hs: handshake
 */
void smc_hs_put(struct smc_hs *hs)
{
	if (!refcount_dec_and_test(&hs->refs))
		return;
	sock_put(hs->sk);
	kfree_rcu(hs, rcu);
}

static struct workqueue_struct *smc_hs_wq_of(const struct smc_hs *hs)
{
	return hs->server ? smc_hs_wq : smc_user_wq;
}

static void smc_hs_requeue(struct smc_hs *hs, unsigned long delay)
{
	refcount_inc(&hs->refs);
	if (mod_delayed_work(smc_hs_wq_of(hs), &hs->work, delay))
		smc_hs_put(hs);	/* it was queued: that reference serves */
}

static void smc_hs_work(struct work_struct *work)
{
	struct smc_hs *hs = container_of(work, struct smc_hs, work.work);
	struct smc_sock *smc = smc_sk(hs->sk);
	struct mem_cgroup *old;

	/* what is allocated is the user's */
	old = set_active_memcg(smc->memcg);
	mutex_lock(&hs->lock);
	if (hs->server)
		smc_hs_server_step(hs);
	else if (hs->phase != SMC_HS_DONE && smc_clcsock_busy(smc))
		smc_hs_requeue(hs, SMC_HS_RETRY);
	else
		smc_hs_client_step(hs);
	mutex_unlock(&hs->lock);
	set_active_memcg(old);
	smc_hs_put(hs);		/* of whoever queued the work */
}

/**
 * smc_hs_alloc - begin a handshake
 * @smc: socket; keeps a pointer, which has a reference of its own
 * @server: role
 *
 * From here on a kick may queue a step, which waits for the caller to unlock.
 *
 * Return: handshake in phase CONNECT or WAIT_PROPOSAL, locked, with one
 * reference for the caller, or NULL.
 */
struct smc_hs *smc_hs_alloc(struct smc_sock *smc, bool server)
{
	struct sock *sk = &smc->inet.sk;
	struct smc_hs *hs;

	hs = kzalloc(sizeof(*hs), GFP_KERNEL_ACCOUNT);
	if (!hs)
		return NULL;
	refcount_set(&hs->refs, 2);	/* the caller's, the socket's */
	sock_hold(sk);
	hs->sk = sk;
	hs->server = server;
	smc_hs_await(hs, server ? SMC_HS_WAIT_PROPOSAL : SMC_HS_CONNECT);
	mutex_init(&hs->lock);
	init_waitqueue_head(&hs->wait);
	INIT_DELAYED_WORK(&hs->work, smc_hs_work);
	if (server)
		atomic_inc(&smc_net(sock_net(sk))->hs_pending);
	/* nobody else knows it: this cannot fail, nor upset the order of locks */
	(void)mutex_trylock(&hs->lock);
	rcu_assign_pointer(smc->hs, hs);
	return hs;
}

/**
 * smc_hs_queue - let the work run the next step, now
 * @hs: handshake
 */
void smc_hs_queue(struct smc_hs *hs)
{
	smc_hs_requeue(hs, 0);
}

/**
 * smc_hs_await - enter a phase and set its deadline
 * @hs: handshake, locked
 * @phase: what is awaited now
 */
void smc_hs_await(struct smc_hs *hs, enum smc_hs_phase phase)
{
	WRITE_ONCE(hs->phase, phase);
	hs->deadline = jiffies + SMC_HS_TIMEOUT;
}

/**
 * smc_hs_rearm - run a step at the deadline, if nothing else comes before
 * @hs: handshake, locked
 *
 * The work may be queued already, for the deadline of an earlier phase.
 */
void smc_hs_rearm(struct smc_hs *hs)
{
	long left = hs->deadline - jiffies;

	smc_hs_requeue(hs, max(left, 0L));
	/* pairs with smc_hs_kick(), whose "now" may have been overridden */
	smp_mb();
	if (READ_ONCE(hs->kicked))
		smc_hs_requeue(hs, 0);
}

/**
 * smc_hs_kick - the TCP socket of @smc has news
 * @smc: socket; called under RCU, in softirq, too
 */
void smc_hs_kick(struct smc_sock *smc)
{
	struct smc_hs *hs = rcu_dereference(smc->hs);

	if (!hs || !refcount_inc_not_zero(&hs->refs))
		return;
	/* before the work is queued, see smc_hs_rearm() */
	smp_store_mb(hs->kicked, true);
	if (READ_ONCE(hs->by_caller)) {
		wake_up(&hs->wait);
		smc_hs_put(hs);
	} else if (mod_delayed_work(smc_hs_wq_of(hs), &hs->work, 0)) {
		smc_hs_put(hs);
	}
}

/**
 * smc_hs_drop - give back what a handshake has collected
 * @hs: handshake, locked; what was to be kept of @hs->conn has been taken
 */
void smc_hs_drop(struct smc_hs *hs)
{
	struct smc_sock *smc = smc_sk(hs->sk);
	unsigned int i;

	for (i = 0; i < hs->local.dev_count; i++)
		smcd_dev_put(hs->devs[i]);
	hs->local.dev_count = 0;
	if (!hs->conn)
		return;
	smc_conn_lock(smc);
	smc_conn_close(hs->conn, true);
	smc_conn_unlock(smc);
	smc_conn_put(hs->conn);
	hs->conn = NULL;
}

/**
 * smc_hs_finish - end a handshake; nothing of it is used afterwards
 * @hs: handshake, locked; what was to be kept of @hs->conn has been taken
 * @err: what connect() returns
 */
void smc_hs_finish(struct smc_hs *hs, int err)
{
	struct smc_sock *smc = smc_sk(hs->sk);

	/* one that only waits for data is no handshake under way */
	if (hs->server && hs->phase != SMC_HS_WAIT_DATA)
		atomic_dec(&smc_net(sock_net(hs->sk))->hs_pending);
	WRITE_ONCE(hs->phase, SMC_HS_DONE);
	hs->err = err;
	smc_hs_drop(hs);
	/*
	 * The mode may have let another connect() begin a handshake already.
	 * A full barrier: who sees no handshake sees what this one has left.
	 */
	(void)unrcu_pointer(cmpxchg(&smc->hs, RCU_INITIALIZER(hs), NULL));
	if (cancel_delayed_work(&hs->work))
		smc_hs_put(hs);
	wake_up(&hs->wait);
	smc_hs_put(hs);		/* the socket's */
}

/**
 * smc_hs_abort - give up a handshake, if it has not ended
 * @hs: handshake
 */
void smc_hs_abort(struct smc_hs *hs)
{
	mutex_lock(&hs->lock);
	if (hs->phase != SMC_HS_DONE)
		smc_hs_finish(hs, -ECONNABORTED);
	mutex_unlock(&hs->lock);
}

/**
 * smc_hs_cancel - give up the handshake of a socket, if there is one
 * @smc: socket that is being closed, not locked
 *
 * Steps never wait, so this does not take long.  Afterwards no step touches
 * the socket or its TCP socket any more.
 */
void smc_hs_cancel(struct smc_sock *smc)
{
	struct smc_hs *hs = smc_hs_get(smc);

	if (!hs)
		return;
	smc_hs_abort(hs);
	smc_hs_put(hs);
}

/**
 * smc_hs_devices - look up what this end can offer
 * @hs: handshake, locked
 *
 * Return: number of devices; @hs->devs holds them.
 */
int smc_hs_devices(struct smc_hs *hs)
{
	struct smc_negot_local *l = &hs->local;

	smc_ueid_get(&l->ueid);
	l->seid_enabled = smc_seid_get(l->seid);
	l->release = SMC_RELEASE_1;
	l->feature_mask = SMC_FEATURE_EMULATED_ISM;
	smcd_dev_offer(sock_net(hs->sk), l, hs->devs);
	return l->dev_count;
}

/**
 * smc_hs_connection - make a connection with its own DMB on a device
 * @hs: handshake, locked; @hs->conn is set on success
 * @cand: device and peer
 * @first: set if the connection is the first of its link group
 *
 * Return: 0 or -errno, for smc_hs_reason().
 */
int smc_hs_connection(struct smc_hs *hs, const struct smc_negot_cand *cand,
		      bool *first)
{
	struct smcd_dev *dev = hs->devs[cand->index];
	struct smc_sock *smc = smc_sk(hs->sk);
	struct smc_conn *conn;
	struct smc_lgr *lgr;
	int err;

	err = dev->ops->query_rgid(dev, &cand->peer);
	if (err)
		return err;
	/* an idle group may end just now: the next one is new */
	do {
		lgr = smc_lgr_get_smcd(sock_net(hs->sk), dev, &cand->peer,
				       hs->server ? SMC_ROLE_SERVER :
						    SMC_ROLE_CLIENT,
				       &hs->res, first);
		if (IS_ERR(lgr))
			return PTR_ERR(lgr);
		conn = smc_conn_alloc(hs->sk, lgr);
		smc_lgr_put(lgr);
	} while (conn == ERR_PTR(-ENODEV) && !READ_ONCE(dev->going_away));
	if (IS_ERR(conn))
		return PTR_ERR(conn);
	err = smc_conn_buffers(conn);
	if (err) {
		smc_conn_lock(smc);
		smc_conn_close(conn, true);
		smc_conn_unlock(smc);
		smc_conn_put(conn);
		return err;
	}
	hs->conn = conn;
	return 0;
}

/**
 * smc_hs_reason - the code of the DECLINE for a failed smc_hs_connection()
 * @err: -errno
 *
 * Return: enum smc_rsn.
 */
u32 smc_hs_reason(int err)
{
	switch (err) {
	case -ENOMEM:
		return SMC_RSN_MEM;
	case -ENOSPC:
		return SMC_RSN_MAX_DMB;
	case -ENODEV:
	case -ENETUNREACH:
		return SMC_RSN_NOSMCD2DEV;
	default:
		return SMC_RSN_INTERR;
	}
}

/**
 * smc_hs_build - compose ACCEPT or CONFIRM in @hs->buf and keep it in @hs->sent
 * @hs: handshake, locked, with its connection
 * @type: SMC_CLC_ACCEPT or SMC_CLC_CONFIRM
 * @first: first contact
 *
 * Return: length or -errno.
 */
int smc_hs_build(struct smc_hs *hs, u8 type, bool first)
{
	const struct smc_lgr *lgr = hs->conn->lgr;
	const struct smcd_dev *dev = lgr->dev;
	struct smc_clc_accept *a = &hs->sent;
	const struct smc_dmb *rx;

	memset(a, 0, sizeof(*a));
	rcu_read_lock();
	rx = rcu_dereference(hs->conn->rx);
	if (rx) {
		a->d.token = rx->token;
		a->d.dmbe_size = smc_bufsize_compress(rx->size);
	}
	rcu_read_unlock();
	if (!a->d.token)
		return -ECONNABORTED;
	a->version = SMC_V2;
	a->smcd = true;
	a->first_contact = first;
	a->d.gid = dev->gid;
	memcpy(a->d.linkid, &lgr->id, SMC_LINKID_LEN);	/* raw, as stock */
	a->d.chid = dev->chid;
	memcpy(a->eid, lgr->eid, SMC_EID_LEN);
	a->fce.present = first;
	a->fce.os = SMC_OS_LINUX;
	a->fce.release = hs->res.release;
	a->fce.feature_mask = hs->res.feature_mask;
	smc_hostname(a->fce.hostname);
	return smc_clc_build_accept(hs->buf, sizeof(hs->buf), type, a);
}

/**
 * smc_hs_publish - the handshake has succeeded: SMC serves the socket from now
 * @hs: handshake, locked; its connection goes to the socket
 */
void smc_hs_publish(struct smc_hs *hs)
{
	struct smc_sock *smc = smc_sk(hs->sk);

	smc_stat_inc(&smc_net(sock_net(hs->sk))->stats, SMC_TECH_D,
		     hs->server ? SMC_STAT_SRV_V2 : SMC_STAT_CLNT_V2);
	smc_conn_activate(hs->conn, hs->peer.fce.present ? &hs->peer.fce : NULL);
	/* no reader before the mode says so */
	rcu_assign_pointer(smc->conn, hs->conn);
	hs->conn = NULL;
	WRITE_ONCE(hs->sk->sk_state, SMC_ACTIVE);
	smc_sock_set_mode(smc, SMC_MODE_SMC);
	/* a reset before that went unnoticed, one after it does not */
	smp_mb();
	if (READ_ONCE(smc_tcp(smc)->sk_err)) {
		rcu_read_lock();
		smc_conn_tcp_lost(smc);
		rcu_read_unlock();
	}
}
