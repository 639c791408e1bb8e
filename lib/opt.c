// SPDX-License-Identifier: GPL-2.0-or-later
#include "opt.h"

#include <errno.h>
#include <getopt.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "word.h"

/* getopt_long() returns row numbers from here on, above all characters. */
#define OPT_BASE	256
#define OPT_MAX		32

/* Other spellings are not getopt's: give it what they stand for. */
static void old_replace(const struct smc_opt *opts, unsigned int n, int argc,
			char **argv)
{
	unsigned int i;
	int arg;

	for (arg = 1; arg < argc && strcmp(argv[arg], "--"); arg++)
		for (i = 0; i < n; i++)
			if (smc_word_listed(argv[arg], opts[i].old))
				argv[arg] = (char *)opts[i].name;
}

static void opt_set(const struct smc_opt *opt, char *value, void *ret)
{
	void *member = (char *)ret + opt->off;

	switch (opt->kind) {
	case SMC_OPT_FLAG:
		*(bool *)member = true;
		break;
	case SMC_OPT_COUNT:
		++*(unsigned int *)member;
		break;
	case SMC_OPT_TEXT:
		*(const char **)member = value ? value : "";
		break;
	}
}

/* What getopt stumbled over: a letter in a word, or the word before optind. */
static int unknown_say(const struct smc_opt *opts, unsigned int n,
		       char **argv, struct smc_err *err)
{
	const char *word = argv[optind - 1], *near = NULL;
	size_t best = SIZE_MAX, far;
	unsigned int i;
	int rc;

	if (optopt && optopt < OPT_BASE)
		return smc_err_usage(err, "unknown option '-%c'", optopt);
	if (optarg == word)
		word = argv[optind - 2];
	rc = smc_err_usage(err, "unknown option '%s'", word);
	for (i = 0; i < n; i++) {
		far = smc_word_distance(word, opts[i].name);
		if (far < best) {
			best = far;
			near = opts[i].name;
		}
	}
	if (near)
		smc_err_hint(err, "the nearest is '%s'", near);
	return rc;
}

/* getopt_long() takes a beginning for the whole: words are exact here. */
static bool is_exact(const struct smc_opt *opt, char **argv)
{
	const char *word = argv[optind - 1];
	size_t len = strlen(opt->name);

	if (opt->arg && optarg == word)
		return !strcmp(argv[optind - 2], opt->name);
	return !strncmp(word, opt->name, len) &&
	       (!word[len] || (opt->arg && word[len] == '='));
}

static const struct smc_opt *row_of(const struct smc_opt *opts,
				    unsigned int n, int got, char **argv)
{
	unsigned int i;

	if (got >= OPT_BASE) {
		i = (unsigned int)(got - OPT_BASE);
		return is_exact(&opts[i], argv) ? &opts[i] : NULL;
	}
	for (i = 0; i < n; i++)
		if (opts[i].letter == got)
			return &opts[i];
	return NULL;
}

/* ':' of getopt: the row of an option whose value is missing, if it is one. */
static const struct smc_opt *unfinished(const struct smc_opt *opts,
					unsigned int n, char **argv)
{
	unsigned int i;

	if (optopt >= OPT_BASE) {
		i = (unsigned int)(optopt - OPT_BASE);
		return strcmp(argv[optind - 1], opts[i].name) ? NULL : &opts[i];
	}
	for (i = 0; i < n; i++)
		if (opts[i].letter == optopt)
			return &opts[i];
	return NULL;
}

/**
 * smc_opt_parse() - read the options of a command line
 * @opts: the options there are
 * @n: their number
 * @argc: number of words, the tool's name included
 * @argv: the words; those that are no options are moved to the end
 * @ret: zeroed struct of the tool's options; points into @argv afterwards
 * @ret_first: gets the index of the first word that is no option
 * @err: says what is wrong
 *
 * Return: 0 or -EINVAL.
 */
int smc_opt_parse(const struct smc_opt *opts, unsigned int n, int argc,
		  char **argv, void *ret, int *ret_first, struct smc_err *err)
{
	struct option longs[OPT_MAX + 1] = { 0 };
	char shorts[2 * OPT_MAX + 2] = ":";
	const struct smc_opt *opt;
	unsigned int i, at = 1;
	int got;

	if (n > OPT_MAX)
		return smc_err_set(err, -EINVAL, "too many options");
	for (i = 0; i < n; i++) {
		longs[i] = (struct option){
			opts[i].name + 2,
			opts[i].maybe ? optional_argument :
			opts[i].arg ? required_argument : no_argument,
			NULL, OPT_BASE + (int)i
		};
		if (!opts[i].letter)
			continue;
		shorts[at++] = opts[i].letter;
		if (smc_opt_takes_word(&opts[i]))
			shorts[at++] = ':';
	}
	old_replace(opts, n, argc, argv);

	opterr = 0;
	optind = 0;	/* afresh, also for the next line of a batch */
	while ((got = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (got == ':') {
			opt = unfinished(opts, n, argv);
			if (opt)
				return smc_err_usage(err, "%s needs %s",
						     opt->name, opt->arg);
		} else {
			opt = row_of(opts, n, got, argv);
		}
		if (!opt)
			return unknown_say(opts, n, argv, err);
		opt_set(opt, optarg, ret);
	}
	*ret_first = optind;
	return 0;
}

/**
 * smc_opt_find() - find the option that a word of a command line is
 * @opts: the options there are
 * @n: their number
 * @word: the word
 *
 * Return: the row; NULL when the word is none of them alone.
 */
const struct smc_opt *smc_opt_find(const struct smc_opt *opts, unsigned int n,
				   const char *word)
{
	unsigned int i;

	for (i = 0; i < n; i++)
		if (!strcmp(word, opts[i].name) ||
		    smc_word_listed(word, opts[i].old) ||
		    (opts[i].letter && word[0] == '-' && !word[1 + !!word[1]] &&
		     word[1] == opts[i].letter))
			return &opts[i];
	return NULL;
}

/**
 * smc_opt_given() - was an option on the command line?
 * @opt: its row
 * @opts: the tool's struct of options, after smc_opt_parse()
 *
 * Return: true if it was.
 */
bool smc_opt_given(const struct smc_opt *opt, const void *opts)
{
	const void *member = (const char *)opts + opt->off;

	switch (opt->kind) {
	case SMC_OPT_FLAG:
		return *(const bool *)member;
	case SMC_OPT_COUNT:
		return *(const unsigned int *)member;
	case SMC_OPT_TEXT:
		return *(const char *const *)member;
	}
	return false;
}

/**
 * smc_opt_takes_word() - is the word after an option its value?
 * @opt: the option, or NULL
 *
 * Return: true when it is.
 */
bool smc_opt_takes_word(const struct smc_opt *opt)
{
	return opt && opt->arg && !opt->maybe;
}

/**
 * smc_opt_help() - print the options
 * @opts: the options there are
 * @n: their number
 * @f: where to
 */
void smc_opt_help(const struct smc_opt *opts, unsigned int n, FILE *f)
{
	char name[48];
	unsigned int i;

	for (i = 0; i < n; i++) {
		if (!opts[i].help)
			continue;
		snprintf(name, sizeof(name), "%s%s%s%s", opts[i].name,
			 opts[i].maybe ? "[=" : opts[i].arg ? " " : "",
			 opts[i].arg ? opts[i].arg : "",
			 opts[i].maybe ? "]" : "");
		if (opts[i].letter)
			fprintf(f, "  -%c, %-18s %s\n", opts[i].letter, name,
				opts[i].help);
		else
			fprintf(f, "      %-18s %s\n", name, opts[i].help);
	}
}
