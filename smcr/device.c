// SPDX-License-Identifier: GPL-2.0-or-later
/* device: the RDMA devices of this host, a line a port. */
#include <linux/smc.h>
#include <stdio.h>
#include <unistd.h>

#include "filter.h"
#include "pci_name.h"
#include "port.h"
#include "query.h"
#include "smcr.h"

/* Only the driver of software devices tells what it sits on. */
static bool is_rxe(const struct smc_device *dev)
{
	char path[128];

	snprintf(path, sizeof(path), "/sys/class/infiniband/%s/parent",
		 dev->ib_name);
	return !access(path, F_OK);
}

static bool has_pci(const struct smc_device *dev)
{
	return smc_has(dev->has, SMC_NLA_DEV_PCI_DEVICE);
}

/* The name of a kind of device that is known by name. */
static const char *type_name(const struct smc_device *dev)
{
	if (has_pci(dev))
		return smc_pci_name(dev->pci_vendor, dev->pci_device);
	return is_rxe(dev) ? "rxe" : NULL;
}

/* In the table a column is one word, so an unknown one is its id alone. */
static enum smc_text type_column(const void *obj, char *buf, size_t size)
{
	const struct smc_device *dev = &((const struct smcr_port *)obj)->dev;
	const char *name = type_name(dev);

	if (name)
		snprintf(buf, size, "%s", name);
	else if (has_pci(dev))
		snprintf(buf, size, "0x%04x", dev->pci_device);
	else
		return SMC_TEXT_NONE;
	return SMC_TEXT_OK;
}

static enum smc_text type_words(const void *obj, char *buf, size_t size)
{
	const struct smc_device *dev = &((const struct smcr_port *)obj)->dev;
	const char *name = type_name(dev);

	if (name)
		snprintf(buf, size, "%s", name);
	else if (has_pci(dev))
		snprintf(buf, size, "unknown (0x%04x)", dev->pci_device);
	else
		return SMC_TEXT_NONE;
	return SMC_TEXT_OK;
}

static enum smc_text state_text(const void *obj, char *buf, size_t size)
{
	const struct smc_port *port = &((const struct smcr_port *)obj)->port;

	if (!smc_has(port->has, SMC_NLA_DEV_PORT_STATE))
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%s", port->state ? "ACTIVE" : "INACTIVE");
	return SMC_TEXT_OK;
}

static enum smc_tone state_tone(const void *obj)
{
	const struct smcr_port *p = obj;

	return p->port.state ? SMC_TONE_GOOD : SMC_TONE_BAD;
}

static enum smc_text port_text(const void *obj, char *buf, size_t size)
{
	const struct smcr_port *p = obj;

	if (!p->number)
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%u", p->number);
	return SMC_TEXT_OK;
}

/* Not every port has one here: no name in the table, no value elsewhere. */
static enum smc_text netdev_text(const void *obj, char *buf, size_t size)
{
	const char *name = ((const struct smcr_port *)obj)->netdev;

	snprintf(buf, size, "%s", name);
	return name[0] ? SMC_TEXT_OK : SMC_TEXT_NONE;
}

/* '*': by the user, not by the hardware. */
static enum smc_text pnetid_column(const void *obj, char *buf, size_t size)
{
	const struct smc_port *port = &((const struct smcr_port *)obj)->port;

	snprintf(buf, size, "%c%-16s", port->pnetid_by_user ? '*' : ' ',
		 port->pnetid);
	return SMC_TEXT_OK;
}

#define DEV(member, attr) \
	SMC_VALUE(struct smcr_port, dev.member), \
	SMC_IF(struct smcr_port, dev.has, attr)
#define PORT(member, attr) \
	SMC_VALUE(struct smcr_port, port.member), \
	SMC_IF(struct smcr_port, port.has, attr)

