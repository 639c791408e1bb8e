// SPDX-License-Identifier: GPL-2.0-or-later
/* show: the PNET table of this network namespace. */
#include <errno.h>
#include <linux/smc.h>
#include <string.h>

#include "core/pnetid.h"
#include "smc_pnet.h"
#include "view.h"

/* An entry, and whether there is such a device, where that was asked. */
struct row {
	struct smc_pnet e;
	uint64_t has;
	uint8_t present;
};

enum { ROW_PRESENT, ROW_PORT };

static bool is_name(const char *name)
{
	return strcmp(name, SMC_PNET_NONE) != 0;
}

static enum smc_text eth_text(const void *obj, char *buf, size_t size)
{
	const struct row *row = obj;

	if (!is_name(row->e.eth))
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%s", row->e.eth);
	return SMC_TEXT_OK;
}

static enum smc_text ib_text(const void *obj, char *buf, size_t size)
{
	const struct row *row = obj;

	if (!is_name(row->e.ib))
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%s", row->e.ib);
	return SMC_TEXT_OK;
}

#define E(member) SMC_VALUE(struct row, e.member)

/* The four columns of old have no headings, and say n/a and 255. */
static const struct smc_field pnet_fields[] = {
	{ .key = "pnetid", .title = "", .form = SMC_FORM_STR, .left = true,
	  .gap = 1, E(pnetid) },
	{ .title = "", .form = SMC_FORM_STR, .gap = 1, E(eth) },
	{ .title = "", .form = SMC_FORM_STR, .gap = 1, E(ib) },
	{ .title = "", .form = SMC_FORM_DEC, E(port) },
	{ .key = "interface", .form = SMC_FORM_FN, .width = 15,
	  .text = eth_text },
	{ .key = "device", .form = SMC_FORM_FN, .width = 15, .text = ib_text },
	{ .key = "port", .form = SMC_FORM_DEC, E(port),
	  SMC_IF(struct row, has, ROW_PORT) },
	{ .key = "present", .form = SMC_FORM_BOOL,
	  SMC_VALUE(struct row, present), SMC_IF(struct row, has, ROW_PRESENT) },
};

static const struct smc_table pnet_table = SMC_TABLE("entries", pnet_fields);

/**
 * smc_pnet_id_read() - get the PNET ID that a command is about
 * @ctx: the command, it is the first argument
 * @ret: gets it, as the kernel has it: upper case, no blanks around it
 *
 * Return: 0 or -EINVAL with the context's error set.
 */
int smc_pnet_id_read(struct smc_ctx *ctx, char ret[SMC_MODEL_PNETID_SIZE])
{
	unsigned char id[SMC_PNETID_LEN];
	const char *why;

	if (smc_pnetid_from_text(ctx->args[0], strlen(ctx->args[0]), id, &why))
		return smc_err_usage(&ctx->err, "'%s': %s", ctx->args[0], why);
	smc_pnetid_to_text(id, ret);
	return 0;
}

/**
 * smc_pnet_opts_check() - refuse the options of add with other commands
 * @ctx: the command
 *
 * Return: 0 or -EINVAL with the context's error set.
 */
int smc_pnet_opts_check(struct smc_ctx *ctx)
{
	const struct smc_pnet_opts *opts =
		(const struct smc_pnet_opts *)ctx->opts;

	if (opts->interface || opts->device || opts->port || opts->replace)
		return smc_err_usage(&ctx->err,
				     "-I, -D, -P and --replace go with add only");
	return 0;
}

static int entries_write(struct smc_ctx *ctx, const struct smc_list *table,
			 const struct pnet_view *view, const char *only)
{
	size_t i, shown = 0;
	int rc;

	rc = smc_out_begin(&ctx->out, &pnet_table, ctx->out.select, &ctx->err);
	for (i = 0; !rc && i < table->count; i++) {
		struct row row = { .e = *(const struct smc_pnet *)
					smc_list_at(table, i) };

		if (only && strcmp(row.e.pnetid, only))
			continue;
		shown++;
		row.has = is_name(row.e.ib) << ROW_PORT |
			  (view != NULL) << ROW_PRESENT;
		row.present = view && pnet_is_there(view, &row.e);
		rc = smc_out_row(&ctx->out, &row);
	}
	smc_out_end(&ctx->out);
	return rc;
}

static bool is_listed(const struct smc_list *table, const char *id)
{
	size_t i;

	for (i = 0; i < table->count; i++)
		if (!strcmp(((const struct smc_pnet *)
			     smc_list_at(table, i))->pnetid, id))
			return true;
	return false;
}

static int entries_show(struct smc_ctx *ctx, const struct smc_list *table,
			const struct pnet_view *view)
{
	char only[SMC_MODEL_PNETID_SIZE];
	int rc;

	if (!ctx->n_args)
		return entries_write(ctx, table, view, NULL);
	rc = smc_pnet_id_read(ctx, only);
	if (rc)
		return rc;
	if (!is_listed(table, only))
		return smc_err_set(&ctx->err, -ENOENT,
				   "no device has the PNET ID %s", only);
	return entries_write(ctx, table, view, only);
}

static int pnet_show(struct smc_ctx *ctx)
{
	struct pnet_view view;
	struct smc_list table;
	int rc;

	rc = smc_pnet_opts_check(ctx);
	if (rc)
		return rc;
	/* What is stale is more than four columns can say. */
	if (ctx->out.style == SMC_STYLE_JSON || ctx->out.select) {
		rc = pnet_view_read(ctx, &view);
		if (rc)
			return rc;
		rc = entries_show(ctx, &view.table, &view);
		pnet_view_free(&view);
		return rc;
	}
	rc = smc_ctx_list(ctx, &smc_query_pnet, &table);
	if (rc)
		return rc;
	rc = entries_show(ctx, &table, NULL);
	smc_list_free(&table);
	return rc;
}

const struct smc_cmd smc_pnet_cmd_show = {
	.word = "show", .args = "[ID]", .max = 1, .list = true,
	.doc = "show the PNET table, or what has one PNET ID",
	.run = pnet_show, .words = smc_pnet_id_words,
};
