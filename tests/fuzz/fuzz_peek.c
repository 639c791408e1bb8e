// SPDX-License-Identifier: GPL-2.0-or-later
/* The header of a CLC message: what passes is within the limits. */
#include "fuzz.h"

#include "core/clc.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct smc_clc_hdr h;
	int rc = smc_clc_peek(data, size, &h);

	if (rc) {
		CHECK(rc == -EBADMSG);
		return 0;
	}
	CHECK(size >= SMC_CLC_HDR_LEN);
	CHECK(h.type >= SMC_CLC_PROPOSAL && h.type <= SMC_CLC_DECLINE);
	CHECK(h.version >= 1 && h.version <= 15);
	CHECK(h.typev1 <= 3 && h.typev2 <= 3);
	CHECK(h.length >= SMC_CLC_DECLINE_LEN_V1);
	CHECK(h.length <= SMC_CLC_MAX_LEN);
	return 0;
}
