/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Can a program be brought to SMC? */
#ifndef SMC_CHK_PROGRAM_H
#define SMC_CHK_PROGRAM_H

struct smc_ctx;

int chk_program(struct smc_ctx *ctx, const char *what);

#endif /* SMC_CHK_PROGRAM_H */
