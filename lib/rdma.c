// SPDX-License-Identifier: GPL-2.0-or-later
#include "rdma.h"

#include <errno.h>
#include <infiniband/verbs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec.h"

/* GIDs that are read of a device: the verbs have 16 bits for their bytes. */
#define GIDS_MAX	1024

/* Codes of the verbs are sparse: bits of speeds and of widths. */
struct code {
	uint32_t code;
	uint32_t value;
};

/* Mbit/s of one lane, which InfiniBand's names round. */
static const struct code speeds[] = {
	{ 1, 2500 }, { 2, 5000 }, { 4, 10000 }, { 8, 10000 }, { 16, 14000 },
	{ 32, 25000 }, { 64, 50000 }, { 128, 100000 }, { 256, 200000 },
};

static const struct code widths[] = {
	{ 1, 1 }, { 2, 4 }, { 4, 8 }, { 8, 12 }, { 16, 2 },
};

static const struct code mtus[] = {
	{ IBV_MTU_256, 256 }, { IBV_MTU_512, 512 }, { IBV_MTU_1024, 1024 },
	{ IBV_MTU_2048, 2048 }, { IBV_MTU_4096, 4096 },
};

#define VALUE(table, wanted) \
	code_value(table, sizeof(table) / sizeof((table)[0]), wanted)

static uint32_t code_value(const struct code *table, size_t n, uint32_t code)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (table[i].code == code)
			return table[i].value;
	return 0;
}

static const char *state_name(enum ibv_port_state state)
{
	switch (state) {
	case IBV_PORT_DOWN:
		return "DOWN";
	case IBV_PORT_INIT:
		return "INIT";
	case IBV_PORT_ARMED:
		return "ARMED";
	case IBV_PORT_ACTIVE:
		return "ACTIVE";
	case IBV_PORT_ACTIVE_DEFER:
		return "DEFER";
	case IBV_PORT_NOP:
		break;
	}
	return "UNKNOWN";
}

static enum smc_rdma_link link_of(uint8_t layer)
{
	switch (layer) {
	case IBV_LINK_LAYER_ETHERNET:
		return SMC_RDMA_LINK_ETHERNET;
	case IBV_LINK_LAYER_INFINIBAND:
		return SMC_RDMA_LINK_INFINIBAND;
	}
	return SMC_RDMA_LINK_OTHER;
}

static enum smc_rdma_gid_type gid_type(uint32_t type)
{
	switch (type) {
	case IBV_GID_TYPE_ROCE_V1:
		return SMC_RDMA_GID_ROCE_V1;
	case IBV_GID_TYPE_ROCE_V2:
		return SMC_RDMA_GID_ROCE_V2;
	}
	return SMC_RDMA_GID_IB;
}

static int list_add(struct smc_list *list, const void *item)
{
	void *items = reallocarray(list->items, list->count + 1, list->size);

	if (!items)
		return -ENOMEM;
	list->items = items;
	memcpy((char *)items + list->count++ * list->size, item, list->size);
	return 0;
}

/* The GIDs of a port, and what they tell of it. */
static int gids_add(struct smc_rdma *rdma, struct smc_rdma_port *port,
		    const struct ibv_gid_entry *entries, size_t n)
{
	size_t i;
	int rc = 0;

	for (i = 0; !rc && i < n; i++) {
		const struct ibv_gid_entry *e = &entries[i];
		struct smc_rdma_gid gid = {
			.port = port->port, .index = e->gid_index,
			.type = gid_type(e->gid_type),
			.ifindex = e->ndev_ifindex,
		};

		if (e->port_num != port->port)
			continue;
		memcpy(gid.device, port->device, sizeof(gid.device));
		memcpy(gid.gid, e->gid.raw, sizeof(gid.gid));
		rc = list_add(&rdma->gids, &gid);
		port->gids++;
		port->gid_types |= (uint8_t)(1 << gid.type);
		if (!port->ifindex)
			port->ifindex = e->ndev_ifindex;
	}
	return rc;
}

