// SPDX-License-Identifier: GPL-2.0-or-later
/* Interfaces, addresses and routes of a network namespace, by rtnetlink. */
#include <arpa/inet.h>
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/ethtool.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "codec.h"
#include "nl_wire.h"
#include "out.h"
#include "part.h"

#define NUM(nr, type, member) \
	{ .attr = (nr), .kind = SMC_ATTR_NUM, .name = #nr, \
	  SMC_MEMBER(type, member) }
#define STR(nr, type, member) \
	{ .attr = (nr), .kind = SMC_ATTR_STR, .name = #nr, \
	  SMC_MEMBER(type, member) }
#define RAW(nr, type, member) \
	{ .attr = (nr), .kind = SMC_ATTR_RAW, .name = #nr, \
	  SMC_MEMBER(type, member) }
#define NEST(nr, type, member, codec) \
	{ .attr = (nr), .kind = SMC_ATTR_NEST, .name = #nr, .sub = &(codec), \
	  SMC_MEMBER(type, member) }

struct link_info {
	uint64_t has;
	char kind[16];
	uint8_t data[64];
};

/* IFLA_LINKINFO's data mean something else for each kind. */
static const struct smc_attr info_attrs[] = {
	STR(IFLA_INFO_KIND, struct link_info, kind),
	RAW(IFLA_INFO_DATA, struct link_info, data),
};

static const struct smc_codec info_codec =
	SMC_CODEC(struct link_info, "link info", info_attrs);

struct link {
	uint64_t has;
	uint32_t index;
	uint32_t flags;
	char name[IF_NAMESIZE];
	uint8_t address[6];
	uint32_t mtu;
	uint32_t below;
	uint32_t master;
	uint8_t operstate;
	struct link_info info;
	uint16_t vlan;	/* 0: it is none */
	struct ethtool_pauseparam pause;
	uint8_t has_pause;
};

static const struct smc_attr link_attrs[] = {
	STR(IFLA_IFNAME, struct link, name),
	RAW(IFLA_ADDRESS, struct link, address),
	NUM(IFLA_MTU, struct link, mtu),
	NUM(IFLA_LINK, struct link, below),
	NUM(IFLA_MASTER, struct link, master),
	NUM(IFLA_OPERSTATE, struct link, operstate),
	NEST(IFLA_LINKINFO, struct link, info, info_codec),
};

static const struct smc_codec link_codec =
	SMC_CODEC(struct link, "interface", link_attrs);

struct address {
	uint64_t has;
	uint8_t family;
	uint8_t length;
	uint32_t index;
	uint8_t address[16];
	uint8_t local[16];
};

static const struct smc_attr address_attrs[] = {
	RAW(IFA_ADDRESS, struct address, address),
	RAW(IFA_LOCAL, struct address, local),
};

static const struct smc_codec address_codec =
	SMC_CODEC(struct address, "address", address_attrs);

struct route {
	uint64_t has;
	uint8_t family;
	uint8_t length;
	uint8_t kind;
	uint32_t table;
	uint8_t to[16];
	uint8_t via[16];
	uint8_t from[16];
	uint32_t index;
	uint32_t metric;
};

static const struct smc_attr route_attrs[] = {
	RAW(RTA_DST, struct route, to),
	RAW(RTA_GATEWAY, struct route, via),
	RAW(RTA_PREFSRC, struct route, from),
	NUM(RTA_OIF, struct route, index),
	NUM(RTA_TABLE, struct route, table),
	NUM(RTA_PRIORITY, struct route, metric),
};

static const struct smc_codec route_codec =
	SMC_CODEC(struct route, "route", route_attrs);

static bool is_absent(uint64_t has, unsigned int attr)
{
	return !smc_has(has, attr);
}

static enum smc_text ip_text(uint8_t family, const uint8_t *ip, char *buf,
			     size_t size)
{
	return inet_ntop(family, ip, buf, (socklen_t)size) ? SMC_TEXT_OK :
	       SMC_TEXT_NONE;
}

static enum smc_text index_text(uint32_t index, char *buf, size_t size)
{
	char name[IF_NAMESIZE];

	if (!index || !if_indextoname(index, name))
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%s", name);
	return SMC_TEXT_OK;
}

static enum smc_text mac_text(const void *obj, char *buf, size_t size)
{
	const struct link *link = obj;
	const uint8_t *a = link->address;

	if (is_absent(link->has, IFLA_ADDRESS))
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%02x:%02x:%02x:%02x:%02x:%02x", a[0], a[1], a[2],
		 a[3], a[4], a[5]);
	return SMC_TEXT_OK;
}

static enum smc_text below_text(const void *obj, char *buf, size_t size)
{
	return index_text(((const struct link *)obj)->below, buf, size);
}

static enum smc_text master_text(const void *obj, char *buf, size_t size)
{
	return index_text(((const struct link *)obj)->master, buf, size);
}

