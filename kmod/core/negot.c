// SPDX-License-Identifier: GPL-2.0-or-later
#include "negot.h"

static void refuse(struct smc_negot_result *ret, u32 reason)
{
	memset(ret, 0, sizeof(*ret));
	ret->reason = reason;
}

static void violation(struct smc_negot_result *ret)
{
	memset(ret, 0, sizeof(*ret));
	ret->err = -EPROTO;
}

/**
 * smc_negot_offer() - client: make the SMC-D offer of what we have
 * @l: this end
 * @ret: the proposal; SMC-R and v1 parts are left empty
 *
 * A device without CHID, with the CHID of an earlier one, or for which there
 * are no entries left in the message, is not offered.
 */
void smc_negot_offer(const struct smc_negot_local *l,
		     struct smc_clc_proposal *ret)
{
	unsigned int i, j, need, entries = 0;

	memset(ret, 0, sizeof(*ret));
	ret->version = SMC_V2;
	for (i = 0; i < l->dev_count; i++) {
		const struct smc_ism *ism = &l->dev[i].ism;

		for (j = 0; j < ret->ism_count; j++)
			if (ret->ism[j].chid == ism->chid)
				break;
		need = smc_chid_emulated(ism->chid) ? 2 : 1;
		if (ism->chid == SMC_CHID_NONE || j < ret->ism_count ||
		    entries + need > SMC_CLC_MAX_ISM)
			continue;
		ret->ism[ret->ism_count++] = *ism;
		entries += need;
	}
	ret->smcd_v2 = ret->ism_count;
	ret->eid_count = l->ueid.count;
	memcpy(ret->eid, l->ueid.eid, l->ueid.count * SMC_EID_LEN);
	if (l->seid_enabled && !smc_eid_is_zero(l->seid)) {
		ret->has_seid = true;
		memcpy(ret->seid, l->seid, SMC_EID_LEN);
	}
	ret->release = l->release;
	if (l->release >= SMC_RELEASE_1)
		ret->feature_mask = l->feature_mask;
}

static void cand_add(const struct smc_negot_local *l, const struct smc_ism *peer,
		     struct smc_negot_result *ret)
{
	unsigned int i;

	for (i = 0; i < l->dev_count; i++) {
		const struct smc_negot_dev *dev = &l->dev[i];
		struct smc_negot_cand *c;

		if (peer->chid == SMC_CHID_NONE || dev->ism.chid != peer->chid)
			continue;
		if (dev->self_only && !smc_gid_equal(&dev->ism.gid, &peer->gid))
			continue;
		if (ret->cand_count == SMC_NEGOT_MAX_DEVS)
			return;
		c = &ret->cand[ret->cand_count++];
		c->index = dev->index;
		c->chid = peer->chid;
		c->peer = peer->gid;
	}
}

static bool eid_choose(const struct smc_clc_proposal *p,
		       const struct smc_negot_local *l, u8 eid[SMC_EID_LEN])
{
	unsigned int i;

	if (p->has_seid && l->seid_enabled && smc_eid_equal(p->seid, l->seid)) {
		memcpy(eid, l->seid, SMC_EID_LEN);
		return true;
	}
	for (i = 0; i < p->eid_count; i++) {
		if (smc_eid_table_find(&l->ueid, p->eid[i]) >= 0) {
			memcpy(eid, p->eid[i], SMC_EID_LEN);
			return true;
		}
	}
	return false;
}

/**
 * smc_negot_smcd() - server: can we do SMC-D v2 with this client?
 * @p: what the client offers
 * @l: this end
 * @ret: outcome: the devices to try in the client's order, EID and release;
 *	or the reason of the DECLINE
 *
 * Two ends with EIDs but none in common get SMC_RSN_NOUEID as well: the
 * code that stock sends then (no device) would set the user on a wrong track.
 */
void smc_negot_smcd(const struct smc_clc_proposal *p,
		    const struct smc_negot_local *l,
		    struct smc_negot_result *ret)
{
	unsigned int i;

	if (p->version < SMC_V2 || (!p->smcd_v2 && !p->smcr_v2))
		return refuse(ret, SMC_RSN_NOV2EXT);
	if (!l->dev_count)
		return refuse(ret, SMC_RSN_NOISM2SUPP);
	if (!p->smcd_v2)
		return refuse(ret, SMC_RSN_NOSMCD2EXT);
	if (!p->eid_count && !p->has_seid)
		return refuse(ret, SMC_RSN_NOUEID);

