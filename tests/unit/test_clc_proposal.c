// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "core/clc.h"
#include "golden.h"

/* Offsets in the golden proposals, which have no prefix part. */
#define OFF_LENGTH	5
#define OFF_IPAREA	38
#define OFF_V2_OFFSET	50
#define OFF_EID_COUNT	80
#define OFF_ISM_COUNT	81
#define OFF_SMCD_OFFSET	86
#define OFF_SEID_D	152

static int parse(const struct msg *m, struct smc_clc_proposal *p)
{
	return smc_clc_parse_proposal(m->p, m->len, p);
}

/* The message must be read, and written again byte by byte. */
static void round_trip(const char *text, struct smc_clc_proposal *p)
{
	struct msg m = msg_unhex(text);
	u8 out[SMC_CLC_MAX_LEN];

	assert_int_equal(parse(&m, p), 0);
	assert_int_equal(smc_clc_build_proposal(out, sizeof(out), p), m.len);
	assert_memory_equal(out, m.p, m.len);
	msg_free(&m);
}

static void golden_r(void **state)
{
	static const u8 gid[] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff,
				  10, 9, 0, 2 };
	struct smc_clc_proposal p;

	(void)state;
	round_trip(GOLDEN_PROPOSAL_R, &p);
	assert_int_equal(p.version, SMC_V2);
	assert_false(p.smcr_v1 || p.smcd_v1 || p.smcd_v2);
	assert_true(p.smcr_v2);
	assert_int_equal(p.release, SMC_RELEASE_1);
	assert_int_equal(p.eid_count, 1);
	assert_memory_equal(p.eid[0], "TESTEID-1                       ", 32);
	assert_memory_equal(p.roce_gid, gid, sizeof(gid));
	assert_int_equal(p.max_conns, 255);
	assert_int_equal(p.max_links, 2);
	assert_int_equal(p.feature_mask, SMC_FEATURE_EMULATED_ISM);
	assert_false(p.has_seid);
	assert_int_equal(p.ism_count, 0);
}

static void golden_r_61(void **state)
{
	struct smc_clc_proposal p;

	(void)state;
	round_trip(GOLDEN_PROPOSAL_R_61, &p);
	assert_int_equal(p.release, SMC_RELEASE_0);
	assert_int_equal(p.max_conns, 0);
	assert_int_equal(p.max_links, 0);
	assert_int_equal(p.feature_mask, 0);
}

static void golden_d(void **state)
{
	struct smc_clc_proposal p;

	(void)state;
	round_trip(GOLDEN_PROPOSAL_D, &p);
	assert_true(p.smcd_v2);
	assert_false(p.smcr_v1 || p.smcd_v1 || p.smcr_v2);
	assert_int_equal(p.eid_count, 1);
	assert_int_equal(p.ism_count, 1);
	assert_int_equal(p.ism[0].chid, SMC_CHID_LOOPBACK);
	assert_true(p.ism[0].gid.gid == 0x33464800a458e7b1ULL);
	assert_true(p.ism[0].gid.gid_ext == 0x32d408fe8cd02d99ULL);
	assert_int_equal(p.ism_v1.chid, SMC_CHID_NONE);
}

