/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words of a command line. */
#ifndef SMC_WORD_H
#define SMC_WORD_H

#include <stdbool.h>
#include <stddef.h>

bool smc_word_listed(const char *word, const char *list);
int smc_word_split(char *line, char **ret, int max, const char **ret_why);
size_t smc_word_distance(const char *a, const char *b);

#endif /* SMC_WORD_H */
