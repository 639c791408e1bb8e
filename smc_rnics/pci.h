/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PCI functions that carry a network, as sysfs tells of them. */
#ifndef SMC_RNICS_PCI_H
#define SMC_RNICS_PCI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smc_err.h"

/* Set in the environment: a folder that is read instead of /sys. */
#define PCI_SYSFS_ENV	"SMC_SYSFS"

#define PCI_PORTS	4

/* What sysfs told of a function. */
enum {
	PCI_FID,
	PCI_POWER,
	PCI_IDS,
	PCI_PCHID,
	PCI_PFT,
	PCI_VFN,
	PCI_PORT,
};

/* A port of a function; names are empty where there are none. */
struct pci_port {
	char netdev[16];
	char ibdev[64];
	uint8_t ibport;
	char pnetid[17];
};

/**
 * struct pci_function - a PCI function
 * @has: bits of the members that are there, PCI_…
 * @address: where it is, "0001:00:00.0"
 * @slot: its slot, empty: none is named
 * @fid: s390: number of the function, which is also its slot's name
 * @power: s390: it is online
 * @vendor: vendor of the device
 * @device: kind of the device
 * @class: what it does, in PCI's own numbers
 * @pchid: s390: physical channel
 * @pft: s390: type of the function
 * @vfn: s390: number of the virtual function, 0: physical
 * @port: s390: physical port
 * @ports: ports that have a name; the first is always there
 * @n_ports: their number
 */
struct pci_function {
	uint64_t has;
	char address[32];
	char slot[32];
	uint32_t fid;
	bool power;
	uint16_t vendor;
	uint16_t device;
	uint32_t class;
	uint16_t pchid;
	uint16_t pft;
	uint32_t vfn;
	uint32_t port;
	struct pci_port ports[PCI_PORTS];
	unsigned int n_ports;
};

/**
 * struct pci - all functions
 * @items: the functions
 * @n: their number
 * @fids: the machine is an s390: functions have numbers of their own
 */
struct pci {
	struct pci_function *items;
	size_t n;
	bool fids;
};

int pci_read(struct pci *ret, struct smc_err *err);
void pci_free(struct pci *pci);
int pci_power(const struct pci_function *fn, bool on, struct smc_err *err);

#endif /* SMC_RNICS_PCI_H */
