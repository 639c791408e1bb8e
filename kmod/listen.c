// SPDX-License-Identifier: GPL-2.0
/*
 * Listening.  A child belongs to exactly one owner at a time: the accept work,
 * its handshake (list pending), the accept queue (list ready), or the user.
 * It changes hands under smc_listen.lock; whoever closes the listener takes
 * over both lists in one step, so that nobody else disposes of a child then.
 */

#include <linux/sched/mm.h>
#include <linux/tcp.h>
#include <net/sock.h>
#include <net/tcp.h>

#include "clcsock.h"
#include "fallback.h"
#include "hs.h"
#include "listen.h"
#include "net.h"
#include "sock.h"

#define SMC_LISTEN_RETRY	(HZ / 10)	/* when memory was short */

/* the backlog is for connections: handshakes have a limit of their own */
static bool smc_listen_full(const struct smc_listen *l, const struct sock *sk)
{
	return READ_ONCE(l->nr_ready) > READ_ONCE(sk->sk_max_ack_backlog);
}

/*
 * Peers that signal SMC and then say nothing must not keep others out: beyond
 * this many handshakes the listener answers SYNs without the option.
 */
static bool smc_listen_busy(const struct smc_listen *l, const struct sock *sk)
{
	return READ_ONCE(l->nr_pending) >=
	       max(2 * READ_ONCE(sk->sk_max_ack_backlog), 256U);
}

/*
 * TCP calls this for the last ACK of its handshake, in softirq.  A full queue
 * drops the ACK, as TCP does: the client sends it again.
 */
static struct sock *smc_syn_recv_sock(const struct sock *tcp,
				      struct sk_buff *skb,
				      struct request_sock *req,
				      struct dst_entry *dst,
				      struct request_sock *req_unhash,
				      bool *own_req SMC_CHILD_INIT_PARAM)
{
	struct sock *child = NULL;
	struct smc_listen *l;
	struct smc_sock *smc;

	rcu_read_lock();
	smc = rcu_dereference_sk_user_data(tcp);
	if (!smc)
		goto out;
	l = smc->listen;
	if (smc_listen_full(l, &smc->inet.sk)) {
		__NET_INC_STATS(sock_net(tcp), LINUX_MIB_LISTENOVERFLOWS);
		__NET_INC_STATS(sock_net(tcp), LINUX_MIB_LISTENDROPS);
		goto out;
	}
	child = l->orig_af_ops->syn_recv_sock(tcp, skb, req, dst, req_unhash,
					      own_req SMC_CHILD_INIT_ARG);
	if (!child)
		goto out;
	/* what it has inherited is the listener's business only */
	rcu_assign_sk_user_data(child, NULL);
	if (inet_csk(child)->icsk_af_ops == &l->af_ops)
		inet_csk(child)->icsk_af_ops = l->orig_af_ops;
	child->sk_data_ready = smc->tcp_cb.data_ready;
	child->sk_write_space = smc->tcp_cb.write_space;
	child->sk_state_change = smc->tcp_cb.state_change;
	child->sk_error_report = smc->tcp_cb.error_report;
out:
	rcu_read_unlock();
	return child;
}

/* TCP asks for each SYN with the option whether to answer without it */
static bool smc_listen_congested(const struct sock *tcp)
{
	const struct smc_sock *smc;
	bool congested = false;

	rcu_read_lock();
	smc = rcu_dereference_sk_user_data(tcp);
	if (smc && READ_ONCE(smc->limit_hs))
		congested = smc_hs_congested(smc_net(sock_net(tcp)),
					     READ_ONCE(tcp->sk_ack_backlog));
	if (smc && !congested)
		congested = smc_listen_busy(smc->listen, &smc->inet.sk);
	rcu_read_unlock();
	return congested;
}

/* the SYN that @tcp came from had the option: it was refused, not absent */
static bool smc_listen_was_limited(struct sock *tcp)
{
	static const u8 option[] = { TCPOPT_EXP, TCPOLEN_EXP_SMC_BASE,
				     0xe2, 0xd4, 0xc3, 0xd9 };
	const struct saved_syn *syn = tcp_sk(tcp)->saved_syn;
	const struct tcphdr *th;
	const u8 *p, *end;
	u32 off;

	if (!syn)
		return false;
	off = syn->mac_hdrlen + syn->network_hdrlen;
	if (syn->tcp_hdrlen < sizeof(*th))
		return false;
	p = syn->data + off + sizeof(*th);
	end = syn->data + off + syn->tcp_hdrlen;
	while (p < end && *p != TCPOPT_EOL) {
		if (*p == TCPOPT_NOP) {
			p++;
			continue;
		}
		if (end - p < 2 || p[1] < 2 || p[1] > end - p)
			break;
		if (p[1] == sizeof(option) && !memcmp(p, option, sizeof(option)))
			return true;
		p += p[1];
	}
	return false;
}

