/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cursors. Inside, a position is the 64-bit number of bytes ever moved; the
 * wire and diag show it as {wrap, count} of a buffer of a given size.
 */
#ifndef SMC_CORE_CURSOR_H
#define SMC_CORE_CURSOR_H

#include "port.h"

/**
 * struct smc_cursor - a position as the wire shows it
 * @count: offset in the buffer, less than its size
 * @wrap: turns of the buffer, modulo 65536
 */
struct smc_cursor {
	u32 count;
	u16 wrap;
};

struct smc_cursor smc_cursor_from_pos(u64 pos, u32 size);
struct smc_cursor smc_cursor_add(struct smc_cursor c, u32 n, u32 size);
u32 smc_cursor_diff(struct smc_cursor old, struct smc_cursor new, u32 size);
int smc_cursor_compare(struct smc_cursor a, struct smc_cursor b);
int smc_cursor_advance(u64 pos, struct smc_cursor c, u32 size, u64 *ret);

#endif /* SMC_CORE_CURSOR_H */
