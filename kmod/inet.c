// SPDX-License-Identifier: GPL-2.0
/* IPPROTO_SMC: socket(AF_INET or AF_INET6, SOCK_STREAM, 256). */

#include <net/protocol.h>
#include <net/transp_v6.h>

#include "sock.h"

static struct inet_protosw smc_protosw = {
	.type		= SOCK_STREAM,
	.protocol	= IPPROTO_SMC,
	.prot		= &smc_inet_proto,
	.ops		= &smc_inet_ops,
};

static struct inet_protosw smc_protosw6 = {
	.type		= SOCK_STREAM,
	.protocol	= IPPROTO_SMC,
	.prot		= &smc_inet6_proto,
	.ops		= &smc_inet6_ops,
};

static bool smc_has_protosw6;

/**
 * smc_inet_register - offer IPPROTO_SMC
 *
 * Cannot fail: there may be AF_SMC sockets by now.  The number was free when
 * PF_SMC was, so the last branch is for a kernel nobody has seen.
 */
void smc_inet_register(void)
{
	inet_register_protosw(&smc_protosw);
	smc_has_protosw6 = !inet6_register_protosw(&smc_protosw6);
	if (!smc_has_protosw6)
		pr_warn("smc: no IPPROTO_SMC for IPv6: the number is taken\n");
}

/** smc_inet_unregister - undo smc_inet_register() */
void smc_inet_unregister(void)
{
	if (smc_has_protosw6)
		inet6_unregister_protosw(&smc_protosw6);
	inet_unregister_protosw(&smc_protosw);
}
