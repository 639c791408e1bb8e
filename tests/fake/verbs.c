// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * RDMA devices that libibverbs would tell of; they take the place of
 * lib/rdma.c. Only with verbs=DEVICES: as the name of a set says below.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "knob.h"
#include "rdma.h"

static void port_add(struct smc_rdma *rdma, const struct smc_rdma_port *port)
{
	struct smc_list *list = &rdma->ports;

	list->items = realloc(list->items, (list->count + 1) * list->size);
	if (!list->items)
		abort();
	memcpy((char *)list->items + list->count++ * list->size, port,
	       list->size);
}

static void gid_add(struct smc_rdma *rdma, const struct smc_rdma_gid *gid)
{
	struct smc_list *list = &rdma->gids;

	list->items = realloc(list->items, (list->count + 1) * list->size);
	if (!list->items)
		abort();
	memcpy((char *)list->items + list->count++ * list->size, gid,
	       list->size);
}

/* verbs=x86: an adapter with a port for each cable, and a software device. */
static void x86_add(struct smc_rdma *rdma)
{
	const struct smc_rdma_port ports[] = {
		{ .device = "mlx5_0", .port = 1, .firmware = "14.25.1020",
		  .state = "ACTIVE", .link = SMC_RDMA_LINK_ETHERNET,
		  .mtu = 4096, .rate = 25000, .gids = 3, .gid_types = 6 },
		{ .device = "mlx5_1", .port = 1, .firmware = "14.25.1020",
		  .state = "DOWN", .link = SMC_RDMA_LINK_INFINIBAND,
		  .mtu = 2048, .rate = 2500, .gids = 1, .gid_types = 1 },
		{ .device = "rxe0", .port = 1, .state = "ACTIVE",
		  .link = SMC_RDMA_LINK_ETHERNET, .mtu = 1024, .rate = 10000,
		  .gids = 1, .gid_types = 4, .ifindex = 1 },
	};
	const struct smc_rdma_gid gids[] = {
		{ .device = "mlx5_0", .port = 1, .index = 0,
		  .type = SMC_RDMA_GID_ROCE_V1,
		  .gid = { 0xfe, 0x80, [15] = 1 } },
		{ .device = "rxe0", .port = 1, .index = 5,
		  .type = SMC_RDMA_GID_ROCE_V2, .ifindex = 1,
		  .gid = { [10] = 0xff, 0xff, 10, 0, 0, 1 } },
	};
	size_t i;

	for (i = 0; i < sizeof(ports) / sizeof(ports[0]); i++)
		port_add(rdma, &ports[i]);
	for (i = 0; i < sizeof(gids) / sizeof(gids[0]); i++)
		gid_add(rdma, &gids[i]);
}

int smc_rdma_read(struct smc_rdma *ret, struct smc_err *err)
{
	char set[16];

	(void)err;
	*ret = (struct smc_rdma){
		.ports.size = sizeof(struct smc_rdma_port),
		.gids.size = sizeof(struct smc_rdma_gid),
	};
	if (!knob_value("verbs", set, sizeof(set)))
		snprintf(ret->why, sizeof(ret->why),
			 "no RDMA here: ib_uverbs is not loaded");
	else if (!strcmp(set, "x86"))
		x86_add(ret);
	return 0;
}

void smc_rdma_free(struct smc_rdma *rdma)
{
	smc_list_free(&rdma->ports);
	smc_list_free(&rdma->gids);
}
