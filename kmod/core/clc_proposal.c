// SPDX-License-Identifier: GPL-2.0-or-later
#include "clc.h"
#include "clc_wire.h"

#define LOCAL_LEN	30	/* system id, GID, MAC */
#define SMCD_AREA_LEN	40
#define PREFIX_LEN	8	/* without the IPv6 prefixes */
#define PREFIX6_LEN	17
#define V2_EXT_LEN	40	/* without the EIDs */
#define SMCD_V2_LEN	48	/* without the devices */
#define ISM_LEN		10

/* Where v2_ext_offset counts from, up to the end of the SMC-D area. */
#define V2_EXT_BASE	28
/* Likewise smcd_v2_ext_offset, up to the end of the fixed v2 extension. */
#define SMCD_V2_BASE	32

static bool type_has_r(u8 type)
{
	return type == SMC_TYPE_R || type == SMC_TYPE_BOTH;
}

static bool type_has_d(u8 type)
{
	return type == SMC_TYPE_D || type == SMC_TYPE_BOTH;
}

static u8 type_of(bool r, bool d)
{
	if (r)
		return d ? SMC_TYPE_BOTH : SMC_TYPE_R;
	return d ? SMC_TYPE_D : SMC_TYPE_NONE;
}

static void parse_area(struct smc_rd *r, struct smc_clc_proposal *p,
		       u16 *v2_offset)
{
	p->ism_v1.gid.gid = smc_rd_be64(r);
	p->ism_v1.chid = smc_rd_be16(r);
	*v2_offset = smc_rd_be16(r);
	smc_rd_skip(r, V2_EXT_BASE);
}

static void parse_prefix(struct smc_rd *r, struct smc_clc_proposal *p)
{
	u8 i, n;

	smc_rd_bytes(r, p->subnet, sizeof(p->subnet));
	p->subnet_len = smc_rd_u8(r);
	smc_rd_skip(r, 2);
	n = smc_rd_u8(r);
	if (n > SMC_CLC_MAX_PREFIX6) {
		r->bad = true;
		return;
	}
	p->prefix6_count = n;
	for (i = 0; i < n; i++) {
		smc_rd_bytes(r, p->prefix6[i].addr, sizeof(p->prefix6[i].addr));
		p->prefix6[i].len = smc_rd_u8(r);
	}
}

/*
 * An emulated device is a pair of entries with one CHID. An entry without
 * its twin names no device that anybody could reach, so it is left out.
 */
static void parse_ism(struct smc_rd *r, struct smc_clc_proposal *p, u8 entries)
{
	struct smc_ism *half = NULL;

	while (entries--) {
		u64 gid = smc_rd_be64(r);
		u16 chid = smc_rd_be16(r);

		if (half && half->chid == chid) {
			half->gid.gid_ext = gid;
			half = NULL;
			continue;
		}
		if (half)
			p->ism_count--;
		half = &p->ism[p->ism_count++];
		half->gid.gid = gid;
		half->gid.gid_ext = 0;
		half->chid = chid;
		if (!smc_chid_emulated(chid))
			half = NULL;
	}
	if (half)
		p->ism_count--;
}

static void parse_smcd_v2(struct smc_rd *r, struct smc_clc_proposal *p,
			  u8 entries)
{
	smc_rd_bytes(r, p->seid, sizeof(p->seid));
	smc_rd_skip(r, 16);
	parse_ism(r, p, entries);
}

static void parse_v2(struct smc_rd *r, struct smc_clc_proposal *p)
{
	u8 eids, entries, flags, i;
	u16 offset;

	eids = smc_rd_u8(r);
	entries = smc_rd_u8(r);
	smc_rd_skip(r, 1);
	flags = smc_rd_u8(r);
	p->release = flags >> 4;
	p->has_seid = flags & 1;
	smc_rd_skip(r, 2);
	offset = smc_rd_be16(r);
	smc_rd_bytes(r, p->roce_gid, sizeof(p->roce_gid));
	if (p->release >= SMC_RELEASE_1) {
		p->max_conns = smc_rd_u8(r);
		p->max_links = smc_rd_u8(r);
		p->feature_mask = smc_rd_be16(r);
	} else {
		smc_rd_skip(r, 4);
	}
	smc_rd_skip(r, 12);

	/* The parts follow each other: an offset can only confirm that. */
	if (eids > SMC_CLC_MAX_EIDS || entries > SMC_CLC_MAX_ISM ||
	    (p->smcd_v2 && offset != SMCD_V2_BASE + eids * SMC_EID_LEN)) {
		r->bad = true;
		return;
	}
	p->eid_count = eids;
	for (i = 0; i < eids; i++)
		smc_rd_bytes(r, p->eid[i], SMC_EID_LEN);
	if (p->smcd_v2)
		parse_smcd_v2(r, p, entries);
	else
		p->has_seid = false;
}

