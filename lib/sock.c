// SPDX-License-Identifier: GPL-2.0-or-later
#include "sock.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "codec.h"
#include "ext.h"

#define RAW(nr, member, least) \
	{ .attr = (nr), .kind = SMC_ATTR_RAW, .name = #nr, .min = (least), \
	  SMC_MEMBER(struct smc_sock, member) }

static const struct smc_attr sock_attrs[] = {
	RAW(SMC_DIAG_CONNINFO, conn, sizeof(struct smc_diag_conninfo)),
	RAW(SMC_DIAG_LGRINFO, lgr, sizeof(struct smc_diag_lgrinfo)),
	{ .attr = SMC_DIAG_SHUTDOWN, .kind = SMC_ATTR_NUM,
	  .name = "SMC_DIAG_SHUTDOWN",
	  SMC_MEMBER(struct smc_sock, shutdown) },
	RAW(SMC_DIAG_DMBINFO, dmb, sizeof(struct smcd_diag_dmbinfo)),
	RAW(SMC_DIAG_FALLBACK, fback, sizeof(struct smc_diag_fallback)),
};

static const struct smc_codec sock_codec =
	SMC_CODEC(struct smc_sock, "socket", sock_attrs);

/**
 * smc_sock_read() - read what sock_diag sent of a socket
 * @msg: the fixed part
 * @attrs: the attributes
 * @len: bytes of them
 * @ret: gets the socket, all but the family
 * @err: says what is wrong with the message
 *
 * Return: 0 or -EBADMSG.
 */
int smc_sock_read(const struct smc_diag_msg *msg, const void *attrs,
		  size_t len, struct smc_sock *ret, struct smc_err *err)
{
	memset(ret, 0, sizeof(*ret));
	ret->msg = *msg;
	ret->local_port = ntohs(msg->id.idiag_sport);
	ret->peer_port = ntohs(msg->id.idiag_dport);
	return smc_codec_read(&sock_codec, attrs, len, ret, err);
}

static int cookie_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Our module tells families; with the stock module the list stays empty. */
static void families_ask(struct smc_families *families)
{
	struct smc_err ignore;
	struct smc_list list;
	size_t i;

	families->asked = true;
	if (smc_ext_list(&smc_ext_query_socks, &list, &ignore))
		return;
	families->cookies = calloc(list.count, sizeof(uint64_t));
	for (i = 0; families->cookies && i < list.count; i++) {
		const struct smc_ext_sock *s = smc_list_at(&list, i);

		if (s->family == AF_INET6)
			families->cookies[families->n++] = s->cookie;
	}
	smc_list_free(&list);
	if (families->n)
		qsort(families->cookies, families->n, sizeof(uint64_t),
		      cookie_compare);
}

static bool is_named_v6(const struct smc_sock *sock,
			struct smc_families *families)
{
	uint64_t cookie = (uint64_t)sock->msg.id.idiag_cookie[1] << 32 |
			  sock->msg.id.idiag_cookie[0];

	if (!families->asked)
		families_ask(families);
	return families->n &&
	       bsearch(&cookie, families->cookies, families->n,
		       sizeof(cookie), cookie_compare);
}

/* An IPv4 address leaves the last 96 bits zero. */
static bool is_wide(const __be32 addr[4])
{
	return addr[1] || addr[2] || addr[3];
}

/**
 * smc_sock_family() - find out what a socket's addresses are
 * @sock: the socket, gets its family
 * @families: what the kernel names, asked when first needed
 *
 * An AF_SMC socket does not say. Wide addresses are IPv6. Narrow ones of a
 * connection are IPv4: both ends would have to be the very first address of
 * an IPv6 network. A listener on '::' is narrow too, so there the kernel
 * must be asked.
 */
void smc_sock_family(struct smc_sock *sock, struct smc_families *families)
{
	const struct inet_diag_sockid *id = &sock->msg.id;
	bool v6;

	if (sock->msg.diag_family != AF_SMC) {
		sock->family = sock->msg.diag_family == AF_INET6 ? AF_INET6 :
			       AF_INET;
		return;
	}
	v6 = is_wide(id->idiag_src) || is_wide(id->idiag_dst) ||
	     (!id->idiag_dport && is_named_v6(sock, families));
	sock->family = v6 ? AF_INET6 : AF_INET;
}

/**
 * smc_families_free() - free the list
 * @families: the list, empty afterwards
 */
void smc_families_free(struct smc_families *families)
{
	free(families->cookies);
	*families = (struct smc_families){ 0 };
}
