/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cursors over a message. A read beyond the end yields zeros and a write
 * beyond it is dropped; both mark the cursor, so one test at the end serves
 * for all steps. Nothing here ever touches a byte outside the buffer.
 */
#ifndef SMC_CORE_WIRE_H
#define SMC_CORE_WIRE_H

#include "port.h"

/**
 * struct smc_rd - read cursor
 * @p: next byte
 * @left: bytes that may still be read
 * @bad: more was asked for than there was
 */
struct smc_rd {
	const u8 *p;
	size_t left;
	bool bad;
};

/**
 * struct smc_wr - write cursor
 * @p: next byte
 * @left: room
 * @bad: more was written than there was room
 */
struct smc_wr {
	u8 *p;
	size_t left;
	bool bad;
};

struct smc_rd smc_rd_init(const void *buf, size_t len);
void smc_rd_skip(struct smc_rd *r, size_t n);
void smc_rd_bytes(struct smc_rd *r, void *to, size_t n);
u8 smc_rd_u8(struct smc_rd *r);
u16 smc_rd_be16(struct smc_rd *r);
u32 smc_rd_be24(struct smc_rd *r);
u32 smc_rd_be32(struct smc_rd *r);
u64 smc_rd_be64(struct smc_rd *r);

struct smc_wr smc_wr_init(void *buf, size_t size);
void smc_wr_zero(struct smc_wr *w, size_t n);
void smc_wr_bytes(struct smc_wr *w, const void *from, size_t n);
void smc_wr_u8(struct smc_wr *w, u8 v);
void smc_wr_be16(struct smc_wr *w, u16 v);
void smc_wr_be24(struct smc_wr *w, u32 v);
void smc_wr_be32(struct smc_wr *w, u32 v);
void smc_wr_be64(struct smc_wr *w, u64 v);

#endif /* SMC_CORE_WIRE_H */
