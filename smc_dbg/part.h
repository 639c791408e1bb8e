/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Parts of a bundle. Each is made in a process of its own, so that one that
 * fails, crashes or gets no answer takes no other with it.
 */
#ifndef SMC_DBG_PART_H
#define SMC_DBG_PART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "netns.h"
#include "smc_err.h"

/* Seconds after which a part is given up. */
#define PART_LIMIT	60

/**
 * struct part - a file of a bundle
 * @name: its name, without what stands before and behind it
 * @tool: command line of a tool that prints it; NULL: @write does
 * @write: prints it; 0 or -errno with @err set
 * @twice: counters: once more after a while
 */
struct part {
	const char *name;
	const char *tool;
	int (*write)(FILE *f, struct smc_err *err);
	bool twice;
};

/**
 * struct part_text - what a part came to
 * @text: what it printed
 * @len: bytes of it
 * @why: why there is nothing, or not all; empty: all is well
 */
struct part_text {
	char *text;
	size_t len;
	char why[512];
};

/* Of the host, and of each network namespace. */
extern const struct part host_parts[];
extern const struct part netns_parts[];

int part_make(const struct part *part, const struct smc_netns *ns,
	      struct part_text *ret);
int part_show(const char *line);

/* host.c */
int kernel_write(FILE *f, struct smc_err *err);
int modules_write(FILE *f, struct smc_err *err);
int dmesg_write(FILE *f, struct smc_err *err);
int memory_write(FILE *f, struct smc_err *err);
int sysctl_write(FILE *f, struct smc_err *err);

/* net.c */
int links_write(FILE *f, struct smc_err *err);
int addresses_write(FILE *f, struct smc_err *err);
int routes_write(FILE *f, struct smc_err *err);

/* tables.c */
int tables_write(FILE *f, struct smc_err *err);

#endif /* SMC_DBG_PART_H */
