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

/* Old single-dash words are not getopt's: give it what they stand for. */
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

static void opt_set(const struct smc_opt *opt, void *ret)
{
	void *member = (char *)ret + opt->off;

	switch (opt->kind) {
	case SMC_OPT_FLAG:
		*(bool *)member = true;
		break;
	case SMC_OPT_COUNT:
		++*(unsigned int *)member;
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

/**
 * smc_opt_parse() - read the options of a command line
 * @opts: the options there are
 * @n: their number
 * @argc: number of words, the tool's name included
 * @argv: the words; those that are no options are moved to the end
 * @ret: zeroed struct of the tool's options
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
	unsigned int i, at = 1;
	int got;

	if (n > OPT_MAX)
		return smc_err_set(err, -EINVAL, "too many options");
	for (i = 0; i < n; i++) {
		longs[i] = (struct option){ opts[i].name + 2, no_argument,
					    NULL, OPT_BASE + (int)i };
		if (opts[i].letter)
			shorts[at++] = opts[i].letter;
	}
	old_replace(opts, n, argc, argv);

	opterr = 0;
	while ((got = getopt_long(argc, argv, shorts, longs, NULL)) != -1) {
		if (got < OPT_BASE) {
			for (i = 0; i < n && opts[i].letter != got; i++)
				;
		} else {
			/* getopt_long() guesses; words are exact here. */
			i = (unsigned int)(got - OPT_BASE);
			if (strcmp(argv[optind - 1], opts[i].name))
				i = n;
		}
		if (i == n)
			return unknown_say(opts, n, argv, err);
		opt_set(&opts[i], ret);
	}
	*ret_first = optind;
	return 0;
}

/**
 * smc_opt_help() - print the options
 * @opts: the options there are
 * @n: their number
 * @f: where to
 */
void smc_opt_help(const struct smc_opt *opts, unsigned int n, FILE *f)
{
	unsigned int i;

	for (i = 0; i < n; i++) {
		if (!opts[i].help)
			continue;
		if (opts[i].letter)
			fprintf(f, "  -%c, %-14s %s\n", opts[i].letter,
				opts[i].name, opts[i].help);
		else
			fprintf(f, "      %-14s %s\n", opts[i].name,
				opts[i].help);
	}
}
