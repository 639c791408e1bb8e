/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The other tools, which are in this program too: main() of each has a name of
 * its own here. One that was not built is NULL.
 */
#ifndef SMC_DBG_TOOLS_H
#define SMC_DBG_TOOLS_H

#define DBG_TOOL(name) \
	int name##_main(int argc, char **argv) __attribute__((weak))

DBG_TOOL(smcd);
DBG_TOOL(smcr);
DBG_TOOL(smcss);
DBG_TOOL(smc_pnet);
DBG_TOOL(smc_rnics);
DBG_TOOL(smc_chk);

#endif /* SMC_DBG_TOOLS_H */
