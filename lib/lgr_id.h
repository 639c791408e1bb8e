/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Link group ids as people write them. */
#ifndef SMC_LGR_ID_H
#define SMC_LGR_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "smc_err.h"

struct smc_list;

int smc_lgr_id_read(const char *text, uint32_t *ret);
int smc_lgr_id_parse(const char *text, uint32_t *ret, struct smc_err *err);
uint32_t smc_lgr_id_shown(uint32_t id);
bool smc_lgr_id_fits(uint32_t id, uint32_t wanted);
int smc_lgr_id_find(const struct smc_list *list, size_t off, uint32_t wanted,
		    uint32_t *ret);

#endif /* SMC_LGR_ID_H */
