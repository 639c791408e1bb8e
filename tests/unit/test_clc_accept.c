// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "core/clc.h"
#include "golden.h"

#define OFF_LENGTH	5
#define OFF_FLAGS	7

static int parse(const struct msg *m, u8 type, struct smc_clc_accept *a)
{
	return smc_clc_parse_accept(m->p, m->len, type, a);
}

/* The message must be read, and written again byte by byte. */
static void round_trip(const char *text, u8 type, struct smc_clc_accept *a)
{
	struct msg m = msg_unhex(text);
	u8 out[SMC_CLC_ACCEPT_MAX];
	u8 other = type == SMC_CLC_ACCEPT ? SMC_CLC_CONFIRM : SMC_CLC_ACCEPT;

	assert_int_equal(parse(&m, other, a), -EBADMSG);
	assert_int_equal(parse(&m, type, a), 0);
	assert_int_equal(smc_clc_build_accept(out, sizeof(out), type, a), m.len);
	assert_memory_equal(out, m.p, m.len);
	msg_free(&m);
}

static void golden_d(void **state)
{
	struct smc_clc_accept a;

	(void)state;
	round_trip(GOLDEN_ACCEPT_D, SMC_CLC_ACCEPT, &a);
	assert_int_equal(a.version, SMC_V2);
	assert_true(a.smcd && a.first_contact);
	assert_true(a.d.gid.gid == 0x33464800a458e7b1ULL);
	assert_true(a.d.gid.gid_ext == 0x32d408fe8cd02d99ULL);
	assert_true(a.d.token == 0x7b85d911cdf4da07ULL);
	assert_int_equal(a.d.dmbe_idx, 0);
	assert_int_equal(a.d.dmbe_size, 2);
	assert_memory_equal(a.d.linkid, "\0\1\0\0", 4);
	assert_int_equal(a.d.chid, SMC_CHID_LOOPBACK);
	assert_memory_equal(a.eid, "TESTEID-1                       ", 32);
	assert_true(a.fce.present && a.fce.extended);
	assert_int_equal(a.fce.os, SMC_OS_LINUX);
	assert_int_equal(a.fce.release, SMC_RELEASE_1);
	assert_memory_equal(a.fce.hostname, "vmlo                            ",
			    32);
	assert_int_equal(a.fce.feature_mask, 1);

	round_trip(GOLDEN_CONFIRM_D, SMC_CLC_CONFIRM, &a);
	assert_true(a.d.token == 0x1053917f4097bb5eULL);
	assert_memory_equal(a.d.linkid, "\0\2\0\0", 4);
}

static void golden_r(void **state)
{
	struct smc_clc_accept a;

	(void)state;
	round_trip(GOLDEN_ACCEPT_R, SMC_CLC_ACCEPT, &a);
	assert_false(a.smcd);
	assert_true(a.first_contact);
	assert_memory_equal(a.r.mac, "\x52\x54\0\0\0\x01", 6);
	assert_int_equal(a.r.gid[12], 10);
	assert_int_equal(a.r.qpn, 0x11);
	assert_int_equal(a.r.rkey, 0x3d8);
	assert_int_equal(a.r.rmbe_idx, 1);
	assert_int_equal(a.r.alert_token, 1);
	assert_int_equal(a.r.rmbe_size, 2);
	assert_int_equal(a.r.mtu, 3);
	assert_true(a.r.rmb_addr == 0xff25f77d036c0000ULL);
	assert_int_equal(a.r.psn, 0x59b772);
	assert_true(a.fce.v2_direct && a.fce.extended);
	assert_int_equal(a.fce.max_conns, 255);
	assert_int_equal(a.fce.max_links, 2);

	round_trip(GOLDEN_CONFIRM_R, SMC_CLC_CONFIRM, &a);
	assert_int_equal(a.r.gid_count, 1);
	assert_int_equal(a.r.gid_list[0][15], 2);

	round_trip(GOLDEN_ACCEPT_R_SECOND, SMC_CLC_ACCEPT, &a);
	assert_false(a.first_contact || a.fce.present);
	assert_int_equal(a.r.alert_token, 2);
	round_trip(GOLDEN_CONFIRM_R_SECOND, SMC_CLC_CONFIRM, &a);
}

