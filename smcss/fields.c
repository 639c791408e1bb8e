// SPDX-License-Identifier: GPL-2.0-or-later
#include "fields.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "codec.h"
#include "core/cstate.h"
#include "core/reason.h"
#include "extra.h"
#include "row.h"

static enum smc_text state_text(const void *obj, char *buf, size_t size)
{
	const struct smc_sock *sock = obj;
	const char *name = smc_state_name(sock->msg.diag_state);

	if (name)
		snprintf(buf, size, "%s", name);
	else
		snprintf(buf, size, "%u", sock->msg.diag_state);
	return SMC_TEXT_OK;
}

/**
 * smcss_is_connected() - is a socket one end of a connection?
 * @sock: the socket
 *
 * Return: true unless it is new or listens.
 */
bool smcss_is_connected(const struct smc_sock *sock)
{
	return sock->msg.diag_state != SMC_LISTEN &&
	       sock->msg.diag_state != SMC_INIT;
}

/**
 * smcss_is_tcp() - did a socket fall back to TCP?
 * @sock: the socket
 *
 * Return: true if it did.
 */
bool smcss_is_tcp(const struct smc_sock *sock)
{
	return sock->msg.diag_mode == SMC_DIAG_MODE_FALLBACK_TCP;
}

static enum smc_text ip_text(const struct smc_sock *sock, const __be32 *addr,
			     char *buf, size_t size)
{
	inet_ntop(sock->family, addr, buf, (socklen_t)size);
	return SMC_TEXT_OK;
}

static enum smc_text local_ip_text(const void *obj, char *buf, size_t size)
{
	const struct smc_sock *sock = obj;

	return ip_text(sock, sock->msg.id.idiag_src, buf, size);
}

static enum smc_text peer_ip_text(const void *obj, char *buf, size_t size)
{
	const struct smc_sock *sock = obj;

	if (!smcss_is_connected(sock))
		return SMC_TEXT_NONE;
	return ip_text(sock, sock->msg.id.idiag_dst, buf, size);
}

static enum smc_text end_text(const struct smc_sock *sock, const __be32 *addr,
			      uint16_t port, char *buf, size_t size)
{
	char ip[INET6_ADDRSTRLEN] = "";

	inet_ntop(sock->family, addr, ip, sizeof(ip));
	snprintf(buf, size, sock->family == AF_INET6 ? "[%s]:%u" : "%s:%u",
		 ip, port);
	return SMC_TEXT_OK;
}

static enum smc_text local_text(const void *obj, char *buf, size_t size)
{
	const struct smc_sock *sock = obj;

	return end_text(sock, sock->msg.id.idiag_src, sock->local_port, buf,
			size);
}

static enum smc_text peer_text(const void *obj, char *buf, size_t size)
{
	const struct smc_sock *sock = obj;

	if (!smcss_is_connected(sock))
		return SMC_TEXT_STOP;
	return end_text(sock, sock->msg.id.idiag_dst, sock->peer_port, buf,
			size);
}

static enum smc_text family_text(const void *obj, char *buf, size_t size)
{
	const struct smc_sock *sock = obj;

	snprintf(buf, size, "%s", sock->family == AF_INET6 ? "inet6" : "inet");
	return SMC_TEXT_OK;
}

static enum smc_text mode_text(const void *obj, char *buf, size_t size)
{
	const struct smc_sock *sock = obj;

	if (!smcss_is_connected(sock))
		return SMC_TEXT_NONE;
	switch (sock->msg.diag_mode) {
	case SMC_DIAG_MODE_SMCR:
		snprintf(buf, size, "SMCR");
		return SMC_TEXT_OK;
	case SMC_DIAG_MODE_SMCD:
		snprintf(buf, size, "SMCD");
		return SMC_TEXT_OK;
	case SMC_DIAG_MODE_FALLBACK_TCP:
		snprintf(buf, size, "TCP");
		return SMC_TEXT_OK;
	}
	snprintf(buf, size, "%u", sock->msg.diag_mode);
	return SMC_TEXT_OK;
}

/* A socket that fell back shows why, and has no columns behind. */
static enum smc_text mode_column(const void *obj, char *buf, size_t size)
{
	const struct smc_sock *sock = obj;

