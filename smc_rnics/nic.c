// SPDX-License-Identifier: GPL-2.0-or-later
#include "nic.h"

#include <errno.h>
#include <linux/smc.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>

#include "codec.h"
#include "nl.h"
#include "pnet.h"

#define TEXT(member, s) smc_text_copy(member, sizeof(member), s, strlen(s))

static void port_set(struct nic *nic, const char *ibdev, uint8_t port)
{
	TEXT(nic->ibdev, ibdev);
	nic->ibport = port;
	if (port)
		nic->has |= 1ULL << NIC_PORT;
}

static struct nic *nic_new(struct nics *nics)
{
	struct nic *items = reallocarray(nics->items, nics->n + 1,
					 sizeof(*items));

	if (!items)
		return NULL;
	nics->items = items;
	items[nics->n] = (struct nic){ 0 };
	return &items[nics->n++];
}

/* A port is there once, whoever told of it first. */
static struct nic *nic_by_port(struct nics *nics, const char *ibdev,
			       uint8_t port)
{
	struct nic *nic;
	size_t i;

	for (i = 0; i < nics->n; i++)
		if (nics->items[i].ibport == port &&
		    !strcmp(nics->items[i].ibdev, ibdev))
			return &nics->items[i];
	nic = nic_new(nics);
	if (nic)
		port_set(nic, ibdev, port);
	return nic;
}

static struct nic *nic_by_pci(struct nics *nics, const char *address)
{
	size_t i;

	for (i = 0; i < nics->n; i++)
		if (!strcmp(nics->items[i].pci.address, address))
			return &nics->items[i];
	return nic_new(nics);
}

/* A row for each port of a function; one that has no names is one row. */
static int function_add(struct nics *nics, const struct pci_function *fn)
{
	unsigned int p;

	for (p = 0; p < fn->n_ports; p++) {
		const struct pci_port *port = &fn->ports[p];
		struct nic *nic;

		if (p && !port->netdev[0] && !port->ibdev[0])
			continue;
		nic = nic_new(nics);
		if (!nic)
			return -ENOMEM;
		nic->has = fn->has;
		nic->pci = *fn;
		port_set(nic, port->ibdev, port->ibport);
		TEXT(nic->netdev, port->netdev);
		TEXT(nic->pnetid, port->pnetid);
		/* An older kernel does not tell the port. */
		if (port->netdev[0] && !(fn->has >> PCI_PORT & 1)) {
			nic->has |= 1ULL << PCI_PORT;
			nic->pci.port = p;
		}
	}
	return 0;
}

static int functions_add(struct nics *nics)
{
	struct smc_err ignore = { 0 };
	struct pci pci;
	size_t i;
	int rc;

	rc = pci_read(&pci, &ignore);
	if (rc)
		return rc;
	nics->fids = pci.fids;
	for (i = 0; !rc && i < pci.n; i++)
		rc = function_add(nics, &pci.items[i]);
	pci_free(&pci);
	return rc;
}

static void netdev_name(struct nic *nic, uint32_t ifindex)
{
	char name[IF_NAMESIZE];

	if (!nic->netdev[0] && ifindex && if_indextoname(ifindex, name))
		TEXT(nic->netdev, name);
}

static int ports_add(struct nics *nics)
{
	struct smc_rdma rdma;
	struct smc_err ignore = { 0 };
	size_t i;
	int rc;

	rc = smc_rdma_read(&rdma, &ignore);
	if (rc)
		return rc;
	TEXT(nics->no_rdma, rdma.why);
	for (i = 0; i < rdma.ports.count; i++) {
		const struct smc_rdma_port *port = smc_list_at(&rdma.ports, i);
		struct nic *nic = nic_by_port(nics, port->device, port->port);

		if (!nic) {
			rc = -ENOMEM;
			break;
		}
		nic->has |= 1ULL << NIC_RDMA;
		nic->rdma = *port;
		netdev_name(nic, port->ifindex);
	}
	smc_rdma_free(&rdma);
	return rc;
}

static int smcr_port_add(struct nics *nics, const char *ibdev, uint8_t number,
			 const struct smc_port *port)
{
	struct nic *nic;

	if (!port->valid)
		return 0;
	nic = nic_by_port(nics, ibdev, number);
	if (!nic)
		return -ENOMEM;
	nic->has |= 1ULL << NIC_SMC;
	netdev_name(nic, port->ifindex);
	if (port->pnetid[0]) {
		TEXT(nic->pnetid, port->pnetid);
		nic->pnetid_by_user = port->pnetid_by_user;
	}
	return 0;
}

