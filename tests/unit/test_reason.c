// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "core/reason.h"

/* Every code there is, written as numbers: they are API. */
static const u32 codes[] = {
	0x01010000, 0x02010000, 0x02020000, 0x03000000, 0x03010000, 0x03010001,
	0x03020000, 0x03030000, 0x03030001, 0x03030002, 0x03030003, 0x03030004,
	0x03030005, 0x03030006, 0x03030007, 0x03030008, 0x03030009, 0x0303000a,
	0x0303000b, 0x03040000, 0x03050000, 0x03060000, 0x03070000, 0x03080000,
	0x03090000, 0x030a0000, 0x030b0000, 0x030c0000, 0x030d0000, 0x030e0000,
	0x030f0000, 0x04000000, 0x05000000, 0x09990000, 0x09990001, 0x09990002,
	0x09990003,
};

static void table_is_complete(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(codes); i++) {
		assert_non_null(smc_reason_at(i));
		assert_int_equal(smc_reason_at(i)->code, codes[i]);
		assert_ptr_equal(smc_reason_find(codes[i]), smc_reason_at(i));
		assert_ptr_equal(smc_reason_name(codes[i]),
				 smc_reason_at(i)->name);
		assert_ptr_equal(smc_reason_advice(codes[i]),
				 smc_reason_at(i)->advice);
	}
	assert_null(smc_reason_at(i));
	assert_null(smc_reason_at(~0U));
}

/* One line each, and no two codes may look the same. */
static void names_are_usable(void **state)
{
	unsigned int i, j;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(codes); i++) {
		const struct smc_reason *r = smc_reason_at(i);

		assert_non_null(r->name);
		assert_in_range(strlen(r->name), 8, 48);
		assert_null(strchr(r->name, '\n'));
		if (r->advice) {
			assert_in_range(strlen(r->advice), 8, 64);
			assert_null(strchr(r->advice, '\n'));
		}
		for (j = 0; j < i; j++)
			assert_string_not_equal(r->name,
						smc_reason_at(j)->name);
	}
}

static void unknown_codes(void **state)
{
	static const u32 unknown[] = { 0, 1, 0x03030010, 0x05000001, ~0U };
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(unknown); i++) {
		assert_null(smc_reason_find(unknown[i]));
		assert_null(smc_reason_name(unknown[i]));
		assert_null(smc_reason_advice(unknown[i]));
	}
}

static void words_users_meet(void **state)
{
	(void)state;
	assert_string_equal(smc_reason_name(SMC_RSN_HS_LIMITED),
			    "handshake limited by congestion");
	assert_string_equal(smc_reason_name(SMC_RSN_NOUEID),
			    "no enterprise ID");
	assert_non_null(strstr(smc_reason_advice(SMC_RSN_NOUEID),
			       "smcd ueid add"));
	assert_non_null(strstr(smc_reason_advice(SMC_RSN_PEERNOSMC),
			       "smc_run"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(table_is_complete),
		cmocka_unit_test(names_are_usable),
		cmocka_unit_test(unknown_codes),
		cmocka_unit_test(words_users_meet),
	};

	return cmocka_run_group_tests_name("reason", tests, NULL, NULL);
}
