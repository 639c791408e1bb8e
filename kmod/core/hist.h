/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Arithmetic of the statistics: histogram buckets, saturating counters. */
#ifndef SMC_CORE_HIST_H
#define SMC_CORE_HIST_H

#include "port.h"

#define SMC_HIST_BUCKETS	9	/* as SMC_NLA_STATS_PLOAD_8K.. */

unsigned int smc_hist_bucket(u64 len);
u16 smc_sat_add16(u16 a, u16 b);
u32 smc_sat_add32(u32 a, u32 b);
u64 smc_sat_add64(u64 a, u64 b);

#endif /* SMC_CORE_HIST_H */
