/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PNET IDs that an s390 gives its devices, in the character set of its own. */
#ifndef SMC_UTIL_STRING_H
#define SMC_UTIL_STRING_H

#define SMC_UTIL_STRING_PNETID	16

int smc_util_string_pnetid(const unsigned char raw[SMC_UTIL_STRING_PNETID],
			   char ret[SMC_UTIL_STRING_PNETID + 1]);

#endif /* SMC_UTIL_STRING_H */