/* Version 1 as RFC 7609 and the SMC-D extension have it, laid out by hand. */
static void version_1(void **state)
{
	static const char both[] =
		"e2d4c3d9 01 007e 13 0102030405060708"
		"101112131415161718191a1b1c1d1e1f 202122232425 0028"
		"3031323334353637 0000 0000 000000 0000000000" ZERO_20
		"0a090000 10 0000 02 20010db8000000000000000000000000 40"
		"fd000000000000000000000000000000 08 e2d4c3d9";
	static const char no_area[] =
		"e2d4c3d9 01 0034 10 0102030405060708" ZERO_16 "202122232425"
		"0000 0a090000 10 0000 00 e2d4c3d9";
	struct smc_clc_proposal p;
	struct msg m = msg_unhex(no_area);

	(void)state;
	round_trip(both, &p);
	assert_int_equal(p.version, SMC_V1);
	assert_true(p.smcr_v1 && p.smcd_v1);
	assert_false(p.smcr_v2 || p.smcd_v2);
	assert_int_equal(p.sysid[7], 8);
	assert_int_equal(p.gid[15], 0x1f);
	assert_int_equal(p.mac[5], 0x25);
	assert_true(p.ism_v1.gid.gid == 0x3031323334353637ULL);
	assert_int_equal(p.subnet[0], 10);
	assert_int_equal(p.subnet_len, 16);
	assert_int_equal(p.prefix6_count, 2);
	assert_int_equal(p.prefix6[0].len, 64);
	assert_int_equal(p.prefix6[1].addr[0], 0xfd);

	/* before there was SMC-D: readable for SMC-R, not for SMC-D */
	assert_int_equal(parse(&m, &p), 0);
	assert_true(p.smcr_v1);
	m.p[7] = 0x11;
	assert_int_equal(parse(&m, &p), -EBADMSG);
	m.p[7] = 0x12;
	assert_int_equal(parse(&m, &p), -EBADMSG);
	msg_free(&m);
}

static void fill(struct smc_clc_proposal *p, unsigned int types)
{
	unsigned int i;

	memset(p, 0, sizeof(*p));
	p->version = SMC_V2;
	p->smcr_v1 = types & 1;
	p->smcd_v1 = types & 2;
	p->smcr_v2 = types & 4;
	p->smcd_v2 = types & 8;
	p->release = SMC_RELEASE_1;
	p->max_conns = 16;
	p->max_links = 1;
	p->feature_mask = 1;
	memset(p->roce_gid, 0x77, sizeof(p->roce_gid));
	for (i = 0; i < SMC_CLC_MAX_EIDS; i++)
		memset(p->eid[i], 'A' + i, SMC_EID_LEN);
	for (i = 0; i < SMC_CLC_MAX_PREFIX6; i++)
		memset(&p->prefix6[i], i + 1, sizeof(p->prefix6[i]));
	for (i = 0; i < SMC_CLC_MAX_ISM; i++) {
		p->ism[i].gid.gid = 0x1000 + i;
		p->ism[i].chid = 0x100 + i;
	}
}

/* All sixteen offers with all counts, each written, read, written again. */
static void all_layouts(void **state)
{
	struct smc_clc_proposal p, q;
	unsigned int types, n, longest = 0;

	(void)state;
	for (types = 1; types < 16; types++) {
		for (n = 0; n < 9 * 9 * 9; n++) {
			u8 out[SMC_CLC_MAX_LEN], again[SMC_CLC_MAX_LEN];
			struct msg m;
			int len;

			fill(&p, types);
			p.eid_count = n % 9;
			p.prefix6_count = n / 9 % 9;
			p.ism_count = n / 81;
			p.has_seid = n & 1;
			memset(p.seid, 'S', sizeof(p.seid));
			len = smc_clc_build_proposal(out, sizeof(out), &p);
			assert_true(len > 0);
			longest = max(longest, (unsigned int)len);

			m = msg_copy(out, len);
			assert_int_equal(parse(&m, &q), 0);
			msg_free(&m);
			assert_int_equal(q.smcr_v1, p.smcr_v1);
			assert_int_equal(q.smcd_v1, p.smcd_v1);
			assert_int_equal(q.smcr_v2, p.smcr_v2);
			assert_int_equal(q.smcd_v2, p.smcd_v2);
			if (types >= 4)
				assert_int_equal(q.eid_count, p.eid_count);
			if (types & 8) {
				assert_int_equal(q.ism_count, p.ism_count);
				assert_int_equal(q.has_seid, p.has_seid);
			}
			if (types & 3)
				assert_int_equal(q.prefix6_count,
						 p.prefix6_count);
			assert_int_equal(smc_clc_build_proposal(again,
					 sizeof(again), &q), len);
			assert_memory_equal(again, out, len);
		}
	}
	assert_int_equal(longest, SMC_CLC_MAX_LEN);
}

