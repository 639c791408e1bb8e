// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd.h"

#include <errno.h>
#include <linux/smc.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "cmd_help.h"
#include "nl.h"
#include "query.h"
#include "word.h"

/* The words that were understood, for messages: "ueid add". */
struct cmd_path {
	char text[64];
};

static void path_add(struct cmd_path *path, const char *word)
{
	size_t len = strlen(path->text);

	snprintf(path->text + len, sizeof(path->text) - len, "%s%s",
		 len ? " " : "", word);
}

static void err_say(const struct smc_ctx *ctx, const struct cmd_path *path)
{
	fprintf(stderr, "%s: %s%s%s\n", ctx->tool->name, path->text,
		path->text[0] ? ": " : "", ctx->err.text);
	if (ctx->err.hint[0])
		fprintf(stderr, "%*s  (%s)\n", (int)strlen(ctx->tool->name),
			"", ctx->err.hint);
}

/**
 * smc_note() - tell the user something that is no data
 * @ctx: the command
 * @fmt: the sentence
 */
void smc_note(const struct smc_ctx *ctx, const char *fmt, ...)
{
	va_list ap;

	fprintf(stderr, "%s: ", ctx->tool->name);
	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	va_end(ap);
	fputc('\n', stderr);
}

/**
 * smc_ctx_list() - read one of the kernel's tables for a command
 * @ctx: the command
 * @query: which table
 * @ret: gets the entries, to be freed with smc_list_free()
 *
 * Return: 0 or -errno with the context's error set.
 */
int smc_ctx_list(struct smc_ctx *ctx, const struct smc_query *query,
		 struct smc_list *ret)
{
	int rc = smc_query_run(ctx->nl, query, ret, &ctx->err);

	if (!rc && ret->torn)
		smc_note(ctx, SMC_NOTE_TORN);
	return rc;
}

static const struct smc_cmd *sub_find(const struct smc_cmd *cmd,
				      const char *word)
{
	unsigned int i;

	for (i = 0; i < cmd->n_sub; i++)
		if (!strcmp(cmd->sub[i]->word, word) ||
		    smc_word_listed(word, cmd->sub[i]->old))
			return cmd->sub[i];
	return NULL;
}

static int unknown_say(struct smc_err *err, const struct smc_cmd *cmd,
		       const char *word)
{
	size_t best = SIZE_MAX, far;
	const char *near = NULL;
	unsigned int i;
	int rc;

	rc = smc_err_usage(err, "unknown %s '%s'",
			   cmd->word ? "command" : "object", word);
	for (i = 0; i < cmd->n_sub; i++) {
		far = smc_word_distance(word, cmd->sub[i]->word);
		if (far < best) {
			best = far;
			near = cmd->sub[i]->word;
		}
	}
	if (near)
		smc_err_hint(err, "the nearest is '%s'", near);
	return rc;
}

/* Walk the tree along the words; what is left over are arguments. */
static int cmd_resolve(struct smc_ctx *ctx, const struct smc_cmd **ret,
		       struct cmd_path *path)
{
	const struct smc_cmd *cmd = ctx->tool->root, *sub;

	for (; cmd->n_sub; cmd = sub) {
		sub = ctx->n_args ? sub_find(cmd, ctx->args[0]) : cmd->sub[0];
		if (!sub && cmd->loose) {
			sub = cmd->sub[0];
			continue;
		}
		if (!sub)
			return unknown_say(&ctx->err, cmd, ctx->args[0]);
		if (ctx->n_args) {
			path_add(path, sub->word);
			ctx->args++;
			ctx->n_args--;
		}
	}
	if (ctx->n_args < cmd->min)
		return smc_err_usage(&ctx->err, "%s is missing", cmd->args);
	if (ctx->n_args > cmd->max)
		return smc_err_usage(&ctx->err, "too many words: '%s'",
				     ctx->args[cmd->max]);
	*ret = cmd;
	return 0;
}