static void golden_r_61(void **state)
{
	struct smc_clc_accept a;

	(void)state;
	round_trip(GOLDEN_ACCEPT_R_61, SMC_CLC_ACCEPT, &a);
	assert_int_equal(a.fce.release, SMC_RELEASE_0);
	assert_true(a.fce.extended);
	assert_memory_equal(a.fce.hostname, "vm-srv                          ",
			    32);
	round_trip(GOLDEN_CONFIRM_R_61, SMC_CLC_CONFIRM, &a);
	assert_int_equal(a.r.gid_count, 1);
}

/* Version 1, laid out by hand from RFC 7609 and the SMC-D extension. */
static void version_1(void **state)
{
	struct smc_clc_accept a;

	(void)state;
	round_trip("e2d4c3d9 02 0044 18 0102030405060708"
		   "101112131415161718191a1b1c1d1e1f 202122232425 303132"
		   "33343536 01 40414243 45 00 5051525354555657 00 606162"
		   "e2d4c3d9", SMC_CLC_ACCEPT, &a);
	assert_int_equal(a.version, SMC_V1);
	assert_true(a.first_contact && !a.fce.present);
	assert_int_equal(a.r.qpn, 0x303132);
	assert_int_equal(a.r.rmbe_size, 4);
	assert_int_equal(a.r.mtu, 5);
	assert_int_equal(a.r.psn, 0x606162);

	round_trip("e2d4c3c4 03 0030 11 0102030405060708 1112131415161718"
		   "00 60 0000 20212223" ZERO_12 "e2d4c3c4",
		   SMC_CLC_CONFIRM, &a);
	assert_true(a.smcd && !a.first_contact);
	assert_true(a.d.token == 0x1112131415161718ULL);
	assert_int_equal(a.d.dmbe_size, 6);
	assert_int_equal(a.d.chid, 0);
	assert_true(a.d.gid.gid_ext == 0);
}

/* What release 0 takes: 78 and 114 bytes; what later ones get: 130. */
static void form_follows_release(void **state)
{
	struct msg m = msg_unhex(GOLDEN_ACCEPT_D);
	struct smc_clc_accept a, b;
	u8 out[SMC_CLC_ACCEPT_MAX];

	(void)state;
	assert_int_equal(parse(&m, SMC_CLC_ACCEPT, &a), 0);
	msg_free(&m);

	assert_int_equal(smc_clc_build_accept(out, sizeof(out), SMC_CLC_ACCEPT,
					      &a), 130);
	a.fce.release = SMC_RELEASE_0;
	assert_int_equal(smc_clc_build_accept(out, sizeof(out), SMC_CLC_ACCEPT,
					      &a), 114);
	assert_memory_equal(out + 110, "\xe2\xd4\xc3\xc4", 4);
	assert_int_equal(smc_clc_parse_accept(out, 114, SMC_CLC_ACCEPT, &b), 0);
	assert_true(b.fce.present && !b.fce.extended);
	assert_int_equal(b.fce.feature_mask, 0);
	a.first_contact = false;
	a.fce.present = false;
	assert_int_equal(smc_clc_build_accept(out, sizeof(out), SMC_CLC_ACCEPT,
					      &a), 78);
	assert_int_equal(smc_clc_parse_accept(out, 78, SMC_CLC_ACCEPT, &b), 0);
	assert_false(b.fce.present);
}

/* gid_ext belongs to emulated devices; others may have anything there. */
static void gid_ext_of_emulated_only(void **state)
{
	struct msg m = msg_unhex(GOLDEN_ACCEPT_D);
	struct smc_clc_accept a;

	(void)state;
	put16(m.p + 32, 0x0101);
	assert_int_equal(parse(&m, SMC_CLC_ACCEPT, &a), 0);
	assert_true(a.d.gid.gid_ext == 0);
	put16(m.p + 32, 0xff00);
	assert_int_equal(parse(&m, SMC_CLC_ACCEPT, &a), 0);
	assert_true(a.d.gid.gid_ext == 0x32d408fe8cd02d99ULL);
	msg_free(&m);
}

