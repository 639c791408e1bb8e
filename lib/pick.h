/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values chosen by name. */
#ifndef SMC_PICK_H
#define SMC_PICK_H

#include <stdio.h>

#include "field.h"
#include "smc_err.h"

/* Longest name of a value. */
#define SMC_PICK_NAME	48

int smc_pick(const struct smc_table *table, const char *names, bool json,
	     const struct smc_field **ret, unsigned int max,
	     unsigned int *ret_n, struct smc_err *err);
const char *smc_pick_name(const struct smc_field *f, char buf[SMC_PICK_NAME]);

#endif /* SMC_PICK_H */
