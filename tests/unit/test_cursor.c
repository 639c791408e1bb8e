// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "core/cursor.h"

#define TURNS 65536ULL

/* Sizes small enough to try every position, none a power of two for D. */
static const u32 small[] = { 1, 2, 3, 5, 7, 8, 13, 16 };
static const u32 real[] = { 16384, 16384 - 32, 65536 - 32, 1048576 - 32 };

static void from_pos(void **state)
{
	struct smc_cursor c;

	(void)state;
	c = smc_cursor_from_pos(0, 100);
	assert_int_equal(c.count, 0);
	assert_int_equal(c.wrap, 0);
	c = smc_cursor_from_pos(99, 100);
	assert_int_equal(c.count, 99);
	assert_int_equal(c.wrap, 0);
	c = smc_cursor_from_pos(100, 100);
	assert_int_equal(c.count, 0);
	assert_int_equal(c.wrap, 1);
	c = smc_cursor_from_pos(100 * TURNS - 1, 100);
	assert_int_equal(c.count, 99);
	assert_int_equal(c.wrap, 65535);
	c = smc_cursor_from_pos(100 * TURNS, 100);
	assert_int_equal(c.count, 0);
	assert_int_equal(c.wrap, 0);
}

/* What must hold for a position @a and one @n ahead of it. */
static void check_pair(u64 a, u32 n, u32 size)
{
	struct smc_cursor ca = smc_cursor_from_pos(a, size);
	struct smc_cursor cb = smc_cursor_from_pos(a + n, size);
	struct smc_cursor sum = smc_cursor_add(ca, n, size);
	u64 pos = 0;

	assert_int_equal(sum.wrap, cb.wrap);
	assert_int_equal(sum.count, cb.count);
	assert_int_equal(smc_cursor_diff(ca, cb, size), n);
	assert_int_equal(smc_cursor_compare(ca, cb) < 0, n > 0);
	assert_int_equal(smc_cursor_compare(cb, ca) > 0, n > 0);
	assert_int_equal(smc_cursor_compare(ca, ca), 0);

	assert_int_equal(smc_cursor_advance(a, cb, size, &pos), 0);
	assert_true(pos == a + n);
	pos = 42;
	if (n) {
		assert_int_equal(smc_cursor_advance(a + n, ca, size, &pos),
				 -ESTALE);
		assert_true(pos == 42);
	}
}

/* Every distance from every position, over the turn from 65535 to 0. */
static void exhaustive(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(small); i++) {
		u32 size = small[i], n;
		u64 a;

		for (a = 0; a <= 4 * size; a++)
			for (n = 0; n <= size; n++)
				check_pair(a, n, size);
		for (a = size * (TURNS - 2); a <= size * (TURNS + 2); a++)
			for (n = 0; n <= size; n++)
				check_pair(a, n, size);
	}
}

static void real_sizes(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(real); i++) {
		u32 size = real[i];
		u64 base[] = { 0, size - 1, size * (TURNS - 1),
			       size * TURNS - 1, size * TURNS * 3 - 17 };
		unsigned int j;

		for (j = 0; j < ARRAY_SIZE(base); j++) {
			check_pair(base[j], 0, size);
			check_pair(base[j], 1, size);
			check_pair(base[j], size / 2, size);
			check_pair(base[j], size - 1, size);
			check_pair(base[j], size, size);
		}
	}
}

/* A peer's cursor can be anything: each 16-bit turn with each count. */
static void hostile(void **state)
{
	const u32 size = 5;
	const u64 pos = size * (TURNS - 1) + 2;
	struct smc_cursor c;
	u32 wrap;

	(void)state;
	for (wrap = 0; wrap < TURNS; wrap++) {
		for (c.count = 0; c.count < size + 2; c.count++) {
			s16 turns = wrap - 65535;
			s64 ahead = turns * (s64)size + c.count - 2;
			u64 ret = 42;
			int rc, want;

			c.wrap = wrap;
			rc = smc_cursor_advance(pos, c, size, &ret);
			if (c.count >= size || ahead > size)
				want = -EBADMSG;
			else
				want = ahead < 0 ? -ESTALE : 0;
			assert_int_equal(rc, want);
			assert_true(ret == (rc ? 42 : pos + ahead));
		}
	}
}

static void never_negative(void **state)
{
	struct smc_cursor a = { .count = 9, .wrap = 1 };
	struct smc_cursor b = { .count = 3, .wrap = 1 };

	(void)state;
	assert_int_equal(smc_cursor_diff(a, b, 10), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(from_pos),
		cmocka_unit_test(exhaustive),
		cmocka_unit_test(real_sizes),
		cmocka_unit_test(hostile),
		cmocka_unit_test(never_negative),
	};

	return cmocka_run_group_tests_name("cursor", tests, NULL, NULL);
}
