// SPDX-License-Identifier: GPL-2.0-or-later
/* smcr - show and set up SMC-R */
#include "cmds/cmds.h"
#include "smcr.h"
#include "tool.h"

static const struct smc_opt options[] = {
	SMC_COUNT('d', "--details",
		  "-de -det -deta -detai -detail -details",
		  "more columns; twice: still more",
		  struct smc_opts, details),
	SMC_FLAG('a', "--absolute",
		 "-ab -abs -abso -absol -absolu -absolut -absolute",
		 "stats: do not subtract what was before the reset",
		 struct smc_opts, absolute),
	SMC_COMMON_OPTS,
};

static const struct smc_cmd *const objects[] = {
	&smc_cmd_info, &smcr_cmd_linkgroup, &smcr_cmd_device, &smc_cmd_stats,
	&smc_cmd_ueid, &smc_cmd_hs_limit, &smc_cmd_tune,
};

static const struct smc_cmd root = { SMC_SUB(objects) };

static const struct smc_tool tool = {
	.name = "smcr",
	.doc = "show and set up SMC-R",
	.tech = SMC_TECH_R,
	.opts = options,
	.n_opts = sizeof(options) / sizeof(options[0]),
	.opts_size = sizeof(struct smc_opts),
	.root = &root,
};

int main(int argc, char **argv)
{
	return smc_tool_main(&tool, argc, argv);
}
