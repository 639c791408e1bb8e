// SPDX-License-Identifier: GPL-2.0-or-later
/* smcd - show and set up SMC-D */
#include "cmds/cmds.h"
#include "smcd.h"
#include "tool.h"

static const struct smc_opt options[] = {
	SMC_COUNT('d', "--details",
		  "-de -det -deta -detai -detail -details",
		  "more columns", struct smc_opts, details),
	SMC_FLAG('a', "--absolute",
		 "-ab -abs -abso -absol -absolu -absolut -absolute",
		 "stats: do not subtract what was before the reset",
		 struct smc_opts, absolute),
	SMC_COMMON_OPTS,
};

static const struct smc_cmd *const objects[] = {
	&smc_cmd_info, &smcd_cmd_linkgroup, &smcd_cmd_device, &smc_cmd_stats,
	&smc_cmd_ueid, &smcd_cmd_seid, &smc_cmd_hs_limit, &smc_cmd_tune,
	&smc_cmd_gauges,
};

static const struct smc_cmd root = { SMC_SUB(objects) };

static const struct smc_tool tool = {
	.name = "smcd",
	.doc = "show and set up SMC-D",
	.tech = SMC_TECH_D,
	.opts = options,
	.n_opts = sizeof(options) / sizeof(options[0]),
	.opts_size = sizeof(struct smc_opts),
	.root = &root,
};

int main(int argc, char **argv)
{
	return smc_tool_main(&tool, argc, argv);
}
