// SPDX-License-Identifier: GPL-2.0
/* The family SMC_EXT: its commands, settings and PNET entries. */
#include "ext.h"

#include <linux/module.h>

#include "net.h"
#include "pnet.h"

static struct genl_family smc_ext_family;

/**
 * smc_ext_net - the namespace that a request is about
 * @request: the request
 * @fd: its SMC_EXT_A_NETNS_FD or NULL
 * @extack: says what is wrong
 *
 * Return: namespace, which the caller must put_net(), or ERR_PTR: -EBADF or
 * -EINVAL if @fd is no namespace, -EPERM.
 */
struct net *smc_ext_net(const struct sk_buff *request, const struct nlattr *fd,
			struct netlink_ext_ack *extack)
{
	struct net *net;

	if (!fd)
		return get_net(sock_net(request->sk));
	net = get_net_ns_by_fd(nla_get_u32(fd));
	if (IS_ERR(net)) {
		NL_SET_ERR_MSG_ATTR(extack, fd, "not a network namespace");
		return net;
	}
	if (!netlink_ns_capable(request, net->user_ns, CAP_NET_ADMIN)) {
		NL_SET_ERR_MSG_ATTR(extack, fd,
				    "not allowed in this network namespace");
		put_net(net);
		return ERR_PTR(-EPERM);
	}
	return net;
}

/**
 * smc_ext_dump_begin - find out which namespace a dump is about
 * @cb: dump; called for each piece, the first one looks it up
 *
 * Not in .start: older kernels have no extack there.
 *
 * Return: 0 or -errno.
 */
int smc_ext_dump_begin(struct netlink_callback *cb)
{
	struct nlattr **attrs = genl_info_dump(cb)->attrs;
	struct smc_ext_dump *dump = smc_ext_dump(cb);
	struct net *net;

	if (dump->net)
		return 0;
	net = smc_ext_net(cb->skb, attrs[SMC_EXT_A_NETNS_FD], cb->extack);
	if (IS_ERR(net))
		return PTR_ERR(net);
	dump->net = net;
	return 0;
}

static int smc_ext_done(struct netlink_callback *cb)
{
	if (smc_ext_dump(cb)->net)
		put_net(smc_ext_dump(cb)->net);
	return 0;
}

static int smc_ext_message(struct sk_buff *skb, u32 portid, u32 seq, int flags,
			   u8 cmd, int nest, smc_ext_fill fill,
			   const void *object)
{
	struct nlattr *attr;
	void *hdr;

	hdr = genlmsg_put(skb, portid, seq, &smc_ext_family, flags, cmd);
	if (!hdr)
		return -EMSGSIZE;
	attr = nla_nest_start(skb, nest);
	if (!attr || fill(skb, object)) {
		genlmsg_cancel(skb, hdr);
		return -EMSGSIZE;
	}
	nla_nest_end(skb, attr);
	genlmsg_end(skb, hdr);
	return 0;
}

/**
 * smc_ext_put - append a message with one object to a dump
 * @skb: where to
 * @cb: the dump
 * @nest: attribute around the object's attributes
 * @fill: adds these attributes
 * @object: for @fill
 *
 * Return: 0, or -EMSGSIZE if there is no room; then nothing was added.
 */
int smc_ext_put(struct sk_buff *skb, struct netlink_callback *cb, int nest,
		smc_ext_fill fill, const void *object)
{
	const struct genlmsghdr *request = nlmsg_data(cb->nlh);

	return smc_ext_message(skb, NETLINK_CB(cb->skb).portid,
			       cb->nlh->nlmsg_seq, NLM_F_MULTI, request->cmd,
			       nest, fill, object);
}

/**
 * smc_ext_reply - answer a request with one object
 * @info: the request
 * @nest: attribute around the object's attributes
 * @fill: adds these attributes
 * @object: for @fill
 *
 * Return: 0 or -errno.
 */
int smc_ext_reply(struct genl_info *info, int nest, smc_ext_fill fill,
		  const void *object)
{
	struct sk_buff *msg;
	int rc;

	msg = genlmsg_new(NLMSG_GOODSIZE, GFP_KERNEL);
	if (!msg)
		return -ENOMEM;
	rc = smc_ext_message(msg, info->snd_portid, info->snd_seq, 0,
			     info->genlhdr->cmd, nest, fill, object);
	if (rc) {
		nlmsg_free(msg);
		return rc;
	}
	return genlmsg_reply(msg, info);
}

/**
 * smc_ext_parse - parse the nest that a command can't do without
 * @info: the request
 * @attrtype: the nest
 * @ret: its attributes, @max + 1 of them
 * @max: largest type of these
 * @policy: policy of these
 *
 * Return: 0 or -errno.
 */
