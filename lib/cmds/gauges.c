// SPDX-License-Identifier: GPL-2.0-or-later
/* gauges: how much of everything there is right now. */
#include <errno.h>
#include <linux/smc_ext.h>

#include "cmds.h"
#include "ext.h"

#define GAUGE(k, t, member, attr) \
	{ .key = (k), .title = (t), .width = 36, .form = SMC_FORM_DEC, \
	  SMC_VALUE(struct smc_ext_gauges, member), \
	  SMC_IF(struct smc_ext_gauges, has, attr) }

/* A mode without sockets has no attribute: none is a number too. */
#define MODE(k, t, member) \
	{ .key = (k), .title = (t), .width = 36, .form = SMC_FORM_DEC, \
	  SMC_VALUE(struct smc_ext_gauges, modes.member) }

static const struct smc_field gauge_fields[] = {
	MODE("sockets.init", "Sockets, new:", init),
	MODE("sockets.handshake", "Sockets, connecting:", handshake),
	MODE("sockets.listen", "Sockets, listening:", listen),
	MODE("sockets.tcp", "Sockets, fallen back to TCP:", tcp),
	MODE("sockets.smc", "Sockets, SMC:", smc),
	GAUGE("connections", "SMC connections:", conns, SMC_EXT_GAUGE_CONNS),
	GAUGE("linkgroups", "Link groups (all namespaces):", lgrs,
	      SMC_EXT_GAUGE_LGRS),
	GAUGE("dmbs", "DMBs (all namespaces):", dmbs, SMC_EXT_GAUGE_DMBS),
	GAUGE("dmb_bytes", "DMB memory (Bytes):", dmb_bytes,
	      SMC_EXT_GAUGE_DMB_BYTES),
	GAUGE("handshakes.pending", "Server handshakes under way:",
	      hs_pending, SMC_EXT_GAUGE_HS_PENDING),
	GAUGE("handshakes.limited", "Handshakes limited by congestion:",
	      hs_limited, SMC_EXT_GAUGE_HS_LIMITED),
	GAUGE("refused.garbage", "Refused, no SMC at all:", garbage,
	      SMC_EXT_GAUGE_REFUSED_GARBAGE),
	GAUGE("refused.cut", "Refused, message cut short:", cut,
	      SMC_EXT_GAUGE_REFUSED_SHORT),
	GAUGE("refused.eof", "Refused, closed without a message:", eof,
	      SMC_EXT_GAUGE_REFUSED_EOF),
	GAUGE("refused.timeout", "Refused, silent:", timeout,
	      SMC_EXT_GAUGE_REFUSED_TIMEOUT),
};

static const struct smc_table gauge_table =
	SMC_LINES("gauges", gauge_fields);

static int gauges_show(struct smc_ctx *ctx)
{
	struct smc_list list;
	int rc;

	rc = smc_ext_list(&smc_ext_query_gauges, &list, &ctx->err);
	if (rc)
		return rc;
	rc = list.count ? smc_out_object(&ctx->out, &gauge_table, list.items,
					 &ctx->err) :
	     smc_err_set(&ctx->err, -EBADMSG, "the kernel sent no gauges");
	smc_list_free(&list);
	return rc;
}

static const struct smc_cmd gauges_show_cmd = {
	.word = "show", .doc = "show how much of everything there is now",
	.show = true, .run = gauges_show,
};

static const struct smc_cmd *const gauges_cmds[] = { &gauges_show_cmd };

const struct smc_cmd smc_cmd_gauges = {
	.word = "gauges", SMC_SUB(gauges_cmds),
};
