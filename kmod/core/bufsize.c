// SPDX-License-Identifier: GPL-2.0-or-later
#include "bufsize.h"

#define MIN_SHIFT 14	/* of SMC_BUF_MIN_SIZE */

/**
 * smc_bufsize_compress() - class of a size
 * @size: bytes
 *
 * Return: the smallest class with room for @size, at most the largest one.
 */
u8 smc_bufsize_compress(u32 size)
{
	if (size <= SMC_BUF_MIN_SIZE)
		return 0;
	return min(fls((size - 1) >> MIN_SHIFT), SMC_BUF_CLASSES - 1);
}

/**
 * smc_bufsize_uncompress() - size of a class
 * @class: class, values out of range count as the largest one
 *
 * Return: bytes.
 */
u32 smc_bufsize_uncompress(u8 class)
{
	return SMC_BUF_MIN_SIZE << min_t(u8, class, SMC_BUF_CLASSES - 1);
}

/**
 * smc_bufsize_class() - class to begin with
 * @wanted: bytes somebody would like to have
 * @max_class: SMC_BUF_MAX_CLASS_D, SMC_BUF_MAX_CLASS_R or a lower limit
 *
 * Return: the class.
 */
u8 smc_bufsize_class(u32 wanted, u8 max_class)
{
	return min(smc_bufsize_compress(wanted), max_class);
}

/**
 * smc_bufsize_halve() - next class to try when an allocation has failed
 * @class: the class that failed, changed to the next smaller one
 *
 * Return: false when it was the smallest, @class is unchanged then.
 */
bool smc_bufsize_halve(u8 *class)
{
	if (!*class)
		return false;
	--*class;
	return true;
}

/**
 * smc_bufsize_payload_d() - what an SMC-D peer may fill
 * @class: class of the DMB
 *
 * Return: bytes of data that fit behind the header.
 */
u32 smc_bufsize_payload_d(u8 class)
{
	return smc_bufsize_uncompress(class) - SMC_DMB_HDR_LEN;
}
