// SPDX-License-Identifier: GPL-2.0
#include "net.h"

#include "lgr.h"

unsigned int smc_net_id __read_mostly;

static int __net_init smc_net_init(struct net *net)
{
	struct smc_net *sn = smc_net(net);
	int rc;

	sn->net = net;
	xa_init(&sn->socks);
	smc_pnet_init(sn);
	rc = smc_stats_init(&sn->stats);
	if (rc)
		return rc;
	rc = smc_sysctl_init(sn);
	if (rc)
		smc_stats_exit(&sn->stats);
	return rc;
}

static void __net_exit smc_net_exit(struct net *net)
{
	struct smc_net *sn = smc_net(net);

	smc_lgr_end_net(net);
	smc_sysctl_exit(sn);
	smc_pnet_exit(sn);
	smc_stats_exit(&sn->stats);
	xa_destroy(&sn->socks);
}

static struct pernet_operations smc_net_ops = {
	.init = smc_net_init,
	.exit = smc_net_exit,
	.id = &smc_net_id,
	.size = sizeof(struct smc_net),
};

/**
 * smc_net_register - set up the state of every network namespace
 *
 * Return: 0 or -errno.
 */
int smc_net_register(void)
{
	return register_pernet_subsys(&smc_net_ops);
}

/** smc_net_unregister - undo smc_net_register() */
void smc_net_unregister(void)
{
	unregister_pernet_subsys(&smc_net_ops);
}
