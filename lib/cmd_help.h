/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A tool's help, made from its tables. */
#ifndef SMC_CMD_HELP_H
#define SMC_CMD_HELP_H

#include <stdio.h>

#include "cmd.h"

void smc_help(const struct smc_tool *tool, const struct smc_cmd *only,
	      FILE *f);
void smc_help_words(const struct smc_tool *tool, FILE *f);

#endif /* SMC_CMD_HELP_H */
