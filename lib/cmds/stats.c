// SPDX-License-Identifier: GPL-2.0-or-later
/* stats: what the connections of this network namespace did. */
#include <errno.h>
#include <inttypes.h>

#include "baseline.h"
#include "cmds.h"
#include "core/reason.h"
#include "counts.h"
#include "json.h"
#include "stats_text.h"
#include "verdict.h"

static const char *const role_names[SMC_ROLE_COUNT] = {
	[SMC_ROLE_CLIENT] = "client",
	[SMC_ROLE_SERVER] = "server",
};

static int reason_put(struct json_object *list,
		      const struct smc_reason_count *r)
{
	struct json_object *obj = json_object_new_object();
	const char *name = smc_reason_name(r->code);
	const char *advice = smc_reason_advice(r->code);
	char code[16];
	int rc = 0;

	if (!obj)
		return -ENOMEM;
	snprintf(code, sizeof(code), "0x%08" PRIx32, r->code);
	rc |= smc_json_put(obj, "role",
			   json_object_new_string(role_names[r->role]));
	rc |= smc_json_put(obj, "code", json_object_new_string(code));
	if (name)
		rc |= smc_json_put(obj, "reason", json_object_new_string(name));
	if (advice)
		rc |= smc_json_put(obj, "advice",
				   json_object_new_string(advice));
	rc |= smc_json_put(obj, "count", json_object_new_uint64(r->count));
	if (rc || json_object_array_add(list, obj)) {
		json_object_put(obj);
		return -ENOMEM;
	}
	return 0;
}

static int verdict_put(struct json_object *list, const struct smc_verdict *v)
{
	struct json_object *obj = json_object_new_object();
	int rc = 0;

	if (!obj)
		return -ENOMEM;
	rc |= smc_json_put(obj, "about", json_object_new_string(v->key));
	rc |= smc_json_put(obj, "severity", json_object_new_string(
			   v->tone == SMC_TONE_BAD ? "error" : "warning"));
	rc |= smc_json_put(obj, "text", json_object_new_string(v->text));
	if (v->advice[0])
		rc |= smc_json_put(obj, "advice",
				   json_object_new_string(v->advice));
	if (rc || json_object_array_add(list, obj)) {
		json_object_put(obj);
		return -ENOMEM;
	}
	return 0;
}

static int verdicts_put(struct json_object *root, const struct smc_ctx *ctx,
			const struct smc_counts *counts)
{
	struct smc_verdict verdicts[SMC_VERDICTS_MAX];
	unsigned int n = smc_verdicts(counts, ctx->tool->name, verdicts), i;
	struct json_object *list = json_object_new_array();
	int rc = smc_json_put(root, "stats.verdicts", list);

	for (i = 0; !rc && i < n; i++)
		rc = verdict_put(list, &verdicts[i]);
	return rc;
}

static int rows_put(struct json_object *root, const char *where,
		    const struct smc_counts *counts, bool gauges)
{
	const struct smc_count_row *row;
	char path[64];
	unsigned int i;
	int rc = 0;

	for (i = 0; !rc && (row = smc_count_row_at(i)); i++) {
		if (row->gauge && (!gauges || !smc_count_present(counts, row)))
			continue;
		snprintf(path, sizeof(path), "%s.%s", where, row->key);
		rc = smc_json_put(root, path, json_object_new_uint64(
				  smc_count_get(counts, row)));
	}
	return rc;
}

/* The counters under their own keys, the reasons, and the verdicts. */
static int counts_put(struct json_object *root, const struct smc_ctx *ctx,
		      const struct smc_counts *counts,
		      const struct smc_counts *rates)
{
	struct json_object *list;
	unsigned int i;
	int rc;

	rc = smc_json_put(root, "stats.technology", json_object_new_string(
			  ctx->tool->tech == SMC_TECH_D ? "SMC-D" : "SMC-R"));
	if (!rc)
		rc = rows_put(root, "stats", counts, true);
	if (!rc && rates)
		rc = rows_put(root, "stats.per_second", rates, false);
	if (rc)
		return rc;
	list = json_object_new_array();
	rc = smc_json_put(root, "stats.fallback.reasons", list);
	for (i = 0; !rc && i < counts->n_reasons; i++)
		rc = reason_put(list, &counts->reasons[i]);
	return rc ? rc : verdicts_put(root, ctx, counts);
}

