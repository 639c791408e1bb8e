/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When to tell the sender that its peer has read; size of a copy step. */
#ifndef SMC_CORE_WINDOW_H
#define SMC_CORE_WINDOW_H

#include "port.h"

/**
 * struct smc_window - what the receiver knows after it consumed a piece
 * @prod: position up to which the peer has written
 * @cons: position up to which was read
 * @conf: the last value of @cons that was told to the peer
 * @size: payload size of the receive buffer
 * @requested: the peer asked to be told
 * @force: tell it in any case (the urgent byte was passed)
 * @write_blocked: the peer said that it waits for room
 *
 * Positions are 64-bit monotonic, conf <= cons <= prod <= conf + size.
 */
struct smc_window {
	u64 prod;
	u64 cons;
	u64 conf;
	u32 size;
	bool requested;
	bool force;
	bool write_blocked;
};

bool smc_window_should_update(const struct smc_window *w);
u32 smc_window_split(u32 size);

#endif /* SMC_CORE_WINDOW_H */
