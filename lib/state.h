/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Small files that a tool remembers things in, for its user alone. */
#ifndef SMC_STATE_H
#define SMC_STATE_H

#include <stddef.h>
#include <sys/types.h>

#include "smc_err.h"

ssize_t smc_state_read(const char *name, char *buf, size_t size,
		       struct smc_err *err);
int smc_state_write(const char *name, const char *text, size_t len,
		    struct smc_err *err);

#endif /* SMC_STATE_H */
