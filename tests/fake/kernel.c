// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A kernel in the tool's own process: takes the bytes of requests, answers with
 * bytes. What a tool changes is written to the file SMC_FAKE_LOG, one line a
 * request, for tests to look at.
 */
#include <errno.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/smc.h>
#include <linux/smc_diag.h>
#include <linux/smc_ext.h>
#include <linux/sock_diag.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "knob.h"
#include "msg.h"
#include "nl_ops.h"
#include "tables.h"

#define SOCKETS		4
#define EXT_FAMILY	99
#define PNET_FAMILY	98

/* One socket of the tool, and how far its dump is. */
struct fake_sock {
	bool open;
	int protocol;
	char cmd[16];		/* as faults name it */
	uint32_t seq;
	bool dump;
	fake_entry table;	/* NULL: the sockets */
	unsigned int diag_ext;
	struct inet_diag_req_v2 tcp; /* the TCP socket that is asked for */
	uint16_t type;
	unsigned int next;	/* entry to send next */
	bool more;		/* the end has not been sent */
	int error;		/* what a request that is no dump gets */
	char text[128];
};

static struct fake_sock socks[SOCKETS];
static unsigned int dumps;

static uint16_t gen_family(void)
{
	return (uint16_t)knob_number("family", 27);
}

static int fake_open(int protocol)
{
	int fd;

	if (knob_number("open", 0))
		return (int)-knob_number("open", 0);
	for (fd = 0; fd < SOCKETS && socks[fd].open; fd++)
		;
	if (fd == SOCKETS)
		return -EMFILE;
	socks[fd] = (struct fake_sock){ .open = true, .protocol = protocol };
	return fd;
}

static void log_request(const struct fake_sock *s, const struct nlattr *nla,
			size_t len)
{
	const char *path = getenv("SMC_FAKE_LOG");
	const unsigned char *p = (const unsigned char *)nla;
	FILE *f = path ? fopen(path, "a") : NULL;
	size_t i;

	if (!f)
		return;
	fprintf(f, "%s ", s->cmd);
	for (i = 0; i < len; i++) {
		if (p[i] > ' ' && p[i] <= '~')
			fputc(p[i], f);
		else
			fprintf(f, "\\%02x", p[i]);
	}
	fputc('\n', f);
	fclose(f);
}

/* ERRNO or ERRNO:TEXT */
static void error_set(struct fake_sock *s, const char *spec)
{
	char *p;

	s->error = -(int)strtol(spec, &p, 10);
	snprintf(s->text, sizeof(s->text), "%s", *p ? p + 1 : "");
	for (p = s->text; *p; p++)
		if (*p == '_')
			*p = ' ';
}

static void ctrl_request(struct fake_sock *s, const struct nlmsghdr *nlh)
{
	const char *name = (const char *)nlh + NLMSG_HDRLEN + GENL_HDRLEN +
			   NLA_HDRLEN;

	snprintf(s->cmd, sizeof(s->cmd), "ctrl");
	s->type = GENL_ID_CTRL;
	s->table = NULL;
	if (!strcmp(name, SMC_GENL_FAMILY_NAME) && !knob_is("no-smc"))
		s->next = gen_family();
	else if (!strcmp(name, SMC_EXT_GENL_NAME) && !knob_is("no-ext"))
		s->next = EXT_FAMILY;
	else if (!strcmp(name, SMCR_GENL_FAMILY_NAME) && !knob_is("no-smc"))
		s->next = PNET_FAMILY;
	else
		s->error = -ENOENT;
}

static void genl_request(struct fake_sock *s, const struct nlmsghdr *nlh)
{
	const struct genlmsghdr *genl =
		(const void *)((const char *)nlh + NLMSG_HDRLEN);
	bool ext = nlh->nlmsg_type == EXT_FAMILY;
	bool pnet = nlh->nlmsg_type == PNET_FAMILY;
	const size_t head = NLMSG_HDRLEN + GENL_HDRLEN;

	snprintf(s->cmd, sizeof(s->cmd), "%c%u", pnet ? 'p' : ext ? 'x' : 'g',
		 genl->cmd);
	s->type = nlh->nlmsg_type;
	s->table = pnet ? fake_pnet_table(genl->cmd) :
		   ext ? fake_ext_table(genl->cmd) : fake_gen_table(genl->cmd);
	if (s->dump && !s->table)
		s->error = -EOPNOTSUPP;
	if (!s->dump && !s->table)
		log_request(s, (const void *)((const char *)nlh + head),
			    nlh->nlmsg_len - head);
}