static void emulated_devices(void **state)
{
	struct smc_clc_proposal p, q;
	u8 out[SMC_CLC_MAX_LEN];
	unsigned int i;
	int len;

	(void)state;
	fill(&p, 8);
	p.ism_count = 5;
	for (i = 0; i < 3; i++) {
		p.ism[2 * i].chid = 0xff00 + i;
		p.ism[2 * i].gid.gid_ext = 0xabc0 + i;
	}
	len = smc_clc_build_proposal(out, sizeof(out), &p);
	assert_int_equal(out[OFF_ISM_COUNT], 8);
	assert_int_equal(smc_clc_parse_proposal(out, len, &q), 0);
	assert_int_equal(q.ism_count, 5);
	for (i = 0; i < 5; i++) {
		assert_int_equal(q.ism[i].chid, p.ism[i].chid);
		assert_true(smc_gid_equal(&q.ism[i].gid, &p.ism[i].gid));
	}
	/* a ninth entry has no place */
	p.ism_count = 6;
	assert_int_equal(smc_clc_build_proposal(out, sizeof(out), &p), -EINVAL);
}

/* Half an emulated device is nobody; its neighbours stay what they are. */
static void emulated_without_twin(void **state)
{
	static const struct {
		u16 chids[4];
		u8 want;
		u16 first;
	} t[] = {
		{ { 0xffff, 0xffff, 0xff00, 0xff00 }, 2, 0xffff },
		{ { 0xffff, 0xff00, 0xff00, 0x0101 }, 2, 0xff00 },
		{ { 0xffff, 0x0101, 0xffff, 0x0102 }, 2, 0x0101 },
		{ { 0x0101, 0xff00, 0xff01, 0xff02 }, 1, 0x0101 },
		{ { 0xff00, 0xff01, 0xff02, 0xff03 }, 0, 0 },
		{ { 0xffff, 0xffff, 0xffff, 0x0101 }, 2, 0xffff },
		{ { 0x0101, 0x0102, 0x0103, 0xffff }, 3, 0x0101 },
	};
	struct smc_clc_proposal p;
	u8 out[SMC_CLC_MAX_LEN];
	unsigned int i, j;
	int len;

	(void)state;
	fill(&p, 8);
	p.ism_count = 4;
	len = smc_clc_build_proposal(out, sizeof(out), &p);
	for (i = 0; i < ARRAY_SIZE(t); i++) {
		for (j = 0; j < 4; j++)
			put16(out + len - 4 - 40 + 10 * j + 8, t[i].chids[j]);
		assert_int_equal(smc_clc_parse_proposal(out, len, &p), 0);
		assert_int_equal(p.ism_count, t[i].want);
		if (t[i].want)
			assert_int_equal(p.ism[0].chid, t[i].first);
	}
}

/* A message cut anywhere, and a header that claims another length. */
static void truncated(void **state)
{
	static const char *const golden[] = { GOLDEN_PROPOSAL_R,
					      GOLDEN_PROPOSAL_D };
	struct smc_clc_proposal p;
	unsigned int i, len;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(golden); i++) {
		struct msg whole = msg_unhex(golden[i]);

		for (len = 0; len <= SMC_CLC_MAX_LEN + 8; len++) {
			u8 longer[SMC_CLC_MAX_LEN + 8] = {};
			struct msg m;

			if (len < whole.len) {
				m = msg_copy(whole.p, len);
				assert_int_equal(parse(&m, &p), -EBADMSG);
				msg_free(&m);
			}
			/* the end moved, with a trailer where it should be */
			memcpy(longer, whole.p, whole.len);
			put16(longer + OFF_LENGTH, len);
			if (len >= 4)
				memcpy(longer + len - 4, whole.p, 4);
			assert_int_equal(smc_clc_parse_proposal(longer,
					 sizeof(longer), &p),
					 len == whole.len ? 0 : -EBADMSG);
		}
		msg_free(&whole);
	}
}

