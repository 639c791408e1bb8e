/* SPDX-License-Identifier: GPL-2.0-or-later */
/* RDMA devices, port by port. */
#ifndef SMCR_PORT_H
#define SMCR_PORT_H

#include <net/if.h>
#include <stdbool.h>

#include "cmd.h"
#include "model.h"

/**
 * struct smcr_port - a port of a device
 * @dev: the device
 * @port: its port
 * @number: of the port, 0: the kernel told of none
 * @netdev: network device that belongs to it, "": none in this namespace
 */
struct smcr_port {
	struct smc_device dev;
	struct smc_port port;
	uint8_t number;
	char netdev[IF_NAMESIZE];
};

/* What is done with each port; what it returns ends the walk if not 0. */
typedef int (*smcr_port_fn)(struct smc_ctx *ctx, const struct smcr_port *port,
			    void *arg);

int smcr_ports_walk(struct smc_ctx *ctx, const struct smc_list *devs,
		    smcr_port_fn fn, void *arg);

#endif /* SMCR_PORT_H */
