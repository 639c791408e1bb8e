/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A shell of command lines: a program of its own, see smc_shell/. */
#ifndef SMC_SHELL_H
#define SMC_SHELL_H

#include "cmd.h"

int smc_shell_run(const struct smc_tool *tool, struct smc_err *err);

#endif /* SMC_SHELL_H */
