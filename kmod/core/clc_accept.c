// SPDX-License-Identifier: GPL-2.0-or-later
#include "clc.h"
#include "clc_wire.h"

#define LEN_D_V1	48
#define LEN_D_V2	78
#define LEN_R_V1	68
#define LEN_R_V2	108
#define FCE_LEN		36
#define FCE_EXT_LEN	16
#define GID_LIST_LEN	4

static bool length_ok(const struct smc_clc_hdr *h)
{
	bool smcd = h->typev1 == SMC_TYPE_D;

	if (h->version == SMC_V1)
		return h->length == (smcd ? LEN_D_V1 : LEN_R_V1);
	return h->length >= (smcd ? LEN_D_V2 : LEN_R_V2);
}

/*
 * The long form is known by its room. What it says counts from release 1 on;
 * release 0 peers send it as zeros or not at all.
 */
static void parse_fce(struct smc_rd *r, struct smc_clc_fce *f)
{
	u8 b;

	if (r->left < FCE_LEN)
		return;
	f->present = true;
	f->v2_direct = smc_rd_u8(r) & 0x80;
	b = smc_rd_u8(r);
	f->os = b >> 4;
	f->release = b & 0x0f;
	smc_rd_skip(r, 2);
	smc_rd_bytes(r, f->hostname, sizeof(f->hostname));

	if (r->left < FCE_EXT_LEN)
		return;
	f->extended = true;
	if (f->release < SMC_RELEASE_1) {
		smc_rd_skip(r, FCE_EXT_LEN);
		return;
	}
	f->max_conns = smc_rd_u8(r);
	f->max_links = smc_rd_u8(r);
	f->feature_mask = smc_rd_be16(r);
	smc_rd_skip(r, 12);
}

/*
 * The list follows the long form only. Its count is the peer's claim; the
 * cursor knows what is really there.
 */
static void parse_gid_list(struct smc_rd *r, struct smc_clc_accept_r *a)
{
	u8 count, i;

	if (r->left < GID_LIST_LEN)
		return;
	count = smc_rd_u8(r);
	smc_rd_skip(r, GID_LIST_LEN - 1);
	if (count * SMC_GID_LEN > r->left) {
		r->bad = true;
		return;
	}
	a->gid_count = min_t(u8, count, SMC_CLC_MAX_GIDS);
	for (i = 0; i < a->gid_count; i++)
		smc_rd_bytes(r, a->gid_list[i], SMC_GID_LEN);
}

static void parse_d(struct smc_rd *r, struct smc_clc_accept *a)
{
	struct smc_clc_accept_d *d = &a->d;
	u64 gid_ext;

	d->gid.gid = smc_rd_be64(r);
	d->token = smc_rd_be64(r);
	d->dmbe_idx = smc_rd_u8(r);
	d->dmbe_size = smc_rd_u8(r) >> 4;
	smc_rd_skip(r, 2);
	smc_rd_bytes(r, d->linkid, sizeof(d->linkid));
	if (a->version == SMC_V1)
		return;

	d->chid = smc_rd_be16(r);
	smc_rd_bytes(r, a->eid, sizeof(a->eid));
	gid_ext = smc_rd_be64(r);
	if (smc_chid_emulated(d->chid))
		d->gid.gid_ext = gid_ext;
	if (a->first_contact)
		parse_fce(r, &a->fce);
}

static void parse_r(struct smc_rd *rd, u8 type, struct smc_clc_accept *a)
{
	struct smc_clc_accept_r *r = &a->r;
	u8 b;

	smc_rd_bytes(rd, r->sysid, sizeof(r->sysid));
	smc_rd_bytes(rd, r->gid, sizeof(r->gid));
	smc_rd_bytes(rd, r->mac, sizeof(r->mac));
	r->qpn = smc_rd_be24(rd);
	r->rkey = smc_rd_be32(rd);
	r->rmbe_idx = smc_rd_u8(rd);
	r->alert_token = smc_rd_be32(rd);
	b = smc_rd_u8(rd);
	r->rmbe_size = b >> 4;
	r->mtu = b & 0x0f;
	smc_rd_skip(rd, 1);
	r->rmb_addr = smc_rd_be64(rd);
	smc_rd_skip(rd, 1);
	r->psn = smc_rd_be24(rd);
	if (a->version == SMC_V1)
		return;

	smc_rd_bytes(rd, a->eid, sizeof(a->eid));
	smc_rd_skip(rd, 8);
	if (!a->first_contact)
		return;
	parse_fce(rd, &a->fce);
	if (type == SMC_CLC_CONFIRM && a->fce.extended)
		parse_gid_list(rd, r);
}