static int port_add(struct smc_rdma *rdma, struct ibv_context *ctx,
		    struct smc_rdma_port *port,
		    const struct ibv_gid_entry *entries, size_t n)
{
	struct ibv_port_attr attr = { 0 };
	int rc;

	if (ibv_query_port(ctx, port->port, &attr)) {
		snprintf(rdma->why, sizeof(rdma->why),
			 "port %u of %s does not answer: %s", port->port,
			 port->device, strerror(errno));
		return 0;
	}
	port->state = state_name(attr.state);
	port->link = link_of(attr.link_layer);
	port->mtu = VALUE(mtus, attr.active_mtu);
	port->rate = (uint64_t)VALUE(speeds, attr.active_speed) *
		     VALUE(widths, attr.active_width);
	rc = gids_add(rdma, port, entries, n);
	return rc ? rc : list_add(&rdma->ports, port);
}

static int device_add(struct smc_rdma *rdma, struct ibv_device *dev)
{
	struct smc_rdma_port port = { 0 };
	struct ibv_gid_entry *entries;
	struct ibv_device_attr attr;
	struct ibv_context *ctx;
	int rc = -ENOMEM;
	ssize_t n = 0;
	unsigned int i;

	smc_text_copy(port.device, sizeof(port.device),
		      ibv_get_device_name(dev), sizeof(port.device));
	ctx = ibv_open_device(dev);
	if (!ctx || ibv_query_device(ctx, &attr)) {
		snprintf(rdma->why, sizeof(rdma->why),
			 "%s cannot be opened: %s", port.device,
			 strerror(errno));
		if (ctx)
			(void)ibv_close_device(ctx); /* nothing is lost */
		return 0;
	}
	smc_text_copy(port.firmware, sizeof(port.firmware), attr.fw_ver,
		      sizeof(attr.fw_ver));
	entries = calloc(GIDS_MAX, sizeof(*entries));
	if (entries) {
		n = ibv_query_gid_table(ctx, entries, GIDS_MAX, 0);
		rc = 0;
	}
	for (i = 1; !rc && i <= attr.phys_port_cnt; i++) {
		struct smc_rdma_port one = port;

		one.port = (uint8_t)i;
		rc = port_add(rdma, ctx, &one, entries,
			      n > 0 ? (size_t)n : 0);
	}
	free(entries);
	(void)ibv_close_device(ctx); /* nothing is lost */
	return rc;
}

/**
 * smc_rdma_read() - ask all RDMA devices
 * @ret: gets what they answer, to be freed with smc_rdma_free(); a device
 *	that does not answer is left out, and said in @why
 * @err: says what went wrong
 *
 * Return: 0 or -ENOMEM.
 */
int smc_rdma_read(struct smc_rdma *ret, struct smc_err *err)
{
	struct ibv_device **devs;
	int i, n = 0, rc = 0;

	*ret = (struct smc_rdma){
		.ports.size = sizeof(struct smc_rdma_port),
		.gids.size = sizeof(struct smc_rdma_gid),
	};
	devs = ibv_get_device_list(&n);
	if (!devs) {
		snprintf(ret->why, sizeof(ret->why), "no RDMA here: %s",
			 errno == ENOSYS ? "ib_uverbs is not loaded" :
			 strerror(errno));
		return 0;
	}
	for (i = 0; !rc && i < n; i++)
		rc = device_add(ret, devs[i]);
	ibv_free_device_list(devs);
	if (!rc)
		return 0;
	smc_rdma_free(ret);
	return smc_err_set(err, rc, "out of memory");
}

/**
 * smc_rdma_free() - forget the devices
 * @rdma: what smc_rdma_read() filled
 */
void smc_rdma_free(struct smc_rdma *rdma)
{
	smc_list_free(&rdma->ports);
	smc_list_free(&rdma->gids);
}
