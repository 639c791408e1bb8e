/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Options by table: parsing, help and completion come from the same rows. */
#ifndef SMC_OPT_H
#define SMC_OPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "smc_err.h"

struct smc_ctx;

enum smc_opt_kind {
	SMC_OPT_FLAG,	/* bool: given or not */
	SMC_OPT_COUNT,	/* unsigned int: how often */
	SMC_OPT_TEXT,	/* const char *: the value as it was given */
};

/**
 * struct smc_opt - one option
 * @letter: short name, 0: none
 * @name: long name with its two dashes
 * @old: other spellings, divided by blanks; NULL: none
 * @help: what it does, one line; NULL: not shown
 * @kind: type of the member
 * @off: its offset in the tool's struct of options
 * @arg: what the help calls the value; NULL: it has none
 * @maybe: the value may be left out, so it stands behind '=' only
 * @cmd: command that it stands for, the value is its argument; NULL: none
 * @words: prints values, one a line, for completion
 */
struct smc_opt {
	char letter;
	const char *name;
	const char *old;
	const char *help;
	enum smc_opt_kind kind;
	size_t off;
	const char *arg;
	bool maybe;
	const char *cmd;
	int (*words)(struct smc_ctx *ctx);
};

#define SMC_OPT(l, n, o, h, k, type, member) \
	.letter = (l), .name = (n), .old = (o), .help = (h), .kind = (k), \
	.off = offsetof(type, member)
#define SMC_FLAG(letter, name, old, help, type, member) \
	{ SMC_OPT(letter, name, old, help, SMC_OPT_FLAG, type, member) }
#define SMC_COUNT(letter, name, old, help, type, member) \
	{ SMC_OPT(letter, name, old, help, SMC_OPT_COUNT, type, member) }
#define SMC_TEXT(letter, name, a, help, type, member) \
	{ SMC_OPT(letter, name, NULL, help, SMC_OPT_TEXT, type, member), \
	  .arg = (a) }
#define SMC_MAYBE(letter, name, a, help, type, member) \
	{ SMC_OPT(letter, name, NULL, help, SMC_OPT_TEXT, type, member), \
	  .arg = (a), .maybe = true }

int smc_opt_parse(const struct smc_opt *opts, unsigned int n, int argc,
		  char **argv, void *ret, int *ret_first,
		  struct smc_err *err);
const struct smc_opt *smc_opt_find(const struct smc_opt *opts, unsigned int n,
				   const char *word);
bool smc_opt_given(const struct smc_opt *opt, const void *opts);
bool smc_opt_takes_word(const struct smc_opt *opt);
void smc_opt_help(const struct smc_opt *opts, unsigned int n, FILE *f);

#endif /* SMC_OPT_H */
