/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A tool as a table: its commands and options as const rows, from which come
 * parsing, help and completion. The engine checks a command's needs and calls
 * it with typed options and counted arguments.
 */
#ifndef SMC_CMD_H
#define SMC_CMD_H

#include <stdbool.h>
#include <stddef.h>

#include "model.h"
#include "opt.h"
#include "out.h"
#include "smc_err.h"

struct smc_ctx;
struct smc_list;
struct smc_nl;
struct smc_query;
struct smc_watch;

/* Said of a table that changed each time that it was read. */
#define SMC_NOTE_TORN \
	"entries came and went meanwhile: some may be missing or shown twice"

/* Columns that -d adds, and a second -d. */
#define SMC_COLUMNS_DETAILS	1
#define SMC_COLUMNS_MORE	2

/**
 * struct smc_opts - options that all tools have, or smcd and smcr
 * @help: show how the tool is used
 * @version: show the version
 * @json: write JSON
 * @pretty: write JSON for human eyes
 * @headless: no headings
 * @output: names of the values to show
 * @color: "auto", "always" or "never"
 * @netns: network namespace to look into, or "all"
 * @watch: run again every so many seconds, "": every second
 * @count: so many times
 * @batch: file of command lines
 * @shell: a shell of command lines
 * @trace: show what goes to the kernel and what comes
 * @details: number of -d: more columns
 * @absolute: statistics since the module was loaded, not since the reset
 */
struct smc_opts {
	bool help;
	bool version;
	bool json;
	bool pretty;
	bool headless;
	const char *output;
	const char *color;
	const char *netns;
	const char *watch;
	const char *count;
	const char *batch;
	bool shell;
	bool trace;
	unsigned int details;
	bool absolute;
};

#define SMC_COMMON_OPTS	SMC_COMMON_OPTS_BUT('i')

/* The same for a tool that has another -i. */
#define SMC_COMMON_OPTS_BUT(shell_letter)				\
	SMC_FLAG(0, "--json", NULL, "write one JSON document",		\
		 struct smc_opts, json),				\
	SMC_FLAG(0, "--pretty", NULL, "JSON for human eyes, implies --json", \
		 struct smc_opts, pretty),				\
	SMC_TEXT(0, "--output", "COL,...",				\
		 "show these values only, 'all' for each",		\
		 struct smc_opts, output),				\
	SMC_FLAG(0, "--no-headings", NULL, "tables without titles",	\
		 struct smc_opts, headless),				\
	SMC_TEXT(0, "--color", "WHEN", "auto, always or never",		\
		 struct smc_opts, color),				\
	SMC_TEXT(0, "--netns", "NETNS",					\
		 "network namespace: name, process id or 'all'",	\
		 struct smc_opts, netns),				\
	SMC_MAYBE(0, "--watch", "SECONDS",				\
		  "show again every second, or every so many",		\
		  struct smc_opts, watch),				\
	SMC_TEXT(0, "--count", "N", "with --watch: so many times",	\
		 struct smc_opts, count),				\
	SMC_TEXT('b', "--batch", "FILE",				\
		 "run the command lines of a file, '-': stdin",		\
		 struct smc_opts, batch),				\
	SMC_FLAG(shell_letter, "--interactive", NULL,			\
		 "a shell of command lines", struct smc_opts, shell),	\
	SMC_FLAG(0, "--debug-netlink", "--debug=netlink",		\
		 "show what is said to the kernel and back",		\
		 struct smc_opts, trace),				\
	SMC_FLAG('h', "--help", "-help", "show this and exit",		\
		 struct smc_opts, help),				\
	SMC_FLAG('v', "--version",					\
		 "-ve -ver -vers -versi -versio -version",		\
		 "show the version and exit", struct smc_opts, version)

/**
 * struct smc_cmd - all objects, an object, or one of its commands
 * @word: its name
 * @old: what smc-tools took for it too, divided by blanks; NULL: nothing
 * @args: arguments as the help shows them; NULL: none
 * @doc: what it does, one line
 * @min: arguments that it needs
 * @max: arguments that it takes
 * @loose: object: a word that is no command is an argument of the first one
 * @offline: needs no kernel
 * @list: shows a list, so that several namespaces can have one in common
 * @show: shows something else and changes nothing; lists do that anyway
 * @sub: its commands, the first is the default; NULL: it is one itself
 * @n_sub: their number
 * @check: looks whether the arguments make sense, before the kernel is asked
 *	for anything; as @run. NULL: any do
 * @run: does it; 0 or -errno with the context's error set
 * @words: prints words for an argument, one a line, for completion
 */
struct smc_cmd {
	const char *word;
	const char *old;
	const char *args;
	const char *doc;
	unsigned char min;
	unsigned char max;
	bool loose;
	bool offline;
	bool list;
	bool show;
	const struct smc_cmd *const *sub;
	unsigned int n_sub;
	int (*check)(struct smc_ctx *ctx);
	int (*run)(struct smc_ctx *ctx);
	int (*words)(struct smc_ctx *ctx);
};

#define SMC_SUB(rows) \
	.sub = (rows), .n_sub = sizeof(rows) / sizeof((rows)[0])

/**
 * struct smc_tool - a tool
 * @name: its name
 * @doc: what it does, one line
 * @family: generic netlink family that its commands talk to; NULL:
 *	SMC_GEN_NETLINK
 * @tech: the technology that it is about, where that matters
 * @opts: its options
 * @n_opts: their number
 * @opts_size: bytes of the struct that they go to; struct smc_opts is its begin
 * @root: its objects, or the only thing that it does
 */
struct smc_tool {
	const char *name;
	const char *doc;
	const char *family;
	enum smc_tech tech;
	const struct smc_opt *opts;
	unsigned int n_opts;
	size_t opts_size;
	const struct smc_cmd *root;
};

/**
 * struct smc_ctx - what a command gets
 * @tool: the tool
 * @opts: the options, really the tool's own struct of them
 * @nl: the family that the tool talks to, NULL for an offline command
 * @out: where data goes
 * @err: what went wrong
 * @args: the arguments
 * @n_args: their number
 * @words: the whole command line, the tool's name first
 * @n_words: their number
 * @watch: rounds of --watch, for smc_watch_before(); NULL: there is but one
 * @exit: exit code of a command that did what it should, and says more than 0
 */
struct smc_ctx {
	const struct smc_tool *tool;
	const struct smc_opts *opts;
	struct smc_nl *nl;
	struct smc_out out;
	struct smc_err err;
	char **args;
	int n_args;
	char **words;
	int n_words;
	struct smc_watch *watch;
	int exit;
};

/* The words that were understood, for messages: "ueid add". */
struct smc_path {
	char text[64];
};

int smc_cmd_resolve(struct smc_ctx *ctx, const struct smc_cmd **ret,
		    struct smc_path *path);
int smc_cmd_run(struct smc_ctx *ctx, const struct smc_cmd *cmd);
const struct smc_cmd *smc_cmd_sub(const struct smc_cmd *cmd, const char *word);
void smc_cmd_complete(struct smc_ctx *ctx);
int smc_ctx_list(struct smc_ctx *ctx, const struct smc_query *query,
		 struct smc_list *ret);
void smc_note(const struct smc_ctx *ctx, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* SMC_CMD_H */