	if (!smcss_is_tcp(sock))
		return mode_text(obj, buf, size);
	if (sock->fback.peer_diagnosis)
		snprintf(buf, size, "TCP 0x%08x/0x%08x", sock->fback.reason,
			 sock->fback.peer_diagnosis);
	else
		snprintf(buf, size, "TCP 0x%08x", sock->fback.reason);
	return SMC_TEXT_LAST;
}

/* What users came for, and what they did not. */
static enum smc_tone mode_tone(const void *obj)
{
	const struct smc_sock *sock = obj;

	if (!smcss_is_connected(sock))
		return SMC_TONE_PLAIN;
	return smcss_is_tcp(sock) ? SMC_TONE_WARN : SMC_TONE_GOOD;
}

static enum smc_text code_text(char *buf, size_t size, uint32_t code)
{
	if (!code)
		return SMC_TEXT_NONE;
	snprintf(buf, size, "0x%08x", code);
	return SMC_TEXT_OK;
}

static enum smc_text words_text(char *buf, size_t size, const char *words)
{
	if (!words)
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%s", words);
	return SMC_TEXT_OK;
}

static uint32_t reason_of(const struct smc_sock *sock)
{
	return smcss_is_tcp(sock) ? sock->fback.reason : 0;
}

static uint32_t peer_reason_of(const struct smc_sock *sock)
{
	return smcss_is_tcp(sock) ? sock->fback.peer_diagnosis : 0;
}

static enum smc_text reason_code_text(const void *obj, char *buf, size_t size)
{
	return code_text(buf, size, reason_of(obj));
}

static enum smc_text reason_name_text(const void *obj, char *buf, size_t size)
{
	return words_text(buf, size, smc_reason_name(reason_of(obj)));
}

static enum smc_text peer_code_text(const void *obj, char *buf, size_t size)
{
	return code_text(buf, size, peer_reason_of(obj));
}

static enum smc_text peer_name_text(const void *obj, char *buf, size_t size)
{
	return words_text(buf, size, smc_reason_name(peer_reason_of(obj)));
}

/* A peer that declined knows better why than this side does. */
static enum smc_text advice_text(const void *obj, char *buf, size_t size)
{
	uint32_t code = peer_reason_of(obj);

	return words_text(buf, size,
			  smc_reason_advice(code ? code : reason_of(obj)));
}

/* Both sides' reasons, and what mends it: "WHY: HOW TO MEND IT". */
static enum smc_text explain_text(const void *obj, char *buf, size_t size)
{
	const char *name = smc_reason_name(reason_of(obj));
	const char *peer = smc_reason_name(peer_reason_of(obj));
	char advice[SMC_FIELD_TEXT];

	if (!smcss_is_tcp(obj))
		return SMC_TEXT_STOP;
	if (advice_text(obj, advice, sizeof(advice)) != SMC_TEXT_OK)
		advice[0] = '\0';
	snprintf(buf, size, " %s%s%s%s%s", name ? name : "unknown reason",
		 peer_reason_of(obj) ? ": " : "",
		 peer ? peer : peer_reason_of(obj) ? "unknown reason" : "",
		 advice[0] ? ": " : "", advice);
	return SMC_TEXT_LAST;
}

static enum smc_text shutdown_text(const void *obj, char *buf, size_t size)
{
	const struct smc_sock *sock = obj;

	if (!smc_has(sock->has, SMC_DIAG_CONNINFO))
		return SMC_TEXT_STOP;
	snprintf(buf, size, " %c-%c ", sock->shutdown & 1 ? ' ' : '<',
		 sock->shutdown & 2 ? ' ' : '>');
	return SMC_TEXT_OK;
}

static enum smc_text flags_text(char *buf, size_t size, uint8_t prod,
				uint8_t conn)
{
	snprintf(buf, size, "%02x:%02x", prod, conn);
	return SMC_TEXT_OK;
}

static enum smc_text rx_flags_text(const void *obj, char *buf, size_t size)
{
	const struct smc_diag_conninfo *c =
		&((const struct smc_sock *)obj)->conn;

	return flags_text(buf, size, c->rx_prod_flags, c->rx_conn_state_flags);
}

static enum smc_text tx_flags_text(const void *obj, char *buf, size_t size)
{
	const struct smc_diag_conninfo *c =
		&((const struct smc_sock *)obj)->conn;

