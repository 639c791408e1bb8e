// SPDX-License-Identifier: GPL-2.0
/* Loading and unloading. */

#include <linux/in.h>
#include <linux/module.h>
#include <linux/socket.h>
#include <net/sock.h>
#include <net/tcp.h>

#include "debug.h"
#include "dev.h"
#include "ext.h"
#include "hs.h"
#include "net.h"
#include "netlink.h"
#include "pnet.h"
#include "sock.h"

/* in order of initialisation; undone from the end */
static const struct {
	int (*init)(void);
	void (*exit)(void);
} smc_parts[] = {
	{ smc_net_register, smc_net_unregister },
	{ smc_hs_init, smc_hs_exit },
	{ smc_loopback_init, smc_loopback_exit },
	{ smc_pnet_register, smc_pnet_unregister },
	{ smc_protos_register, smc_protos_unregister },
	{ smc_netlink_register, smc_netlink_unregister },
	{ smc_ext_register, smc_ext_unregister },
	/* from here on there may be sockets: nothing after this may fail */
	{ smc_family_register, smc_family_unregister },
};

static void smc_undo(unsigned int n)
{
	while (n--)
		smc_parts[n].exit();
	rcu_barrier();	/* callbacks that are ours */
}

static int __init smc_init(void)
{
	unsigned int i;
	int err;

	for (i = 0; i < ARRAY_SIZE(smc_parts); i++) {
		err = smc_parts[i].init();
		if (err) {
			smc_undo(i);
			return err;
		}
	}
	smc_inet_register();
	static_branch_enable(&tcp_have_smc);
	smc_debug_init();
	return 0;
}

static void __exit smc_exit(void)
{
	smc_debug_exit();
	static_branch_disable(&tcp_have_smc);
	smc_inet_unregister();
	/* sockets that were closed are freed after a grace period */
	rcu_barrier();
	smc_undo(ARRAY_SIZE(smc_parts));
}

module_init(smc_init);
module_exit(smc_exit);

MODULE_DESCRIPTION("Shared Memory Communications (smc-suite)");
MODULE_LICENSE("GPL");
MODULE_VERSION(SMC_VERSION);
MODULE_ALIAS_NETPROTO(PF_SMC);
/* figures, as names would be taken for text: IPPROTO_SMC, SOCK_STREAM */
MODULE_ALIAS_NET_PF_PROTO_TYPE(PF_INET, 256, 1);
MODULE_ALIAS_NET_PF_PROTO_TYPE(PF_INET6, 256, 1);
