// SPDX-License-Identifier: GPL-2.0-or-later
#include "word.h"

#include <errno.h>
#include <stdint.h>
#include <string.h>

/**
 * smc_word_listed() - is a word in a list?
 * @word: the word
 * @list: words divided by single blanks, or NULL
 *
 * Return: true when it is there, whole.
 */
bool smc_word_listed(const char *word, const char *list)
{
	size_t len = strlen(word);

	while (list && *list) {
		size_t n = strcspn(list, " ");

		if (n == len && !memcmp(word, list, n))
			return true;
		list += n;
		list += *list == ' ';
	}
	return false;
}

/**
 * smc_word_distance() - how far are two words apart?
 * @a: one word
 * @b: other word
 *
 * Return: number of letters to add, drop or change (Levenshtein), SIZE_MAX
 * for words too long to be meant.
 */
size_t smc_word_distance(const char *a, const char *b)
{
	size_t row[32], diagonal, above, best, i, j;
	size_t na = strlen(a), nb = strlen(b);

	if (nb >= sizeof(row) / sizeof(row[0]) || na > 2 * nb)
		return SIZE_MAX;
	for (j = 0; j <= nb; j++)
		row[j] = j;
	for (i = 1; i <= na; i++) {
		diagonal = row[0];
		row[0] = i;
		for (j = 1; j <= nb; j++) {
			above = row[j];
			best = diagonal + (a[i - 1] != b[j - 1]);
			if (above + 1 < best)
				best = above + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			diagonal = above;
			row[j] = best;
		}
	}
	return row[nb];
}

/* One letter, as it is meant: true unless the line ends amid a quotation. */
static bool letter_take(char **from, char **to, char *quote)
{
	char c = *(*from)++;

	if (c == '\\' && *quote != '\'') {
		c = *(*from)++;
		if (!c)
			return false;
	} else if (*quote ? c == *quote : c == '\'' || c == '"') {
		*quote = *quote ? '\0' : c;
		return true;
	}
	*(*to)++ = c;
	return true;
}

/**
 * smc_word_split() - divide a line into words, as a shell does
 * @line: the line, which the words are made of
 * @ret: gets the words, and NULL at their end
 * @max: room for words in @ret, without the end
 * @ret_why: gets what is wrong
 *
 * Blanks divide words; quotes and backslashes keep blanks in them; '#' before a
 * word begins a comment.
 *
 * Return: number of words or -EINVAL.
 */
int smc_word_split(char *line, char **ret, int max, const char **ret_why)
{
	static const char blanks[] = " \t\r\n";
	char *from = line, *to = line, quote = '\0';
	int n = 0;

	for (;;) {
		from += strspn(from, blanks);
		if (!*from || *from == '#')
			break;
		if (n == max) {
			*ret_why = "too many words in the line";
			return -EINVAL;
		}
		ret[n++] = to;
		while (*from && (quote || !strchr(blanks, *from)))
			if (!letter_take(&from, &to, &quote))
				break;
		if (quote || (from > line && !from[-1])) {
			*ret_why = "the line ends within a quotation";
			return -EINVAL;
		}
		from += *from != '\0';	/* before the end takes its place */
		*to++ = '\0';
	}
	ret[n] = NULL;
	return n;
}
