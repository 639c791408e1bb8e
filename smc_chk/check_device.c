// SPDX-License-Identifier: GPL-2.0-or-later
/* devices, eid, ipv6: what SMC needs before it can connect. */
#include <linux/smc.h>
#include <linux/smc_ext.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "core/gid.h"
#include "ext.h"
#include "model.h"

#define SWITCH	"/sys/devices/virtual/smc/loopback-ism/active"

/* GIDs of a port that are looked at: RoCE v1 and v2 stand side by side. */
#define GIDS_MAX	32

static const struct smc_ext_dev *ext_find(const struct chk_facts *facts,
					  const char *name)
{
	const struct smc_list *list = chk_list(facts, CHK_EXT_DEV);
	size_t i;

	for (i = 0; i < list->count; i++) {
		const struct smc_ext_dev *ext = smc_list_at(list, i);

		if (!strcmp(ext->name, name))
			return ext;
	}
	return NULL;
}

static bool is_off(const struct smc_ext_dev *ext)
{
	return smc_has(ext->has, SMC_EXT_DEV_ACTIVE) && !ext->active;
}

/* Only our module tells of a device that is off. */
static void off_say(const struct chk_facts *facts, struct chk_report *report)
{
	const struct smc_list *list = chk_list(facts, CHK_EXT_DEV);
	size_t i;

	for (i = 0; i < list->count; i++) {
		const struct smc_ext_dev *ext = smc_list_at(list, i);

		if (!is_off(ext))
			continue;
		chk_say(report, CHK_WARN, "SMC-D device %s is switched off",
			ext->name);
		chk_fix(report, "echo 1 >" SWITCH);
	}
}

/* Return: 1 if the device can be used. */
static unsigned int smcd_look(const struct chk_facts *facts,
			      const struct smc_device *dev,
			      struct chk_report *report)
{
	const struct smc_ext_dev *ext = ext_find(facts, dev->name);
	bool local = smc_chid_emulated(dev->pci_chid);

	if (ext && is_off(ext))
		return 0;
	chk_say(report, CHK_OK, "SMC-D device %s: %s, %u link groups",
		dev->name, local ? "connections within this host" :
		"connections within this machine", dev->lgrs);
	return 1;
}

static unsigned int port_look(const struct chk_facts *facts,
			      const struct smc_device *dev,
			      const struct smc_port *port, unsigned int nr,
			      struct chk_report *report)
{
	char name[16] = "";
	bool here = chk_interface_name(facts, port->ifindex, name);

	if (!smc_has(port->has, SMC_NLA_DEV_PORT_VALID) || !port->valid)
		return 0;
	if (!port->state) {
		chk_say(report, CHK_WARN, "RDMA device %s port %u is down",
			dev->ib_name, nr);
		chk_fix(report, "ip link set %s up; rdma link",
			here ? name : "INTERFACE");
		return 0;
	}
	if (!here) {
		chk_say(report, CHK_INFO,
			"RDMA device %s port %u: its interface is not in this network namespace",
			dev->ib_name, nr);
		return 1;
	}
	chk_say(report, CHK_OK, "RDMA device %s port %u: active, interface %s",
		dev->ib_name, nr, name);
	return 1;
}

/**
 * chk_devices() - is there a device that can carry SMC?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_devices(const struct chk_facts *facts, struct chk_report *report)
{
	const struct smc_list *d = chk_list(facts, CHK_DEV_D);
	const struct smc_list *r = chk_list(facts, CHK_DEV_R);
	unsigned int usable = 0;
	size_t i;

	off_say(facts, report);
	for (i = 0; i < d->count; i++)
		usable += smcd_look(facts, smc_list_at(d, i), report);
	for (i = 0; i < r->count; i++) {
		const struct smc_device *dev = smc_list_at(r, i);

		usable += port_look(facts, dev, &dev->port, 1, report);
		usable += port_look(facts, dev, &dev->port2, 2, report);
	}
	if (usable)
		return;
	if (d->count + r->count) {
		chk_say(report, CHK_ERROR,
			"no device is ready: all connections fall back to TCP");
		chk_fix(report, "see the lines above");
		return;
	}
	chk_say(report, CHK_ERROR,
		"no SMC-D and no RDMA device: all connections fall back to TCP");
	chk_fix(report, chk_is_ours(facts) ? "echo 1 >" SWITCH :
		"rdma link, for an RDMA device; make dkms-install, for SMC-D within this host");
}

/* RoCE v1 is what SMC-R version 1 needs. */
static bool port_has_v1(const struct chk_facts *facts, const char *dev,
			unsigned int port)
{
	char path[160], type[32];
	unsigned int i;

	for (i = 0; i < GIDS_MAX; i++) {
		snprintf(path, sizeof(path),
			 "/sys/class/infiniband/%s/ports/%u/gid_attrs/types/%u",
			 dev, port, i);
		if (chk_file_text(facts, path, type, sizeof(type)) &&
		    strstr(type, "RoCE v1"))
			return true;
	}
	return false;
}

