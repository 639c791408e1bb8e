// SPDX-License-Identifier: GPL-2.0-or-later
/* explain: which PNET ID an interface has, why, and what follows. */
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <sys/utsname.h>

#include "smc_pnet.h"
#include "view.h"

enum { FACT_USED, FACT_PORT };

/**
 * struct fact - one line of the explanation
 * @has: FACT_USED, FACT_PORT: which of these are set
 * @part: what it is about
 * @name: name of that
 * @port: port of an RDMA device
 * @pnetid: the PNET ID it has, or empty
 * @used: it counts, or is used
 * @why: the reason
 */
struct fact {
	uint64_t has;
	const char *part;
	char name[64];
	uint8_t port;
	char pnetid[SMC_MODEL_PNETID_SIZE];
	uint8_t used;
	char why[192];
};

static enum smc_text part_text(const void *obj, char *buf, size_t size)
{
	snprintf(buf, size, "%s", ((const struct fact *)obj)->part);
	return SMC_TEXT_OK;
}

static enum smc_text name_column(const void *obj, char *buf, size_t size)
{
	const struct fact *fact = obj;

	if (fact->has >> FACT_PORT & 1)
		snprintf(buf, size, "%s port %u", fact->name, fact->port);
	else
		snprintf(buf, size, "%s", fact->name);
	return SMC_TEXT_OK;
}

static enum smc_text pnetid_text(const void *obj, char *buf, size_t size)
{
	const struct fact *fact = obj;

	if (!fact->pnetid[0])
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%s", fact->pnetid);
	return SMC_TEXT_OK;
}

static enum smc_tone used_tone(const void *obj)
{
	const struct fact *fact = obj;

	return fact->used ? SMC_TONE_GOOD : SMC_TONE_WARN;
}

static const struct smc_field fact_fields[] = {
	{ .key = "part", .title = "Part", .form = SMC_FORM_FN, .left = true,
	  .width = 9, .gap = 1, .text = part_text },
	{ .title = "Name", .form = SMC_FORM_FN, .left = true, .width = 15,
	  .gap = 1, .text = name_column },
	{ .key = "name", .form = SMC_FORM_STR, .width = 15,
	  SMC_VALUE(struct fact, name) },
	{ .key = "port", .form = SMC_FORM_DEC, SMC_VALUE(struct fact, port),
	  SMC_IF(struct fact, has, FACT_PORT) },
	{ .key = "pnetid", .title = "PNET-ID", .form = SMC_FORM_FN,
	  .left = true, .width = 16, .gap = 1, .text = pnetid_text },
	{ .key = "used", .title = "Used", .form = SMC_FORM_BOOL, .left = true,
	  .width = 4, .gap = 1, SMC_VALUE(struct fact, used),
	  SMC_IF(struct fact, has, FACT_USED), .tone = used_tone },
	{ .key = "why", .title = "Why", .form = SMC_FORM_STR,
	  SMC_VALUE(struct fact, why) },
};

static const struct smc_table fact_table =
	SMC_TABLE("explanation", fact_fields);

static void __attribute__((format(printf, 2, 3)))
why_set(struct fact *fact, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	(void)vsnprintf(fact->why, sizeof(fact->why), fmt, ap); /* may cut */
	va_end(ap);
}

static struct fact fact_new(const char *part, const char *name,
			    const char *pnetid)
{
	struct fact fact = { .part = part };

	snprintf(fact.name, sizeof(fact.name), "%s", name);
	snprintf(fact.pnetid, sizeof(fact.pnetid), "%s", pnetid);
	return fact;
}

static int fact_write(struct smc_ctx *ctx, const struct fact *fact)
{
	int rc = smc_out_row(&ctx->out, fact);

	return rc ? smc_err_set(&ctx->err, rc, "out of memory") : 0;
}

