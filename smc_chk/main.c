// SPDX-License-Identifier: GPL-2.0-or-later
/* smc_chk - find out why there is no SMC, or why it is slow */
#include <stddef.h>

#include "cmd.h"
#include "health.h"
#include "tool.h"

struct smc_chk_opts {
	struct smc_opts common;
	const char *interface;
};

#define OPT(letter, name, help, member) \
	SMC_FLAG(letter, name, NULL, help, struct smc_chk_opts, member)
#define VALUE(letter, name, arg, help, member) \
	SMC_TEXT(letter, name, arg, help, struct smc_chk_opts, member)

static const struct smc_opt options[] = {
	VALUE('i', "--interface", "IFACE", "show the PNET ID of an interface",
	      interface),
	SMC_COMMON_OPTS_BUT(0),
};

/* Without a word the options of old say what is to be done. */
static int health_run(struct smc_ctx *ctx)
{
	const struct smc_chk_opts *opts = (const void *)ctx->opts;

	if (opts->interface)
		return chk_interface(ctx, opts->interface);
	return chk_health(ctx);
}

static const struct smc_cmd health_cmd = {
	.word = "health", .doc = "look at all of this host", .offline = true,
	.list = true, .run = health_run,
};

static const struct smc_cmd *const commands[] = { &health_cmd };

static const struct smc_cmd root = { SMC_SUB(commands) };

static const struct smc_tool tool = {
	.name = "smc_chk",
	.doc = "find out why there is no SMC, or why it is slow",
	.opts = options,
	.n_opts = sizeof(options) / sizeof(options[0]),
	.opts_size = sizeof(struct smc_chk_opts),
	.root = &root,
};

int main(int argc, char **argv)
{
	return smc_tool_main(&tool, argc, argv);
}
