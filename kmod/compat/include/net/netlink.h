/* SPDX-License-Identifier: GPL-2.0 */
/* Attributes of type uint came with 6.7. */
#ifndef SMC_COMPAT_NET_NETLINK_H
#define SMC_COMPAT_NET_NETLINK_H
#include_next <net/netlink.h>

#ifndef HAVE_NLA_PUT_UINT
static inline int nla_put_uint(struct sk_buff *skb, int attrtype, u64 value)
{
	u32 small = value;

	if (small == value)
		return nla_put_u32(skb, attrtype, small);
	return nla_put(skb, attrtype, sizeof(value), &value);
}
#endif

#endif
