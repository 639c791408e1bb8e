/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One netlink socket, one request at a time: send, then read until the
 * kernel says that it is done. Knows nothing of families above netlink.
 */
#ifndef SMC_NL_WIRE_H
#define SMC_NL_WIRE_H

#include <linux/netlink.h>
#include <stdbool.h>
#include <stdint.h>

#include "smc_err.h"

struct smc_wire;

/* Gets one reply; what it returns ends the call if it is not 0. */
typedef int (*smc_wire_item)(const struct nlmsghdr *nlh, void *arg,
			     struct smc_err *err);

int smc_wire_open(struct smc_wire **ret, int protocol, const char *family,
		  struct smc_err *err);
void smc_wire_close(struct smc_wire *wire);
struct nlmsghdr *smc_wire_request(struct smc_wire *wire, uint16_t type,
				  uint16_t flags);
int smc_wire_put(struct smc_wire *wire, uint16_t attr, const void *data,
		 size_t len, struct smc_err *err);
int smc_wire_call(struct smc_wire *wire, smc_wire_item item, void *arg,
		  bool *ret_torn, struct smc_err *err);
int smc_wire_netns(const struct smc_wire *wire, uint64_t *ret,
		   struct smc_err *err);
int smc_wire_ifname(const struct smc_wire *wire, uint32_t ifindex, char *ret);

#endif /* SMC_NL_WIRE_H */
