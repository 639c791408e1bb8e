// SPDX-License-Identifier: GPL-2.0-or-later
#include "cmd.h"

#include <errno.h>
#include <linux/smc.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "cmd_help.h"
#include "netns.h"
#include "nl.h"
#include "query.h"
#include "word.h"

static void path_add(struct smc_path *path, const char *word)
{
	size_t len = strlen(path->text);

	snprintf(path->text + len, sizeof(path->text) - len, "%s%s",
		 len ? " " : "", word);
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

/**
 * smc_cmd_sub() - find a command by its word
 * @cmd: object, or all objects
 * @word: its word, or an old spelling of it
 *
 * Return: the command or NULL.
 */
const struct smc_cmd *smc_cmd_sub(const struct smc_cmd *cmd, const char *word)
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
			   cmd->sub[0]->n_sub ? "object" : "command", word);
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

/*
 * An option that stands for a command: its value is the argument. No command
 * and 0 when there is none such.
 */
static int option_resolve(struct smc_ctx *ctx, const struct smc_cmd **ret,
			  struct smc_path *path)
{
	const struct smc_tool *tool = ctx->tool;
	const struct smc_opt *opt, *got = NULL;
	unsigned int i;

	for (i = 0; i < tool->n_opts; i++) {
		opt = &tool->opts[i];
		if (!opt->cmd || !smc_opt_given(opt, ctx->opts))
			continue;
		if (got)
			return smc_err_usage(&ctx->err,
					     "%s and %s exclude each other",
					     got->name, opt->name);
		got = opt;
	}
	if (!got)
		return 0;
	if (ctx->n_args)
		return smc_err_usage(&ctx->err, "%s goes with no word: '%s'",
				     got->name, ctx->args[0]);
	if (got->arg) {
		ctx->args = (char **)((char *)ctx->opts + got->off);
		ctx->n_args = 1;
	}
	*ret = smc_cmd_sub(tool->root, got->cmd);
	path_add(path, got->cmd);
	return 0;
}

/**
 * smc_cmd_resolve() - find the command that a line means
 * @ctx: its words; those that are left over are arguments
 * @ret: NULL, gets the command
 * @path: gets its words
 *
 * Return: 0 or -EINVAL with the context's error set.
 */
int smc_cmd_resolve(struct smc_ctx *ctx, const struct smc_cmd **ret,
		    struct smc_path *path)
{
	const struct smc_cmd *cmd = ctx->tool->root, *sub;
	int rc;

	rc = option_resolve(ctx, ret, path);
	if (rc || *ret)
		return rc;
	for (; cmd->n_sub; cmd = sub) {
		sub = ctx->n_args ? smc_cmd_sub(cmd, ctx->args[0]) : cmd->sub[0];
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
	return cmd->check ? cmd->check(ctx) : 0;
}

static int family_open(struct smc_ctx *ctx)
{
	const char *family = ctx->tool->family;
	int rc;

	rc = smc_nl_open(&ctx->nl, family ? family : SMC_GENL_FAMILY_NAME,
			 &ctx->err);
	if (rc == -ENOENT)
		rc = smc_err_set(&ctx->err, -EOPNOTSUPP,
				 "smc module is not loaded (modprobe smc)");
	return rc;
}

/* Get what a command needs before it can run. */
static int cmd_prepare(struct smc_ctx *ctx, const struct smc_cmd *cmd)
{
	return cmd->offline ? 0 : family_open(ctx);
}

/**
 * smc_cmd_run() - get what a command needs, and do it
 * @ctx: its arguments
 * @cmd: the command
 *
 * Return: 0 or -errno with the context's error set.
 */
int smc_cmd_run(struct smc_ctx *ctx, const struct smc_cmd *cmd)
{
	int rc = cmd_prepare(ctx, cmd);

	if (!rc)
		rc = cmd->run(ctx);
	smc_nl_close(ctx->nl);
	ctx->nl = NULL;
	return rc;
}

/* What stands before the last word, without options: walk along. */
static const struct smc_cmd *complete_walk(const struct smc_ctx *ctx)
{
	const struct smc_tool *tool = ctx->tool;
	const struct smc_cmd *cmd = tool->root, *sub;
	const struct smc_opt *opt;
	int arg;

	for (arg = 0; arg < ctx->n_args - 1; arg++) {
		opt = smc_opt_find(tool->opts, tool->n_opts, ctx->args[arg]);
		arg += smc_opt_takes_word(opt);
		if (ctx->args[arg][0] == '-' || opt)
			continue;
		sub = smc_cmd_sub(cmd, ctx->args[arg]);
		/* Behind a word that is none there is nothing to offer. */
		if (!sub && cmd->n_sub && !cmd->loose)
			return NULL;
		/* Arguments of an object are those of its first command. */
		if (!sub)
			return cmd->n_sub ? cmd->sub[0] : cmd;
		cmd = sub;
	}
	return cmd;
}

/* Words of a command or of an option, as far as there is a kernel to ask. */
static void words_print(struct smc_ctx *ctx, bool offline,
			int (*words)(struct smc_ctx *ctx))
{
	if (words && (offline || !family_open(ctx)))
		(void)words(ctx);
	smc_nl_close(ctx->nl);
	ctx->nl = NULL;
	ctx->err.exit = SMC_EXIT_OK;
}

/* The values of an option, where they are known. */
static bool complete_value(struct smc_ctx *ctx)
{
	const struct smc_tool *tool = ctx->tool;
	const struct smc_opt *opt;
	struct smc_netnses list;
	struct smc_err ignore;
	size_t i;

	if (ctx->n_args < 2)
		return false;
	opt = smc_opt_find(tool->opts, tool->n_opts,
			   ctx->args[ctx->n_args - 2]);
	if (!smc_opt_takes_word(opt))
		return false;
	words_print(ctx, false, opt->cmd ?
		    smc_cmd_sub(tool->root, opt->cmd)->words : opt->words);
	if (!strcmp(opt->name, "--color"))
		puts("auto\nalways\nnever");
	if (strcmp(opt->name, "--netns") || smc_netns_all(&list, &ignore))
		return true;
	puts("all");
	for (i = 0; i < list.n; i++)
		puts(list.items[i].name);
	smc_netnses_free(&list);
	return true;
}

/**
 * smc_cmd_complete() - print what could stand for the last word of a line
 * @ctx: the words
 *
 * One word a line. Never fails: where there is no kernel to ask there are no
 * words.
 */
void smc_cmd_complete(struct smc_ctx *ctx)
{
	const char *last = ctx->n_args ? ctx->args[ctx->n_args - 1] : "";
	const struct smc_cmd *cmd;
	unsigned int i;

	if (complete_value(ctx))
		return;
	if (last[0] == '-') {
		smc_help_words(ctx->tool, stdout);
		return;
	}
	cmd = complete_walk(ctx);
	if (!cmd)
		return;
	for (i = 0; i < cmd->n_sub; i++)
		puts(cmd->sub[i]->word);
	if (cmd->loose)
		cmd = cmd->sub[0];
	words_print(ctx, cmd->offline, cmd->words);
}
