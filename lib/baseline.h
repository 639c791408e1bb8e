/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What 'stats reset' remembers: counters of one netns and technology. */
#ifndef SMC_BASELINE_H
#define SMC_BASELINE_H

#include "counts.h"

int smc_baseline_load(struct smc_nl *nl, enum smc_tech tech,
		      struct smc_counts *ret, struct smc_err *err);
int smc_baseline_save(struct smc_nl *nl, enum smc_tech tech,
		      const struct smc_counts *counts, struct smc_err *err);
int smc_baseline_parse(const char *text, size_t len, const char *owner,
		       struct smc_counts *ret);

#endif /* SMC_BASELINE_H */