/* Get what a command needs before it can run. */
static int cmd_prepare(struct smc_ctx *ctx, const struct smc_cmd *cmd)
{
	int rc;

	if (cmd->offline)
		return 0;
	rc = smc_nl_open(&ctx->nl, SMC_GENL_FAMILY_NAME, &ctx->err);
	if (rc == -ENOENT)
		rc = smc_err_set(&ctx->err, -EOPNOTSUPP,
				 "smc module is not loaded (modprobe smc)");
	return rc;
}

static int cmd_run(struct smc_ctx *ctx, struct cmd_path *path)
{
	const struct smc_cmd *cmd = NULL;
	int rc;

	rc = cmd_resolve(ctx, &cmd, path);
	if (!rc)
		rc = cmd_prepare(ctx, cmd);
	if (!rc)
		rc = cmd->run(ctx);
	return rc;
}

/* `TOOL complete WORD…`: what could stand for the last word? */
static void words_complete(struct smc_ctx *ctx)
{
	const char *last = ctx->n_args ? ctx->args[ctx->n_args - 1] : "";
	const struct smc_cmd *cmd = ctx->tool->root, *sub;
	unsigned int i;
	int arg;

	if (last[0] == '-') {
		smc_help_words(ctx->tool, stdout);
		return;
	}
	for (arg = 0; arg < ctx->n_args - 1; arg++) {
		if (ctx->args[arg][0] == '-')
			continue;
		sub = sub_find(cmd, ctx->args[arg]);
		/* Behind a word that is none there is nothing to offer. */
		if (!sub && cmd->n_sub && !cmd->loose)
			return;
		if (!sub)
			break;
		cmd = sub;
	}
	for (i = 0; i < cmd->n_sub; i++)
		puts(cmd->sub[i]->word);
	if (cmd->loose)
		cmd = cmd->sub[0];
	/* No kernel to ask means no words, that is all. */
	if (cmd->words && !cmd_prepare(ctx, cmd))
		(void)cmd->words(ctx);
	ctx->err.exit = SMC_EXIT_OK;
}

static bool is_help(const struct smc_ctx *ctx)
{
	if (ctx->opts->help)
		return true;
	if (!ctx->n_args)
		return ctx->tool->root->n_sub;
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

/**
 * smc_tool_main() - be a tool
 * @tool: the tool
 * @opts: zeroed struct of its options
 * @argc: as main() got it
 * @argv: as main() got it; words are moved about
 *
 * Return: exit code.
 */
int smc_tool_main(const struct smc_tool *tool, struct smc_opts *opts,
		  int argc, char **argv)
{
	struct smc_ctx ctx = {
		.tool = tool, .opts = opts, .out = { .f = stdout },
	};
	struct cmd_path path = { "" };
	int first, rc;

	if (argc > 1 && !strcmp(argv[1], "complete")) {
		ctx.args = argv + 2;
		ctx.n_args = argc - 2;
		words_complete(&ctx);
		goto out;
	}
	rc = smc_opt_parse(tool->opts, tool->n_opts, argc, argv, opts, &first,
			   &ctx.err);
	if (rc)
		goto out;
	ctx.args = argv + first;
	ctx.n_args = argc - first;
	if (opts->version) {
		printf("%s (smc-suite) %s\n", tool->name, SMC_VERSION);
		goto out;
	}
	if (is_help(&ctx)) {
		smc_help(tool, ctx.n_args ? sub_find(tool->root, ctx.args[0]) :
			 NULL, stdout);
		goto out;
	}
	ctx.out.columns = opts->details ? SMC_COLUMNS_DETAILS : 0;
	ctx.out.pretty = opts->pretty;
	if (opts->json || opts->pretty)
		ctx.out.style = SMC_STYLE_JSON;
	(void)cmd_run(&ctx, &path); /* the error is in the context */
out:
	smc_nl_close(ctx.nl);
	if (!ctx.err.exit)
		(void)stream_check(&ctx.err, stdout); /* likewise */
	if (ctx.err.exit)
		err_say(&ctx, &path);
	return ctx.err.exit;
}
