// SPDX-License-Identifier: GPL-2.0-or-later
/* module, diag, versions: what the kernel has. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "ext.h"
#include "model.h"

/* Which smc.ko would modprobe load? */
static bool module_file(const struct chk_facts *facts, char *ret, size_t size)
{
	char release[96], path[160];

	if (!chk_file_text(facts, "/proc/sys/kernel/osrelease", release,
			   sizeof(release)))
		return false;
	snprintf(path, sizeof(path), "/lib/modules/%s/modules.dep", release);
	/* A file's line begins with its path and a colon. */
	if (!chk_file_has_line(facts, path, "/smc.ko", ret, size))
		return false;
	ret[strcspn(ret, ":")] = '\0';
	return true;
}

/* Is it that of smc-suite, which dkms puts there? */
static bool is_update(const char *file)
{
	return !strncmp(file, "updates/", strlen("updates/"));
}

static void module_absent(const struct chk_facts *facts,
			  struct chk_report *report)
{
	char file[128];

	if (module_file(facts, file, sizeof(file))) {
		chk_say(report, CHK_ERROR,
			"the module smc is not loaded, and the kernel did not load %s by itself",
			file);
		chk_fix(report, "modprobe smc; what it or dmesg says is why");
		return;
	}
	chk_say(report, CHK_ERROR, "there is no module smc for this kernel");
	chk_fix(report, "make dkms-install, then modprobe smc_diag");
}

/**
 * chk_module() - is the module there, and which one is it?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_module(const struct chk_facts *facts, struct chk_report *report)
{
	const struct smc_ext_info *info = chk_first(facts, CHK_EXT_INFO);
	const char *version = info ? info->version : "unknown";
	char file[128];

	if (facts->tables[CHK_SYS_INFO].rc) {
		module_absent(facts, report);
	} else if (!chk_is_ours(facts) &&
		   module_file(facts, file, sizeof(file)) && is_update(file)) {
		chk_say(report, CHK_WARN,
			"the kernel's own smc module is loaded, though that of smc-suite is installed (%s)",
			file);
		chk_fix(report,
			"modprobe -r smc_diag smc && modprobe smc_diag");
	} else if (!chk_is_ours(facts)) {
		chk_say(report, CHK_OK, "the kernel's own smc module");
	} else if (strcmp(version, SMC_VERSION)) {
		chk_say(report, CHK_WARN,
			"the module of smc-suite is of version %s, the tools are of " SMC_VERSION,
			version);
		chk_fix(report,
			"make dkms-install; modprobe -r smc_diag smc && modprobe smc_diag");
	} else {
		chk_say(report, CHK_OK, "the module of smc-suite, version %s",
			version);
	}
}

/**
 * chk_diag() - does sock_diag tell of SMC sockets?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_diag(const struct chk_facts *facts, struct chk_report *report)
{
	if (facts->diag) {
		chk_say(report, CHK_WARN,
			"the module smc_diag is not there: smcss shows nothing, nor why a connection fell back");
		chk_fix(report, "modprobe smc_diag");
		return;
	}
	chk_say(report, CHK_OK,
		"smc_diag answers: %u connections by SMC, %u fell back to TCP",
		facts->socks.smc, facts->socks.tcp);
}

/* What an older kernel does not tell, and what that costs. */
static bool lacks_say(struct chk_report *report, bool lacks, const char *what)
{
	if (lacks)
		chk_say(report, CHK_INFO, "this kernel lacks %s", what);
	return lacks;
}

/**
 * chk_versions() - what of today's SMC does this kernel lack?
 * @facts: the facts
 * @report: gets the findings
 */
void chk_versions(const struct chk_facts *facts, struct chk_report *report)
{
	const struct smc_sys_info *sys = chk_first(facts, CHK_SYS_INFO);
	const struct smc_stats *stats = chk_first(facts, CHK_STATS);
	bool any = false;
	long n;

	if (!sys) {
		chk_say(report, CHK_WARN, "the kernel does not say its version of SMC");
		return;
	}
	any |= lacks_say(report, sys->version < 2,
			 "SMC version 2: both hosts must be in one IP subnet");
	any |= lacks_say(report, sys->version == 2 && !sys->release,
			 "release 1 of SMC version 2: link groups have fixed limits, no virtual SMC-D devices");
	any |= lacks_say(report, stats &&
			 !smc_has(stats->tech[0].has,
				  SMC_MODEL_STATS_RX_RMB_USAGE),
			 "figures of the memory in use: smcd stats shows '-'");
	any |= lacks_say(report,
			 !chk_file_number(facts,
				"/proc/sys/net/smc/limit_smc_hs", &n),
			 "the sysctl net.smc.limit_smc_hs: use smcd hs-limit");
	any |= lacks_say(report,
			 !chk_file_number(facts,
				"/proc/sys/net/smc/smcr_max_conns_per_lgr", &n),
			 "the sysctls net.smc.smcr_max_conns_per_lgr and smcr_max_links_per_lgr");
	any |= lacks_say(report, !chk_is_ours(facts),
			 "the family SMC_EXT of smc-suite: no smcd gauges, no smcd tune, no families of listeners in smcss");
	if (!any)
		chk_say(report, CHK_OK, "SMC %u.%u, all that the tools can show",
			sys->version, sys->release);
}
