// SPDX-License-Identifier: GPL-2.0
#include "netlink.h"

#include <linux/module.h>

#include "net.h"
#include "ueid.h"

static struct genl_family smc_netlink_family;

/**
 * smc_netlink_put - append a message with one object to a dump
 * @skb: where to
 * @cb: the dump
 * @nest: attribute around the object's attributes, 0 none
 * @fill: adds these attributes
 * @object: for @fill
 *
 * Return: 0, or -EMSGSIZE if there is no room; then nothing was added.
 */
int smc_netlink_put(struct sk_buff *skb, struct netlink_callback *cb,
		    int nest, smc_netlink_fill fill, const void *object)
{
	const struct genlmsghdr *request = nlmsg_data(cb->nlh);
	struct nlattr *attr = NULL;
	void *hdr;

	hdr = genlmsg_put(skb, NETLINK_CB(cb->skb).portid, cb->nlh->nlmsg_seq,
			  &smc_netlink_family, NLM_F_MULTI, request->cmd);
	if (!hdr)
		return -EMSGSIZE;
	if (nest) {
		attr = nla_nest_start(skb, nest);
		if (!attr)
			goto cancel;
	}
	if (fill(skb, object))
		goto cancel;
	if (attr)
		nla_nest_end(skb, attr);
	genlmsg_end(skb, hdr);
	return 0;

cancel:
	genlmsg_cancel(skb, hdr);
	return -EMSGSIZE;
}

/* A dump of a single object; args[0] says that it was sent. */
static int smc_netlink_once(struct sk_buff *skb, struct netlink_callback *cb,
			    int nest, smc_netlink_fill fill,
			    const void *object)
{
	if (!cb->args[0] && !smc_netlink_put(skb, cb, nest, fill, object))
		cb->args[0] = 1;
	return skb->len;
}

static int smc_netlink_put_eid(struct sk_buff *skb, int attrtype,
			       const u8 eid[SMC_EID_LEN])
{
	char text[SMC_EID_LEN + 1] = {};

	memcpy(text, eid, SMC_EID_LEN);
	return nla_put_string(skb, attrtype, text);
}

static int smc_netlink_fill_sys_info(struct sk_buff *skb, const void *unused)
{
	char host[SMC_HOSTNAME_LEN + 1] = {};
	u8 seid[SMC_EID_LEN];

	smc_hostname(host);
	smc_seid_get(seid);
	if (nla_put_u8(skb, SMC_NLA_SYS_VER, SMC_V2) ||
	    nla_put_u8(skb, SMC_NLA_SYS_REL, SMC_RELEASE_1) ||
	    nla_put_u8(skb, SMC_NLA_SYS_IS_ISM_V2, true) ||
	    nla_put_u8(skb, SMC_NLA_SYS_IS_SMCR_V2, false) ||
	    nla_put_string(skb, SMC_NLA_SYS_LOCAL_HOST, host) ||
	    smc_netlink_put_eid(skb, SMC_NLA_SYS_SEID, seid))
		return -EMSGSIZE;
	return 0;
}

static int smc_netlink_sys_info(struct sk_buff *skb,
				struct netlink_callback *cb)
{
	return smc_netlink_once(skb, cb, SMC_GEN_SYS_INFO,
				smc_netlink_fill_sys_info, NULL);
}

/* For what does not exist: no objects. */
static int smc_netlink_nothing(struct sk_buff *skb,
			       struct netlink_callback *cb)
{
	return skb->len;
}

static int smc_netlink_fill_ueid(struct sk_buff *skb, const void *eid)
{
	return smc_netlink_put_eid(skb, SMC_NLA_EID_TABLE_ENTRY, eid);
}

static int smc_netlink_dump_ueid(struct sk_buff *skb,
				 struct netlink_callback *cb)
{
	struct smc_eid_table table;

	smc_ueid_get(&table);
	for (; cb->args[0] < table.count; cb->args[0]++)
		if (smc_netlink_put(skb, cb, 0, smc_netlink_fill_ueid,
				    table.eid[cb->args[0]]))
			break;
	return skb->len;
}

static int smc_netlink_fill_seid(struct sk_buff *skb, const void *unused)
{
	u8 seid[SMC_EID_LEN];
	bool enabled = smc_seid_get(seid);

	if (smc_netlink_put_eid(skb, SMC_NLA_SEID_ENTRY, seid) ||
	    nla_put_u8(skb, SMC_NLA_SEID_ENABLED, enabled))
		return -EMSGSIZE;
	return 0;
}

static int smc_netlink_dump_seid(struct sk_buff *skb,
				 struct netlink_callback *cb)
{
	return smc_netlink_once(skb, cb, 0, smc_netlink_fill_seid, NULL);
}

static int smc_netlink_fill_hs(struct sk_buff *skb, const void *object)
{
	const struct smc_net *sn = object;

	return nla_put_u8(skb, SMC_NLA_HS_LIMITATION_ENABLED,
			  READ_ONCE(sn->sysctl.limit_smc_hs));
}

static int smc_netlink_dump_hs(struct sk_buff *skb,
			       struct netlink_callback *cb)
{
	return smc_netlink_once(skb, cb, 0, smc_netlink_fill_hs,
				smc_net(sock_net(skb->sk)));
}

static int smc_netlink_add_ueid(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *eid = info->attrs[SMC_NLA_EID_TABLE_ENTRY];

	if (!eid) {
		NL_SET_ERR_MSG(info->extack, "EID is missing");
		return -EINVAL;
	}
	return smc_ueid_add(nla_data(eid), nla_len(eid), info->extack);
}

