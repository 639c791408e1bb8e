// SPDX-License-Identifier: GPL-2.0-or-later
/* device: the SMC-D devices of this host. */
#include <linux/smc.h>
#include <linux/smc_ext.h>
#include <string.h>

#include "core/gid.h"
#include "ext.h"
#include "pci_name.h"
#include "query.h"
#include "smcd.h"

/* A device as the stock family has it, and what our module adds. */
struct device {
	struct smc_device dev;
	struct smc_ext_dev ext;
};

static bool is_virtual(const struct smc_device *dev)
{
	return smc_chid_emulated(dev->pci_chid);
}

/* The name of a kind of device that is known by name. */
static const char *type_name(const struct smc_device *dev)
{
	if (dev->pci_chid == SMC_CHID_LOOPBACK)
		return "LO";
	return smc_pci_name(dev->pci_vendor, dev->pci_device);
}

/* In the table a column is one word, so an unknown one is its id alone. */
static enum smc_text type_column(const void *obj, char *buf, size_t size)
{
	const struct device *d = obj;
	const char *name = type_name(&d->dev);

	if (name)
		snprintf(buf, size, "%s", name);
	else
		snprintf(buf, size, "0x%04x", d->dev.pci_device);
	return SMC_TEXT_OK;
}

static enum smc_text type_words(const void *obj, char *buf, size_t size)
{
	const struct device *d = obj;
	const char *name = type_name(&d->dev);

	if (name)
		snprintf(buf, size, "%s", name);
	else
		snprintf(buf, size, "unknown (0x%04x)", d->dev.pci_device);
	return SMC_TEXT_OK;
}

static enum smc_text bus_text(const void *obj, char *buf, size_t size)
{
	const struct device *d = obj;

	snprintf(buf, size, "%s", is_virtual(&d->dev) ? "virtual" : "pci");
	return SMC_TEXT_OK;
}

/* '*': by the user, not by the hardware. */
static enum smc_text pnetid_column(const void *obj, char *buf, size_t size)
{
	const struct smc_port *port = &((const struct device *)obj)->dev.port;

	snprintf(buf, size, "%c%-16s", port->pnetid_by_user ? '*' : ' ',
		 port->pnetid);
	return SMC_TEXT_OK;
}

static enum smc_text dmb_text(const void *obj, char *buf, size_t size)
{
	const struct device *d = obj;

	if (!smc_has(d->ext.has, SMC_EXT_DEV_DMB_TYPE))
		return SMC_TEXT_NONE;
	if (d->ext.dmb_type == SMC_EXT_DMB_PHYS)
		snprintf(buf, size, "physical");
	else if (d->ext.dmb_type == SMC_EXT_DMB_VIRT)
		snprintf(buf, size, "virtual");
	else
		snprintf(buf, size, "%u", d->ext.dmb_type);
	return SMC_TEXT_OK;
}

#define DEV(member, attr) \
	SMC_VALUE(struct device, dev.member), \
	SMC_IF(struct device, dev.has, attr)
#define EXT(member, attr) \
	SMC_VALUE(struct device, ext.member), \
	SMC_IF(struct device, ext.has, attr)

