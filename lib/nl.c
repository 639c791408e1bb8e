// SPDX-License-Identifier: GPL-2.0-or-later
#include "nl.h"

#include <errno.h>
#include <libmnl/libmnl.h>
#include <linux/genetlink.h>
#include <stdlib.h>
#include <string.h>

#include "codec.h"
#include "nl_wire.h"

/**
 * struct smc_nl - a generic netlink family and a socket to reach it
 * @wire: the socket
 * @family: id of the family, valid as long as its module stays loaded
 */
struct smc_nl {
	struct smc_wire *wire;
	uint16_t family;
};

/* What generic netlink's controller tells of a family. */
struct ctrl_reply {
	uint64_t has;
	uint16_t family;
	char name[GENL_NAMSIZ];
};

/* The reader of a call's replies. */
struct nl_sink {
	const struct smc_nl *nl;
	smc_nl_item item;
	void *arg;
};

static const struct smc_attr ctrl_attrs[] = {
	{ CTRL_ATTR_FAMILY_ID, SMC_ATTR_NUM, .must = true,
	  .name = "CTRL_ATTR_FAMILY_ID",
	  SMC_MEMBER(struct ctrl_reply, family) },
	{ CTRL_ATTR_FAMILY_NAME, SMC_ATTR_STR,
	  .name = "CTRL_ATTR_FAMILY_NAME",
	  SMC_MEMBER(struct ctrl_reply, name) },
};

const struct smc_codec smc_nl_ctrl_codec =
	SMC_CODEC(struct ctrl_reply, "family", ctrl_attrs);

static int sink_item(const struct nlmsghdr *nlh, void *arg,
		     struct smc_err *err)
{
	const struct nl_sink *sink = arg;
	size_t len = mnl_nlmsg_get_payload_len(nlh);

	if (nlh->nlmsg_type != sink->nl->family)
		return 0;
	if (len < GENL_HDRLEN)
		return smc_err_set(err, -EBADMSG,
				   "broken reply of the kernel: short message");
	return sink->item(mnl_nlmsg_get_payload_offset(nlh, GENL_HDRLEN),
			  len - GENL_HDRLEN, sink->arg, err);
}

static int ctrl_item(const void *attrs, size_t len, void *arg,
		     struct smc_err *err)
{
	return smc_codec_read(&smc_nl_ctrl_codec, attrs, len, arg, err);
}

static int nl_call(struct smc_nl *nl, uint8_t cmd, uint16_t flags,
		   const struct smc_nl_attr *attrs, unsigned int n,
		   smc_nl_item item, void *arg, bool *ret_torn,
		   struct smc_err *err)
{
	struct nl_sink sink = { .nl = nl, .item = item, .arg = arg };
	struct genlmsghdr *genl;
	struct nlmsghdr *nlh;
	unsigned int i;
	int rc;

	nlh = smc_wire_request(nl->wire, nl->family, flags);
	genl = mnl_nlmsg_put_extra_header(nlh, sizeof(*genl));
	genl->cmd = cmd;
	genl->version = 1;
	for (i = 0; i < n; i++) {
		rc = smc_wire_put(nl->wire, attrs[i].type, attrs[i].data,
				  attrs[i].len, err);
		if (rc)
			return rc;
	}
	return smc_wire_call(nl->wire, item ? sink_item : NULL, &sink,
			     ret_torn, err);
}

/**
 * smc_nl_open() - find a generic netlink family
 * @ret: gets the family
 * @family: its name; the kernel loads the module that has it
 * @err: says why not
 *
 * Return: 0, -ENOENT when no module has such a family, or -errno.
 */
int smc_nl_open(struct smc_nl **ret, const char *family, struct smc_err *err)
{
	struct smc_nl_attr name = {
		CTRL_ATTR_FAMILY_NAME, (uint16_t)(strlen(family) + 1), family
	};
	struct ctrl_reply reply = { 0 };
	struct smc_nl *nl;
	int rc;

	nl = calloc(1, sizeof(*nl));
	if (!nl)
		return smc_err_set(err, -ENOMEM, "out of memory");
	rc = smc_wire_open(&nl->wire, NETLINK_GENERIC, family, err);
	if (rc)
		goto out;
	nl->family = GENL_ID_CTRL;
	rc = nl_call(nl, CTRL_CMD_GETFAMILY, NLM_F_ACK, &name, 1, ctrl_item,
		     &reply, NULL, err);
	if (!rc && !reply.family)
		rc = smc_err_set(err, -EBADMSG,
				 "broken reply of the kernel: no family id");
	if (rc)
		goto out;
	nl->family = reply.family;
	*ret = nl;
	nl = NULL;
out:
	smc_nl_close(nl);
	return rc;
}

/**
 * smc_nl_close() - done with a family
 * @nl: the family or NULL
 */
void smc_nl_close(struct smc_nl *nl)
{
	if (!nl)
		return;
	smc_wire_close(nl->wire);
	free(nl);
}

/**
 * smc_nl_family() - get the id that the kernel gave the family
 * @nl: the family
 *
 * The kernel counts ids up: another id means that the module was loaded anew.
 *
 * Return: the id.
 */
int smc_nl_family(const struct smc_nl *nl)
{
	return nl->family;
}

/**
 * smc_nl_netns() - get a number that names the network namespace asked
 * @nl: the family
 * @ret: gets the number
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int smc_nl_netns(const struct smc_nl *nl, uint64_t *ret, struct smc_err *err)
{
	return smc_wire_netns(nl->wire, ret, err);
}

/**
 * smc_nl_ifname() - get the name of an interface of the namespace asked
 * @nl: the family
 * @ifindex: number of the interface
 * @ret: gets the name, at least IF_NAMESIZE bytes
 *
 * Return: 0 or -errno.
 */
int smc_nl_ifname(const struct smc_nl *nl, uint32_t ifindex, char *ret)
{
	return smc_wire_ifname(nl->wire, ifindex, ret);
}

/**
 * smc_nl_dump() - read all entries of one of the kernel's tables
 * @nl: the family
 * @cmd: the command
 * @item: gets the attributes of each entry
 * @arg: passed on to @item
 * @ret_torn: gets whether the table changed meanwhile
 * @err: says what went wrong
 *
 * Return: 0, what @item returned, or -errno.
 */
int smc_nl_dump(struct smc_nl *nl, uint8_t cmd, smc_nl_item item, void *arg,
		bool *ret_torn, struct smc_err *err)
{
	return nl_call(nl, cmd, NLM_F_DUMP, NULL, 0, item, arg, ret_torn, err);
}

/**
 * smc_nl_do() - have the kernel do something
 * @nl: the family
 * @cmd: the command
 * @attrs: its attributes
 * @n: their number
 * @item: gets the attributes of the reply; NULL when none is expected
 * @arg: passed on to @item
 * @err: says what went wrong
 *
 * Return: 0, what @item returned, or -errno.
 */
int smc_nl_do(struct smc_nl *nl, uint8_t cmd, const struct smc_nl_attr *attrs,
	      unsigned int n, smc_nl_item item, void *arg,
	      struct smc_err *err)
{
	return nl_call(nl, cmd, NLM_F_ACK, attrs, n, item, arg, NULL, err);
}
