// SPDX-License-Identifier: GPL-2.0-or-later
#include "port.h"

#include <linux/smc.h>

#include "nl.h"
#include "query.h"

/* A port that is not there may be sent all the same, and says so. */
static bool port_valid(const struct smc_device *dev, unsigned int attr,
		       const struct smc_port *port)
{
	return smc_has(dev->has, attr) &&
	       (!smc_has(port->has, SMC_NLA_DEV_PORT_VALID) || port->valid);
}

static int port_visit(struct smc_ctx *ctx, const struct smc_device *dev,
		      uint8_t number, smcr_port_fn fn, void *arg)
{
	struct smcr_port p = { .dev = *dev, .number = number };

	if (number)
		p.port = number == 1 ? dev->port : dev->port2;
	if (!p.port.ifindex ||
	    smc_nl_ifname(ctx->nl, p.port.ifindex, p.netdev))
		p.netdev[0] = '\0';
	return fn(ctx, &p, arg);
}

/**
 * smcr_ports_walk() - visit all ports of RDMA devices
 * @ctx: the command
 * @devs: the devices
 * @fn: is called for each port, and once for a device without any
 * @arg: passed on to it
 *
 * Return: 0 or what @fn returned.
 */
int smcr_ports_walk(struct smc_ctx *ctx, const struct smc_list *devs,
		    smcr_port_fn fn, void *arg)
{
	size_t i;
	int rc = 0;

	for (i = 0; !rc && i < devs->count; i++) {
		const struct smc_device *dev = smc_list_at(devs, i);
		bool one = port_valid(dev, SMC_NLA_DEV_PORT, &dev->port);
		bool two = port_valid(dev, SMC_NLA_DEV_PORT2, &dev->port2);

		if (one || !two)
			rc = port_visit(ctx, dev, one, fn, arg);
		if (!rc && two)
			rc = port_visit(ctx, dev, 2, fn, arg);
	}
	return rc;
}