static int fake_send(int fd, const void *msg, size_t len)
{
	struct fake_sock *s = &socks[fd];
	const struct nlmsghdr *nlh = msg;
	char spec[128];

	if (knob_number("send", 0))
		return (int)-knob_number("send", 0);
	if (len < NLMSG_HDRLEN || nlh->nlmsg_len != len) {
		fprintf(stderr, "fake kernel: bad length of a request\n");
		abort();
	}
	s->seq = nlh->nlmsg_seq;
	s->dump = (nlh->nlmsg_flags & NLM_F_DUMP) == NLM_F_DUMP;
	s->next = 0;
	s->error = 0;
	s->text[0] = '\0';
	s->more = true;
	if (s->protocol == NETLINK_SOCK_DIAG) {
		const struct smc_diag_req *req =
			(const void *)((const char *)msg + NLMSG_HDRLEN);

		snprintf(s->cmd, sizeof(s->cmd), s->dump ? "diag" : "inet");
		s->type = SOCK_DIAG_BY_FAMILY;
		if (!s->dump)
			memcpy(&s->tcp, req, sizeof(s->tcp));
		s->diag_ext = req->diag_ext;
		if (s->dump && (knob_is("no-diag") ||
				req->diag_family != AF_SMC))
			s->error = -ENOENT;
	} else if (s->protocol == NETLINK_ROUTE) {
		snprintf(s->cmd, sizeof(s->cmd), "link");
		s->type = RTM_NEWLINK;
		s->table = fake_netdev_entry;
	} else if (nlh->nlmsg_type == GENL_ID_CTRL) {
		ctrl_request(s, nlh);
	} else {
		genl_request(s, nlh);
	}
	if (knob_of("err", s->cmd, spec, sizeof(spec)))
		error_set(s, spec);
	if (s->dump)
		dumps++;
	return 0;
}

static uint16_t torn_flag(const struct fake_sock *s)
{
	char n[16];

	return knob_of("intr", s->cmd, n, sizeof(n)) &&
	       dumps <= strtoul(n, NULL, 10) ? NLM_F_DUMP_INTR : 0;
}

/* Break the last attribute of the message. */
static void message_break(struct fake_msg *m, const struct fake_sock *s)
{
	struct nlattr *nla;
	char none[8];
	size_t at = m->start + NLMSG_HDRLEN;

	at += s->type == SOCK_DIAG_BY_FAMILY && s->dump ?
			sizeof(struct smc_diag_msg) :
	      s->type == SOCK_DIAG_BY_FAMILY ? sizeof(struct inet_diag_msg) :
	      s->protocol == NETLINK_ROUTE ? sizeof(struct ifinfomsg) :
	      GENL_HDRLEN;
	if (at >= m->len)
		return;
	nla = (struct nlattr *)(void *)(m->buf + at);
	if (knob_of("cut", s->cmd, none, sizeof(none)))
		nla->nla_len = (uint16_t)(nla->nla_len + 400);
	if (knob_of("bad", s->cmd, none, sizeof(none))) {
		/* Inside of a nest, where there is one. */
		if (nla->nla_type & NLA_F_NESTED)
			nla++;
		nla->nla_len = NLA_HDRLEN + 3;
	}
}

/* One entry of the table as one message; false behind the last. */
static bool entry_send(struct fake_msg *m, struct fake_sock *s)
{
	const struct genlmsghdr genl = { .version = 1 };
	size_t was = m->len;
	char attr[16];
	bool got;

	m->drop = 0;
	if (knob_of("drop", s->cmd, attr, sizeof(attr)))
		m->drop = (unsigned int)strtoul(attr, NULL, 10);
	fake_msg_begin(m, s->type, NLM_F_MULTI | torn_flag(s), s->seq);
	if (s->type == SOCK_DIAG_BY_FAMILY && !s->dump) {
		got = fake_tcp_entry(m, &s->tcp);
	} else if (s->type == SOCK_DIAG_BY_FAMILY) {
		got = fake_sock_entry(m, s->next, s->diag_ext);
	} else if (s->protocol == NETLINK_ROUTE) {
		got = s->table(m, s->next);
	} else {
		fake_put_raw(m, &genl, sizeof(genl));
		got = s->table(m, s->next);
	}
	if (!got) {
		m->len = was;
		return false;
	}
	fake_msg_end(m);
	message_break(m, s);
	s->next++;
	return true;
}