	return flags_text(buf, size, c->tx_prod_flags, c->tx_conn_state_flags);
}

/* A function for each of the seven cursors. */
#define CURSOR(member)							\
static enum smc_text member##_text(const void *obj, char *buf,		\
				   size_t size)				\
{									\
	const struct smc_diag_cursor *c =				\
		&((const struct smc_sock *)obj)->conn.member;		\
									\
	if (!smc_has(((const struct smc_sock *)obj)->has,		\
		     SMC_DIAG_CONNINFO))				\
		return SMC_TEXT_STOP;					\
	snprintf(buf, size, "%04x:%08x", c->wrap, c->count);		\
	return SMC_TEXT_OK;						\
}

CURSOR(rx_prod)
CURSOR(rx_cons)
CURSOR(tx_prod)
CURSOR(tx_cons)
CURSOR(tx_prep)
CURSOR(tx_sent)
CURSOR(tx_fin)

static enum smc_text gid_text(char *buf, size_t size, uint64_t gid,
			      uint64_t ext)
{
	snprintf(buf, size, "%016" PRIx64 "%016" PRIx64, gid, ext);
	return SMC_TEXT_OK;
}

static enum smc_text own_gid_text(const void *obj, char *buf, size_t size)
{
	const struct smc_sock *sock = obj;

	if (!smc_has(sock->has, SMC_DIAG_DMBINFO))
		return SMC_TEXT_STOP;
	return gid_text(buf, size, sock->dmb.gid, sock->dmb.gid_ext);
}

static enum smc_text peer_gid_text(const void *obj, char *buf, size_t size)
{
	const struct smc_sock *sock = obj;

	if (!smc_has(sock->has, SMC_DIAG_DMBINFO))
		return SMC_TEXT_STOP;
	return gid_text(buf, size, sock->dmb.peer_gid, sock->dmb.peer_gid_ext);
}

static enum smc_text role_text(const void *obj, char *buf, size_t size)
{
	const struct smc_sock *sock = obj;

	if (!smc_has(sock->has, SMC_DIAG_LGRINFO))
		return SMC_TEXT_STOP;
	snprintf(buf, size, "%s", sock->lgr.role ? "SERV" : "CLNT");
	return SMC_TEXT_OK;
}

/* The kernel's fixed arrays need not end in NUL. */
#define LINK_TEXT(member)						\
static enum smc_text link_##member##_text(const void *obj, char *buf,	\
					  size_t size)			\
{									\
	const struct smc_sock *sock = obj;				\
	const struct smc_diag_linkinfo *link = &sock->lgr.lnk[0];	\
	size_t len = sizeof(link->member);				\
									\
	if (!smc_has(sock->has, SMC_DIAG_LGRINFO))			\
		return SMC_TEXT_STOP;					\
	smc_text_copy(buf, size, (const char *)link->member, len);	\
	return SMC_TEXT_OK;						\
}

LINK_TEXT(ibname)
LINK_TEXT(gid)
LINK_TEXT(peer_gid)

#define MSG(member) SMC_VALUE(struct smc_sock, msg.member)
#define IF_ATTR(member, attr) \
	SMC_VALUE(struct smc_sock, member), \
	SMC_IF(struct smc_sock, has, attr)
#define IF_CONN(member) IF_ATTR(conn.member, SMC_DIAG_CONNINFO)
#define IF_DMB(member) IF_ATTR(dmb.member, SMC_DIAG_DMBINFO)
#define IF_LINK(member) IF_ATTR(lgr.lnk[0].member, SMC_DIAG_LGRINFO)

/* A value of JSON alone. */
#define WORDS(k, fn) \
	{ .key = (k), .form = SMC_FORM_FN, .text = (fn) }

/* What was gathered elsewhere: see struct smcss_row. */
#define KNOWN(k, bit, member) \
	{ .key = (k), .form = SMC_FORM_DEC, \
	  SMC_VALUE(struct smcss_row, member), \
	  SMC_IF(struct smcss_row, known, bit) }

/* Columns behind the row, also behind one that ended before. */
#define TAIL(t, bit, fn) \
	{ .title = (t), .form = SMC_FORM_FN, .tail = true, \
	  .width = sizeof(t) - 1, .gap = 1, .when = (bit), .text = (fn) }