static const struct smc_field device_fields[] = {
	{ .title = "Net-Dev", .form = SMC_FORM_STR, .left = true, .width = 15,
	  .gap = 1, SMC_VALUE(struct smcr_port, netdev) },
	{ .key = "netdev", .form = SMC_FORM_FN, .text = netdev_text },
	{ .key = "ibdev", .title = "IB-Dev", .form = SMC_FORM_STR,
	  .left = true, .width = 8, .gap = 1,
	  DEV(ib_name, SMC_NLA_DEV_IB_NAME) },
	{ .title = "IB-P", .form = SMC_FORM_FN, .width = 4, .gap = 2,
	  .text = port_text },
	{ .key = "port", .form = SMC_FORM_DEC,
	  SMC_VALUE(struct smcr_port, number) },
	{ .key = "state", .title = "IB-State", .form = SMC_FORM_FN, .width = 8,
	  .gap = 2, .text = state_text, .tone = state_tone },
	{ .title = "Type", .form = SMC_FORM_FN, .left = true, .width = 13,
	  .gap = 1, .text = type_column },
	{ .key = "type", .form = SMC_FORM_FN, .text = type_words },
	{ .key = "pci_vendor", .form = SMC_FORM_HEX, .digits = 4,
	  DEV(pci_vendor, SMC_NLA_DEV_PCI_VENDOR) },
	{ .key = "pci_device", .form = SMC_FORM_HEX, .digits = 4,
	  DEV(pci_device, SMC_NLA_DEV_PCI_DEVICE) },
	{ .key = "critical", .title = "Crit", .form = SMC_FORM_BOOL,
	  .width = 4, .gap = 2, DEV(critical, SMC_NLA_DEV_IS_CRIT) },
	{ .key = "fid", .title = " FID", .form = SMC_FORM_HEX, .digits = 4,
	  .width = 5, .gap = 2, .when = SMC_COLUMNS_DETAILS,
	  DEV(pci_fid, SMC_NLA_DEV_PCI_FID) },
	{ .key = "pci_id", .title = "PCI-ID", .form = SMC_FORM_STR,
	  .left = true, .width = 12, .gap = 2, .when = SMC_COLUMNS_DETAILS,
	  DEV(name, SMC_NLA_DEV_PCI_ID) },
	{ .key = "pchid", .title = "PCHID", .form = SMC_FORM_HEX, .digits = 4,
	  .width = 4, .gap = 3, .when = SMC_COLUMNS_DETAILS,
	  DEV(pci_chid, SMC_NLA_DEV_PCI_CHID) },
	{ .key = "links", .title = "#Links", .form = SMC_FORM_DEC, .width = 6,
	  .gap = 2, PORT(links, SMC_NLA_DEV_PORT_LNK_CNT) },
	{ .key = "pnetid", .form = SMC_FORM_STR,
	  PORT(pnetid, SMC_NLA_DEV_PORT_PNETID) },
	{ .key = "pnetid_by_user", .form = SMC_FORM_BOOL,
	  PORT(pnetid_by_user, SMC_NLA_DEV_PORT_PNET_USR) },
	{ .title = "PNET-ID  ", .form = SMC_FORM_FN, .left = true, .width = 17,
	  .text = pnetid_column },
};

static const struct smc_table device_table =
	SMC_TABLE("devices", device_fields);

/* What a walk over all ports writes. */
struct show {
	struct smcr_filter filter;
	bool found;
	bool begun;
};

static int port_show(struct smc_ctx *ctx, const struct smcr_port *port,
		     void *arg)
{
	struct show *show = arg;
	int rc = 0;

	if (!smcr_filter_fits(&show->filter, port->dev.ib_name, port->netdev))
		return 0;
	if (!show->found)
		rc = smc_out_begin(&ctx->out, &device_table, true, &ctx->err);
	show->found = true;
	return rc ? rc : smc_out_row(&ctx->out, port);
}

static int device_show(struct smc_ctx *ctx)
{
	struct show show = { 0 };
	struct smc_list devs;
	int rc;

	rc = smcr_filter_read(ctx, false, &show.filter);
	if (!rc)
		rc = smc_ctx_list(ctx, &smc_query_dev_r, &devs);
	if (rc)
		return rc;
	rc = smcr_ports_walk(ctx, &devs, port_show, &show);
	if (!rc && !show.found)
		rc = show.filter.ibdev || show.filter.netdev ?
		     smcr_filter_missing(ctx, &show.filter) :
		     smc_out_begin(&ctx->out, &device_table, false, &ctx->err);
	if (!rc)
		smc_out_end(&ctx->out);
	smc_list_free(&devs);
	return rc;
}

static int device_words(struct smc_ctx *ctx)
{
	int rc = smcr_filter_words(ctx);

	return rc < 0 ? rc : 0;
}

static const struct smc_cmd device_show_cmd = {
	.word = "show", .old = "s sh sho",
	.args = "[all] [ibdev NAME] [netdev NAME]", .max = SMCR_FILTER_WORDS,
	.doc = "show the RDMA devices", .list = true, .run = device_show,
	.words = device_words,
};

static const struct smc_cmd *const device_cmds[] = { &device_show_cmd };

const struct smc_cmd smcr_cmd_device = {
	.word = "device", .old = "d de dev devi devic", .loose = true,
	SMC_SUB(device_cmds),
};