static void smc_listen_queue(struct smc_sock *smc, unsigned long delay)
{
	struct sock *sk = &smc->inet.sk;

	/* the last reference may just be gone: then RCU alone keeps it */
	if (!refcount_inc_not_zero(&sk->sk_refcnt))
		return;
	if (!queue_delayed_work(smc_user_wq, &smc->listen->work, delay))
		sock_put(sk);
}

static void smc_listen_child(struct smc_sock *smc, struct socket *clcsock)
{
	struct sock *sk = &smc->inet.sk, *tcp = clcsock->sk, *csk;
	struct smc_listen *l = smc->listen;
	struct smc_sock *child;
	bool open;
	u32 reason;

	csk = smc_sock_alloc_child(sk, clcsock);
	if (!csk) {
		smc_clcsock_release(clcsock, true);
		return;
	}
	child = smc_sk(csk);
	sock_hold(sk);
	child->listener = sk;
	spin_lock_bh(&l->lock);
	open = l->open;
	if (open) {
		child->accept_round = l->round;
		list_add_tail(&child->accept_node, &l->pending);
		WRITE_ONCE(l->nr_pending, l->nr_pending + 1);
	}
	spin_unlock_bh(&l->lock);
	if (!open) {
		smc_sock_dispose(csk, true);
		return;
	}
	if (tcp_sk(tcp)->syn_smc) {
		smc_hs_start_server(child);
		return;
	}
	reason = smc->no_smc;
	if (!reason)
		reason = smc_listen_was_limited(tcp) ? SMC_RSN_HS_LIMITED :
						       SMC_RSN_PEERNOSMC;
	if (reason == SMC_RSN_HS_LIMITED)
		smc_stat_hs_limited(&smc_net(sock_net(sk))->stats);
	smc_fallback(child, true, reason);
	/* if the listener is being closed, its closer disposes of the child */
	(void)smc_listen_enqueue(child);
}

static void smc_listen_work(struct work_struct *work)
{
	struct smc_listen *l = container_of(to_delayed_work(work),
					    struct smc_listen, work);
	struct sock *sk = l->sk;
	struct smc_sock *smc = smc_sk(sk);
	struct mem_cgroup *old;
	struct socket *clcsock;
	int err = 0;

	old = set_active_memcg(smc->memcg);
	while (READ_ONCE(l->open)) {
		err = -EBUSY;
		if (smc_clcsock_busy(smc))
			break;
		err = kernel_accept(smc->clcsock, &clcsock, O_NONBLOCK);
		if (err)
			break;
		smc_listen_child(smc, clcsock);
		cond_resched();
	}
	set_active_memcg(old);
	/* those that wait get no other kick */
	if (err == -EBUSY)
		smc_listen_queue(smc, SMC_HS_RETRY);
	else if (err == -ENOMEM || err == -ENFILE)
		smc_listen_queue(smc, SMC_LISTEN_RETRY);
	sock_put(sk);	/* of smc_listen_queue() */
}

/**
 * smc_listen_kick - the TCP listener has children: fetch them
 * @smc: listener; softirq may call this
 */
void smc_listen_kick(struct smc_sock *smc)
{
	smc_listen_queue(smc, 0);
}

/* the hook must find its originals before TCP can find the hook */
static void smc_listen_hook(struct smc_sock *smc)
{
	struct sock *tcp = smc_tcp(smc);
	struct smc_listen *l = smc->listen;

	lock_sock(tcp);
	l->orig_af_ops = inet_csk(tcp)->icsk_af_ops;
	l->af_ops = *l->orig_af_ops;
	l->af_ops.syn_recv_sock = smc_syn_recv_sock;
	/* the table is complete before TCP can call through it */
	smp_store_release(&inet_csk(tcp)->icsk_af_ops, &l->af_ops);
	tcp_sk(tcp)->syn_smc = !smc->no_smc;
	tcp_sk(tcp)->smc_hs_congested = smc_listen_congested;
	l->orig_save_syn = tcp_sk(tcp)->save_syn;
	tcp_sk(tcp)->save_syn = 1;	/* to tell refused SYNs from plain ones */
	release_sock(tcp);
}

