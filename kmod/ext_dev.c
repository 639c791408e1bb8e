// SPDX-License-Identifier: GPL-2.0
/* SMC-D devices for the family SMC_EXT. */
#include "dev.h"
#include "ext.h"

#define SMC_EXT_LOOPBACK "loopback-ism"

const struct nla_policy smc_ext_dev_policy[SMC_EXT_DEV_MAX + 1] = {
	[SMC_EXT_DEV_NAME] = { .type = NLA_NUL_STRING },
	[SMC_EXT_DEV_ACTIVE] = NLA_POLICY_MAX(NLA_U8, 1),
	[SMC_EXT_DEV_DMB_TYPE] = NLA_POLICY_MAX(NLA_U8, SMC_EXT_DMB_MAX),
};

/**
 * smc_ext_dev_totals - add up what all devices have
 * @ret_lgrs: link groups
 * @ret_dmbs: DMBs
 */
void smc_ext_dev_totals(u32 *ret_lgrs, u32 *ret_dmbs)
{
	struct smcd_dev *dev;
	unsigned int pos = 0;

	*ret_lgrs = 0;
	*ret_dmbs = 0;
	while ((dev = smcd_dev_next(&pos))) {
		*ret_lgrs += atomic_read(&dev->nr_lgrs);
		*ret_dmbs += atomic_read(&dev->nr_dmbs);
		smcd_dev_put(dev);
	}
}

static int smc_ext_fill_dev(struct sk_buff *skb, const void *object)
{
	const struct smcd_dev *dev = object;

	if (nla_put_string(skb, SMC_EXT_DEV_NAME, dev->name) ||
	    nla_put_u8(skb, SMC_EXT_DEV_ACTIVE, true) ||
	    nla_put_u8(skb, SMC_EXT_DEV_DMB_TYPE, dev->dmb_type) ||
	    nla_put_u16(skb, SMC_EXT_DEV_CHID, dev->chid) ||
	    nla_put_u64_64bit(skb, SMC_EXT_DEV_GID, dev->gid.gid,
			      SMC_EXT_DEV_PAD) ||
	    nla_put_u64_64bit(skb, SMC_EXT_DEV_EXT_GID, dev->gid.gid_ext,
			      SMC_EXT_DEV_PAD) ||
	    nla_put_u32(skb, SMC_EXT_DEV_DMBS, atomic_read(&dev->nr_dmbs)) ||
	    nla_put_u64_64bit(skb, SMC_EXT_DEV_DMB_BYTES,
			      atomic_long_read(&dev->dmb_bytes),
			      SMC_EXT_DEV_PAD) ||
	    nla_put_u32(skb, SMC_EXT_DEV_LGRS, atomic_read(&dev->nr_lgrs)))
		return -EMSGSIZE;
	return 0;
}

/* An inactive loopback device is not among the devices, yet can be set. */
static int smc_ext_fill_inactive(struct sk_buff *skb, const void *unused)
{
	if (nla_put_string(skb, SMC_EXT_DEV_NAME, SMC_EXT_LOOPBACK) ||
	    nla_put_u8(skb, SMC_EXT_DEV_ACTIVE, false) ||
	    nla_put_u8(skb, SMC_EXT_DEV_DMB_TYPE, smc_loopback_dmb_type()))
		return -EMSGSIZE;
	return 0;
}

/**
 * smc_ext_get_dev - dump the SMC-D devices
 * @skb: where to
 * @cb: args[0] counts those sent, args[1] says that all were
 *
 * Return: length of @skb.
 */
int smc_ext_get_dev(struct sk_buff *skb, struct netlink_callback *cb)
{
	unsigned int pos = cb->args[0];
	struct smcd_dev *dev;
	int rc = 0;

	while (!rc && (dev = smcd_dev_next(&pos))) {
		rc = smc_ext_put(skb, cb, SMC_EXT_A_DEV, smc_ext_fill_dev, dev);
		smcd_dev_put(dev);
		if (!rc)
			cb->args[0]++;
	}
	if (!rc && !cb->args[1] && !smc_loopback_active())
		rc = smc_ext_put(skb, cb, SMC_EXT_A_DEV, smc_ext_fill_inactive,
				 NULL);
	cb->args[1] = !rc;
	return skb->len;
}

/**
 * smc_ext_set_dev - change attributes of a device
 * @skb: the request
 * @info: the request
 *
 * Return: 0 or -errno.
 */
int smc_ext_set_dev(struct sk_buff *skb, struct genl_info *info)
{
	struct nlattr *attrs[SMC_EXT_DEV_MAX + 1];
	const struct nlattr *name, *active, *type;
	int rc;

	rc = smc_ext_parse(info, SMC_EXT_A_DEV, attrs, SMC_EXT_DEV_MAX,
			   smc_ext_dev_policy);
	if (rc)
		return rc;
	name = attrs[SMC_EXT_DEV_NAME];
	active = attrs[SMC_EXT_DEV_ACTIVE];
	type = attrs[SMC_EXT_DEV_DMB_TYPE];
	if (!name || (!active && !type)) {
		NL_SET_ERR_MSG(info->extack, "name or attribute is missing");
		return -EINVAL;
	}
	if (nla_strcmp(name, SMC_EXT_LOOPBACK)) {
		NL_SET_ERR_MSG_ATTR(info->extack, name,
				    "no such device with attributes");
		return -ENODEV;
	}
	if (type) {
		rc = smc_loopback_set_dmb_type(nla_get_u8(type));
		if (rc) {
			NL_SET_ERR_MSG_ATTR(info->extack, type,
					    "device refuses the DMB type");
			return rc;
		}
	}
	if (active) {
		rc = smc_loopback_set_active(nla_get_u8(active));
		if (rc)
			NL_SET_ERR_MSG_ATTR(info->extack, active,
					    "device refuses to change");
	}
	return rc;
}
