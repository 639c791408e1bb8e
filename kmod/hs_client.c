// SPDX-License-Identifier: GPL-2.0
/* The client's handshake: PROPOSAL, wait for ACCEPT, CONFIRM. */

#include <linux/sched/signal.h>
#include <linux/tcp.h>
#include <net/sock.h>
#include <net/tcp.h>

#include "clcsock.h"
#include "conn.h"
#include "debug.h"
#include "fallback.h"
#include "hs.h"
#include "net.h"
#include "sock.h"

/*
 * The mode leaves HS under hs->lock, not under lock_sock(), which a user may
 * keep for as long as he likes: whoever else would change it cancels the
 * handshake first.
 */
static void smc_client_done(struct smc_hs *hs, int err)
{
	struct sock *sk = hs->sk;

	smc_hs_finish(hs, err);
	smc_sock_wake(sk, EPOLLIN | EPOLLOUT | EPOLLERR | EPOLLHUP);
}

static void smc_client_fallback(struct smc_hs *hs, u32 reason)
{
	struct smc_sock *smc = smc_sk(hs->sk);

	smc_fallback(smc, false, reason);
	smc_client_done(hs, 0);
}

/*
 * The socket can be connected anew, as after any failed connect(); a caller
 * that does not wait finds the error by poll() and SO_ERROR, which both look at
 * the TCP socket's.
 */
static void smc_client_closed(struct smc_hs *hs, int err, bool disconnect)
{
	struct sockaddr unspec = { .sa_family = AF_UNSPEC };
	struct smc_sock *smc = smc_sk(hs->sk);
	struct sock *tcp = smc_tcp(smc);

	if (disconnect) {
		kernel_connect(smc->clcsock, &unspec, sizeof(unspec), 0);
		WRITE_ONCE(tcp->sk_err, READ_ONCE(hs->by_caller) ? 0 : -err);
	}
	WRITE_ONCE(hs->sk->sk_state, SMC_INIT);
	smc_sock_set_mode(smc, SMC_MODE_INIT);
	smc_tcp_sync_err(smc);
	smc_client_done(hs, err);
}

/* no SMC and no way back to TCP */
static void smc_client_fail(struct smc_hs *hs, int err)
{
	smc_stat_hs_err(&smc_net(sock_net(hs->sk))->stats, false);
	smc_client_closed(hs, err, true);
}

static void smc_client_decline(struct smc_hs *hs, u32 reason)
{
	int err;

	err = smc_clcsock_decline(smc_sk(hs->sk)->clcsock, SMC_V2, reason);
	if (err)
		smc_client_fail(hs, err);
	else
		smc_client_fallback(hs, reason);
}

/* data in shared memory would bypass the user's IPsec policy */
static bool smc_client_ipsec(const struct sock *tcp)
{
#ifdef CONFIG_XFRM
	return rcu_access_pointer(tcp->sk_policy[0]) ||
	       rcu_access_pointer(tcp->sk_policy[1]);
#else
	return false;
#endif
}

static void smc_client_propose(struct smc_hs *hs)
{
	struct smc_sock *smc = smc_sk(hs->sk);
	struct sock *tcp = smc_tcp(smc);
	int len;

	if (!tcp_sk(tcp)->syn_smc)
		return smc_client_fallback(hs, SMC_RSN_PEERNOSMC);
	if (smc_client_ipsec(tcp))
		return smc_client_decline(hs, SMC_RSN_IPSEC);
	if (!smc_hs_devices(hs))
		return smc_client_decline(hs, SMC_RSN_NOSMCDEV);

	smc_negot_offer(&hs->local, &hs->proposal);
	len = smc_clc_build_proposal(hs->buf, sizeof(hs->buf), &hs->proposal);
	if (len >= 0)
		len = smc_clcsock_send(smc->clcsock, hs->buf, len);
	if (len < 0)
		return smc_client_fail(hs, len);
	smc_hs_await(hs, SMC_HS_WAIT_ACCEPT);
}

static void smc_client_tcp_connect(struct smc_hs *hs)
{
	struct sock *tcp = smc_tcp(smc_sk(hs->sk));
	int err;

	switch (READ_ONCE(tcp->sk_state)) {
	case TCP_SYN_SENT:
	case TCP_SYN_RECV:
		return;		/* TCP has its own time limit */
	case TCP_CLOSE:
		/* TCP is left as it is for who asks it by the next connect() */
		err = -READ_ONCE(tcp->sk_err);
		return smc_client_closed(hs, err ? err : -ECONNABORTED,
					 READ_ONCE(hs->by_caller));
	default:
		smc_client_propose(hs);
	}
}

static void smc_client_confirm(struct smc_hs *hs)
{
	struct smc_sock *smc = smc_sk(hs->sk);
	int len;

	len = smc_hs_build(hs, SMC_CLC_CONFIRM, hs->peer.first_contact);
	if (len >= 0)
		len = smc_clcsock_send(smc->clcsock, hs->buf, len);
	if (len < 0)
		return smc_client_fail(hs, len);
	smc_hs_publish(hs);
	smc_client_done(hs, 0);
}

