// SPDX-License-Identifier: GPL-2.0-or-later
#include "pnet.h"

#include <errno.h>
#include <linux/smc.h>

#include "codec.h"
#include "nl.h"

#define STR(nr, member) \
	{ .attr = (nr), .kind = SMC_ATTR_STR, .name = #nr, .must = true, \
	  SMC_MEMBER(struct smc_pnet, member) }

static const struct smc_attr pnet_attrs[] = {
	STR(SMC_PNETID_NAME, pnetid),
	STR(SMC_PNETID_ETHNAME, eth),
	STR(SMC_PNETID_IBNAME, ib),
	{ .attr = SMC_PNETID_IBPORT, .kind = SMC_ATTR_NUM,
	  .name = "SMC_PNETID_IBPORT", SMC_MEMBER(struct smc_pnet, port) },
};

static const struct smc_codec pnet_codec =
	SMC_CODEC(struct smc_pnet, "PNET table", pnet_attrs);

const struct smc_query smc_query_pnet = {
	.cmd = SMC_PNETID_GET, .codec = &pnet_codec,
	.size = sizeof(struct smc_pnet),
};

/**
 * smc_pnet_list() - read the PNET table
 * @ret: gets the entries, struct smc_pnet, to be freed with smc_list_free()
 * @err: says why not
 *
 * Return: 0, -EOPNOTSUPP without the module, or -errno.
 */
int smc_pnet_list(struct smc_list *ret, struct smc_err *err)
{
	struct smc_nl *nl;
	int rc;

	rc = smc_nl_open(&nl, SMCR_GENL_FAMILY_NAME, err);
	if (rc == -ENOENT)
		return smc_err_set(err, -EOPNOTSUPP,
				   "smc module is not loaded (modprobe smc)");
	if (rc)
		return rc;
	rc = smc_query_run(nl, &smc_query_pnet, ret, err);
	smc_nl_close(nl);
	return rc;
}
