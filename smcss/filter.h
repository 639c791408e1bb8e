/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which sockets a user wants to see: "state ACTIVE dport 80,443". */
#ifndef SMCSS_FILTER_H
#define SMCSS_FILTER_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>

#include "smc_err.h"
#include "row.h"

/* Most conditions, and most values of all of them. */
#define SMCSS_CONDITIONS	16
#define SMCSS_VALUES		64

/* Room for the values as they were written. */
#define SMCSS_TEXT		1024

/* What one value of a condition is; which member counts, its condition says. */
union smcss_value {
	const char *text;
	uint32_t number;
	struct {
		uint16_t first, last;
	} ports;
	struct {
		struct in6_addr prefix;
		unsigned int len;
	} net;
	struct {
		const char *name;
		bool known;
		uint64_t gid, gid_ext;
	} dev;
};

struct smcss_key;

/**
 * struct smcss_filter - conditions, all of which a socket must meet
 * @keys: what each is about
 * @begin: index of its first value; it ends where the next begins
 * @n: number of conditions
 * @values: values of them all; one of a condition's must fit
 * @n_values: their number
 * @text: the values as they were written
 * @n_text: bytes of it
 */
struct smcss_filter {
	const struct smcss_key *keys[SMCSS_CONDITIONS];
	unsigned int begin[SMCSS_CONDITIONS + 1];
	unsigned int n;
	union smcss_value values[SMCSS_VALUES];
	unsigned int n_values;
	char text[SMCSS_TEXT];
	size_t n_text;
};

int smcss_filter_parse(char **words, int n, struct smcss_filter *ret,
		       struct smc_err *err);
bool smcss_filter_has(const struct smcss_filter *filter, const char *key);
uint8_t smcss_filter_needs(const struct smcss_filter *filter);
bool smcss_filter_fits(const struct smcss_filter *filter,
		       const struct smcss_row *row);
void smcss_filter_words(char **words, int n, FILE *f);

#endif /* SMCSS_FILTER_H */