int smc_ext_parse(struct genl_info *info, int attrtype, struct nlattr **ret,
		  int max, const struct nla_policy *policy)
{
	if (!info->attrs[attrtype]) {
		NL_SET_ERR_MSG(info->extack, "nest of the object is missing");
		return -EINVAL;
	}
	return nla_parse_nested(ret, max, info->attrs[attrtype], policy,
				info->extack);
}

static int smc_ext_fill_info(struct sk_buff *skb, const void *unused)
{
	return nla_put_string(skb, SMC_EXT_INFO_VERSION, SMC_VERSION);
}

static int smc_ext_get_info(struct sk_buff *skb, struct genl_info *info)
{
	return smc_ext_reply(info, SMC_EXT_A_INFO, smc_ext_fill_info, NULL);
}

struct smc_ext_tune {
	const char *name;
	u32 value;
	bool chosen;	/* by the module, because nobody has */
	u32 choice;
};

static int smc_ext_fill_tune(struct sk_buff *skb, const void *object)
{
	const struct smc_ext_tune *tune = object;

	if (nla_put_string(skb, SMC_EXT_TUNE_NAME, tune->name) ||
	    nla_put_u32(skb, SMC_EXT_TUNE_VALUE, tune->value) ||
	    (tune->chosen &&
	     nla_put_u32(skb, SMC_EXT_TUNE_AUTO, tune->choice)))
		return -EMSGSIZE;
	return 0;
}

static int smc_ext_get_tune(struct sk_buff *skb, struct netlink_callback *cb)
{
	struct smc_ext_dump *dump = smc_ext_dump(cb);
	int rc = smc_ext_dump_begin(cb);
	struct smc_ext_tune tune;
	struct smc_net *sn;

	if (rc)
		return rc;
	sn = smc_net(dump->net);
	while ((tune.name = smc_sysctl_name(dump->next))) {
		tune.value = smc_sysctl_get(sn, dump->next);
		tune.chosen = smc_sysctl_choice(sn, dump->next, &tune.choice);
		if (smc_ext_put(skb, cb, SMC_EXT_A_TUNE, smc_ext_fill_tune,
				&tune))
			break;
		dump->next++;
	}
	return skb->len;
}

static const struct nla_policy smc_ext_tune_policy[SMC_EXT_TUNE_MAX + 1] = {
	[SMC_EXT_TUNE_NAME] = { .type = NLA_NUL_STRING },
	[SMC_EXT_TUNE_VALUE] = { .type = NLA_U32 },
};

static int smc_ext_set_tune(struct sk_buff *skb, struct genl_info *info)
{
	struct nlattr *attrs[SMC_EXT_TUNE_MAX + 1];
	const char *name;
	unsigned int i;
	struct net *net;
	int rc;

	rc = smc_ext_parse(info, SMC_EXT_A_TUNE, attrs, SMC_EXT_TUNE_MAX,
			   smc_ext_tune_policy);
	if (rc)
		return rc;
	if (!attrs[SMC_EXT_TUNE_NAME] || !attrs[SMC_EXT_TUNE_VALUE]) {
		NL_SET_ERR_MSG(info->extack, "name or value is missing");
		return -EINVAL;
	}
	net = smc_ext_net(skb, info->attrs[SMC_EXT_A_NETNS_FD], info->extack);
	if (IS_ERR(net))
		return PTR_ERR(net);
	for (i = 0; (name = smc_sysctl_name(i)); i++)
		if (!nla_strcmp(attrs[SMC_EXT_TUNE_NAME], name))
			break;
	if (!name) {
		rc = -ENOENT;
		NL_SET_ERR_MSG_ATTR(info->extack, attrs[SMC_EXT_TUNE_NAME],
				    "no such setting");
	} else {
		rc = smc_sysctl_set(smc_net(net), i,
				    nla_get_u32(attrs[SMC_EXT_TUNE_VALUE]));
		if (rc)
			NL_SET_ERR_MSG_ATTR(info->extack,
					    attrs[SMC_EXT_TUNE_VALUE],
					    "value is out of range");
	}
	put_net(net);
	return rc;
}

static int smc_ext_change_pnet(struct sk_buff *skb, struct genl_info *info,
			       int (*change)(struct smc_net *sn,
					     struct nlattr *const *attrs,
					     struct netlink_ext_ack *extack))
{
	struct nlattr *attrs[SMC_PNETID_MAX + 1];
	struct net *net;
	int rc;

	rc = smc_ext_parse(info, SMC_EXT_A_PNET, attrs, SMC_PNETID_MAX,
			   smc_pnet_policy);
	if (rc)
		return rc;
	net = smc_ext_net(skb, info->attrs[SMC_EXT_A_NETNS_FD], info->extack);
	if (IS_ERR(net))
		return PTR_ERR(net);
	rc = change(smc_net(net), attrs, info->extack);
	put_net(net);
	return rc;
}

