// SPDX-License-Identifier: GPL-2.0-or-later
/* What the tests ask the SMC module: sockets, counters, link groups. */
#include "smcnl.h"

#include <arpa/inet.h>
#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <linux/smc_ext.h>
#include <linux/sock_diag.h>
#include <stdio.h>
#include <string.h>

#include "common.h"

#define NL_BUF 32768

static struct mnl_socket *nl_open(int bus)
{
	struct mnl_socket *nl = mnl_socket_open(bus);

	if (!nl || mnl_socket_bind(nl, 0, MNL_SOCKET_AUTOPID))
		die("netlink");
	return nl;
}

/* send a request and hand each message of the answer to @cb */
static int nl_ask(int bus, struct nlmsghdr *req, mnl_cb_t cb, void *arg)
{
	struct mnl_socket *nl = nl_open(bus);
	unsigned int port = mnl_socket_get_portid(nl);
	char buf[NL_BUF];
	ssize_t len;
	int ret;

	req->nlmsg_seq = 1;
	if (mnl_socket_sendto(nl, req, req->nlmsg_len) < 0)
		die("netlink send");
	do {
		len = mnl_socket_recvfrom(nl, buf, sizeof(buf));
		if (len < 0)
			die("netlink receive");
		ret = mnl_cb_run(buf, len, 1, port, cb, arg);
	} while (ret > 0);
	ret = ret < 0 ? -errno : 0;
	mnl_socket_close(nl);
	return ret;
}

static struct nlmsghdr *genl_request(char *buf, uint16_t family, uint8_t cmd,
				     uint16_t flags)
{
	struct nlmsghdr *nlh = mnl_nlmsg_put_header(buf);
	struct genlmsghdr *genl;

	nlh->nlmsg_type = family;
	nlh->nlmsg_flags = NLM_F_REQUEST | flags;
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = cmd;
	genl->version = 1;
	return nlh;
}

static int family_cb(const struct nlmsghdr *nlh, void *arg)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == CTRL_ATTR_FAMILY_ID)
			*(uint16_t *)arg = mnl_attr_get_u16(attr);
	return MNL_CB_OK;
}

int family_find(const char *name)
{
	uint16_t id = 0;
	char buf[256];
	struct nlmsghdr *nlh;
	int err;

	nlh = genl_request(buf, GENL_ID_CTRL, CTRL_CMD_GETFAMILY, NLM_F_ACK);
	mnl_attr_put_strz(nlh, CTRL_ATTR_FAMILY_NAME, name);
	err = nl_ask(NETLINK_GENERIC, nlh, family_cb, &id);
	return err ? err : id;
}

static uint16_t family_id(const char *name)
{
	int id = family_find(name);

	if (id <= 0) {
		errno = -id;
		die("generic netlink family %s", name);
	}
	return id;
}

/* dump one object of the stock family */
static void smc_dump(uint8_t cmd, mnl_cb_t cb, void *arg)
{
	char buf[256];
	struct nlmsghdr *nlh;

	nlh = genl_request(buf, family_id(SMC_GENL_FAMILY_NAME), cmd,
			   NLM_F_DUMP);
	errno = -nl_ask(NETLINK_GENERIC, nlh, cb, arg);
	if (errno)
		die("SMC_GEN_NETLINK command %u", cmd);
}

/* an attribute in a nest, NULL when absent */
static const struct nlattr *attr_in(const struct nlattr *nest, uint16_t type)
{
	const struct nlattr *attr;

	if (nest)
		mnl_attr_for_each_nested(attr, nest)
			if (mnl_attr_get_type(attr) == type)
				return attr;
	return NULL;
}

static uint64_t number_in(const struct nlattr *nest, uint16_t type)
{
	const struct nlattr *attr = attr_in(nest, type);

	if (!attr)
		return 0;
	switch (mnl_attr_get_payload_len(attr)) {
	case 1:
		return mnl_attr_get_u8(attr);
	case 2:
		return mnl_attr_get_u16(attr);
	case 4:
		return mnl_attr_get_u32(attr);
	case 8:
		return mnl_attr_get_u64(attr);
	}
	errno = 0;
	die("attribute %u is no number", type);
}

static const struct nlattr *top_attr(const struct nlmsghdr *nlh, uint16_t type)
{
	const struct nlattr *attr;

	mnl_attr_for_each(attr, nlh, sizeof(struct genlmsghdr))
		if (mnl_attr_get_type(attr) == type)
			return attr;
	return NULL;
}

static int stats_cb(const struct nlmsghdr *nlh, void *arg)
{
	const struct nlattr *stats = top_attr(nlh, SMC_GEN_STATS);
	const struct nlattr *d = attr_in(stats, SMC_NLA_STATS_SMCD_TECH);
	struct smc_counts *c = arg;

	c->clnt += number_in(d, SMC_NLA_STATS_T_CLNT_V1_SUCC) +
		   number_in(d, SMC_NLA_STATS_T_CLNT_V2_SUCC);
	c->srv += number_in(d, SMC_NLA_STATS_T_SRV_V1_SUCC) +
		  number_in(d, SMC_NLA_STATS_T_SRV_V2_SUCC);
	c->clnt_err += number_in(stats, SMC_NLA_STATS_CLNT_HS_ERR_CNT);
	c->srv_err += number_in(stats, SMC_NLA_STATS_SRV_HS_ERR_CNT);
	return MNL_CB_OK;
}

