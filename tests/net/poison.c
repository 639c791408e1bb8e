// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * poison HOST EID PNETID - ask for everything that can be asked for, in a
 * kernel that poisons slabs and our variables: no reply may hold a byte that
 * nobody wrote, and the three words, as long as they may be, must end in NUL
 * wherever they stand (C72).
 *
 * Two poison bytes in a row are a finding.  A random id may look like that, so
 * the script takes new ones and tries once more.
 */
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/smc_ext.h>
#include <linux/sock_diag.h>
#include <stdio.h>
#include <string.h>

#include "common.h"
#include "smcnl.h"

/* asks the kernel for datagrams that small: larger ones are not from slabs */
#define DATAGRAM 4096

#define HOST 1
#define EID 2
#define PNETID 4
#define WORDS 3

static const char *words[WORDS];

static const struct ask {
	const char *family;	/* NULL: sock_diag */
	uint8_t cmd;
	uint16_t flags;
	unsigned int words;	/* those that have to be in the reply */
} asks[] = {
	{ SMC_GENL_FAMILY_NAME, SMC_NETLINK_GET_SYS_INFO, NLM_F_DUMP, HOST },
	{ SMC_GENL_FAMILY_NAME, SMC_NETLINK_GET_LGR_SMCR, NLM_F_DUMP, 0 },
	{ SMC_GENL_FAMILY_NAME, SMC_NETLINK_GET_LINK_SMCR, NLM_F_DUMP, 0 },
	{ SMC_GENL_FAMILY_NAME, SMC_NETLINK_GET_LGR_SMCD, NLM_F_DUMP,
	  HOST | EID | PNETID },
	{ SMC_GENL_FAMILY_NAME, SMC_NETLINK_GET_DEV_SMCD, NLM_F_DUMP, PNETID },
	{ SMC_GENL_FAMILY_NAME, SMC_NETLINK_GET_DEV_SMCR, NLM_F_DUMP, 0 },
	{ SMC_GENL_FAMILY_NAME, SMC_NETLINK_GET_STATS, NLM_F_DUMP, 0 },
	{ SMC_GENL_FAMILY_NAME, SMC_NETLINK_GET_FBACK_STATS, NLM_F_DUMP, 0 },
	{ SMC_GENL_FAMILY_NAME, SMC_NETLINK_DUMP_UEID, NLM_F_DUMP, EID },
	{ SMC_GENL_FAMILY_NAME, SMC_NETLINK_DUMP_SEID, NLM_F_DUMP, 0 },
	{ SMC_GENL_FAMILY_NAME, SMC_NETLINK_DUMP_HS_LIMITATION, NLM_F_DUMP, 0 },
	{ SMCR_GENL_FAMILY_NAME, SMC_PNETID_GET, NLM_F_DUMP, PNETID },
	{ SMCR_GENL_FAMILY_NAME, SMC_PNETID_GET, NLM_F_ACK, PNETID },
	{ SMC_EXT_GENL_NAME, SMC_EXT_CMD_GET_INFO, NLM_F_ACK, 0 },
	{ SMC_EXT_GENL_NAME, SMC_EXT_CMD_GET_SOCKS, NLM_F_DUMP, 0 },
	{ SMC_EXT_GENL_NAME, SMC_EXT_CMD_GET_DEV, NLM_F_DUMP, 0 },
	{ SMC_EXT_GENL_NAME, SMC_EXT_CMD_GET_GAUGES, NLM_F_ACK, 0 },
	{ SMC_EXT_GENL_NAME, SMC_EXT_CMD_GET_TUNE, NLM_F_DUMP, 0 },
	{ NULL, SOCK_DIAG_BY_FAMILY, NLM_F_DUMP, 0 },
};

struct findings {
	size_t bytes;
	unsigned int stale, open, found[WORDS];
};

/* of slabs: freed, never used, end; variables, see mk/kmod.mk */
static bool is_poison(uint8_t c)
{
	return c == 0x6b || c == 0x5a || c == 0xa5 || c == 0xfe;
}

static void bytes_scan(const void *data, size_t len, struct findings *f)
{
	const uint8_t *p = data;

	f->bytes += len;
	for (size_t i = 0; i + 1 < len; i++)
		if (is_poison(p[i]) && is_poison(p[i + 1])) {
			printf("# poison at byte %zu of %zu\n", i, len);
			f->stale++;
		}
}

