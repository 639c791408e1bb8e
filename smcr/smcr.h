/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Objects that smcr has alone, one a file. */
#ifndef SMCR_H
#define SMCR_H

#include "cmd.h"

extern const struct smc_cmd smcr_cmd_device;
extern const struct smc_cmd smcr_cmd_linkgroup;

#endif /* SMCR_H */