static int fback_cb(const struct nlmsghdr *nlh, void *arg)
{
	const struct nlattr *fb = top_attr(nlh, SMC_GEN_FBACK_STATS);
	struct smc_counts *c = arg;

	/* the totals stand in the first message only */
	c->srv_fback += number_in(fb, SMC_NLA_FBACK_STATS_SRV_CNT);
	c->clnt_fback += number_in(fb, SMC_NLA_FBACK_STATS_CLNT_CNT);
	return MNL_CB_OK;
}

void counts_get(struct smc_counts *ret)
{
	memset(ret, 0, sizeof(*ret));
	smc_dump(SMC_NETLINK_GET_STATS, stats_cb, ret);
	smc_dump(SMC_NETLINK_GET_FBACK_STATS, fback_cb, ret);
}

struct reason_query {
	uint32_t reason;
	bool server;
	uint64_t count;
};

static int reason_cb(const struct nlmsghdr *nlh, void *arg)
{
	const struct nlattr *fb = top_attr(nlh, SMC_GEN_FBACK_STATS);
	struct reason_query *q = arg;

	if (number_in(fb, SMC_NLA_FBACK_STATS_RSN_CODE) == q->reason &&
	    number_in(fb, SMC_NLA_FBACK_STATS_TYPE) == q->server)
		q->count += number_in(fb, SMC_NLA_FBACK_STATS_RSN_CNT);
	return MNL_CB_OK;
}

uint64_t fallbacks_get(uint32_t reason, bool server)
{
	struct reason_query q = { reason, server, 0 };

	smc_dump(SMC_NETLINK_GET_FBACK_STATS, reason_cb, &q);
	return q.count;
}

static int print_cb(const struct nlmsghdr *nlh, void *arg)
{
	const struct nlattr *fb = top_attr(nlh, SMC_GEN_FBACK_STATS);

	(void)arg;
	if (attr_in(fb, SMC_NLA_FBACK_STATS_RSN_CODE))
		printf("# fallback of a %s: reason %#llx, %llu times\n",
		       number_in(fb, SMC_NLA_FBACK_STATS_TYPE) ? "server" :
								 "client",
		       (unsigned long long)
		       number_in(fb, SMC_NLA_FBACK_STATS_RSN_CODE),
		       (unsigned long long)
		       number_in(fb, SMC_NLA_FBACK_STATS_RSN_CNT));
	return MNL_CB_OK;
}

void fallbacks_print(void)
{
	smc_dump(SMC_NETLINK_GET_FBACK_STATS, print_cb, NULL);
}

static int lgr_cb(const struct nlmsghdr *nlh, void *arg)
{
	if (top_attr(nlh, SMC_GEN_LGR_SMCD))
		++*(unsigned int *)arg;
	return MNL_CB_OK;
}

unsigned int lgrs_count(void)
{
	unsigned int n = 0;

	smc_dump(SMC_NETLINK_GET_LGR_SMCD, lgr_cb, &n);
	return n;
}

static int gauges_cb(const struct nlmsghdr *nlh, void *arg)
{
	const struct nlattr *g = top_attr(nlh, SMC_EXT_A_GAUGES);
	struct smc_gauges *ret = arg;

	ret->conns = number_in(g, SMC_EXT_GAUGE_CONNS);
	ret->lgrs = number_in(g, SMC_EXT_GAUGE_LGRS);
	ret->dmbs = number_in(g, SMC_EXT_GAUGE_DMBS);
	ret->dmb_bytes = number_in(g, SMC_EXT_GAUGE_DMB_BYTES);
	ret->hs_pending = number_in(g, SMC_EXT_GAUGE_HS_PENDING);
	ret->hs_limited = number_in(g, SMC_EXT_GAUGE_HS_LIMITED);
	ret->garbage = number_in(g, SMC_EXT_GAUGE_REFUSED_GARBAGE);
	ret->cut = number_in(g, SMC_EXT_GAUGE_REFUSED_SHORT);
	ret->eof = number_in(g, SMC_EXT_GAUGE_REFUSED_EOF);
	ret->timeout = number_in(g, SMC_EXT_GAUGE_REFUSED_TIMEOUT);
	return MNL_CB_OK;
}

void gauges_get(struct smc_gauges *ret)
{
	struct nlmsghdr *nlh;
	char buf[256];

	memset(ret, 0, sizeof(*ret));
	nlh = genl_request(buf, family_id(SMC_EXT_GENL_NAME),
			   SMC_EXT_CMD_GET_GAUGES, NLM_F_ACK);
	errno = -nl_ask(NETLINK_GENERIC, nlh, gauges_cb, ret);
	if (errno)
		die("SMC_EXT gauges");
}