/**
 * smc_clc_parse_accept() - decode an ACCEPT or a CONFIRM
 * @buf: the message
 * @len: bytes in @buf
 * @type: SMC_CLC_ACCEPT or SMC_CLC_CONFIRM, which of them is expected
 * @ret: the value, set on success only
 *
 * Versions above 2 are read as 2: who answers more than was offered is
 * refused by the negotiation. An extension may be of any length that the
 * header's length covers.
 *
 * Return: 0, or -EBADMSG.
 */
int smc_clc_parse_accept(const void *buf, size_t len, u8 type,
			 struct smc_clc_accept *ret)
{
	struct smc_clc_accept a = {};
	struct smc_clc_hdr h;
	struct smc_rd r;
	int rc;

	rc = smc_clc_open(buf, len, type, &h, &r);
	if (rc)
		return rc;
	if (h.typev1 > SMC_TYPE_D || !length_ok(&h) ||
	    !smc_clc_trailer_ok(buf, &h))
		return -EBADMSG;

	a.version = h.version;
	a.smcd = h.typev1 == SMC_TYPE_D;
	a.first_contact = h.typev2 & SMC_TYPEV2_FLAG;
	if (a.smcd)
		parse_d(&r, &a);
	else
		parse_r(&r, type, &a);
	if (r.bad)
		return -EBADMSG;
	*ret = a;
	return 0;
}

/*
 * SMC-R always carries the long form. SMC-D does from release 1 on: release 0
 * receivers take an SMC-D message of exactly 78 or 114 bytes.
 */
static size_t fce_len(const struct smc_clc_accept *a)
{
	if (!a->fce.present)
		return 0;
	if (a->smcd && a->fce.release < SMC_RELEASE_1)
		return FCE_LEN;
	return FCE_LEN + FCE_EXT_LEN;
}

static size_t accept_len(const struct smc_clc_accept *a)
{
	size_t len;

	if (a->version == SMC_V1)
		return a->smcd ? LEN_D_V1 : LEN_R_V1;
	len = (a->smcd ? LEN_D_V2 : LEN_R_V2) + fce_len(a);
	if (!a->smcd && a->r.gid_count)
		len += GID_LIST_LEN + a->r.gid_count * SMC_GID_LEN;
	return len;
}

static bool accept_valid(const struct smc_clc_accept *a, u8 type)
{
	bool first_v2 = a->first_contact && a->version == SMC_V2;

	if (type != SMC_CLC_ACCEPT && type != SMC_CLC_CONFIRM)
		return false;
	if (a->version < SMC_V1 || a->version > SMC_V2)
		return false;
	if (a->fce.present != first_v2 || a->fce.release > 0x0f)
		return false;
	if (a->smcd)
		return a->d.dmbe_size <= 0x0f;
	if (a->r.gid_count > SMC_CLC_MAX_GIDS ||
	    (a->r.gid_count && (!first_v2 || type != SMC_CLC_CONFIRM)))
		return false;
	return a->r.rmbe_size <= 0x0f && a->r.mtu <= 0x0f;
}

