// SPDX-License-Identifier: GPL-2.0-or-later
#include "word.h"

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
