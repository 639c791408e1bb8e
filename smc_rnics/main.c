// SPDX-License-Identifier: GPL-2.0-or-later
/* smc_rnics - show the devices that SMC can use */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "fields.h"
#include "nic.h"
#include "pci.h"
#include "rdma.h"
#include "tool.h"

/* Exit codes of its own, which scripts know from smc-tools. */
enum {
	RNICS_EXIT_NONE		= 5,	/* no such FID */
	RNICS_EXIT_ALREADY	= 6,	/* it is online, or offline, already */
	RNICS_EXIT_REFUSED	= 7,	/* the kernel does not switch it */
};

#define CLASS_NETWORK	0x02

struct rnics_opts {
	struct smc_opts common;
	bool all;
	bool ib;
	bool raw;
	bool gids;
	const char *enable;
	const char *disable;
};

#define FLAG(letter, name, help, member) \
	SMC_FLAG(letter, name, NULL, help, struct rnics_opts, member)
#define VALUE(letter, name, help, member) \
	SMC_TEXT(letter, name, "FID", help, struct rnics_opts, member)

static const struct smc_opt options[] = {
	FLAG('a', "--all", "also functions that are offline, or no RDMA", all),
	FLAG('I', "--IB-dev", "s390: RDMA devices and their ports", ib),
	FLAG('r', "--rawids", "types as vendor and device ids", raw),
	FLAG(0, "--gids", "tables of GIDs of the RDMA devices", gids),
	VALUE('e', "--enable", "s390: set a function online", enable),
	VALUE('d', "--disable", "s390: set a function offline", disable),
	SMC_COMMON_OPTS,
};

/* An exit code that is not in the table that all tools have. */
static int exit_set(struct smc_ctx *ctx, int code, int exit)
{
	ctx->err.exit = (enum smc_exit)exit;
	return code;
}

static bool fid_read(const char *text, uint32_t *ret)
{
	size_t skip = !strncmp(text, "0x", 2) ? 2 : 0;
	size_t len = strlen(text + skip);

	if (!len || len > 8 ||
	    strspn(text + skip, "0123456789abcdefABCDEF") != len)
		return false;
	*ret = (uint32_t)strtoul(text, NULL, 16);
	return true;
}

/* By the number of its function, or by any of its names. */
static bool is_meant(const struct nics *nics, const struct nic *nic,
		     const char *text)
{
	uint32_t fid;

	if (nics->fids && nic_has(nic, PCI_FID) && fid_read(text, &fid) &&
	    fid == nic->pci.fid)
		return true;
	return *text && (!strcmp(text, nic->ibdev) ||
			 !strcmp(text, nic->netdev) ||
			 !strcmp(text, nic->name) ||
			 !strcmp(text, nic->pci.address));
}

static bool is_network(const struct nic *nic)
{
	return nic->ibdev[0] || nic->netdev[0] || nic_is_known(nic) ||
	       nic->pci.class >> 16 == CLASS_NETWORK;
}

/* What an offline function is nobody knows. */
static bool is_wanted(const struct nics *nics, const struct nic *nic,
		      const struct rnics_opts *opts)
{
	if (!nics->fids)
		return nic->ibdev[0] || nic->name[0] ||
		       (opts->all && is_network(nic));
	if (!nic_has(nic, PCI_FID))
		return opts->all;
	if (nic_has(nic, PCI_POWER) && !nic->pci.power)
		return opts->all;
	return is_network(nic);
}

static unsigned int columns_of(const struct nics *nics,
			       const struct rnics_opts *opts)
{
	return (nics->fids ? RNICS_FIDS : RNICS_PORTS) |
	       (opts->ib ? RNICS_IB : RNICS_NET) |
	       (opts->raw ? RNICS_RAW : RNICS_NAMES);
}

/* On an s390 without RDMA modules there is nothing amiss. */
static void missing_say(const struct smc_ctx *ctx, const struct nics *nics)
{
	if (nics->no_rdma[0] && !nics->fids)
		smc_note(ctx, "RDMA devices: %s", nics->no_rdma);
	if (nics->no_smc[0])
		smc_note(ctx, "SMC-D devices and PNET IDs: %s", nics->no_smc);
}

static int nics_show(struct smc_ctx *ctx, const struct nics *nics,
		     const struct rnics_opts *opts)
{
	const char *only = ctx->n_args ? ctx->args[0] : NULL;
	bool found = false;
	size_t i;
	int rc;

	for (i = 0; only && i < nics->n && !found; i++)
		found = is_meant(nics, &nics->items[i], only);
	if (only && !found)
		return exit_set(ctx, smc_err_set(&ctx->err, -ENODEV,
				"no such %s '%s'",
				nics->fids ? "FID" : "device", only),
				RNICS_EXIT_NONE);
	missing_say(ctx, nics);
	ctx->out.columns = columns_of(nics, opts);
	rc = smc_out_begin(&ctx->out, &rnics_table, true, &ctx->err);
	for (i = 0; !rc && i < nics->n; i++) {
		const struct nic *nic = &nics->items[i];

		if (only ? is_meant(nics, nic, only) :
		    is_wanted(nics, nic, opts))
			rc = smc_out_row(&ctx->out, nic);
	}
	smc_out_end(&ctx->out);
	return rc;
}

