// SPDX-License-Identifier: GPL-2.0-or-later
/* pnet: which interface belongs to which device. */
#include <glob.h>
#include <limits.h>
#include <linux/smc.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "model.h"
#include "pnet.h"

/* Devices on devices that are followed. */
#define CHAIN_MAX	8

static bool is_there(const char *name)
{
	return name[0] && strcmp(name, SMC_PNET_NONE) != 0;
}

static bool device_exists(const struct chk_facts *facts, const char *name)
{
	static const enum chk_table_id ids[] = { CHK_DEV_D, CHK_DEV_R };
	size_t i, t;

	for (t = 0; t < sizeof(ids) / sizeof(ids[0]); t++) {
		const struct smc_list *list = chk_list(facts, ids[t]);

		for (i = 0; i < list->count; i++) {
			const struct smc_device *dev = smc_list_at(list, i);

			if (!strcmp(dev->name, name) ||
			    !strcmp(dev->ib_name, name))
				return true;
		}
	}
	return false;
}

/* RDMA devices are of the first namespace: others need entries to find them. */
static void empty_say(const struct chk_facts *facts, struct chk_report *report)
{
	bool rdma = chk_list(facts, CHK_DEV_R)->count;
	bool first = facts->netns <= CHK_NETNS_FIRST;

	if (!rdma) {
		chk_say(report, CHK_OK,
			"pnet table of this namespace is empty: SMC-D version 2 needs none");
	} else if (first) {
		chk_say(report, CHK_INFO,
			"pnet table of this namespace is empty: a connection uses the RDMA device of its own interface");
		chk_fix(report,
			"smc_pnet -a NAME -I INTERFACE -D DEVICE, for other pairs");
	} else {
		chk_say(report, CHK_WARN,
			"pnet table of this namespace is empty: RDMA devices are not found for its interfaces");
		chk_fix(report,
			"smc_pnet -a NAME -I INTERFACE, in this namespace, with the name that the device has");
	}
}

/**
 * chk_pnet() - does the PNET table name what there is?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_pnet(const struct chk_facts *facts, struct chk_report *report)
{
	const struct smc_list *list = chk_list(facts, CHK_PNET);
	bool stale = false;
	size_t i;

	if (!list->count) {
		empty_say(facts, report);
		return;
	}
	for (i = 0; i < list->count; i++) {
		const struct smc_pnet *e = smc_list_at(list, i);
		bool eth = is_there(e->eth);
		const char *name = eth ? e->eth : e->ib;

		if (eth ? chk_interface_exists(facts, name) :
		    device_exists(facts, name))
			continue;
		stale = true;
		chk_say(report, CHK_WARN,
			"pnet table: %s %s of %s does not exist here",
			eth ? "interface" : "device", name, e->pnetid);
		chk_fix(report, "smc_pnet -d %s, then add it with today's name",
			e->pnetid);
	}
	if (!stale)
		chk_say(report, CHK_OK,
			"pnet table of this namespace: %zu entries, all of them exist",
			list->count);
}

/* What @name stands on: the device below a VLAN, a bond, a bridge. */
static bool lower_find(const struct chk_facts *facts, const char *name,
		       char ret[16])
{
	char full[PATH_MAX];
	glob_t files;

	snprintf(full, sizeof(full), "%s/sys/class/net/%s/lower_*",
		 facts->root, name);
	if (glob(full, 0, NULL, &files))
		return false;
	snprintf(ret, 16, "%s", strstr(strrchr(files.gl_pathv[0], '/'),
				       "lower_") + strlen("lower_"));
	globfree(&files);
	return true;
}

static const struct smc_pnet *entry_find(const struct chk_facts *facts,
					 const char *name)
{
	const struct smc_list *list = chk_list(facts, CHK_PNET);
	size_t i;

	for (i = 0; i < list->count; i++) {
		const struct smc_pnet *e = smc_list_at(list, i);

		if (!strcmp(e->eth, name))
			return e;
	}
	return NULL;
}

/**
 * chk_pnet_interface() - which PNET ID has an interface?
 * @facts: the facts
 * @name: the interface
 * @report: gets the findings
 *
 * The lowest device wins, then the interface itself.
 */
void chk_pnet_interface(const struct chk_facts *facts, const char *name,
			struct chk_report *report)
{
	char base[16], lower[16], chain[160];
	const struct smc_pnet *e;
	const char *of = base;
	size_t len;
	int i;

	if (!name[0] || strlen(name) >= sizeof(base) || strchr(name, '/') ||
	    !chk_interface_exists(facts, name)) {
		chk_say(report, CHK_ERROR,
			"there is no interface '%s' in this network namespace",
			name);
		chk_fix(report, "ip link");
		return;
	}
	len = (size_t)snprintf(chain, sizeof(chain), "%s", name);
	strcpy(base, name);
	for (i = 0; i < CHAIN_MAX && lower_find(facts, base, lower); i++) {
		strcpy(base, lower);
		len += (size_t)snprintf(chain + len, sizeof(chain) - len,
					" on %s", lower);
	}
	e = entry_find(facts, base);
	if (!e) {
		e = entry_find(facts, name);
		of = name;
	}
	if (e) {
		chk_say(report, CHK_OK, "%s: PNET ID %s, by the table's entry for %s",
			chain, e->pnetid, of);
		chk_result(report, e->pnetid);
		return;
	}
	chk_say(report, CHK_WARN, "%s: no PNET ID in the table of this namespace",
		chain);
	chk_fix(report, "smc_pnet -a NAME -I %s", base);
}
