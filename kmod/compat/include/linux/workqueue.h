/* SPDX-License-Identifier: GPL-2.0 */
/* Work queues say whether they are per CPU since 6.17. */
#ifndef SMC_COMPAT_LINUX_WORKQUEUE_H
#define SMC_COMPAT_LINUX_WORKQUEUE_H
#include_next <linux/workqueue.h>

#ifndef HAVE_WQ_PERCPU
#define WQ_PERCPU 0
#define system_percpu_wq system_wq
#define system_dfl_wq system_unbound_wq
#endif

#endif
