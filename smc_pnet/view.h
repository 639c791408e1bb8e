/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which devices a connection over an interface may use: what was read of the
 * kernel, and the rules by which it decides.
 */
#ifndef SMC_PNET_VIEW_H
#define SMC_PNET_VIEW_H

#include "netdev.h"
#include "model.h"
#include "pnet.h"

struct smc_ctx;

/* The kernel counts namespaces, and the initial one is the first. */
#define PNET_INITIAL	1

/* The kernel stacks no more. */
#define PNET_CHAIN	9

/**
 * struct pnet_view - tables of the kernel
 * @initial: of the initial network namespace, whose ifindexes RDMA devices
 *	name, and whose entries name RDMA and SMC-D devices
 * @table: the PNET table, struct smc_pnet
 * @links: network devices, struct smc_netdev
 * @rdma: RDMA devices, struct smc_device
 * @smcd: SMC-D devices, struct smc_device
 */
struct pnet_view {
	bool initial;
	struct smc_list table;
	struct smc_list links;
	struct smc_list rdma;
	struct smc_list smcd;
};

/* Where an interface has its PNET ID from. */
enum pnet_source {
	PNET_SOURCE_NONE,
	PNET_SOURCE_HARDWARE,
	PNET_SOURCE_TABLE,
};

/**
 * struct pnet_chain - an interface, what is below it, and what follows
 * @at: the interface first, the lowest device last
 * @n: their number
 * @fork: the first of them that has several devices below, or NULL
 * @elsewhere: what is below the last is in another namespace
 * @source: where the PNET ID comes from
 * @entry: of the table, if from there
 * @pnetid: the PNET ID, empty: none
 */
struct pnet_chain {
	const struct smc_netdev *at[PNET_CHAIN];
	unsigned int n;
	const struct smc_netdev *fork;
	bool elsewhere;
	enum pnet_source source;
	const struct smc_pnet *entry;
	char pnetid[SMC_MODEL_PNETID_SIZE];
};

int pnet_view_read(struct smc_ctx *ctx, struct pnet_view *ret);
void pnet_view_free(struct pnet_view *view);

bool pnet_is_eth(const struct smc_pnet *e);
bool pnet_is_there(const struct pnet_view *view, const struct smc_pnet *e);
void pnet_chain_find(const struct pnet_view *view,
		     const struct smc_netdev *link, struct pnet_chain *ret);
bool pnet_rdma_used(const struct pnet_view *view,
		    const struct pnet_chain *chain,
		    const struct smc_port *port, const char **why);
bool pnet_smcd_used(const struct pnet_view *view,
		    const struct pnet_chain *chain,
		    const struct smc_device *dev, char *why, size_t size);

#endif /* SMC_PNET_VIEW_H */