static void parse_parts(struct smc_rd *r, struct smc_clc_proposal *p)
{
	bool v1 = p->smcr_v1 || p->smcd_v1;
	bool v2 = p->smcr_v2 || p->smcd_v2;
	u16 area, v2_offset = 0;

	smc_rd_bytes(r, p->sysid, sizeof(p->sysid));
	smc_rd_bytes(r, p->gid, sizeof(p->gid));
	smc_rd_bytes(r, p->mac, sizeof(p->mac));
	area = smc_rd_be16(r);

	/*
	 * The SMC-D area is there whenever something needs it: SMC-D v1 or the
	 * way to the v2 extension. Without v1 there is no prefix part, so the
	 * distance to it means nothing.
	 */
	if ((!v1 && !v2) || area > SMCD_AREA_LEN ||
	    (v1 && (v2 || p->smcd_v1) && area != SMCD_AREA_LEN)) {
		r->bad = true;
		return;
	}
	if (v2 || p->smcd_v1)
		parse_area(r, p, &v2_offset);
	else
		smc_rd_skip(r, area);
	if (v1)
		parse_prefix(r, p);
	if (!v2)
		return;

	if (v2_offset != V2_EXT_BASE + (v1 ? PREFIX_LEN +
					p->prefix6_count * PREFIX6_LEN : 0)) {
		r->bad = true;
		return;
	}
	parse_v2(r, p);
}

/**
 * smc_clc_parse_proposal() - decode a PROPOSAL
 * @buf: the message
 * @len: bytes in @buf
 * @ret: the value; its content is undefined when this fails, for it is too
 *	large for a copy on the kernel's stack
 *
 * The length must be exactly the sum of the parts, no offset is followed that
 * says otherwise.
 *
 * Return: 0, or -EBADMSG.
 */
int smc_clc_parse_proposal(const void *buf, size_t len,
			   struct smc_clc_proposal *ret)
{
	struct smc_clc_hdr h;
	struct smc_rd r;
	int rc;

	rc = smc_clc_open(buf, len, SMC_CLC_PROPOSAL, &h, &r);
	if (rc)
		return rc;
	if (!smc_clc_trailer_ok(buf, &h))
		return -EBADMSG;

	memset(ret, 0, sizeof(*ret));
	ret->version = h.version;
	ret->smcr_v1 = type_has_r(h.typev1);
	ret->smcd_v1 = type_has_d(h.typev1);
	if (h.version > SMC_V1) {
		ret->smcr_v2 = type_has_r(h.typev2);
		ret->smcd_v2 = type_has_d(h.typev2);
	}
	parse_parts(&r, ret);
	return r.bad || r.left ? -EBADMSG : 0;
}

static u8 ism_entries(const struct smc_clc_proposal *p)
{
	u8 i, n = 0;

	for (i = 0; i < p->ism_count; i++)
		n += smc_chid_emulated(p->ism[i].chid) ? 2 : 1;
	return n;
}

static bool proposal_valid(const struct smc_clc_proposal *p)
{
	bool v2 = p->smcr_v2 || p->smcd_v2;

	if (p->version < SMC_V1 || p->version > SMC_V2)
		return false;
	if (v2 ? p->version < SMC_V2 : !p->smcr_v1 && !p->smcd_v1)
		return false;
	return p->prefix6_count <= SMC_CLC_MAX_PREFIX6 &&
	       p->eid_count <= SMC_CLC_MAX_EIDS && p->release <= 0x0f &&
	       p->ism_count <= SMC_CLC_MAX_ISM &&
	       ism_entries(p) <= SMC_CLC_MAX_ISM;
}

static void put_area(struct smc_wr *w, const struct smc_clc_proposal *p,
		     u16 v2_offset)
{
	/*
	 * Without v1 parts some receivers take the last byte of this GID for
	 * the number of IPv6 prefixes: never send a GID that is not offered.
	 */
	smc_wr_be64(w, p->smcd_v1 ? p->ism_v1.gid.gid : 0);
	smc_wr_be16(w, p->smcd_v1 ? p->ism_v1.chid : 0);
	smc_wr_be16(w, v2_offset);
	smc_wr_zero(w, V2_EXT_BASE);
}

