// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * nlq - ask a generic netlink family and show the answer as it came
 *
 *	nlq [-tm] FAMILY CMD dump|do [ATTR]...
 *
 * ATTR is TYPE=s:TEXT (ends in NUL), TYPE=x:HEX, TYPE=u8:N, TYPE=u16:N,
 * TYPE=u32:N, TYPE=fd:FILE (u32, FILE is opened), or TYPE=nest ATTR... end.
 *
 * Prints a line a message: TYPE=HEX for each attribute, TYPE{...} for a nest.
 * -t shows numbers in decimal and what looks like a string in quotes.
 * A refusal is a line "error NAME: TEXT", and the exit status is 1.  Anything
 * that breaks the rules of netlink (lengths, padding that is not zero, no
 * end) is 2.  -m asks for small datagrams and says on stderr how many came.
 */
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define BROKEN 2

#define SMALL 4096

static char reply[1 << 17];
static size_t reply_size = sizeof(reply);
static bool as_text;

static bool is_string(const uint8_t *p, size_t len)
{
	if (len < 3 || p[len - 1])
		return false;
	for (size_t i = 0; i < len - 1; i++)
		if (p[i] < ' ' || p[i] > '~')
			return false;
	return true;
}

static void value_print(const uint8_t *p, size_t len)
{
	uint64_t n = 0;

	if (as_text && is_string(p, len)) {
		printf("=\"%s\"", (const char *)p);
	} else if (as_text && len && len <= sizeof(n)) {
		memcpy(&n, p, len);	/* little endian, as the test VMs */
		printf("=%lu", n);
	} else {
		printf("=");
		for (size_t i = 0; i < len; i++)
			printf("%02x", p[i]);
	}
}

static void attrs_print(const uint8_t *p, size_t len)
{
	const char *blank = "";

	while (len) {
		struct nlattr a;
		size_t pad;

		if (len < sizeof(a))
			errx(BROKEN, "%zu stray bytes after attributes", len);
		memcpy(&a, p, sizeof(a));
		if (a.nla_len < sizeof(a) || a.nla_len > len)
			errx(BROKEN, "attribute length %u of %zu", a.nla_len,
			     len);
		printf("%s%u", blank, a.nla_type & NLA_TYPE_MASK);
		blank = " ";
		if (a.nla_type & NLA_F_NESTED) {
			printf("{");
			attrs_print(p + sizeof(a), a.nla_len - sizeof(a));
			printf("}");
		} else {
			value_print(p + sizeof(a), a.nla_len - sizeof(a));
		}
		pad = MNL_ALIGN(a.nla_len);
		if (pad > len)
			pad = len;
		for (size_t i = a.nla_len; i < pad; i++)
			if (p[i])
				errx(BROKEN, "padding is not zero");
		p += pad;
		len -= pad;
	}
}

static int message_print(const struct nlmsghdr *nlh, void *arg)
{
	const size_t head = MNL_ALIGN(sizeof(struct genlmsghdr));

	(void)arg;
	if (mnl_nlmsg_get_payload_len(nlh) < head)
		errx(BROKEN, "no generic netlink header");
	attrs_print((const uint8_t *)mnl_nlmsg_get_payload(nlh) + head,
		    mnl_nlmsg_get_payload_len(nlh) - head);
	printf("\n");
	return MNL_CB_OK;
}

static void value_build(struct nlmsghdr *nlh, uint16_t type, const char *v)
{
	if (!strncmp(v, "s:", 2)) {
		mnl_attr_put_strz(nlh, type, v + 2);
	} else if (!strncmp(v, "u8:", 3)) {
		mnl_attr_put_u8(nlh, type, strtoul(v + 3, NULL, 0));
	} else if (!strncmp(v, "u16:", 4)) {
		mnl_attr_put_u16(nlh, type, strtoul(v + 4, NULL, 0));
	} else if (!strncmp(v, "u32:", 4)) {
		mnl_attr_put_u32(nlh, type, strtoul(v + 4, NULL, 0));
	} else if (!strncmp(v, "fd:", 3)) {
		int fd = open(v + 3, O_RDONLY);

		if (fd < 0)
			err(BROKEN, "%s", v + 3);
		mnl_attr_put_u32(nlh, type, fd);
	} else if (!strncmp(v, "x:", 2)) {
		uint8_t bytes[256];
		size_t n = 0;

		for (v += 2; v[0] && v[1] && n < sizeof(bytes); v += 2) {
			char two[3] = { v[0], v[1], '\0' };

			bytes[n++] = strtoul(two, NULL, 16);
		}
		mnl_attr_put(nlh, type, n, bytes);
	} else {
		errx(BROKEN, "what is '%s'?", v);
	}
}

