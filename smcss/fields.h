/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What smcss shows of a socket. */
#ifndef SMCSS_FIELDS_H
#define SMCSS_FIELDS_H

#include "field.h"
#include "sock.h"

/* Columns beyond those that are always there, from left to right. */
enum {
	SMCSS_DEBUG	= 1 << 0,
	SMCSS_SMCD	= 1 << 1,
	SMCSS_GID	= 1 << 2,	/* 64 bits of it, as ever */
	SMCSS_GID_FULL	= 1 << 3,	/* or all 128 */
	SMCSS_SMCR	= 1 << 4,
	SMCSS_REASONS	= 1 << 5,
	SMCSS_TCP	= 1 << 6,
	SMCSS_MEMORY	= 1 << 7,
	SMCSS_RATES	= 1 << 8,
	SMCSS_USERS	= 1 << 9,
};

extern const struct smc_table smcss_table;

bool smcss_is_connected(const struct smc_sock *sock);
bool smcss_is_tcp(const struct smc_sock *sock);

#endif /* SMCSS_FIELDS_H */