static enum smc_text state_text(const void *obj, char *buf, size_t size)
{
	static const char *const names[] = {
		"unknown", "notpresent", "down", "lowerlayerdown", "testing",
		"dormant", "up",
	};
	uint8_t state = ((const struct link *)obj)->operstate;

	if (state >= sizeof(names) / sizeof(names[0]))
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%s", names[state]);
	return SMC_TEXT_OK;
}

static enum smc_text pause_text(const void *obj, char *buf, size_t size)
{
	const struct link *link = obj;

	if (!link->has_pause)
		return SMC_TEXT_NONE;
	snprintf(buf, size, "autoneg %s, rx %s, tx %s",
		 link->pause.autoneg ? "on" : "off",
		 link->pause.rx_pause ? "on" : "off",
		 link->pause.tx_pause ? "on" : "off");
	return SMC_TEXT_OK;
}

static enum smc_text vlan_text(const void *obj, char *buf, size_t size)
{
	const struct link *link = obj;

	if (!link->vlan)
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%u", link->vlan);
	return SMC_TEXT_OK;
}

static enum smc_text up_text(const void *obj, char *buf, size_t size)
{
	snprintf(buf, size, "%s",
		 ((const struct link *)obj)->flags & IFF_UP ? "up" : "down");
	return SMC_TEXT_OK;
}

#define WORDS(k, fn) { .key = (k), .form = SMC_FORM_FN, .text = (fn) }
#define NUMBER(k, type, member) \
	{ .key = (k), .form = SMC_FORM_DEC, SMC_VALUE(type, member) }

static const struct smc_field link_fields[] = {
	NUMBER("index", struct link, index),
	{ .key = "name", .form = SMC_FORM_STR, SMC_VALUE(struct link, name) },
	{ .key = "kind", .form = SMC_FORM_STR,
	  SMC_VALUE(struct link, info.kind),
	  SMC_IF(struct link, info.has, IFLA_INFO_KIND) },
	WORDS("vlan", vlan_text),
	WORDS("admin", up_text),
	WORDS("state", state_text),
	NUMBER("mtu", struct link, mtu),
	WORDS("address", mac_text),
	WORDS("below", below_text),
	WORDS("master", master_text),
	WORDS("pause", pause_text),
};

static const struct smc_table link_table = SMC_TABLE("links", link_fields);

static enum smc_text address_dev(const void *obj, char *buf, size_t size)
{
	return index_text(((const struct address *)obj)->index, buf, size);
}

/* IPv4: IFA_ADDRESS is that of the other end, if there is one. */
static enum smc_text address_ip(const void *obj, char *buf, size_t size)
{
	const struct address *a = obj;

	return ip_text(a->family, is_absent(a->has, IFA_LOCAL) ? a->address :
		       a->local, buf, size);
}

static const struct smc_field address_fields[] = {
	WORDS("dev", address_dev),
	WORDS("address", address_ip),
	NUMBER("length", struct address, length),
};

static const struct smc_table address_table =
	SMC_TABLE("addresses", address_fields);

static enum smc_text route_dev(const void *obj, char *buf, size_t size)
{
	return index_text(((const struct route *)obj)->index, buf, size);
}

static enum smc_text route_ip(const struct route *r, unsigned int attr,
			      const uint8_t *ip, char *buf, size_t size)
{
	return is_absent(r->has, attr) ? SMC_TEXT_NONE :
	       ip_text(r->family, ip, buf, size);
}

static enum smc_text route_to(const void *obj, char *buf, size_t size)
{
	const struct route *r = obj;

	if (route_ip(r, RTA_DST, r->to, buf, size) == SMC_TEXT_NONE)
		snprintf(buf, size, "default");
	return SMC_TEXT_OK;
}

static enum smc_text route_via(const void *obj, char *buf, size_t size)
{
	const struct route *r = obj;

	return route_ip(r, RTA_GATEWAY, r->via, buf, size);
}

static enum smc_text route_from(const void *obj, char *buf, size_t size)
{
	const struct route *r = obj;

	return route_ip(r, RTA_PREFSRC, r->from, buf, size);
}

static const struct smc_field route_fields[] = {
	WORDS("to", route_to),
	NUMBER("length", struct route, length),
	WORDS("via", route_via),
	WORDS("from", route_from),
	WORDS("dev", route_dev),
	NUMBER("type", struct route, kind),
	NUMBER("table", struct route, table),
	NUMBER("metric", struct route, metric),
};

static const struct smc_table route_table = SMC_TABLE("routes", route_fields);

/* A dump on its way to the output. */
struct dump {
	struct smc_out out;
	int fd;
};

static void pause_ask(struct link *link, int fd)
{
	struct ifreq ifr = { .ifr_data = (char *)&link->pause };

	memcpy(ifr.ifr_name, link->name, sizeof(ifr.ifr_name));
	link->pause.cmd = ETHTOOL_GPAUSEPARAM;
	link->has_pause = fd >= 0 && !ioctl(fd, SIOCETHTOOL, &ifr);
}

