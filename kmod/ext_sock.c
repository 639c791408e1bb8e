// SPDX-License-Identifier: GPL-2.0
/* Sockets and gauges for the family SMC_EXT. */
#include <linux/slab.h>
#include <linux/sock_diag.h>

#include "ext.h"
#include "net.h"
#include "snap.h"
#include "sock.h"
#include "stats.h"

struct smc_ext_sock {
	u64 cookie;
	u64 netns_cookie;
	struct smc_snap snap;
};

static int smc_ext_fill_conn(struct sk_buff *skb, const struct smc_snap *s)
{
	if (nla_put_u32(skb, SMC_EXT_SOCK_LGR_ID, s->lgr_id) ||
	    nla_put_u16(skb, SMC_EXT_SOCK_VLAN_ID, s->vlan_id) ||
	    nla_put_string(skb, SMC_EXT_SOCK_DEV, s->dev) ||
	    nla_put_u32(skb, SMC_EXT_SOCK_RX_SIZE, s->rx.size) ||
	    nla_put_u32(skb, SMC_EXT_SOCK_TX_SIZE, s->tx.size) ||
	    nla_put_u32(skb, SMC_EXT_SOCK_RX_QUEUED, s->rx.queued) ||
	    nla_put_u32(skb, SMC_EXT_SOCK_TX_QUEUED, s->tx.queued))
		return -EMSGSIZE;
	return 0;
}

static int smc_ext_fill_sock(struct sk_buff *skb, const void *object)
{
	const struct smc_ext_sock *sock = object;
	const struct smc_snap *s = &sock->snap;

	BUILD_BUG_ON(SMC_EXT_MODE_MAX != __SMC_MODE_LAST);

	if (nla_put_u64_64bit(skb, SMC_EXT_SOCK_COOKIE, sock->cookie,
			      SMC_EXT_SOCK_PAD) ||
	    nla_put_u64_64bit(skb, SMC_EXT_SOCK_NETNS_COOKIE,
			      sock->netns_cookie, SMC_EXT_SOCK_PAD) ||
	    nla_put_u16(skb, SMC_EXT_SOCK_FAMILY,
			s->packets_v6 ? AF_INET6 : AF_INET) ||
	    nla_put_u8(skb, SMC_EXT_SOCK_MODE, s->mode + SMC_EXT_MODE_INIT) ||
	    nla_put_u8(skb, SMC_EXT_SOCK_STATE, s->state))
		return -EMSGSIZE;
	if (s->fallback_rsn &&
	    nla_put_u32(skb, SMC_EXT_SOCK_FALLBACK, s->fallback_rsn))
		return -EMSGSIZE;
	return s->has_conn ? smc_ext_fill_conn(skb, s) : 0;
}

/**
 * smc_ext_get_socks - dump the sockets of a namespace
 * @skb: where to
 * @cb: its next is the serial number of the first socket not yet sent
 *
 * Return: length of @skb or -errno.
 */
int smc_ext_get_socks(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct smc_ext_dump *dump = smc_ext_dump(cb);
	unsigned long next = dump->next;
	struct smc_ext_sock sock;
	__u32 cookie[2];
	struct sock *sk;
	int rc;

	rc = smc_ext_dump_begin(cb);
	if (rc)
		return rc;
	while (!rc && (sk = smc_sock_next(dump->net, &next))) {
		if (smc_snap_take(sk, &sock.snap)) {
			sock_diag_save_cookie(sk, cookie);
			sock.cookie = cookie[0] | (u64)cookie[1] << 32;
			sock.netns_cookie = dump->net->net_cookie;
			rc = smc_ext_put(skb, cb, SMC_EXT_A_SOCK,
					 smc_ext_fill_sock, &sock);
		}
		sock_put(sk);
		if (!rc)
			dump->next = next;
	}
	return skb->len;
}

#define SMC_EXT_STATES (SMC_PROCESSABORT + 1)

struct smc_ext_gauges {
	struct smc_net *sn;
	u32 modes[SMC_EXT_MODE_MAX + 1];
	u32 states[SMC_EXT_STATES];
	u32 conns;
	u32 lgrs;
	u32 dmbs;
	struct smc_stats_cpu stats;
};

