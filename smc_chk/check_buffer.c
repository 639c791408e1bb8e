// SPDX-License-Identifier: GPL-2.0-or-later
/* buffers, full, memory, usercopy, dmbs: what the data passes through. */
#include <inttypes.h>
#include <linux/smc_ext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "ext.h"
#include "model.h"

/* Share of requests that find a buffer full, from which it costs much. */
#define FULL_PERCENT	10

/* What made it go away where it was reported first. */
#define BUFFER_GOOD	1048576L

#define PAGE		4096L
#define ORDERS		11

static long sysctl_get(const struct chk_facts *facts, const char *name)
{
	char path[64];
	long value;

	snprintf(path, sizeof(path), "/proc/sys/net/%s", name);
	return chk_file_number(facts, path, &value) ? value : -1;
}

/* A cap below the default gives less to the programs that ask. */
static bool cap_look(const struct chk_facts *facts, const char *name,
		     const char *cap_name, const char *option,
		     struct chk_report *report)
{
	char path[32];
	long size, cap;

	snprintf(path, sizeof(path), "smc/%s", name);
	size = sysctl_get(facts, path);
	snprintf(path, sizeof(path), "core/%s", cap_name);
	cap = sysctl_get(facts, path);
	if (size < 0 || cap < 0 || cap >= size)
		return true;
	chk_say(report, CHK_WARN,
		"net.core.%s (%ld) is below net.smc.%s (%ld): a program that sets %s gets less than one that does not",
		cap_name, cap, name, size, option);
	chk_fix(report, "sysctl net.core.%s=%ld", cap_name, size);
	return false;
}

/**
 * chk_buffers() - do the sizes of buffers fit their caps?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_buffers(const struct chk_facts *facts, struct chk_report *report)
{
	long rmem = sysctl_get(facts, "smc/rmem");
	long wmem = sysctl_get(facts, "smc/wmem");
	bool good;

	if (rmem < 0 || wmem < 0) {
		chk_say(report, CHK_INFO,
			"there is no net.smc.rmem and net.smc.wmem here");
		return;
	}
	good = cap_look(facts, "rmem", "rmem_max", "SO_RCVBUF", report);
	good &= cap_look(facts, "wmem", "wmem_max", "SO_SNDBUF", report);
	if (good)
		chk_say(report, CHK_OK, "net.smc.rmem %ld, net.smc.wmem %ld",
			rmem, wmem);
}

static bool full_look(const struct chk_facts *facts, const char *tech,
		      const char *what, uint64_t full, uint64_t all,
		      struct chk_report *report)
{
	long wmem = sysctl_get(facts, "smc/wmem");
	long rmem = sysctl_get(facts, "smc/rmem");
	long most = wmem > rmem ? wmem : rmem;
	long want = most < BUFFER_GOOD ? BUFFER_GOOD : 2 * most;

	if (!all || full < all / 100 * FULL_PERCENT ||
	    (double)full * 100 / (double)all <= FULL_PERCENT)
		return true;
	chk_say(report, CHK_WARN,
		"%s: %s was full for %.1f%% of %" PRIu64 " requests: larger buffers make it faster",
		tech, what, (double)full * 100 / (double)all, all);
	chk_fix(report, "sysctl net.smc.wmem=%ld net.smc.rmem=%ld", want, want);
	return false;
}

/**
 * chk_full() - how often was a buffer full?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_full(const struct chk_facts *facts, struct chk_report *report)
{
	static const char *const names[] = {
		[SMC_TECH_D] = "SMC-D", [SMC_TECH_R] = "SMC-R",
	};
	const struct smc_stats *stats = chk_first(facts, CHK_STATS);
	uint64_t all = 0;
	bool good = true;
	int i;

	for (i = 0; stats && i < SMC_TECH_COUNT; i++) {
		const struct smc_tech_stats *t = &stats->tech[i];

		all += t->tx_reqs + t->rx_reqs;
		good &= full_look(facts, names[i], "the send buffer",
				  t->tx_buf.full, t->tx_reqs, report);
		good &= full_look(facts, names[i], "the peer's buffer",
				  t->tx_buf.full_peer, t->tx_reqs, report);
		good &= full_look(facts, names[i], "the receive buffer",
				  t->rx_buf.full, t->rx_reqs, report);
	}
	if (good && all)
		chk_say(report, CHK_OK,
			"buffers were full for less than %u%% of %" PRIu64 " requests",
			FULL_PERCENT, all);
	else if (good)
		chk_say(report, CHK_OK, "no data was sent by SMC so far");
}

/* Free pieces of at least @bytes in one piece of buddyinfo's line. */
static unsigned long pieces_count(const char *line, long bytes)
{
	unsigned long pieces = 0, n;
	const char *at;
	char *end;
	int order;

	/* Node 0, zone   Normal  1 2 3 ... */
	at = strstr(line, "zone");
	if (!at)
		return 0;
	at += strlen("zone");
	at += strspn(at, " ");
	at += strcspn(at, " ");
	for (order = 0; order < ORDERS; order++, at = end) {
		n = strtoul(at, &end, 10);
		if (end == at)
			break;
		if (PAGE << order < bytes)
			continue;
		pieces += n * (unsigned long)((PAGE << order) / bytes);
	}
	return pieces;
}

