// SPDX-License-Identifier: GPL-2.0-or-later
/* EID texts and the table of EIDs. */
#include "fuzz.h"

#include "core/eid.h"

static void text(const uint8_t *data, size_t size)
{
	u8 eid[SMC_EID_LEN], again[SMC_EID_LEN];
	const char *why = NULL;
	int rc = smc_eid_from_text((const char *)data, size, eid, &why);

	if (rc) {
		CHECK(rc == -ENODATA || rc == -ENAMETOOLONG ||
		      rc == -EILSEQ || rc == -EDOM);
		CHECK(why && *why);
		return;
	}
	CHECK(!why);
	CHECK(smc_eid_valid((char *)eid, sizeof(eid)));
	CHECK(!smc_eid_is_zero(eid));
	CHECK(!smc_eid_from_text((char *)eid, sizeof(eid), again, NULL));
	CHECK(!memcmp(eid, again, sizeof(eid)));
}

/* Each byte adds or removes one of eight EIDs; a bit mask is the oracle. */
static void table(const uint8_t *data, size_t size)
{
	struct smc_eid_table t = {};
	unsigned int have = 0, i;

	for (; size; size--, data++) {
		unsigned int n = *data & 7, bit = 1 << n;
		u8 eid[SMC_EID_LEN];
		int rc, want;

		memset(eid, ' ', sizeof(eid));
		eid[0] = 'A' + n;
		if (*data & 8) {
			rc = smc_eid_table_remove(&t, eid);
			want = have & bit ? 0 : -ENOENT;
			have &= ~bit;
		} else {
			rc = smc_eid_table_add(&t, eid);
			want = have & bit ? -EEXIST :
			       t.count == SMC_MAX_UEID && rc ? -ERANGE : 0;
			if (!rc)
				have |= bit;
		}
		CHECK(rc == want);
		CHECK(t.count == __builtin_popcount(have));
		for (i = 0; i < 8; i++) {
			eid[0] = 'A' + i;
			CHECK((smc_eid_table_find(&t, eid) >= 0) ==
			      !!(have & 1 << i));
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	text(data, size);
	table(data, size);
	return 0;
}
