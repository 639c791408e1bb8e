// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "core/hist.h"

/* Bounds as users read them: up to 8K, 16K, ... 1024K, more. */
static void bounds(void **state)
{
	unsigned int i;
	u64 bound = 8192;

	(void)state;
	assert_int_equal(smc_hist_bucket(0), 0);
	assert_int_equal(smc_hist_bucket(1), 0);
	for (i = 0; i < SMC_HIST_BUCKETS - 1; i++, bound *= 2) {
		assert_int_equal(smc_hist_bucket(bound - 1), i);
		assert_int_equal(smc_hist_bucket(bound), i);
		assert_int_equal(smc_hist_bucket(bound + 1), i + 1);
	}
	assert_int_equal(bound, 2 << 20);
}

static void every_power_of_two(void **state)
{
	unsigned int last = 0, i, b;
	int d;

	(void)state;
	for (i = 1; i < 64; i++) {
		for (d = -1; d <= 1; d++) {
			b = smc_hist_bucket((1ULL << i) + d);
			assert_true(b < SMC_HIST_BUCKETS);
			assert_true(b >= last);
			last = b;
		}
	}
	assert_int_equal(smc_hist_bucket(~0ULL), SMC_HIST_BUCKETS - 1);
}

static void saturation(void **state)
{
	u32 i;

	(void)state;
	assert_int_equal(smc_sat_add16(65534, 1), 65535);
	assert_int_equal(smc_sat_add16(65535, 1), 65535);
	assert_int_equal(smc_sat_add16(65535, 65535), 65535);
	assert_int_equal(smc_sat_add16(0, 0), 0);
	for (i = 0; i <= 65535; i++)
		assert_int_equal(smc_sat_add16(i, 40000),
				 i + 40000 > 65535 ? 65535 : i + 40000);
	assert_int_equal(smc_sat_add32(~0U - 1, 1), ~0U);
	assert_int_equal(smc_sat_add32(~0U, 1), ~0U);
	assert_int_equal(smc_sat_add32(1, 2), 3);
	assert_true(smc_sat_add64(~0ULL - 1, 1) == ~0ULL);
	assert_true(smc_sat_add64(~0ULL, ~0ULL) == ~0ULL);
	assert_true(smc_sat_add64(1ULL << 32, 1) == (1ULL << 32) + 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bounds),
		cmocka_unit_test(every_power_of_two),
		cmocka_unit_test(saturation),
	};

	return cmocka_run_group_tests_name("hist", tests, NULL, NULL);
}
