/* SPDX-License-Identifier: GPL-2.0 */
/* MAX_PAGE_ORDER is the largest order there is; MAX_ORDER was one more. */
#ifndef SMC_COMPAT_LINUX_MMZONE_H
#define SMC_COMPAT_LINUX_MMZONE_H
#include_next <linux/mmzone.h>

#ifndef MAX_PAGE_ORDER
#define MAX_PAGE_ORDER (MAX_ORDER - 1)
#endif

#endif
