// SPDX-License-Identifier: GPL-2.0-or-later
#include "finding.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"

static const char *const severity_words[] = {
	[CHK_OK] = "ok", [CHK_INFO] = "info", [CHK_WARN] = "warn",
	[CHK_ERROR] = "error",
};

static enum smc_text severity_text(const void *obj, char *buf, size_t size)
{
	const struct chk_finding *finding = obj;

	snprintf(buf, size, "%s", severity_words[finding->severity]);
	return SMC_TEXT_OK;
}

static enum smc_tone severity_tone(const void *obj)
{
	static const enum smc_tone tones[] = {
		[CHK_OK] = SMC_TONE_GOOD, [CHK_INFO] = SMC_TONE_PLAIN,
		[CHK_WARN] = SMC_TONE_WARN, [CHK_ERROR] = SMC_TONE_BAD,
	};

	return tones[((const struct chk_finding *)obj)->severity];
}

static enum smc_text check_text(const void *obj, char *buf, size_t size)
{
	snprintf(buf, size, "%s", ((const struct chk_finding *)obj)->check);
	return SMC_TEXT_OK;
}

/* The end of the line, but for what mends it. */
static enum smc_text line_text(const void *obj, char *buf, size_t size)
{
	const struct chk_finding *finding = obj;

	if (finding->has)
		snprintf(buf, size, "%s (%" PRIu64 ".%03u ms)", finding->text,
			 finding->us / 1000, (unsigned int)(finding->us % 1000));
	else
		snprintf(buf, size, "%s", finding->text);
	return SMC_TEXT_LAST;
}

static enum smc_text fix_text(const void *obj, char *buf, size_t size)
{
	const struct chk_finding *finding = obj;

	if (!finding->fix[0])
		return SMC_TEXT_STOP;
	snprintf(buf, size, "; mend: %s", finding->fix);
	return SMC_TEXT_LAST;
}

static enum smc_text word_text(const char *word, char *buf, size_t size)
{
	if (!word[0])
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%s", word);
	return SMC_TEXT_OK;
}

static enum smc_text fix_word(const void *obj, char *buf, size_t size)
{
	return word_text(((const struct chk_finding *)obj)->fix, buf, size);
}

static enum smc_text result_word(const void *obj, char *buf, size_t size)
{
	return word_text(((const struct chk_finding *)obj)->result, buf, size);
}

static const struct smc_field finding_fields[] = {
	{ .key = "severity", .title = "Severity", .form = SMC_FORM_FN,
	  .left = true, .width = 8, .gap = 1, .text = severity_text,
	  .tone = severity_tone },
	{ .key = "check", .title = "Check", .form = SMC_FORM_FN, .left = true,
	  .width = 11, .gap = 1, .text = check_text },
	{ .title = "Finding", .form = SMC_FORM_FN, .left = true,
	  .text = line_text },
	{ .title = "", .form = SMC_FORM_FN, .left = true, .tail = true,
	  .text = fix_text },
	{ .key = "text", .form = SMC_FORM_STR,
	  SMC_VALUE(struct chk_finding, text) },
	{ .key = "fix", .form = SMC_FORM_FN, .text = fix_word },
	{ .key = "result", .form = SMC_FORM_FN, .text = result_word },
	{ .key = "us", .form = SMC_FORM_DEC,
	  SMC_VALUE(struct chk_finding, us),
	  SMC_IF(struct chk_finding, has, 0) },
};

static const struct smc_table finding_table =
	SMC_TABLE("findings", finding_fields);

/**
 * chk_say() - add a finding
 * @report: the report, says which check is under way
 * @severity: how bad it is
 * @fmt: the words
 */
void chk_say(struct chk_report *report, enum chk_severity severity,
	     const char *fmt, ...)
{
	struct chk_finding *items, *finding;
	va_list ap;

	items = reallocarray(report->items, report->n + 1, sizeof(*items));
	if (!items) {
		report->oom = true;
		return;
	}
	report->items = items;
	finding = &items[report->n++];
	*finding = (struct chk_finding){
		.severity = severity, .check = report->check,
	};
	va_start(ap, fmt);
	(void)vsnprintf(finding->text, sizeof(finding->text), fmt, ap); /* may cut */
	va_end(ap);
}

/**
 * chk_fix() - say what mends the last finding
 * @report: the report
 * @fmt: the command or action
 */
void chk_fix(struct chk_report *report, const char *fmt, ...)
{
	struct chk_finding *last;
	va_list ap;

	if (!report->n)
		return;
	last = &report->items[report->n - 1];
	va_start(ap, fmt);
	(void)vsnprintf(last->fix, sizeof(last->fix), fmt, ap); /* may cut */
	va_end(ap);
}

/**
 * chk_result() - name the last finding by a word for machines
 * @report: the report
 * @word: the word
 */
void chk_result(struct chk_report *report, const char *word)
{
	struct chk_finding *last;

	if (!report->n)
		return;
	last = &report->items[report->n - 1];
	snprintf(last->result, sizeof(last->result), "%s", word);
}

/**
 * chk_took() - say how long the last finding took
 * @report: the report
 * @us: microseconds
 */
void chk_took(struct chk_report *report, uint64_t us)
{
	if (!report->n)
		return;
	report->items[report->n - 1].has = 1;
	report->items[report->n - 1].us = us;
}

/**
 * chk_report_write() - write all findings; the worst becomes the exit code
 * @ctx: the command
 * @report: the findings
 *
 * Return: 0 or -errno with the context's error set.
 */
int chk_report_write(struct smc_ctx *ctx, const struct chk_report *report)
{
	size_t i;
	int rc;

	if (report->oom)
		return smc_err_set(&ctx->err, -ENOMEM, "out of memory");
	rc = smc_out_begin(&ctx->out, &finding_table, true, &ctx->err);
	for (i = 0; !rc && i < report->n; i++) {
		enum chk_severity severity = report->items[i].severity;

		rc = smc_out_row(&ctx->out, &report->items[i]);
		if (severity == CHK_ERROR)
			ctx->exit = CHK_EXIT_ERROR;
		else if (severity == CHK_WARN && !ctx->exit)
			ctx->exit = CHK_EXIT_WARN;
	}
	smc_out_end(&ctx->out);
	return rc;
}

/**
 * chk_report_free() - free the findings
 * @report: the report, empty afterwards
 */
void chk_report_free(struct chk_report *report)
{
	free(report->items);
	*report = (struct chk_report){ 0 };
}
