// SPDX-License-Identifier: GPL-2.0-or-later
#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "batch.h"
#include "cmd_help.h"
#include "netns.h"
#include "nl.h"
#include "shell.h"
#include "trace.h"
#include "watch.h"

static void err_say(const struct smc_ctx *ctx, const struct smc_path *path)
{
	fprintf(stderr, "%s: %s%s%s\n", ctx->tool->name, path->text,
		path->text[0] ? ": " : "", ctx->err.text);
	if (ctx->err.hint[0])
		fprintf(stderr, "%*s  (%s)\n", (int)strlen(ctx->tool->name),
			"", ctx->err.hint);
}

/* A tool that shows objects shows none of them unasked. */
static bool is_help(const struct smc_ctx *ctx)
{
	const struct smc_cmd *root = ctx->tool->root;

	if (ctx->opts->help)
		return true;
	if (!ctx->n_args)
		return root->n_sub && root->sub[0]->n_sub;
	return !strcmp(ctx->args[ctx->n_args - 1], "help");
}

/* Data that did not reach its reader is a failure, whatever else went well. */
static int stream_check(struct smc_err *err, FILE *f)
{
	if (fflush(f))
		return smc_err_set(err, -EIO, "write error: %s",
				   strerror(errno));
	/* Something failed before, and why is not known any more. */
	if (ferror(f))
		return smc_err_set(err, -EIO, "write error");
	return 0;
}

static int color_set(struct smc_ctx *ctx)
{
	const char *when = ctx->opts->color ? ctx->opts->color : "auto";
	const char *none = getenv("NO_COLOR");

	if (!strcmp(when, "always"))
		ctx->out.color = true;
	else if (!strcmp(when, "auto"))
		ctx->out.color = isatty(STDOUT_FILENO) && (!none || !*none);
	else if (strcmp(when, "never"))
		return smc_err_usage(&ctx->err,
				     "--color: '%s' is none of auto, always, never",
				     when);
	return 0;
}

static int out_set(struct smc_ctx *ctx)
{
	const struct smc_opts *opts = ctx->opts;

	if (opts->details)
		ctx->out.columns |= SMC_COLUMNS_DETAILS;
	if (opts->details > 1)
		ctx->out.columns |= SMC_COLUMNS_MORE;
	ctx->out.pretty = opts->pretty;
	ctx->out.headless = opts->headless;
	ctx->out.select = opts->output;
	if (opts->json || opts->pretty)
		ctx->out.style = SMC_STYLE_JSON;
	return color_set(ctx);
}

/*
 * A list of all namespaces: one that goes away meanwhile, or that cannot be
 * asked, does not take the others with it.
 */
static int all_run(struct smc_ctx *ctx, const struct smc_cmd *cmd,
		   const struct smc_path *path)
{
	struct smc_netnses list;
	struct smc_err first = { 0 };
	size_t i;
	int rc;

	if (!cmd->list)
		return smc_err_usage(&ctx->err,
				     "--netns all goes with lists only");
	rc = smc_netns_all(&list, &ctx->err);
	if (rc)
		return rc;
	ctx->out.open = true;
	for (i = 0; i < list.n; i++) {
		ctx->out.netns = list.items[i].name;
		rc = smc_netns_enter(&list.items[i], &ctx->err);
		if (!rc)
			rc = smc_cmd_run(ctx, cmd);
		if (!rc)
			continue;
		if (!first.exit)
			first = ctx->err;
		if (ctx->err.exit == SMC_EXIT_USAGE)
			break;	/* the others will say the same */
		if (ctx->err.exit)
			err_say(ctx, path);
		ctx->err = (struct smc_err){ 0 };
	}
	ctx->out.open = false;
	smc_out_finish(&ctx->out);
	smc_netnses_free(&list);
	/* said already, each by itself */
	if (first.exit && first.exit != SMC_EXIT_USAGE)
		smc_err_set(&ctx->err, -EIO,
			    "not all network namespaces could be asked");
	else if (first.exit)
		ctx->err = first;
	return ctx->err.exit ? -EIO : 0;
}

static void netns_run(struct smc_ctx *ctx, const struct smc_cmd *cmd,
		      const struct smc_path *path)
{
	struct smc_netns ns;
	int home;

	home = open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC);
	if (home < 0) {
		smc_err_set(&ctx->err, -errno, "/proc/self/ns/net: %s",
			    strerror(errno));
		return;
	}
	if (!strcmp(ctx->opts->netns, "all")) {
		(void)all_run(ctx, cmd, path); /* the error is in the context */
	} else if (!smc_netns_find(ctx->opts->netns, &ns, &ctx->err) &&
		   !smc_netns_enter(&ns, &ctx->err)) {
		(void)smc_cmd_run(ctx, cmd); /* likewise */
	}
	smc_netns_return(home);
}

