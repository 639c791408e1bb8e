/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What to make of statistics, in words: which counters need a look, and why. */
#ifndef SMC_VERDICT_H
#define SMC_VERDICT_H

#include "counts.h"
#include "field.h"

/*
 * From which share on something is worth a line, in percent: of connections,
 * of requests, of buffers. Below so many of these a share means nothing.
 */
#define SMC_VERDICT_HS_ERRORS	1
#define SMC_VERDICT_FALLBACKS	10
#define SMC_VERDICT_FULL	10
#define SMC_VERDICT_SMALL	10
#define SMC_VERDICT_DOWNGRADES	1
#define SMC_VERDICT_REQUESTS	100

/* Reasons for fallbacks that get a line each. */
#define SMC_VERDICT_REASONS	3

#define SMC_VERDICTS_MAX	(8 + SMC_VERDICT_REASONS)

/**
 * struct smc_verdict - a line
 * @key: JSON path of the counter that it is about
 * @tone: how bad it is
 * @text: what is so
 * @advice: what to do about it, "": nothing
 */
struct smc_verdict {
	const char *key;
	enum smc_tone tone;
	char text[160];
	char advice[200];
};

unsigned int smc_verdicts(const struct smc_counts *counts, const char *tool,
			  struct smc_verdict ret[SMC_VERDICTS_MAX]);

#endif /* SMC_VERDICT_H */
