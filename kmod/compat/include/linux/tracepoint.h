/* SPDX-License-Identifier: GPL-2.0 */
/* __assign_str() had a second argument before 6.10. */
#include_next <linux/tracepoint.h>

#undef smc_assign_str
#ifdef HAVE_ASSIGN_2ARG
#define smc_assign_str(dst, src) __assign_str(dst, src)
#else
#define smc_assign_str(dst, src) __assign_str(dst)
#endif
