/* SPDX-License-Identifier: GPL-2.0 */
/* What the module keeps per network namespace. */
#ifndef SMC_NET_H
#define SMC_NET_H

#include <linux/atomic.h>
#include <linux/xarray.h>
#include <net/net_namespace.h>
#include <net/netns/generic.h>

#include "pnet.h"
#include "stats.h"
#include "sysctl.h"

/**
 * struct smc_net - state of one network namespace
 * @net: the namespace itself
 * @sysctl: net.smc.* values; ints read with READ_ONCE()
 * @stats: counters, see stats.h
 * @pnet: PNET table
 * @socks: every SMC socket of the namespace by its serial number, so that a
 *         dump can resume after any entry without a missed or doubled one
 * @next_sock: last serial number given out
 * @hs_pending: server handshakes in flight
 * @dmb_bytes: memory of all DMBs that sockets of this namespace own
 * @nr_socks: gauges of sockets by enum smc_mode
 */
struct smc_net {
	struct net *net;
	struct smc_sysctl sysctl;
	struct smc_stats stats;
	struct smc_pnet_table pnet;
	struct xarray socks;
	atomic_long_t next_sock;
	atomic_t hs_pending;
	atomic_long_t dmb_bytes;
};

extern unsigned int smc_net_id;

static inline struct smc_net *smc_net(const struct net *net)
{
	return net_generic(net, smc_net_id);
}

int smc_net_register(void);
void smc_net_unregister(void);

#endif
