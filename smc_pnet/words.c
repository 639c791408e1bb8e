// SPDX-License-Identifier: GPL-2.0-or-later
/* Live names, for completion. */
#include <string.h>

#include "smc_pnet.h"
#include "view.h"

/**
 * smc_pnet_id_words() - print the PNET IDs of the table
 * @ctx: the command
 *
 * Return: 0 or -errno.
 */
int smc_pnet_id_words(struct smc_ctx *ctx)
{
	const struct smc_pnet *e, *before = NULL;
	struct smc_list table;
	size_t i;
	int rc;

	rc = smc_query_run(ctx->nl, &smc_query_pnet, &table, &ctx->err);
	if (rc)
		return rc;
	for (i = 0; i < table.count; i++) {
		e = smc_list_at(&table, i);
		if (!before || strcmp(before->pnetid, e->pnetid))
			fprintf(ctx->out.f, "%s\n", e->pnetid);
		before = e;
	}
	smc_list_free(&table);
	return 0;
}

/**
 * smc_pnet_link_words() - print the names of network devices
 * @ctx: the command
 *
 * Return: 0 or -errno.
 */
int smc_pnet_link_words(struct smc_ctx *ctx)
{
	const struct smc_netdev *link;
	struct smc_list links;
	size_t i;
	int rc;

	rc = smc_netdev_list(&links, &ctx->err);
	if (rc)
		return rc;
	for (i = 0; i < links.count; i++) {
		link = smc_list_at(&links, i);
		fprintf(ctx->out.f, "%s\n", link->name);
	}
	smc_list_free(&links);
	return 0;
}

/**
 * smc_pnet_device_words() - print the names of RDMA and SMC-D devices
 * @ctx: the command
 *
 * Return: 0 or -errno.
 */
int smc_pnet_device_words(struct smc_ctx *ctx)
{
	const struct smc_device *d;
	struct pnet_view view;
	size_t i;
	int rc;

	rc = pnet_view_read(ctx, &view);
	if (rc)
		return rc;
	for (i = 0; i < view.rdma.count; i++) {
		d = smc_list_at(&view.rdma, i);
		fprintf(ctx->out.f, "%s\n", d->ib_name);
	}
	for (i = 0; i < view.smcd.count; i++) {
		d = smc_list_at(&view.smcd, i);
		fprintf(ctx->out.f, "%s\n", d->name);
	}
	pnet_view_free(&view);
	return 0;
}

/**
 * smc_pnet_port_words() - print the ports there may be
 * @ctx: the command
 *
 * Return: 0.
 */
int smc_pnet_port_words(struct smc_ctx *ctx)
{
	fputs("1\n2\n", ctx->out.f);
	return 0;
}
