/* SPDX-License-Identifier: GPL-2.0 */
/* Texts that come out of core/ as the reason of a refusal. */
#ifndef SMC_EXTACK_H
#define SMC_EXTACK_H

#include <linux/netlink.h>

/**
 * smc_extack_set - say why a request is refused
 * @extack: where to, may be NULL
 * @why: text that lives as long as the module
 */
static inline void smc_extack_set(struct netlink_ext_ack *extack,
				  const char *why)
{
	if (extack)
		extack->_msg = why;
}

#endif
