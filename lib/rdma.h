/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * RDMA devices, by libibverbs: a program that uses this links it. Tests of the
 * tools link a made-up list instead, by the same symbols.
 */
#ifndef SMC_RDMA_H
#define SMC_RDMA_H

#include <stdint.h>

#include "query.h"
#include "smc_err.h"

#define SMC_RDMA_NAME	64

enum smc_rdma_link {
	SMC_RDMA_LINK_OTHER,
	SMC_RDMA_LINK_ETHERNET,
	SMC_RDMA_LINK_INFINIBAND,
};

/* Kinds of GIDs; those of the first are no RoCE. */
enum smc_rdma_gid_type {
	SMC_RDMA_GID_IB,
	SMC_RDMA_GID_ROCE_V1,
	SMC_RDMA_GID_ROCE_V2,
	SMC_RDMA_GID_TYPES
};

/**
 * struct smc_rdma_port - a port of an RDMA device
 * @device: name of the device
 * @port: number of the port, from 1
 * @firmware: version of the device's firmware, may be empty
 * @state: "ACTIVE", "DOWN", ...; static
 * @link: what it is connected to
 * @mtu: active MTU in bytes, 0: unknown
 * @rate: active rate in Mbit/s, 0: unknown
 * @gids: number of GIDs
 * @gid_types: bits 1 << SMC_RDMA_GID_…, those of its GIDs
 * @ifindex: network device below, 0: none, or in another namespace
 */
struct smc_rdma_port {
	char device[SMC_RDMA_NAME];
	uint8_t port;
	char firmware[64];
	const char *state;
	enum smc_rdma_link link;
	uint32_t mtu;
	uint64_t rate;
	uint32_t gids;
	uint8_t gid_types;
	uint32_t ifindex;
};

/**
 * struct smc_rdma_gid - an entry of a port's table of GIDs
 * @device: name of the device
 * @port: number of the port
 * @index: place in the table
 * @type: its kind
 * @gid: the GID
 * @ifindex: network device that it belongs to, 0: none
 */
struct smc_rdma_gid {
	char device[SMC_RDMA_NAME];
	uint8_t port;
	uint32_t index;
	enum smc_rdma_gid_type type;
	uint8_t gid[16];
	uint32_t ifindex;
};

/**
 * struct smc_rdma - all RDMA devices of this network namespace
 * @ports: list of struct smc_rdma_port
 * @gids: list of struct smc_rdma_gid
 * @why: why some device, or all, could not be asked; empty: all is there
 */
struct smc_rdma {
	struct smc_list ports;
	struct smc_list gids;
	char why[192];
};

int smc_rdma_read(struct smc_rdma *ret, struct smc_err *err);
void smc_rdma_free(struct smc_rdma *rdma);

#endif /* SMC_RDMA_H */