static void value_check(const char *p, size_t len, struct findings *f)
{
	for (int w = 0; w < WORDS; w++) {
		size_t n = strlen(words[w]);
		const char *at = memmem(p, len, words[w], n);

		if (!at)
			continue;
		f->found[w]++;
		if (at + n >= p + len || at[n]) {
			printf("# no NUL behind %s\n", words[w]);
			f->open++;
		}
	}
}

static void attrs_check(const void *data, size_t len, struct findings *f)
{
	const struct nlattr *a = data;

	while (mnl_attr_ok(a, len)) {
		const void *value = mnl_attr_get_payload(a);
		size_t n = mnl_attr_get_payload_len(a);

		if (a->nla_type & NLA_F_NESTED)
			attrs_check(value, n, f);
		else
			value_check(value, n, f);
		n = MNL_ALIGN(a->nla_len);
		len -= n < len ? n : len;
		a = mnl_attr_next(a);
	}
}

/* build the request; @buf is zeroed */
static struct nlmsghdr *ask_build(const struct ask *ask, void *buf)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct genlmsghdr *genl;
	int id;

	nlh->nlmsg_flags = NLM_F_REQUEST | ask->flags;
	if (!ask->family) {
		struct smc_diag_req *req;

		nlh->nlmsg_type = ask->cmd;
		req = mnl_nlmsg_put_extra_header(nlh, sizeof(*req));
		req->diag_family = AF_SMC;
		req->diag_ext = 0xff;
		return nlh;
	}
	id = family_find(ask->family);
	if (id <= 0)
		die("no %s", ask->family);
	nlh->nlmsg_type = id;
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = ask->cmd;
	genl->version = 1;
	if (ask->flags == NLM_F_ACK && ask->words == PNETID)
		mnl_attr_put_strz(nlh, SMC_PNETID_NAME, words[2]);
	return nlh;
}

/* Return: whether this was the last message of the reply */
static bool message_check(const struct ask *ask, const struct nlmsghdr *nlh,
			  struct findings *f)
{
	size_t head = ask->family ? MNL_ALIGN(sizeof(struct genlmsghdr)) :
				    MNL_ALIGN(sizeof(struct smc_diag_msg));
	int err;

	bytes_scan(nlh, nlh->nlmsg_len, f);
	if (nlh->nlmsg_type == NLMSG_DONE || nlh->nlmsg_type == NLMSG_ERROR) {
		memcpy(&err, mnl_nlmsg_get_payload(nlh), sizeof(err));
		errno = -err;
		if (err)
			die("%s %u", ask->family, ask->cmd);
		return true;
	}
	attrs_check((const char *)mnl_nlmsg_get_payload(nlh) + head,
		    mnl_nlmsg_get_payload_len(nlh) - head, f);
	return false;
}

static void ask_check(const struct ask *ask)
{
	struct mnl_socket *nl = mnl_socket_open(ask->family ? NETLINK_GENERIC :
							NETLINK_SOCK_DIAG);
	char buf[DATAGRAM] = { 0 };
	struct findings f = { 0 };
	unsigned int found = 0;
	bool end = false;

	if (!nl || mnl_socket_bind(nl, 0, MNL_SOCKET_AUTOPID))
		die("netlink");
	if (mnl_socket_sendto(nl, buf, ask_build(ask, buf)->nlmsg_len) < 0)
		die("netlink send");
	while (!end) {
		const struct nlmsghdr *nlh = (struct nlmsghdr *)buf;
		int len = mnl_socket_recvfrom(nl, buf, sizeof(buf));

		if (len <= 0)
			die("netlink receive");
		for (; mnl_nlmsg_ok(nlh, len); nlh = mnl_nlmsg_next(nlh, &len))
			end |= message_check(ask, nlh, &f);
	}
	mnl_socket_close(nl);
	for (int w = 0; w < WORDS; w++)
		found |= f.found[w] ? 1U << w : 0;
	check(!f.stale && !f.open && (found & ask->words) == ask->words,
	      "%s %u%s: %zu bytes, %u stale, words %u of %u, %u without end",
	      ask->family ? ask->family : "sock_diag", ask->cmd,
	      ask->flags == NLM_F_DUMP ? " dump" : "", f.bytes, f.stale, found,
	      ask->words, f.open);
}

int main(int argc, char **argv)
{
	if (argc != 1 + WORDS)
		return 2;
	memcpy(words, argv + 1, sizeof(words));
	for (size_t i = 0; i < sizeof(asks) / sizeof(asks[0]); i++)
		ask_check(&asks[i]);
	return check_result();
}
