// SPDX-License-Identifier: GPL-2.0-or-later
#include "wire.h"

/* Return: @n readable bytes, or NULL with the cursor marked and emptied. */
static const u8 *rd_take(struct smc_rd *r, size_t n)
{
	const u8 *p = r->p;

	if (n > r->left) {
		r->bad = true;
		r->left = 0;
		return NULL;
	}
	r->p += n;
	r->left -= n;
	return p;
}

/* Return: room for @n bytes, or NULL with the cursor marked and emptied. */
static u8 *wr_take(struct smc_wr *w, size_t n)
{
	u8 *p = w->p;

	if (n > w->left) {
		w->bad = true;
		w->left = 0;
		return NULL;
	}
	w->p += n;
	w->left -= n;
	return p;
}

static u64 rd_be(struct smc_rd *r, size_t n)
{
	const u8 *p = rd_take(r, n);
	u64 v = 0;

	while (p && n--)
		v = v << 8 | *p++;
	return v;
}

static void wr_be(struct smc_wr *w, u64 v, size_t n)
{
	u8 *p = wr_take(w, n);

	while (p && n--)
		*p++ = v >> (8 * n);
}

/**
 * smc_rd_init() - start reading
 * @buf: first byte
 * @len: bytes that may be read
 *
 * Return: the cursor.
 */
struct smc_rd smc_rd_init(const void *buf, size_t len)
{
	return (struct smc_rd){ .p = buf, .left = len };
}

/**
 * smc_rd_skip() - step over bytes
 * @r: cursor
 * @n: how many
 */
void smc_rd_skip(struct smc_rd *r, size_t n)
{
	(void)rd_take(r, n);
}

/**
 * smc_rd_bytes() - copy bytes out, zeros when there are too few
 * @r: cursor
 * @to: destination
 * @n: how many
 */
void smc_rd_bytes(struct smc_rd *r, void *to, size_t n)
{
	const u8 *p = rd_take(r, n);

	if (p)
		memcpy(to, p, n);
	else
		memset(to, 0, n);
}

/**
 * smc_rd_u8() - read one byte
 * @r: cursor
 *
 * Return: the value, 0 at the end.
 */
u8 smc_rd_u8(struct smc_rd *r)
{
	return rd_be(r, 1);
}

/**
 * smc_rd_be16() - read a 16-bit number
 * @r: cursor
 *
 * Return: the value, 0 at the end.
 */
u16 smc_rd_be16(struct smc_rd *r)
{
	return rd_be(r, 2);
}

/**
 * smc_rd_be24() - read a 24-bit number
 * @r: cursor
 *
 * Return: the value, 0 at the end.
 */
u32 smc_rd_be24(struct smc_rd *r)
{
	return rd_be(r, 3);
}

/**
 * smc_rd_be32() - read a 32-bit number
 * @r: cursor
 *
 * Return: the value, 0 at the end.
 */
u32 smc_rd_be32(struct smc_rd *r)
{
	return rd_be(r, 4);
}

/**
 * smc_rd_be64() - read a 64-bit number
 * @r: cursor
 *
 * Return: the value, 0 at the end.
 */
u64 smc_rd_be64(struct smc_rd *r)
{
	return rd_be(r, 8);
}

/**
 * smc_wr_init() - start writing
 * @buf: first byte
 * @size: room
 *
 * Return: the cursor.
 */
struct smc_wr smc_wr_init(void *buf, size_t size)
{
	return (struct smc_wr){ .p = buf, .left = size };
}

/**
 * smc_wr_zero() - write zeros
 * @w: cursor
 * @n: how many
 */
void smc_wr_zero(struct smc_wr *w, size_t n)
{
	u8 *p = wr_take(w, n);

	if (p)
		memset(p, 0, n);
}

/**
 * smc_wr_bytes() - copy bytes in
 * @w: cursor
 * @from: source
 * @n: how many
 */
void smc_wr_bytes(struct smc_wr *w, const void *from, size_t n)
{
	u8 *p = wr_take(w, n);

	if (p)
		memcpy(p, from, n);
}

/**
 * smc_wr_u8() - write one byte
 * @w: cursor
 * @v: value
 */
void smc_wr_u8(struct smc_wr *w, u8 v)
{
	wr_be(w, v, 1);
}

/**
 * smc_wr_be16() - write a 16-bit number
 * @w: cursor
 * @v: value
 */
void smc_wr_be16(struct smc_wr *w, u16 v)
{
	wr_be(w, v, 2);
}

/**
 * smc_wr_be24() - write a 24-bit number
 * @w: cursor
 * @v: value, the highest byte is dropped
 */
void smc_wr_be24(struct smc_wr *w, u32 v)
{
	wr_be(w, v, 3);
}

/**
 * smc_wr_be32() - write a 32-bit number
 * @w: cursor
 * @v: value
 */
void smc_wr_be32(struct smc_wr *w, u32 v)
{
	wr_be(w, v, 4);
}

/**
 * smc_wr_be64() - write a 64-bit number
 * @w: cursor
 * @v: value
 */
void smc_wr_be64(struct smc_wr *w, u64 v)
{
	wr_be(w, v, 8);
}
