/* SPDX-License-Identifier: GPL-2.0 */
/* Sockets with options of their own carry a mark since 6.2. */
#ifndef SMC_COMPAT_LINUX_NET_H
#define SMC_COMPAT_LINUX_NET_H
#include_next <linux/net.h>

#ifndef SOCK_CUSTOM_SOCKOPT
#define smc_set_custom_sockopt(sock) do { (void)(sock); } while (0)
#else
#define smc_set_custom_sockopt(sock) \
	set_bit(SOCK_CUSTOM_SOCKOPT, &(sock)->flags)
#endif

#endif