/* TCP may go on with its socket for longer than ours lives */
static void smc_listen_unhook(struct smc_sock *smc)
{
	struct sock *tcp = smc_tcp(smc);

	lock_sock(tcp);
	WRITE_ONCE(inet_csk(tcp)->icsk_af_ops, smc->listen->orig_af_ops);
	tcp_sk(tcp)->save_syn = smc->listen->orig_save_syn;
	tcp_sk(tcp)->syn_smc = 0;
	tcp_sk(tcp)->smc_hs_congested = NULL;
	release_sock(tcp);
}

/**
 * smc_listen_start - listen() with @backlog
 * @smc: socket, locked, in mode INIT or LISTEN
 * @backlog: children that may wait, handshakes included
 *
 * Return: 0 or -errno.
 */
int smc_listen_start(struct smc_sock *smc, int backlog)
{
	struct sock *sk = &smc->inet.sk;
	struct smc_listen *l = smc->listen;
	int err;

	WRITE_ONCE(sk->sk_max_ack_backlog,
		   min_t(u32, backlog, READ_ONCE(sock_net(sk)->core.sysctl_somaxconn)));
	if (smc_mode(smc) == SMC_MODE_LISTEN)
		return kernel_listen(smc->clcsock, backlog);

	if (!l) {
		l = kzalloc(sizeof(*l), GFP_KERNEL_ACCOUNT);
		if (!l)
			return -ENOMEM;
		spin_lock_init(&l->lock);
		INIT_LIST_HEAD(&l->ready);
		INIT_LIST_HEAD(&l->pending);
		INIT_DELAYED_WORK(&l->work, smc_listen_work);
		l->sk = sk;
		/* a pointer that callbacks find by way of the mode */
		smc->listen = l;
	}
	smc_tcp_sync_bind(smc);
	smc_listen_hook(smc);
	WRITE_ONCE(l->open, true);
	smc_sock_set_mode(smc, SMC_MODE_LISTEN);
	err = kernel_listen(smc->clcsock, backlog);
	if (err) {
		WRITE_ONCE(l->open, false);
		smc_sock_set_mode(smc, SMC_MODE_INIT);
		smc_listen_unhook(smc);
		return err;
	}
	WRITE_ONCE(sk->sk_state, SMC_LISTEN);
	return 0;
}

/**
 * smc_listen_stop - take no more children and drop those nobody accepted
 * @smc: socket, not locked: the work that is waited for locks others of its
 *       kind
 *
 * Return: true if it was listening.
 */
bool smc_listen_stop(struct smc_sock *smc)
{
	struct sock *sk = &smc->inet.sk;
	struct smc_sock *child, *next;
	struct smc_listen *l;
	LIST_HEAD(ready);
	LIST_HEAD(pending);

	lock_sock(sk);
	if (smc_mode(smc) != SMC_MODE_LISTEN) {
		release_sock(sk);
		return false;
	}
	l = smc->listen;	/* it may be another thread's, of just now */
	kernel_sock_shutdown(smc->clcsock, SHUT_RDWR);
	smc_listen_unhook(smc);

	spin_lock_bh(&l->lock);
	WRITE_ONCE(l->open, false);
	l->round++;	/* another thread's listen() may open it again */
	list_splice_init(&l->ready, &ready);
	list_splice_init(&l->pending, &pending);
	WRITE_ONCE(l->nr_ready, 0);
	WRITE_ONCE(l->nr_pending, 0);
	spin_unlock_bh(&l->lock);
	smc_sock_set_mode(smc, SMC_MODE_INIT);
	WRITE_ONCE(sk->sk_state, SMC_INIT);
	release_sock(sk);

	if (cancel_delayed_work_sync(&l->work))
		sock_put(sk);	/* of smc_listen_queue() */
	if (smc_mode(smc) == SMC_MODE_LISTEN)
		smc_listen_kick(smc);	/* another thread's listen() */

	list_for_each_entry_safe(child, next, &pending, accept_node) {
		smc_hs_cancel(child);
		list_del_init(&child->accept_node);
		smc_sock_dispose(&child->inet.sk, true);
	}
	list_for_each_entry_safe(child, next, &ready, accept_node) {
		list_del_init(&child->accept_node);
		smc_sock_dispose(&child->inet.sk, true);
	}
	return true;
}

/**
 * smc_listen_claim - take a child out of its listener's hands
 * @child: child whose handshake is under way
 *
 * Return: true if the caller owns it now; false if the listener is being
 * closed and its closer disposes of the child.
 */
