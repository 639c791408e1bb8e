/* SPDX-License-Identifier: GPL-2.0 */
/* timer_container_of() was called from_timer() before 6.16. */
#ifndef SMC_COMPAT_LINUX_TIMER_H
#define SMC_COMPAT_LINUX_TIMER_H
#include_next <linux/timer.h>

#ifndef timer_container_of
#define timer_container_of from_timer
#endif

#endif
