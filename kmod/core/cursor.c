// SPDX-License-Identifier: GPL-2.0-or-later
#include "cursor.h"

/**
 * smc_cursor_from_pos() - show a position
 * @pos: 64-bit position
 * @size: size of the buffer, not 0, need not be a power of two
 *
 * Return: the cursor.
 */
struct smc_cursor smc_cursor_from_pos(u64 pos, u32 size)
{
	struct smc_cursor c;

	c.wrap = div_u64_rem(pos, size, &c.count);
	return c;
}

/**
 * smc_cursor_add() - move a cursor on
 * @c: cursor, count < @size
 * @n: bytes, at most @size
 * @size: size of the buffer
 *
 * Return: the moved cursor.
 */
struct smc_cursor smc_cursor_add(struct smc_cursor c, u32 n, u32 size)
{
	c.count += n;
	if (c.count >= size) {
		c.count -= size;
		c.wrap++;
	}
	return c;
}

/**
 * smc_cursor_diff() - distance of two cursors
 * @old: the one behind
 * @new: the one ahead, by at most @size
 * @size: size of the buffer
 *
 * Return: bytes from @old to @new, 0 when @new is behind in the same turn.
 */
u32 smc_cursor_diff(struct smc_cursor old, struct smc_cursor new, u32 size)
{
	if (old.wrap != new.wrap)
		return size - old.count + new.count;
	return new.count > old.count ? new.count - old.count : 0;
}

/**
 * smc_cursor_compare() - which cursor is ahead?
 * @a: one cursor
 * @b: other cursor, less than 32768 turns away
 *
 * The signed difference keeps the order over the turn from 65535 to 0.
 *
 * Return: negative when @a is behind @b, 0 when equal, positive when ahead.
 */
int smc_cursor_compare(struct smc_cursor a, struct smc_cursor b)
{
	s16 turns = a.wrap - b.wrap;

	if (turns)
		return turns;
	return (a.count > b.count) - (a.count < b.count);
}

/**
 * smc_cursor_advance() - take over a cursor that a peer has sent
 * @pos: the position known so far
 * @c: the cursor received, hostile
 * @size: size of the buffer
 * @ret: the new position, set on success only
 *
 * Return: 0, -ESTALE when @c is behind @pos (an old message: ignore it),
 * -EBADMSG when @c is outside the buffer or ahead by more than its size.
 */
int smc_cursor_advance(u64 pos, struct smc_cursor c, u32 size, u64 *ret)
{
	struct smc_cursor now = smc_cursor_from_pos(pos, size);
	u16 turns = c.wrap - now.wrap;

	if (c.count >= size)
		return -EBADMSG;
	if (smc_cursor_compare(c, now) < 0)
		return -ESTALE;
	if (turns > 1 || (turns == 1 && c.count > now.count))
		return -EBADMSG;
	*ret = pos + smc_cursor_diff(now, c, size);
	return 0;
}