/* Each 16-bit offset takes all its values: only the right one is followed. */
static void hostile_offsets(void **state)
{
	static const struct {
		unsigned int at;
		unsigned int last;
		unsigned int from;
		unsigned int to;
	} t[] = {
		{ OFF_IPAREA, 65535, 0, 40 },
		{ OFF_V2_OFFSET, 65535, 28, 28 },
		{ OFF_SMCD_OFFSET, 65535, 64, 64 },
	};
	struct msg m = msg_unhex(GOLDEN_PROPOSAL_D);
	struct smc_clc_proposal p;
	unsigned int i, v;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(t); i++) {
		for (v = 0; v <= t[i].last; v++) {
			int want = v >= t[i].from && v <= t[i].to ? 0 : -EBADMSG;

			put16(m.p + t[i].at, v);
			assert_int_equal(parse(&m, &p), want);
		}
		put16(m.p + t[i].at, t[i].to);
	}
	msg_free(&m);
}

static void hostile_counts(void **state)
{
	struct msg m = msg_unhex(GOLDEN_PROPOSAL_D);
	struct smc_clc_proposal p;
	u8 out[SMC_CLC_MAX_LEN];
	unsigned int v;
	int len;

	(void)state;
	for (v = 0; v < 256; v++) {
		m.p[OFF_EID_COUNT] = v;
		assert_int_equal(parse(&m, &p), v == 1 ? 0 : -EBADMSG);
	}
	m.p[OFF_EID_COUNT] = 1;
	for (v = 0; v < 256; v++) {
		m.p[OFF_ISM_COUNT] = v;
		assert_int_equal(parse(&m, &p), v == 2 ? 0 : -EBADMSG);
	}
	msg_free(&m);

	fill(&p, 1);
	p.prefix6_count = 3;
	len = smc_clc_build_proposal(out, sizeof(out), &p);
	m = msg_copy(out, len);
	for (v = 0; v < 256; v++) {
		m.p[87] = v;
		assert_int_equal(parse(&m, &p), v == 3 ? 0 : -EBADMSG);
	}
	msg_free(&m);
}

/* Nine EIDs with lengths and offsets that agree: still one too many. */
static void one_eid_too_many(void **state)
{
	struct smc_clc_proposal p;
	unsigned int types;

	(void)state;
	for (types = 4; types <= 8; types += 4) {
		u8 out[SMC_CLC_MAX_LEN + SMC_EID_LEN];
		int len, eids_end = 120 + 8 * SMC_EID_LEN;

		fill(&p, types);
		p.eid_count = 8;
		len = smc_clc_build_proposal(out, sizeof(out), &p);
		assert_int_equal(smc_clc_parse_proposal(out, len, &p), 0);
		memmove(out + eids_end + SMC_EID_LEN, out + eids_end,
			len - eids_end);
		len += SMC_EID_LEN;
		put16(out + OFF_LENGTH, len);
		out[OFF_EID_COUNT] = 9;
		if (p.smcd_v2)
			put16(out + OFF_SMCD_OFFSET, 32 + 9 * SMC_EID_LEN);
		assert_int_equal(smc_clc_parse_proposal(out, len, &p),
				 -EBADMSG);
	}
}