static void vlan_read(struct link *link)
{
	const void *id;
	size_t len;

	if (smc_attr_find(link->info.data, sizeof(link->info.data),
			  IFLA_VLAN_ID, &id, &len) > 0 &&
	    len == sizeof(link->vlan))
		memcpy(&link->vlan, id, sizeof(link->vlan));
}

static int link_item(const struct nlmsghdr *nlh, void *arg,
		     struct smc_err *err)
{
	const struct ifinfomsg *m = mnl_nlmsg_get_payload(nlh);
	struct dump *dump = arg;
	struct link link = { 0 };
	int rc;

	if (nlh->nlmsg_type != RTM_NEWLINK ||
	    mnl_nlmsg_get_payload_len(nlh) < sizeof(*m))
		return 0;
	rc = smc_codec_read(&link_codec,
			    mnl_nlmsg_get_payload_offset(nlh, sizeof(*m)),
			    mnl_nlmsg_get_payload_len(nlh) -
			    MNL_ALIGN(sizeof(*m)), &link, err);
	if (rc)
		return rc;
	link.index = (uint32_t)m->ifi_index;
	link.flags = m->ifi_flags;
	if (!strcmp(link.info.kind, "vlan"))
		vlan_read(&link);
	pause_ask(&link, dump->fd);
	return smc_out_row(&dump->out, &link);
}

static int address_item(const struct nlmsghdr *nlh, void *arg,
			struct smc_err *err)
{
	const struct ifaddrmsg *m = mnl_nlmsg_get_payload(nlh);
	struct address address = { 0 };
	struct dump *dump = arg;
	int rc;

	if (nlh->nlmsg_type != RTM_NEWADDR ||
	    mnl_nlmsg_get_payload_len(nlh) < sizeof(*m))
		return 0;
	rc = smc_codec_read(&address_codec,
			    mnl_nlmsg_get_payload_offset(nlh, sizeof(*m)),
			    mnl_nlmsg_get_payload_len(nlh) -
			    MNL_ALIGN(sizeof(*m)), &address, err);
	address.family = m->ifa_family;
	address.length = m->ifa_prefixlen;
	address.index = m->ifa_index;
	return rc ? rc : smc_out_row(&dump->out, &address);
}

static int route_item(const struct nlmsghdr *nlh, void *arg,
		      struct smc_err *err)
{
	const struct rtmsg *m = mnl_nlmsg_get_payload(nlh);
	struct route route = { 0 };
	struct dump *dump = arg;
	int rc;

	if (nlh->nlmsg_type != RTM_NEWROUTE ||
	    mnl_nlmsg_get_payload_len(nlh) < sizeof(*m))
		return 0;
	rc = smc_codec_read(&route_codec,
			    mnl_nlmsg_get_payload_offset(nlh, sizeof(*m)),
			    mnl_nlmsg_get_payload_len(nlh) -
			    MNL_ALIGN(sizeof(*m)), &route, err);
	route.family = m->rtm_family;
	route.length = m->rtm_dst_len;
	route.kind = m->rtm_type;
	return rc ? rc : smc_out_row(&dump->out, &route);
}

/* One of rtnetlink's tables; @head: bytes of its request, all zero. */
static int dump_write(FILE *f, uint16_t type, size_t head, smc_wire_item item,
		      const struct smc_table *table, struct smc_err *err)
{
	struct dump dump = { .out = { .f = f, .style = SMC_STYLE_JSON } };
	struct smc_wire *wire;
	bool torn;
	int rc;

	rc = smc_wire_open(&wire, NETLINK_ROUTE, "rtnetlink", err);
	if (rc)
		return rc;
	(void)mnl_nlmsg_put_extra_header(smc_wire_request(wire, type,
							  NLM_F_DUMP), head);
	dump.fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	rc = smc_out_begin(&dump.out, table, false, err);
	if (!rc)
		rc = smc_wire_call(wire, item, &dump, &torn, err);
	smc_out_end(&dump.out);
	if (dump.fd >= 0)
		close(dump.fd);
	smc_wire_close(wire);
	return rc;
}

/**
 * links_write() - print the interfaces, what they are on, and pause settings
 * @f: where to
 * @err: says what went wrong
 *
 * Return: 0 or -errno.
 */
int links_write(FILE *f, struct smc_err *err)
{
	return dump_write(f, RTM_GETLINK, sizeof(struct ifinfomsg), link_item,
			  &link_table, err);
}

/**
 * addresses_write() - print the addresses
 * @f: where to
 * @err: says what went wrong
 *
 * Return: 0 or -errno.
 */
int addresses_write(FILE *f, struct smc_err *err)
{
	return dump_write(f, RTM_GETADDR, sizeof(struct ifaddrmsg),
			  address_item, &address_table, err);
}

/**
 * routes_write() - print the routes
 * @f: where to
 * @err: says what went wrong
 *
 * Return: 0 or -errno.
 */
int routes_write(FILE *f, struct smc_err *err)
{
	return dump_write(f, RTM_GETROUTE, sizeof(struct rtmsg), route_item,
			  &route_table, err);
}
