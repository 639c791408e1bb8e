/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What only our module tells, by its family SMC_EXT. All of it is optional:
 * the stock module has no such family, and the tools do without.
 */
#ifndef SMC_EXT_H
#define SMC_EXT_H

#include <stdint.h>

#include "query.h"

struct smc_ext_info {
	uint64_t has;
	char version[32];
};

struct smc_ext_sock {
	uint64_t has;
	uint64_t cookie;
	uint16_t family;
};

struct smc_ext_dev {
	uint64_t has;
	char name[64];
	uint8_t active;
	uint8_t dmb_type;
	uint32_t dmbs;
	uint64_t dmb_bytes;
	uint64_t gid;
	uint64_t gid_ext;
};

/* Numbers of sockets, by who serves their calls. */
struct smc_ext_modes {
	uint64_t has;
	uint32_t init;
	uint32_t handshake;
	uint32_t listen;
	uint32_t tcp;
	uint32_t smc;
};

struct smc_ext_gauges {
	uint64_t has;
	struct smc_ext_modes modes;
	uint32_t conns;
	uint32_t lgrs;
	uint32_t dmbs;
	uint64_t dmb_bytes;
	uint32_t hs_pending;
	uint64_t hs_limited;
	uint64_t garbage;
	uint64_t cut;
	uint64_t eof;
	uint64_t timeout;
};

struct smc_ext_tune {
	uint64_t has;
	char name[64];
	uint32_t value;
	uint32_t automatic;
};

extern const struct smc_query smc_ext_query_info;
extern const struct smc_query smc_ext_query_socks;
extern const struct smc_query smc_ext_query_dev;
extern const struct smc_query smc_ext_query_gauges;
extern const struct smc_query smc_ext_query_tune;

int smc_ext_open(struct smc_nl **ret, struct smc_err *err);
int smc_ext_list(const struct smc_query *query, struct smc_list *ret,
		 struct smc_err *err);

#endif /* SMC_EXT_H */
