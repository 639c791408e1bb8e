/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is wrong with this host, as far as SMC goes. */
#ifndef SMC_CHK_HEALTH_H
#define SMC_CHK_HEALTH_H

struct smc_ctx;

int chk_health(struct smc_ctx *ctx);
int chk_interface(struct smc_ctx *ctx, const char *name);

#endif /* SMC_CHK_HEALTH_H */