/* Columns of the options: -d, -D, -R. */
#define SIZE(k, t, member) \
	{ .title = (t), .form = SMC_FORM_HEX, .digits = 8, .width = 8, \
	  .gap = 1, .when = SMCSS_DEBUG, IF_CONN(member) }, \
	{ .key = (k), .form = SMC_FORM_DEC, IF_CONN(member) }
#define CURSOR_FIELD(k, t, fn) \
	{ .key = (k), .title = (t), .form = SMC_FORM_FN, .width = 13, \
	  .gap = 1, .when = SMCSS_DEBUG, .text = (fn) }
#define FLAGS_FIELD(t, fn) \
	{ .title = (t), .form = SMC_FORM_FN, .left = true, .width = 7, \
	  .gap = 1, .when = SMCSS_DEBUG, .text = (fn) }
#define HEX16(k, t, bit, member) \
	{ .key = (k), .title = (t), .form = SMC_FORM_HEX, .digits = 16, \
	  .width = 16, .gap = 1, .when = (bit), IF_DMB(member) }
#define GID_FULL(k, t, fn) \
	{ .key = (k), .title = (t), .form = SMC_FORM_FN, .width = 32, \
	  .gap = 1, .when = SMCSS_GID_FULL, .text = (fn) }

static const struct smc_field fields[] = {
	{ .key = "state", .title = "State", .form = SMC_FORM_FN, .left = true,
	  .width = 14, .gap = 1, .text = state_text },
	{ .key = "uid", .title = "UID", .form = SMC_FORM_DEC, .digits = 5,
	  .width = 5, .gap = 1, MSG(diag_uid) },
	{ .key = "inode", .title = "Inode", .form = SMC_FORM_DEC, .digits = 7,
	  .width = 7, .gap = 1, MSG(diag_inode) },
	{ .title = "Local Address", .form = SMC_FORM_FN, .left = true,
	  .width = 23, .gap = 1, .text = local_text },
	{ .title = "Peer Address", .form = SMC_FORM_FN, .left = true,
	  .width = 23, .gap = 1, .text = peer_text },
	{ .title = "Intf", .form = SMC_FORM_HEX, .digits = 4, .width = 4,
	  .gap = 1, MSG(id.idiag_if) },
	{ .title = "Mode ", .form = SMC_FORM_FN, .width = 4, .gap = 1,
	  .text = mode_column, .tone = mode_tone },
	{ .key = "mode", .form = SMC_FORM_FN, .text = mode_text,
	  .tone = mode_tone },
	WORDS("family", family_text),
	WORDS("local.address", local_ip_text),
	{ .key = "local.port", .form = SMC_FORM_DEC,
	  SMC_VALUE(struct smc_sock, local_port) },
	WORDS("peer.address", peer_ip_text),
	{ .key = "peer.port", .form = SMC_FORM_DEC,
	  SMC_VALUE(struct smc_sock, peer_port) },
	{ .key = "ifindex", .form = SMC_FORM_DEC, MSG(id.idiag_if) },
	WORDS("fallback.code", reason_code_text),
	WORDS("fallback.reason", reason_name_text),
	WORDS("fallback.peer_code", peer_code_text),
	WORDS("fallback.peer_reason", peer_name_text),
	WORDS("fallback.advice", advice_text),

	{ .title = "Shutd", .form = SMC_FORM_FN, .width = 5, .gap = 1,
	  .when = SMCSS_DEBUG, .text = shutdown_text },
	{ .key = "shutdown", .form = SMC_FORM_DEC,
	  IF_ATTR(shutdown, SMC_DIAG_SHUTDOWN) },
	{ .key = "connection.token", .title = "Token", .form = SMC_FORM_HEX,
	  .digits = 8, .width = 8, .gap = 1, .when = SMCSS_DEBUG,
	  IF_CONN(token) },
	SIZE("connection.sndbuf_bytes", "Sndbuf", sndbuf_size),
	SIZE("connection.rcvbuf_bytes", "Rcvbuf", rmbe_size),
	SIZE("connection.peer_rcvbuf_bytes", "Peerbuf", peer_rmbe_size),
	CURSOR_FIELD("connection.rx_prod", "rxprod-Cursor", rx_prod_text),
	CURSOR_FIELD("connection.rx_cons", "rxcons-Cursor", rx_cons_text),
	FLAGS_FIELD("rxFlags", rx_flags_text),
	CURSOR_FIELD("connection.tx_prod", "txprod-Cursor", tx_prod_text),
	CURSOR_FIELD("connection.tx_cons", "txcons-Cursor", tx_cons_text),
	FLAGS_FIELD("txFlags", tx_flags_text),
	CURSOR_FIELD("connection.tx_prep", "txprep-Cursor", tx_prep_text),
	CURSOR_FIELD("connection.tx_sent", "txsent-Cursor", tx_sent_text),
	CURSOR_FIELD("connection.tx_fin", "txfin-Cursor  ", tx_fin_text),

	HEX16(NULL, "GID", SMCSS_GID, gid),
	GID_FULL("smcd.gid", "GID", own_gid_text),
	HEX16("smcd.token", "Token", SMCSS_SMCD, token),
	HEX16(NULL, "Peer-GID", SMCSS_GID, peer_gid),
	GID_FULL("smcd.peer_gid", "Peer-GID", peer_gid_text),
	HEX16("smcd.peer_token", "Peer-Token", SMCSS_SMCD, peer_token),
	{ .key = "smcd.linkid", .title = "Linkid", .form = SMC_FORM_BYTES,
	  .width = 8, .when = SMCSS_SMCD, IF_DMB(linkid) },

	{ .key = "smcr.role", .title = "Role", .form = SMC_FORM_FN, .width = 4,
	  .gap = 1, .when = SMCSS_SMCR, .text = role_text },
	{ .key = "smcr.device", .title = "IB-device", .form = SMC_FORM_FN,
	  .left = true, .width = 15, .gap = 1, .when = SMCSS_SMCR,
	  .text = link_ibname_text },
	{ .title = "Port", .form = SMC_FORM_HEX, .digits = 2, .left = true,
	  .width = 4, .gap = 1, .when = SMCSS_SMCR, IF_LINK(ibport) },
	{ .key = "smcr.port", .form = SMC_FORM_DEC, IF_LINK(ibport) },
	{ .key = "smcr.linkid", .title = "Linkid", .form = SMC_FORM_HEX,
	  .digits = 2, .left = true, .width = 6, .gap = 1, .when = SMCSS_SMCR,
	  IF_LINK(link_id) },
	{ .key = "smcr.gid", .title = "GID", .form = SMC_FORM_FN, .left = true,
	  .width = 40, .gap = 1, .when = SMCSS_SMCR, .text = link_gid_text },
	{ .key = "smcr.peer_gid", .title = "Peer-GID", .form = SMC_FORM_FN,
	  .when = SMCSS_SMCR, .text = link_peer_gid_text },

	WORDS("smcr.lgr", smcss_lgr_text),
	{ .key = "smcr.links", .form = SMC_FORM_LIST,
	  .text = smcss_links_text, .json = smcss_links_json },

	TAIL("Reason", SMCSS_REASONS, explain_text),
	WORDS("tcp.state", smcss_tcp_state),
	TAIL("TCP", SMCSS_TCP, smcss_tcp_text),
	KNOWN("memory.rx_bytes", SMCSS_KNOWN_MEMORY, rx.size),
	KNOWN("memory.rx_queued", SMCSS_KNOWN_MEMORY, rx.queued),
	KNOWN("memory.tx_bytes", SMCSS_KNOWN_MEMORY, tx.size),
	KNOWN("memory.tx_queued", SMCSS_KNOWN_MEMORY, tx.queued),
	TAIL("Memory", SMCSS_MEMORY, smcss_memory_text),
	KNOWN("rates.rx", SMCSS_KNOWN_RATES, rx_rate),
	KNOWN("rates.tx", SMCSS_KNOWN_RATES, tx_rate),
	TAIL("Rates", SMCSS_RATES, smcss_rates_text),
	{ .key = "processes", .title = "Users", .form = SMC_FORM_LIST,
	  .tail = true, .when = SMCSS_USERS, .text = smcss_users_text,
	  .json = smcss_users_json },
	WORDS("cgroup", smcss_cgroup_text),
};

const struct smc_table smcss_table = SMC_TABLE("sockets", fields);
