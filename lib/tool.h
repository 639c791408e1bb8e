/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A tool from its command line to its exit code. */
#ifndef SMC_TOOL_H
#define SMC_TOOL_H

#include "cmd.h"

int smc_tool_line(const struct smc_tool *tool, int argc, char **argv,
		  bool inner);
int smc_tool_main(const struct smc_tool *tool, int argc, char **argv);

#endif /* SMC_TOOL_H */