/* With v1 parts the distance to the prefix part must be that of the area. */
static void prefix_distance(void **state)
{
	struct smc_clc_proposal p;
	u8 out[SMC_CLC_MAX_LEN];
	unsigned int types, v;
	int len;

	(void)state;
	for (types = 5; types < 16; types++) {
		if (!(types & 3) || !(types & 12))
			continue;
		fill(&p, types);
		len = smc_clc_build_proposal(out, sizeof(out), &p);
		for (v = 0; v < 256; v++) {
			put16(out + OFF_IPAREA, v);
			assert_int_equal(smc_clc_parse_proposal(out, len, &p),
					 v == 40 ? 0 : -EBADMSG);
		}
	}
}

static void reserved_and_versions(void **state)
{
	struct msg m = msg_unhex(GOLDEN_PROPOSAL_D);
	struct smc_clc_proposal p;
	unsigned int v;

	(void)state;
	memset(m.p + 60, 0xff, 20);	/* SMC-D area */
	m.p[82] = 0xff;
	put16(m.p + 84, 0xffff);
	memset(m.p + 108, 0xff, 12);	/* v2 extension */
	memset(m.p + OFF_SEID_D, 0xff, 16);
	assert_int_equal(parse(&m, &p), 0);

	/* later versions are read as 2, version 0 is none */
	for (v = 0; v < 16; v++) {
		m.p[7] = v << 4 | 0x06;
		assert_int_equal(parse(&m, &p), v >= 2 ? 0 : -EBADMSG);
	}
	m.p[7] = 0x26;
	for (v = 0; v < 256; v++) {
		m.p[m.len - 1] = v;
		assert_int_equal(parse(&m, &p),
				 v == 0xd9 || v == 0xc4 ? 0 : -EBADMSG);
	}
	msg_free(&m);
}

static void build_refuses(void **state)
{
	struct smc_clc_proposal p, q;
	u8 out[SMC_CLC_MAX_LEN];
	struct msg m;
	int len, size;

	(void)state;
	fill(&p, 15);
	len = smc_clc_build_proposal(out, sizeof(out), &p);
	for (size = 0; size < len; size++) {
		m = msg_copy(out, size);
		assert_int_equal(smc_clc_build_proposal(m.p, size, &p),
				 -EMSGSIZE);
		msg_free(&m);
	}
#define REFUSED(change) do {						\
	q = p;								\
	change;								\
	assert_int_equal(smc_clc_build_proposal(out, sizeof(out), &q),	\
			 -EINVAL);					\
} while (0)
	REFUSED(q.version = 0);
	REFUSED(q.version = 1);
	REFUSED(q.version = 3);
	REFUSED(q.eid_count = 9);
	REFUSED(q.prefix6_count = 9);
	REFUSED(q.ism_count = 9);
	REFUSED(q.release = 16);
	REFUSED(fill(&q, 0));
#undef REFUSED
}

/* Some receivers take this GID's last byte for a number of prefixes. */
static void no_gid_without_v1(void **state)
{
	struct smc_clc_proposal p;
	u8 out[SMC_CLC_MAX_LEN], zero[10] = {};

	(void)state;
	fill(&p, 8);
	p.ism_v1.gid.gid = ~0ULL;
	p.ism_v1.chid = 0x101;
	assert_true(smc_clc_build_proposal(out, sizeof(out), &p) > 0);
	assert_memory_equal(out + 40, zero, sizeof(zero));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(golden_r),
		cmocka_unit_test(golden_r_61),
		cmocka_unit_test(golden_d),
		cmocka_unit_test(version_1),
		cmocka_unit_test(all_layouts),
		cmocka_unit_test(emulated_devices),
		cmocka_unit_test(emulated_without_twin),
		cmocka_unit_test(truncated),
		cmocka_unit_test(hostile_offsets),
		cmocka_unit_test(hostile_counts),
		cmocka_unit_test(one_eid_too_many),
		cmocka_unit_test(prefix_distance),
		cmocka_unit_test(reserved_and_versions),
		cmocka_unit_test(build_refuses),
		cmocka_unit_test(no_gid_without_v1),
	};

	return cmocka_run_group_tests_name("clc_proposal", tests, NULL, NULL);
}
