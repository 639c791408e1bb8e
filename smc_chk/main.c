// SPDX-License-Identifier: GPL-2.0-or-later
/* smc_chk - find out why there is no SMC, or why it is slow */
#include <stddef.h>
#include <sys/socket.h>

#include "cmd.h"
#include "health.h"
#include "live.h"
#include "program.h"
#include "tool.h"
#include "verdict.h"

struct smc_chk_opts {
	struct smc_opts common;
	const char *client;
	bool server;
	const char *port;
	bool ipv6;
	const char *interface;
};

#define OPT(letter, name, help, member) \
	SMC_FLAG(letter, name, NULL, help, struct smc_chk_opts, member)
#define VALUE(letter, name, arg, help, member) \
	SMC_TEXT(letter, name, arg, help, struct smc_chk_opts, member)

static const struct smc_opt options[] = {
	VALUE('C', "--client", "HOST", "connect to smc_chk -S on another host",
	      client),
	OPT('S', "--server", "wait for smc_chk -C", server),
	VALUE('p', "--port", "PORT", "its port instead of " CHK_PORT, port),
	OPT('6', "--ipv6", "IPv6 only", ipv6),
	SMC_COUNT('d', "--debug", NULL, "with -C: what the socket has",
		  struct smc_opts, details),
	VALUE('i', "--interface", "IFACE", "show the PNET ID of an interface",
	      interface),
	SMC_COMMON_OPTS_BUT(0),
};

static struct chk_live live_of(const struct smc_ctx *ctx, const char *host)
{
	const struct smc_chk_opts *opts = (const void *)ctx->opts;

	return (struct chk_live){
		.host = host, .port = opts->port ? opts->port : CHK_PORT,
		.family = opts->ipv6 ? AF_INET6 : AF_UNSPEC,
		.details = opts->common.details,
	};
}

/* Without a word the options of old say what is to be done. */
static int health_run(struct smc_ctx *ctx)
{
	const struct smc_chk_opts *opts = (const void *)ctx->opts;
	struct chk_live live = live_of(ctx, opts->client);

	if (!!opts->interface + !!opts->client + opts->server > 1)
		return smc_err_usage(&ctx->err, "-C, -S and -i exclude each other");
	if (opts->client)
		return chk_client(ctx, &live);
	if (opts->server)
		return chk_server(ctx, &live);
	if (opts->interface)
		return chk_interface(ctx, opts->interface);
	return chk_health(ctx);
}

static const struct smc_cmd health_cmd = {
	.word = "health", .doc = "look at all of this host", .offline = true,
	.list = true, .run = health_run,
};

static int program_run(struct smc_ctx *ctx)
{
	return chk_program(ctx, ctx->args[0]);
}

static const struct smc_cmd program_cmd = {
	.word = "program", .args = "FILE|PID", .min = 1, .max = 1,
	.doc = "can smc_run reach a program?", .offline = true,
	.run = program_run,
};

static int path_run(struct smc_ctx *ctx)
{
	struct chk_live live = live_of(ctx, ctx->args[0]);

	return chk_path(ctx, &live);
}

static const struct smc_cmd path_cmd = {
	.word = "path", .args = "HOST", .min = 1, .max = 1,
	.doc = "does TCP option 254 get through?", .offline = true,
	.run = path_run,
};

static const struct smc_cmd *const commands[] = {
	&health_cmd, &path_cmd, &program_cmd,
};

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
