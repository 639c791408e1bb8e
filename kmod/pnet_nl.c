// SPDX-License-Identifier: GPL-2.0
/* The stock family SMC_PNETID: shows and changes the PNET table. */
#include <linux/module.h>
#include <linux/netdevice.h>
#include <net/genetlink.h>
#include <net/sock.h>

#include "extack.h"
#include "net.h"
#include "pnet.h"

#define SMC_PNET_NOTHING "n/a"

const struct nla_policy smc_pnet_policy[SMC_PNETID_MAX + 1] = {
	[SMC_PNETID_NAME] = { .type = NLA_NUL_STRING },
	[SMC_PNETID_ETHNAME] = { .type = NLA_NUL_STRING, .len = IFNAMSIZ - 1 },
	[SMC_PNETID_IBNAME] = { .type = NLA_NUL_STRING,
				.len = SMC_PNET_NAME_LEN - 1 },
	[SMC_PNETID_IBPORT] = { .type = NLA_U8 },
};

static int smc_pnet_parse_id(struct nlattr *const *attrs,
			     u8 ret[SMC_PNETID_LEN],
			     struct netlink_ext_ack *extack)
{
	const struct nlattr *name = attrs[SMC_PNETID_NAME];
	const char *why;

	if (!name) {
		NL_SET_ERR_MSG(extack, "PNET ID is missing");
		return -EINVAL;
	}
	if (!smc_pnetid_from_text(nla_data(name), nla_len(name), ret, &why))
		return 0;
	smc_extack_set(extack, why);
	NL_SET_BAD_ATTR(extack, name);
	return -EINVAL;
}

static int smc_pnet_add_eth(struct smc_net *sn, struct smc_pnet_entry *e,
			    const struct nlattr *attr,
			    struct netlink_ext_ack *extack)
{
	char id[SMC_PNETID_LEN + 1];
	int rc;

	nla_strscpy(e->name, attr, sizeof(e->name));
	if (!dev_valid_name(e->name)) {
		NL_SET_ERR_MSG_ATTR(extack, attr,
				    "not a name of a network device");
		return -EINVAL;
	}
	e->eth = true;
	e->port = SMC_PNET_NO_PORT;
	rc = smc_pnet_insert(sn, e);
	if (!rc) {
		smc_pnetid_to_text(e->pnetid, id);
		pr_info("smc: net device %s applied user defined pnetid %s\n",
			e->name, id);
	}
	return rc;
}

static int smc_pnet_add_dev(struct smc_net *sn, struct smc_pnet_entry *e,
			    const struct nlattr *attr,
			    const struct nlattr *port,
			    struct netlink_ext_ack *extack)
{
	nla_strscpy(e->name, attr, sizeof(e->name));
	if (!e->name[0]) {
		NL_SET_ERR_MSG_ATTR(extack, attr, "name of a device is empty");
		return -EINVAL;
	}
	e->eth = false;
	e->port = port ? nla_get_u8(port) : 1;
	if (e->port != 1 && e->port != 2) {
		NL_SET_ERR_MSG_ATTR(extack, port, "port is neither 1 nor 2");
		return -EINVAL;
	}
	if (!net_eq(sn->net, &init_net)) {
		NL_SET_ERR_MSG_ATTR(extack, attr,
				    "only the initial network namespace has such devices");
		return -EOPNOTSUPP;
	}
	return smc_pnet_insert(sn, e);
}

/**
 * smc_pnet_add - add the devices of a request to the PNET table
 * @sn: namespace
 * @attrs: SMC_PNETID_* attributes
 * @extack: says what is wrong
 *
 * Return: 0 if one device at least is new, -EEXIST if none is, -EINVAL,
 * -EOPNOTSUPP, -ENOMEM.
 */
int smc_pnet_add(struct smc_net *sn, struct nlattr *const *attrs,
		 struct netlink_ext_ack *extack)
{
	const struct nlattr *eth = attrs[SMC_PNETID_ETHNAME];
	const struct nlattr *dev = attrs[SMC_PNETID_IBNAME];
	struct smc_pnet_entry e = {};
	bool added = false;
	int rc;