static int smcr_add(struct nics *nics, const struct smc_device *dev)
{
	int rc = smcr_port_add(nics, dev->ib_name, 1, &dev->port);

	return rc ? rc : smcr_port_add(nics, dev->ib_name, 2, &dev->port2);
}

static int smcd_add(struct nics *nics, const struct smc_device *dev)
{
	struct nic *nic = nic_by_pci(nics, dev->name);

	if (!nic)
		return -ENOMEM;
	nic->has |= 1ULL << NIC_SMC;
	TEXT(nic->name, dev->name);
	nic->chid = dev->pci_chid;
	if (dev->port.pnetid[0]) {
		TEXT(nic->pnetid, dev->port.pnetid);
		nic->pnetid_by_user = dev->port.pnetid_by_user;
	}
	return 0;
}

static bool is_named(const struct smc_pnet *e, const struct nic *nic)
{
	bool ib = !strcmp(e->ib, nic->pci.address) ||
		  (nic->ibdev[0] && !strcmp(e->ib, nic->ibdev));

	if (nic->netdev[0] && !strcmp(e->eth, nic->netdev))
		return true;
	return ib && (!nic->ibport || e->port == nic->ibport);
}

/* What only the table says; the machine's own PNET IDs come first. */
static void table_apply(struct nics *nics, const struct smc_list *list)
{
	size_t i, k;

	for (i = 0; i < nics->n; i++) {
		struct nic *nic = &nics->items[i];

		for (k = 0; k < list->count && !nic->pnetid[0]; k++) {
			const struct smc_pnet *e = smc_list_at(list, k);

			if (!is_named(e, nic))
				continue;
			TEXT(nic->pnetid, e->pnetid);
			nic->pnetid_by_user = 1;
		}
	}
}

/* One of the module's two tables of devices. */
static int devices_add(struct nics *nics, struct smc_nl *nl,
		       const struct smc_query *query,
		       int (*add)(struct nics *nics,
				  const struct smc_device *dev),
		       struct smc_err *err)
{
	struct smc_list list;
	size_t i;
	int rc;

	rc = smc_query_run(nl, query, &list, err);
	if (rc)
		return rc;
	for (i = 0; !rc && i < list.count; i++)
		rc = add(nics, smc_list_at(&list, i));
	smc_list_free(&list);
	return rc ? smc_err_set(err, rc, "out of memory") : 0;
}

/* What the module tells; without it the rest is shown all the same. */
static void smc_add(struct nics *nics)
{
	struct smc_err err = { 0 };
	struct smc_nl *nl = NULL;
	struct smc_list list;
	int rc;

	rc = smc_nl_open(&nl, SMC_GENL_FAMILY_NAME, &err);
	if (rc == -ENOENT)
		smc_err_set(&err, rc, "smc module is not loaded (modprobe smc)");
	if (!rc)
		rc = devices_add(nics, nl, &smc_query_dev_r, smcr_add, &err);
	if (!rc)
		rc = devices_add(nics, nl, &smc_query_dev_d, smcd_add, &err);
	smc_nl_close(nl);
	if (!rc)
		rc = smc_pnet_list(&list, &err);
	if (rc) {
		TEXT(nics->no_smc, err.text);
		return;
	}
	table_apply(nics, &list);
	smc_list_free(&list);
}

/**
 * nics_read() - find all rows
 * @ret: gets them, to be freed with nics_free()
 * @err: says what went wrong
 *
 * Return: 0 or -ENOMEM.
 */
int nics_read(struct nics *ret, struct smc_err *err)
{
	struct nics nics = { 0 };
	int rc;

	rc = functions_add(&nics);
	if (!rc)
		rc = ports_add(&nics);
	if (rc) {
		nics_free(&nics);
		return smc_err_set(err, rc, "out of memory");
	}
	smc_add(&nics);
	*ret = nics;
	return 0;
}

/**
 * nics_free() - forget the rows
 * @nics: what nics_read() filled
 */
void nics_free(struct nics *nics)
{
	free(nics->items);
	*nics = (struct nics){ 0 };
}
