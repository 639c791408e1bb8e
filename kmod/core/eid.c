// SPDX-License-Identifier: GPL-2.0-or-later
#include "eid.h"

static bool is_first(char c)
{
	return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool is_further(char c)
{
	return is_first(c) || c == '.' || c == '-';
}

/* Checks the @len characters of an EID as people write it. */
static int eid_check(const char *s, size_t len, const char **why)
{
	size_t i;

	while (len && s[len - 1] == ' ')
		len--;
	if (!len) {
		*why = "EID is empty";
		return -ENODATA;
	}
	if (len > SMC_EID_LEN) {
		*why = "EID has more than 32 characters";
		return -ENAMETOOLONG;
	}
	for (i = 0; i < len; i++) {
		if (s[i] >= 'a' && s[i] <= 'z') {
			*why = "EID has lower case letters";
			return -EILSEQ;
		}
		if (s[i] == ' ') {
			*why = "EID has blanks inside";
			return -EILSEQ;
		}
		if (!is_further(s[i])) {
			*why = "EID has characters other than A-Z 0-9 . -";
			return -EILSEQ;
		}
	}
	if (!is_first(s[0])) {
		*why = "EID does not begin with A-Z or 0-9";
		return -EDOM;
	}
	return 0;
}

/**
 * smc_eid_valid() - is this a valid user-defined EID?
 * @eid: characters, blank padded, not terminated
 * @len: how many, only SMC_EID_LEN is valid
 *
 * Return: true when it is.
 */
bool smc_eid_valid(const char *eid, size_t len)
{
	const char *why;

	return len == SMC_EID_LEN && !eid_check(eid, len, &why);
}

/**
 * smc_eid_is_zero() - is this no EID at all?
 * @eid: the bytes
 *
 * Return: true when all bytes are zero.
 */
bool smc_eid_is_zero(const u8 eid[SMC_EID_LEN])
{
	static const u8 zero[SMC_EID_LEN];

	return !memcmp(eid, zero, SMC_EID_LEN);
}

/**
 * smc_eid_equal() - do two EIDs match?
 * @a: one EID
 * @b: other EID
 *
 * The zero EID matches nothing, itself included: it is what hosts without a
 * system EID have, and would make strangers trust each other.
 *
 * Return: true when they do.
 */
bool smc_eid_equal(const u8 a[SMC_EID_LEN], const u8 b[SMC_EID_LEN])
{
	return !memcmp(a, b, SMC_EID_LEN) && !smc_eid_is_zero(a);
}

/**
 * smc_eid_from_text() - check a text and make an EID of it
 * @s: the text, ends with a NUL or after @maxlen bytes; trailing blanks are
 *	taken for padding
 * @maxlen: bytes in @s
 * @out: the EID, blank padded, set on success only
 * @why: what is wrong with the text, set on failure only; may be NULL
 *
 * Return: 0, -ENODATA when empty, -ENAMETOOLONG when too long, -EILSEQ for a
 * character that is not allowed, -EDOM for one that may not come first.
 */
int smc_eid_from_text(const char *s, size_t maxlen, u8 out[SMC_EID_LEN],
		      const char **why)
{
	size_t len = strnlen(s, maxlen);
	const char *text;
	int rc;

	rc = eid_check(s, len, why ? why : &text);
	if (rc)
		return rc;
	len = min_t(size_t, len, SMC_EID_LEN);
	memcpy(out, s, len);
	memset(out + len, ' ', SMC_EID_LEN - len);
	return 0;
}

/**
 * smc_eid_table_find() - look an EID up
 * @t: table
 * @eid: EID
 *
 * Return: its index, or -ENOENT.
 */
int smc_eid_table_find(const struct smc_eid_table *t,
		       const u8 eid[SMC_EID_LEN])
{
	int i;

	for (i = 0; i < t->count; i++)
		if (smc_eid_equal(t->eid[i], eid))
			return i;
	return -ENOENT;
}

/**
 * smc_eid_table_add() - add an EID
 * @t: table
 * @eid: EID
 *
 * Return: 0, -EINVAL when it is not valid, -EEXIST when it is there, -ERANGE
 * when the table is full.
 */
int smc_eid_table_add(struct smc_eid_table *t, const u8 eid[SMC_EID_LEN])
{
	if (!smc_eid_valid((const char *)eid, SMC_EID_LEN))
		return -EINVAL;
	if (smc_eid_table_find(t, eid) >= 0)
		return -EEXIST;
	if (t->count >= SMC_MAX_UEID)
		return -ERANGE;
	memcpy(t->eid[t->count++], eid, SMC_EID_LEN);
	return 0;
}

/**
 * smc_eid_table_remove() - remove an EID, keep the order of the others
 * @t: table
 * @eid: EID
 *
 * Return: 0, or -ENOENT.
 */
int smc_eid_table_remove(struct smc_eid_table *t, const u8 eid[SMC_EID_LEN])
{
	int i = smc_eid_table_find(t, eid);

	if (i < 0)
		return i;
	t->count--;
	memmove(t->eid[i], t->eid[i + 1], (t->count - i) * SMC_EID_LEN);
	memset(t->eid[t->count], 0, SMC_EID_LEN);
	return 0;
}
