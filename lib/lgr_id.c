// SPDX-License-Identifier: GPL-2.0-or-later
#include "lgr_id.h"

#include <byteswap.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/**
 * smc_lgr_id_read() - read a link group id
 * @text: up to 8 hex digits and nothing else
 * @ret: gets the id
 *
 * Return: 0 or -EINVAL.
 */
int smc_lgr_id_read(const char *text, uint32_t *ret)
{
	size_t len = strlen(text);

	if (!len || len > 8 || strspn(text, "0123456789abcdefABCDEF") != len)
		return -EINVAL;
	*ret = (uint32_t)strtoul(text, NULL, 16);
	return 0;
}

/**
 * smc_lgr_id_fits() - is this the link group that was meant?
 * @id: its id
 * @wanted: the id that was written, in this byte order or in that of the stock
 *	module's log
 *
 * Return: true if so.
 */
bool smc_lgr_id_fits(uint32_t id, uint32_t wanted)
{
	return id == wanted || id == bswap_32(wanted);
}
