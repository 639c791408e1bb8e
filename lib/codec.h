/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Netlink attributes to C structs, by tables: one row per attribute.
 *
 * Every struct that a codec fills has a member `uint64_t has`: bit N is set
 * when the attribute with number N was there. So a value that this kernel
 * does not send is never taken for a zero.
 */
#ifndef SMC_CODEC_H
#define SMC_CODEC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smc_err.h"

struct smc_codec;

enum smc_attr_kind {
	SMC_ATTR_NUM,	/* unsigned, in any width that holds the value */
	SMC_ATTR_STR,	/* text, cut to the member, control bytes replaced */
	SMC_ATTR_RAW,	/* struct, at least @min and at most @size bytes */
	SMC_ATTR_NEST,	/* attributes in attributes */
};

/**
 * struct smc_attr - where one attribute goes
 * @attr: its number
 * @kind: how its bytes are read
 * @must: the message is broken without it
 * @off: offset of the member in the struct
 * @size: size of the member
 * @min: SMC_ATTR_RAW: fewer bytes than that are an error
 * @sub: SMC_ATTR_NEST: codec of the inner attributes
 * @name: name for messages
 */
struct smc_attr {
	uint16_t attr;
	uint8_t kind;
	bool must;
	uint16_t off;
	uint16_t size;
	uint16_t min;
	const struct smc_codec *sub;
	const char *name;
};

/**
 * struct smc_codec - how one kind of message is read
 * @name: name for messages
 * @attrs: rows
 * @n: number of rows
 * @has: offset of the struct's member `has`
 */
struct smc_codec {
	const char *name;
	const struct smc_attr *attrs;
	unsigned int n;
	uint16_t has;
};

#define SMC_MEMBER(type, member) \
	.off = offsetof(type, member), .size = sizeof(((type *)0)->member)

#define SMC_CODEC(type, label, rows)			\
	{ .name = (label), .attrs = (rows),		\
	  .n = sizeof(rows) / sizeof((rows)[0]),	\
	  .has = offsetof(type, has) }

static inline bool smc_has(uint64_t has, unsigned int attr)
{
	return has >> attr & 1;
}

int smc_codec_read(const struct smc_codec *codec, const void *buf, size_t len,
		   void *ret, struct smc_err *err);
int smc_attr_find(const void *attrs, size_t len, unsigned int attr,
		  const void **ret, size_t *ret_len);
void smc_text_copy(char *dst, size_t size, const char *src, size_t len);

#endif /* SMC_CODEC_H */
