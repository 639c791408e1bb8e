/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What both ends of a version 2 link group agreed on, in words: functions for
 * fields of objects that begin with struct smc_lgr_v2.
 */
#ifndef SMC_LGR_V2_H
#define SMC_LGR_V2_H

#include <stddef.h>

#include "field.h"

enum smc_text smc_lgr_v2_version(const void *obj, char *buf, size_t size);
enum smc_text smc_lgr_v2_os(const void *obj, char *buf, size_t size);
enum smc_text smc_lgr_v2_host(const void *obj, char *buf, size_t size);

#endif /* SMC_LGR_V2_H */
