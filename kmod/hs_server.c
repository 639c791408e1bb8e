// SPDX-License-Identifier: GPL-2.0
/* The server's handshake: wait for PROPOSAL, ACCEPT, wait for CONFIRM. */

#include <net/sock.h>

#include "clcsock.h"
#include "conn.h"
#include "fallback.h"
#include "hs.h"
#include "listen.h"
#include "net.h"
#include "sock.h"

/* The child will not be seen by accept(): its peer gets a reset. */
static void smc_server_drop(struct smc_hs *hs)
{
	struct sock *sk = hs->sk;
	bool mine;

	smc_stat_hs_err(&smc_net(sock_net(sk))->stats, true);
	smc_hs_finish(hs, -ECONNABORTED);
	mine = smc_listen_claim(smc_sk(sk));
	if (mine)
		smc_sock_dispose(sk, true);
}

/*
 * What a peer that has signalled SMC gets for not speaking it: a reset, and
 * a count by kind.  Its bytes never reach the program.
 */
static void smc_server_refuse(struct smc_hs *hs, int err)
{
	static const struct {
		int err;
		enum smc_refusal why;
	} table[] = {
		{ -ETIMEDOUT, SMC_REFUSED_TIMEOUT },
		{ -ENODATA, SMC_REFUSED_SHORT },
		{ -EBADMSG, SMC_REFUSED_GARBAGE },
		{ -EPROTO, SMC_REFUSED_GARBAGE },
	};
	enum smc_refusal why = SMC_REFUSED_EOF;
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(table); i++)
		if (table[i].err == err)
			why = table[i].why;
	smc_stat_refused(&smc_net(sock_net(hs->sk))->stats, why);
	smc_server_drop(hs);
}

/* data, an end or an error: what ends TCP_DEFER_ACCEPT's wait */
static bool smc_server_has_news(struct smc_sock *smc)
{
	const struct sock *tcp = smc_tcp(smc);
	const struct smc_conn *conn;
	const struct smc_dmb *rx;
	bool news;

	if (smc_mode(smc) == SMC_MODE_SMC) {
		rcu_read_lock();
		conn = rcu_dereference(smc->conn);
		rx = conn ? rcu_dereference(conn->rx) : NULL;
		news = !rx || smc_dmb_avail(rx) || smc_dmb_ended(rx) ||
		       READ_ONCE(smc->inet.sk.sk_err);
		rcu_read_unlock();
		return news;
	}
	return !skb_queue_empty_lockless(&tcp->sk_receive_queue) ||
	       READ_ONCE(tcp->sk_shutdown) || READ_ONCE(tcp->sk_err);
}

static void smc_server_hand_over(struct smc_hs *hs)
{
	struct smc_sock *smc = smc_sk(hs->sk);

	smc_hs_finish(hs, 0);
	(void)smc_listen_enqueue(smc);	/* else the closer disposes of it */
}

/*
 * The child is ready for accept(), at once unless TCP_DEFER_ACCEPT is set:
 * then TCP took the PROPOSAL for the data that accept() is to wait for.
 */
static void smc_server_succeed(struct smc_hs *hs)
{
	struct smc_sock *smc = smc_sk(hs->sk);
	unsigned int secs = smc_listen_deferred(smc_sk(smc->listener));

	if (!secs || smc_server_has_news(smc))
		return smc_server_hand_over(hs);
	smc_hs_drop(hs);
	smc_hs_await(hs, SMC_HS_WAIT_DATA);
	hs->deadline = jiffies + secs * HZ;
	atomic_dec(&smc_net(sock_net(hs->sk))->hs_pending);
}

static void smc_server_deferred(struct smc_hs *hs)
{
	if (smc_server_has_news(smc_sk(hs->sk)) ||
	    time_after_eq(jiffies, hs->deadline))
		smc_server_hand_over(hs);
}

static void smc_server_fallback(struct smc_hs *hs, u32 reason)
{
	smc_fallback(smc_sk(hs->sk), true, reason);
	smc_server_succeed(hs);
}

static void smc_server_decline(struct smc_hs *hs, u32 reason)
{
	if (smc_clcsock_decline(smc_sk(hs->sk)->clcsock, hs->proposal.version,
				reason))
		smc_server_drop(hs);
	else
		smc_server_fallback(hs, reason);
}

