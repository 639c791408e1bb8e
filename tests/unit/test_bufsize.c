// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "core/bufsize.h"

static void classes(void **state)
{
	static const u32 sizes[SMC_BUF_CLASSES] = {
		16384, 32768, 65536, 131072, 262144, 524288, 1048576, 2097152,
		4194304, 8388608, 16777216, 33554432, 67108864, 134217728,
		268435456, 536870912,
	};
	unsigned int c;

	(void)state;
	for (c = 0; c < SMC_BUF_CLASSES; c++) {
		unsigned int above = c < 15 ? c + 1 : 15;

		assert_int_equal(smc_bufsize_uncompress(c), sizes[c]);
		assert_int_equal(smc_bufsize_compress(sizes[c]), c);
		assert_int_equal(smc_bufsize_compress(sizes[c] - 1), c);
		assert_int_equal(smc_bufsize_compress(sizes[c] + 1), above);
		assert_int_equal(smc_bufsize_payload_d(c), sizes[c] - 32);
	}
	assert_int_equal(smc_bufsize_compress(0), 0);
	assert_int_equal(smc_bufsize_compress(1), 0);
	assert_int_equal(smc_bufsize_compress(~0U), 15);
	for (c = SMC_BUF_CLASSES; c < 256; c++)
		assert_int_equal(smc_bufsize_uncompress(c), sizes[15]);
}

/* Each size up to 2 MiB gets the smallest class that holds it. */
static void smallest_that_fits(void **state)
{
	u32 size;

	(void)state;
	for (size = 1; size <= 2 << 20; size++) {
		u8 c = smc_bufsize_compress(size);

		assert_true(smc_bufsize_uncompress(c) >= size);
		if (c)
			assert_true(smc_bufsize_uncompress(c - 1) < size);
	}
}

static void limits(void **state)
{
	u32 size;
	u8 max;

	(void)state;
	for (max = 0; max < SMC_BUF_CLASSES; max++) {
		for (size = 1; size; size <<= 1) {
			u8 c = smc_bufsize_class(size, max);

			assert_true(c <= max);
			if (c < max)
				assert_true(smc_bufsize_uncompress(c) >= size);
		}
	}
	assert_int_equal(smc_bufsize_class(64 << 20, SMC_BUF_MAX_CLASS_D), 6);
	assert_int_equal(smc_bufsize_class(~0U, SMC_BUF_MAX_CLASS_R), 15);
	assert_int_equal(smc_bufsize_class(0, SMC_BUF_MAX_CLASS_D), 0);
}

static void halving(void **state)
{
	u32 size = 1 << 20;
	u8 c = smc_bufsize_class(size, SMC_BUF_MAX_CLASS_D);
	int tries = 1;

	(void)state;
	while (smc_bufsize_halve(&c)) {
		size /= 2;
		assert_int_equal(smc_bufsize_uncompress(c), size);
		tries++;
	}
	assert_int_equal(tries, 7);
	assert_int_equal(c, 0);
	assert_int_equal(size, SMC_BUF_MIN_SIZE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(classes),
		cmocka_unit_test(smallest_that_fits),
		cmocka_unit_test(limits),
		cmocka_unit_test(halving),
	};

	return cmocka_run_group_tests_name("bufsize", tests, NULL, NULL);
}