static int smc_netlink_remove_ueid(struct sk_buff *skb, struct genl_info *info)
{
	const struct nlattr *eid = info->attrs[SMC_NLA_EID_TABLE_ENTRY];

	if (!eid) {
		NL_SET_ERR_MSG(info->extack, "EID is missing");
		return -EINVAL;
	}
	return smc_ueid_remove(nla_data(eid), nla_len(eid), info->extack);
}

static int smc_netlink_flush_ueid(struct sk_buff *skb, struct genl_info *info)
{
	smc_ueid_flush();
	return 0;
}

static int smc_netlink_enable_seid(struct sk_buff *skb, struct genl_info *info)
{
	return smc_seid_enable(true, info->extack);
}

static int smc_netlink_disable_seid(struct sk_buff *skb,
				    struct genl_info *info)
{
	return smc_seid_enable(false, info->extack);
}

static int smc_netlink_enable_hs(struct sk_buff *skb, struct genl_info *info)
{
	WRITE_ONCE(smc_net(genl_info_net(info))->sysctl.limit_smc_hs, 1);
	return 0;
}

static int smc_netlink_disable_hs(struct sk_buff *skb, struct genl_info *info)
{
	WRITE_ONCE(smc_net(genl_info_net(info))->sysctl.limit_smc_hs, 0);
	return 0;
}

/* of all commands but two: there are no attributes */
static const struct nla_policy smc_netlink_no_policy[] = {
	[1] = { .type = NLA_REJECT },
};

static const struct nla_policy smc_netlink_ueid_policy[] = {
	/* its own rules are checked with a better text than "invalid" */
	[SMC_NLA_EID_TABLE_ENTRY] = { .type = NLA_NUL_STRING },
};

#define SMC_NETLINK_DUMP(number, fn) {				\
	.cmd = number,						\
	.policy = smc_netlink_no_policy,			\
	.maxattr = ARRAY_SIZE(smc_netlink_no_policy) - 1,	\
	.dumpit = fn,						\
}

#define SMC_NETLINK_DO(number, fn, attrs) {			\
	.cmd = number,						\
	.flags = GENL_ADMIN_PERM,				\
	.policy = attrs,					\
	.maxattr = ARRAY_SIZE(attrs) - 1,			\
	.doit = fn,						\
}

static const struct genl_ops smc_netlink_ops[] = {
	SMC_NETLINK_DUMP(SMC_NETLINK_GET_SYS_INFO, smc_netlink_sys_info),
	SMC_NETLINK_DUMP(SMC_NETLINK_GET_LGR_SMCR, smc_netlink_nothing),
	SMC_NETLINK_DUMP(SMC_NETLINK_GET_LINK_SMCR, smc_netlink_nothing),
	SMC_NETLINK_DUMP(SMC_NETLINK_GET_LGR_SMCD, smc_netlink_lgr_smcd),
	SMC_NETLINK_DUMP(SMC_NETLINK_GET_DEV_SMCD, smc_netlink_dev_smcd),
	SMC_NETLINK_DUMP(SMC_NETLINK_GET_DEV_SMCR, smc_netlink_nothing),
	SMC_NETLINK_DUMP(SMC_NETLINK_GET_STATS, smc_netlink_stats),
	SMC_NETLINK_DUMP(SMC_NETLINK_GET_FBACK_STATS, smc_netlink_fback_stats),
	SMC_NETLINK_DUMP(SMC_NETLINK_DUMP_UEID, smc_netlink_dump_ueid),
	SMC_NETLINK_DO(SMC_NETLINK_ADD_UEID, smc_netlink_add_ueid,
		       smc_netlink_ueid_policy),
	SMC_NETLINK_DO(SMC_NETLINK_REMOVE_UEID, smc_netlink_remove_ueid,
		       smc_netlink_ueid_policy),
	SMC_NETLINK_DO(SMC_NETLINK_FLUSH_UEID, smc_netlink_flush_ueid,
		       smc_netlink_no_policy),
	SMC_NETLINK_DUMP(SMC_NETLINK_DUMP_SEID, smc_netlink_dump_seid),
	SMC_NETLINK_DO(SMC_NETLINK_ENABLE_SEID, smc_netlink_enable_seid,
		       smc_netlink_no_policy),
	SMC_NETLINK_DO(SMC_NETLINK_DISABLE_SEID, smc_netlink_disable_seid,
		       smc_netlink_no_policy),
	SMC_NETLINK_DUMP(SMC_NETLINK_DUMP_HS_LIMITATION, smc_netlink_dump_hs),
	SMC_NETLINK_DO(SMC_NETLINK_ENABLE_HS_LIMITATION, smc_netlink_enable_hs,
		       smc_netlink_no_policy),
	SMC_NETLINK_DO(SMC_NETLINK_DISABLE_HS_LIMITATION,
		       smc_netlink_disable_hs, smc_netlink_no_policy),
};

static struct genl_family smc_netlink_family __ro_after_init = {
	.name = SMC_GENL_FAMILY_NAME,
	.version = SMC_GENL_FAMILY_VERSION,
	.maxattr = 1,
	.netnsok = true,
	.parallel_ops = true,	/* what they use has locks of its own */
	.module = THIS_MODULE,
	.ops = smc_netlink_ops,
	.n_ops = ARRAY_SIZE(smc_netlink_ops),
	.resv_start_op = SMC_NETLINK_DISABLE_HS_LIMITATION + 1,
};

/**
 * smc_netlink_register - make the family SMC_GEN_NETLINK available
 *
 * Return: 0 or -errno.
 */
int smc_netlink_register(void)
{
	return genl_register_family(&smc_netlink_family);
}

/** smc_netlink_unregister - undo smc_netlink_register() */
void smc_netlink_unregister(void)
{
	genl_unregister_family(&smc_netlink_family);
}

MODULE_ALIAS_GENL_FAMILY(SMC_GENL_FAMILY_NAME);
