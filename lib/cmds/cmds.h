/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Objects that smcd and smcr share, one a file. */
#ifndef SMC_CMDS_H
#define SMC_CMDS_H

#include "cmd.h"

extern const struct smc_cmd smc_cmd_info;
extern const struct smc_cmd smc_cmd_stats;
extern const struct smc_cmd smc_cmd_ueid;
extern const struct smc_cmd smc_cmd_hs_limit;
extern const struct smc_cmd smc_cmd_tune;
extern const struct smc_cmd smc_cmd_gauges;

#endif /* SMC_CMDS_H */
