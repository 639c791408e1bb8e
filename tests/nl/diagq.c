// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * diagq - dump the SMC sockets by sock_diag and show every field
 *
 *	diagq [-m] [EXT]
 *
 * EXT are the bits of diag_ext.  A line a socket: fields of the message, then
 * of each attribute.  Exits with 2 when the kernel breaks a rule: wrong
 * length, bytes that mean nothing and are not zero.  -m asks for small datagrams
 * and says on stderr how many came.
 */
#include <arpa/inet.h>
#include <err.h>
#include <libmnl/libmnl.h>
#include <linux/sock_diag.h>
#include <linux/smc_diag.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BROKEN 2
#define SMALL 4096

static char reply[1 << 17];

/* DMBINFO as long as it is since 6.9 */
struct dmb {
	uint32_t linkid, hole;
	uint64_t peer_gid, gid, token, peer_token, peer_gid_ext, gid_ext;
};

static void cursor_print(const char *name, const struct smc_diag_cursor *c)
{
	if (c->reserved)
		errx(BROKEN, "%s: reserved is not zero", name);
	printf(" %s=%u:%u", name, c->wrap, c->count);
}

static void conn_print(const void *data)
{
	struct smc_diag_conninfo c;

	memcpy(&c, data, sizeof(c));
	printf(" token=%u sndbuf=%u rmbe=%u peer_rmbe=%u", c.token,
	       c.sndbuf_size, c.rmbe_size, c.peer_rmbe_size);
	cursor_print("rx_prod", &c.rx_prod);
	cursor_print("rx_cons", &c.rx_cons);
	cursor_print("tx_prod", &c.tx_prod);
	cursor_print("tx_cons", &c.tx_cons);
	cursor_print("tx_prep", &c.tx_prep);
	cursor_print("tx_sent", &c.tx_sent);
	cursor_print("tx_fin", &c.tx_fin);
	printf(" rx_flags=%02x:%02x tx_flags=%02x:%02x", c.rx_prod_flags,
	       c.rx_conn_state_flags, c.tx_prod_flags,
	       c.tx_conn_state_flags);
}

static void dmb_print(const void *data)
{
	struct dmb d;

	memcpy(&d, data, sizeof(d));
	if (d.hole)
		errx(BROKEN, "DMBINFO: stale bytes in the hole");
	printf(" linkid=%08x gid=%016lx gid_ext=%016lx peer_gid=%016lx"
	       " peer_gid_ext=%016lx dmb=%016lx peer_dmb=%016lx", d.linkid,
	       d.gid, d.gid_ext, d.peer_gid, d.peer_gid_ext, d.token,
	       d.peer_token);
}

static void attr_print(const struct nlattr *a)
{
	static const size_t len[] = {
		[SMC_DIAG_CONNINFO] = sizeof(struct smc_diag_conninfo),
		[SMC_DIAG_LGRINFO] = sizeof(struct smc_diag_lgrinfo),
		[SMC_DIAG_SHUTDOWN] = 1,
		[SMC_DIAG_DMBINFO] = sizeof(struct dmb),
		[SMC_DIAG_FALLBACK] = sizeof(struct smc_diag_fallback),
	};
	uint16_t type = mnl_attr_get_type(a);
	const void *data = mnl_attr_get_payload(a);
	struct smc_diag_fallback f;

	if (type > SMC_DIAG_MAX || mnl_attr_get_payload_len(a) != len[type])
		errx(BROKEN, "attribute %u has %u bytes", type,
		     mnl_attr_get_payload_len(a));
	switch (type) {
	case SMC_DIAG_SHUTDOWN:
		printf(" shutdown=%u", mnl_attr_get_u8(a));
		break;
	case SMC_DIAG_FALLBACK:
		memcpy(&f, data, sizeof(f));
		printf(" fallback=%08x peer_diagnosis=%08x", f.reason,
		       f.peer_diagnosis);
		break;
	case SMC_DIAG_CONNINFO:
		conn_print(data);
		break;
	case SMC_DIAG_DMBINFO:
		dmb_print(data);
		break;
	}
}

static int sock_print(const struct nlmsghdr *nlh, void *arg)
{
	const struct smc_diag_msg *m = mnl_nlmsg_get_payload(nlh);
	char src[INET6_ADDRSTRLEN], dst[INET6_ADDRSTRLEN];
	int v6 = m->id.idiag_src[1] || m->id.idiag_src[2] ||
		 m->id.idiag_src[3] || m->id.idiag_dst[3];
	const struct nlattr *a;

	(void)arg;
	if (mnl_nlmsg_get_payload_len(nlh) < sizeof(*m))
		errx(BROKEN, "message is too short");
	inet_ntop(v6 ? AF_INET6 : AF_INET, m->id.idiag_src, src, sizeof(src));
	inet_ntop(v6 ? AF_INET6 : AF_INET, m->id.idiag_dst, dst, sizeof(dst));
	printf("family=%u state=%u mode=%u src=%s sport=%u dst=%s dport=%u"
	       " if=%u uid=%u inode=%llu cookie=%llu", m->diag_family,
	       m->diag_state, m->diag_mode, src, ntohs(m->id.idiag_sport), dst,
	       ntohs(m->id.idiag_dport), m->id.idiag_if, m->diag_uid,
	       m->diag_inode, m->id.idiag_cookie[0] |
	       (unsigned long long)m->id.idiag_cookie[1] << 32);
	mnl_attr_for_each(a, nlh, sizeof(*m))
		attr_print(a);
	printf("\n");
	return MNL_CB_OK;
}

int main(int argc, char **argv)
{
	char buf[256] = {};
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	unsigned int datagrams = 0;
	struct smc_diag_req *req;
	struct mnl_socket *nl;
	size_t size = sizeof(reply);
	int rc;

	if (argc > 1 && !strcmp(argv[1], "-m")) {
		size = SMALL;
		argv++;
	}
	nlh->nlmsg_type = SOCK_DIAG_BY_FAMILY;
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	nlh->nlmsg_seq = 1;
	req = mnl_nlmsg_put_extra_header(nlh, sizeof(*req));
	req->diag_family = 43;
	req->diag_ext = argv[1] ? strtoul(argv[1], NULL, 0) : 0;

	nl = mnl_socket_open(NETLINK_SOCK_DIAG);
	if (!nl || mnl_socket_bind(nl, 0, MNL_SOCKET_AUTOPID))
		err(BROKEN, "netlink");
	if (mnl_socket_sendto(nl, nlh, nlh->nlmsg_len) < 0)
		err(BROKEN, "send");
	do {
		ssize_t n = mnl_socket_recvfrom(nl, reply, size);

		if (n < 0)
			err(BROKEN, "receive");
		datagrams++;
		rc = mnl_cb_run(reply, n, 1, mnl_socket_get_portid(nl),
				sock_print, NULL);
		if (rc < 0)
			err(1, "sock_diag");
	} while (rc > MNL_CB_STOP);
	if (size == SMALL)
		fprintf(stderr, "%u datagrams\n", datagrams);
	mnl_socket_close(nl);
	return 0;
}