struct gid_query {
	uint64_t gid, ext_gid;
	bool found;
};

static int gid_cb(const struct nlmsghdr *nlh, void *arg)
{
	const struct nlattr *dev = top_attr(nlh, SMC_EXT_A_DEV);
	const struct nlattr *name = attr_in(dev, SMC_EXT_DEV_NAME);
	struct gid_query *q = arg;

	if (!name || strcmp(mnl_attr_get_str(name), "loopback-ism"))
		return MNL_CB_OK;
	q->gid = number_in(dev, SMC_EXT_DEV_GID);
	q->ext_gid = number_in(dev, SMC_EXT_DEV_EXT_GID);
	q->found = true;
	return MNL_CB_OK;
}

void loopback_gid(uint8_t gid[16])
{
	struct gid_query q = { 0 };
	struct nlmsghdr *nlh;
	char buf[256];

	nlh = genl_request(buf, family_id(SMC_EXT_GENL_NAME),
			   SMC_EXT_CMD_GET_DEV, NLM_F_DUMP);
	errno = -nl_ask(NETLINK_GENERIC, nlh, gid_cb, &q);
	if (errno || !q.found)
		die("loopback-ism");
	for (int i = 0; i < 8; i++) {
		gid[i] = q.gid >> (56 - 8 * i);
		gid[8 + i] = q.ext_gid >> (56 - 8 * i);
	}
}

struct diag_call {
	void (*fn)(const struct smc_diag_msg *msg, void *arg);
	void *arg;
};

static int diag_cb(const struct nlmsghdr *nlh, void *arg)
{
	const struct diag_call *call = arg;

	if (mnl_nlmsg_get_payload_len(nlh) < sizeof(struct smc_diag_msg)) {
		errno = EBADMSG;
		return MNL_CB_ERROR;
	}
	call->fn(mnl_nlmsg_get_payload(nlh), call->arg);
	return MNL_CB_OK;
}

int diag_each(void (*fn)(const struct smc_diag_msg *msg, void *arg), void *arg)
{
	struct diag_call call = { fn, arg };
	struct smc_diag_req *req;
	struct nlmsghdr *nlh;
	char buf[256];

	nlh = mnl_nlmsg_put_header(buf);
	nlh->nlmsg_type = SOCK_DIAG_BY_FAMILY;
	nlh->nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP;
	req = mnl_nlmsg_put_extra_header(nlh, sizeof(*req));
	req->diag_family = AF_SMC;
	return nl_ask(NETLINK_SOCK_DIAG, nlh, diag_cb, &call);
}

static void count_one(const struct smc_diag_msg *msg, void *arg)
{
	(void)msg;
	++*(unsigned int *)arg;
}

unsigned int diag_count(void)
{
	unsigned int n;
	int err;

	do {
		n = 0;
		err = diag_each(count_one, &n);
	} while (err == -EINTR);
	errno = -err;
	if (err)
		die("SMC sock_diag");
	return n;
}

struct mode_query {
	uint16_t lport, rport;
	int mode;
};

static void mode_one(const struct smc_diag_msg *msg, void *arg)
{
	struct mode_query *q = arg;

	if (ntohs(msg->id.idiag_sport) == q->lport &&
	    ntohs(msg->id.idiag_dport) == q->rport)
		q->mode = msg->diag_mode;
}

int diag_mode(uint16_t lport, uint16_t rport)
{
	struct mode_query q = { lport, rport, -ENOENT };
	int err;

	do
		err = diag_each(mode_one, &q);
	while (err == -EINTR);
	errno = -err;
	if (err)
		die("SMC sock_diag");
	return q.mode;
}

int diag_mode_fd(int fd)
{
	return diag_mode(port_local(fd), port_peer(fd));
}

static const char *const slab_names[] = {
	"SMC", "SMC6", "INET_SMC", "INET6_SMC"
};

static bool slab_is_smc(const char *name)
{
	for (size_t i = 0; i < sizeof(slab_names) / sizeof(slab_names[0]); i++)
		if (!strcmp(name, slab_names[i]))
			return true;
	return false;
}

/* free objects that a CPU keeps for itself would count as used */
static void slab_shrink(const char *name)
{
	char path[128];
	FILE *f;

	snprintf(path, sizeof(path), "/sys/kernel/slab/%s/shrink", name);
	f = fopen(path, "w");
	if (!f)
		return;
	fputs("1\n", f);
	fclose(f);
}

long slab_objects(void)
{
	char line[512], name[64];
	long active, sum = -1;
	FILE *f;

	for (size_t i = 0; i < sizeof(slab_names) / sizeof(slab_names[0]); i++)
		slab_shrink(slab_names[i]);
	f = fopen("/proc/slabinfo", "r");
	if (!f)
		die("/proc/slabinfo");
	while (fgets(line, sizeof(line), f))
		if (sscanf(line, "%63s %ld", name, &active) == 2 &&
		    slab_is_smc(name))
			sum = (sum < 0 ? 0 : sum) + active;
	fclose(f);
	return sum;
}
