// SPDX-License-Identifier: GPL-2.0-or-later
#include "diag.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/smc_diag.h>
#include <linux/sock_diag.h>
#include <string.h>
#include <sys/socket.h>

#include "nl_wire.h"

struct diag_sink {
	smc_diag_item item;
	void *arg;
};

static int sink_item(const struct nlmsghdr *nlh, void *arg,
		     struct smc_err *err)
{
	const struct diag_sink *sink = arg;
	size_t len = mnl_nlmsg_get_payload_len(nlh);
	struct smc_diag_msg msg;

	if (nlh->nlmsg_type != SOCK_DIAG_BY_FAMILY)
		return 0;
	if (len < sizeof(msg))
		return smc_err_set(err, -EBADMSG,
				   "broken reply of the kernel: short socket");
	/* Netlink aligns to 4 bytes only, the struct holds a u64. */
	memcpy(&msg, mnl_nlmsg_get_payload(nlh), sizeof(msg));
	return sink->item(&msg,
			  mnl_nlmsg_get_payload_offset(nlh, sizeof(msg)),
			  len - sizeof(msg), sink->arg, err);
}

/**
 * smc_diag_dump() - read all SMC sockets of this network namespace
 * @ext: bits 1 << (SMC_DIAG_… - 1) of the attributes wanted
 * @item: gets each socket
 * @arg: passed on to @item
 * @ret_torn: gets whether the table changed meanwhile
 * @err: says what went wrong
 *
 * Return: 0, what @item returned, or -errno.
 */
int smc_diag_dump(uint8_t ext, smc_diag_item item, void *arg, bool *ret_torn,
		  struct smc_err *err)
{
	struct diag_sink sink = { .item = item, .arg = arg };
	struct smc_diag_req *req;
	struct smc_wire *wire;
	int rc;

	rc = smc_wire_open(&wire, NETLINK_SOCK_DIAG, NULL, err);
	if (rc)
		return rc;
	req = mnl_nlmsg_put_extra_header(
		smc_wire_request(wire, SOCK_DIAG_BY_FAMILY, NLM_F_DUMP),
		sizeof(*req));
	req->diag_family = AF_SMC;
	req->diag_ext = ext;
	rc = smc_wire_call(wire, sink_item, &sink, ret_torn, err);
	smc_wire_close(wire);
	return rc;
}