static int interface_write(struct smc_ctx *ctx, const struct pnet_view *view,
			   const struct pnet_chain *chain)
{
	const char *base = chain->at[chain->n - 1]->name;
	struct fact fact = fact_new("interface", chain->at[0]->name,
				    chain->pnetid);

	switch (chain->source) {
	case PNET_SOURCE_HARDWARE:
		why_set(&fact, "the hardware of %s has it, entries do not count",
			base);
		break;
	case PNET_SOURCE_TABLE:
		if (chain->elsewhere)
			why_set(&fact, "by its own entry: the device below %s is in another namespace",
				base);
		else if (!strcmp(chain->entry->eth, base))
			why_set(&fact, "by the entry of %s, the lowest device",
				base);
		else
			why_set(&fact, "by its own entry: %s, the lowest device, has none",
				base);
		break;
	case PNET_SOURCE_NONE:
		why_set(&fact, view->table.count ?
			"no entry for it or its lowest device" :
			"the PNET table of this namespace is empty");
		break;
	}
	return fact_write(ctx, &fact);
}

static int chain_write(struct smc_ctx *ctx, const struct pnet_chain *chain)
{
	struct fact fact;
	unsigned int i;
	int rc = 0;

	for (i = 0; !rc && i < chain->n; i++) {
		const struct smc_netdev *link = chain->at[i];
		const char *kind = link->info.kind[0] ? link->info.kind :
				   link->parent[0] ? "hardware" : "device";
		bool last = i + 1 == chain->n;

		fact = fact_new("device", link->name, "");
		if (link == chain->fork)
			why_set(&fact, "%s on several devices: the one added first counts, here taken to be %s",
				kind, chain->at[i + 1]->name);
		else if (!last)
			why_set(&fact, "%s on %s", kind, chain->at[i + 1]->name);
		else if (chain->elsewhere)
			why_set(&fact, "%s on a device of another namespace",
				kind);
		else
			why_set(&fact, "%s, the lowest device", kind);
		rc = fact_write(ctx, &fact);
	}
	return rc;
}

static bool in_chain(const struct pnet_chain *chain, const char *name)
{
	unsigned int i;

	for (i = 0; i < chain->n; i++)
		if (!strcmp(chain->at[i]->name, name))
			return true;
	return false;
}

/* An entry of the chain, or one whose device is gone; false: of neither. */
static bool entry_explain(const struct pnet_view *view,
			  const struct pnet_chain *chain,
			  const struct smc_pnet *e, struct fact *ret)
{
	const char *base = chain->at[chain->n - 1]->name;
	bool eth = pnet_is_eth(e);

	*ret = fact_new("entry", eth ? e->eth : e->ib, e->pnetid);
	ret->port = e->port;
	ret->has = 1 << FACT_USED | !eth << FACT_PORT;
	if (!pnet_is_there(view, e)) {
		why_set(ret, eth ?
			"stale: no interface has this name, it may be renamed" :
			"stale: SMC knows no device of this name, it may be renamed");
		return true;
	}
	if (!eth || !in_chain(chain, e->eth))
		return false;
	ret->used = e == chain->entry;
	if (ret->used && chain->elsewhere)
		why_set(ret, "wins: no other can be seen from here");
	else if (ret->used && !strcmp(e->eth, base))
		why_set(ret, "wins: that of the lowest device comes first");
	else if (ret->used)
		why_set(ret, "wins: %s has no entry", base);
	else if (chain->source == PNET_SOURCE_HARDWARE)
		why_set(ret, "the hardware of %s comes first", base);
	else if (strcmp(e->eth, chain->at[0]->name))
		why_set(ret, "neither the interface nor the lowest device");
	else
		why_set(ret, "that of %s, the lowest device, comes first",
			base);
	return true;
}

static int entries_write(struct smc_ctx *ctx, const struct pnet_view *view,
			 const struct pnet_chain *chain)
{
	struct fact fact;
	size_t i;
	int rc = 0;

	for (i = 0; !rc && i < view->table.count; i++)
		if (entry_explain(view, chain, smc_list_at(&view->table, i),
				  &fact))
			rc = fact_write(ctx, &fact);
	return rc;
}

