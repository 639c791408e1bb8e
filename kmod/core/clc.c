// SPDX-License-Identifier: GPL-2.0-or-later
#include "clc.h"
#include "clc_wire.h"

#define EYE_LEN 4

static const u8 eye_smcr[EYE_LEN] = { 0xe2, 0xd4, 0xc3, 0xd9 };
static const u8 eye_smcd[EYE_LEN] = { 0xe2, 0xd4, 0xc3, 0xc4 };

/* Shortest message of each type; what is shorter misses a fixed part. */
static const u8 min_len[] = {
	[SMC_CLC_PROPOSAL]	= 52,
	[SMC_CLC_ACCEPT]	= 48,
	[SMC_CLC_CONFIRM]	= 48,
	[SMC_CLC_DECLINE]	= SMC_CLC_DECLINE_LEN_V1,
};

static bool eye_ok(const u8 *p)
{
	return !memcmp(p, eye_smcr, EYE_LEN) || !memcmp(p, eye_smcd, EYE_LEN);
}

/**
 * smc_clc_peek() - read the header of a message
 * @buf: bytes received so far
 * @len: how many
 * @ret: the header, set on success only
 *
 * On success &smc_clc_hdr.length is within the limits of the type and not
 * above SMC_CLC_MAX_LEN: exactly so many bytes are to be consumed.
 *
 * Return: 0, or -EBADMSG when this is no CLC message.
 */
int smc_clc_peek(const void *buf, size_t len, struct smc_clc_hdr *ret)
{
	struct smc_rd r = smc_rd_init(buf, len);
	struct smc_clc_hdr h;
	u8 flags;

	if (len < SMC_CLC_HDR_LEN || !eye_ok(buf))
		return -EBADMSG;

	smc_rd_skip(&r, EYE_LEN);
	h.type = smc_rd_u8(&r);
	h.length = smc_rd_be16(&r);
	flags = smc_rd_u8(&r);
	h.version = flags >> 4;
	h.typev2 = flags >> 2 & 3;
	h.typev1 = flags & 3;

	if (h.type < SMC_CLC_PROPOSAL || h.type > SMC_CLC_DECLINE ||
	    h.version < SMC_V1 || h.length < min_len[h.type] ||
	    h.length > SMC_CLC_MAX_LEN)
		return -EBADMSG;
	*ret = h;
	return 0;
}

/**
 * smc_clc_open() - begin to decode a whole message
 * @buf: the message
 * @len: bytes in @buf
 * @type: the type expected
 * @h: the header, set on success only
 * @r: a cursor over what lies between header and trailer, likewise
 *
 * Return: 0, or -EBADMSG.
 */
int smc_clc_open(const void *buf, size_t len, u8 type, struct smc_clc_hdr *h,
		 struct smc_rd *r)
{
	int rc = smc_clc_peek(buf, len, h);

	if (rc)
		return rc;
	if (h->type != type || h->length > len)
		return -EBADMSG;
	*r = smc_rd_init((const u8 *)buf + SMC_CLC_HDR_LEN,
			 h->length - SMC_CLC_HDR_LEN - SMC_CLC_TRL_LEN);
	return 0;
}

/**
 * smc_clc_trailer_ok() - does a message end as it should?
 * @buf: the message
 * @h: its header; the length says where the trailer is, whatever extensions
 *	come before it
 *
 * Return: true when it does.
 */
bool smc_clc_trailer_ok(const void *buf, const struct smc_clc_hdr *h)
{
	return eye_ok((const u8 *)buf + h->length - SMC_CLC_TRL_LEN);
}

/**
 * smc_clc_put_header() - write the header
 * @w: cursor
 * @h: the header
 * @smcd: which eyecatcher
 */
void smc_clc_put_header(struct smc_wr *w, const struct smc_clc_hdr *h,
			bool smcd)
{
	smc_wr_bytes(w, smcd ? eye_smcd : eye_smcr, EYE_LEN);
	smc_wr_u8(w, h->type);
	smc_wr_be16(w, h->length);
	smc_wr_u8(w, h->version << 4 | h->typev2 << 2 | h->typev1);
}

/**
 * smc_clc_put_trailer() - write the trailer
 * @w: cursor
 * @smcd: which eyecatcher
 */
void smc_clc_put_trailer(struct smc_wr *w, bool smcd)
{
	smc_wr_bytes(w, smcd ? eye_smcd : eye_smcr, EYE_LEN);
}

/**
 * smc_clc_parse_decline() - decode a DECLINE
 * @buf: the message
 * @len: bytes in @buf
 * @ret: the value, set on success only
 *
 * Reserved bits and the trailer are not looked at: other systems fill them.
 *
 * Return: 0, or -EBADMSG.
 */
int smc_clc_parse_decline(const void *buf, size_t len,
			  struct smc_clc_decline *ret)
{
	struct smc_clc_decline d = {};
	struct smc_clc_hdr h;
	struct smc_rd r;
	int rc;

	rc = smc_clc_open(buf, len, SMC_CLC_DECLINE, &h, &r);
	if (rc)
		return rc;

	d.version = h.version;
	d.out_of_sync = h.typev2 & SMC_TYPEV2_FLAG;
	smc_rd_bytes(&r, d.sysid, sizeof(d.sysid));
	d.diagnosis = smc_rd_be32(&r);
	if (h.version > SMC_V1)
		d.os = smc_rd_u8(&r) >> 4;
	if (r.bad)
		return -EBADMSG;
	*ret = d;
	return 0;
}

/**
 * smc_clc_build_decline() - encode a DECLINE
 * @buf: destination
 * @size: its size
 * @d: the value
 *
 * Return: bytes written, -EINVAL for an impossible value, or -EMSGSIZE when
 * @size is too small.
 */
int smc_clc_build_decline(void *buf, size_t size,
			  const struct smc_clc_decline *d)
{
	bool v2 = d->version > SMC_V1;
	struct smc_clc_hdr h = {
		.type = SMC_CLC_DECLINE,
		.version = d->version,
		.typev2 = d->out_of_sync ? SMC_TYPEV2_FLAG : 0,
		.length = v2 ? SMC_CLC_DECLINE_LEN_V2 : SMC_CLC_DECLINE_LEN_V1,
	};
	struct smc_wr w = smc_wr_init(buf, size);

	if (d->version < SMC_V1 || d->version > SMC_V2)
		return -EINVAL;

	smc_clc_put_header(&w, &h, false);
	smc_wr_bytes(&w, d->sysid, sizeof(d->sysid));
	smc_wr_be32(&w, d->diagnosis);
	smc_wr_u8(&w, v2 ? d->os << 4 : 0);
	smc_wr_zero(&w, 3);
	if (v2)
		smc_wr_zero(&w, 16);
	smc_clc_put_trailer(&w, false);
	return w.bad ? -EMSGSIZE : h.length;
}
