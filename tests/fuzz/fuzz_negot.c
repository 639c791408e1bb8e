// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Negotiation with hostile messages. Two bytes describe this end, then comes
 * a PROPOSAL, then maybe an ACCEPT. An agreement must rest on what both ends
 * have, and an honest run from there must succeed.
 */
#include "fuzz.h"

#include "core/negot.h"

static void verdict(const struct smc_negot_result *r)
{
	if (r->ok) {
		CHECK(!r->reason && !r->err);
		CHECK(!smc_eid_is_zero(r->eid));
		return;
	}
	CHECK(!r->reason == !!r->err);
	CHECK(!r->err || r->err == -EPROTO);
	CHECK(!r->reason || smc_reason_name(r->reason));
	CHECK(!r->cand_count);
}

/* This end takes from the proposal what the bits of @what say. */
static struct smc_negot_local local(u8 what, u8 release,
				    const struct smc_clc_proposal *p)
{
	struct smc_negot_local l = { .feature_mask = SMC_FEATURE_EMULATED_ISM };
	unsigned int i;

	l.release = release & 0x0f;
	for (i = 0; i < p->ism_count && i < (what & 0x0f); i++) {
		l.dev[i].ism = p->ism[i];
		l.dev[i].index = i;
		l.dev[i].self_only = what & 0x10;
		l.dev_count++;
	}
	for (i = 0; what & 0x20 && i < p->eid_count; i++)
		(void)smc_eid_table_add(&l.ueid, p->eid[i]);
	l.seid_enabled = what & 0x40;
	memcpy(l.seid, p->seid, SMC_EID_LEN);
	if (what & 0x80 && l.dev_count)
		l.dev[0].ism.gid.gid ^= 1;
	return l;
}

static bool eid_known(const struct smc_negot_local *l, const u8 *eid)
{
	return smc_eid_table_find(&l->ueid, eid) >= 0 ||
	       (l->seid_enabled && smc_eid_equal(l->seid, eid));
}

static bool chid_offered(const struct smc_clc_proposal *p, u16 chid)
{
	unsigned int i;

	for (i = 0; i < p->ism_count; i++)
		if (p->ism[i].chid == chid)
			return true;
	return false;
}

/* Server said yes: then client and server must agree on the rest as well. */
static void honest_run(const struct smc_clc_proposal *p,
		       const struct smc_negot_result *r)
{
	struct smc_negot_local client = local(0x08, p->release, p);
	struct smc_clc_accept a = { .version = SMC_V2, .smcd = true,
				    .first_contact = true };
	struct smc_negot_result res;
	u8 buf[SMC_CLC_ACCEPT_MAX];
	int len;

	a.d.gid = r->cand[0].peer;
	a.d.chid = r->cand[0].chid;
	memcpy(a.eid, r->eid, SMC_EID_LEN);
	a.fce.present = true;
	a.fce.release = r->release;
	a.fce.feature_mask = r->feature_mask;
	len = smc_clc_build_accept(buf, sizeof(buf), SMC_CLC_ACCEPT, &a);
	CHECK(len > 0);
	CHECK(!smc_clc_parse_accept(buf, len, SMC_CLC_ACCEPT, &a));

	smc_negot_accept(p, &a, &client, &res);
	verdict(&res);
	CHECK(res.ok || !chid_offered(p, a.d.chid));
	smc_negot_confirm(&a, &a, &r->cand[0].peer, &res);
	CHECK(res.ok);
}

static void server(const struct smc_clc_proposal *p,
		   const struct smc_negot_local *l)
{
	struct smc_negot_result r;
	unsigned int i;

	smc_negot_smcd(p, l, &r);
	verdict(&r);
	if (!r.ok)
		return;
	CHECK(eid_known(l, r.eid));
	CHECK(r.release <= l->release && r.release <= p->release);
	CHECK(r.cand_count >= 1 && r.cand_count <= SMC_NEGOT_MAX_DEVS);
	for (i = 0; i < r.cand_count; i++) {
		const struct smc_negot_dev *dev = &l->dev[r.cand[i].index];

		CHECK(r.cand[i].index < l->dev_count);
		CHECK(r.cand[i].chid != SMC_CHID_NONE);
		CHECK(r.cand[i].chid == dev->ism.chid);
		CHECK(!dev->self_only ||
		      smc_gid_equal(&dev->ism.gid, &r.cand[i].peer));
	}
	honest_run(p, &r);
}

static void client(const struct smc_negot_local *l, const struct smc_clc_accept *a)
{
	struct smc_clc_proposal sent;
	struct smc_negot_result r;
	u8 buf[SMC_CLC_MAX_LEN];

	smc_negot_offer(l, &sent);
	if (sent.smcd_v2)
		CHECK(smc_clc_build_proposal(buf, sizeof(buf), &sent) > 0);
	smc_negot_accept(&sent, a, l, &r);
	verdict(&r);
	if (!r.ok)
		return;
	CHECK(r.cand_count == 1 && r.cand[0].index < l->dev_count);
	CHECK(eid_known(l, r.eid));
	CHECK(chid_offered(&sent, r.cand[0].chid));
	CHECK(!a->first_contact || r.release <= l->release);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct smc_clc_proposal p;
	struct smc_negot_local l;
	struct smc_clc_accept a;
	struct smc_clc_hdr h;
	u8 what, release;

	if (size < 2)
		return 0;
	what = data[0];
	release = data[1];
	data += 2;
	size -= 2;
	if (smc_clc_parse_proposal(data, size, &p))
		return 0;
	l = local(what, release, &p);
	server(&p, &l);

	CHECK(!smc_clc_peek(data, size, &h));
	if (!smc_clc_parse_accept(data + h.length, size - h.length,
				  SMC_CLC_ACCEPT, &a))
		client(&l, &a);
	return 0;
}