static void smc_ext_count_socks(struct net *net, struct smc_ext_gauges *g)
{
	unsigned long next = 0;
	struct smc_snap snap;
	struct sock *sk;

	while ((sk = smc_sock_next(net, &next))) {
		if (smc_snap_take(sk, &snap)) {
			g->modes[snap.mode + SMC_EXT_MODE_INIT]++;
			g->states[snap.state]++;
			g->conns += snap.has_conn;
		}
		sock_put(sk);
		cond_resched();
	}
}

static int smc_ext_put_counts(struct sk_buff *skb, int attrtype,
			      const u32 *counts, int n)
{
	struct nlattr *nest;
	int i;

	nest = nla_nest_start(skb, attrtype);
	if (!nest)
		return -EMSGSIZE;
	for (i = 1; i < n; i++)
		if (counts[i] && nla_put_u32(skb, i, counts[i]))
			return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int smc_ext_put_u64(struct sk_buff *skb, int attrtype, u64 value)
{
	return nla_put_u64_64bit(skb, attrtype, value, SMC_EXT_GAUGE_PAD);
}

static int smc_ext_fill_gauges(struct sk_buff *skb, const void *object)
{
	const struct smc_ext_gauges *g = object;
	const u64 *refused = g->stats.refused;

	if (smc_ext_put_counts(skb, SMC_EXT_GAUGE_MODES, g->modes,
			       ARRAY_SIZE(g->modes)) ||
	    smc_ext_put_counts(skb, SMC_EXT_GAUGE_STATES, g->states,
			       ARRAY_SIZE(g->states)) ||
	    nla_put_u32(skb, SMC_EXT_GAUGE_CONNS, g->conns) ||
	    nla_put_u32(skb, SMC_EXT_GAUGE_LGRS, g->lgrs) ||
	    nla_put_u32(skb, SMC_EXT_GAUGE_DMBS, g->dmbs) ||
	    smc_ext_put_u64(skb, SMC_EXT_GAUGE_DMB_BYTES,
			    atomic_long_read(&g->sn->dmb_bytes)) ||
	    nla_put_u32(skb, SMC_EXT_GAUGE_HS_PENDING,
			atomic_read(&g->sn->hs_pending)) ||
	    smc_ext_put_u64(skb, SMC_EXT_GAUGE_HS_LIMITED,
			    g->stats.hs_limited) ||
	    smc_ext_put_u64(skb, SMC_EXT_GAUGE_REFUSED_GARBAGE,
			    refused[SMC_REFUSED_GARBAGE]) ||
	    smc_ext_put_u64(skb, SMC_EXT_GAUGE_REFUSED_SHORT,
			    refused[SMC_REFUSED_SHORT]) ||
	    smc_ext_put_u64(skb, SMC_EXT_GAUGE_REFUSED_EOF,
			    refused[SMC_REFUSED_EOF]) ||
	    smc_ext_put_u64(skb, SMC_EXT_GAUGE_REFUSED_TIMEOUT,
			    refused[SMC_REFUSED_TIMEOUT]))
		return -EMSGSIZE;
	return 0;
}

/**
 * smc_ext_get_gauges - answer with the gauges of a namespace
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or -errno.
 */
int smc_ext_get_gauges(struct sk_buff *skb, struct genl_info *info)
{
	struct smc_ext_gauges *g;
	struct net *net;
	int rc;

	net = smc_ext_net(skb, info->attrs[SMC_EXT_A_NETNS_FD], info->extack);
	if (IS_ERR(net))
		return PTR_ERR(net);
	g = kzalloc(sizeof(*g), GFP_KERNEL);
	if (!g) {
		rc = -ENOMEM;
		goto out;
	}
	g->sn = smc_net(net);
	smc_ext_count_socks(net, g);
	smc_ext_dev_totals(&g->lgrs, &g->dmbs);
	smc_stats_sum(&g->sn->stats, &g->stats);
	rc = smc_ext_reply(info, SMC_EXT_A_GAUGES, smc_ext_fill_gauges, g);
	kfree(g);
out:
	put_net(net);
	return rc;
}
