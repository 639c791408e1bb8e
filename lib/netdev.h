/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The network devices of this network namespace, by rtnetlink. */
#ifndef SMC_NETDEV_H
#define SMC_NETDEV_H

#include <stdbool.h>
#include <stdint.h>

#include "query.h"

/* What --debug=netlink calls them. */
#define SMC_NETDEV_FAMILY	"rtnetlink"

struct smc_netdev_info {
	uint64_t has;
	char kind[32];
};

/**
 * struct smc_netdev - a network device
 * @has: bit N: attribute IFLA_… N was there
 * @index: its number, of this namespace
 * @up: somebody wants it up
 * @name: its name
 * @below: number of the device that it says is below, or is its peer
 * @below_netns: that one is in another namespace
 * @master: number of the bond, bridge, … that it is a part of
 * @info: what it is, if it is virtual
 * @parent: name of the hardware that it belongs to
 * @bus: bus of that hardware
 */
struct smc_netdev {
	uint64_t has;
	uint32_t index;
	bool up;
	char name[64];
	uint32_t below;
	uint32_t below_netns;
	uint32_t master;
	struct smc_netdev_info info;
	char parent[64];
	char bus[32];
};

extern const struct smc_codec smc_netdev_codec;

int smc_netdev_list(struct smc_list *ret, struct smc_err *err);
const struct smc_netdev *smc_netdev_named(const struct smc_list *links,
				      const char *name);
const struct smc_netdev *smc_netdev_lower(const struct smc_list *links,
				      const struct smc_netdev *link,
				      unsigned int *ret_n);
bool smc_netdev_elsewhere(const struct smc_netdev *link);

#endif /* SMC_NETDEV_H */
