// SPDX-License-Identifier: GPL-2.0-or-later
#include "knob.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Call by call the words of SMC_FAKE; false at the end. */
static bool word_next(const char **at, char *word, size_t size)
{
	size_t n;

	*at += strspn(*at, " ");
	n = strcspn(*at, " ");
	snprintf(word, size, "%.*s", (int)n, *at);
	*at += n;
	return n > 0;
}

/* Get the value of NAME=VALUE. */
bool knob_value(const char *name, char *ret, size_t size)
{
	const char *at = getenv("SMC_FAKE");
	size_t len = strlen(name);
	char word[256];

	while (at && word_next(&at, word, sizeof(word))) {
		if (!strncmp(word, name, len) && word[len] == '=') {
			snprintf(ret, size, "%s", word + len + 1);
			return true;
		}
	}
	return false;
}

/* Is there a word NAME? */
bool knob_is(const char *name)
{
	const char *at = getenv("SMC_FAKE");
	char word[256];

	while (at && word_next(&at, word, sizeof(word)))
		if (!strcmp(word, name))
			return true;
	return false;
}

/* Get the number of NAME=NUMBER. */
long knob_number(const char *name, long otherwise)
{
	char value[256];

	return knob_value(name, value, sizeof(value)) ?
	       strtol(value, NULL, 0) : otherwise;
}

/* Is there a fault NAME=CMD or NAME=CMD:REST of this command? Get REST. */
bool knob_of(const char *name, const char *cmd, char *ret, size_t size)
{
	const char *at = getenv("SMC_FAKE");
	size_t nl = strlen(name), cl = strlen(cmd);
	char word[256];

	while (at && word_next(&at, word, sizeof(word))) {
		const char *rest = word + nl + 1;

		if (strncmp(word, name, nl) || word[nl] != '=' ||
		    strncmp(rest, cmd, cl) ||
		    (rest[cl] && rest[cl] != ':'))
			continue;
		snprintf(ret, size, "%s", rest[cl] ? rest + cl + 1 : "");
		return true;
	}
	return false;
}
