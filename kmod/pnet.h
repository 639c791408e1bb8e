/* SPDX-License-Identifier: GPL-2.0 */
/* PNET table: which devices an administrator says share a physical network. */
#ifndef SMC_PNET_H
#define SMC_PNET_H

#include <linux/list.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/smc.h>
#include <net/netlink.h>

#include "core/pnetid.h"

struct smc_net;

#define SMC_PNET_NAME_LEN	64	/* as IB_DEVICE_NAME_MAX */
#define SMC_PNET_NO_PORT	0xff

/**
 * struct smc_pnet_entry - a device and its PNET ID
 * @list: in the table, ascending @id
 * @id: never used again, so that a dump can resume after any entry
 * @pnetid: PNET ID
 * @eth: network device, else RDMA or SMC-D device
 * @port: port of an RDMA device, SMC_PNET_NO_PORT of a network device
 * @ifindex: network device the entry stands for, 0 while there is none
 * @name: name of the device; changes under the lock when @ifindex is renamed
 * @rcu: frees the entry
 */
struct smc_pnet_entry {
	struct list_head list;
	unsigned long id;
	u8 pnetid[SMC_PNETID_LEN];
	bool eth;
	u8 port;
	int ifindex;
	char name[SMC_PNET_NAME_LEN];
	struct rcu_head rcu;
};

/**
 * struct smc_pnet_table - PNET table of a namespace
 * @lock: serialises writers and dumps; other readers use RCU
 * @entries: struct smc_pnet_entry
 * @last_id: id of the newest entry
 */
struct smc_pnet_table {
	struct mutex lock;
	struct list_head entries;
	unsigned long last_id;
};

/* pnet.c */
void smc_pnet_init(struct smc_net *sn);
void smc_pnet_exit(struct smc_net *sn);
bool smc_pnet_netdev(struct net *net, struct net_device *ndev,
		     u8 ret[SMC_PNETID_LEN]);
bool smc_pnet_device(const char *name, u8 ret[SMC_PNETID_LEN]);
int smc_pnet_insert(struct smc_net *sn, const struct smc_pnet_entry *new);
int smc_pnet_remove(struct smc_net *sn, const u8 *pnetid);
int smc_pnet_watch(void);
void smc_pnet_unwatch(void);

/* pnet_nl.c; attributes are those of the stock family, SMC_PNETID_* */
extern const struct nla_policy smc_pnet_policy[SMC_PNETID_MAX + 1];
int smc_pnet_add(struct smc_net *sn, struct nlattr *const *attrs,
		 struct netlink_ext_ack *extack);
int smc_pnet_del(struct smc_net *sn, struct nlattr *const *attrs,
		 struct netlink_ext_ack *extack);
int smc_pnet_register(void);
void smc_pnet_unregister(void);

#endif
