// SPDX-License-Identifier: GPL-2.0
/* Link groups and devices of SMC-D for the family SMC_GEN_NETLINK. */
#include "dev.h"
#include "lgr.h"
#include "netlink.h"
#include "pnet.h"

static int smc_netlink_put_v2(struct sk_buff *skb, const struct smc_lgr *lgr)
{
	char eid[SMC_EID_LEN + 1] = {};
	char host[SMC_HOSTNAME_LEN + 1];
	struct nlattr *nest;

	nest = nla_nest_start(skb, SMC_NLA_LGR_D_V2_COMMON);
	if (!nest)
		return -EMSGSIZE;
	memcpy(eid, lgr->eid, SMC_EID_LEN);
	/* may be written just now: end it in any case */
	memcpy(host, lgr->peer_host, SMC_HOSTNAME_LEN);
	host[SMC_HOSTNAME_LEN] = '\0';
	if (nla_put_u8(skb, SMC_NLA_LGR_V2_VER, lgr->version) ||
	    nla_put_u8(skb, SMC_NLA_LGR_V2_REL, lgr->release) ||
	    nla_put_u8(skb, SMC_NLA_LGR_V2_OS, lgr->peer_os) ||
	    nla_put_string(skb, SMC_NLA_LGR_V2_PEER_HOST, host) ||
	    nla_put_string(skb, SMC_NLA_LGR_V2_NEG_EID, eid))
		return -EMSGSIZE;
	nla_nest_end(skb, nest);
	return 0;
}

static bool smc_netlink_dev_pnetid(const struct smcd_dev *dev,
				   char ret[SMC_PNETID_LEN + 1])
{
	u8 id[SMC_PNETID_LEN];
	bool user;

	memcpy(id, dev->pnetid, sizeof(id));
	user = smc_pnetid_is_empty(id) && smc_pnet_device(dev->name, id);
	smc_pnetid_to_text(id, ret);
	return user;
}

static int smc_netlink_fill_lgr(struct sk_buff *skb, const void *object)
{
	const struct smc_lgr *lgr = object;
	char pnetid[SMC_PNETID_LEN + 1];

	smc_netlink_dev_pnetid(lgr->dev, pnetid);
	/* the VLAN id has but 8 bits here: SMC_EXT tells all of it */
	if (nla_put_u32(skb, SMC_NLA_LGR_D_ID, lgr->id) ||
	    nla_put_u64_64bit(skb, SMC_NLA_LGR_D_GID, lgr->dev->gid.gid,
			      SMC_NLA_LGR_D_PAD) ||
	    nla_put_u64_64bit(skb, SMC_NLA_LGR_D_EXT_GID,
			      lgr->dev->gid.gid_ext, SMC_NLA_LGR_D_PAD) ||
	    nla_put_u64_64bit(skb, SMC_NLA_LGR_D_PEER_GID, lgr->peer_gid.gid,
			      SMC_NLA_LGR_D_PAD) ||
	    nla_put_u64_64bit(skb, SMC_NLA_LGR_D_PEER_EXT_GID,
			      lgr->peer_gid.gid_ext, SMC_NLA_LGR_D_PAD) ||
	    nla_put_u8(skb, SMC_NLA_LGR_D_VLAN_ID, lgr->vlan_id) ||
	    nla_put_u32(skb, SMC_NLA_LGR_D_CONNS_NUM,
			READ_ONCE(lgr->nr_conns)) ||
	    /* the header says u16, but u32 is what was always sent */
	    nla_put_u32(skb, SMC_NLA_LGR_D_CHID, lgr->dev->chid) ||
	    nla_put_uint(skb, SMC_NLA_LGR_D_SNDBUF_ALLOC,
			 atomic_long_read(&lgr->sndbuf_bytes)) ||
	    nla_put_uint(skb, SMC_NLA_LGR_D_DMB_ALLOC,
			 atomic_long_read(&lgr->dmb_bytes)) ||
	    nla_put_string(skb, SMC_NLA_LGR_D_PNETID, pnetid))
		return -EMSGSIZE;
	return lgr->version > SMC_V1 ? smc_netlink_put_v2(skb, lgr) : 0;
}

/* The initial namespace is shown all link groups, the others their own. */
static bool smc_netlink_sees(const struct net *net, const struct smc_lgr *lgr)
{
	return net_eq(net, &init_net) || net_eq(net, lgr->net);
}

/**
 * smc_netlink_lgr_smcd - dump the link groups of SMC-D
 * @skb: where to
 * @cb: args[0] is the id of the last one sent
 *
 * Return: length of @skb.
 */
int smc_netlink_lgr_smcd(struct sk_buff *skb, struct netlink_callback *cb)
{
	const struct net *net = sock_net(skb->sk);
	u32 id = cb->args[0];
	struct smc_lgr *lgr;
	int rc = 0;

	while (!rc && (lgr = smc_lgr_next(&id))) {
		if (smc_netlink_sees(net, lgr))
			rc = smc_netlink_put(skb, cb, SMC_GEN_LGR_SMCD,
					     smc_netlink_fill_lgr, lgr);
		smc_lgr_put(lgr);
		if (!rc)
			cb->args[0] = id;
	}
	return skb->len;
}

static int smc_netlink_fill_dev(struct sk_buff *skb, const void *object)
{
	const struct smcd_dev *dev = object;
	int lgrs = atomic_read(&dev->nr_lgrs);
	char pnetid[SMC_PNETID_LEN + 1];
	char pci_id[SMC_PCI_ID_STR_LEN];
	struct nlattr *port;
	bool user;

	user = smc_netlink_dev_pnetid(dev, pnetid);
	strscpy(pci_id, dev->name, sizeof(pci_id));
	if (nla_put_u32(skb, SMC_NLA_DEV_USE_CNT, lgrs) ||
	    nla_put_u8(skb, SMC_NLA_DEV_IS_CRIT, lgrs > 0) ||
	    nla_put_u32(skb, SMC_NLA_DEV_PCI_FID, 0) ||
	    nla_put_u16(skb, SMC_NLA_DEV_PCI_CHID, dev->chid) ||
	    nla_put_u16(skb, SMC_NLA_DEV_PCI_VENDOR, 0) ||
	    nla_put_u16(skb, SMC_NLA_DEV_PCI_DEVICE, 0) ||
	    nla_put_string(skb, SMC_NLA_DEV_PCI_ID, pci_id))
		return -EMSGSIZE;
	port = nla_nest_start(skb, SMC_NLA_DEV_PORT);
	if (!port ||
	    nla_put_u8(skb, SMC_NLA_DEV_PORT_PNET_USR, user) ||
	    nla_put_string(skb, SMC_NLA_DEV_PORT_PNETID, pnetid))
		return -EMSGSIZE;
	nla_nest_end(skb, port);
	return 0;
}

/**
 * smc_netlink_dev_smcd - dump the SMC-D devices
 * @skb: where to
 * @cb: args[0] counts those sent
 *
 * Return: length of @skb.
 */
int smc_netlink_dev_smcd(struct sk_buff *skb, struct netlink_callback *cb)
{
	unsigned int pos = cb->args[0];
	struct smcd_dev *dev;
	int rc = 0;

	while (!rc && (dev = smcd_dev_next(&pos))) {
		rc = smc_netlink_put(skb, cb, SMC_GEN_DEV_SMCD,
				     smc_netlink_fill_dev, dev);
		smcd_dev_put(dev);
		if (!rc)
			cb->args[0]++;
	}
	return skb->len;
}
