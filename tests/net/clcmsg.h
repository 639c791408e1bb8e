/* SPDX-License-Identifier: GPL-2.0-or-later */
/* CLC messages as bytes, laid out by hand, for peers that misbehave. */
#ifndef TESTS_NET_CLCMSG_H
#define TESTS_NET_CLCMSG_H

#include <stddef.h>
#include <stdint.h>

enum {
	CLC_PROPOSAL = 1,
	CLC_ACCEPT = 2,
	CLC_CONFIRM = 3,
	CLC_DECLINE = 4,
};

#define CLC_PROPOSAL_LEN 224
#define CLC_ACCEPT_LEN 130
#define CLC_DECLINE_LEN 44
#define CLC_EID_LEN 32

/**
 * struct clc_field - a field of a message
 * @name: for the report
 * @off, @size: place; size 1, 2, 4 or 8
 */
struct clc_field {
	const char *name;
	uint16_t off, size;
};

extern const struct clc_field clc_proposal_fields[];
extern const struct clc_field clc_accept_fields[];

/**
 * clc_proposal() - what a client of this host offers: SMC-D v2.1, loopback
 * @msg: CLC_PROPOSAL_LEN bytes
 * @eid: UEID
 * @gid: 16 bytes
 */
void clc_proposal(uint8_t *msg, const char *eid, const uint8_t *gid);

/**
 * clc_accept() - what a server answers at first contact
 * @msg: CLC_ACCEPT_LEN bytes
 * @type: CLC_ACCEPT or CLC_CONFIRM
 * @eid: UEID
 * @gid: 16 bytes
 * @token: of the DMB
 */
void clc_accept(uint8_t *msg, uint8_t type, const char *eid,
		const uint8_t *gid, uint64_t token);

/* a DECLINE of CLC_DECLINE_LEN bytes */
void clc_decline(uint8_t *msg, uint32_t reason);

/* diagnosis of a DECLINE */
uint32_t clc_reason(const uint8_t *msg);

/* big-endian value of a field; set it */
uint64_t clc_get(const uint8_t *msg, const struct clc_field *field);
void clc_set(uint8_t *msg, const struct clc_field *field, uint64_t value);

#endif