static int counts_json(struct smc_ctx *ctx, const struct smc_counts *counts,
		       const struct smc_counts *rates)
{
	struct json_object *root = json_object_new_object();
	int rc = root ? counts_put(root, ctx, counts, rates) : -ENOMEM;

	if (!rc)
		rc = smc_out_document(&ctx->out, root);
	json_object_put(root);
	return rc ? smc_err_set(&ctx->err, rc, "out of memory") : 0;
}

/*
 * Read the counters, and subtract what the last reset remembered. A reset is
 * there to mend a damaged memory, so it asks for the @damaged to be nothing.
 */
static int counts_load(struct smc_ctx *ctx, bool damaged,
		       struct smc_counts *now, struct smc_counts *shown)
{
	struct smc_counts base;
	int rc;

	rc = smc_counts_read(ctx->nl, ctx->tool->tech, now, &ctx->err);
	if (rc)
		return rc;
	if (now->torn)
		smc_note(ctx, SMC_NOTE_TORN);
	*shown = *now;
	if (ctx->opts->absolute)
		return 0;
	rc = smc_baseline_load(ctx->nl, ctx->tool->tech, &base, &ctx->err);
	if (rc == -ENOENT || rc == -ESTALE || (rc == -EBADMSG && damaged)) {
		/* No reset, or one of counters that are gone: all is new. */
		ctx->err = (struct smc_err){ 0 };
		return 0;
	}
	if (!rc && !smc_counts_subtract(shown, &base))
		smc_note(ctx, "counters began anew since the reset: all are shown");
	return rc;
}

static int counts_show(struct smc_ctx *ctx, const struct smc_counts *counts,
		       const struct smc_counts *rates)
{
	if (ctx->out.style == SMC_STYLE_JSON)
		return counts_json(ctx, counts, rates);
	if (rates)
		smc_stats_rates(rates, ctx->out.f);
	smc_stats_text(counts, ctx->tool->tech, ctx->opts->details, ctx->out.f);
	smc_stats_verdicts(counts, ctx->tool->name, ctx->out.f);
	return 0;
}

static int stats_show(struct smc_ctx *ctx)
{
	struct smc_counts now, shown, rates;
	int rc = counts_load(ctx, false, &now, &shown);

	if (rc)
		return rc;
	return counts_show(ctx, &shown, smc_counts_rates(ctx->watch, &now,
							 &rates) ?
			   &rates : NULL);
}

static int stats_reset(struct smc_ctx *ctx)
{
	struct smc_counts now, shown;
	int rc = counts_load(ctx, true, &now, &shown);

	if (!rc)
		rc = counts_show(ctx, &shown, NULL);
	if (!rc)
		rc = smc_baseline_save(ctx->nl, ctx->tool->tech, &now,
				       &ctx->err);
	return rc;
}

/* The one line that smc-tools has, key for key: no document of ours. */
static int stats_json(struct smc_ctx *ctx)
{
	const struct smc_count_row *row;
	struct smc_counts now, shown;
	const char *comma = "";
	unsigned int i;
	int rc;

	rc = counts_load(ctx, false, &now, &shown);
	if (rc)
		return rc;
	fprintf(ctx->out.f, "{\"SMC%c\": {",
		ctx->tool->tech == SMC_TECH_D ? 'D' : 'R');
	for (i = 0; (row = smc_count_row_at(i)); i++) {
		if (row->own)
			continue;
		fprintf(ctx->out.f, "%s\"%s\":%" PRIu64, comma, row->flat,
			smc_count_get(&shown, row));
		comma = ",";
	}
	fprintf(ctx->out.f, "}}\n");
	return 0;
}

static const struct smc_cmd stats_show_cmd = {
	.word = "show", .old = "s sh sho",
	.doc = "show counters since the last reset", .show = true,
	.run = stats_show,
};

static const struct smc_cmd stats_reset_cmd = {
	.word = "reset", .old = "r re res rese",
	.doc = "show them, and count from here on", .run = stats_reset,
};

static const struct smc_cmd stats_json_cmd = {
	.word = "json", .old = "j js jso",
	.doc = "show them in the one JSON line of smc-tools",
	.show = true, .run = stats_json,
};

static const struct smc_cmd *const stats_cmds[] = {
	&stats_show_cmd, &stats_reset_cmd, &stats_json_cmd,
};

const struct smc_cmd smc_cmd_stats = {
	.word = "stats", .old = "s st sta stat", SMC_SUB(stats_cmds),
};
