// SPDX-License-Identifier: GPL-2.0-or-later
/* hs-limit, fallback, services, persistence, security: SMC in use. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "core/reason.h"
#include "ext.h"
#include "model.h"

/* Reasons that there are, by far. */
#define REASONS_MAX	64

/* How often a reason was met, in both roles. */
struct reason_sum {
	uint32_t code;
	uint64_t client;
	uint64_t server;
};

/**
 * chk_hs_limit() - does the kernel limit handshakes?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_hs_limit(const struct chk_facts *facts, struct chk_report *report)
{
	const struct smc_hs_limit *limit = chk_first(facts, CHK_HS_LIMIT);

	if (!limit || !limit->enabled) {
		chk_say(report, CHK_OK, "handshakes are not limited");
		return;
	}
	chk_say(report, CHK_INFO,
		"handshakes are limited: when many wait, new connections fall back to TCP");
	chk_fix(report, "smcd hs-limit disable, where SMC matters more than short connections");
}

static int sum_compare(const void *a, const void *b)
{
	const struct reason_sum *x = a, *y = b;
	uint64_t nx = x->client + x->server, ny = y->client + y->server;

	return nx < ny ? 1 : nx > ny ? -1 : 0;
}

static unsigned int reasons_sum(const struct smc_list *list,
				struct reason_sum sums[REASONS_MAX])
{
	unsigned int n = 0, at;
	size_t i;

	for (i = 0; i < list->count; i++) {
		const struct smc_fback *fback = smc_list_at(list, i);

		for (at = 0; at < n && sums[at].code != fback->reason; at++)
			;
		if (at == REASONS_MAX || !fback->count)
			continue;
		if (at == n)
			sums[n++] = (struct reason_sum){
				.code = fback->reason
			};
		if (fback->server)
			sums[at].server += fback->count;
		else
			sums[at].client += fback->count;
	}
	qsort(sums, n, sizeof(sums[0]), sum_compare);
	return n;
}

static void hs_errors_say(const struct smc_stats *stats,
			  struct chk_report *report)
{
	if (!stats || !(stats->clnt_hs_err + stats->srv_hs_err))
		return;
	chk_say(report, CHK_WARN,
		"%" PRIu64 " handshakes ended in an error (client %" PRIu64 ", server %" PRIu64 ")",
		stats->clnt_hs_err + stats->srv_hs_err, stats->clnt_hs_err,
		stats->srv_hs_err);
	chk_fix(report, "smc_chk -C HOST, for what happens with one peer");
}

/**
 * chk_fallback() - why did connections fall back so far?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_fallback(const struct chk_facts *facts, struct chk_report *report)
{
	const struct smc_stats *stats = chk_first(facts, CHK_STATS);
	struct reason_sum sums[REASONS_MAX] = { 0 };
	unsigned int i, n;

	n = reasons_sum(chk_list(facts, CHK_FBACK), sums);
	for (i = 0; i < n; i++) {
		const char *name = smc_reason_name(sums[i].code);
		const char *advice = smc_reason_advice(sums[i].code);

		chk_say(report, CHK_WARN,
			"fell back %" PRIu64 " times (client %" PRIu64 ", server %" PRIu64 "): %s (0x%08" PRIx32 ")",
			sums[i].client + sums[i].server, sums[i].client,
			sums[i].server, name ? name : "unknown reason",
			sums[i].code);
		if (advice)
			chk_fix(report, "%s", advice);
	}
	hs_errors_say(stats, report);
	if (!n && !(stats && stats->clnt_hs_err + stats->srv_hs_err))
		chk_say(report, CHK_OK, "no connection fell back so far");
}

/**
 * chk_services() - which services are started with SMC?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_services(const struct chk_facts *facts, struct chk_report *report)
{
	char path[160], line[256], none[1], *lib;

	if (!chk_files_have(facts, "/etc/systemd/system/*.service.d/*.conf",
			    "libsmcrun.so", path, sizeof(path))) {
		chk_say(report, CHK_INFO,
			"no service of systemd takes part in SMC");
		chk_fix(report,
			"systemctl edit SERVICE: [Service] Environment=LD_PRELOAD=" SMC_LIBDIR "/libsmcrun.so");
		return;
	}
	/* The dynamic linker says one line and goes on without a library. */
	(void)chk_file_has_line(facts, path, "libsmcrun.so", line, sizeof(line));
	lib = strstr(line, "libsmcrun.so");
	if (lib)
		lib[strlen("libsmcrun.so")] = '\0';
	for (; lib && lib > line && !strchr("=:\"' ", lib[-1]); lib--)
		;
	if (lib && lib[0] == '/' && !strchr(lib, '$') &&
	    !chk_file_text(facts, lib, none, sizeof(none))) {
		chk_say(report, CHK_WARN,
			"a service shall load %s, which does not exist: it runs over TCP",
			lib);
		chk_fix(report, "make install, or correct its drop-in: systemctl edit SERVICE");
		return;
	}
	chk_say(report, CHK_OK, "a service takes part in SMC: %s", path);
}

/**
 * chk_persistence() - is what is set up here set up again after a reboot?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_persistence(const struct chk_facts *facts, struct chk_report *report)
{
	char path[160];

	if (!chk_list(facts, CHK_UEID)->count) {
		chk_say(report, CHK_OK, "nothing is set up that a reboot would take away");
		return;
	}
	if (chk_files_have(facts, "/etc/systemd/system/*.service", "ueid add",
			   path, sizeof(path))) {
		chk_say(report, CHK_OK, "%s adds enterprise IDs after a reboot",
			path);
		return;
	}
	chk_say(report, CHK_INFO,
		"enterprise IDs do not outlive a reboot: no unit in /etc/systemd/system adds them");
	chk_fix(report, "a unit with ExecStart=smcd ueid add NAME");
}

/**
 * chk_security() - what should be known of SMC's data
 * @facts: the facts
 * @report: gets the findings
 */
void chk_security(const struct chk_facts *facts, struct chk_report *report)
{
	(void)facts;
	chk_say(report, CHK_INFO,
		"what SMC carries is not seen by netfilter and tcpdump, and IPsec does not encrypt it; they see TCP's handshake");
}
