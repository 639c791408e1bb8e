/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the unit tests share: cmocka and bytes written as hexadecimal text. */
#ifndef SMC_TESTS_UNIT_H
#define SMC_TESTS_UNIT_H

/* cmocka.h wants these four before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/port.h"

#define MSG_ROOM 1024

/* A message with exactly its length allocated, so that ASan sees the end. */
struct msg {
	u8 *p;
	size_t len;
};

size_t unhex(const char *text, u8 *out, size_t size);
struct msg msg_copy(const u8 *bytes, size_t len);
struct msg msg_unhex(const char *text);
void msg_free(struct msg *m);
void put16(u8 *p, unsigned int v);

#endif /* SMC_TESTS_UNIT_H */
