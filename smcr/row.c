// SPDX-License-Identifier: GPL-2.0-or-later
#include "row.h"

#include <inttypes.h>
#include <linux/smc.h>
#include <stdio.h>

#include "codec.h"
#include "lgr_v2.h"

/* A value in words, or as the number that it is. */
static enum smc_text word_text(char *buf, size_t size, bool has,
			       unsigned int value, const char *const *words,
			       unsigned int n)
{
	if (!has)
		return SMC_TEXT_NONE;
	if (value < n && words[value])
		snprintf(buf, size, "%s", words[value]);
	else
		snprintf(buf, size, "%u", value);
	return SMC_TEXT_OK;
}

#define WORDS(names) (names), sizeof(names) / sizeof((names)[0])

static enum smc_text role_text(const void *obj, char *buf, size_t size)
{
	static const char *const names[] = { "CLNT", "SERV" };
	const struct smcr_row *row = obj;

	return word_text(buf, size, smc_has(row->lgr.has, SMC_NLA_LGR_R_ROLE),
			 row->lgr.role, WORDS(names));
}

static enum smc_text type_text(const void *obj, char *buf, size_t size)
{
	static const char *const names[] = {
		"NONE", "SINGLE", "SYM", "ASYMP", "ASYML",
	};
	const struct smcr_row *row = obj;

	return word_text(buf, size, smc_has(row->lgr.has, SMC_NLA_LGR_R_TYPE),
			 row->lgr.type, WORDS(names));
}

static enum smc_text buffers_text(const void *obj, char *buf, size_t size)
{
	static const char *const names[] = { "physical", "virtual", "mixed" };
	const struct smcr_row *row = obj;

	return word_text(buf, size,
			 smc_has(row->lgr.has, SMC_NLA_LGR_R_BUF_TYPE),
			 row->lgr.buf_type, WORDS(names));
}

static enum smc_text state_text(const void *obj, char *buf, size_t size)
{
	static const char *const names[] = {
		"LINK_UNUSED", "LINK_INACTIVE", "LINK_ACTIVATING",
		"LINK_ACTIVE",
	};
	const struct smcr_row *row = obj;

	return word_text(buf, size, smc_has(row->link.has, SMC_NLA_LINK_STATE),
			 row->link.state, WORDS(names));
}

/* Not every port has one here: no name in the table, no value elsewhere. */
static enum smc_text netdev_text(const void *obj, char *buf, size_t size)
{
	const char *name = ((const struct smcr_row *)obj)->netdev;

	snprintf(buf, size, "%s", name);
	return name[0] ? SMC_TEXT_OK : SMC_TEXT_NONE;
}

static enum smc_tone state_tone(const void *obj)
{
	const struct smcr_row *row = obj;

	return row->link.state == 3 ? SMC_TONE_GOOD : SMC_TONE_WARN;
}

static enum smc_text bytes_text(char *buf, size_t size, bool has, uint64_t n)
{
	if (!has)
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%" PRIu64 " B", n);
	return SMC_TEXT_OK;
}

static enum smc_text sndbuf_text(const void *obj, char *buf, size_t size)
{
	const struct smc_lgr_r *lgr = obj;

	return bytes_text(buf, size,
			  smc_has(lgr->has, SMC_MODEL_LGR_R_SNDBUF_ALLOC),
			  lgr->sndbuf_bytes);
}

static enum smc_text rmb_text(const void *obj, char *buf, size_t size)
{
	const struct smc_lgr_r *lgr = obj;

	return bytes_text(buf, size,
			  smc_has(lgr->has, SMC_MODEL_LGR_R_RMB_ALLOC),
			  lgr->rmb_bytes);
}

#define ROW(member) SMC_VALUE(struct smcr_row, member)
#define LGR(member, attr) \
	SMC_VALUE(struct smcr_row, lgr.member), \
	SMC_IF(struct smcr_row, lgr.has, attr)
#define V2(member, attr) \
	SMC_VALUE(struct smcr_row, lgr.v2.member), \
	SMC_IF(struct smcr_row, lgr.v2.has, attr)
#define R_V2(member, attr) \
	SMC_VALUE(struct smcr_row, lgr.r_v2.member), \
	SMC_IF(struct smcr_row, lgr.r_v2.has, attr)
