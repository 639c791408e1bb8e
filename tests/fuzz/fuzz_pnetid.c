// SPDX-License-Identifier: GPL-2.0-or-later
/* PNET ID texts, and the comparison of two fields as they may be found. */
#include "fuzz.h"

#include "core/pnetid.h"

static void text(const uint8_t *data, size_t size)
{
	u8 id[SMC_PNETID_LEN], again[SMC_PNETID_LEN];
	char out[SMC_PNETID_LEN + 1];
	const char *why = NULL;
	int rc = smc_pnetid_from_text((const char *)data, size, id, &why);

	if (rc) {
		CHECK(rc == -ENODATA || rc == -ENAMETOOLONG || rc == -EILSEQ);
		CHECK(why && *why);
		return;
	}
	CHECK(!why);
	CHECK(!smc_pnetid_is_empty(id));
	smc_pnetid_to_text(id, out);
	CHECK(strlen(out) >= 1 && strlen(out) <= SMC_PNETID_LEN);
	CHECK(!smc_pnetid_from_text(out, sizeof(out), again, NULL));
	CHECK(!memcmp(id, again, sizeof(id)));
}

static void fields(const u8 *a, const u8 *b)
{
	char ta[SMC_PNETID_LEN + 1], tb[SMC_PNETID_LEN + 1];

	smc_pnetid_to_text(a, ta);
	smc_pnetid_to_text(b, tb);
	CHECK(smc_pnetid_equal(a, b) == !strcmp(ta, tb));
	CHECK(smc_pnetid_equal(b, a) == smc_pnetid_equal(a, b));
	CHECK(smc_pnetid_equal(a, a));
	CHECK(smc_pnetid_is_empty(a) == !*ta);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	text(data, size);
	if (size >= 2 * SMC_PNETID_LEN)
		fields(data, data + SMC_PNETID_LEN);
	return 0;
}