bool smc_listen_claim(struct smc_sock *child)
{
	struct smc_listen *l = smc_sk(child->listener)->listen;
	bool mine;

	spin_lock_bh(&l->lock);
	mine = child->accept_round == l->round;
	if (mine) {
		list_del_init(&child->accept_node);
		WRITE_ONCE(l->nr_pending, l->nr_pending - 1);
	}
	spin_unlock_bh(&l->lock);
	return mine;
}

/**
 * smc_listen_enqueue - hand a child to accept()
 * @child: child, complete; after success it belongs to the user
 *
 * Return: as smc_listen_claim(): false if the closer disposes of it.
 */
bool smc_listen_enqueue(struct smc_sock *child)
{
	struct sock *sk = child->listener;
	struct smc_listen *l = smc_sk(sk)->listen;
	bool mine;

	rcu_read_lock();	/* keeps the listener for the wake-up */
	spin_lock_bh(&l->lock);
	mine = child->accept_round == l->round;
	if (mine) {
		list_move_tail(&child->accept_node, &l->ready);
		WRITE_ONCE(l->nr_pending, l->nr_pending - 1);
		WRITE_ONCE(l->nr_ready, l->nr_ready + 1);
	}
	spin_unlock_bh(&l->lock);
	if (mine)
		smc_sock_wake(sk, EPOLLIN | EPOLLRDNORM);
	rcu_read_unlock();
	return mine;
}

static struct sock *smc_listen_dequeue(struct smc_listen *l)
{
	struct smc_sock *child;

	spin_lock_bh(&l->lock);
	child = list_first_entry_or_null(&l->ready, struct smc_sock,
					 accept_node);
	if (child) {
		list_del_init(&child->accept_node);
		WRITE_ONCE(l->nr_ready, l->nr_ready - 1);
	}
	spin_unlock_bh(&l->lock);
	if (!child)
		return NULL;
	sock_put(child->listener);
	child->listener = NULL;
	return &child->inet.sk;
}

/**
 * smc_listen_ready - is there a child to accept?
 * @smc: listener
 *
 * Return: true if so.
 */
bool smc_listen_ready(struct smc_sock *smc)
{
	return READ_ONCE(smc->listen->nr_ready);
}

/**
 * smc_listen_accept - wait for a child
 * @smc: listener
 * @timeo: longest wait in jiffies
 * @err: set when there is none: -EAGAIN, -EINVAL (listens no more), -EINTR...
 *
 * Waiters are exclusive, so that a child wakes one of them.
 *
 * Return: the child, which the caller owns, or NULL.
 */
struct sock *smc_listen_accept(struct smc_sock *smc, long timeo, int *err)
{
	struct sock *sk = &smc->inet.sk, *child = NULL;
	DEFINE_WAIT(wait);

	for (;;) {
		prepare_to_wait_exclusive(sk_sleep(sk), &wait,
					  TASK_INTERRUPTIBLE);
		*err = -EINVAL;
		if (smc_mode(smc) != SMC_MODE_LISTEN || smc_listen_dead(smc))
			break;
		child = smc_listen_dequeue(smc->listen);
		if (child)
			break;
		*err = -EAGAIN;
		if (!timeo)
			break;
		*err = sock_intr_errno(timeo);
		if (signal_pending(current))
			break;
		timeo = schedule_timeout(timeo);
	}
	finish_wait(sk_sleep(sk), &wait);
	return child;
}

/**
 * smc_listen_dead - has TCP stopped to listen by itself?
 * @smc: listener
 *
 * An administrator can end it (SOCK_DESTROY).
 *
 * Return: true if so: no connection will come.
 */
bool smc_listen_dead(const struct smc_sock *smc)
{
	return inet_sk_state_load(smc_tcp(smc)) != TCP_LISTEN;
}

/**
 * smc_listen_deferred - how long accept() waits for the first data
 * @smc: listener
 *
 * TCP keeps the time as a number of retransmissions, whose time-outs double.
 *
 * Return: seconds of TCP_DEFER_ACCEPT, 0 if it is not set.
 */
unsigned int smc_listen_deferred(const struct smc_sock *smc)
{
	struct inet_connection_sock *icsk = inet_csk(smc_tcp(smc));
	unsigned int n = READ_ONCE(icsk->icsk_accept_queue.rskq_defer_accept);
	unsigned int timeout = TCP_TIMEOUT_INIT / HZ, secs = 0;

	while (n--) {
		secs += timeout;
		timeout = min(2 * timeout, TCP_RTO_MAX / HZ);
	}
	return secs;
}
