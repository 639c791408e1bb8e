// SPDX-License-Identifier: GPL-2.0-or-later
/* The close machine, fed with any events and flags in any order. */
#include "fuzz.h"

#include "core/cstate.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	u8 state = SMC_INIT;
	size_t i;

	if (size && data[0] & 1)
		state = SMC_ACTIVE;
	for (i = 1; i + 1 < size; i += 2) {
		enum smc_cevent ev = data[i] % (SMC_EV_COUNT + 1);
		struct smc_cstep s = smc_cstate_next(state, ev, data[i + 1]);

		CHECK(smc_state_name(s.state));
		CHECK(s.state != SMC_LISTEN);
		if (s.actions & SMC_CA_DRAIN)
			CHECK(s.actions == SMC_CA_DRAIN && s.state == state);
		if (state == SMC_CLOSED)
			CHECK(s.state == SMC_CLOSED && !s.actions);
		if (s.state != state)
			CHECK(s.actions & SMC_CA_WAKE);
		state = s.state;
	}
	/* whatever has happened, the end of the link group is the end */
	if (state != SMC_INIT)
		CHECK(smc_cstate_next(state, SMC_EV_TERMINATED, 0).state ==
		      SMC_CLOSED);
	return 0;
}
