// SPDX-License-Identifier: GPL-2.0-or-later
#include "netdev.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>

#include "nl_wire.h"
#include "word.h"

/* Newer than some <linux/if_link.h>. */
#define LINK_PARENT_NAME	56	/* IFLA_PARENT_DEV_NAME */
#define LINK_PARENT_BUS		57	/* IFLA_PARENT_DEV_BUS_NAME */

/*
 * Kinds that lie on the device that IFLA_LINK names. With others it is the
 * other end (veth), or where packets leave (tunnels).
 */
#define LINK_STACKED \
	"vlan macvlan macvtap ipvlan ipvtap macsec dsa ipoib rmnet virt_wifi"

#define NUM(nr, member) \
	{ .attr = (nr), .kind = SMC_ATTR_NUM, .name = #nr, \
	  SMC_MEMBER(struct smc_netdev, member) }
#define STR(nr, type, member) \
	{ .attr = (nr), .kind = SMC_ATTR_STR, .name = #nr, \
	  SMC_MEMBER(type, member) }

static const struct smc_attr info_attrs[] = {
	STR(IFLA_INFO_KIND, struct smc_netdev_info, kind),
};

static const struct smc_codec info_codec =
	SMC_CODEC(struct smc_netdev_info, "kind of network device", info_attrs);

static const struct smc_attr link_attrs[] = {
	{ .attr = IFLA_IFNAME, .kind = SMC_ATTR_STR, .name = "IFLA_IFNAME",
	  .must = true, SMC_MEMBER(struct smc_netdev, name) },
	NUM(IFLA_LINK, below),
	NUM(IFLA_LINK_NETNSID, below_netns),
	NUM(IFLA_MASTER, master),
	{ .attr = IFLA_LINKINFO, .kind = SMC_ATTR_NEST,
	  .name = "IFLA_LINKINFO", .sub = &info_codec,
	  SMC_MEMBER(struct smc_netdev, info) },
	STR(LINK_PARENT_NAME, struct smc_netdev, parent),
	STR(LINK_PARENT_BUS, struct smc_netdev, bus),
};

const struct smc_codec smc_netdev_codec =
	SMC_CODEC(struct smc_netdev, "network device", link_attrs);

static int link_item(const struct nlmsghdr *nlh, void *arg,
		     struct smc_err *err)
{
	size_t len = mnl_nlmsg_get_payload_len(nlh);
	const struct ifinfomsg *head = mnl_nlmsg_get_payload(nlh);
	struct smc_netdev link = { 0 };
	struct smc_list *list = arg;
	void *items;
	int rc;

	if (nlh->nlmsg_type != RTM_NEWLINK)
		return 0;
	if (len < sizeof(*head))
		return smc_err_set(err, -EBADMSG,
				   "broken reply of the kernel: short network device");
	rc = smc_codec_read(&smc_netdev_codec, head + 1, len - sizeof(*head),
			    &link, err);
	if (rc)
		return rc;
	link.index = (uint32_t)head->ifi_index;
	link.up = head->ifi_flags & IFF_UP;
	items = reallocarray(list->items, list->count + 1, list->size);
	if (!items)
		return smc_err_set(err, -ENOMEM, "out of memory");
	list->items = items;
	((struct smc_netdev *)items)[list->count++] = link;
	return 0;
}

/**
 * smc_netdev_list() - read the network devices of this namespace
 * @ret: gets them, struct smc_netdev, to be freed with smc_list_free()
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int smc_netdev_list(struct smc_list *ret, struct smc_err *err)
{
	struct smc_list list = { .size = sizeof(struct smc_netdev) };
	struct smc_wire *wire;
	unsigned int tries = 0;
	int rc;

	rc = smc_wire_open(&wire, NETLINK_ROUTE, SMC_NETDEV_FAMILY, err);
	if (rc)
		return rc;
	do {
		list.count = 0;
		mnl_nlmsg_put_extra_header(
			smc_wire_request(wire, RTM_GETLINK, NLM_F_DUMP),
			sizeof(struct ifinfomsg));
		rc = smc_wire_call(wire, link_item, &list, &list.torn, err);
	} while (!rc && list.torn && tries++ < SMC_DUMP_RETRIES);
	smc_wire_close(wire);
	if (rc)
		smc_list_free(&list);
	else
		*ret = list;
	return rc;
}

/**
 * smc_netdev_named() - find a network device by its name
 * @links: those there are
 * @name: the name
 *
 * Return: the device or NULL.
 */
const struct smc_netdev *smc_netdev_named(const struct smc_list *links,
				      const char *name)
{
	size_t i;

	for (i = 0; i < links->count; i++) {
		const struct smc_netdev *link = smc_list_at(links, i);

		if (!strcmp(link->name, name))
			return link;
	}
	return NULL;
}

static bool is_stacked(const struct smc_netdev *link)
{
	return link->info.kind[0] && link->below &&
	       smc_word_listed(link->info.kind, LINK_STACKED);
}

/**
 * smc_netdev_elsewhere() - is what lies below in another namespace?
 * @link: the device
 *
 * Return: true if it is.
 */
bool smc_netdev_elsewhere(const struct smc_netdev *link)
{
	return is_stacked(link) && smc_has(link->has, IFLA_LINK_NETNSID);
}

/**
 * smc_netdev_lower() - find the device below
 * @links: those there are
 * @link: VLAN, bond, bridge, …
 * @ret_n: gets how many there are; of several, which one the kernel has first
 *	is not told, so the one with the lowest number is taken
 *
 * Return: the device, or NULL when nothing is below in this namespace.
 */
const struct smc_netdev *smc_netdev_lower(const struct smc_list *links,
				      const struct smc_netdev *link,
				      unsigned int *ret_n)
{
	const struct smc_netdev *lower = NULL;
	size_t i;

	*ret_n = 0;
	if (smc_netdev_elsewhere(link))
		return NULL;
	for (i = 0; i < links->count; i++) {
		const struct smc_netdev *l = smc_list_at(links, i);

		if (is_stacked(link) ? l->index != link->below :
				       l->master != link->index)
			continue;
		++*ret_n;
		if (!lower || l->index < lower->index)
			lower = l;
	}
	return lower;
}
