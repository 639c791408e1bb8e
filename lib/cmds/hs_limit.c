// SPDX-License-Identifier: GPL-2.0-or-later
/* hs-limit: fall back to TCP rather than queue handshakes under load. */
#include <linux/smc.h>

#include "cmds.h"
#include "nl.h"
#include "query.h"

static enum smc_text limit_text(const void *obj, char *buf, size_t size)
{
	const struct smc_hs_limit *limit = obj;

	snprintf(buf, size, "%s", limit->enabled ? "enabled" : "disabled");
	return SMC_TEXT_OK;
}

static const struct smc_field limit_fields[] = {
	{ .key = "enabled", .form = SMC_FORM_BOOL,
	  SMC_VALUE(struct smc_hs_limit, enabled) },
	{ .title = "Handshake limitation:", .width = 22, .form = SMC_FORM_FN,
	  .text = limit_text },
};

static const struct smc_table limit_table =
	SMC_LINES("hs_limit", limit_fields);

static int limit_show(struct smc_ctx *ctx)
{
	struct smc_hs_limit none = { 0 };
	struct smc_list list;
	int rc;

	rc = smc_ctx_list(ctx, &smc_query_hs_limit, &list);
	if (rc)
		return rc;
	rc = smc_out_object(&ctx->out, &limit_table,
			    list.count ? smc_list_at(&list, 0) : &none,
			    &ctx->err);
	smc_list_free(&list);
	return rc;
}

static int limit_enable(struct smc_ctx *ctx)
{
	return smc_nl_do(ctx->nl, SMC_NETLINK_ENABLE_HS_LIMITATION, NULL, 0,
			 NULL, NULL, &ctx->err);
}

static int limit_disable(struct smc_ctx *ctx)
{
	return smc_nl_do(ctx->nl, SMC_NETLINK_DISABLE_HS_LIMITATION, NULL, 0,
			 NULL, NULL, &ctx->err);
}

static const struct smc_cmd limit_show_cmd = {
	.word = "show",
	.doc = "show whether handshakes are limited under load",
	.show = true, .run = limit_show,
};

static const struct smc_cmd limit_enable_cmd = {
	.word = "enable",
	.doc = "rather fall back to TCP than queue handshakes",
	.run = limit_enable,
};

static const struct smc_cmd limit_disable_cmd = {
	.word = "disable", .doc = "queue handshakes", .run = limit_disable,
};

static const struct smc_cmd *const limit_cmds[] = {
	&limit_show_cmd, &limit_enable_cmd, &limit_disable_cmd,
};

const struct smc_cmd smc_cmd_hs_limit = {
	.word = "hs-limit", SMC_SUB(limit_cmds),
};
