// SPDX-License-Identifier: GPL-2.0
/* smc_diag.ko: dumps SMC sockets as smcss and ss ask for them. */
#include <linux/module.h>
#include <linux/smc.h>
#include <linux/smc_diag.h>
#include <linux/sock_diag.h>
#include <net/genetlink.h>

#include "snap.h"
#include "sock.h"

/* struct smcd_diag_dmbinfo as it is since 6.9 */
struct smc_diag_dmbinfo {
	__u32 linkid;
	__aligned_u64 peer_gid;
	__aligned_u64 my_gid;
	__aligned_u64 token;
	__aligned_u64 peer_token;
	__aligned_u64 peer_gid_ext;
	__aligned_u64 my_gid_ext;
};

static struct smc_diag_cursor smc_diag_cursor(struct smc_cursor c)
{
	return (struct smc_diag_cursor){ .wrap = c.wrap, .count = c.count };
}

static int smc_diag_put_conn(struct sk_buff *skb, const struct smc_snap *s)
{
	struct smc_diag_conninfo info = {
		.token = s->conn_token,
		.sndbuf_size = s->tx.size,
		.rmbe_size = s->rx.size,
		.peer_rmbe_size = s->tx.size,
		.rx_prod = smc_diag_cursor(s->rx.prod),
		.rx_cons = smc_diag_cursor(s->tx.cons),
		.tx_prod = smc_diag_cursor(s->tx.prod),
		.tx_cons = smc_diag_cursor(s->rx.cons),
		.rx_prod_flags = s->rx.prod_flags,
		.rx_conn_state_flags = s->rx.conn_flags,
		.tx_prod_flags = s->tx.prod_flags,
		.tx_conn_state_flags = s->tx.conn_flags,
		/* what is written is sent: the peer's DMB is the send buffer */
		.tx_prep = smc_diag_cursor(s->tx.prod),
		.tx_sent = smc_diag_cursor(s->tx.prod),
		.tx_fin = smc_diag_cursor(s->tx.cons),
	};

	BUILD_BUG_ON(sizeof(info) != 76);	/* no hole to leak from */
	return nla_put(skb, SMC_DIAG_CONNINFO, sizeof(info), &info);
}

static int smc_diag_put_dmb(struct sk_buff *skb, const struct smc_snap *s)
{
	struct smc_diag_dmbinfo info;

	memset(&info, 0, sizeof(info));	/* there is a hole after linkid */
	info.linkid = s->lgr_id;
	info.peer_gid = s->peer_gid.gid;
	info.my_gid = s->gid.gid;
	info.token = s->rx.token;
	info.peer_token = s->tx.token;
	info.peer_gid_ext = s->peer_gid.gid_ext;
	info.my_gid_ext = s->gid.gid_ext;
	return nla_put(skb, SMC_DIAG_DMBINFO, sizeof(info), &info);
}

static void smc_diag_fill_id(struct sock *sk, const struct smc_snap *s,
			     struct inet_diag_sockid *id)
{
	BUILD_BUG_ON(sizeof(id->idiag_src) != sizeof(s->src));

	id->idiag_sport = s->sport;
	id->idiag_dport = s->dport;
	memcpy(id->idiag_src, &s->src, sizeof(s->src));
	memcpy(id->idiag_dst, &s->dst, sizeof(s->dst));
	id->idiag_if = s->bound_dev_if;
	sock_diag_save_cookie(sk, id->idiag_cookie);
}

static u8 smc_diag_mode(const struct smc_snap *s)
{
	switch (s->mode) {
	case SMC_MODE_SMC:
		return SMC_DIAG_MODE_SMCD;
	case SMC_MODE_TCP:
		return SMC_DIAG_MODE_FALLBACK_TCP;
	default:
		return 0;
	}
}

static int smc_diag_put(struct sk_buff *skb, struct netlink_callback *cb,
			struct sock *sk, const struct smc_snap *s)
{
	const struct smc_diag_req *req = nlmsg_data(cb->nlh);
	struct smc_diag_fallback fallback = {
		.reason = s->fallback_rsn,
		.peer_diagnosis = s->peer_diagnosis,
	};
	struct smc_diag_msg *msg;
	struct nlmsghdr *nlh;

	nlh = nlmsg_put(skb, NETLINK_CB(cb->skb).portid, cb->nlh->nlmsg_seq,
			cb->nlh->nlmsg_type, sizeof(*msg), NLM_F_MULTI);
	if (!nlh)
		return -EMSGSIZE;
	msg = nlmsg_data(nlh);
	memset(msg, 0, sizeof(*msg));
	msg->diag_family = sk->sk_family;
	msg->diag_state = s->state;
	msg->diag_mode = smc_diag_mode(s);
	msg->diag_shutdown = s->shutdown;
	smc_diag_fill_id(sk, s, &msg->id);
	msg->diag_uid = from_kuid_munged(sk_user_ns(NETLINK_CB(cb->skb).sk),
					 s->uid);
	msg->diag_inode = s->inode;

	if (nla_put_u8(skb, SMC_DIAG_SHUTDOWN, s->shutdown) ||
	    nla_put(skb, SMC_DIAG_FALLBACK, sizeof(fallback), &fallback))
		goto cancel;
	if (s->has_conn && req->diag_ext & (1 << (SMC_DIAG_CONNINFO - 1)) &&
	    smc_diag_put_conn(skb, s))
		goto cancel;
	if (s->has_conn && req->diag_ext & (1 << (SMC_DIAG_DMBINFO - 1)) &&
	    smc_diag_put_dmb(skb, s))
		goto cancel;
	nlmsg_end(skb, nlh);
	return 0;

cancel:
	nlmsg_cancel(skb, nlh);
	return -EMSGSIZE;
}

/* cb->args[0] is the serial number of the first socket not yet sent. */
static int smc_diag_dump(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct net *net = sock_net(skb->sk);
	unsigned long next = cb->args[0];
	struct smc_snap snap;
	struct sock *sk;
	int rc = 0;

	while (!rc && (sk = smc_sock_next(net, &next))) {
		if (smc_snap_take(sk, &snap))
			rc = smc_diag_put(skb, cb, sk, &snap);
		sock_put(sk);
		if (!rc)
			cb->args[0] = next;
	}
	return skb->len;
}

static int smc_diag_handler_dump(struct sk_buff *skb, struct nlmsghdr *nlh)
{
	/* no least size: datagrams grow as far as the reader has room */
	struct netlink_dump_control c = { .dump = smc_diag_dump };

	if (nlmsg_len(nlh) < (int)sizeof(struct smc_diag_req))
		return -EINVAL;
	if (!(nlh->nlmsg_flags & NLM_F_DUMP))
		return -EOPNOTSUPP;
	return netlink_dump_start(sock_net(skb->sk)->diag_nlsk, skb, nlh, &c);
}

static const struct sock_diag_handler smc_diag_handler = {
	.owner = THIS_MODULE,
	.family = AF_SMC,
	.dump = smc_diag_handler_dump,
};

static int __init smc_diag_init(void)
{
	return sock_diag_register(&smc_diag_handler);
}

static void __exit smc_diag_exit(void)
{
	sock_diag_unregister(&smc_diag_handler);
}

module_init(smc_diag_init);
module_exit(smc_diag_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("SMC socket monitoring via SOCK_DIAG");
MODULE_VERSION(SMC_VERSION);
MODULE_ALIAS_NET_PF_PROTO_TYPE(PF_NETLINK, NETLINK_SOCK_DIAG, 43 /* AF_SMC */);
MODULE_ALIAS_GENL_FAMILY(SMCR_GENL_FAMILY_NAME);
