// SPDX-License-Identifier: GPL-2.0-or-later
#include "ext.h"

#include <errno.h>
#include <linux/smc_ext.h>

#include "codec.h"
#include "nl.h"

#define NUM(nr, type, member) \
	{ .attr = (nr), .kind = SMC_ATTR_NUM, .name = #nr, \
	  SMC_MEMBER(type, member) }
#define STR(nr, type, member) \
	{ .attr = (nr), .kind = SMC_ATTR_STR, .name = #nr, .must = true, \
	  SMC_MEMBER(type, member) }

static const struct smc_attr info_attrs[] = {
	STR(SMC_EXT_INFO_VERSION, struct smc_ext_info, version),
};

static const struct smc_codec info_codec =
	SMC_CODEC(struct smc_ext_info, "module", info_attrs);

static const struct smc_attr sock_attrs[] = {
	NUM(SMC_EXT_SOCK_COOKIE, struct smc_ext_sock, cookie),
	NUM(SMC_EXT_SOCK_FAMILY, struct smc_ext_sock, family),
};

static const struct smc_codec sock_codec =
	SMC_CODEC(struct smc_ext_sock, "socket", sock_attrs);

static const struct smc_attr dev_attrs[] = {
	STR(SMC_EXT_DEV_NAME, struct smc_ext_dev, name),
	NUM(SMC_EXT_DEV_ACTIVE, struct smc_ext_dev, active),
	NUM(SMC_EXT_DEV_DMB_TYPE, struct smc_ext_dev, dmb_type),
	NUM(SMC_EXT_DEV_DMBS, struct smc_ext_dev, dmbs),
	NUM(SMC_EXT_DEV_DMB_BYTES, struct smc_ext_dev, dmb_bytes),
	NUM(SMC_EXT_DEV_GID, struct smc_ext_dev, gid),
	NUM(SMC_EXT_DEV_EXT_GID, struct smc_ext_dev, gid_ext),
};

static const struct smc_codec dev_codec =
	SMC_CODEC(struct smc_ext_dev, "device", dev_attrs);

static const struct smc_attr modes_attrs[] = {
	NUM(SMC_EXT_MODE_INIT, struct smc_ext_modes, init),
	NUM(SMC_EXT_MODE_HANDSHAKE, struct smc_ext_modes, handshake),
	NUM(SMC_EXT_MODE_LISTEN, struct smc_ext_modes, listen),
	NUM(SMC_EXT_MODE_TCP, struct smc_ext_modes, tcp),
	NUM(SMC_EXT_MODE_SMC, struct smc_ext_modes, smc),
};

static const struct smc_codec modes_codec =
	SMC_CODEC(struct smc_ext_modes, "modes", modes_attrs);

static const struct smc_attr gauges_attrs[] = {
	{ .attr = SMC_EXT_GAUGE_MODES, .kind = SMC_ATTR_NEST, .name = "MODES",
	  .sub = &modes_codec, SMC_MEMBER(struct smc_ext_gauges, modes) },
	NUM(SMC_EXT_GAUGE_CONNS, struct smc_ext_gauges, conns),
	NUM(SMC_EXT_GAUGE_LGRS, struct smc_ext_gauges, lgrs),
	NUM(SMC_EXT_GAUGE_DMBS, struct smc_ext_gauges, dmbs),
	NUM(SMC_EXT_GAUGE_DMB_BYTES, struct smc_ext_gauges, dmb_bytes),
	NUM(SMC_EXT_GAUGE_HS_PENDING, struct smc_ext_gauges, hs_pending),
	NUM(SMC_EXT_GAUGE_HS_LIMITED, struct smc_ext_gauges, hs_limited),
	NUM(SMC_EXT_GAUGE_REFUSED_GARBAGE, struct smc_ext_gauges, garbage),
	NUM(SMC_EXT_GAUGE_REFUSED_SHORT, struct smc_ext_gauges, cut),
	NUM(SMC_EXT_GAUGE_REFUSED_EOF, struct smc_ext_gauges, eof),
	NUM(SMC_EXT_GAUGE_REFUSED_TIMEOUT, struct smc_ext_gauges, timeout),
};

static const struct smc_codec gauges_codec =
	SMC_CODEC(struct smc_ext_gauges, "gauges", gauges_attrs);

static const struct smc_attr tune_attrs[] = {
	STR(SMC_EXT_TUNE_NAME, struct smc_ext_tune, name),
	NUM(SMC_EXT_TUNE_VALUE, struct smc_ext_tune, value),
	NUM(SMC_EXT_TUNE_AUTO, struct smc_ext_tune, automatic),
};

static const struct smc_codec tune_codec =
	SMC_CODEC(struct smc_ext_tune, "setting", tune_attrs);

const struct smc_query smc_ext_query_info = {
	.cmd = SMC_EXT_CMD_GET_INFO, .nest = SMC_EXT_A_INFO, .once = true,
	.codec = &info_codec, .size = sizeof(struct smc_ext_info),
};

const struct smc_query smc_ext_query_socks = {
	.cmd = SMC_EXT_CMD_GET_SOCKS, .nest = SMC_EXT_A_SOCK,
	.codec = &sock_codec, .size = sizeof(struct smc_ext_sock),
};

const struct smc_query smc_ext_query_dev = {
	.cmd = SMC_EXT_CMD_GET_DEV, .nest = SMC_EXT_A_DEV,
	.codec = &dev_codec, .size = sizeof(struct smc_ext_dev),
};

const struct smc_query smc_ext_query_gauges = {
	.cmd = SMC_EXT_CMD_GET_GAUGES, .nest = SMC_EXT_A_GAUGES, .once = true,
	.codec = &gauges_codec, .size = sizeof(struct smc_ext_gauges),
};

const struct smc_query smc_ext_query_tune = {
	.cmd = SMC_EXT_CMD_GET_TUNE, .nest = SMC_EXT_A_TUNE,
	.codec = &tune_codec, .size = sizeof(struct smc_ext_tune),
};

/**
 * smc_ext_open() - find our module's own family
 * @ret: gets the family
 * @err: says why not
 *
 * Return: 0, -EOPNOTSUPP when the module is not ours, or -errno.
 */
int smc_ext_open(struct smc_nl **ret, struct smc_err *err)
{
	int rc = smc_nl_open(ret, SMC_EXT_GENL_NAME, err);

	if (rc == -ENOENT)
		rc = smc_err_set(err, -EOPNOTSUPP,
				 "the smc module loaded is not that of smc-suite");
	return rc;
}

/**
 * smc_ext_list() - read one of our module's own tables
 * @query: which one
 * @ret: gets the entries, to be freed with smc_list_free()
 * @err: says why not
 *
 * Return: 0, -EOPNOTSUPP when the module is not ours, or -errno.
 */
int smc_ext_list(const struct smc_query *query, struct smc_list *ret,
		 struct smc_err *err)
{
	struct smc_nl *nl;
	int rc;

	rc = smc_ext_open(&nl, err);
	if (rc)
		return rc;
	rc = smc_query_run(nl, query, ret, err);
	smc_nl_close(nl);
	return rc;
}