static bool device_has_v1(const struct chk_facts *facts,
			  const struct smc_device *dev)
{
	return port_has_v1(facts, dev->ib_name, 1) ||
	       port_has_v1(facts, dev->ib_name, 2);
}

/* Version 1 of SMC needs no EID: a PCI device of IBM, or RoCE v1. */
static bool has_v1(const struct chk_facts *facts)
{
	const struct smc_list *d = chk_list(facts, CHK_DEV_D);
	const struct smc_list *r = chk_list(facts, CHK_DEV_R);
	size_t i;

	if (chk_is_ours(facts))
		return false;
	for (i = 0; i < d->count; i++) {
		const struct smc_device *dev = smc_list_at(d, i);

		if (!smc_chid_emulated(dev->pci_chid))
			return true;
	}
	for (i = 0; i < r->count; i++)
		if (device_has_v1(facts, smc_list_at(r, i)))
			return true;
	return false;
}

/**
 * chk_eids_join() - "A, B, C", without the blanks that EIDs are padded with
 * @list: the EIDs
 * @buf: gets the text
 * @size: bytes of it
 */
void chk_eids_join(const struct smc_list *list, char *buf, size_t size)
{
	size_t i, len = 0;

	buf[0] = '\0';
	for (i = 0; i < list->count && len < size; i++) {
		const struct smc_ueid *ueid = smc_list_at(list, i);

		len += (size_t)snprintf(buf + len, size - len, "%s%.*s",
					i ? ", " : "",
					(int)strcspn(ueid->eid, " "),
					ueid->eid);
	}
}

/**
 * chk_eid() - is there an enterprise ID?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_eid(const struct chk_facts *facts, struct chk_report *report)
{
	const struct smc_list *list = chk_list(facts, CHK_UEID);
	const struct smc_seid *seid = chk_first(facts, CHK_SEID);
	bool has_seid = seid && seid->enabled && seid->eid[0];
	char names[CHK_EIDS];

	chk_eids_join(list, names, sizeof(names));
	if (list->count) {
		chk_say(report, CHK_OK,
			"enterprise IDs: %s; the peer needs one of them%s",
			names, has_seid ? ", or the same system EID" : "");
	} else if (has_seid) {
		chk_say(report, CHK_OK, "system EID %.*s",
			(int)strcspn(seid->eid, " "), seid->eid);
	} else if (has_v1(facts)) {
		chk_say(report, CHK_WARN,
			"no enterprise ID: SMC version 2 is not possible, version 1 within one subnet only");
		chk_fix(report, "smcd ueid add NAME, the same on both hosts");
	} else {
		chk_say(report, CHK_ERROR,
			"no enterprise ID: all connections fall back to TCP");
		chk_fix(report, "smcd ueid add NAME, the same on both hosts");
	}
}

/**
 * chk_ipv6() - will IPv6 connections fall back?
 * @facts: the facts
 * @report: gets the findings
 *
 * SMC-R version 2 puts an IPv4 address into its GIDs; only version 1, over
 * RoCE v1, does without.
 */
void chk_ipv6(const struct chk_facts *facts, struct chk_report *report)
{
	const struct smc_list *r = chk_list(facts, CHK_DEV_R);
	bool any = false;
	size_t i;

	for (i = 0; i < r->count; i++) {
		const struct smc_device *dev = smc_list_at(r, i);

		if (device_has_v1(facts, dev))
			continue;
		any = true;
		chk_say(report, CHK_WARN,
			"RDMA device %s has GIDs of RoCE v2 only: IPv4 connections can use it, IPv6 ones fall back (0x03030000)",
			dev->ib_name);
		chk_fix(report, "use IPv4 addresses of the peer");
	}
	if (!any)
		chk_say(report, CHK_OK, "IPv4 and IPv6");
}
