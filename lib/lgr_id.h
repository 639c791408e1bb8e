/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Link group ids as people write them. */
#ifndef SMC_LGR_ID_H
#define SMC_LGR_ID_H

#include <stdbool.h>
#include <stdint.h>

int smc_lgr_id_read(const char *text, uint32_t *ret);
bool smc_lgr_id_fits(uint32_t id, uint32_t wanted);

#endif /* SMC_LGR_ID_H */
