// SPDX-License-Identifier: GPL-2.0-or-later
/* linkgroup: connections between two SMC-D devices, with what they share. */
#include <errno.h>
#include <inttypes.h>
#include <linux/smc.h>
#include <string.h>

#include "lgr_id.h"
#include "lgr_v2.h"
#include "query.h"
#include "smcd.h"

/* All that this kernel tells of a GID: 64 bits or 128. */
static enum smc_text gid_text(char *buf, size_t size,
			      const struct smc_lgr_d *lgr, uint64_t gid,
			      uint64_t ext)
{
	if (!smc_has(lgr->has, SMC_NLA_LGR_D_GID))
		return SMC_TEXT_STOP;
	if (smc_has(lgr->has, SMC_MODEL_LGR_D_EXT_GID))
		snprintf(buf, size, "%016" PRIx64 "%016" PRIx64, gid, ext);
	else
		snprintf(buf, size, "%016" PRIx64, gid);
	return SMC_TEXT_OK;
}

static enum smc_text own_gid_text(const void *obj, char *buf, size_t size)
{
	const struct smc_lgr_d *lgr = obj;

	return gid_text(buf, size, lgr, lgr->gid, lgr->gid_ext);
}

static enum smc_text peer_gid_text(const void *obj, char *buf, size_t size)
{
	const struct smc_lgr_d *lgr = obj;

	return gid_text(buf, size, lgr, lgr->peer_gid, lgr->peer_gid_ext);
}

static enum smc_text bytes_text(char *buf, size_t size, bool has, uint64_t n)
{
	if (!has)
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%" PRIu64 " B", n);
	return SMC_TEXT_OK;
}

static enum smc_text sndbuf_text(const void *obj, char *buf, size_t size)
{
	const struct smc_lgr_d *lgr = obj;

	return bytes_text(buf, size,
			  smc_has(lgr->has, SMC_MODEL_LGR_D_SNDBUF_ALLOC),
			  lgr->sndbuf_bytes);
}

static enum smc_text dmb_text(const void *obj, char *buf, size_t size)
{
	const struct smc_lgr_d *lgr = obj;

	return bytes_text(buf, size,
			  smc_has(lgr->has, SMC_MODEL_LGR_D_DMB_ALLOC),
			  lgr->dmb_bytes);
}

#define LGR(member, attr) \
	SMC_VALUE(struct smc_lgr_d, member), \
	SMC_IF(struct smc_lgr_d, has, attr)
#define V2(member, attr) \
	SMC_VALUE(struct smc_lgr_d, v2.member), \
	SMC_IF(struct smc_lgr_d, v2.has, attr)

static const struct smc_field column_fields[] = {
	{ .title = "LG-ID", .form = SMC_FORM_BYTES, .width = 8, .gap = 1,
	  LGR(id, SMC_NLA_LGR_D_ID) },
	{ .title = "VLAN", .form = SMC_FORM_DEC, .width = 4, .gap = 2,
	  LGR(vlan, SMC_NLA_LGR_D_VLAN_ID) },
	{ .title = "#Conns", .form = SMC_FORM_DEC, .width = 6, .gap = 2,
	  LGR(conns, SMC_NLA_LGR_D_CONNS_NUM) },
	{ .title = "PNET-ID ", .form = SMC_FORM_STR, .left = true, .width = 16,
	  .gap = 1, LGR(pnetid, SMC_NLA_LGR_D_PNETID) },
};

static const struct smc_table column_table =
	SMC_TABLE("linkgroups", column_fields);

/* One a line; what the link group's version does not have has no line. */
#define LINE(k, t) \
	.key = (k), .title = (t), .width = 11

