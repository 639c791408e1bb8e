// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "core/negot.h"
#include "golden.h"

static const struct smc_ism lo = { { 0x33464800a458e7b1ULL,
				     0x32d408fe8cd02d99ULL }, 0xffff };

static void add_eid(struct smc_eid_table *t, const char *text)
{
	u8 eid[SMC_EID_LEN];

	assert_int_equal(smc_eid_from_text(text, strlen(text), eid, NULL), 0);
	assert_int_equal(smc_eid_table_add(t, eid), 0);
}

/* A host with loopback-ism and the UEID of the golden messages. */
static struct smc_negot_local host(void)
{
	struct smc_negot_local l = {
		.dev_count = 1,
		.dev = { { .ism = lo, .index = 5, .self_only = true } },
		.release = SMC_RELEASE_1,
		.feature_mask = SMC_FEATURE_EMULATED_ISM,
	};

	add_eid(&l.ueid, "TESTEID-1");
	return l;
}

static void add_dev(struct smc_negot_local *l, u16 chid, u64 gid, u8 index)
{
	l->dev[l->dev_count].ism.gid.gid = gid;
	l->dev[l->dev_count].ism.chid = chid;
	l->dev[l->dev_count++].index = index;
}

static struct smc_clc_proposal golden_proposal(void)
{
	struct msg m = msg_unhex(GOLDEN_PROPOSAL_D);
	struct smc_clc_proposal p;

	assert_int_equal(smc_clc_parse_proposal(m.p, m.len, &p), 0);
	msg_free(&m);
	return p;
}

static struct smc_clc_accept golden_accept(const char *text, u8 type)
{
	struct msg m = msg_unhex(text);
	struct smc_clc_accept a;

	assert_int_equal(smc_clc_parse_accept(m.p, m.len, type, &a), 0);
	msg_free(&m);
	return a;
}

static void expect_ok(const struct smc_negot_result *r)
{
	assert_true(r->ok);
	assert_int_equal(r->reason, 0);
	assert_int_equal(r->err, 0);
}

static void expect_reason(const struct smc_negot_result *r, u32 reason)
{
	assert_false(r->ok);
	assert_int_equal(r->reason, reason);
	assert_int_equal(r->err, 0);
	assert_int_equal(r->cand_count, 0);
}

static void expect_err(const struct smc_negot_result *r)
{
	assert_false(r->ok);
	assert_int_equal(r->reason, 0);
	assert_int_equal(r->err, -EPROTO);
	assert_int_equal(r->cand_count, 0);
}

/* What we offer is what a stock kernel offers, to the byte. */
static void offer_is_golden(void **state)
{
	struct smc_negot_local l = host();
	struct msg m = msg_unhex(GOLDEN_PROPOSAL_D);
	struct smc_clc_proposal p;
	u8 out[SMC_CLC_MAX_LEN];

	(void)state;
	smc_negot_offer(&l, &p);
	assert_int_equal(smc_clc_build_proposal(out, sizeof(out), &p), m.len);
	assert_memory_equal(out, m.p, m.len);
	msg_free(&m);
}

static void offer_limits(void **state)
{
	struct smc_negot_local l = host();
	struct smc_clc_proposal p;
	u8 out[SMC_CLC_MAX_LEN];

	(void)state;
	add_dev(&l, 0x0101, 1, 1);
	add_dev(&l, 0x0101, 2, 2);	/* CHID not unique */
	add_dev(&l, SMC_CHID_NONE, 3, 3);
	add_dev(&l, 0xff00, 4, 4);
	add_dev(&l, 0xff01, 5, 5);
	add_dev(&l, 0xff02, 6, 6);	/* would need entries 8 and 9 */
	add_dev(&l, 0x0102, 7, 7);	/* has entry 8 */
	smc_negot_offer(&l, &p);
	assert_int_equal(p.ism_count, 5);
	assert_int_equal(p.ism[0].chid, 0xffff);
	assert_int_equal(p.ism[1].chid, 0x0101);
	assert_true(p.ism[1].gid.gid == 1);
	assert_int_equal(p.ism[4].chid, 0x0102);
	assert_true(smc_clc_build_proposal(out, sizeof(out), &p) > 0);

	l = host();
	l.seid_enabled = true;		/* but it is zero */
	smc_negot_offer(&l, &p);
	assert_false(p.has_seid);
	l.seid[0] = 'I';
	smc_negot_offer(&l, &p);
	assert_true(p.has_seid);
	l.dev_count = 0;
	smc_negot_offer(&l, &p);
	assert_false(p.smcd_v2);
	l.release = SMC_RELEASE_0;
	smc_negot_offer(&l, &p);
	assert_int_equal(p.feature_mask, 0);
}

