/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file of command lines. */
#ifndef SMC_BATCH_H
#define SMC_BATCH_H

#include "cmd.h"

int smc_batch_run(const struct smc_tool *tool, const char *path,
		  struct smc_err *err);

#endif /* SMC_BATCH_H */
