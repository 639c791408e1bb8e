// SPDX-License-Identifier: GPL-2.0
/* Knobs for tests. */

#include <linux/debugfs.h>

#include "debug.h"
#include "lgr.h"

unsigned int smc_confirm_delay_ms;

static struct dentry *smc_debug_dir;

/** smc_debug_init - make the knobs; nothing depends on them */
void smc_debug_init(void)
{
	smc_debug_dir = debugfs_create_dir("smc", NULL);
	debugfs_create_u32("confirm_delay_ms", 0600, smc_debug_dir,
			   &smc_confirm_delay_ms);
	debugfs_create_u32("lgr_free_delay_ms", 0600, smc_debug_dir,
			   &smc_lgr_free_delay_ms);
}

/** smc_debug_exit - undo smc_debug_init() */
void smc_debug_exit(void)
{
	debugfs_remove_recursive(smc_debug_dir);
}
