/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --watch: a command again and again, and what changed between two rounds. */
#ifndef SMC_WATCH_H
#define SMC_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct smc_cmd;
struct smc_ctx;
struct smc_path;
struct smc_watch;

/* Runs the command once; errors are in the context. */
typedef void (*smc_watch_round)(struct smc_ctx *ctx, const struct smc_cmd *cmd,
				const struct smc_path *path);

int smc_watch_run(struct smc_ctx *ctx, const struct smc_cmd *cmd,
		  const struct smc_path *path, smc_watch_round round);
bool smc_watch_before(struct smc_watch *watch, uint64_t key,
		      const uint64_t *now, size_t n, uint64_t *ret_before,
		      uint64_t *ret_ns);
uint64_t smc_watch_rate(uint64_t delta, uint64_t ns);

#endif /* SMC_WATCH_H */
