/* SPDX-License-Identifier: GPL-2.0 */
/* The parsed attributes of a dump request: genl_info_dump(cb)->attrs. */
#ifndef SMC_COMPAT_NET_GENETLINK_H
#define SMC_COMPAT_NET_GENETLINK_H
#include_next <net/genetlink.h>

#ifndef HAVE_GENL_INFO_DUMP
static inline const struct genl_dumpit_info *
genl_info_dump(struct netlink_callback *cb)
{
	return genl_dumpit_info(cb);
}
#endif

#endif
