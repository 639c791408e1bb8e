/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PNET IDs that an s390 gives its adapters. */
#ifndef SMC_PNET_HARDWARE_H
#define SMC_PNET_HARDWARE_H

#include "netdev.h"
#include "model.h"

/* In the environment: another folder than /sys, for tests. */
#define PNET_SYSFS_ENV	"SMC_SYSFS"

bool pnet_hardware_id(const struct smc_netdev *link,
		      char ret[SMC_MODEL_PNETID_SIZE]);

#endif /* SMC_PNET_HARDWARE_H */