static const struct smc_field line_fields[] = {
	{ LINE("id", "LG-ID    : "), .form = SMC_FORM_BYTES, .digits = 8,
	  LGR(id, SMC_NLA_LGR_D_ID) },
	{ LINE("vlan", "VLAN     : "), .form = SMC_FORM_DEC,
	  LGR(vlan, SMC_NLA_LGR_D_VLAN_ID) },
	{ LINE("pnetid", "PNET-ID  : "), .form = SMC_FORM_STR,
	  LGR(pnetid, SMC_NLA_LGR_D_PNETID) },
	{ LINE(NULL, "Version  : "), .form = SMC_FORM_FN,
	  .text = smc_lgr_v2_version },
	{ .key = "version", .form = SMC_FORM_DEC,
	  V2(version, SMC_NLA_LGR_V2_VER) },
	{ LINE("peer.release", "Peer-Rel : "), .form = SMC_FORM_DEC,
	  .drop = true, V2(release, SMC_NLA_LGR_V2_REL) },
	{ LINE("peer.hostname", "Peer-Host: "), .form = SMC_FORM_FN,
	  .text = smc_lgr_v2_host },
	{ LINE("peer.os", "Peer-OS  : "), .form = SMC_FORM_FN,
	  .text = smc_lgr_v2_os },
	{ LINE("eid", "EID      : "), .form = SMC_FORM_STR, .drop = true,
	  V2(eid, SMC_NLA_LGR_V2_NEG_EID) },
	{ LINE("connections", "#Conns   : "), .form = SMC_FORM_DEC,
	  LGR(conns, SMC_NLA_LGR_D_CONNS_NUM) },
	{ LINE(NULL, "Sndbuf   : "), .form = SMC_FORM_FN,
	  .text = sndbuf_text },
	{ LINE(NULL, "DMB      : "), .form = SMC_FORM_FN, .text = dmb_text },
	{ .key = "sndbuf_bytes", .form = SMC_FORM_DEC,
	  LGR(sndbuf_bytes, SMC_MODEL_LGR_D_SNDBUF_ALLOC) },
	{ .key = "dmb_bytes", .form = SMC_FORM_DEC,
	  LGR(dmb_bytes, SMC_MODEL_LGR_D_DMB_ALLOC) },
	{ LINE("chid", "CHID     : "), .form = SMC_FORM_HEX, .digits = 4,
	  .drop = true, LGR(chid, SMC_NLA_LGR_D_CHID) },
	{ LINE("gid", "GID      : "), .form = SMC_FORM_FN,
	  .text = own_gid_text },
	{ LINE("peer.gid", "Peer-GID : "), .form = SMC_FORM_FN,
	  .text = peer_gid_text },
};

static const struct smc_table line_table =
	SMC_LINES("linkgroups", line_fields);

/* Get the id of the link group that the user means, as the kernel sends it. */
static int id_find(struct smc_ctx *ctx, const struct smc_list *list,
		   uint32_t wanted, uint32_t *ret)
{
	if (!smc_lgr_id_find(list, offsetof(struct smc_lgr_d, id), wanted, ret))
		return 0;
	return smc_err_set(&ctx->err, -ENOENT, "no link group %s",
			   ctx->args[0]);
}

static int linkgroups_write(struct smc_ctx *ctx, const struct smc_list *list,
			    bool all, uint32_t id)
{
	bool table;
	size_t i;
	int rc;

	if (ctx->opts->details && ctx->out.style != SMC_STYLE_JSON)
		ctx->out.style = SMC_STYLE_LINES;
	table = ctx->out.style == SMC_STYLE_TABLE && !ctx->out.select;
	rc = smc_out_begin(&ctx->out, table ? &column_table : &line_table,
			   list->count, &ctx->err);
	for (i = 0; !rc && i < list->count; i++) {
		const struct smc_lgr_d *lgr = smc_list_at(list, i);

		if (all || lgr->id == id)
			rc = smc_out_row(&ctx->out, lgr);
	}
	smc_out_end(&ctx->out);
	return rc;
}

static int linkgroup_check(struct smc_ctx *ctx)
{
	uint32_t ignore;

	return !ctx->n_args || !strcmp(ctx->args[0], "all") ? 0 :
	       smc_lgr_id_parse(ctx->args[0], &ignore, &ctx->err);
}

static int linkgroup_show(struct smc_ctx *ctx)
{
	bool all = !ctx->n_args || !strcmp(ctx->args[0], "all");
	uint32_t wanted = 0, id = 0;
	struct smc_list list;
	int rc;

	rc = all ? 0 : smc_lgr_id_parse(ctx->args[0], &wanted, &ctx->err);
	if (rc)
		return rc;
	rc = smc_ctx_list(ctx, &smc_query_lgr_d, &list);
	if (rc)
		return rc;
	if (!all)
		rc = id_find(ctx, &list, wanted, &id);
	if (!rc)
		rc = linkgroups_write(ctx, &list, all, id);
	smc_list_free(&list);
	return rc;
}

static int linkgroup_words(struct smc_ctx *ctx)
{
	struct smc_list list;
	size_t i;
	int rc;

	rc = smc_ctx_list(ctx, &smc_query_lgr_d, &list);
	if (rc)
		return rc;
	fprintf(ctx->out.f, "all\n");
	for (i = 0; i < list.count; i++) {
		const struct smc_lgr_d *lgr = smc_list_at(&list, i);

		fprintf(ctx->out.f, "%08" PRIx32 "\n",
			smc_lgr_id_shown(lgr->id));
	}
	smc_list_free(&list);
	return 0;
}

static const struct smc_cmd linkgroup_show_cmd = {
	.word = "show", .old = "s sh sho", .args = "[all | LG-ID]", .max = 1,
	.doc = "show the SMC-D link groups", .list = true,
	.check = linkgroup_check, .run = linkgroup_show,
	.words = linkgroup_words,
};

static const struct smc_cmd *const linkgroup_cmds[] = {
	&linkgroup_show_cmd,
};

const struct smc_cmd smcd_cmd_linkgroup = {
	.word = "linkgroup", .old = "l li lin link linkg linkgr linkgro linkgrou",
	.loose = true, SMC_SUB(linkgroup_cmds),
};
