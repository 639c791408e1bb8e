// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * SMC-R of the fake kernel, laid out by hand from <linux/smc.h>: link groups,
 * their links, RDMA devices. With smcr=talk it is what transcript 08 has.
 */
#include <linux/smc.h>
#include <stddef.h>
#include <string.h>

#include "knob.h"
#include "tables.h"

#define GID	"0000:0000:0000:0000:0000:ffff:0a00:00fe"

/* What attributes newer than Debian 12's header are called there. */
enum {
	LGR_R_V2_MAX_CONNS	= 2,
	LGR_R_V2_MAX_LINKS	= 3,
	LGR_R_SNDBUF_ALLOC	= 12,
	LGR_R_RMB_ALLOC		= 13,
};

struct lgr {
	unsigned char id[4];	/* as it lies in the kernel's memory */
	uint8_t role;
	uint8_t type;
	uint16_t vlan;
	uint32_t conns;
	uint64_t cookie;
	uint8_t buf_type;
	const char *pnetid;
	const char *eid;	/* NULL: version 1 */
};

struct link {
	unsigned int lgr;
	uint8_t id;
	uint32_t state;
	uint32_t conns;
	uint32_t ifindex;
	const char *ib_name;
	uint8_t port;
	unsigned char uid[4];
	unsigned char peer_uid[4];
};

/* The last one's id is the first one's, as smc-tools wrote that. */
static const struct lgr lgrs[] = {
	{ { 0, 1, 0, 0 }, 1, 1, 0, 3, 1, 0, "NET1",
	  "SMC-TEST.1                      " },
	{ { 0, 2, 0, 0 }, 0, 2, 300, 7, 4711, 1, "ABCDEFGHIJKLMNOP", NULL },
	{ { 0, 0, 1, 0 }, 0, 9, 0, 0, 4711, 7, "", NULL },
};

static const struct link links[] = {
	{ 0, 1, 3, 3, 2, "rxe0", 1, { 0, 0, 1, 1 }, { 0, 0, 2, 1 } },
	{ 1, 1, 3, 4, 3, "rocep9s0f1", 1, { 0, 0, 2, 1 }, { 0, 0, 9, 1 } },
	{ 1, 2, 2, 3, 4, "rocep9s0f1", 2, { 0, 0, 2, 2 }, { 0, 0, 9, 2 } },
};

static const struct lgr talk_lgrs[] = {
	{ { 0, 1, 0, 0 }, 1, 1, 0, 3, 1, 0, "NET1",
	  "SMC-TEST.1                      " },
	{ { 0, 2, 0, 0 }, 0, 1, 0, 3, 1, 0, "NET1",
	  "SMC-TEST.1                      " },
};

static const struct link talk_links[] = {
	{ 0, 1, 3, 3, 2, "rxe0", 1, { 0, 0, 1, 1 }, { 0, 0, 2, 1 } },
	{ 1, 1, 3, 3, 2, "rxe0", 1, { 0, 0, 2, 1 }, { 0, 0, 1, 1 } },
};

static bool is_talk(void)
{
	char mode[16];

	return knob_value("smcr", mode, sizeof(mode)) && !strcmp(mode, "talk");
}

static const struct lgr *lgr_get(unsigned int i)
{
	size_t n = is_talk() ? 2 : sizeof(lgrs) / sizeof(lgrs[0]);

	if (i >= n || knob_is("empty"))
		return NULL;
	return is_talk() ? &talk_lgrs[i] : &lgrs[i];
}

/* Name of an interface of the fake kernel's only namespace. */
const char *fake_ifname_of(uint32_t ifindex)
{
	switch (ifindex) {
	case 2:
		return "eth0";
	case 3:
		return "enp9s0f1np0abcd";
	}
	return NULL;
}

static void id_put(struct fake_msg *m, unsigned int attr,
		   const unsigned char bytes[4])
{
	uint32_t id;

	memcpy(&id, bytes, sizeof(id));
	fake_put_num(m, attr, id, 4);
}

static void v2_put(struct fake_msg *m, const char *eid)
{
	size_t nest = fake_nest_begin(m, SMC_NLA_LGR_R_V2_COMMON);

	fake_put_num(m, SMC_NLA_LGR_V2_VER, 2, 1);
	fake_put_num(m, SMC_NLA_LGR_V2_REL, 1, 1);
	fake_put_num(m, SMC_NLA_LGR_V2_OS, 2, 1);
	fake_put_str(m, SMC_NLA_LGR_V2_PEER_HOST,
		     "smcvm                           ");
	fake_put_str(m, SMC_NLA_LGR_V2_NEG_EID, eid);
	fake_put_unknown(m);
	fake_nest_end(m, nest);

	nest = fake_nest_begin(m, SMC_NLA_LGR_R_V2);
	fake_put_num(m, SMC_NLA_LGR_R_V2_DIRECT, 1, 1);
	if (!knob_is("old")) {
		fake_put_num(m, LGR_R_V2_MAX_CONNS, 255, 1);
		fake_put_num(m, LGR_R_V2_MAX_LINKS, 2, 1);
	}
	fake_put_unknown(m);
	fake_nest_end(m, nest);
}