static unsigned long pieces_of(const struct chk_facts *facts, long bytes,
			       bool *ret_known)
{
	static const char *const zones[] = { " DMA32 ", " Normal ", " Movable " };
	char line[256];
	unsigned long pieces = 0;
	size_t i;

	*ret_known = false;
	for (i = 0; i < sizeof(zones) / sizeof(zones[0]); i++) {
		if (!chk_file_has_line(facts, "/proc/buddyinfo", zones[i], line,
				       sizeof(line)))
			continue;
		*ret_known = true;
		pieces += pieces_count(line, bytes);
	}
	return pieces;
}

/**
 * chk_memory() - is there contiguous memory for buffers?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_memory(const struct chk_facts *facts, struct chk_report *report)
{
	const struct smc_stats *stats = chk_first(facts, CHK_STATS);
	long rmem = sysctl_get(facts, "smc/rmem");
	unsigned long pieces;
	uint64_t small = 0;
	bool known;
	int i;

	if (rmem < 0)
		rmem = 65536;
	pieces = pieces_of(facts, rmem, &known);
	for (i = 0; stats && i < SMC_TECH_COUNT; i++)
		small += stats->tech[i].tx_buf.downgraded +
			 stats->tech[i].rx_buf.downgraded;
	if (small) {
		chk_say(report, CHK_WARN,
			"%" PRIu64 " buffers became smaller than wished: no contiguous memory",
			small);
		chk_fix(report,
			"echo 1 >/proc/sys/vm/compact_memory, or sysctl net.smc.rmem=65536");
	}
	if (known && pieces < 16) {
		chk_say(report, CHK_WARN,
			"memory is in pieces: room for %lu buffers of %ld bytes (net.smc.rmem)",
			pieces, rmem);
		chk_fix(report, "echo 1 >/proc/sys/vm/compact_memory");
	} else if (known && !small) {
		chk_say(report, CHK_OK,
			"contiguous memory for %lu buffers of %ld bytes", pieces,
			rmem);
	} else if (!known) {
		chk_say(report, CHK_INFO, "/proc/buddyinfo is not there");
	}
}

/* A kernel that checks each copy has a function for it. */
static bool is_hardened(const struct chk_facts *facts, bool *ret_known)
{
	char line[64];

	*ret_known = chk_file_text(facts, "/proc/kallsyms", line, sizeof(line));
	return chk_file_has_line(facts, "/proc/kallsyms",
				 " __check_object_size", line, sizeof(line)) &&
	       !chk_file_has_line(facts, "/proc/cmdline",
				  "hardened_usercopy=off", line, sizeof(line));
}

/**
 * chk_usercopy() - does each copy look its buffer up?
 * @facts: the facts
 * @report: gets the findings
 *
 * Hardened usercopy looks for the area of a virtually contiguous buffer at each
 * copy, under one lock.
 */
void chk_usercopy(const struct chk_facts *facts, struct chk_report *report)
{
	const struct smc_list *list = chk_list(facts, CHK_EXT_DEV);
	long type = sysctl_get(facts, "smc/smcr_buf_type");
	bool known, hardened = is_hardened(facts, &known), any = false;
	const char *words = hardened ? "on" : known ? "off" : "unknown";
	size_t i;

	for (i = 0; i < list->count; i++) {
		const struct smc_ext_dev *dev = smc_list_at(list, i);
		bool virt = dev->dmb_type == SMC_EXT_DMB_VIRT;

		any = true;
		chk_say(report, virt && hardened ? CHK_WARN : CHK_OK,
			"buffers of %s are %s contiguous, hardened usercopy is %s%s",
			dev->name, virt ? "virtually" : "physically", words,
			virt && hardened ?
			": each copy takes a lock that all processors share" : "");
		if (virt && hardened)
			chk_fix(report,
				"cd /sys/devices/virtual/smc/%s && echo 0 >dmb_type && echo 0 >active && echo 1 >active",
				dev->name);
	}
	if (type > 0 && chk_list(facts, CHK_DEV_R)->count) {
		any = true;
		chk_say(report, hardened ? CHK_WARN : CHK_OK,
			"buffers of SMC-R may be virtually contiguous (net.smc.smcr_buf_type=%ld), hardened usercopy is %s",
			type, words);
		if (hardened)
			chk_fix(report, "sysctl net.smc.smcr_buf_type=0");
	}
	if (!any)
		chk_say(report, CHK_OK, "hardened usercopy is %s", words);
}

/**
 * chk_dmbs() - are there enough DMBs and connections in a link group?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_dmbs(const struct chk_facts *facts, struct chk_report *report)
{
	const struct smc_list *list = chk_list(facts, CHK_EXT_DEV);
	long conns = sysctl_get(facts, "smc/smcr_max_conns_per_lgr");
	long links = sysctl_get(facts, "smc/smcr_max_links_per_lgr");
	bool any = false;
	size_t i;

	for (i = 0; i < list->count; i++) {
		const struct smc_ext_dev *dev = smc_list_at(list, i);
		bool scarce = dev->dmbs > CHK_DMBS_MAX / 10 * 9;

		any = true;
		chk_say(report, scarce ? CHK_WARN : CHK_OK,
			"%s: %u of %u DMBs are in use; a connection within this host takes two%s",
			dev->name, dev->dmbs, CHK_DMBS_MAX, scarce ?
			", and falls back without" : "");
		if (scarce)
			chk_fix(report, "close connections: smcss -D");
	}
	if (chk_list(facts, CHK_DEV_R)->count && conns >= 0) {
		any = true;
		chk_say(report, CHK_OK,
			"SMC-R: up to %ld connections and %ld links in a link group",
			conns, links);
	}
	if (!any)
		chk_say(report, CHK_OK, "the kernel names no limit");
}