	rc = smc_pnet_parse_id(attrs, e.pnetid, extack);
	if (rc)
		return rc;
	if (!eth && !dev) {
		NL_SET_ERR_MSG(extack, "device is missing");
		return -EINVAL;
	}
	if (eth) {
		rc = smc_pnet_add_eth(sn, &e, eth, extack);
		if (rc && rc != -EEXIST)
			return rc;
		added = !rc;
	}
	if (dev) {
		rc = smc_pnet_add_dev(sn, &e, dev, attrs[SMC_PNETID_IBPORT],
				      extack);
		if (rc && rc != -EEXIST)
			return rc;
		added |= !rc;
	}
	if (!added) {
		NL_SET_ERR_MSG(extack, "device has a PNET ID already");
		return -EEXIST;
	}
	return 0;
}

/**
 * smc_pnet_del - remove the devices with a PNET ID from the PNET table
 * @sn: namespace
 * @attrs: SMC_PNETID_* attributes
 * @extack: says what is wrong
 *
 * Return: 0, -EINVAL, or -ENOENT.
 */
int smc_pnet_del(struct smc_net *sn, struct nlattr *const *attrs,
		 struct netlink_ext_ack *extack)
{
	u8 id[SMC_PNETID_LEN];
	int rc;

	rc = smc_pnet_parse_id(attrs, id, extack);
	if (rc)
		return rc;
	rc = smc_pnet_remove(sn, id);
	if (rc)
		NL_SET_ERR_MSG(extack, "no device has this PNET ID");
	return rc;
}

static struct genl_family smc_pnet_family;

static int smc_pnet_put(struct sk_buff *skb, u32 portid, u32 seq,
			const struct smc_pnet_entry *e)
{
	char id[SMC_PNETID_LEN + 1];
	void *hdr;

	hdr = genlmsg_put(skb, portid, seq, &smc_pnet_family, NLM_F_MULTI,
			  SMC_PNETID_GET);
	if (!hdr)
		return -EMSGSIZE;
	smc_pnetid_to_text(e->pnetid, id);
	if (nla_put_string(skb, SMC_PNETID_NAME, id) ||
	    nla_put_string(skb, SMC_PNETID_ETHNAME,
			   e->eth ? e->name : SMC_PNET_NOTHING) ||
	    nla_put_string(skb, SMC_PNETID_IBNAME,
			   e->eth ? SMC_PNET_NOTHING : e->name) ||
	    nla_put_u8(skb, SMC_PNETID_IBPORT, e->port)) {
		genlmsg_cancel(skb, hdr);
		return -EMSGSIZE;
	}
	genlmsg_end(skb, hdr);
	return 0;
}

/*
 * Appends the entries after *@last, all or those of @only; *@last becomes the
 * last one that found room.
 */
static int smc_pnet_fill(struct sk_buff *skb, struct smc_net *sn, u32 portid,
			 u32 seq, const u8 *only, unsigned long *last)
{
	const struct smc_pnet_entry *e;
	int rc = 0;

	mutex_lock(&sn->pnet.lock);
	list_for_each_entry(e, &sn->pnet.entries, list) {
		if (e->id <= *last)
			continue;
		if (only && !smc_pnetid_equal(e->pnetid, only))
			continue;
		rc = smc_pnet_put(skb, portid, seq, e);
		if (rc)
			break;
		*last = e->id;
	}
	mutex_unlock(&sn->pnet.lock);
	return rc;
}

