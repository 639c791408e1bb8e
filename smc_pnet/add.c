// SPDX-License-Identifier: GPL-2.0-or-later
/* add: give a PNET ID to devices. */
#include <errno.h>
#include <linux/smc.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>

#include "nl.h"
#include "smc_pnet.h"
#include "view.h"

/* What the stock module's errno means, which comes without words. */
static const struct smc_err_row add_errors[] = {
	{ EEXIST, "device has a PNET ID already", NULL },
};

/* A network device, an RDMA or SMC-D device, or one of each. */
struct pair {
	const char *id;
	const char *eth;	/* or NULL */
	const char *ib;		/* or NULL */
	uint8_t port;		/* of @ib, 0: not said */
};

static struct smc_nl_attr text_attr(uint16_t type, const char *text)
{
	return (struct smc_nl_attr){
		type, (uint16_t)(strlen(text) + 1), text
	};
}

static int pair_send(struct smc_ctx *ctx, const struct pair *pair)
{
	struct smc_nl_attr attrs[4];
	unsigned int n = 0;
	int rc;

	attrs[n++] = text_attr(SMC_PNETID_NAME, pair->id);
	if (pair->eth)
		attrs[n++] = text_attr(SMC_PNETID_ETHNAME, pair->eth);
	if (pair->ib)
		attrs[n++] = text_attr(SMC_PNETID_IBNAME, pair->ib);
	if (pair->ib && pair->port)
		attrs[n++] = (struct smc_nl_attr){
			SMC_PNETID_IBPORT, sizeof(pair->port), &pair->port
		};
	rc = smc_nl_do(ctx->nl, SMC_PNETID_ADD, attrs, n, NULL, NULL,
		       &ctx->err);
	return smc_err_explain(&ctx->err, rc, add_errors,
			       sizeof(add_errors) / sizeof(add_errors[0]));
}

static int entry_send(struct smc_ctx *ctx, const struct smc_pnet *e)
{
	struct pair pair = { .id = e->pnetid };

	if (pnet_is_eth(e)) {
		pair.eth = e->eth;
	} else {
		pair.ib = e->ib;
		pair.port = e->port;
	}
	return pair_send(ctx, &pair);
}

static int name_check(struct smc_ctx *ctx, const char *name, size_t max)
{
	if (!name || (*name && strlen(name) <= max &&
		      !strpbrk(name, "/ \t\n")))
		return 0;
	return smc_err_usage(&ctx->err, "'%s' is no name of a device", name);
}

static int pair_read(struct smc_ctx *ctx, char *id, struct pair *ret)
{
	const struct smc_pnet_opts *opts =
		(const struct smc_pnet_opts *)ctx->opts;
	uint64_t cookie;
	int rc;

	rc = smc_pnet_id_read(ctx, id);
	if (rc)
		return rc;
	*ret = (struct pair){ id, opts->interface, opts->device, 0 };
	if (!ret->eth && !ret->ib)
		return smc_err_usage(&ctx->err, "-I or -D is missing");
	if (opts->port && !ret->ib)
		return smc_err_usage(&ctx->err, "-P goes with -D");
	if (opts->port && strcmp(opts->port, "1") && strcmp(opts->port, "2"))
		return smc_err_usage(&ctx->err, "port '%s' is neither 1 nor 2",
				     opts->port);
	ret->port = opts->port ? (uint8_t)(opts->port[0] - '0') : 0;
	rc = name_check(ctx, ret->eth, IFNAMSIZ - 1);
	if (!rc)
		rc = name_check(ctx, ret->ib, 63);
	if (rc || !ret->ib)
		return rc;
	rc = smc_nl_netns(ctx->nl, &cookie, &ctx->err);
	if (rc || cookie == PNET_INITIAL)
		return rc;
	rc = smc_err_set(&ctx->err, -EOPNOTSUPP,
			 "-D %s: only the initial network namespace has RDMA and SMC-D devices",
			 ret->ib);
	smc_err_hint(&ctx->err, "add it there: it counts for all namespaces; entries of -I do not");
	return rc;
}

/*
 * Is the entry one of the device? The port is a part of it, but the stock module
 * does not look at it: @any_port.
 */
static bool is_eth_of(const struct pair *pair, const struct smc_pnet *e)
{
	return pair->eth && pnet_is_eth(e) && !strcmp(e->eth, pair->eth);
}

