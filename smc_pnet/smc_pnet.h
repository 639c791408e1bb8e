/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the commands of smc_pnet share. */
#ifndef SMC_PNET_TOOL_H
#define SMC_PNET_TOOL_H

#include "cmd.h"

/**
 * struct smc_pnet_opts - options of smc_pnet
 * @common: those that all tools have
 * @add: PNET ID to add devices to
 * @del: PNET ID to remove
 * @show: PNET ID to show
 * @flush: remove all
 * @interface: network device to add
 * @device: RDMA or SMC-D device to add
 * @port: its port
 * @replace: a device may have another PNET ID, or this one already
 */
struct smc_pnet_opts {
	struct smc_opts common;
	const char *add;
	const char *del;
	const char *show;
	bool flush;
	const char *interface;
	const char *device;
	const char *port;
	bool replace;
};

extern const struct smc_cmd smc_pnet_cmd_show;
extern const struct smc_cmd smc_pnet_cmd_add;
extern const struct smc_cmd smc_pnet_cmd_del;
extern const struct smc_cmd smc_pnet_cmd_flush;
extern const struct smc_cmd smc_pnet_cmd_explain;

/* show.c, also for other commands */
int smc_pnet_id_read(struct smc_ctx *ctx, char ret[SMC_MODEL_PNETID_SIZE]);
int smc_pnet_opts_check(struct smc_ctx *ctx);

/* words.c */
int smc_pnet_id_words(struct smc_ctx *ctx);
int smc_pnet_link_words(struct smc_ctx *ctx);
int smc_pnet_device_words(struct smc_ctx *ctx);
int smc_pnet_port_words(struct smc_ctx *ctx);

#endif /* SMC_PNET_TOOL_H */
