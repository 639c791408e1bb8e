// SPDX-License-Identifier: GPL-2.0-or-later
#include "reason.h"

/* In ascending order of the code; the one table for module and tools. */
static const struct smc_reason reasons[] = {
	{ SMC_RSN_MEM, "out of memory",
	  "free memory, or lower net.smc.rmem and net.smc.wmem" },
	{ SMC_RSN_TIMEOUT_CL, "timeout: confirm link",
	  "check the RoCE path with rping" },
	{ SMC_RSN_TIMEOUT_AL, "timeout: add link",
	  "check the RoCE path with rping" },
	{ SMC_RSN_CNFERR, "configuration error", NULL },
	{ SMC_RSN_PEERNOSMC, "peer did not signal SMC",
	  "start the peer's program with smc_run" },
	{ SMC_RSN_HS_LIMITED, "handshake limited by congestion",
	  "smcd hs-limit disable, or sysctl net.smc.limit_smc_hs=0" },
	{ SMC_RSN_IPSEC, "IPsec in use on the connection",
	  "exempt the connection from IPsec: ip xfrm policy" },
	{ SMC_RSN_NOSMCDEV, "no SMC device found",
	  "smcd device; smcr device; smc_pnet" },
	{ SMC_RSN_NOSMCDDEV, "no SMC-D device found",
	  "echo 1 > /sys/devices/virtual/smc/loopback-ism/active" },
	{ SMC_RSN_NOSMCRDEV, "no SMC-R device found",
	  "smcr device; smc_pnet -a PNETID -I NETDEV" },
	{ SMC_RSN_NOISM2SUPP, "no ISMv2 support",
	  "echo 1 > /sys/devices/virtual/smc/loopback-ism/active" },
	{ SMC_RSN_NOV2EXT, "peer sent no SMCv2 extension",
	  "update the peer to SMCv2" },
	{ SMC_RSN_NOSMCD2EXT, "peer sent no SMC-Dv2 extension",
	  "give the peer an ISMv2 device" },
	{ SMC_RSN_NOSEID, "system EID not available",
	  "smcd seid enable, or smcd ueid add EID" },
	{ SMC_RSN_NOSMCD2DEV, "no SMC-Dv2 device in common", "smcd device" },
	{ SMC_RSN_NOUEID, "no enterprise ID",
	  "add one with smcd ueid add, the same on both hosts" },
	{ SMC_RSN_RELEASEERR, "release negotiation failed",
	  "update the peer" },
	{ SMC_RSN_MAXCONNERR, "negotiation of max_conns failed",
	  "sysctl net.smc.smcr_max_conns_per_lgr=255" },
	{ SMC_RSN_MAXLINKERR, "negotiation of max_links failed",
	  "sysctl net.smc.smcr_max_links_per_lgr=2" },
	{ SMC_RSN_MODEUNSUPP, "SMC modes (R, D) do not match", NULL },
	{ SMC_RSN_RMBE_EC, "peer has eyecatchers in its buffers", NULL },
	{ SMC_RSN_OPTUNSUPP, "TCP fast open is not supported",
	  "switch TCP fast open off in the program" },
	{ SMC_RSN_DIFFPREFIX, "IP prefixes differ",
	  "use SMCv2, or put both hosts into one IP subnet" },
	{ SMC_RSN_GETVLANERR, "VLAN id of the IP device unknown",
	  "check the route to the peer: ip route get ADDRESS" },
	{ SMC_RSN_ISMVLANERR, "VLAN registration on the ISM device failed",
	  NULL },
	{ SMC_RSN_NOACTLINK, "no active link in the link group",
	  "smcr linkgroup link-show" },
	{ SMC_RSN_NOSRVLINK, "link named by the server not found", NULL },
	{ SMC_RSN_VERSMISMAT, "SMC versions do not match",
	  "update the older of the two hosts" },
	{ SMC_RSN_MAX_DMB, "device has no DMB left",
	  "close connections: a device has 5000 DMBs" },
	{ SMC_RSN_NOROUTE, "no route to the peer's RoCE GID",
	  "ip route get ADDRESS-OF-THE-GID" },
	{ SMC_RSN_NOINDIRECT, "direct and routed RoCE do not match",
	  "ip route get ADDRESS-OF-THE-GID" },
	{ SMC_RSN_SYNCERR, "link groups out of sync",
	  "try again: a new link group is made" },
	{ SMC_RSN_PEERDECL, "peer declined",
	  "look at the reason the peer gave" },
	{ SMC_RSN_INTERR, "internal error", "look at dmesg" },
	{ SMC_RSN_RTOK, "handling of rtokens failed", NULL },
	{ SMC_RSN_RDYLNK, "making the link ready failed", NULL },
	{ SMC_RSN_REGBUF, "registration of buffers failed", NULL },
};

/**
 * smc_reason_at() - walk the table
 * @i: from 0 on
 *
 * Return: entry @i in ascending order of codes, NULL behind the last one.
 */
const struct smc_reason *smc_reason_at(unsigned int i)
{
	return i < ARRAY_SIZE(reasons) ? &reasons[i] : NULL;
}

/**
 * smc_reason_find() - look a code up
 * @code: a diagnosis, possibly invented by a peer
 *
 * Return: its entry, NULL when there is none.
 */
const struct smc_reason *smc_reason_find(u32 code)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(reasons); i++)
		if (reasons[i].code == code)
			return &reasons[i];
	return NULL;
}

/**
 * smc_reason_name() - a code in words
 * @code: the code
 *
 * Return: the words, NULL for an unknown code: show the number then.
 */
const char *smc_reason_name(u32 code)
{
	const struct smc_reason *r = smc_reason_find(code);

	return r ? r->name : NULL;
}

/**
 * smc_reason_advice() - what mends it
 * @code: the code
 *
 * Return: a command or action, NULL when none is known.
 */
const char *smc_reason_advice(u32 code)
{
	const struct smc_reason *r = smc_reason_find(code);

	return r ? r->advice : NULL;
}