/* Once; the error is in the context. */
static void once_run(struct smc_ctx *ctx, const struct smc_cmd *cmd,
		     const struct smc_path *path)
{
	if (ctx->opts->netns)
		netns_run(ctx, cmd, path);
	else
		(void)smc_cmd_run(ctx, cmd);
}

/* The command that a line means; the error is in the context. */
static void command_run(struct smc_ctx *ctx, struct smc_path *path)
{
	bool trace = ctx->opts->trace && !smc_trace_wanted();
	const struct smc_cmd *cmd = NULL;

	if (smc_cmd_resolve(ctx, &cmd, path))
		return;
	if (trace)
		setenv(SMC_TRACE_ENV, "1", 1);
	if (ctx->opts->watch)
		(void)smc_watch_run(ctx, cmd, path, once_run);
	else if (ctx->opts->count)
		smc_err_usage(&ctx->err, "--count goes with --watch");
	else
		once_run(ctx, cmd, path);
	if (trace)	/* for this line only */
		unsetenv(SMC_TRACE_ENV);
}

static bool is_many(const struct smc_opts *opts)
{
	return opts->batch || opts->shell;
}

/* Lines of a file or of a person: 0 or the exit code of the one that failed. */
static int many_run(struct smc_ctx *ctx)
{
	const struct smc_opts *opts = ctx->opts;

	if (ctx->n_args || (opts->batch && opts->shell) ||
	    opts->watch || opts->count) {
		smc_err_usage(&ctx->err, "-b and -i go with no other words");
		return 0;
	}
	return opts->batch ? smc_batch_run(ctx->tool, opts->batch, &ctx->err) :
	       smc_shell_run(ctx->tool, &ctx->err);
}

/**
 * smc_tool_line() - do what one command line says
 * @tool: the tool
 * @argc: number of words, the tool's name included
 * @argv: the words; they are moved about
 * @inner: the line is one of several: it cannot have several itself
 *
 * Says what went wrong on stderr.
 *
 * Return: exit code.
 */
int smc_tool_line(const struct smc_tool *tool, int argc, char **argv,
		  bool inner)
{
	struct smc_ctx ctx = { .tool = tool, .out = { .f = stdout } };
	struct smc_path path = { "" };
	struct smc_opts *opts;
	int first, exit = 0;

	opts = calloc(1, tool->opts_size);
	if (!opts) {
		smc_err_set(&ctx.err, -ENOMEM, "out of memory");
		goto out;
	}
	ctx.opts = opts;
	if (smc_opt_parse(tool->opts, tool->n_opts, argc, argv, opts, &first,
			  &ctx.err))
		goto out;
	ctx.words = argv;
	ctx.n_words = argc;
	ctx.args = argv + first;
	ctx.n_args = argc - first;
	if (opts->version) {
		printf("%s (smc-suite) %s\n", tool->name, SMC_VERSION);
	} else if ((is_many(opts) || opts->watch) && inner) {
		smc_err_usage(&ctx.err,
			      "-b, -i and --watch are not for lines of these");
	} else if (is_many(opts) && !opts->help) {
		exit = many_run(&ctx);
	} else if (is_help(&ctx)) {
		smc_help(tool, ctx.n_args ?
			 smc_cmd_sub(tool->root, ctx.args[0]) : NULL, stdout);
	} else if (!out_set(&ctx)) {
		command_run(&ctx, &path);
	}
out:
	if (!ctx.err.exit && !exit)
		(void)stream_check(&ctx.err, stdout); /* it is in the context */
	if (ctx.err.exit)
		err_say(&ctx, &path);
	free(opts);
	if (ctx.err.exit)
		return (int)ctx.err.exit;
	return exit ? exit : ctx.exit;
}

/**
 * smc_tool_main() - be a tool
 * @tool: the tool
 * @argc: as main() got it
 * @argv: as main() got it; words are moved about
 *
 * Return: exit code.
 */
int smc_tool_main(const struct smc_tool *tool, int argc, char **argv)
{
	struct smc_ctx ctx = { .tool = tool, .out = { .f = stdout } };

	if (argc < 2 || strcmp(argv[1], "complete"))
		return smc_tool_line(tool, argc, argv, false);
	ctx.args = argv + 2;
	ctx.n_args = argc - 2;
	smc_cmd_complete(&ctx);
	return 0;
}
