// SPDX-License-Identifier: GPL-2.0-or-later
#include "util_string.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

#include "core/pnetid.h"

/**
 * smc_util_string_pnetid() - read one PNET ID of a device's utility string
 * @raw: its bytes, EBCDIC
 * @ret: gets it as text; empty when there is none, or what is no PNET ID
 *
 * Return: 0 or -errno.
 */
int smc_util_string_pnetid(const unsigned char raw[SMC_UTIL_STRING_PNETID],
			   char ret[SMC_UTIL_STRING_PNETID + 1])
{
	char in[SMC_UTIL_STRING_PNETID], text[SMC_UTIL_STRING_PNETID + 1] = "";
	size_t left = sizeof(in), room = SMC_UTIL_STRING_PNETID;
	char *from = in, *to = text;
	u8 id[SMC_PNETID_LEN];
	const char *why;
	iconv_t cd;
	int rc = 0;

	ret[0] = '\0';
	if (!raw[0])
		return 0;
	cd = iconv_open("ASCII", "IBM-1047");
	if (cd == (iconv_t)-1)
		return -errno;
	memcpy(in, raw, sizeof(in));
	if (iconv(cd, &from, &left, &to, &room) == (size_t)-1)
		rc = -EILSEQ;
	iconv_close(cd);
	if (!rc)
		rc = smc_pnetid_from_text(text, sizeof(text), id, &why);
	if (!rc)
		smc_pnetid_to_text(id, ret);
	return rc;
}
