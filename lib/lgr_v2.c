// SPDX-License-Identifier: GPL-2.0-or-later
#include "lgr_v2.h"

#include <linux/smc.h>
#include <stdio.h>
#include <string.h>

#include "codec.h"
#include "model.h"

#define V2_OS_NAMES	4

/**
 * smc_lgr_v2_version() - version of the protocol
 * @obj: begins with struct smc_lgr_v2
 * @buf: gets it
 * @size: room there
 *
 * Return: what became of it.
 */
enum smc_text smc_lgr_v2_version(const void *obj, char *buf, size_t size)
{
	const struct smc_lgr_v2 *v2 = obj;

	/* Version 1 does not tell that it is. */
	snprintf(buf, size, "%u", smc_has(v2->has, SMC_NLA_LGR_V2_VER) ?
		 v2->version : 1U);
	return SMC_TEXT_OK;
}

/**
 * smc_lgr_v2_os() - what the peer runs
 * @obj: begins with struct smc_lgr_v2
 * @buf: gets it
 * @size: room there
 *
 * Return: what became of it.
 */
enum smc_text smc_lgr_v2_os(const void *obj, char *buf, size_t size)
{
	static const char *const names[V2_OS_NAMES] = {
		[1] = "ZOS", [2] = "LINUX", [3] = "AIX",
	};
	const struct smc_lgr_v2 *v2 = obj;
	uint8_t os = v2->os;

	if (!smc_has(v2->has, SMC_NLA_LGR_V2_OS))
		return SMC_TEXT_STOP;
	if (os < V2_OS_NAMES && names[os])
		snprintf(buf, size, "%s", names[os]);
	else
		snprintf(buf, size, "%u", os);
	return SMC_TEXT_OK;
}

/**
 * smc_lgr_v2_host() - name of the peer, without what pads it
 * @obj: begins with struct smc_lgr_v2
 * @buf: gets it
 * @size: room there
 *
 * Return: what became of it.
 */
enum smc_text smc_lgr_v2_host(const void *obj, char *buf, size_t size)
{
	const struct smc_lgr_v2 *v2 = obj;
	size_t len = strlen(v2->peer_host);

	if (!smc_has(v2->has, SMC_NLA_LGR_V2_PEER_HOST))
		return SMC_TEXT_STOP;
	while (len && v2->peer_host[len - 1] == ' ')
		len--;
	snprintf(buf, size, "%.*s", (int)len, v2->peer_host);
	return SMC_TEXT_OK;
}