/*
 * The header's length moves the trailer: version 2 takes whatever extension
 * it covers, version 1 exactly one length.
 */
static void lengths(void **state)
{
	static const struct {
		const char *text;
		u8 type;
		unsigned int least;
	} t[] = {
		{ GOLDEN_ACCEPT_D, SMC_CLC_ACCEPT, 78 },
		{ GOLDEN_CONFIRM_D, SMC_CLC_CONFIRM, 78 },
		{ GOLDEN_ACCEPT_R, SMC_CLC_ACCEPT, 108 },
		{ GOLDEN_CONFIRM_R, SMC_CLC_CONFIRM, 108 },
	};
	struct smc_clc_accept a;
	unsigned int i, len;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(t); i++) {
		struct msg whole = msg_unhex(t[i].text);

		for (len = 4; len <= SMC_CLC_MAX_LEN + 8; len++) {
			u8 buf[SMC_CLC_MAX_LEN + 8] = {};
			bool good = len >= t[i].least && len <= SMC_CLC_MAX_LEN;
			struct msg m;

			memcpy(buf, whole.p, min(whole.len, (size_t)len));
			put16(buf + OFF_LENGTH, len);
			memcpy(buf + len - 4, whole.p, 4);
			m = msg_copy(buf, len);
			/* a list cut within its only entry can't be read */
			if (whole.len == 180 && len >= 164 && len < 180)
				good = false;
			assert_int_equal(parse(&m, t[i].type, &a),
					 good ? 0 : -EBADMSG);
			m.len--;
			assert_int_equal(parse(&m, t[i].type, &a), -EBADMSG);
			if (good && len == t[i].least)
				assert_false(a.fce.present);
			msg_free(&m);
		}
		msg_free(&whole);
	}
}

static void hostile_gid_count(void **state)
{
	struct msg m = msg_unhex(GOLDEN_CONFIRM_R);
	struct smc_clc_accept a;
	unsigned int v;
	u8 longer[SMC_CLC_MAX_LEN] = {};

	(void)state;
	for (v = 0; v < 256; v++) {
		m.p[156] = v;
		assert_int_equal(parse(&m, SMC_CLC_CONFIRM, &a),
				 v <= 1 ? 0 : -EBADMSG);
	}
	/* a longer list is cut to what anybody can use */
	memcpy(longer, m.p, m.len);
	put16(longer + OFF_LENGTH, sizeof(longer));
	memcpy(longer + sizeof(longer) - 4, m.p, 4);
	longer[156] = 30;
	assert_int_equal(smc_clc_parse_accept(longer, sizeof(longer),
					      SMC_CLC_CONFIRM, &a), 0);
	assert_int_equal(a.r.gid_count, SMC_CLC_MAX_GIDS);
	longer[156] = 31;
	assert_int_equal(smc_clc_parse_accept(longer, sizeof(longer),
					      SMC_CLC_CONFIRM, &a), -EBADMSG);
	msg_free(&m);
}

/* All values of the byte with version and types. */
static void header_byte(void **state)
{
	struct msg m = msg_unhex(GOLDEN_ACCEPT_D);
	struct smc_clc_accept a;
	unsigned int v;

	(void)state;
	for (v = 0; v < 256; v++) {
		bool good = v >> 4 >= 2 && (v & 3) <= 1;

		m.p[OFF_FLAGS] = v;
		assert_int_equal(parse(&m, SMC_CLC_ACCEPT, &a),
				 good ? 0 : -EBADMSG);
		if (!good)
			continue;
		assert_int_equal(a.smcd, v & 1);
		assert_int_equal(a.first_contact, !!(v & 8));
		assert_int_equal(a.version, v >> 4);
	}
	/* version 1 has one length only */
	for (v = 0; v < 4; v++) {
		m.p[OFF_FLAGS] = 0x10 | v;
		assert_int_equal(parse(&m, SMC_CLC_ACCEPT, &a), -EBADMSG);
	}
	msg_free(&m);
}

