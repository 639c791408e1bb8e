// SPDX-License-Identifier: GPL-2.0-or-later
#include "trace.h"

#include <inttypes.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/rtnetlink.h>
#include <linux/smc.h>
#include <linux/smc_diag.h>
#include <linux/smc_ext.h>
#include <linux/sock_diag.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "codec.h"
#include "ext.h"
#include "netdev.h"
#include "nl.h"
#include "pnet.h"
#include "query.h"

/* Bytes of a value that are shown. */
#define TRACE_BYTES	48

/* Nests in nests that are followed. */
#define TRACE_DEPTH	8

/**
 * struct trace_cmd - a command that this project knows
 * @family: its family
 * @cmd: its number
 * @name: its name
 * @query: what its attributes are like, in the request and in the reply
 */
struct trace_cmd {
	const char *family;
	uint8_t cmd;
	const char *name;
	const struct smc_query *query;
};

#define GEN(command, q) \
	{ SMC_GENL_FAMILY_NAME, SMC_NETLINK_##command, #command, q }
#define EXT(command, q) \
	{ SMC_EXT_GENL_NAME, SMC_EXT_CMD_##command, #command, q }

#define PNET(command, q) \
	{ SMCR_GENL_FAMILY_NAME, SMC_PNETID_##command, #command, q }

static const struct smc_query ctrl_query = { .codec = &smc_nl_ctrl_codec };

static const struct trace_cmd trace_cmds[] = {
	{ "nlctrl", CTRL_CMD_GETFAMILY, "GETFAMILY", &ctrl_query },
	GEN(GET_SYS_INFO, &smc_query_sys_info),
	GEN(GET_LGR_SMCR, &smc_query_lgr_r),
	GEN(GET_LINK_SMCR, &smc_query_link),
	GEN(GET_LGR_SMCD, &smc_query_lgr_d),
	GEN(GET_DEV_SMCD, &smc_query_dev_d),
	GEN(GET_DEV_SMCR, &smc_query_dev_r),
	GEN(GET_STATS, &smc_query_stats),
	GEN(GET_FBACK_STATS, &smc_query_fback),
	GEN(DUMP_UEID, &smc_query_ueid),
	GEN(ADD_UEID, &smc_query_ueid),
	GEN(REMOVE_UEID, &smc_query_ueid),
	GEN(FLUSH_UEID, NULL),
	GEN(DUMP_SEID, &smc_query_seid),
	GEN(ENABLE_SEID, NULL),
	GEN(DISABLE_SEID, NULL),
	GEN(DUMP_HS_LIMITATION, &smc_query_hs_limit),
	GEN(ENABLE_HS_LIMITATION, NULL),
	GEN(DISABLE_HS_LIMITATION, NULL),
	EXT(GET_INFO, &smc_ext_query_info),
	EXT(GET_SOCKS, &smc_ext_query_socks),
	EXT(GET_DEV, &smc_ext_query_dev),
	EXT(SET_DEV, &smc_ext_query_dev),
	EXT(GET_GAUGES, &smc_ext_query_gauges),
	EXT(GET_TUNE, &smc_ext_query_tune),
	EXT(SET_TUNE, &smc_ext_query_tune),
	PNET(GET, &smc_query_pnet),
	PNET(ADD, &smc_query_pnet),
	PNET(DEL, &smc_query_pnet),
	PNET(FLUSH, NULL),
};

/* Attributes of sockets: structs, whose bytes say enough. */
static const char *const diag_names[] = {
	[SMC_DIAG_CONNINFO] = "SMC_DIAG_CONNINFO",
	[SMC_DIAG_LGRINFO] = "SMC_DIAG_LGRINFO",
	[SMC_DIAG_SHUTDOWN] = "SMC_DIAG_SHUTDOWN",
	[SMC_DIAG_DMBINFO] = "SMC_DIAG_DMBINFO",
	[SMC_DIAG_FALLBACK] = "SMC_DIAG_FALLBACK",
};

static const struct trace_cmd *cmd_find(const char *family, uint8_t cmd)
{
	size_t i;

	for (i = 0; family && i < sizeof(trace_cmds) / sizeof(trace_cmds[0]);
	     i++)
		if (trace_cmds[i].cmd == cmd &&
		    !strcmp(trace_cmds[i].family, family))
			return &trace_cmds[i];
	return NULL;
}

static const struct smc_attr *row_find(const struct smc_codec *codec,
				       unsigned int attr)
{
	unsigned int i;

	for (i = 0; codec && i < codec->n; i++)
		if (codec->attrs[i].attr == attr)
			return &codec->attrs[i];
	return NULL;
}

static void bytes_print(const uint8_t *p, size_t len)
{
	size_t i;

	for (i = 0; i < len && i < TRACE_BYTES; i++)
		fprintf(stderr, "%s%02x", i ? " " : "", p[i]);
	if (len > TRACE_BYTES)
		fprintf(stderr, " ... %zu bytes", len);
}

static void number_print(const uint8_t *p, size_t len)
{
	uint64_t n = 0;
	uint32_t v32;
	uint16_t v16;

	if (len == 1)
		n = *p;
	else if (len == 2)
		n = (memcpy(&v16, p, 2), v16);
	else if (len == 4)
		n = (memcpy(&v32, p, 4), v32);
	else if (len == 8)
		memcpy(&n, p, 8);
	else
		return bytes_print(p, len);
	fprintf(stderr, "%" PRIu64 " (0x%" PRIx64 ")", n, n);
}

static void text_print(const char *p, size_t len)
{
	char text[TRACE_BYTES + 1];

	smc_text_copy(text, sizeof(text), p, len);
	fprintf(stderr, "\"%s\"", text);
}

static void value_print(const struct smc_attr *row, const void *p, size_t len)
{
	if (row && row->kind == SMC_ATTR_NUM)
		number_print(p, len);
	else if (row && row->kind == SMC_ATTR_STR)
		text_print(p, len);
	else
		bytes_print(p, len);
	fputc('\n', stderr);
}

static void name_print(const char *name, unsigned int attr, int depth)
{
	fprintf(stderr, "%*s", 4 + 2 * depth, "");
	if (name)
		fprintf(stderr, "%s: ", name);
	else
		fprintf(stderr, "attribute %u: ", attr);
}

/* Bytes to the next attribute. */
static size_t step(const struct nlattr *a, size_t left)
{
	size_t len = (size_t)MNL_ALIGN(a->nla_len);

	return len < left ? len : left;
}

static void attrs_print(const void *buf, size_t left,
			const struct smc_codec *codec, int depth)
{
	const struct nlattr *a;

	for (a = buf; left >= MNL_ATTR_HDRLEN && mnl_attr_ok(a, (int)left);
	     left -= step(a, left),
	     a = mnl_attr_next(a)) {
		unsigned int attr = mnl_attr_get_type(a);
		const struct smc_attr *row = row_find(codec, attr);
		size_t len = mnl_attr_get_payload_len(a);

		name_print(row ? row->name : NULL, attr, depth);
		if (row && row->kind == SMC_ATTR_NEST && depth < TRACE_DEPTH) {
			fputc('\n', stderr);
			attrs_print(mnl_attr_get_payload(a), len, row->sub,
				    depth + 1);
		} else {
			value_print(row, mnl_attr_get_payload(a), len);
		}
	}
	if (left)
		fprintf(stderr, "%*s%zu bytes are no attribute\n",
			4 + 2 * depth, "", left);
}

/*
 * The attributes of a command lie in one of their own, or on top. Replies are
 * known by the command that was asked for: not every module repeats it.
 */
static void genl_print(const char *family, uint8_t number, const void *p,
		       size_t len)
{
	const struct smc_query *query;
	const struct trace_cmd *cmd;
	struct smc_attr nest = { .kind = SMC_ATTR_NEST };
	struct smc_codec top = { .attrs = &nest, .n = 1 };

	if (len < GENL_HDRLEN)
		return;
	cmd = cmd_find(family, number);
	if (cmd)
		fprintf(stderr, "  %s\n", cmd->name);
	else
		fprintf(stderr, "  command %u\n", number);
	query = cmd ? cmd->query : NULL;
	if (query) {
		nest.attr = query->nest;
		nest.name = query->codec->name;
		nest.sub = query->codec;
	}
	attrs_print((const char *)p + GENL_HDRLEN, len - GENL_HDRLEN,
		    !query ? NULL : query->nest ? &top : query->codec, 0);
}

/* The TCP socket below one. */
static void tcp_print(const void *p, size_t len, bool to_kernel)
{
	const uint8_t *bytes = p;	/* family, state, ... */

	if (to_kernel && len)
		fprintf(stderr, "  a TCP socket of family %u\n", bytes[0]);
	else if (len > 1)
		fprintf(stderr, "  TCP socket: state %u\n", bytes[1]);
}

static void diag_print(const void *p, size_t len, bool to_kernel)
{
	struct smc_diag_msg msg;
	const struct nlattr *a;

	if (to_kernel) {
		const struct smc_diag_req *req = p;

		if (len >= sizeof(*req))
			fprintf(stderr, "  sockets of family %u, extensions 0x%x\n",
				req->diag_family, req->diag_ext);
		return;
	}
	if (len < sizeof(msg))
		return;
	memcpy(&msg, p, sizeof(msg));
	fprintf(stderr, "  socket: state %u, mode %u, shutdown %u, uid %u, inode %" PRIu64 "\n",
		msg.diag_state, msg.diag_mode, msg.diag_shutdown, msg.diag_uid,
		(uint64_t)msg.diag_inode);
	len -= sizeof(msg);
	for (a = (const void *)((const char *)p + sizeof(msg));
	     len >= MNL_ATTR_HDRLEN && mnl_attr_ok(a, (int)len);
	     len -= step(a, len),
	     a = mnl_attr_next(a)) {
		unsigned int attr = mnl_attr_get_type(a);

		name_print(attr < sizeof(diag_names) / sizeof(diag_names[0]) ?
			   diag_names[attr] : NULL, attr, 0);
		value_print(NULL, mnl_attr_get_payload(a),
			    mnl_attr_get_payload_len(a));
	}
}

static bool is_link(const char *family)
{
	return family && !strcmp(family, SMC_NETDEV_FAMILY);
}

static void link_print(const struct nlmsghdr *nlh)
{
	struct ifinfomsg head;
	size_t len = mnl_nlmsg_get_payload_len(nlh);

	if (len < sizeof(head))
		return;
	memcpy(&head, mnl_nlmsg_get_payload(nlh), sizeof(head));
	fprintf(stderr, "  %s, number %d\n", nlh->nlmsg_type == RTM_GETLINK ?
		"GETLINK" : "NEWLINK", head.ifi_index);
	attrs_print(mnl_nlmsg_get_payload_offset(nlh, sizeof(head)),
		    len - sizeof(head), &smc_netdev_codec, 0);
}

static void end_print(const struct nlmsghdr *nlh)
{
	int code = 0;

	if (mnl_nlmsg_get_payload_len(nlh) >= sizeof(code))
		memcpy(&code, mnl_nlmsg_get_payload(nlh), sizeof(code));
	if (code)
		fprintf(stderr, "  error %d: %s\n", code, strerror(-code));
}

static const char *kind_name(const struct nlmsghdr *nlh, const char *family)
{
	switch (nlh->nlmsg_type) {
	case NLMSG_ERROR:
		return "end";
	case NLMSG_DONE:
		return "end of dump";
	case GENL_ID_CTRL:
		return is_link(family) ? family : "nlctrl";
	}
	return family ? family : "sock_diag";
}

/**
 * smc_trace_wanted() - does the user want to see the messages?
 *
 * Return: true if the environment says so.
 */
bool smc_trace_wanted(void)
{
	const char *value = getenv(SMC_TRACE_ENV);

	return value && *value && strcmp(value, "0");
}

/**
 * smc_trace_message() - show a message
 * @family: generic netlink family that is talked to, or SMC_NETDEV_FAMILY; NULL:
 *	sock_diag
 * @request: the request under way, whole
 * @nlh: the message, whole: the request itself, or a reply to it
 */
void smc_trace_message(const char *family, const struct nlmsghdr *request,
		       const struct nlmsghdr *nlh)
{
	const struct genlmsghdr *asked = mnl_nlmsg_get_payload(request);
	const void *p = mnl_nlmsg_get_payload(nlh);
	size_t len = mnl_nlmsg_get_payload_len(nlh);

	fprintf(stderr, "%c %s, seq %u, flags 0x%x, %u bytes\n",
		nlh == request ? '>' : '<', kind_name(nlh, family),
		nlh->nlmsg_seq, nlh->nlmsg_flags, nlh->nlmsg_len);
	if (nlh->nlmsg_type == NLMSG_ERROR || nlh->nlmsg_type == NLMSG_DONE)
		end_print(nlh);
	else if (is_link(family))
		link_print(nlh);
	else if (family)
		genl_print(nlh->nlmsg_type == GENL_ID_CTRL ? "nlctrl" : family,
			   asked->cmd, p, len);
	else if (*(const uint8_t *)(const void *)asked != AF_SMC)
		tcp_print(p, len, nlh == request);
	else
		diag_print(p, len, nlh == request);
}