static void put_prefix(struct smc_wr *w, const struct smc_clc_proposal *p)
{
	u8 i;

	smc_wr_bytes(w, p->subnet, sizeof(p->subnet));
	smc_wr_u8(w, p->subnet_len);
	smc_wr_zero(w, 2);
	smc_wr_u8(w, p->prefix6_count);
	for (i = 0; i < p->prefix6_count; i++) {
		smc_wr_bytes(w, p->prefix6[i].addr, sizeof(p->prefix6[i].addr));
		smc_wr_u8(w, p->prefix6[i].len);
	}
}

static void put_smcd_v2(struct smc_wr *w, const struct smc_clc_proposal *p)
{
	u8 i;

	if (p->has_seid)
		smc_wr_bytes(w, p->seid, sizeof(p->seid));
	else
		smc_wr_zero(w, sizeof(p->seid));
	smc_wr_zero(w, 16);
	for (i = 0; i < p->ism_count; i++) {
		const struct smc_ism *ism = &p->ism[i];

		smc_wr_be64(w, ism->gid.gid);
		smc_wr_be16(w, ism->chid);
		if (!smc_chid_emulated(ism->chid))
			continue;
		smc_wr_be64(w, ism->gid.gid_ext);
		smc_wr_be16(w, ism->chid);
	}
}

static void put_v2(struct smc_wr *w, const struct smc_clc_proposal *p)
{
	bool seid = p->smcd_v2 && p->has_seid;
	u16 offset = SMCD_V2_BASE + p->eid_count * SMC_EID_LEN;

	smc_wr_u8(w, p->eid_count);
	smc_wr_u8(w, p->smcd_v2 ? ism_entries(p) : 0);
	smc_wr_zero(w, 1);
	smc_wr_u8(w, p->release << 4 | (seid ? 1 : 0));
	smc_wr_zero(w, 2);
	smc_wr_be16(w, p->smcd_v2 ? offset : 0);
	smc_wr_bytes(w, p->roce_gid, sizeof(p->roce_gid));
	if (p->release >= SMC_RELEASE_1) {
		smc_wr_u8(w, p->max_conns);
		smc_wr_u8(w, p->max_links);
		smc_wr_be16(w, p->feature_mask);
	} else {
		smc_wr_zero(w, 4);
	}
	smc_wr_zero(w, 12);
	smc_wr_bytes(w, p->eid, p->eid_count * SMC_EID_LEN);
	if (p->smcd_v2)
		put_smcd_v2(w, p);
}

/**
 * smc_clc_build_proposal() - encode a PROPOSAL
 * @buf: destination, SMC_CLC_MAX_LEN bytes always suffice
 * @size: its size
 * @p: the value; the types in the header follow from what it offers
 *
 * Return: bytes written, -EINVAL for an impossible value, or -EMSGSIZE when
 * @size is too small.
 */
int smc_clc_build_proposal(void *buf, size_t size,
			   const struct smc_clc_proposal *p)
{
	bool v1 = p->smcr_v1 || p->smcd_v1;
	bool v2 = p->smcr_v2 || p->smcd_v2;
	struct smc_wr w = smc_wr_init(buf, size);
	struct smc_clc_hdr h;
	u16 prefix = 0;

	if (!proposal_valid(p))
		return -EINVAL;

	h.type = SMC_CLC_PROPOSAL;
	h.version = p->version;
	h.typev1 = type_of(p->smcr_v1, p->smcd_v1);
	h.typev2 = p->version > SMC_V1 ? type_of(p->smcr_v2, p->smcd_v2) : 0;
	if (v1)
		prefix = PREFIX_LEN + p->prefix6_count * PREFIX6_LEN;
	h.length = SMC_CLC_HDR_LEN + LOCAL_LEN + 2 + SMCD_AREA_LEN + prefix +
		   SMC_CLC_TRL_LEN;
	if (v2)
		h.length += V2_EXT_LEN + p->eid_count * SMC_EID_LEN;
	if (p->smcd_v2)
		h.length += SMCD_V2_LEN + ism_entries(p) * ISM_LEN;

	smc_clc_put_header(&w, &h, false);
	smc_wr_bytes(&w, p->sysid, sizeof(p->sysid));
	smc_wr_bytes(&w, p->gid, sizeof(p->gid));
	smc_wr_bytes(&w, p->mac, sizeof(p->mac));
	smc_wr_be16(&w, v1 ? SMCD_AREA_LEN : 0);
	put_area(&w, p, v2 ? V2_EXT_BASE + prefix : 0);
	if (v1)
		put_prefix(&w, p);
	if (v2)
		put_v2(&w, p);
	smc_clc_put_trailer(&w, false);
	return w.bad ? -EMSGSIZE : h.length;
}
