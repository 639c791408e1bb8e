// SPDX-License-Identifier: GPL-2.0-or-later
/* tune: settings of the module, those below /proc/sys/net/smc. */
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "cmds.h"
#include "setting.h"
#include "tune_profile.h"

#define HAS(bit) SMC_IF(struct smc_setting, has, bit)

static bool is_auto(const struct smc_setting *s)
{
	return s->has & 1ULL << SMC_SETTING_AUTO;
}

static bool is_known(const struct smc_setting *s)
{
	return s->has & 1ULL << SMC_SETTING_KNOWN;
}

static enum smc_text value_text(const void *obj, char *buf, size_t size)
{
	const struct smc_setting *s = obj;

	snprintf(buf, size, "%s", is_auto(s) ? "auto" : s->text);
	return SMC_TEXT_OK;
}

/* What it comes to: the number alone would tell a lie. */
static enum smc_text meaning_text(const void *obj, char *buf, size_t size)
{
	const struct smc_setting *s = obj;

	if (!is_auto(s))
		snprintf(buf, size, "%s", s->text);
	else if (s->automatic)
		snprintf(buf, size,
			 "auto: SMC-D %" PRIu32 " while there is room (smcd_buf_max), else %s",
			 s->automatic, s->text);
	else
		snprintf(buf, size, "auto: SMC-D no limit, else %s", s->text);
	return SMC_TEXT_OK;
}

static enum smc_text default_text(const void *obj, char *buf, size_t size)
{
	const struct smc_setting *s = obj;

	if (!is_known(s))
		return SMC_TEXT_NONE;
	/* Without the smc-suite's module there is nothing automatic. */
	if (s->row.elastic)
		snprintf(buf, size, "auto");
	else
		snprintf(buf, size, "%" PRIu32, s->row.def);
	return SMC_TEXT_OK;
}

static enum smc_text range_text(const void *obj, char *buf, size_t size)
{
	const struct smc_setting *s = obj;

	if (!is_known(s))
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%" PRIu32 "-%" PRIu32, s->row.min, s->row.max);
	return SMC_TEXT_OK;
}

static enum smc_text word_text(const char *word, char *buf, size_t size)
{
	if (!word)
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%s", word);
	return SMC_TEXT_OK;
}

static enum smc_text unit_text(const void *obj, char *buf, size_t size)
{
	const struct smc_setting *s = obj;

	return word_text(s->row.unit, buf, size);
}

static enum smc_text scope_text(const void *obj, char *buf, size_t size)
{
	const struct smc_setting *s = obj;

	return word_text(s->row.scope, buf, size);
}

static enum smc_text effect_text(const void *obj, char *buf, size_t size)
{
	const struct smc_setting *s = obj;

	return word_text(s->row.effect, buf, size);
}

static enum smc_text what_text(const void *obj, char *buf, size_t size)
{
	const struct smc_setting *s = obj;

	return word_text(s->row.what, buf, size);
}

#define COLUMN(k, t, w, fn) \
	{ .key = (k), .title = (t), .left = true, .width = (w), .gap = 1, \
	  .form = SMC_FORM_FN, .text = (fn) }
#define RIGHT(t, w, fn) \
	{ .title = (t), .width = (w), .gap = 2, .form = SMC_FORM_FN, \
	  .text = (fn) }
#define LINE(t, fn) \
	{ .title = (t), .width = 17, .form = SMC_FORM_FN, .text = (fn) }
/* JSON only: the numbers as numbers */
#define NUMBER(k, member, bit) \
	{ .key = (k), .form = SMC_FORM_DEC, \
	  SMC_VALUE(struct smc_setting, member), HAS(bit) }

static const struct smc_field tune_fields[] = {
	{ .key = "name", .title = "Setting", .left = true, .width = 22,
	  .gap = 1, .form = SMC_FORM_STR, SMC_VALUE(struct smc_setting, name) },
	RIGHT("     Value", 10, value_text),
	NUMBER("value", value, SMC_SETTING_NUMBER),
	{ .key = "text", .form = SMC_FORM_STR,
	  SMC_VALUE(struct smc_setting, text), HAS(SMC_SETTING_WORDS) },
	NUMBER("automatic", automatic, SMC_SETTING_AUTO),
	RIGHT("   Default", 10, default_text),
	NUMBER("default", row.def, SMC_SETTING_KNOWN),
	NUMBER("min", row.min, SMC_SETTING_KNOWN),
	NUMBER("max", row.max, SMC_SETTING_KNOWN),
	COLUMN(NULL, "Range", 16, range_text),
	COLUMN("unit", "Unit", 5, unit_text),
	COLUMN("scope", "Scope", 16, scope_text),
	{ .key = "takes_effect_on", .title = "Takes effect on", .left = true,
	  .form = SMC_FORM_FN, .text = effect_text },
	{ .key = "what", .form = SMC_FORM_FN, .text = what_text },
};

static const struct smc_table tune_table = SMC_TABLE("settings", tune_fields);

