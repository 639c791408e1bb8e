// SPDX-License-Identifier: GPL-2.0-or-later
/* ACCEPT and CONFIRM: what can be read can be written, and says the same. */
#include "fuzz.h"

#include "core/clc.h"

static void one_type(const uint8_t *data, size_t size, u8 type)
{
	u8 once[SMC_CLC_ACCEPT_MAX], twice[SMC_CLC_ACCEPT_MAX];
	struct smc_clc_accept a;
	int len;

	if (smc_clc_parse_accept(data, size, type, &a))
		return;
	CHECK(a.smcd || a.r.gid_count <= SMC_CLC_MAX_GIDS);

	/* first contact without extension is read, but never sent */
	a.version = min_t(u8, a.version, SMC_V2);
	if (a.version == SMC_V2 && a.first_contact)
		a.fce.present = true;
	len = smc_clc_build_accept(once, sizeof(once), type, &a);
	CHECK(len > 0);
	CHECK(!smc_clc_parse_accept(once, len, type, &a));
	CHECK(smc_clc_build_accept(twice, sizeof(twice), type, &a) == len);
	CHECK(!memcmp(once, twice, len));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	one_type(data, size, SMC_CLC_ACCEPT);
	one_type(data, size, SMC_CLC_CONFIRM);
	return 0;
}
