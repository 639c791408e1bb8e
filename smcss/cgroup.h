/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of cgroups. */
#ifndef SMCSS_CGROUP_H
#define SMCSS_CGROUP_H

#include <stddef.h>
#include <stdint.h>

#include "smc_err.h"

/* Paths of cgroups of version 2 by their ids, in ascending order. */
struct smcss_cgroups {
	struct smcss_cgroup *items;
	size_t n;
};

int smcss_cgroups_read(struct smcss_cgroups *ret, struct smc_err *err);
const char *smcss_cgroups_find(const struct smcss_cgroups *cgroups,
			       uint64_t id);
int smcss_cgroup_of(uint32_t pid, char *buf, size_t size);
void smcss_cgroups_free(struct smcss_cgroups *cgroups);

#endif /* SMCSS_CGROUP_H */