/* Return: whether an "end" came before the end of arguments. */
static bool attrs_build(struct nlmsghdr *nlh, char ***argv)
{
	for (; **argv; (*argv)++) {
		const char *arg = **argv;
		struct nlattr *nest;
		uint16_t type;
		char *value;

		if (!strcmp(arg, "end"))
			return true;
		type = strtoul(arg, &value, 0);
		if (*value++ != '=')
			errx(BROKEN, "what is '%s'?", arg);
		if (strcmp(value, "nest")) {
			value_build(nlh, type, value);
			continue;
		}
		nest = mnl_attr_nest_start(nlh, type);
		(*argv)++;
		if (!attrs_build(nlh, argv))
			errx(BROKEN, "end of a nest is missing");
		mnl_attr_nest_end(nlh, nest);
	}
	return false;
}

static int family_id(const struct nlmsghdr *nlh, void *id)
{
	const struct nlattr *a;

	mnl_attr_for_each(a, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(a) == CTRL_ATTR_FAMILY_ID)
			*(uint16_t *)id = mnl_attr_get_u16(a);
	return MNL_CB_OK;
}

/* Return: 1 end of the answer, 0 more to come; exits at a refusal. */
static int end_check(const struct nlmsghdr *nlh)
{
	const struct nlattr *a;
	const char *text = "";
	int code, skip = sizeof(struct nlmsgerr);

	if (nlh->nlmsg_type != NLMSG_ERROR && nlh->nlmsg_type != NLMSG_DONE)
		return 0;
	if (mnl_nlmsg_get_payload_len(nlh) < sizeof(code))
		errx(BROKEN, "no error code at the end");
	memcpy(&code, mnl_nlmsg_get_payload(nlh), sizeof(code));
	if (!code)
		return 1;
	if (nlh->nlmsg_type == NLMSG_DONE)
		skip = sizeof(code);
	if (nlh->nlmsg_flags & NLM_F_ACK_TLVS)
		mnl_attr_for_each(a, nlh, skip)
			if (mnl_attr_get_type(a) == NLMSGERR_ATTR_MSG)
				text = mnl_attr_get_str(a);
	printf("error %s: %s\n", strerrorname_np(-code), text);
	exit(1);
}

static unsigned int ask(struct mnl_socket *nl, struct nlmsghdr *nlh,
			mnl_cb_t each, void *arg)
{
	unsigned int datagrams = 0;

	if (mnl_socket_sendto(nl, nlh, nlh->nlmsg_len) < 0)
		err(BROKEN, "send");
	for (;;) {
		ssize_t n = mnl_socket_recvfrom(nl, reply, reply_size);
		struct nlmsghdr *m = (struct nlmsghdr *)reply;
		int left = n;

		if (n < 0)
			err(BROKEN, "receive");
		datagrams++;
		for (; mnl_nlmsg_ok(m, left); m = mnl_nlmsg_next(m, &left)) {
			if (m->nlmsg_flags & NLM_F_DUMP_INTR)
				errx(BROKEN, "dump was interrupted");
			if (end_check(m))
				return datagrams;
			each(m, arg);
		}
		if (left)
			errx(BROKEN, "%d stray bytes in a datagram", left);
	}
}

static struct nlmsghdr *request(char *buf, uint16_t type, uint16_t flags,
				uint8_t cmd)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct genlmsghdr *genl;

	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST | flags;
	nlh->nlmsg_seq = cmd + 1;
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = cmd;
	genl->version = 1;
	return nlh;
}

int main(int argc, char **argv)
{
	char buf[4096] = {};
	struct mnl_socket *nl;
	struct nlmsghdr *nlh;
	unsigned int datagrams;
	int opt, on = 1;
	uint16_t id = 0;

	while ((opt = getopt(argc, argv, "+tm")) != -1) {
		if (opt == 't')
			as_text = true;
		else if (opt == 'm')
			reply_size = SMALL;
		else
			return BROKEN;
	}
	argv += optind;
	if (argc - optind < 3)
		errx(BROKEN, "usage: nlq [-tm] FAMILY CMD dump|do [ATTR]...");
	nl = mnl_socket_open(NETLINK_GENERIC);
	if (!nl || mnl_socket_bind(nl, 0, MNL_SOCKET_AUTOPID))
		err(BROKEN, "netlink");
	mnl_socket_setsockopt(nl, NETLINK_EXT_ACK, &on, sizeof(on));
	mnl_socket_setsockopt(nl, NETLINK_CAP_ACK, &on, sizeof(on));
	mnl_socket_setsockopt(nl, NETLINK_GET_STRICT_CHK, &on, sizeof(on));

	nlh = request(buf, GENL_ID_CTRL, NLM_F_ACK, CTRL_CMD_GETFAMILY);
	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, argv[0]);
	ask(nl, nlh, family_id, &id);

	nlh = request(buf, id, !strcmp(argv[2], "dump") ? NLM_F_DUMP :
		      NLM_F_ACK, strtoul(argv[1], NULL, 0));
	argv += 3;
	if (attrs_build(nlh, &argv))
		errx(BROKEN, "end without a nest");
	datagrams = ask(nl, nlh, message_print, NULL);
	if (reply_size == SMALL)
		fprintf(stderr, "%u datagrams\n", datagrams);
	mnl_socket_close(nl);
	return 0;
}
