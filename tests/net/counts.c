// SPDX-License-Identifier: GPL-2.0-or-later
/* Print the module's counters as KEY=NUMBER, for scripts to source. */
#include <stdio.h>

#include "common.h"
#include "smcnl.h"

int main(void)
{
	struct smc_counts c;
	struct smc_gauges g;

	counts_get(&c);
	gauges_get(&g);
	printf("smc_clnt=%llu\nsmc_srv=%llu\n", (unsigned long long)c.clnt,
	       (unsigned long long)c.srv);
	printf("smc_clnt_err=%llu\nsmc_srv_err=%llu\n",
	       (unsigned long long)c.clnt_err, (unsigned long long)c.srv_err);
	printf("smc_clnt_fback=%llu\nsmc_srv_fback=%llu\n",
	       (unsigned long long)c.clnt_fback,
	       (unsigned long long)c.srv_fback);
	printf("smc_socks=%u\nsmc_conns=%llu\n", diag_count(),
	       (unsigned long long)g.conns);
	printf("smc_lgrs=%llu\nsmc_dmbs=%llu\n", (unsigned long long)g.lgrs,
	       (unsigned long long)g.dmbs);
	printf("smc_hs_pending=%llu\nsmc_hs_limited=%llu\n",
	       (unsigned long long)g.hs_pending,
	       (unsigned long long)g.hs_limited);
	printf("smc_garbage=%llu\nsmc_cut=%llu\nsmc_eof=%llu\n"
	       "smc_timeout=%llu\n", (unsigned long long)g.garbage,
	       (unsigned long long)g.cut, (unsigned long long)g.eof,
	       (unsigned long long)g.timeout);
	return EXIT_SUCCESS;
}
