// SPDX-License-Identifier: GPL-2.0-or-later
/* PROPOSAL: what can be read can be written, and says the same then. */
#include "fuzz.h"

#include "core/clc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	u8 once[SMC_CLC_MAX_LEN], twice[SMC_CLC_MAX_LEN];
	struct smc_clc_proposal p;
	int len;

	if (smc_clc_parse_proposal(data, size, &p))
		return 0;
	CHECK(p.eid_count <= SMC_CLC_MAX_EIDS);
	CHECK(p.ism_count <= SMC_CLC_MAX_ISM);
	CHECK(p.prefix6_count <= SMC_CLC_MAX_PREFIX6);

	p.version = min_t(u8, p.version, SMC_V2);
	len = smc_clc_build_proposal(once, sizeof(once), &p);
	CHECK(len > 0);
	CHECK(!smc_clc_parse_proposal(once, len, &p));
	CHECK(smc_clc_build_proposal(twice, sizeof(twice), &p) == len);
	CHECK(!memcmp(once, twice, len));
	return 0;
}