static void server_agrees(void **state)
{
	struct smc_negot_local l = host();
	struct smc_clc_proposal p = golden_proposal();
	struct smc_negot_result r;

	(void)state;
	smc_negot_smcd(&p, &l, &r);
	expect_ok(&r);
	assert_int_equal(r.cand_count, 1);
	assert_int_equal(r.cand[0].index, 5);
	assert_int_equal(r.cand[0].chid, 0xffff);
	assert_true(smc_gid_equal(&r.cand[0].peer, &lo.gid));
	assert_memory_equal(r.eid, l.ueid.eid[0], SMC_EID_LEN);
	assert_int_equal(r.release, SMC_RELEASE_1);
	assert_int_equal(r.feature_mask, SMC_FEATURE_EMULATED_ISM);

	p.release = SMC_RELEASE_0;
	smc_negot_smcd(&p, &l, &r);
	expect_ok(&r);
	assert_int_equal(r.release, SMC_RELEASE_0);
	assert_int_equal(r.feature_mask, 0);
	p.release = 7;
	smc_negot_smcd(&p, &l, &r);
	assert_int_equal(r.release, SMC_RELEASE_1);
}

static void server_reasons(void **state)
{
	struct smc_clc_proposal p;
	struct smc_negot_local l;
	struct smc_negot_result r;

	(void)state;
#define REASON(want, change) do {		\
	p = golden_proposal();			\
	l = host();				\
	change;					\
	smc_negot_smcd(&p, &l, &r);		\
	expect_reason(&r, want);		\
} while (0)
	REASON(SMC_RSN_NOV2EXT, p.version = SMC_V1);
	REASON(SMC_RSN_NOV2EXT, p.smcd_v2 = false);
	REASON(SMC_RSN_NOISM2SUPP, l.dev_count = 0);
	REASON(SMC_RSN_NOSMCD2EXT, p.smcd_v2 = false; p.smcr_v2 = true);
	REASON(SMC_RSN_NOUEID, p.eid_count = 0);
	REASON(SMC_RSN_NOUEID, l.ueid.count = 0);
	REASON(SMC_RSN_NOUEID, l.ueid.eid[0][8] = '2');
	REASON(SMC_RSN_NOSMCD2DEV, p.ism_count = 0);
	REASON(SMC_RSN_NOSMCD2DEV, p.ism[0].chid = 0xff00);
	/* another host's loopback: half of the GID is not enough */
	REASON(SMC_RSN_NOSMCD2DEV, p.ism[0].gid.gid++);
	REASON(SMC_RSN_NOSMCD2DEV, p.ism[0].gid.gid_ext++);
	/* device and EID both missing: the device is named */
	REASON(SMC_RSN_NOSMCD2DEV, p.ism_count = 0; l.ueid.count = 0);
#undef REASON
}

/* CHID 0 is no device, on neither side. */
static void server_chid_zero(void **state)
{
	struct smc_negot_local l = host();
	struct smc_clc_proposal p = golden_proposal();
	struct smc_negot_result r;

	(void)state;
	l.dev[0].self_only = false;
	l.dev[0].ism.chid = SMC_CHID_NONE;
	p.ism[0].chid = SMC_CHID_NONE;
	p.smcd_v1 = true;
	smc_negot_smcd(&p, &l, &r);
	expect_reason(&r, SMC_RSN_NOSMCD2DEV);
}

static void server_candidate_order(void **state)
{
	struct smc_negot_local l = host();
	struct smc_clc_proposal p = golden_proposal();
	struct smc_negot_result r;
	unsigned int i;

	(void)state;
	add_dev(&l, 0x0101, 100, 1);
	add_dev(&l, 0x0102, 200, 2);
	add_dev(&l, 0x0103, 300, 3);
	p.smcd_v1 = true;
	p.ism_v1.chid = 0x0103;
	p.ism_v1.gid.gid = 30;
	p.ism_count = 4;
	p.ism[1] = (struct smc_ism){ { 10, 0 }, 0x0102 };
	p.ism[2] = (struct smc_ism){ { 11, 0 }, 0x0999 };
	p.ism[3] = (struct smc_ism){ { 12, 0 }, 0x0101 };
	smc_negot_smcd(&p, &l, &r);
	expect_ok(&r);
	assert_int_equal(r.cand_count, 4);
	assert_int_equal(r.cand[0].index, 3);
	assert_true(r.cand[0].peer.gid == 30);
	assert_int_equal(r.cand[1].index, 5);
	assert_int_equal(r.cand[2].index, 2);
	assert_true(r.cand[2].peer.gid == 10);
	assert_int_equal(r.cand[3].index, 1);
	assert_true(r.cand[3].peer.gid == 12);

	/* many to many: never more than there is room for */
	for (i = 0; i < SMC_NEGOT_MAX_DEVS; i++) {
		l.dev[i] = (struct smc_negot_dev){ { { i, 0 }, 7 }, i, false };
		p.ism[i] = (struct smc_ism){ { i, 0 }, 7 };
	}
	l.dev_count = p.ism_count = SMC_NEGOT_MAX_DEVS;
	smc_negot_smcd(&p, &l, &r);
	expect_ok(&r);
	assert_int_equal(r.cand_count, SMC_NEGOT_MAX_DEVS);
}

