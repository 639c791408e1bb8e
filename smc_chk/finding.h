/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What was found: how bad it is, words, and what mends it. */
#ifndef SMC_CHK_FINDING_H
#define SMC_CHK_FINDING_H

#include <stddef.h>
#include <stdint.h>

#include "field.h"
#include "smc_err.h"

struct smc_ctx;

enum chk_severity {
	CHK_OK,		/* as it should be */
	CHK_INFO,	/* good to know */
	CHK_WARN,	/* works, but not as well as it could */
	CHK_ERROR,	/* SMC cannot work so */
};

/* Exit codes of their own. */
enum {
	CHK_EXIT_WARN	= 10,
	CHK_EXIT_ERROR	= 11,
};

/* Longest words and mending command of a finding. */
#define CHK_TEXT	(SMC_FIELD_TEXT - 16)

/**
 * struct chk_finding - one finding
 * @severity: how bad it is
 * @check: id of the check that found it
 * @text: in words
 * @fix: the command or action that mends it, empty: nothing to mend
 * @result: one word for machines where the check has such, or empty
 * @has: bit 0: @us is known
 * @us: microseconds that it took
 */
struct chk_finding {
	enum chk_severity severity;
	const char *check;
	char text[CHK_TEXT];
	char fix[CHK_TEXT];
	char result[24];
	uint64_t has;
	uint64_t us;
};

/**
 * struct chk_report - findings in their order
 * @check: id of the check that is under way
 * @items: the findings
 * @n: their number
 * @oom: some of them are missing
 */
struct chk_report {
	const char *check;
	struct chk_finding *items;
	size_t n;
	bool oom;
};

void chk_say(struct chk_report *report, enum chk_severity severity,
	     const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void chk_fix(struct chk_report *report, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void chk_result(struct chk_report *report, const char *word);
void chk_took(struct chk_report *report, uint64_t us);
int chk_report_write(struct smc_ctx *ctx, const struct chk_report *report);
void chk_report_free(struct chk_report *report);

#endif /* SMC_CHK_FINDING_H */
