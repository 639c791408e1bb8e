// SPDX-License-Identifier: GPL-2.0-or-later
/* info: what kernel and hardware can do. */
#include <errno.h>
#include <linux/smc.h>
#include <linux/smc_ext.h>
#include <string.h>

#include "cmds.h"
#include "core/gid.h"
#include "ext.h"
#include "query.h"

/* All that info shows, from four of the kernel's tables. */
struct info {
	struct smc_sys_info sys;
	struct smc_ext_info module;
	bool ism;	/* a hardware SMC-D device is there */
	bool loopback;	/* a software one is */
	bool roce;	/* an RDMA device is there */
};

static enum smc_text heading_text(const void *obj, char *buf, size_t size)
{
	(void)obj;
	(void)size;
	buf[0] = '\0';
	return SMC_TEXT_OK;
}

static enum smc_text version_text(const void *obj, char *buf, size_t size)
{
	const struct info *info = obj;

	snprintf(buf, size, "%u.%u", info->sys.version, info->sys.release);
	return SMC_TEXT_OK;
}

static enum smc_text smcd_text(const void *obj, char *buf, size_t size)
{
	const struct info *info = obj;

	snprintf(buf, size, "v1%s", info->sys.version >= 2 ? " v2" : "");
	return SMC_TEXT_OK;
}

static enum smc_text smcr_text(const void *obj, char *buf, size_t size)
{
	const struct info *info = obj;

	snprintf(buf, size, "v1%s", info->sys.smcr_v2 ? " v2" : "");
	return SMC_TEXT_OK;
}

static enum smc_text seid_text(const void *obj, char *buf, size_t size)
{
	const struct info *info = obj;

	snprintf(buf, size, "%s",
		 info->sys.seid[0] ? info->sys.seid : "n/a");
	return SMC_TEXT_OK;
}

/* A software device has no version 1: it is known by CHID, not by GID alone. */
static enum smc_text ism_text(const void *obj, char *buf, size_t size)
{
	const struct info *info = obj;
	bool v2 = info->sys.ism_v2;

	snprintf(buf, size, "%s", info->ism ? v2 ? "v1 v2" : "v1" :
		 info->loopback && v2 ? "v2" : "n/a");
	return SMC_TEXT_OK;
}

static enum smc_text roce_text(const void *obj, char *buf, size_t size)
{
	const struct info *info = obj;

	snprintf(buf, size, "%s", !info->roce ? "n/a" :
		 info->sys.smcr_v2 ? "v1 v2" : "v1");
	return SMC_TEXT_OK;
}

#define LINE(k, t, fn) \
	{ .key = (k), .title = (t), .width = 18, .form = SMC_FORM_FN, \
	  .text = (fn) }

static const struct smc_field info_fields[] = {
	LINE(NULL, "Kernel Capabilities", heading_text),
	LINE("kernel.smc_version", "SMC Version:", version_text),
	{ .key = "kernel.hostname", .title = "SMC Hostname:", .width = 18,
	  .form = SMC_FORM_STR, SMC_VALUE(struct info, sys.host),
	  SMC_IF(struct info, sys.has, SMC_NLA_SYS_LOCAL_HOST) },
	LINE("kernel.smcd", "SMC-D Features:", smcd_text),
	LINE("kernel.smcr", "SMC-R Features:", smcr_text),
	LINE(NULL, "\nHardware Capabilities", heading_text),
	LINE("hardware.seid", "SEID:", seid_text),
	LINE("hardware.ism", "ISM:", ism_text),
	LINE("hardware.roce", "RoCE:", roce_text),
	{ .key = "module.version", .title = "\nModule Version:", .width = 19,
	  .drop = true, .when = SMC_COLUMNS_DETAILS, .form = SMC_FORM_STR,
	  SMC_VALUE(struct info, module.version),
	  SMC_IF(struct info, module.has, SMC_EXT_INFO_VERSION) },
};

static const struct smc_table info_table = SMC_LINES("info", info_fields);

static int devices_look(struct smc_ctx *ctx, struct info *info)
{
	struct smc_list list;
	size_t i;
	int rc;

	rc = smc_ctx_list(ctx, &smc_query_dev_d, &list);
	if (rc)
		return rc;
	for (i = 0; i < list.count; i++) {
		const struct smc_device *dev = smc_list_at(&list, i);

		if (smc_chid_emulated(dev->pci_chid))
			info->loopback = true;
		else
			info->ism = true;
	}
	smc_list_free(&list);

	rc = smc_ctx_list(ctx, &smc_query_dev_r, &list);
	if (rc)
		return rc;
	info->roce = list.count > 0;
	smc_list_free(&list);
	return 0;
}

/* Only our module has a version of its own to tell. */
static void module_look(struct info *info)
{
	struct smc_err ignore;
	struct smc_list list;

	if (smc_ext_list(&smc_ext_query_info, &list, &ignore))
		return;
	if (list.count)
		info->module = *(const struct smc_ext_info *)list.items;
	smc_list_free(&list);
}

static int info_show(struct smc_ctx *ctx)
{
	struct info info = { 0 };
	struct smc_list list;
	int rc;

	rc = devices_look(ctx, &info);
	if (rc)
		return rc;
	rc = smc_ctx_list(ctx, &smc_query_sys_info, &list);
	if (rc)
		return rc;
	if (list.count)
		info.sys = *(const struct smc_sys_info *)list.items;
	else
		rc = smc_err_set(&ctx->err, -EBADMSG,
				 "the kernel sent no system information");
	smc_list_free(&list);
	if (rc)
		return rc;
	if (ctx->opts->details || ctx->out.select ||
	    ctx->out.style == SMC_STYLE_JSON)
		module_look(&info);
	return smc_out_object(&ctx->out, &info_table, &info, &ctx->err);
}

static const struct smc_cmd info_show_cmd = {
	.word = "show", .old = "s sh sho",
	.doc = "show what kernel and hardware can do",
	.show = true, .run = info_show,
};

static const struct smc_cmd *const info_cmds[] = { &info_show_cmd };

const struct smc_cmd smc_cmd_info = {
	.word = "info", .old = "i in inf", SMC_SUB(info_cmds),
};
