// SPDX-License-Identifier: GPL-2.0-or-later
#include "link.h"

#include <errno.h>
#include <linux/smc.h>
#include <linux/smc_diag.h>
#include <string.h>

#include "codec.h"
#include "nl.h"

/**
 * smcss_links_read() - read the kernel's table of link groups and links
 * @ret: zeroed; gets the table
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int smcss_links_read(struct smcss_links *ret, struct smc_err *err)
{
	struct smc_nl *nl;
	int rc;

	rc = smc_nl_open(&nl, SMC_GENL_FAMILY_NAME, err);
	if (rc)
		return rc;
	rc = smc_nl_netns(nl, &ret->netns, err);
	if (!rc)
		rc = smc_query_run(nl, &smc_query_link, &ret->list, err);
	smc_nl_close(nl);
	return rc;
}

static bool is_lgr(const struct smc_lgr_r_entry *entry)
{
	return smc_has(entry->has, SMC_GEN_LGR_SMCR);
}

/* A fixed array of the kernel's, which need not end in NUL, and a string. */
static bool is_same(const uint8_t *bytes, size_t size, const char *text)
{
	return strlen(text) <= size &&
	       !strncmp((const char *)bytes, text, size);
}

static bool is_link_of(const struct smc_link *link,
		       const struct smc_diag_linkinfo *info)
{
	return link->id == info->link_id && link->ib_port == info->ibport &&
	       is_same(info->ibname, sizeof(info->ibname), link->ib_name) &&
	       is_same(info->gid, sizeof(info->gid), link->gid) &&
	       is_same(info->peer_gid, sizeof(info->peer_gid), link->peer_gid);
}

/* Could the link group be that of the socket, before its links are seen? */
static bool is_lgr_of(const struct smcss_links *links,
		      const struct smc_lgr_r *lgr,
		      const struct smc_sock *sock)
{
	if (smc_has(lgr->has, SMC_NLA_LGR_R_NET_COOKIE) &&
	    lgr->net_cookie != links->netns)
		return false;
	return !lgr->role == !sock->lgr.role;
}

/**
 * smcss_links_find() - find the links of a socket's link group
 * @links: the table
 * @sock: the socket
 * @ret_n: gets their number
 *
 * A socket tells one of its links and not its link group. Where several link
 * groups have such a link it is not known which one is meant: there are none.
 *
 * Return: the link group, its links follow; NULL when there are none.
 */
const struct smc_lgr_r_entry *smcss_links_find(const struct smcss_links *links,
					       const struct smc_sock *sock,
					       size_t *ret_n)
{
	const struct smc_lgr_r_entry *entry, *lgr = NULL, *found = NULL;
	const struct smc_lgr_r_entry *end;
	size_t i;

	*ret_n = 0;
	if (!smc_has(sock->has, SMC_DIAG_LGRINFO))
		return NULL;
	for (i = 0; i < links->list.count; i++) {
		entry = smc_list_at(&links->list, i);
		if (is_lgr(entry))
			lgr = is_lgr_of(links, &entry->lgr, sock) ? entry :
								    NULL;
		else if (lgr && is_link_of(&entry->link, sock->lgr.lnk)) {
			if (found && found != lgr)
				return NULL;
			found = lgr;
		}
	}
	if (!found)
		return NULL;
	end = smc_list_at(&links->list, links->list.count);
	for (entry = found + 1; entry < end && !is_lgr(entry); entry++)
		++*ret_n;
	return found;
}

/**
 * smcss_links_free() - forget the table
 * @links: the table, empty afterwards
 */
void smcss_links_free(struct smcss_links *links)
{
	smc_list_free(&links->list);
	*links = (struct smcss_links){ 0 };
}
