/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What smc_rnics shows. */
#ifndef SMC_RNICS_FIELDS_H
#define SMC_RNICS_FIELDS_H

#include "field.h"
#include "nic.h"

/* Columns of an s390 and of other machines, and what options make of them. */
enum {
	RNICS_FIDS	= 1 << 1,
	RNICS_PORTS	= 1 << 2,
	RNICS_IB	= 1 << 3,
	RNICS_NET	= 1 << 4,
	RNICS_NAMES	= 1 << 5,
	RNICS_RAW	= 1 << 6,
};

extern const struct smc_table rnics_table;
extern const struct smc_table rnics_gid_table;

bool nic_has(const struct nic *nic, unsigned int bit);
bool nic_is_known(const struct nic *nic);

#endif /* SMC_RNICS_FIELDS_H */