static int port_write(struct smc_ctx *ctx, const struct pnet_view *view,
		      const struct pnet_chain *chain,
		      const struct smc_device *d, unsigned int number)
{
	const struct smc_port *port = number == 1 ? &d->port : &d->port2;
	struct fact fact = fact_new("rdma", d->ib_name, port->pnetid);
	const char *why;

	if (!port->valid)
		return 0;
	fact.has = 1 << FACT_USED | 1 << FACT_PORT;
	fact.port = (uint8_t)number;
	fact.used = pnet_rdma_used(view, chain, port, &why);
	why_set(&fact, "%s", why);
	return fact_write(ctx, &fact);
}

static int devices_write(struct smc_ctx *ctx, const struct pnet_view *view,
			 const struct pnet_chain *chain)
{
	const struct smc_device *d;
	struct fact fact;
	size_t i;
	int rc = 0;

	for (i = 0; !rc && i < view->rdma.count; i++) {
		d = smc_list_at(&view->rdma, i);
		rc = port_write(ctx, view, chain, d, 1);
		if (!rc)
			rc = port_write(ctx, view, chain, d, 2);
	}
	for (i = 0; !rc && i < view->smcd.count; i++) {
		d = smc_list_at(&view->smcd, i);
		fact = fact_new("smcd", d->name, d->port.pnetid);
		fact.has = 1 << FACT_USED;
		fact.used = pnet_smcd_used(view, chain, d, fact.why,
					   sizeof(fact.why));
		rc = fact_write(ctx, &fact);
	}
	return rc;
}

/* What no PNET ID means on this machine, in this namespace. */
static int note_write(struct smc_ctx *ctx, const struct pnet_view *view,
		      const struct pnet_chain *chain)
{
	struct fact fact = fact_new("note", "no PNET ID", "");
	struct utsname host = { 0 };

	if (chain->pnetid[0])
		return 0;
	(void)uname(&host); /* an empty word is no harm */
	if (chain->elsewhere)
		why_set(&fact, "the lowest device is in another namespace: SMC-R needs an entry for %s",
			chain->at[0]->name);
	else if (!view->initial)
		why_set(&fact, "entries of other namespaces do not count here, and SMC-R needs one: smc_pnet -a ID -I %s, ID being that of the RDMA device",
			chain->at[0]->name);
	else if (!view->rdma.count)
		why_set(&fact, "nothing to mend: there is no RDMA device, and SMC-D version 2 needs no entry");
	else if (!strncmp(host.machine, "s390", 4))
		why_set(&fact, "the hardware has none for it either: SMC-R uses the RDMA device of the lowest device only");
	else
		why_set(&fact, "hardware has none on %s: SMC-R uses the RDMA device of the lowest device, until there is an entry",
			host.machine);
	return fact_write(ctx, &fact);
}

static int explanation_write(struct smc_ctx *ctx, const struct pnet_view *view,
			     const struct smc_netdev *link)
{
	struct pnet_chain chain;
	int rc;

	pnet_chain_find(view, link, &chain);
	rc = smc_out_begin(&ctx->out, &fact_table, true, &ctx->err);
	if (!rc)
		rc = interface_write(ctx, view, &chain);
	if (!rc)
		rc = chain_write(ctx, &chain);
	if (!rc)
		rc = entries_write(ctx, view, &chain);
	if (!rc)
		rc = devices_write(ctx, view, &chain);
	if (!rc)
		rc = note_write(ctx, view, &chain);
	smc_out_end(&ctx->out);
	return rc;
}

static int pnet_explain(struct smc_ctx *ctx)
{
	const struct smc_netdev *link;
	struct pnet_view view;
	int rc;

	rc = smc_pnet_opts_check(ctx);
	if (!rc)
		rc = pnet_view_read(ctx, &view);
	if (rc)
		return rc;
	link = smc_netdev_named(&view.links, ctx->args[0]);
	if (link)
		rc = explanation_write(ctx, &view, link);
	else
		rc = smc_err_set(&ctx->err, -ENODEV,
				 "there is no interface '%s' in this namespace",
				 ctx->args[0]);
	pnet_view_free(&view);
	return rc;
}

const struct smc_cmd smc_pnet_cmd_explain = {
	.word = "explain", .args = "INTERFACE", .min = 1, .max = 1,
	.show = true,
	.doc = "show which PNET ID an interface has, why, and what follows",
	.run = pnet_explain, .words = smc_pnet_link_words,
};
