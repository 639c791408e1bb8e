// SPDX-License-Identifier: GPL-2.0-or-later
#include "window.h"

/* Floors: an update for less, or a copy in smaller steps, is not worth it. */
#define MIN_UPDATE	2304U
#define MIN_SPLIT	4096U

/**
 * smc_window_should_update() - is the peer to be told what was read?
 * @w: state after a piece was consumed, or before the reader sleeps
 *
 * The rule of RFC 7609 (tell it when much was read and the sender's window
 * is small) starves a sender of large messages: the piece that would unblock
 * it may be too small to be told. So a blocked sender is also told when
 * nothing is left to read, and everybody after a quarter of the buffer.
 * It needs copies in steps of smc_window_split() to work.
 *
 * Return: true when the consumer cursor is to be sent now.
 */
bool smc_window_should_update(const struct smc_window *w)
{
	u64 unsaid = w->cons - w->conf;
	u64 known_used = w->prod - w->conf;
	u32 known_free = w->size - min_t(u64, known_used, w->size);

	if (w->requested || w->force)
		return true;
	if (!unsaid)
		return false;
	if (w->write_blocked && w->cons == w->prod)
		return true;
	if (unsaid >= w->size / 4)
		return true;
	return unsaid > max(w->size / 10, MIN_UPDATE) &&
	       (known_free <= w->size / 2 || w->write_blocked);
}

/**
 * smc_window_split() - longest copy between two looks at the other end
 * @size: size of the buffer
 *
 * Return: bytes; a copy of the whole buffer at once would make sender and
 * receiver work strictly in turn.
 */
u32 smc_window_split(u32 size)
{
	return max(size / 4, MIN_SPLIT);
}
