// SPDX-License-Identifier: GPL-2.0-or-later
/* DECLINE: what can be read can be written, and says the same then. */
#include "fuzz.h"

#include "core/clc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	u8 once[SMC_CLC_DECLINE_LEN_V2], twice[SMC_CLC_DECLINE_LEN_V2];
	struct smc_clc_decline d, e;
	int len;

	if (smc_clc_parse_decline(data, size, &d))
		return 0;
	d.version = min_t(u8, d.version, SMC_V2);
	len = smc_clc_build_decline(once, sizeof(once), &d);
	CHECK(len > 0);
	CHECK(!smc_clc_parse_decline(once, len, &e));
	CHECK(e.diagnosis == d.diagnosis);
	CHECK(e.out_of_sync == d.out_of_sync);
	CHECK(smc_clc_build_decline(twice, sizeof(twice), &e) == len);
	CHECK(!memcmp(once, twice, len));
	return 0;
}
