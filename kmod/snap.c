// SPDX-License-Identifier: GPL-2.0
#include "snap.h"

#include <net/ipv6.h>
#include <net/tcp_states.h>

#include "conn.h"
#include "dev.h"
#include "lgr.h"
#include "sock.h"

/* flags of CDC messages */
#define SMC_CDC_WRITE_BLOCKED	0x80
#define SMC_CDC_URG_PRESENT	0x20
#define SMC_CDC_DONE_WRITING	0x80
#define SMC_CDC_CLOSED		0x40
#define SMC_CDC_ABORT		0x20

/* States of TCP in the words of SMC: who has closed, whom is waited for. */
static u8 smc_snap_tcp_state(int tcp_state)
{
	switch (tcp_state) {
	case TCP_ESTABLISHED:
		return SMC_ACTIVE;
	case TCP_SYN_SENT:
	case TCP_SYN_RECV:
		return SMC_INIT;
	case TCP_FIN_WAIT1:
		return SMC_PEERCLOSEWAIT1;
	case TCP_FIN_WAIT2:
		return SMC_PEERCLOSEWAIT2;
	case TCP_CLOSE_WAIT:
		return SMC_APPCLOSEWAIT1;
	case TCP_LAST_ACK:
		return SMC_APPFINCLOSEWAIT;
	case TCP_CLOSING:
		return SMC_PEERFINCLOSEWAIT;
	case TCP_LISTEN:
		return SMC_LISTEN;
	default:
		return SMC_CLOSED;
	}
}

static void smc_snap_ring(struct smc_dmb __rcu *const *where,
			  struct smc_snap_ring *ret)
{
	const struct smc_dmb *dmb = rcu_dereference(*where);
	u64 head, tail;

	if (!dmb)
		return;
	ret->size = dmb->size;
	/* before it is attached, whoever knows it could come first */
	ret->token = smc_dmb_test(dmb, SMC_DMB_ATTACHED) ? dmb->token : 0;
	/* acquire: the tail must not be read after, and be ahead of, the head */
	tail = smp_load_acquire(&dmb->tail);
	head = READ_ONCE(dmb->head);
	ret->queued = min_t(u64, head - tail, dmb->size);
	ret->prod = smc_cursor_from_pos(head, dmb->size);
	ret->cons = smc_cursor_from_pos(tail, dmb->size);
	if (smc_dmb_test(dmb, SMC_DMB_TX_BLOCKED))
		ret->prod_flags |= SMC_CDC_WRITE_BLOCKED;
	if (READ_ONCE(dmb->urg_pos) > tail)
		ret->prod_flags |= SMC_CDC_URG_PRESENT;
	if (smc_dmb_test(dmb, SMC_DMB_TX_DONE))
		ret->conn_flags |= SMC_CDC_DONE_WRITING;
	if (smc_dmb_test(dmb, SMC_DMB_TX_CLOSED))
		ret->conn_flags |= SMC_CDC_CLOSED;
	if (smc_dmb_test(dmb, SMC_DMB_TX_ABORT))
		ret->conn_flags |= SMC_CDC_ABORT;
}

/* The reference keeps link group and device; RCU keeps the DMBs. */
static void smc_snap_conn(struct smc_sock *smc, struct smc_snap *ret)
{
	struct smc_conn *conn = smc_conn_get(smc);
	const struct smc_lgr *lgr;

	if (!conn)
		return;
	rcu_read_lock();
	smc_snap_ring(&conn->rx, &ret->rx);
	smc_snap_ring(&conn->tx, &ret->tx);
	rcu_read_unlock();

	lgr = conn->lgr;
	ret->has_conn = true;
	ret->state = READ_ONCE(conn->state);
	ret->conn_token = conn->token;
	ret->lgr_id = lgr->id;
	ret->vlan_id = lgr->vlan_id;
	ret->gid = lgr->dev->gid;
	ret->peer_gid = lgr->peer_gid;
	strscpy(ret->dev, lgr->dev->name, sizeof(ret->dev));
	smc_conn_put(conn);
}

static void smc_snap_addr(const struct sock *tcp, struct smc_snap *ret)
{
	const struct inet_sock *inet = inet_sk(tcp);

	ret->sport = htons(READ_ONCE(inet->inet_num));
	ret->dport = READ_ONCE(inet->inet_dport);
	ret->bound_dev_if = READ_ONCE(tcp->sk_bound_dev_if);
#if IS_ENABLED(CONFIG_IPV6)
	if (tcp->sk_family == AF_INET6) {
		ret->v6 = true;
		ret->src = tcp->sk_v6_rcv_saddr;
		ret->dst = tcp->sk_v6_daddr;
		ret->packets_v6 = !ipv6_addr_v4mapped(&ret->dst) &&
				  !ipv6_addr_v4mapped(&ret->src);
		return;
	}
#endif
	ret->src.s6_addr32[0] = inet->inet_rcv_saddr;
	ret->dst.s6_addr32[0] = inet->inet_daddr;
}

/**
 * smc_snap_take - take a snapshot of a socket
 * @sk: SMC socket, held by the caller
 * @ret: the snapshot, all of it is written
 *
 * Return: false if the socket is being closed; it is not to be shown.
 */
bool smc_snap_take(struct sock *sk, struct smc_snap *ret)
{
	struct smc_sock *smc = smc_sk(sk);
	const struct sock *tcp;
	bool alive;

	memset(ret, 0, sizeof(*ret));
	/* keeps the TCP socket; lock_sock() could wait for a user's page */
	read_lock_bh(&sk->sk_callback_lock);
	alive = smc->clcsock;
	if (alive) {
		tcp = smc_tcp(smc);
		ret->mode = smc_mode(smc);
		ret->fallback_rsn = smc->fallback_rsn;
		ret->peer_diagnosis = smc->peer_diagnosis;
		smc_snap_addr(tcp, ret);
		switch (ret->mode) {
		case SMC_MODE_TCP:
			ret->state = smc_snap_tcp_state(inet_sk_state_load(tcp));
			ret->shutdown = READ_ONCE(tcp->sk_shutdown);
			break;
		case SMC_MODE_SMC:
			ret->state = SMC_CLOSED;
			smc_snap_conn(smc, ret);
			ret->shutdown = READ_ONCE(sk->sk_shutdown);
			break;
		case SMC_MODE_LISTEN:
			ret->state = SMC_LISTEN;
			break;
		default:
			ret->state = SMC_INIT;
		}
	}
	read_unlock_bh(&sk->sk_callback_lock);
	if (!alive)
		return false;
	ret->uid = sk_uid(sk);
	ret->inode = sock_i_ino(sk);
	return true;
}
EXPORT_SYMBOL_GPL(smc_snap_take);
