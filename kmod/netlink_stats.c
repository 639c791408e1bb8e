// SPDX-License-Identifier: GPL-2.0
/* Statistics for the family SMC_GEN_NETLINK. */
#include <linux/slab.h>

#include "net.h"
#include "netlink.h"
#include "stats.h"

static int smc_netlink_put_u64(struct sk_buff *skb, int attrtype, u64 value)
{
	/* in each of these nests 0 is the padding attribute */
	return nla_put_u64_64bit(skb, attrtype, value, 0);
}

static int smc_netlink_put_hist(struct sk_buff *skb, int attrtype,
				const u64 hist[SMC_HIST_BUCKETS])
{
	struct nlattr *nest;
	int i;

	BUILD_BUG_ON(SMC_HIST_BUCKETS != SMC_NLA_STATS_PLOAD_MAX);

	nest = nla_nest_start(skb, attrtype);
	if (!nest)
		return -EMSGSIZE;
	for (i = 0; i < SMC_HIST_BUCKETS; i++)
		if (smc_netlink_put_u64(skb, SMC_NLA_STATS_PLOAD_8K + i,
					hist[i]))
			return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

/* @events: TX_FULL, TX_FULL_PEER, TX_SMALL, TX_SMALL_PEER or the same of RX */
static int smc_netlink_put_rmb(struct sk_buff *skb, int attrtype,
			       const struct smc_stats_dir *dir,
			       const u64 events[4])
{
	struct nlattr *nest;

	nest = nla_nest_start(skb, attrtype);
	if (!nest ||
	    smc_netlink_put_u64(skb, SMC_NLA_STATS_RMB_REUSE_CNT,
				dir->reuses) ||
	    smc_netlink_put_u64(skb, SMC_NLA_STATS_RMB_SIZE_SM_PEER_CNT,
				events[3]) ||
	    smc_netlink_put_u64(skb, SMC_NLA_STATS_RMB_SIZE_SM_CNT,
				events[2]) ||
	    smc_netlink_put_u64(skb, SMC_NLA_STATS_RMB_FULL_PEER_CNT,
				events[1]) ||
	    smc_netlink_put_u64(skb, SMC_NLA_STATS_RMB_FULL_CNT,
				events[0]) ||
	    smc_netlink_put_u64(skb, SMC_NLA_STATS_RMB_ALLOC_CNT,
				dir->allocs) ||
	    smc_netlink_put_u64(skb, SMC_NLA_STATS_RMB_DGRADE_CNT,
				dir->downgrades))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int smc_netlink_put_events(struct sk_buff *skb, const u64 *events)
{
	static const struct {
		u8 attrtype;
		u8 event;
	} rows[] = {
		{ SMC_NLA_STATS_T_CLNT_V1_SUCC, SMC_STAT_CLNT_V1 },
		{ SMC_NLA_STATS_T_CLNT_V2_SUCC, SMC_STAT_CLNT_V2 },
		{ SMC_NLA_STATS_T_SRV_V1_SUCC, SMC_STAT_SRV_V1 },
		{ SMC_NLA_STATS_T_SRV_V2_SUCC, SMC_STAT_SRV_V2 },
		{ SMC_NLA_STATS_T_SENDPAGE_CNT, SMC_STAT_SENDPAGE },
		{ SMC_NLA_STATS_T_SPLICE_CNT, SMC_STAT_SPLICE },
		{ SMC_NLA_STATS_T_CORK_CNT, SMC_STAT_CORK },
		{ SMC_NLA_STATS_T_NDLY_CNT, SMC_STAT_NDLY },
		{ SMC_NLA_STATS_T_URG_DATA_CNT, SMC_STAT_URG },
	};
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(rows); i++)
		if (smc_netlink_put_u64(skb, rows[i].attrtype,
					events[rows[i].event]))
			return -EMSGSIZE;
	return 0;
}

static int smc_netlink_put_tech(struct sk_buff *skb, int attrtype,
				const struct smc_stats_tech *t)
{
	struct nlattr *nest;

	nest = nla_nest_start(skb, attrtype);
	if (!nest ||
	    smc_netlink_put_rmb(skb, SMC_NLA_STATS_T_TX_RMB_STATS, &t->tx,
				&t->events[SMC_STAT_TX_FULL]) ||
	    smc_netlink_put_rmb(skb, SMC_NLA_STATS_T_RX_RMB_STATS, &t->rx,
				&t->events[SMC_STAT_RX_FULL]) ||
	    smc_netlink_put_hist(skb, SMC_NLA_STATS_T_TXPLOAD_SIZE,
				 t->tx.payload) ||
	    smc_netlink_put_hist(skb, SMC_NLA_STATS_T_RXPLOAD_SIZE,
				 t->rx.payload) ||
	    smc_netlink_put_hist(skb, SMC_NLA_STATS_T_TX_RMB_SIZE,
				 t->tx.bufsize) ||
	    smc_netlink_put_hist(skb, SMC_NLA_STATS_T_RX_RMB_SIZE,
				 t->rx.bufsize) ||
	    smc_netlink_put_events(skb, t->events) ||
	    smc_netlink_put_u64(skb, SMC_NLA_STATS_T_RX_BYTES, t->rx.bytes) ||
	    smc_netlink_put_u64(skb, SMC_NLA_STATS_T_TX_BYTES, t->tx.bytes) ||
	    smc_netlink_put_u64(skb, SMC_NLA_STATS_T_RX_CNT, t->rx.calls) ||
	    smc_netlink_put_u64(skb, SMC_NLA_STATS_T_TX_CNT, t->tx.calls) ||
	    nla_put_uint(skb, SMC_NLA_STATS_T_RX_RMB_USAGE, t->rx.usage) ||
	    nla_put_uint(skb, SMC_NLA_STATS_T_TX_RMB_USAGE, t->tx.usage))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static int smc_netlink_fill_stats(struct sk_buff *skb, const void *object)
{
	const struct smc_stats_cpu *sum = object;

	if (smc_netlink_put_tech(skb, SMC_NLA_STATS_SMCD_TECH,
				 &sum->tech[SMC_TECH_D]) ||
	    smc_netlink_put_tech(skb, SMC_NLA_STATS_SMCR_TECH,
				 &sum->tech[SMC_TECH_R]) ||
	    smc_netlink_put_u64(skb, SMC_NLA_STATS_CLNT_HS_ERR_CNT,
				sum->hs_err[0]) ||
	    smc_netlink_put_u64(skb, SMC_NLA_STATS_SRV_HS_ERR_CNT,
				sum->hs_err[1]))
		return -EMSGSIZE;
	return 0;
}

/**
 * smc_netlink_stats - dump the statistics of the caller's namespace
 * @skb: where to
 * @cb: args[0] says that they were sent
 *
 * Return: length of @skb or -ENOMEM.
 */
int smc_netlink_stats(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct smc_stats_cpu *sum;

	if (cb->args[0])
		return skb->len;
	sum = kmalloc(sizeof(*sum), GFP_KERNEL);
	if (!sum)
		return -ENOMEM;
	smc_stats_sum(&smc_net(sock_net(skb->sk))->stats, sum);
	if (!smc_netlink_put(skb, cb, SMC_GEN_STATS, smc_netlink_fill_stats,
			     sum))
		cb->args[0] = 1;
	kfree(sum);
	return skb->len;
}

struct smc_netlink_fback {
	bool first;
	bool server;
	u32 reason;
	u64 count;
	u64 total[2];
};

static int smc_netlink_fill_fback(struct sk_buff *skb, const void *object)
{
	const struct smc_netlink_fback *f = object;

	if (nla_put_u8(skb, SMC_NLA_FBACK_STATS_TYPE, f->server))
		return -EMSGSIZE;
	if (f->first &&
	    (smc_netlink_put_u64(skb, SMC_NLA_FBACK_STATS_SRV_CNT,
				 f->total[1]) ||
	     smc_netlink_put_u64(skb, SMC_NLA_FBACK_STATS_CLNT_CNT,
				 f->total[0])))
		return -EMSGSIZE;
	if (nla_put_u32(skb, SMC_NLA_FBACK_STATS_RSN_CODE, f->reason) ||
	    nla_put_u16(skb, SMC_NLA_FBACK_STATS_RSN_CNT,
			min_t(u64, f->count, U16_MAX)))
		return -EMSGSIZE;
	return 0;
}

/**
 * smc_netlink_fback_stats - dump the fallbacks of the caller's namespace
 * @skb: where to
 * @cb: args[0] is what comes next, twice the slot and plus 1 for its client
 *	part; args[1] says that a message was sent
 *
 * Return: length of @skb.
 */
int smc_netlink_fback_stats(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct smc_stats *stats = &smc_net(sock_net(skb->sk))->stats;
	struct smc_netlink_fback f;
	struct smc_fback slot;

	for (; smc_stats_fback(stats, cb->args[0] / 2, &slot, f.total);
	     cb->args[0]++) {
		f.first = !cb->args[1];
		f.server = !(cb->args[0] % 2);
		f.reason = slot.reason;
		f.count = slot.count[f.server];
		if (!f.count)
			continue;
		if (smc_netlink_put(skb, cb, SMC_GEN_FBACK_STATS,
				    smc_netlink_fill_fback, &f))
			break;
		cb->args[1] = 1;
	}
	return skb->len;
}
