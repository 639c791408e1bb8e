/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables of sysctls are registered with their size since 6.6; before, a zeroed
 * entry ended them.  So ours have both: that entry, and a size without it.
 */
#ifndef SMC_COMPAT_NET_NET_NAMESPACE_H
#define SMC_COMPAT_NET_NET_NAMESPACE_H
#include_next <net/net_namespace.h>

#ifndef HAVE_SYSCTL_SZ
#define register_net_sysctl_sz(net, path, table, size) \
	register_net_sysctl(net, path, table)
#endif

#endif
