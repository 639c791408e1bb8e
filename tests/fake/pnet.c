// SPDX-License-Identifier: GPL-2.0-or-later
/* The PNET table, and the devices that it is about. */
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <linux/smc.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "knob.h"
#include "tables.h"

/* Word number @i of a list divided by commas. */
static char *item_of(char *list, unsigned int i)
{
	char *rest = list, *item;

	do {
		item = strsep(&rest, ",");
	} while (item && i--);
	return item;
}

/* The tool added something. */
static bool added;

static bool pnet_entry(struct fake_msg *m, unsigned int i)
{
	char list[256], *id, *name, *port;

	if (!(added && knob_value("added", list, sizeof(list))) &&
	    !knob_value("pnet", list, sizeof(list)))
		return false;
	name = item_of(list, i);
	if (!name)
		return false;
	id = strsep(&name, ":");
	port = strchr(name, '/');
	if (port)
		*port++ = '\0';
	fake_put_str(m, SMC_PNETID_NAME, id);
	fake_put_str(m, SMC_PNETID_ETHNAME, port ? "n/a" : name);
	fake_put_str(m, SMC_PNETID_IBNAME, port ? name : "n/a");
	fake_put_u8(m, SMC_PNETID_IBPORT,
		    port ? (uint8_t)strtoul(port, NULL, 10) : 0xff);
	if (knob_is("new"))
		fake_put_str(m, 60, "from the future");
	return true;
}

/* Find the table that a command of SMC_PNETID reads. */
fake_entry fake_pnet_table(unsigned int cmd)
{
	added |= cmd == SMC_PNETID_ADD;
	return cmd == SMC_PNETID_GET ? pnet_entry : NULL;
}

/**
 * struct nic - a port of an RDMA device
 * @state: 1: active
 */
struct nic {
	const char *name;
	const char *pci;
	const char *pnetid;
	uint32_t ifindex;
	uint8_t state;
};

static const struct nic nics[] = {
	{ "rxe0", "", "", 2, 1 },
	{ "mlx5_0", "0000:03:00.0", "NETA", 3, 1 },
	{ "mlx5_1", "0000:03:00.1", "NETA", 0, 0 },
};

bool fake_nic_entry(struct fake_msg *m, unsigned int i)
{
	const unsigned int n = sizeof(nics) / sizeof(nics[0]);
	long state = knob_number("rdma", -1);
	size_t nest, port;

	if (i >= (state >= 0 ? 1 : knob_is("no-rdma") ? 0 : n))
		return false;
	if (state < 0)
		state = nics[i].state;
	nest = fake_nest_begin(m, SMC_GEN_DEV_SMCR);
	fake_put_u8(m, SMC_NLA_DEV_IS_CRIT, 0);
	if (nics[i].pci[0])
		fake_put_str(m, SMC_NLA_DEV_PCI_ID, nics[i].pci);
	fake_put_str(m, SMC_NLA_DEV_IB_NAME, nics[i].name);
	port = fake_nest_begin(m, SMC_NLA_DEV_PORT);
	fake_put_u8(m, SMC_NLA_DEV_PORT_PNET_USR, 1);
	fake_put_str(m, SMC_NLA_DEV_PORT_PNETID, nics[i].pnetid);
	fake_put_u32(m, SMC_NLA_DEV_PORT_NETDEV, nics[i].ifindex);
	fake_put_u8(m, SMC_NLA_DEV_PORT_VALID, 1);
	fake_put_u8(m, SMC_NLA_DEV_PORT_STATE, (uint8_t)state);
	fake_put_u32(m, SMC_NLA_DEV_PORT_LNK_CNT, 0);
	fake_nest_end(m, port);
	fake_nest_end(m, nest);
	return true;
}

/**
 * struct link - a network device
 * @below: IFLA_LINK, 0: none
 * @far: that one is in another namespace
 */
struct link {
	int index;
	const char *name;
	const char *kind;
	uint32_t below;
	bool far;
	uint32_t master;
	bool down;
	const char *pci;
};

static const struct link links[] = {
	{ .index = 1, .name = "lo" },
	{ .index = 2, .name = "eth0", .pci = "0000:02:00.0" },
	{ .index = 3, .name = "eth1", .pci = "0000:03:00.0" },
	{ .index = 4, .name = "vlan10", .kind = "vlan", .below = 2 },
	{ .index = 5, .name = "bond0", .kind = "bond", .master = 8 },
	{ .index = 7, .name = "eth3", .master = 5 },
	{ .index = 6, .name = "eth2", .master = 5 },
	{ .index = 8, .name = "br0", .kind = "bridge" },
	{ .index = 9, .name = "vlan20", .kind = "vlan", .below = 8 },
	{ .index = 10, .name = "mac0", .kind = "macvlan", .below = 2,
	  .far = true },
	{ .index = 11, .name = "veth0", .kind = "veth", .below = 12 },
	{ .index = 12, .name = "veth1", .kind = "veth", .below = 11 },
	{ .index = 13, .name = "eth4", .down = true },
	{ .index = 14, .name = "eth5", .pci = "0.0.f500" },
};

static void link_attrs(struct fake_msg *m, const struct link *l)
{
	size_t nest;

	fake_put_str(m, IFLA_IFNAME, l->name);
	if (l->below)
		fake_put_u32(m, IFLA_LINK, l->below);
	if (l->far)
		fake_put_u32(m, IFLA_LINK_NETNSID, 0);
	if (l->master)
		fake_put_u32(m, IFLA_MASTER, l->master);
	if (l->kind) {
		nest = fake_nest_begin(m, IFLA_LINKINFO);
		fake_put_str(m, IFLA_INFO_KIND, l->kind);
		fake_nest_end(m, nest);
	}
	if (!l->pci)
		return;
	/* By number: newer than the system's <linux/if_link.h> may be. */
	fake_put_str(m, 56, l->pci);
	fake_put_str(m, 57, strchr(l->pci, ':') ? "pci" : "ccwgroup");
}

bool fake_netdev_entry(struct fake_msg *m, unsigned int i)
{
	struct ifinfomsg head = { 0 };

	if (i >= sizeof(links) / sizeof(links[0]))
		return false;
	head.ifi_index = links[i].index;
	head.ifi_flags = links[i].down ? 0 : IFF_UP;
	fake_put_raw(m, &head, sizeof(head));
	link_attrs(m, &links[i]);
	return true;
}
