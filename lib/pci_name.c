// SPDX-License-Identifier: GPL-2.0-or-later
#include "pci_name.h"

#include <stddef.h>

#define VENDOR_IBM	0x1014
#define VENDOR_MELLANOX	0x15b3
#define VENDOR_ALIBABA	0x1ded

static const struct {
	uint16_t vendor;
	uint16_t device;
	const char *name;
} names[] = {
	{ VENDOR_IBM, 0x04ed, "ISM" },
	{ VENDOR_MELLANOX, 0x1003, "RoCE_Express" },
	{ VENDOR_MELLANOX, 0x1004, "RoCE_Express" },
	{ VENDOR_MELLANOX, 0x1016, "RoCE_Express2" },
	{ VENDOR_MELLANOX, 0x101e, "RoCE_Express3" },
	{ VENDOR_MELLANOX, 0x1013, "ConnectX-4" },
	{ VENDOR_MELLANOX, 0x1015, "ConnectX-4_Lx" },
	{ VENDOR_MELLANOX, 0x1017, "ConnectX-5" },
	{ VENDOR_MELLANOX, 0x1019, "ConnectX-5_Ex" },
	{ VENDOR_MELLANOX, 0x101b, "ConnectX-6" },
	{ VENDOR_MELLANOX, 0x101d, "ConnectX-6_Dx" },
	{ VENDOR_MELLANOX, 0x101f, "ConnectX-6_Lx" },
	{ VENDOR_MELLANOX, 0x1021, "ConnectX-7" },
	{ VENDOR_ALIBABA, 0x107f, "eRDMA" },
};

/**
 * smc_pci_name() - get the name of a kind of device
 * @vendor: its PCI vendor id
 * @device: its PCI device id
 *
 * Return: one word, or NULL for one that has no name here.
 */
const char *smc_pci_name(uint16_t vendor, uint16_t device)
{
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (names[i].vendor == vendor && names[i].device == device)
			return names[i].name;
	return NULL;
}
