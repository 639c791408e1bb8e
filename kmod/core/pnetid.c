// SPDX-License-Identifier: GPL-2.0-or-later
#include "pnetid.h"

static bool is_end(u8 c)
{
	return !c || c == ' ';
}

/* Return: the character as a PNET ID has it, 0 when it can't be in one. */
static u8 to_pnet(char c)
{
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 'A';
	if ((c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
		return c;
	return 0;
}

/**
 * smc_pnetid_is_empty() - has a device no PNET ID?
 * @id: its PNET ID, padded with zeros or blanks
 *
 * Return: true when it has none.
 */
bool smc_pnetid_is_empty(const u8 id[SMC_PNETID_LEN])
{
	return is_end(id[0]);
}

/**
 * smc_pnetid_equal() - are two PNET IDs the same?
 * @a: one PNET ID, padded with zeros or blanks
 * @b: other PNET ID
 *
 * Two empty ones are equal; ask smc_pnetid_is_empty() where that must not be.
 *
 * Return: true when they are.
 */
bool smc_pnetid_equal(const u8 a[SMC_PNETID_LEN], const u8 b[SMC_PNETID_LEN])
{
	unsigned int i;

	for (i = 0; i < SMC_PNETID_LEN; i++) {
		if (is_end(a[i]) && is_end(b[i]))
			return true;
		if (a[i] != b[i])
			return false;
	}
	return true;
}

/**
 * smc_pnetid_from_text() - check a text and make a PNET ID of it
 * @s: the text, ends with a NUL or after @maxlen bytes; blanks around it are
 *	stripped, lower case becomes upper case
 * @maxlen: bytes in @s
 * @out: the PNET ID, padded with zeros, set on success only
 * @why: what is wrong with the text, set on failure only; may be NULL
 *
 * Return: 0, -ENODATA when empty, -ENAMETOOLONG when too long, -EILSEQ for a
 * character that is not allowed.
 */
int smc_pnetid_from_text(const char *s, size_t maxlen, u8 out[SMC_PNETID_LEN],
			 const char **why)
{
	size_t len = strnlen(s, maxlen);
	const char *text;
	size_t i;

	if (!why)
		why = &text;
	while (len && s[0] == ' ') {
		s++;
		len--;
	}
	while (len && s[len - 1] == ' ')
		len--;

	if (!len) {
		*why = "PNET ID is empty";
		return -ENODATA;
	}
	if (len > SMC_PNETID_LEN) {
		*why = "PNET ID has more than 16 characters";
		return -ENAMETOOLONG;
	}
	for (i = 0; i < len; i++) {
		if (!to_pnet(s[i])) {
			*why = "PNET ID has characters other than A-Z 0-9";
			return -EILSEQ;
		}
	}
	for (i = 0; i < SMC_PNETID_LEN; i++)
		out[i] = i < len ? to_pnet(s[i]) : 0;
	return 0;
}

/**
 * smc_pnetid_to_text() - a PNET ID as a string
 * @id: PNET ID, padded with zeros or blanks
 * @out: the string without padding
 */
void smc_pnetid_to_text(const u8 id[SMC_PNETID_LEN],
			char out[SMC_PNETID_LEN + 1])
{
	unsigned int i;

	for (i = 0; i < SMC_PNETID_LEN && !is_end(id[i]); i++)
		out[i] = id[i];
	out[i] = '\0';
}