static void server_eid_choice(void **state)
{
	struct smc_negot_local l = host();
	struct smc_clc_proposal p = golden_proposal();
	struct smc_negot_result r;

	(void)state;
	/* the client's order decides */
	add_eid(&l.ueid, "ZZ");
	memcpy(p.eid[1], p.eid[0], SMC_EID_LEN);
	memcpy(p.eid[0], l.ueid.eid[1], SMC_EID_LEN);
	p.eid_count = 2;
	smc_negot_smcd(&p, &l, &r);
	expect_ok(&r);
	assert_memory_equal(r.eid, l.ueid.eid[1], SMC_EID_LEN);

	/* the SEID goes first, when both have it switched on */
	memset(l.seid, 'I', SMC_EID_LEN);
	memset(p.seid, 'I', SMC_EID_LEN);
	p.has_seid = true;
	smc_negot_smcd(&p, &l, &r);
	assert_memory_equal(r.eid, p.eid[0], SMC_EID_LEN);
	l.seid_enabled = true;
	smc_negot_smcd(&p, &l, &r);
	assert_memory_equal(r.eid, l.seid, SMC_EID_LEN);
	p.has_seid = false;
	smc_negot_smcd(&p, &l, &r);
	assert_memory_equal(r.eid, p.eid[0], SMC_EID_LEN);

	/* and hosts without one have nothing in common by that */
	memset(l.seid, 0, SMC_EID_LEN);
	memset(p.seid, 0, SMC_EID_LEN);
	p.has_seid = true;
	p.eid_count = 0;
	smc_negot_smcd(&p, &l, &r);
	expect_reason(&r, SMC_RSN_NOUEID);
	/* nor by a zero UEID */
	memset(p.eid[0], 0, SMC_EID_LEN);
	memset(l.ueid.eid[0], 0, SMC_EID_LEN);
	p.eid_count = 1;
	smc_negot_smcd(&p, &l, &r);
	expect_reason(&r, SMC_RSN_NOUEID);
}

static void client_agrees(void **state)
{
	struct smc_negot_local l = host();
	struct smc_clc_accept a = golden_accept(GOLDEN_ACCEPT_D, SMC_CLC_ACCEPT);
	struct smc_clc_proposal p;
	struct smc_negot_result r;

	(void)state;
	smc_negot_offer(&l, &p);
	smc_negot_accept(&p, &a, &l, &r);
	expect_ok(&r);
	assert_int_equal(r.cand_count, 1);
	assert_int_equal(r.cand[0].index, 5);
	assert_true(smc_gid_equal(&r.cand[0].peer, &lo.gid));
	assert_memory_equal(r.eid, a.eid, SMC_EID_LEN);
	assert_int_equal(r.release, SMC_RELEASE_1);
	assert_int_equal(r.feature_mask, SMC_FEATURE_EMULATED_ISM);
	a.fce.feature_mask = 0xfffe;
	smc_negot_accept(&p, &a, &l, &r);
	assert_int_equal(r.feature_mask, 0);

	/* a second contact says nothing about releases */
	a.first_contact = false;
	memset(&a.fce, 0, sizeof(a.fce));
	smc_negot_accept(&p, &a, &l, &r);
	expect_ok(&r);
}

