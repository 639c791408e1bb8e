/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Why SMC was not used: codes of DECLINE, fallback, diag and statistics. */
#ifndef SMC_CORE_REASON_H
#define SMC_CORE_REASON_H

#include "port.h"

enum smc_rsn {
	SMC_RSN_NONE		= 0,
	SMC_RSN_MEM		= 0x01010000,	/* no memory */
	SMC_RSN_TIMEOUT_CL	= 0x02010000,	/* timeout, confirm link */
	SMC_RSN_TIMEOUT_AL	= 0x02020000,	/* timeout, add link */
	SMC_RSN_CNFERR		= 0x03000000,	/* configuration error */
	SMC_RSN_PEERNOSMC	= 0x03010000,	/* peer did not signal SMC */
	SMC_RSN_HS_LIMITED	= 0x03010001,	/* ours: congested handshakes */
	SMC_RSN_IPSEC		= 0x03020000,	/* IPsec in use */
	SMC_RSN_NOSMCDEV	= 0x03030000,	/* no SMC device */
	SMC_RSN_NOSMCDDEV	= 0x03030001,	/* no SMC-D device */
	SMC_RSN_NOSMCRDEV	= 0x03030002,	/* no SMC-R device */
	SMC_RSN_NOISM2SUPP	= 0x03030003,	/* no ISMv2 support */
	SMC_RSN_NOV2EXT		= 0x03030004,	/* no v2 extension */
	SMC_RSN_NOSMCD2EXT	= 0x03030005,	/* no SMC-Dv2 extension */
	SMC_RSN_NOSEID		= 0x03030006,	/* no SEID */
	SMC_RSN_NOSMCD2DEV	= 0x03030007,	/* no SMC-Dv2 device */
	SMC_RSN_NOUEID		= 0x03030008,	/* no UEID */
	SMC_RSN_RELEASEERR	= 0x03030009,	/* release negotiation */
	SMC_RSN_MAXCONNERR	= 0x0303000a,	/* max_conns negotiation */
	SMC_RSN_MAXLINKERR	= 0x0303000b,	/* max_links negotiation */
	SMC_RSN_MODEUNSUPP	= 0x03040000,	/* modes do not match */
	SMC_RSN_RMBE_EC		= 0x03050000,	/* eyecatchers in the RMBE */
	SMC_RSN_OPTUNSUPP	= 0x03060000,	/* TCP fast open */
	SMC_RSN_DIFFPREFIX	= 0x03070000,	/* IP prefix mismatch */
	SMC_RSN_GETVLANERR	= 0x03080000,	/* VLAN id unknown */
	SMC_RSN_ISMVLANERR	= 0x03090000,	/* VLAN registration on ISM */
	SMC_RSN_NOACTLINK	= 0x030a0000,	/* no active SMC-R link */
	SMC_RSN_NOSRVLINK	= 0x030b0000,	/* server's link not found */
	SMC_RSN_VERSMISMAT	= 0x030c0000,	/* version mismatch */
	SMC_RSN_MAX_DMB		= 0x030d0000,	/* DMB limit reached */
	SMC_RSN_NOROUTE		= 0x030e0000,	/* SMC-Rv2: no route */
	SMC_RSN_NOINDIRECT	= 0x030f0000,	/* SMC-Rv2: indirect mismatch */
	SMC_RSN_SYNCERR		= 0x04000000,	/* link groups out of sync */
	SMC_RSN_PEERDECL	= 0x05000000,	/* peer declined */
	SMC_RSN_INTERR		= 0x09990000,	/* internal error */
	SMC_RSN_RTOK		= 0x09990001,	/* rtoken handling */
	SMC_RSN_RDYLNK		= 0x09990002,	/* ready link */
	SMC_RSN_REGBUF		= 0x09990003,	/* buffer registration */
};

/**
 * struct smc_reason - what is to be said about one code
 * @code: the code, one of enum smc_rsn
 * @name: what happened, in a few words
 * @advice: the command or action that mends it, NULL when there is none
 */
struct smc_reason {
	u32 code;
	const char *name;
	const char *advice;
};

const struct smc_reason *smc_reason_at(unsigned int i);
const struct smc_reason *smc_reason_find(u32 code);
const char *smc_reason_name(u32 code);
const char *smc_reason_advice(u32 code);

#endif /* SMC_CORE_REASON_H */
