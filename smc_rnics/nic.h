/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What SMC can use: ports of RDMA devices and SMC-D devices, put together from
 * sysfs (PCI), the verbs (RDMA) and the module (SMC-D, PNET IDs).
 */
#ifndef SMC_RNICS_NIC_H
#define SMC_RNICS_NIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model.h"
#include "pci.h"
#include "rdma.h"
#include "smc_err.h"

/* What is known of a row, beyond the bits PCI_… of its function. */
enum {
	NIC_RDMA = 32,	/* the verbs answered */
	NIC_SMC,	/* the module has it */
	NIC_PORT,	/* it has a port */
};

/**
 * struct nic - a row: a port, or an SMC-D device
 * @has: bits PCI_… and NIC_…
 * @pci: its PCI function, all zero when it has none
 * @rdma: what the verbs say
 * @name: SMC-D device as the module calls it, empty: it is none
 * @ibdev: RDMA device, may be empty
 * @ibport: its port
 * @netdev: network device, may be empty
 * @pnetid: physical network, may be empty
 * @pnetid_by_user: from the PNET table, not from the machine
 * @chid: SMC-D: channel
 */
struct nic {
	uint64_t has;
	struct pci_function pci;
	struct smc_rdma_port rdma;
	char name[64];
	char ibdev[64];
	uint8_t ibport;
	char netdev[64];
	char pnetid[SMC_MODEL_PNETID_SIZE];
	uint8_t pnetid_by_user;
	uint16_t chid;
};

/**
 * struct nics - all rows
 * @items: the rows: PCI functions in order, then those without one
 * @n: their number
 * @fids: the machine is an s390
 * @no_rdma: why RDMA devices are missing; empty: they are not
 * @no_smc: why SMC-D devices and PNET IDs are missing; likewise
 */
struct nics {
	struct nic *items;
	size_t n;
	bool fids;
	char no_rdma[192];
	char no_smc[256];
};

int nics_read(struct nics *ret, struct smc_err *err);
void nics_free(struct nics *nics);

#endif /* SMC_RNICS_NIC_H */
