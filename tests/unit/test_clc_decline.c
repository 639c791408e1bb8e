// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "core/clc.h"
#include "core/reason.h"
#include "golden.h"

static int parse(const struct msg *m, struct smc_clc_decline *d)
{
	return smc_clc_parse_decline(m->p, m->len, d);
}

static void round_trip(const char *text, struct smc_clc_decline *d)
{
	struct msg m = msg_unhex(text);
	u8 out[SMC_CLC_DECLINE_LEN_V2];

	assert_int_equal(parse(&m, d), 0);
	assert_int_equal(smc_clc_build_decline(out, sizeof(out), d), m.len);
	assert_memory_equal(out, m.p, m.len);
	msg_free(&m);
}

static void golden(void **state)
{
	struct smc_clc_decline d;

	(void)state;
	round_trip(GOLDEN_DECLINE, &d);
	assert_int_equal(d.version, SMC_V2);
	assert_int_equal(d.diagnosis, SMC_RSN_NOSMCRDEV);
	assert_int_equal(d.os, SMC_OS_LINUX);
	assert_int_equal(d.sysid[0], 0x87);
	assert_false(d.out_of_sync);

	round_trip("e2d4c3d9 04 001c 18 0102030405060708 04000000 00000000"
		   "e2d4c3d9", &d);
	assert_int_equal(d.version, SMC_V1);
	assert_int_equal(d.diagnosis, SMC_RSN_SYNCERR);
	assert_true(d.out_of_sync);
}

/* Other systems fill reserved fields and end as they like. */
static void reserved_is_ignored(void **state)
{
	struct msg m = msg_unhex(GOLDEN_DECLINE);
	struct smc_clc_decline d;

	(void)state;
	memset(m.p + 21, 0xff, m.len - 21);
	m.p[20] = 0x1f;
	m.p[7] = 0x27;
	assert_int_equal(parse(&m, &d), 0);
	assert_int_equal(d.diagnosis, SMC_RSN_NOSMCRDEV);
	assert_int_equal(d.os, 1);
	assert_false(d.out_of_sync);
	msg_free(&m);
}

/* Any length the header covers, from the shortest form on. */
static void lengths(void **state)
{
	struct msg m = msg_unhex(GOLDEN_DECLINE);
	struct smc_clc_decline d;
	unsigned int len;

	(void)state;
	for (len = 0; len <= 60; len++) {
		u8 buf[64] = {};
		struct msg cut;

		memcpy(buf, m.p, m.len);
		put16(buf + 5, len);
		cut = msg_copy(buf, len);
		assert_int_equal(parse(&cut, &d), len >= 28 ? 0 : -EBADMSG);
		if (len) {
			cut.len--;
			assert_int_equal(parse(&cut, &d), -EBADMSG);
		}
		msg_free(&cut);
	}
	msg_free(&m);
}

static void build_refuses(void **state)
{
	struct smc_clc_decline d = { .version = SMC_V2 };
	u8 out[SMC_CLC_DECLINE_LEN_V2];
	int size;

	(void)state;
	for (size = 0; size < SMC_CLC_DECLINE_LEN_V2; size++) {
		struct msg m = msg_copy(out, size);

		assert_int_equal(smc_clc_build_decline(m.p, size, &d),
				 -EMSGSIZE);
		msg_free(&m);
	}
	d.version = 0;
	assert_int_equal(smc_clc_build_decline(out, sizeof(out), &d), -EINVAL);
	d.version = 3;
	assert_int_equal(smc_clc_build_decline(out, sizeof(out), &d), -EINVAL);
}

/* Every type with every length: the limits that readers rely on. */
static void peek_limits(void **state)
{
	static const unsigned int least[] = { 0, 52, 48, 48, 28 };
	unsigned int type, len;

	(void)state;
	for (type = 0; type < 256; type++) {
		for (len = 0; len < 65536; len += len < 700 ? 1 : 97) {
			u8 h[8] = { 0xe2, 0xd4, 0xc3, 0xd9, type, len >> 8, len,
				    0x26 };
			struct smc_clc_hdr hdr;
			bool good = type >= 1 && type <= 4 &&
				    len >= least[type] &&
				    len <= SMC_CLC_MAX_LEN;

			assert_int_equal(smc_clc_peek(h, sizeof(h), &hdr),
					 good ? 0 : -EBADMSG);
			if (!good)
				continue;
			assert_int_equal(hdr.type, type);
			assert_int_equal(hdr.length, len);
			assert_int_equal(hdr.version, 2);
			assert_int_equal(hdr.typev2, 1);
			assert_int_equal(hdr.typev1, 2);
		}
	}
}

static void peek_garbage(void **state)
{
	struct msg m = msg_unhex(GOLDEN_DECLINE);
	struct smc_clc_hdr hdr = { .type = 42 };
	unsigned int i, v;

	(void)state;
	for (i = 0; i < SMC_CLC_HDR_LEN; i++) {
		struct msg cut = msg_copy(m.p, i);

		assert_int_equal(smc_clc_peek(cut.p, i, &hdr), -EBADMSG);
		msg_free(&cut);
	}
	for (i = 0; i < 4; i++) {
		u8 keep = m.p[i];

		for (v = 0; v < 256; v++) {
			bool good = v == keep || (i == 3 && v == 0xc4);

			m.p[i] = v;
			hdr.type = 42;
			assert_int_equal(smc_clc_peek(m.p, m.len, &hdr),
					 good ? 0 : -EBADMSG);
			assert_int_equal(hdr.type, good ? 4 : 42);
		}
		m.p[i] = keep;
	}
	/* version 0 is none */
	m.p[7] = 0x0f;
	assert_int_equal(smc_clc_peek(m.p, m.len, &hdr), -EBADMSG);
	assert_int_equal(smc_clc_peek("GET / HTTP/1.0", 14, &hdr), -EBADMSG);
	msg_free(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(golden),
		cmocka_unit_test(reserved_is_ignored),
		cmocka_unit_test(lengths),
		cmocka_unit_test(build_refuses),
		cmocka_unit_test(peek_limits),
		cmocka_unit_test(peek_garbage),
	};

	return cmocka_run_group_tests_name("clc_decline", tests, NULL, NULL);
}
