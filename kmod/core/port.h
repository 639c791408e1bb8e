/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The only door between kmod/core and its surroundings: the kernel's basic
 * types and helpers when built into the module, the same names from the C
 * library when built into tests, fuzzers and libsmc.
 */
#ifndef SMC_CORE_PORT_H
#define SMC_CORE_PORT_H

#ifdef __KERNEL__

#include <linux/bitops.h>
#include <linux/build_bug.h>
#include <linux/errno.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/types.h>

#else

#include <assert.h>
#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int16_t s16;
typedef int32_t s32;
typedef int64_t s64;

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* As in the kernel, both sides must have one type; so none is converted. */
#define min(a, b) ({					\
	__typeof__(a) min_a_ = (a);			\
	__typeof__(b) min_b_ = (b);			\
	(void)(&min_a_ == &min_b_);			\
	min_a_ < min_b_ ? min_a_ : min_b_; })
#define max(a, b) ({					\
	__typeof__(a) max_a_ = (a);			\
	__typeof__(b) max_b_ = (b);			\
	(void)(&max_a_ == &max_b_);			\
	max_a_ > max_b_ ? max_a_ : max_b_; })
#define min_t(type, a, b) min((type)(a), (type)(b))

/* Number of the highest bit set, counted from 1; 0 when none is. */
static inline int fls(unsigned int x)
{
	return x ? 32 - __builtin_clz(x) : 0;
}

static inline u64 div_u64_rem(u64 dividend, u32 divisor, u32 *remainder)
{
	*remainder = dividend % divisor;
	return dividend / divisor;
}

#endif /* __KERNEL__ */

#endif /* SMC_CORE_PORT_H */
