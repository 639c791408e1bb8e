// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "core/eid.h"

#define LEN_32 "ABCDEFGHIJKLMNOPQRSTUVWXYZ012345"

static int from_text(const char *s, u8 out[SMC_EID_LEN])
{
	const char *why = NULL;
	int rc = smc_eid_from_text(s, strlen(s), out, &why);

	assert_int_equal(!rc, !why);
	return rc;
}

static void texts(void **state)
{
	static const struct {
		const char *text;
		int rc;
	} t[] = {
		{ "A", 0 }, { "0", 0 }, { "TESTEID-1", 0 }, { "A.B-C", 0 },
		{ "A..--", 0 }, { LEN_32, 0 }, { "A   ", 0 },
		{ LEN_32 " ", 0 },
		{ "", -ENODATA }, { " ", -ENODATA },
		{ "                                ", -ENODATA },
		{ LEN_32 "6", -ENAMETOOLONG },
		{ "a", -EILSEQ }, { "TESTEId", -EILSEQ }, { "A B", -EILSEQ },
		{ " A", -EILSEQ }, { "A_B", -EILSEQ }, { "A\n", -EILSEQ },
		{ "A\t", -EILSEQ }, { "A\xc3\x84", -EILSEQ },
		{ "A@", -EILSEQ }, { "A[", -EILSEQ }, { "A/", -EILSEQ },
		{ "A:", -EILSEQ },
		{ ".A", -EDOM }, { "-A", -EDOM }, { ".", -EDOM },
	};
	u8 out[SMC_EID_LEN], before[SMC_EID_LEN];
	unsigned int i;

	(void)state;
	memset(before, 0x5a, sizeof(before));
	for (i = 0; i < ARRAY_SIZE(t); i++) {
		memcpy(out, before, sizeof(out));
		assert_int_equal(from_text(t[i].text, out), t[i].rc);
		if (t[i].rc)
			assert_memory_equal(out, before, sizeof(out));
		else
			assert_true(smc_eid_valid((char *)out, sizeof(out)));
	}
	assert_int_equal(smc_eid_from_text("a", 1, out, NULL), -EILSEQ);
}

static void padding(void **state)
{
	u8 out[SMC_EID_LEN];
	struct msg m = msg_copy((const u8 *)LEN_32, SMC_EID_LEN);

	(void)state;
	assert_int_equal(from_text("AB", out), 0);
	assert_memory_equal(out, "AB                              ", 32);
	/* a field of the wire has no NUL, and need not have one */
	assert_int_equal(smc_eid_from_text((char *)m.p, m.len, out, NULL), 0);
	assert_memory_equal(out, LEN_32, 32);
	assert_int_equal(smc_eid_from_text("AB", 1, out, NULL), 0);
	assert_memory_equal(out, "A                               ", 32);
	msg_free(&m);
}

static void valid_needs_all_bytes(void **state)
{
	char eid[SMC_EID_LEN + 1];
	size_t i;

	(void)state;
	memcpy(eid, LEN_32 " ", sizeof(eid));
	for (i = 0; i <= sizeof(eid); i++)
		assert_int_equal(smc_eid_valid(eid, i), i == SMC_EID_LEN);
	/* each place: NUL and lower case are refused */
	for (i = 0; i < SMC_EID_LEN; i++) {
		char keep = eid[i];

		eid[i] = 0;
		assert_false(smc_eid_valid(eid, SMC_EID_LEN));
		eid[i] = 'z';
		assert_false(smc_eid_valid(eid, SMC_EID_LEN));
		eid[i] = keep;
	}
}

static void table(void **state)
{
	static const char *const names[] = { "A", "B", "C", "D", "E" };
	struct smc_eid_table t = {}, full;
	u8 eid[ARRAY_SIZE(names)][SMC_EID_LEN];
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(names); i++)
		assert_int_equal(from_text(names[i], eid[i]), 0);

	assert_int_equal(smc_eid_table_find(&t, eid[0]), -ENOENT);
	assert_int_equal(smc_eid_table_remove(&t, eid[0]), -ENOENT);
	for (i = 0; i < SMC_MAX_UEID; i++) {
		assert_int_equal(smc_eid_table_add(&t, eid[i]), 0);
		assert_int_equal(smc_eid_table_add(&t, eid[i]), -EEXIST);
		assert_int_equal(smc_eid_table_find(&t, eid[i]), i);
	}
	assert_int_equal(smc_eid_table_add(&t, eid[4]), -ERANGE);
	assert_int_equal(smc_eid_table_add(&t, eid[3]), -EEXIST);
	assert_int_equal(t.count, SMC_MAX_UEID);

	/* each one removed: the others keep their order */
	full = t;
	for (i = 0; i < SMC_MAX_UEID; i++) {
		unsigned int j, k = 0;

		t = full;
		assert_int_equal(smc_eid_table_remove(&t, eid[i]), 0);
		assert_int_equal(t.count, SMC_MAX_UEID - 1);
		for (j = 0; j < SMC_MAX_UEID; j++) {
			if (j == i)
				continue;
			assert_int_equal(smc_eid_table_find(&t, eid[j]), k++);
		}
		assert_int_equal(smc_eid_table_find(&t, eid[i]), -ENOENT);
		assert_int_equal(smc_eid_table_remove(&t, eid[i]), -ENOENT);
		assert_int_equal(smc_eid_table_add(&t, eid[i]), 0);
	}
}

static void zero_is_no_eid(void **state)
{
	struct smc_eid_table t = { .count = 1 };
	u8 zero[SMC_EID_LEN] = {}, one[SMC_EID_LEN] = { [31] = 1 };

	(void)state;
	assert_true(smc_eid_is_zero(zero));
	assert_false(smc_eid_is_zero(one));
	assert_false(smc_eid_equal(zero, zero));
	assert_true(smc_eid_equal(one, one));
	assert_int_equal(smc_eid_table_find(&t, zero), -ENOENT);
	t.count = 0;
	assert_int_equal(smc_eid_table_add(&t, zero), -EINVAL);
	assert_int_equal(smc_eid_table_add(&t, one), -EINVAL);
	assert_int_equal(t.count, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts),
		cmocka_unit_test(padding),
		cmocka_unit_test(valid_needs_all_bytes),
		cmocka_unit_test(table),
		cmocka_unit_test(zero_is_no_eid),
	};

	return cmocka_run_group_tests_name("eid", tests, NULL, NULL);
}