/* One alone has room for words. */
static const struct smc_field one_fields[] = {
	{ .title = "Setting:", .width = 17, .form = SMC_FORM_STR,
	  SMC_VALUE(struct smc_setting, name) },
	LINE("What it is:", what_text),
	LINE("Value:", meaning_text),
	LINE("Default:", default_text),
	LINE("Range:", range_text),
	LINE("Unit:", unit_text),
	LINE("Scope:", scope_text),
	LINE("Takes effect on:", effect_text),
};

static const struct smc_table one_table = SMC_LINES("settings", one_fields);

/* Those that other kernels have. */
static void absent_note(const struct smc_ctx *ctx,
			const struct smc_settings *settings)
{
	const struct smc_setting_row *row;
	char names[256] = "";
	size_t len = 0;
	unsigned int i;

	for (i = 0; (row = smc_setting_row_at(i)); i++)
		if (!smc_settings_get(settings, row->name) &&
		    len < sizeof(names) - sizeof(((struct smc_setting *)0)->name))
			len += (size_t)snprintf(names + len,
						sizeof(names) - len, "%s%s",
						len ? ", " : "", row->name);
	if (len)
		smc_note(ctx, "this kernel has no %s", names);
}

static int all_show(struct smc_ctx *ctx, const struct smc_settings *settings,
		    const char *name)
{
	unsigned int i;
	int rc;

	rc = smc_out_begin(&ctx->out, &tune_table, true, &ctx->err);
	for (i = 0; !rc && i < settings->n; i++)
		if (!name || !strcmp(settings->items[i].name, name))
			rc = smc_out_row(&ctx->out, &settings->items[i]);
	smc_out_end(&ctx->out);
	return rc;
}

static int tune_show(struct smc_ctx *ctx)
{
	const struct smc_setting_row *row = NULL;
	const struct smc_setting *one = NULL;
	struct smc_settings settings;
	int rc = 0;

	if (ctx->n_args)
		rc = smc_setting_find(ctx->args[0], &row, &ctx->err);
	if (!rc)
		rc = smc_settings_read(&settings, &ctx->err);
	if (rc)
		return rc;
	if (row)
		one = smc_settings_get(&settings, row->name);
	if (row && !one)
		return smc_setting_absent(row->name, &ctx->err);
	if (one && ctx->out.style == SMC_STYLE_TABLE && !ctx->out.select &&
	    !ctx->out.netns)
		return smc_out_object(&ctx->out, &one_table, one, &ctx->err);
	if (!one && !ctx->out.netns)
		absent_note(ctx, &settings);
	return all_show(ctx, &settings, one ? one->name : NULL);
}

static int tune_words(struct smc_ctx *ctx)
{
	struct smc_settings settings;
	unsigned int i;
	int rc;

	rc = smc_settings_read(&settings, &ctx->err);
	for (i = 0; !rc && i < settings.n; i++)
		fprintf(ctx->out.f, "%s\n", settings.items[i].name);
	return rc;
}

/* What the arguments say. */
static int set_parse(struct smc_ctx *ctx, const struct smc_setting_row **row,
		     uint32_t *value)
{
	int rc = smc_setting_find(ctx->args[0], row, &ctx->err);

	return rc ? rc : smc_setting_parse(*row, ctx->args[1], value,
					   &ctx->err);
}

static int tune_set_check(struct smc_ctx *ctx)
{
	const struct smc_setting_row *row;
	uint32_t value;

	return set_parse(ctx, &row, &value);
}

static int tune_set(struct smc_ctx *ctx)
{
	const struct smc_setting_row *row;
	struct smc_settings settings;
	uint32_t value;
	int rc;

	rc = set_parse(ctx, &row, &value);
	if (!rc)
		rc = smc_settings_read(&settings, &ctx->err);
	if (rc)
		return rc;
	if (row->elastic && !value && !settings.chooses)
		return smc_err_set(&ctx->err, -EOPNOTSUPP,
				   "the smc module loaded chooses no sizes itself");
	return smc_setting_write(row->name, value, &ctx->err);
}

static int tune_show_check(struct smc_ctx *ctx)
{
	const struct smc_setting_row *row;

	return ctx->n_args ? smc_setting_find(ctx->args[0], &row, &ctx->err) :
			     0;
}

static const struct smc_cmd tune_show_cmd = {
	.word = "show", .args = "[NAME]", .max = 1,
	.doc = "show the settings, or all that is known of one",
	.list = true, .check = tune_show_check, .run = tune_show,
	.words = tune_words,
};

static const struct smc_cmd tune_set_cmd = {
	.word = "set", .args = "NAME VALUE", .min = 2, .max = 2,
	.doc = "change one", .check = tune_set_check, .run = tune_set,
	.words = tune_words,
};

static const struct smc_cmd *const tune_cmds[] = {
	&tune_show_cmd, &tune_set_cmd, &smc_cmd_tune_profile,
};

const struct smc_cmd smc_cmd_tune = {
	.word = "tune", SMC_SUB(tune_cmds),
};
