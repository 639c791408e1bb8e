// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "core/wire.h"

static void read_numbers(void **state)
{
	struct msg m = msg_unhex("01 0203 040506 0708090a 0b0c0d0e0f101112 ff");
	struct smc_rd r = smc_rd_init(m.p, m.len);

	(void)state;
	assert_int_equal(smc_rd_u8(&r), 0x01);
	assert_int_equal(smc_rd_be16(&r), 0x0203);
	assert_int_equal(smc_rd_be24(&r), 0x040506);
	assert_int_equal(smc_rd_be32(&r), 0x0708090a);
	assert_true(smc_rd_be64(&r) == 0x0b0c0d0e0f101112ULL);
	assert_int_equal(r.left, 1);
	assert_false(r.bad);
	msg_free(&m);
}

/* Beyond the end there are zeros, and nothing comes back to life later. */
static void read_beyond(void **state)
{
	struct msg m = msg_unhex("0102030405");
	size_t n;

	(void)state;
	for (n = 0; n <= m.len; n++) {
		struct smc_rd r = smc_rd_init(m.p, n);
		u8 to[6] = { 9, 9, 9, 9, 9, 9 };
		u8 zero[6] = {};

		smc_rd_bytes(&r, to, sizeof(to));
		assert_true(r.bad);
		assert_memory_equal(to, zero, sizeof(to));
		assert_int_equal(smc_rd_u8(&r), 0);
		smc_rd_skip(&r, 0);
		assert_true(r.bad);
	}
	msg_free(&m);
}

static void read_huge_skip(void **state)
{
	u8 b[4] = { 1, 2, 3, 4 };
	struct smc_rd r = smc_rd_init(b, sizeof(b));

	(void)state;
	smc_rd_skip(&r, SIZE_MAX);
	assert_true(r.bad);
	assert_int_equal(r.left, 0);
}

static void write_all(void **state)
{
	static const char text[] = "01 0203 040506 0708090a 0b0c0d0e0f101112"
				   "aabb 0000";
	struct msg want = msg_unhex(text);
	static const u8 ab[2] = { 0xaa, 0xbb };
	size_t size;

	(void)state;
	for (size = 0; size <= want.len; size++) {
		u8 junk[MSG_ROOM];
		struct msg m;
		struct smc_wr w;

		memset(junk, 0x55, sizeof(junk));
		m = msg_copy(junk, size);
		w = smc_wr_init(m.p, size);
		smc_wr_u8(&w, 0x01);
		smc_wr_be16(&w, 0x0203);
		smc_wr_be24(&w, 0xff040506);
		smc_wr_be32(&w, 0x0708090a);
		smc_wr_be64(&w, 0x0b0c0d0e0f101112ULL);
		smc_wr_bytes(&w, ab, sizeof(ab));
		smc_wr_zero(&w, 2);
		assert_int_equal(w.bad, size < want.len);
		if (!w.bad)
			assert_memory_equal(m.p, want.p, want.len);
		msg_free(&m);
	}
	msg_free(&want);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(read_numbers),
		cmocka_unit_test(read_beyond),
		cmocka_unit_test(read_huge_skip),
		cmocka_unit_test(write_all),
	};

	return cmocka_run_group_tests_name("wire", tests, NULL, NULL);
}
