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

/**
 * smc_inet_register - offer IPPROTO_SMC
 *
 * Return: 0 or -errno.
 */
int smc_inet_register(void)
{
	int err;

	err = proto_register(&smc_inet_proto, 1);
	if (err)
		return err;
	err = proto_register(&smc_inet6_proto, 1);
	if (err)
		goto out_proto;
	inet_register_protosw(&smc_protosw);
	err = inet6_register_protosw(&smc_protosw6);
	if (err)
		goto out_protosw;
	return 0;

out_protosw:
	inet_unregister_protosw(&smc_protosw);
	proto_unregister(&smc_inet6_proto);
out_proto:
	proto_unregister(&smc_inet_proto);
	return err;
}

/** smc_inet_unregister - undo smc_inet_register() */
void smc_inet_unregister(void)
{
	inet6_unregister_protosw(&smc_protosw6);
	inet_unregister_protosw(&smc_protosw);
	proto_unregister(&smc_inet6_proto);
	proto_unregister(&smc_inet_proto);
}