#define LINK(member, attr) \
	SMC_VALUE(struct smcr_row, link.member), \
	SMC_IF(struct smcr_row, link.has, attr)

/* The first columns of both tables. */
#define LGR_COLUMNS(id_key) \
	{ .key = (id_key), .title = "LG-ID", .form = SMC_FORM_BYTES, \
	  .width = 8, .gap = 1, LGR(id, SMC_NLA_LGR_R_ID) }, \
	{ .key = "role", .title = "LG-Role", .form = SMC_FORM_FN, \
	  .left = true, .width = 8, .gap = 1, .text = role_text }, \
	{ .key = "type", .title = "LG-Type", .form = SMC_FORM_FN, \
	  .left = true, .width = 8, .gap = 1, .text = type_text }

static const struct smc_field lgr_columns[] = {
	LGR_COLUMNS("id"),
	{ .title = "VLAN", .form = SMC_FORM_DEC, .width = 4, .gap = 2,
	  LGR(vlan, SMC_NLA_LGR_R_VLAN_ID) },
	{ .title = "#Conns", .form = SMC_FORM_DEC, .width = 6, .gap = 2,
	  LGR(conns, SMC_NLA_LGR_R_CONNS_NUM) },
	{ .title = "PNET-ID ", .form = SMC_FORM_STR, .left = true, .width = 16,
	  .gap = 1, LGR(pnetid, SMC_NLA_LGR_R_PNETID) },
};

const struct smc_table smcr_lgr_columns = SMC_TABLE("linkgroups", lgr_columns);

/* One a line; what the link group's version does not have has no line. */
#define LINE(k, t) \
	.key = (k), .title = (t), .width = 11

static const struct smc_field lgr_lines[] = {
	{ LINE("id", "LG-ID    : "), .form = SMC_FORM_BYTES, .digits = 8,
	  LGR(id, SMC_NLA_LGR_R_ID) },
	{ LINE("role", "LG-Role  : "), .form = SMC_FORM_FN,
	  .text = role_text },
	{ LINE("type", "LG-Type  : "), .form = SMC_FORM_FN,
	  .text = type_text },
	{ LINE("vlan", "VLAN     : "), .form = SMC_FORM_DEC,
	  LGR(vlan, SMC_NLA_LGR_R_VLAN_ID) },
	{ LINE("pnetid", "PNET-ID  : "), .form = SMC_FORM_STR,
	  LGR(pnetid, SMC_NLA_LGR_R_PNETID) },
	{ LINE(NULL, "Version  : "), .form = SMC_FORM_FN,
	  .text = smc_lgr_v2_version },
	{ .key = "version", .form = SMC_FORM_DEC,
	  V2(version, SMC_NLA_LGR_V2_VER) },
	{ LINE("peer.release", "Peer-Rel : "), .form = SMC_FORM_DEC,
	  .drop = true, V2(release, SMC_NLA_LGR_V2_REL) },
	{ LINE("peer.hostname", "Peer-Host: "), .form = SMC_FORM_FN,
	  .text = smc_lgr_v2_host },
	{ LINE("peer.os", "Peer-OS  : "), .form = SMC_FORM_FN,
	  .text = smc_lgr_v2_os },
	{ LINE("direct", "Direct   : "), .form = SMC_FORM_BOOL, .drop = true,
	  R_V2(direct, SMC_NLA_LGR_R_V2_DIRECT) },
	{ LINE("eid", "EID      : "), .form = SMC_FORM_STR, .drop = true,
	  V2(eid, SMC_NLA_LGR_V2_NEG_EID) },
	{ LINE("connections", "#Conns   : "), .form = SMC_FORM_DEC,
	  LGR(conns, SMC_NLA_LGR_R_CONNS_NUM) },
	{ LINE(NULL, "Sndbuf   : "), .form = SMC_FORM_FN,
	  .text = sndbuf_text },
	{ LINE(NULL, "RMB      : "), .form = SMC_FORM_FN, .text = rmb_text },
	{ .key = "sndbuf_bytes", .form = SMC_FORM_DEC,
	  LGR(sndbuf_bytes, SMC_MODEL_LGR_R_SNDBUF_ALLOC) },
	{ .key = "rmb_bytes", .form = SMC_FORM_DEC,
	  LGR(rmb_bytes, SMC_MODEL_LGR_R_RMB_ALLOC) },
	{ LINE("buffer_type", "Buf-Type : "), .form = SMC_FORM_FN,
	  .text = buffers_text },
	{ LINE("max_connections", "Max-Conns: "), .form = SMC_FORM_DEC,
	  .drop = true, R_V2(max_conns, SMC_MODEL_LGR_R_V2_MAX_CONNS) },
	{ LINE("max_links", "Max-Links: "), .form = SMC_FORM_DEC,
	  .drop = true, R_V2(max_links, SMC_MODEL_LGR_R_V2_MAX_LINKS) },
	{ LINE("netns", "Netns    : "), .form = SMC_FORM_STR, .drop = true,
	  ROW(netns), SMC_IF(struct smcr_row, lgr.has,
			     SMC_NLA_LGR_R_NET_COOKIE) },
	{ .key = "net_cookie", .form = SMC_FORM_DEC,
	  LGR(net_cookie, SMC_NLA_LGR_R_NET_COOKIE) },
};

