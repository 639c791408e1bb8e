// SPDX-License-Identifier: GPL-2.0-or-later
#include "health.h"

#include <errno.h>

#include "check.h"
#include "cmd.h"

#define NEEDS(table)	(1U << (table))

/**
 * struct check - one check
 * @id: its name in the output
 * @needs: tables without which it says nothing
 * @absent: done also when there is no module
 * @fn: looks at the facts
 */
struct check {
	const char *id;
	unsigned int needs;
	bool absent;
	void (*fn)(const struct chk_facts *facts, struct chk_report *report);
};

/* In the order in which users get stuck. */
static const struct check checks[] = {
	{ "module", 0, true, chk_module },
	{ "diag", 0, false, chk_diag },
	{ "device", NEEDS(CHK_DEV_D) | NEEDS(CHK_DEV_R), false, chk_devices },
	{ "eid", NEEDS(CHK_UEID), false, chk_eid },
	{ "pnet", NEEDS(CHK_PNET), false, chk_pnet },
	{ "ipv6", NEEDS(CHK_DEV_R), false, chk_ipv6 },
	{ "fallback", NEEDS(CHK_FBACK) | NEEDS(CHK_STATS), false,
	  chk_fallback },
	{ "hs-limit", NEEDS(CHK_HS_LIMIT), false, chk_hs_limit },
	{ "dmbs", 0, false, chk_dmbs },
	{ "buffers", 0, false, chk_buffers },
	{ "full", NEEDS(CHK_STATS), false, chk_full },
	{ "memory", NEEDS(CHK_STATS), false, chk_memory },
	{ "usercopy", 0, false, chk_usercopy },
	{ "services", 0, true, chk_services },
	{ "persistence", NEEDS(CHK_UEID), false, chk_persistence },
	{ "versions", NEEDS(CHK_SYS_INFO), false, chk_versions },
	{ "security", 0, true, chk_security },
};

/* The first table that a check needs and that could not be read. */
static const struct chk_table *table_missing(const struct chk_facts *facts,
					     unsigned int needs)
{
	int i;

	for (i = 0; i < CHK_TABLES; i++)
		if (needs & NEEDS(i) && facts->tables[i].rc)
			return &facts->tables[i];
	return NULL;
}

static void check_run(const struct chk_facts *facts, const struct check *check,
		      struct chk_report *report)
{
	const struct chk_table *missing = table_missing(facts, check->needs);

	report->check = check->id;
	if (!missing) {
		check->fn(facts, report);
		return;
	}
	chk_say(report, CHK_WARN, "cannot be checked: %s", missing->err.text);
	if (missing->err.hint[0])
		chk_fix(report, "%s", missing->err.hint);
}

/**
 * chk_health() - look at all of this host
 * @ctx: the command
 *
 * Return: 0 or -errno with the context's error set.
 */
int chk_health(struct smc_ctx *ctx)
{
	struct chk_report report = { 0 };
	const struct chk_table *sys;
	struct chk_facts facts;
	size_t i;
	int rc;

	chk_facts_read(&facts);
	sys = &facts.tables[CHK_SYS_INFO];
	if (sys->rc && sys->rc != -ENOENT) {	/* it is not known if there is SMC */
		ctx->err = sys->err;
		chk_facts_free(&facts);
		return sys->rc;
	}
	for (i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
		if (checks[i].absent || !sys->rc)
			check_run(&facts, &checks[i], &report);
	rc = chk_report_write(ctx, &report);
	chk_report_free(&report);
	chk_facts_free(&facts);
	return rc;
}

/**
 * chk_interface() - look at one interface of this host
 * @ctx: the command
 * @name: the interface
 *
 * Return: 0 or -errno with the context's error set.
 */
int chk_interface(struct smc_ctx *ctx, const char *name)
{
	struct chk_report report = { .check = "pnet" };
	struct chk_facts facts;
	int rc = 0;

	chk_facts_read(&facts);
	if (facts.tables[CHK_PNET].rc) {
		ctx->err = facts.tables[CHK_PNET].err;
		rc = facts.tables[CHK_PNET].rc;
	} else {
		chk_pnet_interface(&facts, name, &report);
		rc = chk_report_write(ctx, &report);
	}
	chk_report_free(&report);
	chk_facts_free(&facts);
	return rc;
}
