// SPDX-License-Identifier: GPL-2.0-or-later
#include "nl_wire.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <stdlib.h>
#include <string.h>

#include "codec.h"
#include "nl_ops.h"
#include "trace.h"

/* Room for a request: the longest carries a few names. */
#define WIRE_REQUEST_SIZE	1024

/**
 * struct smc_wire - a netlink socket
 * @fd: handle of the ops
 * @trace: show each message
 * @family: generic netlink family that is talked to, for that
 * @seq: number of the request under way
 * @request: the request under way
 * @reply: one datagram
 */
struct smc_wire {
	int fd;
	bool trace;
	const char *family;
	uint32_t seq;
	union {
		struct nlmsghdr nlh;
		char room[WIRE_REQUEST_SIZE];
	} request;
	union {
		struct nlmsghdr nlh;
		char room[SMC_NL_BUF_SIZE];
	} reply;
};

/* What the kernel adds to an errno. */
struct extack {
	uint64_t has;
	char text[160];
	uint32_t offset;
};

static const struct smc_attr extack_attrs[] = {
	{ NLMSGERR_ATTR_MSG, SMC_ATTR_STR, .name = "MSG",
	  SMC_MEMBER(struct extack, text) },
	{ NLMSGERR_ATTR_OFFS, SMC_ATTR_NUM, .name = "OFFS",
	  SMC_MEMBER(struct extack, offset) },
};

static const struct smc_codec extack_codec =
	SMC_CODEC(struct extack, "extack", extack_attrs);

/**
 * smc_wire_open() - open a netlink socket
 * @ret: gets the socket
 * @protocol: NETLINK_GENERIC, NETLINK_SOCK_DIAG, …
 * @family: generic netlink family that is talked to, or another name for the
 *	trace, or NULL; outlives the socket
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int smc_wire_open(struct smc_wire **ret, int protocol, const char *family,
		  struct smc_err *err)
{
	struct smc_wire *wire;

	wire = calloc(1, sizeof(*wire));
	if (!wire)
		return smc_err_set(err, -ENOMEM, "out of memory");
	wire->fd = smc_nl_kernel.open(protocol);
	if (wire->fd < 0) {
		int rc = smc_err_set(err, wire->fd, "netlink socket: %s",
				     strerror(-wire->fd));

		free(wire);
		return rc;
	}
	wire->family = family;
	wire->trace = smc_trace_wanted();
	*ret = wire;
	return 0;
}

/**
 * smc_wire_close() - close a netlink socket
 * @wire: the socket or NULL
 */
void smc_wire_close(struct smc_wire *wire)
{
	if (!wire)
		return;
	smc_nl_kernel.close(wire->fd);
	free(wire);
}

/**
 * smc_wire_request() - begin a request
 * @wire: the socket
 * @type: message type
 * @flags: NLM_F_DUMP, NLM_F_ACK, …; NLM_F_REQUEST is added
 *
 * Return: the message; append the family's header with
 * mnl_nlmsg_put_extra_header() and attributes with smc_wire_put().
 */
struct nlmsghdr *smc_wire_request(struct smc_wire *wire, uint16_t type,
				  uint16_t flags)
{
	struct nlmsghdr *nlh;

	/* libmnl leaves what was there between attributes. */
	memset(&wire->request, 0, sizeof(wire->request));
	nlh = mnl_nlmsg_put_header(&wire->request);
	nlh->nlmsg_type = type;
	nlh->nlmsg_flags = NLM_F_REQUEST | flags;
	nlh->nlmsg_seq = ++wire->seq;
	return nlh;
}

/**
 * smc_wire_put() - append an attribute to the request
 * @wire: the socket
 * @attr: number of the attribute
 * @data: its value
 * @len: bytes of it
 * @err: says why not
 *
 * Return: 0 or -EMSGSIZE.
 */
int smc_wire_put(struct smc_wire *wire, uint16_t attr, const void *data,
		 size_t len, struct smc_err *err)
{
	if (mnl_attr_put_check(&wire->request.nlh, sizeof(wire->request),
			       attr, len, data))
		return 0;
	return smc_err_set(err, -EMSGSIZE, "request too long");
}

/* Which attribute of our request lies at this offset? */
static unsigned int request_attr(const struct smc_wire *wire, uint32_t offset)
{
	struct nlattr nla;

	if (offset < NLMSG_HDRLEN ||
	    offset + sizeof(nla) > wire->request.nlh.nlmsg_len)
		return 0;
	memcpy(&nla, wire->request.room + offset, sizeof(nla));
	return nla.nla_type & NLA_TYPE_MASK;
}

/*
 * End of a request: NLMSG_ERROR with the errno first and the request's header
 * after it, or NLMSG_DONE with the errno alone. Both may carry an extack.
 */
static int end_read(const struct smc_wire *wire, const struct nlmsghdr *nlh,
		    struct smc_err *err)
{
	size_t len = mnl_nlmsg_get_payload_len(nlh);
	const char *p = mnl_nlmsg_get_payload(nlh);
	size_t skip = sizeof(int32_t);
	struct extack ext = { 0 };
	struct smc_err ignore;
	uint32_t orig_len;
	int32_t code;

