/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Netlink messages in words, on stderr. */
#ifndef SMC_TRACE_H
#define SMC_TRACE_H

#include <linux/netlink.h>
#include <stdbool.h>

/* Set in the environment: show what goes to the kernel and what comes. */
#define SMC_TRACE_ENV	"SMC_DEBUG_NETLINK"

bool smc_trace_wanted(void);
void smc_trace_message(const char *family, const struct nlmsghdr *request,
		       const struct nlmsghdr *nlh);

#endif /* SMC_TRACE_H */
