/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Statistics as people read them, laid out as smc-tools did. */
#ifndef SMC_STATS_TEXT_H
#define SMC_STATS_TEXT_H

#include <stdio.h>

#include "counts.h"

void smc_stats_text(const struct smc_counts *counts, enum smc_tech tech,
		    unsigned int level, FILE *f);
void smc_stats_rates(const struct smc_counts *rates, FILE *f);
void smc_stats_verdicts(const struct smc_counts *counts, const char *tool,
			FILE *f);

#endif /* SMC_STATS_TEXT_H */
