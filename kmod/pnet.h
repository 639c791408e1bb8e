/* SPDX-License-Identifier: GPL-2.0 */
/* PNET table: which devices an administrator says share a physical network. */
#ifndef SMC_PNET_H
#define SMC_PNET_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/types.h>

#include "core/pnetid.h"

struct net;
struct net_device;
struct smc_net;

/**
 * struct smc_pnet_table - PNET table of a namespace
 * @lock: serialises writers; readers use RCU
 * @entries: struct smc_pnet_entry
 */
struct smc_pnet_table {
	struct mutex lock;
	struct list_head entries;
};

void smc_pnet_init(struct smc_net *sn);
void smc_pnet_exit(struct smc_net *sn);
bool smc_pnet_netdev(struct net *net, struct net_device *ndev,
		     u8 ret[SMC_PNETID_LEN]);
bool smc_pnet_device(const char *name, u8 ret[SMC_PNETID_LEN]);

int smc_pnet_register(void);
void smc_pnet_unregister(void);

#endif
