// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include <stdlib.h>

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

/* Reads hexadecimal text, blanks are ignored. Return: number of bytes. */
size_t unhex(const char *text, u8 *out, size_t size)
{
	size_t n = 0;

	for (; *text; text++) {
		if (*text == ' ')
			continue;
		assert_true(n < size);
		assert_true(digit(text[0]) >= 0 && digit(text[1]) >= 0);
		out[n++] = digit(text[0]) << 4 | digit(text[1]);
		text++;
	}
	return n;
}

/* Return: a copy that ends where the allocation ends. */
struct msg msg_copy(const u8 *bytes, size_t len)
{
	struct msg m = { malloc(len ? len : 1), len };

	assert_non_null(m.p);
	memcpy(m.p, bytes, len);
	return m;
}

/* Return: the bytes of @text in an allocation of just that length. */
struct msg msg_unhex(const char *text)
{
	u8 buf[MSG_ROOM];

	return msg_copy(buf, unhex(text, buf, sizeof(buf)));
}

void msg_free(struct msg *m)
{
	free(m->p);
	m->p = NULL;
}

void put16(u8 *p, unsigned int v)
{
	p[0] = v >> 8;
	p[1] = v;
}
