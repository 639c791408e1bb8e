/* SPDX-License-Identifier: GPL-2.0 */
/* Knobs for tests in debugfs, directory smc. */
#ifndef SMC_DEBUG_H
#define SMC_DEBUG_H

/* a client sends CONFIRM so many ms late */
extern unsigned int smc_confirm_delay_ms;

void smc_debug_init(void);
void smc_debug_exit(void);

#endif