static bool is_ib_of(const struct pair *pair, const struct smc_pnet *e,
		     bool any_port)
{
	return pair->ib && !pnet_is_eth(e) && !strcmp(e->ib, pair->ib) &&
	       (any_port || e->port == (pair->port ? pair->port : 1));
}

/* Which of the pair is in the table already, and with this PNET ID. */
static void pair_strip(struct pair *pair, const struct smc_list *table)
{
	struct pair all = *pair;
	size_t i;

	for (i = 0; i < table->count; i++) {
		const struct smc_pnet *e = smc_list_at(table, i);

		if (strcmp(e->pnetid, pair->id))
			continue;
		if (is_eth_of(&all, e))
			pair->eth = NULL;
		if (is_ib_of(&all, e, false))
			pair->ib = NULL;
	}
}

/* Bring back what was taken away with a PNET ID: those moved, or the others. */
static int entries_send(struct smc_ctx *ctx, const struct smc_list *table,
			const bool *moved, const char *id, bool back)
{
	size_t i;
	int rc;

	for (i = 0; i < table->count; i++) {
		const struct smc_pnet *e = smc_list_at(table, i);

		if (strcmp(e->pnetid, id) || moved[i] != back)
			continue;
		rc = entry_send(ctx, e);
		/* Added by somebody else meanwhile. */
		if (rc && rc != -EEXIST)
			return rc;
	}
	ctx->err = (struct smc_err){ 0 };
	return 0;
}

/*
 * The kernel takes out whole PNET IDs only, so the other devices of those that
 * the pair had are added again. @back: the pair's devices themselves.
 */
static int ids_rewrite(struct smc_ctx *ctx, const struct smc_list *table,
		       const bool *moved, bool back)
{
	struct smc_nl_attr attr;
	size_t i, j;
	int rc = 0;

	for (i = 0; !rc && i < table->count; i++) {
		const struct smc_pnet *e = smc_list_at(table, i);

		for (j = 0; j < i; j++)	/* once each */
			if (moved[j] && !strcmp(e->pnetid,
						((const struct smc_pnet *)
						 smc_list_at(table, j))->pnetid))
				break;
		if (!moved[i] || j < i)
			continue;
		attr = text_attr(SMC_PNETID_NAME, e->pnetid);
		if (!back)
			rc = smc_nl_do(ctx->nl, SMC_PNETID_DEL, &attr, 1,
				       NULL, NULL, &ctx->err);
		if (!rc)
			rc = entries_send(ctx, table, moved, e->pnetid, back);
	}
	return rc;
}

/* Give the pair its PNET ID, whichever it has now. */
static int pair_move(struct smc_ctx *ctx, const struct pair *pair,
		     const struct smc_list *table, bool any_port)
{
	struct smc_err why;
	bool *moved;
	size_t i;
	int rc;

	moved = calloc(table->count + 1, sizeof(*moved));
	if (!moved)
		return smc_err_set(&ctx->err, -ENOMEM, "out of memory");
	for (i = 0; i < table->count; i++) {
		const struct smc_pnet *e = smc_list_at(table, i);

		moved[i] = is_eth_of(pair, e) || is_ib_of(pair, e, any_port);
	}
	rc = ids_rewrite(ctx, table, moved, false);
	if (!rc)
		rc = pair_send(ctx, pair);
	if (rc) {
		why = ctx->err;
		(void)ids_rewrite(ctx, table, moved, true); /* as far as it goes */
		ctx->err = why;
	}
	free(moved);
	return rc;
}

static int pair_replace(struct smc_ctx *ctx, const struct pair *pair,
			const struct smc_list *table)
{
	struct pair rest = *pair;
	int rc;

	pair_strip(&rest, table);
	if (!rest.eth && !rest.ib)
		return 0;
	rc = pair_move(ctx, &rest, table, false);
	if (rc == -EEXIST && rest.ib) {
		ctx->err = (struct smc_err){ 0 };
		rc = pair_move(ctx, &rest, table, true);
	}
	return rc;
}

