/* SPDX-License-Identifier: GPL-2.0 */
/* Handlers get a const table since 6.11. */
#ifndef SMC_COMPAT_LINUX_SYSCTL_H
#define SMC_COMPAT_LINUX_SYSCTL_H
#include_next <linux/sysctl.h>

#ifdef HAVE_CONST_CTL
#define SMC_CTL_CONST const
#else
#define SMC_CTL_CONST
#endif

#endif