static void client_refuses(void **state)
{
	struct smc_clc_accept a;
	struct smc_clc_proposal p;
	struct smc_negot_local l;
	struct smc_negot_result r;

	(void)state;
#define ANSWER(change) do {						\
	l = host();							\
	a = golden_accept(GOLDEN_ACCEPT_D, SMC_CLC_ACCEPT);		\
	smc_negot_offer(&l, &p);					\
	change;								\
	smc_negot_accept(&p, &a, &l, &r);				\
} while (0)
	ANSWER(a.smcd = false);
	expect_reason(&r, SMC_RSN_MODEUNSUPP);
	ANSWER(a.version = SMC_V1);
	expect_reason(&r, SMC_RSN_MODEUNSUPP);
	ANSWER(a.version = 3);
	expect_reason(&r, SMC_RSN_MODEUNSUPP);
	ANSWER(p.smcd_v2 = false);
	expect_reason(&r, SMC_RSN_MODEUNSUPP);
	ANSWER(a.fce.release = 2);
	expect_reason(&r, SMC_RSN_RELEASEERR);
	ANSWER(l.dev_count = 0);
	expect_reason(&r, SMC_RSN_NOSMCD2DEV);
	ANSWER(l.dev[0].ism.gid.gid++);
	expect_reason(&r, SMC_RSN_NOSMCD2DEV);
	ANSWER(a.d.chid = 0xff00);
	expect_err(&r);
	ANSWER(a.d.chid = SMC_CHID_NONE);
	expect_err(&r);
	ANSWER(a.d.gid.gid_ext++);
	expect_err(&r);
	ANSWER(a.eid[0] = 'X');
	expect_err(&r);
	ANSWER(memset(a.eid, 0, SMC_EID_LEN));
	expect_err(&r);
#undef ANSWER
}

/* CHID 0 must match neither an unused slot nor anything behind the count. */
static void client_unused_slots(void **state)
{
	struct smc_negot_local l = host();
	struct smc_clc_accept a = golden_accept(GOLDEN_ACCEPT_D, SMC_CLC_ACCEPT);
	struct smc_clc_proposal p;
	struct smc_negot_result r;

	(void)state;
	smc_negot_offer(&l, &p);
	memset(&p.ism[1], 0, sizeof(p.ism[1]));
	a.d.chid = 0;
	smc_negot_accept(&p, &a, &l, &r);
	expect_err(&r);
	p.ism[1].chid = 0x0101;
	a.d.chid = 0x0101;
	smc_negot_accept(&p, &a, &l, &r);
	expect_err(&r);
	/* not even when both ends had such a device */
	p.ism[0].chid = 0;
	l.dev[0].ism.chid = 0;
	a.d.chid = 0;
	smc_negot_accept(&p, &a, &l, &r);
	expect_err(&r);
}

static void confirm(void **state)
{
	struct smc_clc_accept s, c;
	struct smc_gid peer;
	struct smc_negot_result r;

	(void)state;
#define CONFIRM(change) do {						\
	s = golden_accept(GOLDEN_ACCEPT_D, SMC_CLC_ACCEPT);		\
	c = golden_accept(GOLDEN_CONFIRM_D, SMC_CLC_CONFIRM);		\
	peer = lo.gid;							\
	change;								\
	smc_negot_confirm(&s, &c, &peer, &r);				\
} while (0)
	CONFIRM((void)0);
	expect_ok(&r);
	assert_int_equal(r.release, SMC_RELEASE_1);
	assert_int_equal(r.feature_mask, SMC_FEATURE_EMULATED_ISM);
	CONFIRM(c.fce.feature_mask = 0xfffe);
	expect_ok(&r);
	assert_int_equal(r.feature_mask, 0);
	CONFIRM(c.fce.release = 0);
	expect_reason(&r, SMC_RSN_RELEASEERR);
	CONFIRM(memset(&c.fce, 0, sizeof(c.fce)));
	expect_reason(&r, SMC_RSN_RELEASEERR);
	CONFIRM(c.fce.max_conns = 1);
	expect_reason(&r, SMC_RSN_MAXCONNERR);
	CONFIRM(c.fce.max_links = 1);
	expect_reason(&r, SMC_RSN_MAXLINKERR);
	CONFIRM(c.version = SMC_V1);
	expect_err(&r);
	CONFIRM(c.smcd = false);
	expect_err(&r);
	CONFIRM(c.first_contact = false);
	expect_err(&r);
	CONFIRM(c.eid[31] = 'X');
	expect_err(&r);
	CONFIRM(c.d.chid = 0xff00);
	expect_err(&r);
	CONFIRM(peer.gid++);
	expect_err(&r);
	CONFIRM(peer.gid_ext++);
	expect_err(&r);
	CONFIRM(s.first_contact = c.first_contact = false;
		s.fce.present = c.fce.present = false; c.fce.release = 3);
	expect_ok(&r);
#undef CONFIRM
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(offer_is_golden),
		cmocka_unit_test(offer_limits),
		cmocka_unit_test(server_agrees),
		cmocka_unit_test(server_reasons),
		cmocka_unit_test(server_chid_zero),
		cmocka_unit_test(server_candidate_order),
		cmocka_unit_test(server_eid_choice),
		cmocka_unit_test(client_agrees),
		cmocka_unit_test(client_refuses),
		cmocka_unit_test(client_unused_slots),
		cmocka_unit_test(confirm),
	};

	return cmocka_run_group_tests_name("negot", tests, NULL, NULL);
}
