/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which processes hold which sockets: /proc/PID/fd, read once. */
#ifndef SMCSS_OWNER_H
#define SMCSS_OWNER_H

#include <stddef.h>
#include <stdint.h>

#include "smc_err.h"

#define SMCSS_COMM	16

struct smcss_process {
	uint32_t pid;
	char comm[SMCSS_COMM];
};

/* A descriptor of a process that is a socket. */
struct smcss_hold {
	uint64_t inode;
	uint32_t process;	/* its index */
	int fd;
};

/**
 * struct smcss_owners - all holds there are
 * @processes: the processes that hold sockets
 * @n_processes: their number
 * @holds: by inode, process and descriptor
 * @n_holds: their number
 */
struct smcss_owners {
	struct smcss_process *processes;
	size_t n_processes;
	struct smcss_hold *holds;
	size_t n_holds;
};

int smcss_owners_read(struct smcss_owners *ret, struct smc_err *err);
const struct smcss_hold *smcss_owners_find(const struct smcss_owners *owners,
					   uint64_t inode, size_t *ret_n);
void smcss_owners_free(struct smcss_owners *owners);

#endif /* SMCSS_OWNER_H */
