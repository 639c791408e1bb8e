/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The PNET table of this network namespace, by the family SMC_PNETID. */
#ifndef SMC_PNET_H
#define SMC_PNET_H

#include "model.h"
#include "query.h"

/* What the kernel says instead of a name, and of a port. */
#define SMC_PNET_NONE		"n/a"
#define SMC_PNET_NO_PORT	0xff

struct smc_pnet {
	uint64_t has;
	char pnetid[SMC_MODEL_PNETID_SIZE];
	char eth[64];
	char ib[64];
	uint8_t port;
};

extern const struct smc_query smc_query_pnet;

int smc_pnet_list(struct smc_list *ret, struct smc_err *err);

#endif /* SMC_PNET_H */
