// SPDX-License-Identifier: GPL-2.0-or-later
/* tune: settings of our module, those below /proc/sys/net/smc. */
#include <errno.h>
#include <linux/netlink.h>
#include <linux/smc_ext.h>
#include <stdlib.h>
#include <string.h>

#include "cmds.h"
#include "ext.h"
#include "nl.h"

static const struct smc_field tune_fields[] = {
	{ .key = "name", .title = "Setting", .left = true, .width = 24,
	  .gap = 1, .form = SMC_FORM_STR,
	  SMC_VALUE(struct smc_ext_tune, name) },
	{ .key = "value", .title = "     Value", .width = 10,
	  .form = SMC_FORM_DEC, SMC_VALUE(struct smc_ext_tune, value) },
};

static const struct smc_table tune_table = SMC_TABLE("settings", tune_fields);

static int tune_show(struct smc_ctx *ctx)
{
	struct smc_list list;
	size_t i;
	int rc;

	rc = smc_ext_list(&smc_ext_query_tune, &list, &ctx->err);
	if (rc)
		return rc;
	rc = smc_out_begin(&ctx->out, &tune_table, true, &ctx->err);
	for (i = 0; !rc && i < list.count; i++)
		rc = smc_out_row(&ctx->out, smc_list_at(&list, i));
	smc_out_end(&ctx->out);
	smc_list_free(&list);
	return rc;
}

static int tune_words(struct smc_ctx *ctx)
{
	struct smc_list list;
	size_t i;
	int rc;

	rc = smc_ext_list(&smc_ext_query_tune, &list, &ctx->err);
	if (rc)
		return rc;
	for (i = 0; i < list.count; i++) {
		const struct smc_ext_tune *tune = smc_list_at(&list, i);

		fprintf(ctx->out.f, "%s\n", tune->name);
	}
	smc_list_free(&list);
	return 0;
}

/* The attributes inside of the request's one nest. */
struct tune_nest {
	struct nlattr value_head;
	uint32_t value;
	struct nlattr name_head;
	char name[64];
};

static int tune_set(struct smc_ctx *ctx)
{
	struct tune_nest nest = {
		.value_head = { NLA_HDRLEN + 4, SMC_EXT_TUNE_VALUE },
	};
	const char *name = ctx->args[0], *text = ctx->args[1];
	struct smc_nl_attr attr = {
		SMC_EXT_A_TUNE | NLA_F_NESTED, 0, &nest
	};
	unsigned long value;
	struct smc_nl *nl;
	char *end;
	int rc;

	errno = 0;
	value = strtoul(text, &end, 10);
	if (errno || *end || text[0] < '0' || text[0] > '9' ||
	    value > UINT32_MAX)
		return smc_err_usage(&ctx->err, "'%s' is no number", text);
	if (strlen(name) >= sizeof(nest.name))
		return smc_err_usage(&ctx->err, "no setting '%s'", name);
	nest.value = (uint32_t)value;
	nest.name_head.nla_type = SMC_EXT_TUNE_NAME;
	nest.name_head.nla_len = (uint16_t)(NLA_HDRLEN + strlen(name) + 1);
	memcpy(nest.name, name, strlen(name) + 1);
	attr.len = (uint16_t)(offsetof(struct tune_nest, name_head) +
			      nest.name_head.nla_len);

	rc = smc_ext_open(&nl, &ctx->err);
	if (rc)
		return rc;
	rc = smc_nl_do(nl, SMC_EXT_CMD_SET_TUNE, &attr, 1, NULL, NULL,
		       &ctx->err);
	smc_nl_close(nl);
	return rc;
}

static const struct smc_cmd tune_show_cmd = {
	.word = "show", .doc = "show the settings of the module",
	.list = true, .run = tune_show,
};

static const struct smc_cmd tune_set_cmd = {
	.word = "set", .args = "NAME VALUE", .min = 2, .max = 2,
	.doc = "change one", .run = tune_set, .words = tune_words,
};

static const struct smc_cmd *const tune_cmds[] = {
	&tune_show_cmd, &tune_set_cmd,
};

const struct smc_cmd smc_cmd_tune = {
	.word = "tune", SMC_SUB(tune_cmds),
};