	memset(ret, 0, sizeof(*ret));
	if (p->smcd_v1)
		cand_add(l, &p->ism_v1, ret);
	for (i = 0; i < p->ism_count; i++)
		cand_add(l, &p->ism[i], ret);
	if (!ret->cand_count)
		return refuse(ret, SMC_RSN_NOSMCD2DEV);
	if (!eid_choose(p, l, ret->eid))
		return refuse(ret, SMC_RSN_NOUEID);

	ret->release = min(p->release, l->release);
	if (ret->release >= SMC_RELEASE_1)
		ret->feature_mask = l->feature_mask;
	ret->ok = true;
}

static bool eid_offered(const struct smc_clc_proposal *sent,
			const u8 eid[SMC_EID_LEN])
{
	unsigned int i;

	for (i = 0; i < sent->eid_count; i++)
		if (smc_eid_equal(sent->eid[i], eid))
			return true;
	return sent->has_seid && smc_eid_equal(sent->seid, eid);
}

static const struct smc_ism *ism_offered(const struct smc_clc_proposal *sent,
					 u16 chid)
{
	unsigned int i;

	for (i = 0; chid != SMC_CHID_NONE && i < sent->ism_count; i++)
		if (sent->ism[i].chid == chid)
			return &sent->ism[i];
	return NULL;
}

/**
 * smc_negot_accept() - client: is the server's choice one of our offers?
 * @sent: the PROPOSAL we sent
 * @a: the ACCEPT we got
 * @l: this end
 * @ret: outcome: the one device, EID; release and features in common with a
 *	first contact only (else those of the link group hold)
 */
void smc_negot_accept(const struct smc_clc_proposal *sent,
		      const struct smc_clc_accept *a,
		      const struct smc_negot_local *l,
		      struct smc_negot_result *ret)
{
	const struct smc_ism *ism;
	unsigned int i;

	if (!a->smcd || a->version != SMC_V2 || !sent->smcd_v2)
		return refuse(ret, SMC_RSN_MODEUNSUPP);
	ism = ism_offered(sent, a->d.chid);
	if (!ism || !eid_offered(sent, a->eid))
		return violation(ret);
	if (a->first_contact && a->fce.release > sent->release)
		return refuse(ret, SMC_RSN_RELEASEERR);

	for (i = 0; i < l->dev_count; i++)
		if (l->dev[i].ism.chid == ism->chid &&
		    smc_gid_equal(&l->dev[i].ism.gid, &ism->gid))
			break;
	if (i == l->dev_count)
		return refuse(ret, SMC_RSN_NOSMCD2DEV);
	if (l->dev[i].self_only && !smc_gid_equal(&a->d.gid, &ism->gid))
		return violation(ret);

	memset(ret, 0, sizeof(*ret));
	memcpy(ret->eid, a->eid, SMC_EID_LEN);
	ret->release = a->fce.release;
	ret->feature_mask = a->fce.feature_mask & sent->feature_mask;
	ret->cand_count = 1;
	ret->cand[0].index = l->dev[i].index;
	ret->cand[0].chid = a->d.chid;
	ret->cand[0].peer = a->d.gid;
	ret->ok = true;
}

/**
 * smc_negot_confirm() - server: does the client confirm what we accepted?
 * @sent: the ACCEPT we sent
 * @c: the CONFIRM we got
 * @peer: SMC-D: the GID of the candidate that was chosen
 * @ret: outcome: EID, and with a first contact release and features in common
 */
void smc_negot_confirm(const struct smc_clc_accept *sent,
		       const struct smc_clc_accept *c,
		       const struct smc_gid *peer,
		       struct smc_negot_result *ret)
{
	const struct smc_clc_fce *mine = &sent->fce;
	const struct smc_clc_fce *theirs = &c->fce;

	if (c->version != sent->version || c->smcd != sent->smcd ||
	    c->first_contact != sent->first_contact ||
	    memcmp(c->eid, sent->eid, SMC_EID_LEN))
		return violation(ret);
	if (c->smcd && (c->d.chid != sent->d.chid ||
			!smc_gid_equal(&c->d.gid, peer)))
		return violation(ret);
	if (mine->present) {
		if (theirs->release != mine->release)
			return refuse(ret, SMC_RSN_RELEASEERR);
		if (theirs->max_conns != mine->max_conns)
			return refuse(ret, SMC_RSN_MAXCONNERR);
		if (theirs->max_links != mine->max_links)
			return refuse(ret, SMC_RSN_MAXLINKERR);
	}

	memset(ret, 0, sizeof(*ret));
	memcpy(ret->eid, c->eid, SMC_EID_LEN);
	ret->release = theirs->release;
	ret->feature_mask = theirs->feature_mask & mine->feature_mask;
	ret->ok = true;
}
