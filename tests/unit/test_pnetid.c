// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "core/pnetid.h"

static void texts(void **state)
{
	static const struct {
		const char *text;
		const char *want;
		int rc;
	} t[] = {
		{ "A", "A", 0 }, { "net1", "NET1", 0 }, { "zZ9", "ZZ9", 0 },
		{ "  NET1  ", "NET1", 0 },
		{ "ABCDEFGHIJKLMNOP", "ABCDEFGHIJKLMNOP", 0 },
		{ "    ABCDEFGHIJKLMNOP    ", "ABCDEFGHIJKLMNOP", 0 },
		{ "", NULL, -ENODATA }, { "   ", NULL, -ENODATA },
		{ "ABCDEFGHIJKLMNOPQ", NULL, -ENAMETOOLONG },
		{ "NET 1", NULL, -EILSEQ }, { "NET-1", NULL, -EILSEQ },
		{ "NET.1", NULL, -EILSEQ }, { "N\xc3\x84", NULL, -EILSEQ },
		{ "NET1\n", NULL, -EILSEQ }, { "@", NULL, -EILSEQ },
		{ "[", NULL, -EILSEQ }, { "`", NULL, -EILSEQ },
		{ "{", NULL, -EILSEQ }, { "/", NULL, -EILSEQ },
		{ ":", NULL, -EILSEQ },
	};
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(t); i++) {
		struct msg m = msg_copy((const u8 *)t[i].text,
					strlen(t[i].text));
		char text[SMC_PNETID_LEN + 1];
		u8 out[SMC_PNETID_LEN] = { 0x5a };
		const char *why = NULL;

		assert_int_equal(smc_pnetid_from_text((char *)m.p, m.len, out,
						      &why), t[i].rc);
		assert_int_equal(!t[i].rc, !why);
		if (t[i].rc) {
			assert_int_equal(out[0], 0x5a);
		} else {
			smc_pnetid_to_text(out, text);
			assert_string_equal(text, t[i].want);
		}
		msg_free(&m);
	}
}

static void compare(void **state)
{
	static const u8 zeros[16] = "NET1";
	static const u8 blanks[16] = "NET1            ";
	static const u8 longer[16] = "NET12";
	static const u8 full[16] = "ABCDEFGHIJKLMNOP";
	static const u8 other[16] = "ABCDEFGHIJKLMNOQ";
	static const u8 junk[16] = "NET1\0JUNK";
	static const u8 none[16] = "", blank[16] = "                ";

	(void)state;
	assert_true(smc_pnetid_equal(zeros, blanks));
	assert_true(smc_pnetid_equal(blanks, zeros));
	assert_true(smc_pnetid_equal(zeros, junk));
	assert_true(smc_pnetid_equal(full, full));
	assert_false(smc_pnetid_equal(full, other));
	assert_false(smc_pnetid_equal(zeros, longer));
	assert_false(smc_pnetid_equal(longer, blanks));
	assert_false(smc_pnetid_equal(none, zeros));
	assert_true(smc_pnetid_equal(none, blank));
	assert_true(smc_pnetid_is_empty(none));
	assert_true(smc_pnetid_is_empty(blank));
	assert_false(smc_pnetid_is_empty(zeros));
}

/* All 16 characters survive; the field needs no terminator. */
static void text_of_full_field(void **state)
{
	struct msg m = msg_copy((const u8 *)"ABCDEFGHIJKLMNOP", 16);
	char text[SMC_PNETID_LEN + 1];

	(void)state;
	smc_pnetid_to_text(m.p, text);
	assert_string_equal(text, "ABCDEFGHIJKLMNOP");
	m.p[0] = ' ';
	smc_pnetid_to_text(m.p, text);
	assert_string_equal(text, "");
	msg_free(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts),
		cmocka_unit_test(compare),
		cmocka_unit_test(text_of_full_field),
	};

	return cmocka_run_group_tests_name("pnetid", tests, NULL, NULL);
}