static void smc_client_accepted(struct smc_hs *hs, int len)
{
	unsigned int delay = READ_ONCE(smc_confirm_delay_ms);
	bool first;
	int err;

	err = smc_clc_parse_accept(hs->buf, len, SMC_CLC_ACCEPT, &hs->peer);
	if (err)
		return smc_client_fail(hs, -EPROTO);
	smc_negot_accept(&hs->proposal, &hs->peer, &hs->local, &hs->res);
	if (!hs->res.ok && hs->res.err)
		return smc_client_fail(hs, hs->res.err);
	if (!hs->res.ok)
		return smc_client_decline(hs, hs->res.reason);

	err = smc_hs_connection(hs, &hs->res.cand[0], &first);
	if (!err)
		err = smc_conn_attach(hs->conn, hs->peer.d.token, false);
	if (err)
		return smc_client_decline(hs, smc_hs_reason(err));
	if (!delay)
		return smc_client_confirm(hs);
	hs->phase = SMC_HS_SEND_CONFIRM;
	hs->deadline = jiffies + msecs_to_jiffies(delay);
}

static void smc_client_message(struct smc_hs *hs)
{
	struct smc_sock *smc = smc_sk(hs->sk);
	struct smc_clc_decline decline;
	struct smc_clc_hdr hdr;
	int len;

	len = smc_clcsock_recv(smc->clcsock, hs->buf, sizeof(hs->buf),
			       SMC_CLC_ACCEPT, &hdr);
	if (len == -EAGAIN) {
		if (time_after_eq(jiffies, hs->deadline))
			smc_client_fail(hs, -ETIMEDOUT);
		return;
	}
	if (len < 0)
		return smc_client_fail(hs, len == -ENODATA ? -ECONNRESET :
					   len == -EBADMSG ? -EPROTO : len);
	if (hdr.type == SMC_CLC_ACCEPT)
		return smc_client_accepted(hs, len);
	if (smc_clc_parse_decline(hs->buf, len, &decline))
		return smc_client_fail(hs, -EPROTO);
	smc->peer_diagnosis = decline.diagnosis;
	smc_client_fallback(hs, SMC_RSN_PEERDECL);
}

/**
 * smc_hs_client_step - go on as far as possible without waiting
 * @hs: handshake, locked
 */
void smc_hs_client_step(struct smc_hs *hs)
{
	/* forgotten before the news are looked at, see smc_hs_rearm() */
	smp_store_mb(hs->kicked, false);
	switch (hs->phase) {
	case SMC_HS_CONNECT:
		smc_client_tcp_connect(hs);
		if (hs->phase != SMC_HS_WAIT_ACCEPT)
			break;
		fallthrough;
	case SMC_HS_WAIT_ACCEPT:
		smc_client_message(hs);
		break;
	case SMC_HS_SEND_CONFIRM:
		if (time_after_eq(jiffies, hs->deadline))
			smc_client_confirm(hs);
		break;
	default:
		return;
	}
	/* a timer for what is awaited, unless the caller keeps the time */
	if (hs->phase != SMC_HS_DONE && hs->phase != SMC_HS_CONNECT &&
	    !READ_ONCE(hs->by_caller))
		smc_hs_rearm(hs);
}

/**
 * smc_hs_connect - run a client's handshake in the context of its connect()
 * @smc: socket in mode HS, not locked, whose TCP socket is connected
 * @timeo: longest wait in jiffies
 *
 * Return: 0 or -errno of the handshake; -EINPROGRESS or -EINTR... when the
 * caller's patience ended first: the work goes on with it then.
 */
int smc_hs_connect(struct smc_sock *smc, long timeo)
{
	struct smc_hs *hs = smc_hs_get(smc);
	long left, rc;
	int err, mode;

	if (!hs) {	/* another thread saw its end */
		smp_rmb();	/* cmpxchg() in smc_hs_finish() */
		mode = smc_mode(smc);
		return mode == SMC_MODE_SMC || mode == SMC_MODE_TCP ?
		       0 : -ECONNABORTED;
	}

	for (;;) {
		mutex_lock(&hs->lock);
		smc_hs_client_step(hs);
		err = hs->phase == SMC_HS_DONE ? hs->err : 1;
		left = hs->phase == SMC_HS_CONNECT ? MAX_SCHEDULE_TIMEOUT :
		       max_t(long, hs->deadline - jiffies, 1);
		mutex_unlock(&hs->lock);
		if (err <= 0)
			break;
		left = min(left, timeo);
		rc = wait_event_interruptible_timeout(hs->wait,
				READ_ONCE(hs->kicked) ||
				READ_ONCE(hs->phase) == SMC_HS_DONE, left);
		if (timeo != MAX_SCHEDULE_TIMEOUT)
			timeo -= left - max(rc, 0L);
		if (rc < 0 || timeo <= 0) {
			err = rc < 0 ? sock_intr_errno(timeo) : -EINPROGRESS;
			WRITE_ONCE(hs->by_caller, false);
			smc_hs_queue(hs);
			break;
		}
	}
	smc_hs_put(hs);
	return err;
}
