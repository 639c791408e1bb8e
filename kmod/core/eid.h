/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Enterprise ids: rules of the text and the table of user-defined ones. */
#ifndef SMC_CORE_EID_H
#define SMC_CORE_EID_H

#include "port.h"

#define SMC_EID_LEN	32
#define SMC_MAX_UEID	4

/**
 * struct smc_eid_table - user-defined EIDs as a plain value
 * @count: number of entries in use
 * @eid: the EIDs, blank padded, in the order they were added
 *
 * Copy, change the copy, publish the copy: readers never see a half change.
 */
struct smc_eid_table {
	u8 count;
	u8 eid[SMC_MAX_UEID][SMC_EID_LEN];
};

bool smc_eid_valid(const char *eid, size_t len);
bool smc_eid_is_zero(const u8 eid[SMC_EID_LEN]);
bool smc_eid_equal(const u8 a[SMC_EID_LEN], const u8 b[SMC_EID_LEN]);
int smc_eid_from_text(const char *s, size_t maxlen, u8 out[SMC_EID_LEN],
		      const char **why);
int smc_eid_table_find(const struct smc_eid_table *t,
		       const u8 eid[SMC_EID_LEN]);
int smc_eid_table_add(struct smc_eid_table *t, const u8 eid[SMC_EID_LEN]);
int smc_eid_table_remove(struct smc_eid_table *t, const u8 eid[SMC_EID_LEN]);

#endif /* SMC_CORE_EID_H */