	if (len < sizeof(code)) {
		/* An empty NLMSG_DONE is what old kernels send. */
		if (nlh->nlmsg_type == NLMSG_DONE)
			return 0;
		return smc_err_set(err, -EBADMSG,
				   "broken reply of the kernel: short error");
	}
	memcpy(&code, p, sizeof(code));
	if (code > 0 || code < -4095)
		return smc_err_set(err, -EBADMSG,
				   "broken reply of the kernel: error %d",
				   code);
	if (!code)
		return 0;

	if (nlh->nlmsg_type == NLMSG_ERROR) {
		skip = sizeof(struct nlmsgerr);
		if (!(nlh->nlmsg_flags & NLM_F_CAPPED) && len >= skip) {
			memcpy(&orig_len, p + sizeof(code), sizeof(orig_len));
			if (orig_len >= NLMSG_HDRLEN)
				skip += NLMSG_ALIGN(orig_len) - NLMSG_HDRLEN;
		}
	}
	/* A broken extack is no reason to lose the errno. */
	if (nlh->nlmsg_flags & NLM_F_ACK_TLVS && len > skip)
		(void)smc_codec_read(&extack_codec, p + skip, len - skip, &ext,
				     &ignore);
	return smc_err_kernel(err, code, ext.text[0] ? ext.text : NULL,
			      request_attr(wire, ext.offset));
}

/* One datagram. Sets @ret_done when the request has ended. */
static int datagram_read(struct smc_wire *wire, int len, smc_wire_item item,
			 void *arg, bool *torn, bool *ret_done,
			 struct smc_err *err)
{
	const struct nlmsghdr *nlh = &wire->reply.nlh;
	int rc;

	for (; mnl_nlmsg_ok(nlh, len); nlh = mnl_nlmsg_next(nlh, &len)) {
		/* Left over from a request that was given up. */
		if (nlh->nlmsg_seq != wire->seq)
			continue;
		if (nlh->nlmsg_flags & NLM_F_DUMP_INTR)
			*torn = true;
		if (wire->trace)
			smc_trace_message(wire->family, &wire->request.nlh,
					  nlh);
		switch (nlh->nlmsg_type) {
		case NLMSG_NOOP:
			continue;
		case NLMSG_OVERRUN:
			return smc_err_set(err, -ENOBUFS,
					   "the kernel lost replies");
		case NLMSG_ERROR:
		case NLMSG_DONE:
			*ret_done = true;
			return end_read(wire, nlh, err);
		}
		rc = item ? item(nlh, arg, err) : 0;
		if (rc)
			return rc;
	}
	if (len > 0)
		return smc_err_set(err, -EBADMSG,
				   "broken reply of the kernel: cut message");
	return 0;
}

/**
 * smc_wire_call() - send the request and read all that comes of it
 * @wire: the socket, with a request begun by smc_wire_request()
 * @item: gets each reply; NULL when none is expected
 * @arg: passed on to @item
 * @ret_torn: gets whether the kernel's table changed while it was dumped,
 *	so that entries may be missing or doubled; may be NULL
 * @err: says what went wrong
 *
 * Return: 0, what @item returned, or -errno.
 */
int smc_wire_call(struct smc_wire *wire, smc_wire_item item, void *arg,
		  bool *ret_torn, struct smc_err *err)
{
	bool done = false, torn = false;
	ssize_t len;
	int rc;

	if (wire->trace)
		smc_trace_message(wire->family, &wire->request.nlh,
				  &wire->request.nlh);
	rc = smc_nl_kernel.send(wire->fd, &wire->request,
				wire->request.nlh.nlmsg_len);
	if (rc)
		return smc_err_set(err, rc, "netlink request: %s",
				   strerror(-rc));
	while (!done) {
		len = smc_nl_kernel.recv(wire->fd, &wire->reply,
					 sizeof(wire->reply));
		if (len <= 0) {
			rc = len ? (int)len : -EIO;
			return smc_err_set(err, rc, "netlink reply: %s",
					   strerror(-rc));
		}
		rc = datagram_read(wire, (int)len, item, arg, &torn, &done,
				   err);
		if (rc)
			return rc;
	}
	if (ret_torn)
		*ret_torn = torn;
	return 0;
}

/**
 * smc_wire_netns() - get a number that names the socket's network namespace
 * @wire: the socket
 * @ret: gets the number, valid until the next boot
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int smc_wire_netns(const struct smc_wire *wire, uint64_t *ret,
		   struct smc_err *err)
{
	int rc = smc_nl_kernel.netns(wire->fd, ret);

	if (rc)
		smc_err_set(err, rc, "network namespace: %s", strerror(-rc));
	return rc;
}

/**
 * smc_wire_ifname() - get the name of an interface
 * @wire: a socket of the namespace that it is in
 * @ifindex: its number
 * @ret: gets the name, at least IF_NAMESIZE bytes
 *
 * Return: 0 or -errno.
 */
int smc_wire_ifname(const struct smc_wire *wire, uint32_t ifindex, char *ret)
{
	return smc_nl_kernel.ifname(wire->fd, ifindex, ret);
}
