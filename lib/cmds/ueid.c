// SPDX-License-Identifier: GPL-2.0-or-later
/* ueid: the user-defined enterprise ids of this host. */
#include <errno.h>
#include <linux/smc.h>
#include <string.h>

#include "cmds.h"
#include "core/eid.h"
#include "nl.h"
#include "query.h"

static const struct smc_field ueid_fields[] = {
	{ .key = "eid", .title = "EID", .form = SMC_FORM_STR, .left = true,
	  .width = SMC_EID_LEN, SMC_VALUE(struct smc_ueid, eid) },
};

static const struct smc_table ueid_table = SMC_TABLE("ueids", ueid_fields);

/* What the stock module's errno means, which comes without words. */
static const struct smc_err_row ueid_errors[] = {
	{ EEXIST, "EID is already there", NULL },
	{ ERANGE, "EID table is full", "remove one with 'ueid del'" },
	{ ENOENT, "no such EID", "'ueid show' shows those there are" },
};

static int ueid_show(struct smc_ctx *ctx)
{
	struct smc_list list;
	size_t i;
	int rc;

	rc = smc_ctx_list(ctx, &smc_query_ueid, &list);
	if (rc)
		return rc;
	rc = smc_out_begin(&ctx->out, &ueid_table, false, &ctx->err);
	for (i = 0; !rc && i < list.count; i++)
		rc = smc_out_row(&ctx->out, smc_list_at(&list, i));
	smc_out_end(&ctx->out);
	smc_list_free(&list);
	return rc;
}

static int eid_parse(struct smc_ctx *ctx, char ret[SMC_EID_LEN + 1])
{
	const char *why;

	memset(ret, 0, SMC_EID_LEN + 1);
	if (!smc_eid_from_text(ctx->args[0], strlen(ctx->args[0]),
			       (unsigned char *)ret, &why))
		return 0;
	return smc_err_usage(&ctx->err, "'%s': %s", ctx->args[0], why);
}

static int ueid_check(struct smc_ctx *ctx)
{
	char ignore[SMC_EID_LEN + 1];

	return eid_parse(ctx, ignore);
}

static int ueid_send(struct smc_ctx *ctx, uint8_t cmd)
{
	char text[SMC_EID_LEN + 1];
	struct smc_nl_attr attr = {
		SMC_NLA_EID_TABLE_ENTRY, sizeof(text), text
	};
	int rc;

	rc = eid_parse(ctx, text);
	if (rc)
		return rc;
	rc = smc_nl_do(ctx->nl, cmd, &attr, 1, NULL, NULL, &ctx->err);
	return smc_err_explain(&ctx->err, rc, ueid_errors,
			       ARRAY_SIZE(ueid_errors));
}

static int ueid_add(struct smc_ctx *ctx)
{
	return ueid_send(ctx, SMC_NETLINK_ADD_UEID);
}

static int ueid_del(struct smc_ctx *ctx)
{
	int rc = ueid_send(ctx, SMC_NETLINK_REMOVE_UEID);

	/* So the stock module says: done, and the system EID came back. */
	if (rc == -EAGAIN) {
		ctx->err = (struct smc_err){ 0 };
		smc_note(ctx, "no user EID is left: the system EID is enabled");
		rc = 0;
	}
	return rc;
}

static int ueid_flush(struct smc_ctx *ctx)
{
	return smc_nl_do(ctx->nl, SMC_NETLINK_FLUSH_UEID, NULL, 0, NULL, NULL,
			 &ctx->err);
}

static const struct smc_cmd ueid_show_cmd = {
	.word = "show", .old = "s sh sho",
	.doc = "show the user-defined EIDs", .list = true, .run = ueid_show,
};

static const struct smc_cmd ueid_add_cmd = {
	.word = "add", .old = "a ad", .args = "EID", .min = 1, .max = 1,
	.doc = "add one: A-Z 0-9 . - , 32 at most", .check = ueid_check,
	.run = ueid_add,
};

static const struct smc_cmd ueid_del_cmd = {
	.word = "del", .old = "d de", .args = "EID", .min = 1, .max = 1,
	.doc = "remove one", .check = ueid_check, .run = ueid_del, .words = ueid_show,
};

static const struct smc_cmd ueid_flush_cmd = {
	.word = "flush", .old = "f fl flu flus",
	.doc = "remove all", .run = ueid_flush,
};

static const struct smc_cmd *const ueid_cmds[] = {
	&ueid_show_cmd, &ueid_add_cmd, &ueid_del_cmd, &ueid_flush_cmd,
};

const struct smc_cmd smc_cmd_ueid = {
	.word = "ueid", .old = "u ue uei", SMC_SUB(ueid_cmds),
};
