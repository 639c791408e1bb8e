/* SPDX-License-Identifier: GPL-2.0-or-later */
/* tune profile: settings that go together, under a name. */
#ifndef SMC_TUNE_PROFILE_H
#define SMC_TUNE_PROFILE_H

#include "cmd.h"

extern const struct smc_cmd smc_cmd_tune_profile;

#endif /* SMC_TUNE_PROFILE_H */