static void error_send(struct fake_msg *m, const struct fake_sock *s)
{
	struct {
		int32_t error;
		struct nlmsghdr nlh;
	} body = { .error = s->error, .nlh = { .nlmsg_seq = s->seq } };
	uint16_t flags = NLM_F_CAPPED;

	if (s->text[0])
		flags |= NLM_F_ACK_TLVS;
	fake_msg_begin(m, NLMSG_ERROR, flags, s->seq);
	fake_put_raw(m, &body, sizeof(body));
	if (s->text[0]) {
		fake_put_str(m, NLMSGERR_ATTR_MSG, s->text);
		/* The first attribute is to blame; a dump has none. */
		if (!s->dump)
			fake_put_u32(m, NLMSGERR_ATTR_OFFS,
				     NLMSG_HDRLEN + GENL_HDRLEN);
	}
	fake_msg_end(m);
}

static void done_send(struct fake_msg *m, struct fake_sock *s)
{
	char spec[128];
	int32_t error;

	if (knob_of("done", s->cmd, spec, sizeof(spec)))
		error_set(s, spec);
	error = s->error;
	fake_msg_begin(m, NLMSG_DONE, (uint16_t)(NLM_F_MULTI | torn_flag(s) |
		       (s->text[0] ? NLM_F_ACK_TLVS : 0)), s->seq);
	fake_put_raw(m, &error, sizeof(error));
	if (s->text[0])
		fake_put_str(m, NLMSGERR_ATTR_MSG, s->text);
	fake_msg_end(m);
}

/* A stranger's leftover, then the answer to CTRL_CMD_GETFAMILY. */
static void ctrl_send(struct fake_msg *m, const struct fake_sock *s)
{
	const struct genlmsghdr genl = { .cmd = CTRL_CMD_NEWFAMILY };

	fake_msg_begin(m, NLMSG_ERROR, 0, s->seq + 1000);
	fake_msg_end(m);
	fake_msg_begin(m, GENL_ID_CTRL, 0, s->seq);
	fake_put_raw(m, &genl, sizeof(genl));
	fake_put_str(m, CTRL_ATTR_FAMILY_NAME, "name");
	fake_put_u16(m, CTRL_ATTR_FAMILY_ID, (uint16_t)s->next);
	fake_msg_end(m);
	message_break(m, s);
}

static ssize_t fake_recv(int fd, void *buf, size_t len)
{
	struct fake_sock *s = &socks[fd];
	struct fake_msg m = { .len = 0 };
	char none[8];

	if (!s->more) {
		fprintf(stderr, "fake kernel: would block for ever\n");
		abort();
	}
	if (knob_of("lost", s->cmd, none, sizeof(none)))
		return -ENOBUFS;
	if (s->error) {
		s->more = false;
		error_send(&m, s);
	} else if (!strcmp(s->cmd, "ctrl")) {
		s->more = false;
		ctrl_send(&m, s);
		error_send(&m, s);
	} else if (s->dump) {
		while (m.len < 3000 && entry_send(&m, s))
			;
		if (!m.len) {
			s->more = false;
			done_send(&m, s);
		}
	} else {
		s->more = false;
		if (s->type == SOCK_DIAG_BY_FAMILY && !entry_send(&m, s))
			s->error = -ENOENT;
		else if (s->table)
			entry_send(&m, s);
		error_send(&m, s);
	}
	if (m.len > len)
		return -EMSGSIZE;
	memcpy(buf, m.buf, m.len);
	return (ssize_t)m.len;
}

static int fake_netns(int fd, uint64_t *ret)
{
	(void)fd;
	*ret = (uint64_t)knob_number("netns", 1);
	return 0;
}

static int fake_ifname(int fd, uint32_t ifindex, char *ret)
{
	const char *name = fake_ifname_of(ifindex);

	(void)fd;
	if (!name)
		return -ENODEV;
	snprintf(ret, IF_NAMESIZE, "%s", name);
	return 0;
}

static void fake_close(int fd)
{
	if (!socks[fd].open) {
		fprintf(stderr, "fake kernel: closed twice\n");
		abort();
	}
	socks[fd].open = false;
}

/* A socket left open is a leak as much as memory is. */
__attribute__((destructor)) static void fake_exit(void)
{
	int fd;

	for (fd = 0; fd < SOCKETS; fd++) {
		if (socks[fd].open) {
			fprintf(stderr, "fake kernel: socket left open\n");
			_Exit(99);
		}
	}
}

/* Tests make the files. */
static const char *fake_settings(void)
{
	const char *dir = getenv("SMC_FAKE_SETTINGS");

	return dir ? dir : "/nonexistent";
}

const struct smc_nl_ops smc_nl_kernel = {
	.open = fake_open,
	.send = fake_send,
	.recv = fake_recv,
	.netns = fake_netns,
	.ifname = fake_ifname,
	.close = fake_close,
	.settings = fake_settings,
};