/* A link group, as both of its tables have it. */
bool fake_lgr_r_entry(struct fake_msg *m, unsigned int i)
{
	const struct lgr *lgr = lgr_get(i);
	size_t nest;

	if (!lgr)
		return false;
	nest = fake_nest_begin(m, SMC_GEN_LGR_SMCR);
	id_put(m, SMC_NLA_LGR_R_ID, lgr->id);
	fake_put_num(m, SMC_NLA_LGR_R_CONNS_NUM, lgr->conns, 4);
	fake_put_num(m, SMC_NLA_LGR_R_ROLE, knob_is("twins") ? 0 : lgr->role,
		     1);
	fake_put_num(m, SMC_NLA_LGR_R_TYPE, lgr->type, 1);
	fake_put_num(m, SMC_NLA_LGR_R_BUF_TYPE, lgr->buf_type, 1);
	/* One byte on stock, where 300 becomes 44; any width will do. */
	fake_put_num(m, SMC_NLA_LGR_R_VLAN_ID, lgr->vlan, 2);
	fake_put_u64(m, SMC_NLA_LGR_R_NET_COOKIE, lgr->cookie);
	fake_put_str(m, SMC_NLA_LGR_R_PNETID, lgr->pnetid);
	if (!knob_is("old")) {
		fake_put_u32(m, LGR_R_SNDBUF_ALLOC, 65536 * lgr->conns);
		fake_put_u64(m, LGR_R_RMB_ALLOC, 65536 * lgr->conns);
	}
	if (lgr->eid)
		v2_put(m, lgr->eid);
	fake_put_unknown(m);
	fake_nest_end(m, nest);
	return true;
}

static void link_put(struct fake_msg *m, const struct link *link)
{
	size_t nest = fake_nest_begin(m, SMC_GEN_LINK_SMCR);

	fake_put_num(m, SMC_NLA_LINK_ID, link->id, 1);
	fake_put_num(m, SMC_NLA_LINK_STATE, link->state, 4);
	fake_put_num(m, SMC_NLA_LINK_CONN_CNT, link->conns, 4);
	fake_put_num(m, SMC_NLA_LINK_IB_PORT, link->port, 1);
	fake_put_num(m, SMC_NLA_LINK_NET_DEV, link->ifindex, 4);
	fake_put_str(m, SMC_NLA_LINK_IB_DEV, link->ib_name);
	id_put(m, SMC_NLA_LINK_UID, link->uid);
	id_put(m, SMC_NLA_LINK_PEER_UID, link->peer_uid);
	fake_put_str(m, SMC_NLA_LINK_GID, GID);
	fake_put_str(m, SMC_NLA_LINK_PEER_GID, GID);
	fake_put_unknown(m);
	fake_nest_end(m, nest);
}

/* Entry @i of link groups, each with its links behind it. */
bool fake_link_entry(struct fake_msg *m, unsigned int i)
{
	const struct link *all = is_talk() ? talk_links : links;
	size_t n = is_talk() ? 2 : sizeof(links) / sizeof(links[0]), l;
	unsigned int lgr;

	for (lgr = 0; lgr_get(lgr); lgr++) {
		if (!i--)
			return fake_lgr_r_entry(m, lgr);
		for (l = 0; l < n; l++) {
			if (all[l].lgr != lgr)
				continue;
			if (!i--) {
				link_put(m, &all[l]);
				return true;
			}
		}
	}
	return false;
}

static void port_put(struct fake_msg *m, unsigned int attr, bool user,
		     const char *pnetid, uint32_t ifindex, bool active,
		     uint32_t n_links)
{
	size_t nest = fake_nest_begin(m, attr);

	fake_put_num(m, SMC_NLA_DEV_PORT_PNET_USR, user, 1);
	fake_put_str(m, SMC_NLA_DEV_PORT_PNETID, pnetid);
	fake_put_num(m, SMC_NLA_DEV_PORT_NETDEV, ifindex, 4);
	fake_put_num(m, SMC_NLA_DEV_PORT_VALID, 1, 1);
	fake_put_num(m, SMC_NLA_DEV_PORT_STATE, active, 1);
	fake_put_num(m, SMC_NLA_DEV_PORT_LNK_CNT, n_links, 4);
	fake_nest_end(m, nest);
}

static void pci_put(struct fake_msg *m, long id)
{
	uint16_t vendor = id == 0x107f ? 0x1ded : id == 0x04ed ? 0x1014 :
			  0x15b3;

	fake_put_num(m, SMC_NLA_DEV_PCI_FID, 0x29, 4);
	fake_put_num(m, SMC_NLA_DEV_PCI_CHID, 0x1c4, 2);
	fake_put_num(m, SMC_NLA_DEV_PCI_VENDOR, vendor, 2);
	fake_put_num(m, SMC_NLA_DEV_PCI_DEVICE, (uint16_t)id, 2);
	fake_put_str(m, SMC_NLA_DEV_PCI_ID, "0029:00:00.0");
}

/* A software device, and a card with two ports. */
bool fake_dev_r_entry(struct fake_msg *m, unsigned int i)
{
	bool card = i == 1;
	size_t nest;

	if (i > !is_talk() || knob_is("empty"))
		return false;
	nest = fake_nest_begin(m, SMC_GEN_DEV_SMCR);
	fake_put_num(m, SMC_NLA_DEV_IS_CRIT, !card, 1);
	if (card)
		pci_put(m, knob_number("dev", 0x1016));
	fake_put_str(m, SMC_NLA_DEV_IB_NAME, card ? "rocep9s0f1" : "rxe0");
	if (card) {
		port_put(m, SMC_NLA_DEV_PORT, false, "ABCDEFGHIJKLMNOP", 3,
			 true, 1);
		port_put(m, SMC_NLA_DEV_PORT2, false, "", 4, false, 1);
	} else {
		port_put(m, SMC_NLA_DEV_PORT, true, "NET1", 2, true,
			 is_talk() ? 2 : 1);
	}
	fake_put_unknown(m);
	fake_nest_end(m, nest);
	return true;
}
