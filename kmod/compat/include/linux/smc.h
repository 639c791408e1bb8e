/* SPDX-License-Identifier: GPL-2.0 */
/* Attributes that came after 6.1; where they are enumerators the values agree. */
#ifndef SMC_COMPAT_LINUX_SMC_H
#define SMC_COMPAT_LINUX_SMC_H
#include_next <linux/smc.h>

#define SMC_NLA_LGR_R_V2_MAX_CONNS	2
#define SMC_NLA_LGR_R_V2_MAX_LINKS	3
#define SMC_NLA_LGR_R_SNDBUF_ALLOC	12
#define SMC_NLA_LGR_R_RMB_ALLOC		13
#define SMC_NLA_LGR_D_EXT_GID		10
#define SMC_NLA_LGR_D_PEER_EXT_GID	11
#define SMC_NLA_LGR_D_SNDBUF_ALLOC	12
#define SMC_NLA_LGR_D_DMB_ALLOC		13
#define SMC_NLA_STATS_T_RX_RMB_USAGE	20
#define SMC_NLA_STATS_T_TX_RMB_USAGE	21

#endif
