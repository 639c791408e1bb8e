/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PNET IDs that an s390 gives its devices, in the character set of its own. */
#ifndef SMC_RNICS_UTIL_STRING_H
#define SMC_RNICS_UTIL_STRING_H

#define UTIL_STRING_PNETID	16

int util_string_pnetid(const unsigned char raw[UTIL_STRING_PNETID],
		       char ret[UTIL_STRING_PNETID + 1]);

#endif /* SMC_RNICS_UTIL_STRING_H */
