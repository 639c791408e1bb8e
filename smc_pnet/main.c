// SPDX-License-Identifier: GPL-2.0-or-later
/* smc_pnet - show and change the PNET table */
#include <linux/smc.h>

#include "smc_pnet.h"
#include "tool.h"

#define OPTS	struct smc_pnet_opts

static const struct smc_opt options[] = {
	{ SMC_OPT('a', "--add", NULL, "as the command add", SMC_OPT_TEXT,
		  OPTS, add), .arg = "ID", .cmd = "add" },
	{ SMC_OPT('d', "--delete", NULL, "as the command del", SMC_OPT_TEXT,
		  OPTS, del), .arg = "ID", .cmd = "del" },
	{ SMC_OPT('s', "--show", NULL, "as the command show", SMC_OPT_TEXT,
		  OPTS, show), .arg = "ID", .cmd = "show" },
	{ SMC_OPT('f', "--flush", NULL, "as the command flush", SMC_OPT_FLAG,
		  OPTS, flush), .cmd = "flush" },
	{ SMC_OPT('I', "--interface", NULL, "add: a network device",
		  SMC_OPT_TEXT, OPTS, interface),
	  .arg = "NAME", .words = smc_pnet_link_words },
	{ SMC_OPT('D', "--ibdevice", NULL, "add: an RDMA or SMC-D device",
		  SMC_OPT_TEXT, OPTS, device),
	  .arg = "NAME", .words = smc_pnet_device_words },
	{ SMC_OPT('P', "--ibport", NULL, "add: port of the RDMA device, 1 or 2",
		  SMC_OPT_TEXT, OPTS, port),
	  .arg = "PORT", .words = smc_pnet_port_words },
	SMC_FLAG(0, "--replace", NULL,
		 "add: also if the device has a PNET ID", OPTS, replace),
	SMC_COMMON_OPTS,
};

static const struct smc_cmd *const commands[] = {
	&smc_pnet_cmd_show, &smc_pnet_cmd_add, &smc_pnet_cmd_del,
	&smc_pnet_cmd_flush, &smc_pnet_cmd_explain,
};

static const struct smc_cmd root = { SMC_SUB(commands) };

static const struct smc_tool tool = {
	.name = "smc_pnet",
	.doc = "show and change the PNET table",
	.family = SMCR_GENL_FAMILY_NAME,
	.opts = options,
	.n_opts = sizeof(options) / sizeof(options[0]),
	.opts_size = sizeof(struct smc_pnet_opts),
	.root = &root,
};

int main(int argc, char **argv)
{
	return smc_tool_main(&tool, argc, argv);
}
