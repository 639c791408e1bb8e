/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's list of SMC sockets, by sock_diag. */
#ifndef SMC_DIAG_H
#define SMC_DIAG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smc_err.h"

struct smc_diag_msg;

/* Gets one socket; what it returns ends the dump if it is not 0. */
typedef int (*smc_diag_item)(const struct smc_diag_msg *msg, const void *attrs,
			     size_t len, void *arg, struct smc_err *err);

int smc_diag_dump(uint8_t ext, smc_diag_item item, void *arg, bool *ret_torn,
		  struct smc_err *err);

#endif /* SMC_DIAG_H */
