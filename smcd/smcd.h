/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Objects that smcd has alone, one a file. */
#ifndef SMCD_H
#define SMCD_H

#include "cmd.h"

extern const struct smc_cmd smcd_cmd_device;
extern const struct smc_cmd smcd_cmd_linkgroup;
extern const struct smc_cmd smcd_cmd_seid;

#endif /* SMCD_H */
