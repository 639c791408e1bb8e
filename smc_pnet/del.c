// SPDX-License-Identifier: GPL-2.0-or-later
/* del and flush: take devices out of the PNET table. */
#include <errno.h>
#include <linux/smc.h>
#include <string.h>

#include "nl.h"
#include "pnet.h"
#include "smc_pnet.h"

/* What the stock module's errno means, which comes without words. */
static const struct smc_err_row del_errors[] = {
	{ ENOENT, "no device has this PNET ID", "'smc_pnet' shows the table" },
};

static int pnet_del(struct smc_ctx *ctx)
{
	char id[SMC_MODEL_PNETID_SIZE];
	struct smc_nl_attr attr = { SMC_PNETID_NAME, 0, id };
	int rc;

	rc = smc_pnet_opts_check(ctx);
	if (!rc)
		rc = smc_pnet_id_read(ctx, id);
	if (rc)
		return rc;
	attr.len = (uint16_t)(strlen(id) + 1);
	rc = smc_nl_do(ctx->nl, SMC_PNETID_DEL, &attr, 1, NULL, NULL,
		       &ctx->err);
	return smc_err_explain(&ctx->err, rc, del_errors,
			       sizeof(del_errors) / sizeof(del_errors[0]));
}

static int pnet_flush(struct smc_ctx *ctx)
{
	int rc;

	rc = smc_pnet_opts_check(ctx);
	if (rc)
		return rc;
	rc = smc_nl_do(ctx->nl, SMC_PNETID_FLUSH, NULL, 0, NULL, NULL,
		       &ctx->err);
	/* So the stock module says that the table was empty. */
	if (rc == -ENOENT) {
		ctx->err = (struct smc_err){ 0 };
		rc = 0;
	}
	return rc;
}

const struct smc_cmd smc_pnet_cmd_del = {
	.word = "del", .args = "ID", .min = 1, .max = 1,
	.doc = "remove all devices with a PNET ID",
	.run = pnet_del, .words = smc_pnet_id_words,
};

const struct smc_cmd smc_pnet_cmd_flush = {
	.word = "flush", .doc = "remove all devices", .run = pnet_flush,
};
