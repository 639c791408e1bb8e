// SPDX-License-Identifier: GPL-2.0-or-later
/* CLC messages as bytes, laid out by hand, for peers that misbehave. */
#include "clcmsg.h"

#include <string.h>

static const uint8_t eyecatcher_r[4] = { 0xe2, 0xd4, 0xc3, 0xd9 };
static const uint8_t eyecatcher_d[4] = { 0xe2, 0xd4, 0xc3, 0xc4 };

const struct clc_field clc_proposal_fields[] = {
	{ "eyecatcher", 0, 4 },
	{ "type", 4, 1 },
	{ "length", 5, 2 },
	{ "version and types", 7, 1 },
	{ "system id", 8, 8 },
	{ "GID", 16, 8 },
	{ "MAC", 32, 4 },
	{ "iparea_offset", 38, 2 },
	{ "v1 ISM GID", 40, 8 },
	{ "last byte of the v1 ISM GID", 47, 1 },
	{ "v1 ISM CHID", 48, 2 },
	{ "v2_ext_offset", 50, 2 },
	{ "vendor", 52, 4 },
	{ "reserved", 60, 4 },
	{ "eid_cnt", 80, 1 },
	{ "ism_gid_cnt", 81, 1 },
	{ "reserved", 82, 1 },
	{ "release and SEID flag", 83, 1 },
	{ "reserved", 84, 2 },
	{ "smcd_v2_ext_offset", 86, 2 },
	{ "RoCEv2 GID", 88, 8 },
	{ "max_conns", 104, 1 },
	{ "max_links", 105, 1 },
	{ "feature_mask", 106, 2 },
	{ "reserved", 108, 4 },
	{ "EID", 120, 4 },
	{ "end of the EID", 148, 4 },
	{ "SEID", 152, 4 },
	{ "reserved", 184, 4 },
	{ "first GID", 200, 8 },
	{ "first CHID", 208, 2 },
	{ "second GID", 210, 8 },
	{ "second CHID", 218, 2 },
	{ "trailer", 220, 4 },
	{ NULL, 0, 0 }
};

const struct clc_field clc_accept_fields[] = {
	{ "eyecatcher", 0, 4 },
	{ "type", 4, 1 },
	{ "length", 5, 2 },
	{ "version, type, first contact", 7, 1 },
	{ "GID", 8, 8 },
	{ "token", 16, 8 },
	{ "DMBE index", 24, 1 },
	{ "DMBE size", 25, 1 },
	{ "reserved", 26, 2 },
	{ "link id", 28, 4 },
	{ "CHID", 32, 2 },
	{ "EID", 34, 4 },
	{ "end of the EID", 62, 4 },
	{ "second GID", 66, 8 },
	{ "direct flag", 74, 1 },
	{ "system and release", 75, 1 },
	{ "hostname", 78, 4 },
	{ "max_conns", 110, 1 },
	{ "max_links", 111, 1 },
	{ "feature_mask", 112, 2 },
	{ "vendor options", 114, 4 },
	{ "reserved", 118, 8 },
	{ "trailer", 126, 4 },
	{ NULL, 0, 0 }
};

static void header(uint8_t *msg, const uint8_t *eye, uint8_t type, size_t len,
		   uint8_t flags)
{
	memset(msg, 0, len);
	memcpy(msg, eye, 4);
	msg[4] = type;
	msg[5] = len >> 8;
	msg[6] = len;
	msg[7] = flags;
	memcpy(msg + len - 4, eye, 4);
}

static void eid_put(uint8_t *at, const char *eid)
{
	memset(at, ' ', CLC_EID_LEN);
	memcpy(at, eid, strlen(eid));
}

void clc_proposal(uint8_t *msg, const char *eid, const uint8_t *gid)
{
	/* version 2, v2: D only, v1: none */
	header(msg, eyecatcher_r, CLC_PROPOSAL, CLC_PROPOSAL_LEN, 0x26);
	msg[51] = 28;		/* v2_ext_offset, from byte 52 to 80 */
	msg[80] = 1;		/* one EID */
	msg[81] = 2;		/* one emulated ISM takes two entries */
	msg[83] = 0x10;		/* release 1, no SEID */
	msg[87] = 64;		/* smcd_v2_ext_offset, from byte 88 to 152 */
	msg[107] = 1;		/* emulated ISM supported */
	eid_put(msg + 120, eid);
	memcpy(msg + 200, gid, 8);
	memset(msg + 208, 0xff, 2);
	memcpy(msg + 210, gid + 8, 8);
	memset(msg + 218, 0xff, 2);
}

void clc_accept(uint8_t *msg, uint8_t type, const char *eid,
		const uint8_t *gid, uint64_t token)
{
	/* version 2, first contact, D */
	header(msg, eyecatcher_d, type, CLC_ACCEPT_LEN, 0x29);
	memcpy(msg + 8, gid, 8);
	for (int i = 0; i < 8; i++)
		msg[16 + i] = token >> (56 - 8 * i);
	msg[25] = 0x20;		/* 64 KiB */
	msg[28] = 0x00;
	msg[29] = 0x01;		/* link id 00010000 */
	memset(msg + 32, 0xff, 2);
	eid_put(msg + 34, eid);
	memcpy(msg + 66, gid + 8, 8);
	msg[75] = 0x21;		/* Linux, release 1 */
	memset(msg + 78, ' ', 32);
	memcpy(msg + 78, "stranger", 8);
	msg[113] = 1;		/* emulated ISM supported */
}

void clc_decline(uint8_t *msg, uint32_t reason)
{
	header(msg, eyecatcher_r, CLC_DECLINE, CLC_DECLINE_LEN, 0x20);
	for (int i = 0; i < 4; i++)
		msg[16 + i] = reason >> (24 - 8 * i);
	msg[20] = 0x20;		/* Linux */
}

uint32_t clc_reason(const uint8_t *msg)
{
	const struct clc_field diagnosis = { "diagnosis", 16, 4 };

	return clc_get(msg, &diagnosis);
}

uint64_t clc_get(const uint8_t *msg, const struct clc_field *field)
{
	uint64_t value = 0;

	for (int i = 0; i < field->size; i++)
		value = value << 8 | msg[field->off + i];
	return value;
}

void clc_set(uint8_t *msg, const struct clc_field *field, uint64_t value)
{
	for (int i = field->size - 1; i >= 0; i--, value >>= 8)
		msg[field->off + i] = value;
}
