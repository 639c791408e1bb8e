// SPDX-License-Identifier: GPL-2.0-or-later
/* seid: the enterprise id that the machine itself has, on s390. */
#include <errno.h>
#include <linux/smc.h>

#include "nl.h"
#include "query.h"
#include "smcd.h"

/* What the stock module's errno means, which comes without words. */
static const struct smc_err_row seid_errors[] = {
	{ EOPNOTSUPP, "this machine has no system EID",
	  "user EIDs do the same: smcd ueid add" },
	{ ENOENT, "there must be a user EID to do without the system EID",
	  "smcd ueid add" },
};

static enum smc_text seid_text(const void *obj, char *buf, size_t size)
{
	const struct smc_seid *seid = obj;

	if (seid->eid[0])
		snprintf(buf, size, "%s [%s]", seid->eid,
			 seid->enabled ? "enabled" : "disabled");
	else
		snprintf(buf, size, "n/a");
	return SMC_TEXT_OK;
}

static const struct smc_field seid_fields[] = {
	{ .title = "", .form = SMC_FORM_FN, .text = seid_text },
	{ .key = "eid", .form = SMC_FORM_STR, SMC_VALUE(struct smc_seid, eid),
	  SMC_IF(struct smc_seid, has, SMC_NLA_SEID_ENTRY) },
	{ .key = "enabled", .form = SMC_FORM_BOOL,
	  SMC_VALUE(struct smc_seid, enabled) },
};

static const struct smc_table seid_table = SMC_LINES("seid", seid_fields);

static int seid_show(struct smc_ctx *ctx)
{
	struct smc_seid seid = { 0 };
	struct smc_list list;
	int rc;

	rc = smc_ctx_list(ctx, &smc_query_seid, &list);
	if (rc)
		return rc;
	if (list.count)
		seid = *(const struct smc_seid *)list.items;
	smc_list_free(&list);
	/* An empty one is none. */
	if (!seid.eid[0])
		seid.has = 0;
	return smc_out_object(&ctx->out, &seid_table, &seid, &ctx->err);
}

static int seid_switch(struct smc_ctx *ctx, uint8_t cmd)
{
	int rc = smc_nl_do(ctx->nl, cmd, NULL, 0, NULL, NULL, &ctx->err);

	return smc_err_explain(&ctx->err, rc, seid_errors,
			       sizeof(seid_errors) / sizeof(seid_errors[0]));
}

static int seid_enable(struct smc_ctx *ctx)
{
	return seid_switch(ctx, SMC_NETLINK_ENABLE_SEID);
}

static int seid_disable(struct smc_ctx *ctx)
{
	return seid_switch(ctx, SMC_NETLINK_DISABLE_SEID);
}

static const struct smc_cmd seid_show_cmd = {
	.word = "show", .old = "s sh sho",
	.doc = "show the machine's own EID", .show = true,
	.run = seid_show,
};

static const struct smc_cmd seid_enable_cmd = {
	.word = "enable", .old = "e en ena enab enabl",
	.doc = "offer it to peers", .run = seid_enable,
};

static const struct smc_cmd seid_disable_cmd = {
	.word = "disable", .old = "d di dis disa disab disabl",
	.doc = "do not", .run = seid_disable,
};

static const struct smc_cmd *const seid_cmds[] = {
	&seid_show_cmd, &seid_enable_cmd, &seid_disable_cmd,
};

const struct smc_cmd smcd_cmd_seid = {
	.word = "seid", .old = "se sei", SMC_SUB(seid_cmds),
};
