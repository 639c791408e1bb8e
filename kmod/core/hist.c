// SPDX-License-Identifier: GPL-2.0-or-later
#include "hist.h"

#define FIRST_SHIFT 13	/* the first bucket ends at 8 KiB */

/**
 * smc_hist_bucket() - bucket of a payload or of a buffer
 * @len: its size
 *
 * Return: 0 up to 8 KiB, 1 up to 16 KiB, ... 7 up to 1 MiB, 8 above.
 */
unsigned int smc_hist_bucket(u64 len)
{
	if (len <= 1 << FIRST_SHIFT)
		return 0;
	if (len > 1 << (FIRST_SHIFT + SMC_HIST_BUCKETS - 2))
		return SMC_HIST_BUCKETS - 1;
	return fls((len - 1) >> FIRST_SHIFT);
}

/**
 * smc_sat_add16() - add, and stay at the maximum instead of wrapping
 * @a: one summand
 * @b: other summand
 *
 * Return: the sum, at most 65535.
 */
u16 smc_sat_add16(u16 a, u16 b)
{
	u16 sum = a + b;

	return sum < a ? (u16)~0U : sum;
}

/**
 * smc_sat_add32() - add, and stay at the maximum instead of wrapping
 * @a: one summand
 * @b: other summand
 *
 * Return: the sum, at most 2^32 - 1.
 */
u32 smc_sat_add32(u32 a, u32 b)
{
	u32 sum = a + b;

	return sum < a ? ~0U : sum;
}

/**
 * smc_sat_add64() - add, and stay at the maximum instead of wrapping
 * @a: one summand
 * @b: other summand
 *
 * Return: the sum, at most 2^64 - 1.
 */
u64 smc_sat_add64(u64 a, u64 b)
{
	u64 sum = a + b;

	return sum < a ? ~0ULL : sum;
}