static void smc_server_proposed(struct smc_hs *hs, int len)
{
	struct smc_sock *smc = smc_sk(hs->sk);
	unsigned int i;
	u32 reason = 0;
	bool first;
	int err;

	err = smc_clc_parse_proposal(hs->buf, len, &hs->proposal);
	if (err)
		return smc_server_refuse(hs, -EBADMSG);
	smc_hs_devices(hs);
	smc_negot_smcd(&hs->proposal, &hs->local, &hs->res);
	if (!hs->res.ok && hs->res.err)
		return smc_server_refuse(hs, hs->res.err);
	if (!hs->res.ok)
		return smc_server_decline(hs, hs->res.reason);

	for (i = 0; i < hs->res.cand_count; i++) {
		err = smc_hs_connection(hs, &hs->res.cand[i], &first);
		if (!err)
			break;
		if (!reason)
			reason = smc_hs_reason(err);
	}
	if (err)
		return smc_server_decline(hs, reason);

	len = smc_hs_build(hs, SMC_CLC_ACCEPT, first);
	if (len >= 0)
		len = smc_clcsock_send(smc->clcsock, hs->buf, len);
	if (len < 0)
		return smc_server_drop(hs);
	smc_hs_await(hs, SMC_HS_WAIT_CONFIRM);
}

static void smc_server_confirmed(struct smc_hs *hs, int len)
{
	const struct smc_gid *peer = &hs->conn->lgr->peer_gid;
	struct smc_negot_result res;

	if (smc_clc_parse_accept(hs->buf, len, SMC_CLC_CONFIRM, &hs->peer))
		return smc_server_refuse(hs, -EBADMSG);
	smc_negot_confirm(&hs->sent, &hs->peer, peer, &res);
	if (!res.ok)
		return smc_server_refuse(hs, -EPROTO);
	/* a client that was quick has sent all it had to say, and closed */
	if (smc_conn_attach(hs->conn, hs->peer.d.token, true) &&
	    !smc_conn_peer_ended(hs->conn))
		return smc_server_refuse(hs, -EPROTO);
	smc_hs_publish(hs);
	smc_server_succeed(hs);
}

static void smc_server_message(struct smc_hs *hs)
{
	struct smc_sock *smc = smc_sk(hs->sk);
	struct smc_clc_decline decline;
	struct smc_clc_hdr hdr;
	bool proposal = hs->phase == SMC_HS_WAIT_PROPOSAL;
	int len;

	len = smc_clcsock_recv(smc->clcsock, hs->buf, sizeof(hs->buf),
			       proposal ? SMC_CLC_PROPOSAL : SMC_CLC_CONFIRM,
			       &hdr);
	if (len == -EAGAIN) {
		if (time_after_eq(jiffies, hs->deadline))
			smc_server_refuse(hs, -ETIMEDOUT);
		return;
	}
	if (len < 0)
		return smc_server_refuse(hs, len);
	if (hdr.type != SMC_CLC_DECLINE) {
		if (proposal)
			smc_server_proposed(hs, len);
		else
			smc_server_confirmed(hs, len);
		return;
	}
	if (smc_clc_parse_decline(hs->buf, len, &decline))
		return smc_server_refuse(hs, -EBADMSG);
	smc->peer_diagnosis = decline.diagnosis;
	smc_server_fallback(hs, SMC_RSN_PEERDECL);
}

/**
 * smc_hs_server_step - go on as far as possible without waiting
 * @hs: handshake, locked
 */
void smc_hs_server_step(struct smc_hs *hs)
{
	u8 phase;

	/* forgotten before the news are looked at, see smc_hs_rearm() */
	smp_store_mb(hs->kicked, false);
	/* a CONFIRM may follow at once */
	do {
		phase = hs->phase;
		if (phase == SMC_HS_WAIT_DATA)
			smc_server_deferred(hs);
		else if (phase != SMC_HS_DONE)
			smc_server_message(hs);
	} while (hs->phase != phase);
	if (phase == SMC_HS_DONE)
		return;
	smc_hs_rearm(hs);
}

/**
 * smc_hs_start_server - begin the handshake of a child
 * @child: child of a listener, in its list of pending ones
 */
void smc_hs_start_server(struct smc_sock *child)
{
	struct sock *sk = &child->inet.sk;
	struct smc_hs *hs;

	hs = smc_hs_alloc(child, true);
	if (!hs) {
		smc_stat_hs_err(&smc_net(sock_net(sk))->stats, true);
		if (smc_listen_claim(child))
			smc_sock_dispose(sk, true);
		return;
	}
	/* the PROPOSAL has often come already */
	smc_hs_server_step(hs);
	mutex_unlock(&hs->lock);
	smc_hs_put(hs);
}