const struct smc_table smcr_lgr_lines = SMC_LINES("linkgroups", lgr_lines);

static const struct smc_field link_columns[] = {
	LGR_COLUMNS("linkgroup"),
	{ .title = "Net-Dev", .form = SMC_FORM_STR, .left = true, .width = 15,
	  .gap = 1, ROW(netdev) },
	{ .key = "netdev", .form = SMC_FORM_FN, .text = netdev_text },
	{ .key = "state", .title = "Link-State", .form = SMC_FORM_FN,
	  .left = true, .width = 15, .gap = 1, .text = state_text,
	  .tone = state_tone },
	{ .key = "connections", .title = "#Conns  ", .form = SMC_FORM_DEC,
	  .width = 6, .gap = 2, LINK(conns, SMC_NLA_LINK_CONN_CNT) },
	{ .key = "uid", .title = "Link-UID", .form = SMC_FORM_BYTES,
	  .width = 8, .gap = 2, .when = SMC_COLUMNS_DETAILS,
	  LINK(uid, SMC_NLA_LINK_UID) },
	{ .key = "peer.uid", .title = "Peer-UID", .form = SMC_FORM_BYTES,
	  .width = 8, .gap = 2, .when = SMC_COLUMNS_DETAILS,
	  LINK(peer_uid, SMC_NLA_LINK_PEER_UID) },
	{ .key = "ibdev", .title = "IB-Dev", .form = SMC_FORM_STR,
	  .left = true, .width = 8, .gap = 2, .when = SMC_COLUMNS_DETAILS,
	  LINK(ib_name, SMC_NLA_LINK_IB_DEV) },
	{ .key = "port", .title = "IB-P  ", .form = SMC_FORM_DEC, .width = 4,
	  .gap = 2, .when = SMC_COLUMNS_DETAILS,
	  LINK(ib_port, SMC_NLA_LINK_IB_PORT) },
	{ .key = "gid", .title = "Local-GID", .form = SMC_FORM_STR,
	  .left = true, .width = 40, .gap = 2,
	  .when = SMC_COLUMNS_DETAILS | SMC_COLUMNS_MORE,
	  LINK(gid, SMC_NLA_LINK_GID) },
	{ .key = "peer.gid", .title = "Peer-GID  ", .form = SMC_FORM_STR,
	  .left = true, .width = 40, .gap = 1,
	  .when = SMC_COLUMNS_DETAILS | SMC_COLUMNS_MORE,
	  LINK(peer_gid, SMC_NLA_LINK_PEER_GID) },
	{ .key = "id", .form = SMC_FORM_DEC, LINK(id, SMC_NLA_LINK_ID) },
	{ .key = "netns", .form = SMC_FORM_STR, ROW(netns),
	  SMC_IF(struct smcr_row, lgr.has, SMC_NLA_LGR_R_NET_COOKIE) },
	{ .key = "net_cookie", .form = SMC_FORM_DEC,
	  LGR(net_cookie, SMC_NLA_LGR_R_NET_COOKIE) },
};

const struct smc_table smcr_link_columns = SMC_TABLE("links", link_columns);
