// SPDX-License-Identifier: GPL-2.0-or-later
#include "lgr_id.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "query.h"

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
 * smc_lgr_id_parse() - read a link group id that a command was given
 * @text: what should be one
 * @ret: gets the id
 * @err: says why it is none
 *
 * Return: 0 or -EINVAL.
 */
int smc_lgr_id_parse(const char *text, uint32_t *ret, struct smc_err *err)
{
	int rc;

	if (!smc_lgr_id_read(text, ret))
		return 0;
	rc = smc_err_usage(err, "'%s' is no link group ID", text);
	smc_err_hint(err, "up to 8 hex digits, or 'all'");
	return rc;
}

/**
 * smc_lgr_id_shown() - get a link group id as people write it
 * @id: the id, as the kernel sends it
 *
 * Return: the number whose hex digits are written.
 */
uint32_t smc_lgr_id_shown(uint32_t id)
{
	return ntohl(id);
}

/**
 * smc_lgr_id_fits() - is this the link group that was meant?
 * @id: its id, as the kernel sends it
 * @wanted: the id that was written: its bytes as they lie in memory, as the
 *	kernel's log has them, or the number that they are, as in smc-tools
 *
 * Return: true if so.
 */
bool smc_lgr_id_fits(uint32_t id, uint32_t wanted)
{
	return id && (smc_lgr_id_shown(id) == wanted || id == wanted);
}

/**
 * smc_lgr_id_find() - find the link group that was meant among others
 * @list: link groups
 * @off: offset of the id in an entry; one that is 0 is none
 * @wanted: the id that was written
 * @ret: gets the id, as the kernel sends it
 *
 * What one way of writing finds the other does not hide.
 *
 * Return: 0 or -ENOENT.
 */
int smc_lgr_id_find(const struct smc_list *list, size_t off, uint32_t wanted,
		    uint32_t *ret)
{
	int rc = -ENOENT;
	uint32_t id;
	size_t i;

	for (i = 0; i < list->count; i++) {
		memcpy(&id, (const char *)smc_list_at(list, i) + off,
		       sizeof(id));
		if (!smc_lgr_id_fits(id, wanted))
			continue;
		*ret = id;
		rc = 0;
		if (smc_lgr_id_shown(id) == wanted)
			break;
	}
	return rc;
}
