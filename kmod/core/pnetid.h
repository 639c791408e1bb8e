/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Physical network ids: rules of the text, comparison. */
#ifndef SMC_CORE_PNETID_H
#define SMC_CORE_PNETID_H

#include "port.h"

#define SMC_PNETID_LEN	16

bool smc_pnetid_is_empty(const u8 id[SMC_PNETID_LEN]);
bool smc_pnetid_equal(const u8 a[SMC_PNETID_LEN], const u8 b[SMC_PNETID_LEN]);
int smc_pnetid_from_text(const char *s, size_t maxlen, u8 out[SMC_PNETID_LEN],
			 const char **why);
void smc_pnetid_to_text(const u8 id[SMC_PNETID_LEN],
			char out[SMC_PNETID_LEN + 1]);

#endif /* SMC_CORE_PNETID_H */