static int gids_show(struct smc_ctx *ctx)
{
	struct smc_rdma rdma;
	size_t i;
	int rc;

	rc = smc_rdma_read(&rdma, &ctx->err);
	if (rc)
		return rc;
	if (rdma.why[0])
		smc_note(ctx, "RDMA devices: %s", rdma.why);
	rc = smc_out_begin(&ctx->out, &rnics_gid_table, true, &ctx->err);
	for (i = 0; !rc && i < rdma.gids.count; i++) {
		const struct smc_rdma_gid *gid = smc_list_at(&rdma.gids, i);

		if (!ctx->n_args || !strcmp(ctx->args[0], gid->device))
			rc = smc_out_row(&ctx->out, gid);
	}
	smc_out_end(&ctx->out);
	smc_rdma_free(&rdma);
	return rc;
}

static int power_set(struct smc_ctx *ctx, const struct pci *pci,
		     const char *text, bool on)
{
	const struct pci_function *fn = NULL;
	uint32_t fid;
	size_t i;
	int rc;

	if (!fid_read(text, &fid))
		return smc_err_usage(&ctx->err, "'%s' is no FID", text);
	if (!pci->fids)
		return smc_err_set(&ctx->err, -EOPNOTSUPP,
				   "PCI functions of this machine have no FID");
	for (i = 0; i < pci->n; i++)
		if (pci->items[i].fid == fid &&
		    pci->items[i].has >> PCI_POWER & 1)
			fn = &pci->items[i];
	if (!fn)
		return exit_set(ctx, smc_err_set(&ctx->err, -ENODEV,
				"no such FID '%s'", text), RNICS_EXIT_NONE);
	if (fn->power == on)
		return exit_set(ctx, smc_err_set(&ctx->err, -EALREADY,
				"FID %x is %s already", fid,
				on ? "online" : "offline"),
				RNICS_EXIT_ALREADY);
	rc = pci_power(fn, on, &ctx->err);
	return rc ? exit_set(ctx, rc, RNICS_EXIT_REFUSED) : 0;
}

static int power_run(struct smc_ctx *ctx, const struct rnics_opts *opts)
{
	struct pci pci;
	int rc;

	if ((opts->enable && opts->disable) || ctx->n_args)
		return smc_err_usage(&ctx->err, "-e and -d take one FID");
	rc = pci_read(&pci, &ctx->err);
	if (rc)
		return rc;
	rc = power_set(ctx, &pci, opts->enable ? opts->enable : opts->disable,
		       opts->enable != NULL);
	pci_free(&pci);
	return rc;
}

static int rnics_run(struct smc_ctx *ctx)
{
	const struct rnics_opts *opts = (const struct rnics_opts *)ctx->opts;
	struct nics nics;
	int rc;

	if (opts->enable || opts->disable)
		return power_run(ctx, opts);
	if (opts->gids)
		return gids_show(ctx);
	rc = nics_read(&nics, &ctx->err);
	if (rc)
		return rc;
	rc = nics_show(ctx, &nics, opts);
	nics_free(&nics);
	return rc;
}

static int rnics_words(struct smc_ctx *ctx)
{
	struct nics nics;
	size_t i;
	int rc;

	rc = nics_read(&nics, &ctx->err);
	if (rc)
		return rc;
	for (i = 0; i < nics.n; i++) {
		const struct nic *nic = &nics.items[i];

		if (nics.fids && nic_has(nic, PCI_FID))
			fprintf(ctx->out.f, "%x\n", nic->pci.fid);
		else if (nic->ibdev[0] || nic->name[0])
			fprintf(ctx->out.f, "%s\n",
				nic->ibdev[0] ? nic->ibdev : nic->name);
	}
	nics_free(&nics);
	return 0;
}

static const struct smc_cmd root = {
	.args = "[FID | DEVICE]", .max = 1, .offline = true, .list = true,
	.run = rnics_run, .words = rnics_words,
};

static const struct smc_tool tool = {
	.name = "smc_rnics",
	.doc = "show the devices that SMC can use",
	.opts = options,
	.n_opts = sizeof(options) / sizeof(options[0]),
	.opts_size = sizeof(struct rnics_opts),
	.root = &root,
};

int main(int argc, char **argv)
{
	return smc_tool_main(&tool, argc, argv);
}
