/* SPDX-License-Identifier: GPL-2.0 */
/* The stock family SMC_GEN_NETLINK. */
#ifndef SMC_NETLINK_H
#define SMC_NETLINK_H

#include <linux/smc.h>
#include <net/genetlink.h>
#include <net/sock.h>

int smc_netlink_register(void);
void smc_netlink_unregister(void);

/* adds the attributes of @object; -EMSGSIZE: no room */
typedef int (*smc_netlink_fill)(struct sk_buff *skb, const void *object);

int smc_netlink_put(struct sk_buff *skb, struct netlink_callback *cb,
		    int nest, smc_netlink_fill fill, const void *object);

/* netlink_lgr.c, netlink_stats.c */
int smc_netlink_lgr_smcd(struct sk_buff *skb, struct netlink_callback *cb);
int smc_netlink_dev_smcd(struct sk_buff *skb, struct netlink_callback *cb);
int smc_netlink_stats(struct sk_buff *skb, struct netlink_callback *cb);
int smc_netlink_fback_stats(struct sk_buff *skb, struct netlink_callback *cb);

#endif
