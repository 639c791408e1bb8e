/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PCI devices that have a name among those who use SMC. */
#ifndef SMC_PCI_NAME_H
#define SMC_PCI_NAME_H

#include <stdint.h>

const char *smc_pci_name(uint16_t vendor, uint16_t device);

#endif /* SMC_PCI_NAME_H */