/* Answers like a dump, but of one PNET ID and in one piece. */
static int smc_pnet_get_doit(struct sk_buff *skb, struct genl_info *info)
{
	struct smc_net *sn = smc_net(genl_info_net(info));
	unsigned long last = 0;
	u8 id[SMC_PNETID_LEN];
	struct nlmsghdr *done;
	struct sk_buff *msg;
	int rc;

	rc = smc_pnet_parse_id(info->attrs, id, info->extack);
	if (rc)
		return rc;
	msg = genlmsg_new(SZ_64K, GFP_KERNEL);
	if (!msg)
		return -ENOMEM;
	rc = smc_pnet_fill(msg, sn, info->snd_portid, info->snd_seq, id, &last);
	done = rc ? NULL : nlmsg_put(msg, info->snd_portid, info->snd_seq,
				     NLMSG_DONE, sizeof(int), NLM_F_MULTI);
	if (!done) {
		nlmsg_free(msg);
		NL_SET_ERR_MSG(info->extack, "too many devices, use a dump");
		return -EMSGSIZE;
	}
	memset(nlmsg_data(done), 0, sizeof(int));
	return genlmsg_reply(msg, info);
}

static int smc_pnet_get_dumpit(struct sk_buff *skb,
			       struct netlink_callback *cb)
{
	unsigned long last = cb->args[0];

	/* no room for the next one: it comes with the next call */
	(void)smc_pnet_fill(skb, smc_net(sock_net(skb->sk)),
			    NETLINK_CB(cb->skb).portid, cb->nlh->nlmsg_seq,
			    NULL, &last);
	cb->args[0] = last;
	return skb->len;
}

static int smc_pnet_add_doit(struct sk_buff *skb, struct genl_info *info)
{
	return smc_pnet_add(smc_net(genl_info_net(info)), info->attrs,
			    info->extack);
}

static int smc_pnet_del_doit(struct sk_buff *skb, struct genl_info *info)
{
	return smc_pnet_del(smc_net(genl_info_net(info)), info->attrs,
			    info->extack);
}

static int smc_pnet_flush_doit(struct sk_buff *skb, struct genl_info *info)
{
	(void)smc_pnet_remove(smc_net(genl_info_net(info)), NULL);
	return 0;
}

/* as lenient as the stock family always was */
#define SMC_PNET_LENIENT \
	(GENL_DONT_VALIDATE_STRICT | GENL_DONT_VALIDATE_DUMP)

static const struct genl_ops smc_pnet_ops[] = {
	{
		.cmd = SMC_PNETID_GET,
		.validate = SMC_PNET_LENIENT,
		.doit = smc_pnet_get_doit,
		.dumpit = smc_pnet_get_dumpit,
	},
	{
		.cmd = SMC_PNETID_ADD,
		.validate = SMC_PNET_LENIENT,
		.flags = GENL_ADMIN_PERM,
		.doit = smc_pnet_add_doit,
	},
	{
		.cmd = SMC_PNETID_DEL,
		.validate = SMC_PNET_LENIENT,
		.flags = GENL_ADMIN_PERM,
		.doit = smc_pnet_del_doit,
	},
	{
		.cmd = SMC_PNETID_FLUSH,
		.validate = SMC_PNET_LENIENT,
		.flags = GENL_ADMIN_PERM,
		.doit = smc_pnet_flush_doit,
	},
};

static struct genl_family smc_pnet_family __ro_after_init = {
	.name = SMCR_GENL_FAMILY_NAME,
	.version = SMCR_GENL_FAMILY_VERSION,
	.maxattr = SMC_PNETID_MAX,
	.policy = smc_pnet_policy,
	.netnsok = true,
	.parallel_ops = true,	/* what they use has locks of its own */
	.module = THIS_MODULE,
	.ops = smc_pnet_ops,
	.n_ops = ARRAY_SIZE(smc_pnet_ops),
	.resv_start_op = SMC_PNETID_FLUSH + 1,
};

/**
 * smc_pnet_register - make the PNET table available
 *
 * Return: 0 or -errno.
 */
int smc_pnet_register(void)
{
	int rc;

	rc = smc_pnet_watch();
	if (rc)
		return rc;
	rc = genl_register_family(&smc_pnet_family);
	if (rc)
		smc_pnet_unwatch();
	return rc;
}

/** smc_pnet_unregister - undo smc_pnet_register() */
void smc_pnet_unregister(void)
{
	genl_unregister_family(&smc_pnet_family);
	smc_pnet_unwatch();
}

MODULE_ALIAS_GENL_FAMILY(SMCR_GENL_FAMILY_NAME);