static void trailer_and_eyecatcher(void **state)
{
	static const unsigned int ends[] = { 3, 129 };
	struct msg m = msg_unhex(GOLDEN_ACCEPT_D);
	struct smc_clc_accept a;
	unsigned int i, v;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(ends); i++) {
		u8 *p = m.p + ends[i];

		for (v = 0; v < 256; v++) {
			*p = v;
			assert_int_equal(parse(&m, SMC_CLC_ACCEPT, &a),
					 v == 0xd9 || v == 0xc4 ? 0 : -EBADMSG);
		}
		*p = 0xc4;
	}
	msg_free(&m);
}

static void build_refuses(void **state)
{
	struct smc_clc_accept d, r, a;
	u8 out[SMC_CLC_ACCEPT_MAX];
	struct msg m;
	int size;

	(void)state;
	round_trip(GOLDEN_ACCEPT_D, SMC_CLC_ACCEPT, &d);
	round_trip(GOLDEN_CONFIRM_R, SMC_CLC_CONFIRM, &r);
	r.r.gid_count = 2;
	assert_int_equal(smc_clc_build_accept(out, sizeof(out),
					      SMC_CLC_CONFIRM, &r),
			 SMC_CLC_ACCEPT_MAX);
	for (size = 0; size < SMC_CLC_ACCEPT_MAX; size++) {
		m = msg_copy(out, size);
		assert_int_equal(smc_clc_build_accept(m.p, size,
						      SMC_CLC_CONFIRM, &r),
				 -EMSGSIZE);
		msg_free(&m);
	}
#define REFUSED(from, type, change) do {				\
	a = from;							\
	change;								\
	assert_int_equal(smc_clc_build_accept(out, sizeof(out), type,	\
					      &a), -EINVAL);		\
} while (0)
	REFUSED(d, SMC_CLC_PROPOSAL, (void)0);
	REFUSED(d, SMC_CLC_DECLINE, (void)0);
	REFUSED(d, SMC_CLC_ACCEPT, a.version = 0);
	REFUSED(d, SMC_CLC_ACCEPT, a.version = 1);
	REFUSED(d, SMC_CLC_ACCEPT, a.version = 3);
	REFUSED(d, SMC_CLC_ACCEPT, a.fce.present = false);
	REFUSED(d, SMC_CLC_ACCEPT, a.first_contact = false);
	REFUSED(d, SMC_CLC_ACCEPT, a.d.dmbe_size = 16);
	REFUSED(d, SMC_CLC_ACCEPT, a.fce.release = 16);
	REFUSED(r, SMC_CLC_ACCEPT, (void)0);
	REFUSED(r, SMC_CLC_CONFIRM, a.r.gid_count = 3);
	REFUSED(r, SMC_CLC_CONFIRM, a.r.rmbe_size = 16);
	REFUSED(r, SMC_CLC_CONFIRM, a.r.mtu = 16);
#undef REFUSED
}

static void untouched_on_failure(void **state)
{
	struct msg m = msg_unhex(GOLDEN_ACCEPT_D);
	struct smc_clc_accept a, before;

	(void)state;
	memset(&a, 0x5a, sizeof(a));
	memcpy(&before, &a, sizeof(a));
	m.p[m.len - 1] = 0;
	assert_int_equal(parse(&m, SMC_CLC_ACCEPT, &a), -EBADMSG);
	assert_memory_equal(&a, &before, sizeof(a));
	msg_free(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(golden_d),
		cmocka_unit_test(golden_r),
		cmocka_unit_test(golden_r_61),
		cmocka_unit_test(version_1),
		cmocka_unit_test(form_follows_release),
		cmocka_unit_test(gid_ext_of_emulated_only),
		cmocka_unit_test(lengths),
		cmocka_unit_test(hostile_gid_count),
		cmocka_unit_test(header_byte),
		cmocka_unit_test(trailer_and_eyecatcher),
		cmocka_unit_test(build_refuses),
		cmocka_unit_test(untouched_on_failure),
	};

	return cmocka_run_group_tests_name("clc_accept", tests, NULL, NULL);
}