static const struct smc_field device_fields[] = {
	{ .key = "fid", .title = "FID", .form = SMC_FORM_HEX, .digits = 4,
	  .width = 4, .gap = 1, DEV(pci_fid, SMC_NLA_DEV_PCI_FID) },
	{ .title = "Type", .form = SMC_FORM_FN, .left = true, .width = 4,
	  .gap = 2, .text = type_column },
	{ .key = "type", .form = SMC_FORM_FN, .text = type_words },
	{ .key = "pci_vendor", .form = SMC_FORM_HEX, .digits = 4,
	  DEV(pci_vendor, SMC_NLA_DEV_PCI_VENDOR) },
	{ .key = "pci_device", .form = SMC_FORM_HEX, .digits = 4,
	  DEV(pci_device, SMC_NLA_DEV_PCI_DEVICE) },
	{ .key = "bus", .form = SMC_FORM_FN, .text = bus_text },
	{ .key = "name", .title = "PCI-ID", .form = SMC_FORM_STR, .left = true,
	  .width = 12, .gap = 2, DEV(name, SMC_NLA_DEV_PCI_ID) },
	{ .key = "pchid", .title = "PCHID", .form = SMC_FORM_HEX, .digits = 4,
	  .width = 4, .gap = 1, DEV(pci_chid, SMC_NLA_DEV_PCI_CHID) },
	{ .key = "in_use", .title = " InUse", .form = SMC_FORM_BOOL,
	  .left = true, .width = 4, .gap = 2,
	  DEV(critical, SMC_NLA_DEV_IS_CRIT) },
	{ .key = "linkgroups", .title = " #LGs", .form = SMC_FORM_DEC,
	  .width = 5, .gap = 1, DEV(lgrs, SMC_NLA_DEV_USE_CNT) },
	{ .key = "pnetid", .form = SMC_FORM_STR,
	  DEV(port.pnetid, SMC_NLA_DEV_PORT) },
	{ .key = "pnetid_by_user", .form = SMC_FORM_BOOL,
	  DEV(port.pnetid_by_user, SMC_NLA_DEV_PORT) },
	{ .title = " PNET-ID  ", .form = SMC_FORM_FN, .left = true, .width = 17,
	  .gap = 1, .text = pnetid_column },
	{ .key = "active", .title = "Active", .form = SMC_FORM_BOOL,
	  .left = true, .width = 6, .gap = 2, .when = SMC_COLUMNS_DETAILS,
	  EXT(active, SMC_EXT_DEV_ACTIVE) },
	{ .key = "dmb_type", .title = "DMB-Type", .form = SMC_FORM_FN,
	  .left = true, .width = 8, .gap = 1, .when = SMC_COLUMNS_DETAILS, .text = dmb_text },
	{ .key = "dmbs", .title = "#DMBs", .form = SMC_FORM_DEC, .width = 5,
	  .gap = 1, .when = SMC_COLUMNS_DETAILS, EXT(dmbs, SMC_EXT_DEV_DMBS) },
	{ .key = "dmb_bytes", .title = "   DMB-Bytes", .form = SMC_FORM_DEC,
	  .width = 12, .when = SMC_COLUMNS_DETAILS, EXT(dmb_bytes, SMC_EXT_DEV_DMB_BYTES) },
};

static const struct smc_table device_table =
	SMC_TABLE("devices", device_fields);

static void ext_merge(struct device *d, const struct smc_list *exts)
{
	size_t i;

	for (i = 0; i < exts->count; i++) {
		const struct smc_ext_dev *ext = smc_list_at(exts, i);

		if (!strcmp(ext->name, d->dev.name))
			d->ext = *ext;
	}
}

static int devices_write(struct smc_ctx *ctx, const struct smc_list *list,
			 const struct smc_list *exts)
{
	size_t i;
	int rc = 0;

	rc = smc_out_begin(&ctx->out, &device_table, list->count, &ctx->err);
	for (i = 0; !rc && i < list->count; i++) {
		struct device d = { .dev = *(const struct smc_device *)
					   smc_list_at(list, i) };

		ext_merge(&d, exts);
		rc = smc_out_row(&ctx->out, &d);
	}
	smc_out_end(&ctx->out);
	return rc;
}

static int device_show(struct smc_ctx *ctx)
{
	struct smc_list list, exts = { 0 };
	struct smc_err ignore;
	int rc;

	if (ctx->n_args && strcmp(ctx->args[0], "all"))
		return smc_err_usage(&ctx->err, "unknown word '%s'",
				     ctx->args[0]);
	rc = smc_ctx_list(ctx, &smc_query_dev_d, &list);
	if (rc)
		return rc;
	/* The stock module has no more to tell. */
	if (ctx->opts->details || ctx->out.select ||
	    ctx->out.style == SMC_STYLE_JSON)
		(void)smc_ext_list(&smc_ext_query_dev, &exts, &ignore);
	rc = devices_write(ctx, &list, &exts);
	smc_list_free(&exts);
	smc_list_free(&list);
	return rc;
}

static const struct smc_cmd device_show_cmd = {
	.word = "show", .old = "s sh sho", .args = "[all]", .max = 1,
	.doc = "show the SMC-D devices", .list = true, .run = device_show,
};

static const struct smc_cmd *const device_cmds[] = { &device_show_cmd };

const struct smc_cmd smcd_cmd_device = {
	.word = "device", .old = "d de dev devi devic", SMC_SUB(device_cmds),
};
