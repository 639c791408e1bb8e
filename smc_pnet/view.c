// SPDX-License-Identifier: GPL-2.0-or-later
#include "view.h"

#include <linux/smc.h>
#include <stdio.h>
#include <string.h>

#include "cmd.h"
#include "core/gid.h"
#include "hardware.h"
#include "nl.h"

static int devices_read(struct pnet_view *view, struct smc_err *err)
{
	struct smc_nl *nl;
	int rc;

	rc = smc_nl_open(&nl, SMC_GENL_FAMILY_NAME, err);
	if (rc)
		return rc;
	rc = smc_query_run(nl, &smc_query_dev_r, &view->rdma, err);
	if (!rc)
		rc = smc_query_run(nl, &smc_query_dev_d, &view->smcd, err);
	smc_nl_close(nl);
	return rc;
}

/**
 * pnet_view_read() - read all that decides which devices are used
 * @ctx: the command
 * @ret: gets it, to be freed with pnet_view_free()
 *
 * Return: 0 or -errno with the context's error set.
 */
int pnet_view_read(struct smc_ctx *ctx, struct pnet_view *ret)
{
	struct pnet_view view = { 0 };
	uint64_t cookie;
	int rc;

	rc = smc_nl_netns(ctx->nl, &cookie, &ctx->err);
	if (!rc)
		rc = smc_query_run(ctx->nl, &smc_query_pnet, &view.table,
				   &ctx->err);
	if (!rc)
		rc = smc_netdev_list(&view.links, &ctx->err);
	if (!rc)
		rc = devices_read(&view, &ctx->err);
	if (rc) {
		pnet_view_free(&view);
		return rc;
	}
	view.initial = cookie == PNET_INITIAL;
	*ret = view;
	if (view.table.torn || view.links.torn || view.rdma.torn ||
	    view.smcd.torn)
		smc_note(ctx, SMC_NOTE_TORN);
	return 0;
}

/**
 * pnet_view_free() - forget what was read
 * @view: what pnet_view_read() made
 */
void pnet_view_free(struct pnet_view *view)
{
	smc_list_free(&view->table);
	smc_list_free(&view->links);
	smc_list_free(&view->rdma);
	smc_list_free(&view->smcd);
}

/**
 * pnet_is_eth() - is an entry of the table one of a network device?
 * @e: the entry
 *
 * Return: false for RDMA and SMC-D devices.
 */
bool pnet_is_eth(const struct smc_pnet *e)
{
	return strcmp(e->eth, SMC_PNET_NONE) != 0;
}

/* Devices go by the name that RDMA has for them, or by that of their PCI. */
static bool device_named(const struct smc_list *devices, const char *name)
{
	size_t i;

	for (i = 0; i < devices->count; i++) {
		const struct smc_device *d = smc_list_at(devices, i);

		if (!strcmp(d->ib_name, name) || !strcmp(d->name, name))
			return true;
	}
	return false;
}

/**
 * pnet_is_there() - is there a device that an entry names?
 * @view: what there is
 * @e: the entry
 *
 * Return: true if there is.
 */
bool pnet_is_there(const struct pnet_view *view, const struct smc_pnet *e)
{
	if (pnet_is_eth(e))
		return smc_netdev_named(&view->links, e->eth);
	return device_named(&view->rdma, e->ib) ||
	       device_named(&view->smcd, e->ib);
}

static const struct smc_pnet *entry_of(const struct pnet_view *view,
				       const struct smc_netdev *link)
{
	size_t i;

	for (i = 0; i < view->table.count; i++) {
		const struct smc_pnet *e = smc_list_at(&view->table, i);

		if (pnet_is_eth(e) && !strcmp(e->eth, link->name))
			return e;
	}
	return NULL;
}

/*
 * The lowest device has the first word: its hardware, then its entry. Only then
 * comes the entry of the interface; those of what is between never count.
 */
static void source_find(const struct pnet_view *view,
			struct pnet_chain *chain)
{
	const struct smc_netdev *base = chain->at[chain->n - 1];

