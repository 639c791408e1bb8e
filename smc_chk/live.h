/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Tries with a real peer. */
#ifndef SMC_CHK_LIVE_H
#define SMC_CHK_LIVE_H

#include <stdbool.h>

struct smc_ctx;

/**
 * struct chk_live - where to, and how
 * @host: name or address of the peer
 * @port: number of the port
 * @family: AF_INET6 only, or AF_UNSPEC
 * @details: say more
 */
struct chk_live {
	const char *host;
	const char *port;
	int family;
	bool details;
};

int chk_client(struct smc_ctx *ctx, const struct chk_live *live);
int chk_server(struct smc_ctx *ctx, const struct chk_live *live);
int chk_path(struct smc_ctx *ctx, const struct chk_live *live);

#endif /* SMC_CHK_LIVE_H */