/* The entry that keeps a device of the pair from another PNET ID. */
static const struct smc_pnet *entry_between(const struct pair *pair,
					    const struct smc_list *table)
{
	size_t i;

	for (i = 0; i < table->count; i++) {
		const struct smc_pnet *e = smc_list_at(table, i);

		if (is_eth_of(pair, e) || is_ib_of(pair, e, true))
			return e;
	}
	return NULL;
}

static const char *name_of(const struct smc_pnet *e)
{
	return pnet_is_eth(e) ? e->eth : e->ib;
}

static int pair_add(struct smc_ctx *ctx, const struct pair *pair,
		    const struct smc_list *table)
{
	const struct smc_pnet *e = entry_between(pair, table);
	int rc = pair_send(ctx, pair);

	if (rc == -EEXIST && e)
		smc_err_hint(&ctx->err, "%s has %s; --replace gives it another",
			     name_of(e), e->pnetid);
	return rc;
}

/* What the kernel does not say of an entry that it took. */
static void entries_warn(struct smc_ctx *ctx, const struct pair *pair,
			 const struct pnet_view *view)
{
	size_t i;

	for (i = 0; i < view->table.count; i++) {
		const struct smc_pnet *e = smc_list_at(&view->table, i);

		if (!is_eth_of(pair, e) && !is_ib_of(pair, e, false))
			continue;
		if (strcmp(e->pnetid, pair->id))
			smc_note(ctx, "%s keeps its PNET ID %s; --replace gives it another",
				 name_of(e), e->pnetid);
		if (!pnet_is_there(view, e) && pnet_is_eth(e))
			smc_note(ctx, "there is no interface %s: its entry waits for one",
				 e->eth);
		else if (!pnet_is_there(view, e))
			smc_note(ctx, "SMC knows no device %s: its entry waits for one",
				 e->ib);
	}
}

/* RDMA ports that connections over the interface used, and use no more. */
static void shadow_warn(struct smc_ctx *ctx, const char *name,
			const struct smc_list *before,
			const struct pnet_view *now)
{
	const struct smc_netdev *link = smc_netdev_named(&now->links, name);
	struct pnet_chain was, is;
	struct pnet_view old = *now;
	const char *why;
	size_t i;

	if (!link)
		return;
	old.table = *before;
	pnet_chain_find(&old, link, &was);
	pnet_chain_find(now, link, &is);
	if (was.pnetid[0] || !is.pnetid[0])
		return;
	for (i = 0; i < now->rdma.count; i++) {
		const struct smc_device *d = smc_list_at(&now->rdma, i);

		if (pnet_rdma_used(&old, &was, &d->port, &why) &&
		    !pnet_rdma_used(now, &is, &d->port, &why))
			smc_note(ctx, "%s does not use its own RDMA device %s any more, which %s (-D %s adds it)",
				 name, d->ib_name, why, d->ib_name);
	}
}

/* Advice is no reason to fail: what was asked for is done. */
static void advise(struct smc_ctx *ctx, const struct pair *pair,
		   const struct smc_list *before)
{
	struct pnet_view view;

	if (pnet_view_read(ctx, &view)) {
		ctx->err = (struct smc_err){ 0 };
		return;
	}
	entries_warn(ctx, pair, &view);
	if (!before->count && pair->eth)
		smc_note(ctx, "first entry: %s now uses devices with the PNET ID %s only",
			 pair->eth, pair->id);
	if (pair->eth)
		shadow_warn(ctx, pair->eth, before, &view);
	pnet_view_free(&view);
}

static int pnet_add(struct smc_ctx *ctx)
{
	const struct smc_pnet_opts *opts =
		(const struct smc_pnet_opts *)ctx->opts;
	char id[SMC_MODEL_PNETID_SIZE];
	struct smc_list table;
	struct pair pair;
	int rc;

	rc = pair_read(ctx, id, &pair);
	if (!rc)
		rc = smc_ctx_list(ctx, &smc_query_pnet, &table);
	if (rc)
		return rc;
	rc = opts->replace ? pair_replace(ctx, &pair, &table) :
	     pair_add(ctx, &pair, &table);
	if (!rc)
		advise(ctx, &pair, &table);
	smc_list_free(&table);
	return rc;
}

const struct smc_cmd smc_pnet_cmd_add = {
	.word = "add", .args = "ID", .min = 1, .max = 1,
	.doc = "give a PNET ID to the devices of -I and -D",
	.run = pnet_add, .words = smc_pnet_id_words,
};