static int smc_ext_add_pnet(struct sk_buff *skb, struct genl_info *info)
{
	return smc_ext_change_pnet(skb, info, smc_pnet_add);
}

static int smc_ext_del_pnet(struct sk_buff *skb, struct genl_info *info)
{
	return smc_ext_change_pnet(skb, info, smc_pnet_del);
}

static int smc_ext_flush_pnet(struct sk_buff *skb, struct genl_info *info)
{
	struct net *net;

	net = smc_ext_net(skb, info->attrs[SMC_EXT_A_NETNS_FD], info->extack);
	if (IS_ERR(net))
		return PTR_ERR(net);
	(void)smc_pnet_remove(smc_net(net), NULL);	/* may be empty */
	put_net(net);
	return 0;
}

static const struct nla_policy smc_ext_no_policy[] = {
	[SMC_EXT_A_NETNS_FD] = { .type = NLA_REJECT },
};

static const struct nla_policy smc_ext_net_policy[] = {
	[SMC_EXT_A_NETNS_FD] = { .type = NLA_U32 },
};

static const struct nla_policy smc_ext_set_dev_policy[] = {
	[SMC_EXT_A_DEV] = NLA_POLICY_NESTED(smc_ext_dev_policy),
};

static const struct nla_policy smc_ext_set_tune_policy[] = {
	[SMC_EXT_A_NETNS_FD] = { .type = NLA_U32 },
	[SMC_EXT_A_TUNE] = NLA_POLICY_NESTED(smc_ext_tune_policy),
};

static const struct nla_policy smc_ext_set_pnet_policy[] = {
	[SMC_EXT_A_NETNS_FD] = { .type = NLA_U32 },
	[SMC_EXT_A_PNET] = NLA_POLICY_NESTED(smc_pnet_policy),
};

#define SMC_EXT_OP(number, handler, attrs, ...) {		\
	.cmd = SMC_EXT_CMD_##number,				\
	.policy = attrs,					\
	.maxattr = ARRAY_SIZE(attrs) - 1,			\
	handler,						\
	__VA_ARGS__						\
}

static const struct genl_ops smc_ext_ops[] = {
	SMC_EXT_OP(GET_INFO, .doit = smc_ext_get_info, smc_ext_no_policy),
	SMC_EXT_OP(GET_SOCKS, .dumpit = smc_ext_get_socks, smc_ext_net_policy,
		   .done = smc_ext_done),
	SMC_EXT_OP(GET_DEV, .dumpit = smc_ext_get_dev, smc_ext_no_policy),
	SMC_EXT_OP(SET_DEV, .doit = smc_ext_set_dev, smc_ext_set_dev_policy,
		   .flags = GENL_ADMIN_PERM),
	SMC_EXT_OP(GET_GAUGES, .doit = smc_ext_get_gauges, smc_ext_net_policy),
	SMC_EXT_OP(GET_TUNE, .dumpit = smc_ext_get_tune, smc_ext_net_policy,
		   .done = smc_ext_done),
	SMC_EXT_OP(SET_TUNE, .doit = smc_ext_set_tune, smc_ext_set_tune_policy,
		   .flags = GENL_ADMIN_PERM),
	SMC_EXT_OP(ADD_PNET, .doit = smc_ext_add_pnet, smc_ext_set_pnet_policy,
		   .flags = GENL_ADMIN_PERM),
	SMC_EXT_OP(DEL_PNET, .doit = smc_ext_del_pnet, smc_ext_set_pnet_policy,
		   .flags = GENL_ADMIN_PERM),
	SMC_EXT_OP(FLUSH_PNET, .doit = smc_ext_flush_pnet, smc_ext_net_policy,
		   .flags = GENL_ADMIN_PERM),
};

static struct genl_family smc_ext_family __ro_after_init = {
	.name = SMC_EXT_GENL_NAME,
	.version = SMC_EXT_GENL_VERSION,
	.maxattr = SMC_EXT_A_MAX,
	.netnsok = true,
	.parallel_ops = true,	/* what they use has locks of its own */
	.module = THIS_MODULE,
	.ops = smc_ext_ops,
	.n_ops = ARRAY_SIZE(smc_ext_ops),
};

/**
 * smc_ext_register - make the family SMC_EXT available
 *
 * Return: 0 or -errno.
 */
int smc_ext_register(void)
{
	return genl_register_family(&smc_ext_family);
}

/** smc_ext_unregister - undo smc_ext_register() */
void smc_ext_unregister(void)
{
	genl_unregister_family(&smc_ext_family);
}

MODULE_ALIAS_GENL_FAMILY(SMC_EXT_GENL_NAME);
