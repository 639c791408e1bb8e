// SPDX-License-Identifier: GPL-2.0-or-later
#include "msg.h"

#include <linux/netlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Append bytes, and zeros up to the next multiple of four. */
void fake_put_raw(struct fake_msg *m, const void *data, size_t len)
{
	if (m->len + NLA_ALIGN(len) > sizeof(m->buf)) {
		fprintf(stderr, "fake kernel: message too long\n");
		abort();
	}
	memset(m->buf + m->len, 0, NLA_ALIGN(len));
	memcpy(m->buf + m->len, data, len);
	m->len += NLA_ALIGN(len);
}

/* Begin a message. */
void fake_msg_begin(struct fake_msg *m, uint16_t type, uint16_t flags,
		    uint32_t seq)
{
	struct nlmsghdr nlh = {
		.nlmsg_type = type, .nlmsg_flags = flags, .nlmsg_seq = seq,
	};

	m->start = m->len;
	m->depth = 0;
	fake_put_raw(m, &nlh, sizeof(nlh));
}

/* End a message. */
void fake_msg_end(struct fake_msg *m)
{
	uint32_t len = (uint32_t)(m->len - m->start);

	memcpy(m->buf + m->start, &len, sizeof(len));
}

/* Append an attribute. */
void fake_put(struct fake_msg *m, unsigned int attr, const void *data,
	      size_t len)
{
	struct nlattr nla = {
		.nla_type = (uint16_t)attr,
		.nla_len = (uint16_t)(NLA_HDRLEN + len),
	};

	if (m->drop && m->drop == attr && m->depth <= 1)
		return;
	fake_put_raw(m, &nla, sizeof(nla));
	fake_put_raw(m, data, len);
}

/* Append a number of one byte. */
void fake_put_u8(struct fake_msg *m, unsigned int attr, uint8_t v)
{
	fake_put(m, attr, &v, sizeof(v));
}

/* Append a number of two bytes. */
void fake_put_u16(struct fake_msg *m, unsigned int attr, uint16_t v)
{
	fake_put(m, attr, &v, sizeof(v));
}

/* Append a number of four bytes. */
void fake_put_u32(struct fake_msg *m, unsigned int attr, uint32_t v)
{
	fake_put(m, attr, &v, sizeof(v));
}

/* Append a number of eight bytes. */
void fake_put_u64(struct fake_msg *m, unsigned int attr, uint64_t v)
{
	fake_put(m, attr, &v, sizeof(v));
}

/* Append a string with its NUL. */
void fake_put_str(struct fake_msg *m, unsigned int attr, const char *s)
{
	fake_put(m, attr, s, strlen(s) + 1);
}

/* Open a nest; returns what closes it. */
size_t fake_nest_begin(struct fake_msg *m, unsigned int attr)
{
	struct nlattr nla = { .nla_type = (uint16_t)(attr | NLA_F_NESTED) };
	size_t nest = m->len;

	fake_put_raw(m, &nla, sizeof(nla));
	m->depth++;
	return nest;
}

/* Close a nest. */
void fake_nest_end(struct fake_msg *m, size_t nest)
{
	uint16_t len = (uint16_t)(m->len - nest);

	memcpy(m->buf + nest, &len, sizeof(len));
	m->depth--;
}