	if (!chain->elsewhere && pnet_hardware_id(base, chain->pnetid)) {
		chain->source = PNET_SOURCE_HARDWARE;
		return;
	}
	if (!chain->elsewhere)
		chain->entry = entry_of(view, base);
	if (!chain->entry)
		chain->entry = entry_of(view, chain->at[0]);
	if (!chain->entry)
		return;
	chain->source = PNET_SOURCE_TABLE;
	strcpy(chain->pnetid, chain->entry->pnetid);
}

/**
 * pnet_chain_find() - find what is below an interface, and its PNET ID
 * @view: what there is
 * @link: the interface
 * @ret: gets it; points into @view
 */
void pnet_chain_find(const struct pnet_view *view,
		     const struct smc_netdev *link, struct pnet_chain *ret)
{
	unsigned int lowers;

	*ret = (struct pnet_chain){ 0 };
	for (; link && ret->n < PNET_CHAIN;
	     link = smc_netdev_lower(&view->links, link, &lowers)) {
		if (ret->n && lowers > 1 && !ret->fork)
			ret->fork = ret->at[ret->n - 1];
		ret->at[ret->n++] = link;
		ret->elsewhere = smc_netdev_elsewhere(link);
	}
	source_find(view, ret);
}

/**
 * pnet_rdma_used() - may connections over an interface use an RDMA port?
 * @view: what there is
 * @chain: the interface
 * @port: the port
 * @why: gets the reason
 *
 * Return: true if so.
 */
bool pnet_rdma_used(const struct pnet_view *view,
		    const struct pnet_chain *chain,
		    const struct smc_port *port, const char **why)
{
	const struct smc_netdev *base = chain->at[chain->n - 1];
	bool used;

	if (chain->pnetid[0]) {
		used = !strcmp(port->pnetid, chain->pnetid);
		*why = used ? "has the PNET ID of the interface" :
		       port->pnetid[0] ? "has another PNET ID" :
		       "has no PNET ID, the interface has one";
	} else if (!view->initial || chain->elsewhere) {
		used = false;
		*why = "the interface has no PNET ID";
	} else {
		used = port->ifindex == base->index;
		*why = used ?
		       "belongs to the lowest device, which has no PNET ID" :
		       "does not belong to the lowest device, which has no PNET ID";
	}
	if (used && !port->state) {
		used = false;
		*why = "would be used, but is not active";
	}
	return used;
}

/* An interface that is up and has this PNET ID. */
static const char *up_with(const struct pnet_view *view, const char *pnetid)
{
	struct pnet_chain chain;
	size_t i;

	for (i = 0; i < view->links.count; i++) {
		const struct smc_netdev *link = smc_list_at(&view->links, i);

		if (!link->up)
			continue;
		pnet_chain_find(view, link, &chain);
		if (!strcmp(chain.pnetid, pnetid))
			return link->name;
	}
	return NULL;
}

/**
 * pnet_smcd_used() - may connections over an interface use an SMC-D device?
 * @view: what there is
 * @chain: the interface
 * @dev: the device
 * @why: gets the reason
 * @size: bytes in @why
 *
 * Return: true if so.
 */
bool pnet_smcd_used(const struct pnet_view *view,
		    const struct pnet_chain *chain,
		    const struct smc_device *dev, char *why, size_t size)
{
	const char *up;

	if (smc_chid_emulated(dev->pci_chid)) {
		snprintf(why, size, "virtual: a PNET ID has an effect only for SMC-D version 1, which it does not do");
		return true;
	}
	if (!dev->port.pnetid[0]) {
		snprintf(why, size, "has no PNET ID: version 2 needs none, version 1 does not use it");
		return true;
	}
	if (!strcmp(dev->port.pnetid, chain->pnetid)) {
		snprintf(why, size, "has the PNET ID of the interface");
		return true;
	}
	up = up_with(view, dev->port.pnetid);
	if (up)
		snprintf(why, size, "version 2 only: %s, which is up, has its PNET ID",
			 up);
	else
		snprintf(why, size, "no interface that is up has its PNET ID");
	return up;
}
