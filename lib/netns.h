/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Network namespaces, by the names that people have for them. */
#ifndef SMC_NETNS_H
#define SMC_NETNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "smc_err.h"

/* Where `ip netns` keeps its names. */
#define SMC_NETNS_DIR	"/run/netns"

/* Name of the namespace that the tool was started in. */
#define SMC_NETNS_SELF	"self"

/**
 * struct smc_netns - a network namespace
 * @name: what people call it: name of `ip netns`, process id, or "self"
 * @path: file that opens it
 * @ino: number that names it as long as it lives
 * @cookie: number that the kernel has for it, 0: not asked for
 */
struct smc_netns {
	char name[64];
	char path[128];
	ino_t ino;
	uint64_t cookie;
};

/**
 * struct smc_netnses - several of them
 * @items: the namespaces
 * @n: their number
 */
struct smc_netnses {
	struct smc_netns *items;
	size_t n;
};

int smc_netns_find(const char *text, struct smc_netns *ret,
		   struct smc_err *err);
int smc_netns_self(struct smc_netns *ret, struct smc_err *err);
int smc_netns_all(struct smc_netnses *ret, struct smc_err *err);
int smc_netns_enter(const struct smc_netns *ns, struct smc_err *err);
void smc_netns_return(int home);
void smc_netnses_free(struct smc_netnses *list);

#endif /* SMC_NETNS_H */
