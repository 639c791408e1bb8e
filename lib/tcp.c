// SPDX-License-Identifier: GPL-2.0-or-later
#include "tcp.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <netinet/in.h>
#include <string.h>

#include "codec.h"
#include "nl_wire.h"

/* As ss names them; their numbers are those of the kernel. */
static const char *const state_names[] = {
	NULL, "ESTAB", "SYN-SENT", "SYN-RECV", "FIN-WAIT-1", "FIN-WAIT-2",
	"TIME-WAIT", "UNCONN", "CLOSE-WAIT", "LAST-ACK", "LISTEN", "CLOSING",
	"SYN-RECV",
};

static const struct smc_attr tcp_attrs[] = {
	{ .attr = INET_DIAG_SKMEMINFO, .kind = SMC_ATTR_RAW,
	  .name = "INET_DIAG_SKMEMINFO", SMC_MEMBER(struct smc_tcp, mem) },
	{ .attr = INET_DIAG_CGROUP_ID, .kind = SMC_ATTR_NUM,
	  .name = "INET_DIAG_CGROUP_ID", SMC_MEMBER(struct smc_tcp, cgroup) },
};

static const struct smc_codec tcp_codec =
	SMC_CODEC(struct smc_tcp, "TCP socket", tcp_attrs);

/**
 * smc_tcp_open() - get ready to ask for TCP sockets
 * @ret: gets the socket, to be closed with smc_wire_close()
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int smc_tcp_open(struct smc_wire **ret, struct smc_err *err)
{
	return smc_wire_open(ret, NETLINK_SOCK_DIAG, NULL, err);
}

static int tcp_item(const struct nlmsghdr *nlh, void *arg, struct smc_err *err)
{
	size_t len = mnl_nlmsg_get_payload_len(nlh);
	struct smc_tcp *tcp = arg;
	struct inet_diag_msg msg;

	if (nlh->nlmsg_type != SOCK_DIAG_BY_FAMILY)
		return 0;
	if (len < sizeof(msg))
		return smc_err_set(err, -EBADMSG,
				   "broken reply of the kernel: short TCP socket");
	memcpy(&msg, mnl_nlmsg_get_payload(nlh), sizeof(msg));
	tcp->state = msg.idiag_state;
	tcp->rx_queued = msg.idiag_rqueue;
	tcp->tx_queued = msg.idiag_wqueue;
	return smc_codec_read(&tcp_codec,
			      mnl_nlmsg_get_payload_offset(nlh, sizeof(msg)),
			      len - sizeof(msg), tcp, err);
}

/**
 * smc_tcp_find() - ask for the TCP socket below an SMC socket
 * @wire: from smc_tcp_open()
 * @sock: the SMC socket, whose family is known
 * @ret: gets the TCP socket; its state is 0 when there is none (any more)
 * @err: says what went wrong
 *
 * It has the same addresses and ports. One request each: there is no table to
 * keep, however many there are.
 *
 * Return: 0 or -errno.
 */
int smc_tcp_find(struct smc_wire *wire, const struct smc_sock *sock,
		 struct smc_tcp *ret, struct smc_err *err)
{
	struct smc_err ours = { 0 };
	struct inet_diag_req_v2 *req;
	int rc;

	memset(ret, 0, sizeof(*ret));
	if (!sock->local_port)
		return 0;
	req = mnl_nlmsg_put_extra_header(
		smc_wire_request(wire, SOCK_DIAG_BY_FAMILY, NLM_F_ACK),
		sizeof(*req));
	req->sdiag_family = (uint8_t)sock->family;
	req->sdiag_protocol = IPPROTO_TCP;
	req->idiag_ext = 1 << (INET_DIAG_SKMEMINFO - 1);
	req->idiag_states = UINT32_MAX;
	req->id = sock->msg.id;
	req->id.idiag_cookie[0] = INET_DIAG_NOCOOKIE;
	req->id.idiag_cookie[1] = INET_DIAG_NOCOOKIE;
	rc = smc_wire_call(wire, tcp_item, ret, NULL, &ours);
	if (rc == -ENOENT)
		return 0;
	if (rc)
		*err = ours;
	return rc;
}

/**
 * smc_tcp_state_name() - get the word for a state
 * @state: TCP_ESTABLISHED, …
 *
 * Return: the word that ss has for it, or NULL.
 */
const char *smc_tcp_state_name(uint8_t state)
{
	return state < sizeof(state_names) / sizeof(state_names[0]) ?
	       state_names[state] : NULL;
}
