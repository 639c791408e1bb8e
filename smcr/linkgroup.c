// SPDX-License-Identifier: GPL-2.0-or-later
/* linkgroup: connections between two hosts, and the links that they use. */
#include <errno.h>
#include <inttypes.h>
#include <linux/smc.h>
#include <stdio.h>
#include <string.h>

#include "cookie.h"
#include "filter.h"
#include "lgr_id.h"
#include "nl.h"
#include "query.h"
#include "row.h"
#include "smcr.h"

/**
 * struct show - what is shown of the tables
 * @filter: what the user chose
 * @id: the link group chosen, as the kernel sends its id; 0: any
 * @links: a line a link, not a link group
 * @netns: names of namespaces are shown
 * @own: the namespace whose link groups are shown, 0: of all
 * @cookies: names of namespaces
 */
struct show {
	struct smcr_filter filter;
	uint32_t id;
	bool links;
	bool netns;
	uint64_t own;
	struct smc_cookies cookies;
};

static bool by_device(const struct show *show)
{
	return show->filter.ibdev || show->filter.netdev;
}

static bool is_lgr(const struct smc_lgr_r_entry *entry)
{
	return smc_has(entry->has, SMC_GEN_LGR_SMCR);
}

static bool lgr_fits(const struct show *show, const struct smc_lgr_r *lgr)
{
	if (show->own && smc_has(lgr->has, SMC_NLA_LGR_R_NET_COOKIE) &&
	    lgr->net_cookie != show->own)
		return false;
	return !show->id || lgr->id == show->id;
}

static void netdev_set(const struct smc_ctx *ctx, struct smcr_row *row)
{
	row->netdev[0] = '\0';
	if (row->link.ifindex &&
	    smc_nl_ifname(ctx->nl, row->link.ifindex, row->netdev))
		row->netdev[0] = '\0';
}

static void netns_set(const struct smc_ctx *ctx, struct show *show,
		      struct smcr_row *row)
{
	if (show->netns && smc_has(row->lgr.has, SMC_NLA_LGR_R_NET_COOKIE))
		smc_cookie_name(&show->cookies, ctx->nl, row->lgr.net_cookie,
				row->netns, sizeof(row->netns));
}

/* A link group comes before its links, and is shown at the first that fits. */
static int entries_write(struct smc_ctx *ctx, const struct smc_list *list,
			 struct show *show, bool *ret_any)
{
	struct smcr_row row = { 0 };
	bool done = true;
	size_t i;
	int rc = 0;

	for (i = 0; !rc && i < list->count; i++) {
		const struct smc_lgr_r_entry *entry = smc_list_at(list, i);
		bool lgr = is_lgr(entry);

		if (lgr) {
			row.lgr = entry->lgr;
			netns_set(ctx, show, &row);
			done = !lgr_fits(show, &row.lgr);
		} else {
			row.link = entry->link;
			netdev_set(ctx, &row);
		}
		if (done || (lgr && (show->links || by_device(show))) ||
		    (!lgr && !smcr_filter_fits(&show->filter, row.link.ib_name,
					       row.netdev)))
			continue;
		rc = smc_out_row(&ctx->out, &row);
		done = !show->links;
		*ret_any = true;
	}
	return rc;
}

static const struct smc_table *table_of(const struct smc_ctx *ctx, bool links)
{
	if (links)
		return &smcr_link_columns;
	return ctx->out.style == SMC_STYLE_TABLE && !ctx->out.select ?
	       &smcr_lgr_columns : &smcr_lgr_lines;
}

static int list_write(struct smc_ctx *ctx, const struct smc_list *list,
		      struct show *show)
{
	uint32_t wanted = show->filter.id;
	bool any = false;
	int rc;

	if (show->filter.lgr &&
	    smc_lgr_id_find(list, offsetof(struct smc_lgr_r_entry, lgr.id),
			    wanted, &show->id))
		return smc_err_set(&ctx->err, -ENOENT, "no link group %s",
				   show->filter.lgr);
	/* Whoever asks for a device that there is not wants to know that. */
	rc = by_device(show) ? smcr_filter_check(ctx, &show->filter) : 0;
	if (rc)
		return rc;
	rc = smc_out_begin(&ctx->out, table_of(ctx, show->links), list->count,
			   &ctx->err);
	if (!rc)
		rc = entries_write(ctx, list, show, &any);
	smc_out_end(&ctx->out);
	return rc;
}

static int table_show(struct smc_ctx *ctx, bool links)
{
	const struct smc_opts *opts = ctx->opts;
	struct show show = { .links = links };
	struct smc_list list;
	int rc;

	if (opts->details && !links && ctx->out.style == SMC_STYLE_TABLE)
		ctx->out.style = SMC_STYLE_LINES;
	show.netns = ctx->out.style != SMC_STYLE_TABLE || ctx->out.select;
	show.cookies.here = ctx->out.netns ? ctx->out.netns : opts->netns;
	rc = smcr_filter_read(ctx, true, &show.filter);
	if (!rc && opts->netns)
		rc = smc_nl_netns(ctx->nl, &show.own, &ctx->err);
	if (!rc)
		rc = smc_ctx_list(ctx, links || by_device(&show) ?
				  &smc_query_link : &smc_query_lgr_r, &list);
	if (rc)
		return rc;
	rc = list_write(ctx, &list, &show);
	smc_cookies_free(&show.cookies);
	smc_list_free(&list);
	return rc;
}

static int linkgroup_show(struct smc_ctx *ctx)
{
	return table_show(ctx, false);
}

static int link_show(struct smc_ctx *ctx)
{
	return table_show(ctx, true);
}

static int linkgroup_words(struct smc_ctx *ctx)
{
	struct smc_list list;
	size_t i;
	int rc = smcr_filter_words(ctx);

	if (rc)
		return rc < 0 ? rc : 0;
	rc = smc_ctx_list(ctx, &smc_query_lgr_r, &list);
	if (rc)
		return rc;
	for (i = 0; i < list.count; i++) {
		const struct smc_lgr_r_entry *entry = smc_list_at(&list, i);

		fprintf(ctx->out.f, "%08" PRIx32 "\n",
			smc_lgr_id_shown(entry->lgr.id));
	}
	smc_list_free(&list);
	return 0;
}

#define LINKGROUP_ARGS	"[all | LG-ID] [ibdev NAME] [netdev NAME]"

static const struct smc_cmd linkgroup_show_cmd = {
	.word = "show", .old = "s sh sho", .args = LINKGROUP_ARGS,
	.max = SMCR_FILTER_WORDS, .doc = "show the SMC-R link groups",
	.list = true, .run = linkgroup_show, .words = linkgroup_words,
};

static const struct smc_cmd link_show_cmd = {
	.word = "link-show",
	.old = "l li lin link link- link-s link-sh link-sho",
	.args = LINKGROUP_ARGS, .max = SMCR_FILTER_WORDS,
	.doc = "show their links", .list = true, .run = link_show,
	.words = linkgroup_words,
};

static const struct smc_cmd *const linkgroup_cmds[] = {
	&linkgroup_show_cmd, &link_show_cmd,
};

const struct smc_cmd smcr_cmd_linkgroup = {
	.word = "linkgroup", .old = "l li lin link linkg linkgr linkgro linkgrou",
	.loose = true, SMC_SUB(linkgroup_cmds),
};
