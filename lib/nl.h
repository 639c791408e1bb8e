/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Generic netlink: one socket, one family, requests and dumps. */
#ifndef SMC_NL_H
#define SMC_NL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smc_err.h"

struct smc_codec;
struct smc_nl;

/* One attribute of a request. */
struct smc_nl_attr {
	uint16_t type;
	uint16_t len;
	const void *data;
};

/* Gets the attributes of one reply; what it returns ends the dump if not 0. */
typedef int (*smc_nl_item)(const void *attrs, size_t len, void *arg,
			   struct smc_err *err);

/* What generic netlink tells of a family. */
extern const struct smc_codec smc_nl_ctrl_codec;

int smc_nl_open(struct smc_nl **ret, const char *family, struct smc_err *err);
void smc_nl_close(struct smc_nl *nl);
int smc_nl_family(const struct smc_nl *nl);
int smc_nl_netns(const struct smc_nl *nl, uint64_t *ret, struct smc_err *err);
int smc_nl_ifname(const struct smc_nl *nl, uint32_t ifindex, char *ret);
int smc_nl_dump(struct smc_nl *nl, uint8_t cmd, smc_nl_item item, void *arg,
		bool *ret_torn, struct smc_err *err);
int smc_nl_do(struct smc_nl *nl, uint8_t cmd, const struct smc_nl_attr *attrs,
	      unsigned int n, smc_nl_item item, void *arg,
	      struct smc_err *err);

#endif /* SMC_NL_H */