static void put_fce(struct smc_wr *w, const struct smc_clc_accept *a)
{
	const struct smc_clc_fce *f = &a->fce;
	size_t len = fce_len(a);

	if (!len)
		return;
	smc_wr_u8(w, f->v2_direct ? 0x80 : 0);
	smc_wr_u8(w, f->os << 4 | f->release);
	smc_wr_zero(w, 2);
	smc_wr_bytes(w, f->hostname, sizeof(f->hostname));
	if (len == FCE_LEN)
		return;
	if (f->release < SMC_RELEASE_1) {
		smc_wr_zero(w, FCE_EXT_LEN);
		return;
	}
	smc_wr_u8(w, f->max_conns);
	smc_wr_u8(w, f->max_links);
	smc_wr_be16(w, f->feature_mask);
	smc_wr_zero(w, 12);
}

static void put_d(struct smc_wr *w, const struct smc_clc_accept *a)
{
	const struct smc_clc_accept_d *d = &a->d;

	smc_wr_be64(w, d->gid.gid);
	smc_wr_be64(w, d->token);
	smc_wr_u8(w, d->dmbe_idx);
	smc_wr_u8(w, d->dmbe_size << 4);
	smc_wr_zero(w, 2);
	smc_wr_bytes(w, d->linkid, sizeof(d->linkid));
	if (a->version == SMC_V1) {
		smc_wr_zero(w, 12);
		return;
	}
	smc_wr_be16(w, d->chid);
	smc_wr_bytes(w, a->eid, sizeof(a->eid));
	smc_wr_be64(w, smc_chid_emulated(d->chid) ? d->gid.gid_ext : 0);
	put_fce(w, a);
}

static void put_r(struct smc_wr *w, const struct smc_clc_accept *a)
{
	const struct smc_clc_accept_r *r = &a->r;

	smc_wr_bytes(w, r->sysid, sizeof(r->sysid));
	smc_wr_bytes(w, r->gid, sizeof(r->gid));
	smc_wr_bytes(w, r->mac, sizeof(r->mac));
	smc_wr_be24(w, r->qpn);
	smc_wr_be32(w, r->rkey);
	smc_wr_u8(w, r->rmbe_idx);
	smc_wr_be32(w, r->alert_token);
	smc_wr_u8(w, r->rmbe_size << 4 | r->mtu);
	smc_wr_zero(w, 1);
	smc_wr_be64(w, r->rmb_addr);
	smc_wr_zero(w, 1);
	smc_wr_be24(w, r->psn);
	if (a->version == SMC_V1)
		return;
	smc_wr_bytes(w, a->eid, sizeof(a->eid));
	smc_wr_zero(w, 8);
	put_fce(w, a);
	if (!r->gid_count)
		return;
	smc_wr_u8(w, r->gid_count);
	smc_wr_zero(w, GID_LIST_LEN - 1);
	smc_wr_bytes(w, r->gid_list, r->gid_count * SMC_GID_LEN);
}

/**
 * smc_clc_build_accept() - encode an ACCEPT or a CONFIRM
 * @buf: destination, SMC_CLC_ACCEPT_MAX bytes always suffice
 * @size: its size
 * @type: SMC_CLC_ACCEPT or SMC_CLC_CONFIRM
 * @a: the value; &smc_clc_accept.fce must be present exactly when this is a
 *	first contact of version 2, its form follows from the release
 *
 * Return: bytes written, -EINVAL for an impossible value, or -EMSGSIZE when
 * @size is too small.
 */
int smc_clc_build_accept(void *buf, size_t size, u8 type,
			 const struct smc_clc_accept *a)
{
	struct smc_wr w = smc_wr_init(buf, size);
	struct smc_clc_hdr h;

	if (!accept_valid(a, type))
		return -EINVAL;

	h.type = type;
	h.version = a->version;
	h.typev1 = a->smcd ? SMC_TYPE_D : SMC_TYPE_R;
	h.typev2 = a->first_contact ? SMC_TYPEV2_FLAG : 0;
	h.length = accept_len(a);
	smc_clc_put_header(&w, &h, a->smcd);
	if (a->smcd)
		put_d(&w, a);
	else
		put_r(&w, a);
	smc_clc_put_trailer(&w, a->smcd);
	return w.bad ? -EMSGSIZE : h.length;
}
