// SPDX-License-Identifier: GPL-2.0-or-later
#include "tune_profile.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "setting.h"
#include "word.h"

/* The settings of a profile; each profile has all of them. */
static const char *const names[] = { "autocorking_size", "wmem", "rmem" };

#define NAMES (sizeof(names) / sizeof(names[0]))

/* The value of a new namespace; of sizes, that the module chooses them. */
#define AS_NEW	UINT32_MAX

struct profile {
	char name[16];
	char what[80];
	uint32_t values[NAMES];
};

static const struct profile profiles[] = {
	{ "default", "as in a new network namespace",
	  { AS_NEW, AS_NEW, AS_NEW } },
	{ "latency", "small messages, each sent at once, none collected",
	  { 0, AS_NEW, AS_NEW } },
	{ "throughput", "streams: 1 MiB of buffer for each connection",
	  { AS_NEW, 1048576, 1048576 } },
	{ "memory", "many connections: 16 KiB of buffer for each",
	  { AS_NEW, 16384, 16384 } },
};

#define PROFILES (sizeof(profiles) / sizeof(profiles[0]))

/* One setting of a profile: how it is, and how it would be. */
struct change {
	const struct smc_setting *now;
	char name[64];
	uint32_t value;
	bool automatic;
};

static int profile_find(const char *name, const struct profile **ret,
			struct smc_err *err)
{
	size_t best = SIZE_MAX, far, near = 0, i;
	int rc;

	for (i = 0; i < PROFILES; i++) {
		if (!strcmp(profiles[i].name, name)) {
			*ret = &profiles[i];
			return 0;
		}
		far = smc_word_distance(name, profiles[i].name);
		if (far < best) {
			best = far;
			near = i;
		}
	}
	rc = smc_err_usage(err, "no profile '%s'", name);
	smc_err_hint(err, "the nearest is '%s'", profiles[near].name);
	return rc;
}

/* What a profile changes in this namespace. */
static int changes_make(struct smc_ctx *ctx, const struct profile *profile,
			const struct smc_settings *settings,
			struct change ret[NAMES])
{
	unsigned int i;

	for (i = 0; i < NAMES; i++) {
		const struct smc_setting *s = smc_settings_get(settings,
							       names[i]);
		uint32_t value = profile->values[i];
		struct change *c = &ret[i];

		if (!s)
			return smc_setting_absent(names[i], &ctx->err);
		*c = (struct change){ .now = s, .value = value };
		snprintf(c->name, sizeof(c->name), "%s", s->name);
		if (value != AS_NEW)
			continue;
		c->automatic = s->row.elastic;
		c->value = c->automatic ? 0 : s->row.def;
	}
	return 0;
}

static enum smc_text now_text(const void *obj, char *buf, size_t size)
{
	const struct change *c = obj;

	snprintf(buf, size, "%s", c->now->has & 1ULL << SMC_SETTING_AUTO ?
		 "auto" : c->now->text);
	return SMC_TEXT_OK;
}

static enum smc_text then_text(const void *obj, char *buf, size_t size)
{
	const struct change *c = obj;

	if (c->automatic)
		snprintf(buf, size, "auto");
	else
		snprintf(buf, size, "%" PRIu32, c->value);
	return SMC_TEXT_OK;
}

static const struct smc_field change_fields[] = {
	{ .key = "name", .title = "Setting", .left = true, .width = 22,
	  .gap = 1, .form = SMC_FORM_STR, SMC_VALUE(struct change, name) },
	{ .key = "now", .title = "       Now", .width = 10, .gap = 1,
	  .form = SMC_FORM_FN, .text = now_text },
	{ .key = "then", .title = "      Then", .width = 10,
	  .form = SMC_FORM_FN, .text = then_text },
};

static const struct smc_table change_table =
	SMC_TABLE("changes", change_fields);

static const struct smc_field profile_fields[] = {
	{ .key = "name", .title = "Profile", .left = true, .width = 12,
	  .gap = 1, .form = SMC_FORM_STR, SMC_VALUE(struct profile, name) },
	{ .key = "what", .title = "What it is for", .left = true,
	  .form = SMC_FORM_STR, SMC_VALUE(struct profile, what) },
};

static const struct smc_table profile_table =
	SMC_TABLE("profiles", profile_fields);

static int profiles_show(struct smc_ctx *ctx)
{
	unsigned int i;
	int rc;

	rc = smc_out_begin(&ctx->out, &profile_table, true, &ctx->err);
	for (i = 0; !rc && i < PROFILES; i++)
		rc = smc_out_row(&ctx->out, &profiles[i]);
	smc_out_end(&ctx->out);
	return rc;
}

static int changes_show(struct smc_ctx *ctx, const struct change *changes)
{
	unsigned int i;
	int rc;

	rc = smc_out_begin(&ctx->out, &change_table, true, &ctx->err);
	for (i = 0; !rc && i < NAMES; i++)
		rc = smc_out_row(&ctx->out, &changes[i]);
	smc_out_end(&ctx->out);
	return rc;
}

/* Back to how it was; what went wrong before is what counts. */
static void changes_undo(struct smc_ctx *ctx, const struct change *changes,
			 unsigned int n)
{
	struct smc_err ignore = { 0 };

	while (n--) {
		const struct smc_setting *s = changes[n].now;
		bool automatic = s->has & 1ULL << SMC_SETTING_AUTO;

		if (smc_setting_write(s->name, automatic ? 0 : s->value,
				      &ignore))
			smc_note(ctx, "%s stays changed: %s", s->name,
				 ignore.text);
	}
}

/* All of them, or none. */
static int changes_apply(struct smc_ctx *ctx, const struct change *changes)
{
	unsigned int i;
	int rc;

	for (i = 0; i < NAMES; i++) {
		rc = smc_setting_write(changes[i].name, changes[i].value,
				       &ctx->err);
		if (!rc)
			continue;
		changes_undo(ctx, changes, i);
		return rc;
	}
	return 0;
}

static bool is_show(const struct smc_ctx *ctx)
{
	return !ctx->n_args || !strcmp(ctx->args[0], "show");
}

static int profile_check(struct smc_ctx *ctx)
{
	const struct profile *ignore;
	int at = ctx->n_args && is_show(ctx);

	if (ctx->n_args > at + 1)
		return smc_err_usage(&ctx->err, "too many words: '%s'",
				     ctx->args[at + 1]);
	return ctx->n_args > at ? profile_find(ctx->args[at], &ignore,
					       &ctx->err) : 0;
}

static int profile_run(struct smc_ctx *ctx)
{
	const struct profile *profile;
	struct change changes[NAMES];
	struct smc_settings settings;
	bool show = is_show(ctx);
	int rc;

	if (show && ctx->n_args < 2)
		return profiles_show(ctx);
	rc = profile_find(ctx->args[show], &profile, &ctx->err);
	if (!rc)
		rc = smc_settings_read(&settings, &ctx->err);
	if (!rc)
		rc = changes_make(ctx, profile, &settings, changes);
	if (rc)
		return rc;
	return show ? changes_show(ctx, changes) : changes_apply(ctx, changes);
}

static int profile_words(struct smc_ctx *ctx)
{
	unsigned int i;

	fprintf(ctx->out.f, "show\n");
	for (i = 0; i < PROFILES; i++)
		fprintf(ctx->out.f, "%s\n", profiles[i].name);
	return 0;
}

const struct smc_cmd smc_cmd_tune_profile = {
	.word = "profile", .args = "[show] [NAME]", .max = 2,
	.doc = "show the profiles, what one would change, or apply it",
	.check = profile_check, .run = profile_run,
	.words = profile_words,
};
