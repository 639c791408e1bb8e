/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Netlink messages made by hand, for the fake kernel. */
#ifndef FAKE_MSG_H
#define FAKE_MSG_H

#include <stddef.h>
#include <stdint.h>

#define FAKE_MSG_SIZE	65536

/**
 * struct fake_msg - a datagram being made
 * @buf: its bytes
 * @len: their number
 * @start: where the message begins that is being made
 * @drop: attribute to leave out, 0: none
 * @depth: nests that are open; @drop counts in the first only
 */
struct fake_msg {
	union {
		uint64_t align;
		char buf[FAKE_MSG_SIZE];
	};
	size_t len;
	size_t start;
	unsigned int drop;
	unsigned int depth;
};

void fake_msg_begin(struct fake_msg *m, uint16_t type, uint16_t flags,
		    uint32_t seq);
void fake_msg_end(struct fake_msg *m);
void fake_put_raw(struct fake_msg *m, const void *data, size_t len);
void fake_put(struct fake_msg *m, unsigned int attr, const void *data,
	      size_t len);
void fake_put_u8(struct fake_msg *m, unsigned int attr, uint8_t v);
void fake_put_u16(struct fake_msg *m, unsigned int attr, uint16_t v);
void fake_put_u32(struct fake_msg *m, unsigned int attr, uint32_t v);
void fake_put_u64(struct fake_msg *m, unsigned int attr, uint64_t v);
void fake_put_str(struct fake_msg *m, unsigned int attr, const char *s);
size_t fake_nest_begin(struct fake_msg *m, unsigned int attr);
void fake_nest_end(struct fake_msg *m, size_t nest);

#endif /* FAKE_MSG_H */
