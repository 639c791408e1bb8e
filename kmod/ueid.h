/* SPDX-License-Identifier: GPL-2.0 */
/* The names of this system: enterprise ids and the host's own. */
#ifndef SMC_UEID_H
#define SMC_UEID_H

#include "core/clc.h"
#include "core/eid.h"

struct netlink_ext_ack;

void smc_ueid_get(struct smc_eid_table *ret);
int smc_ueid_add(const char *text, size_t len, struct netlink_ext_ack *extack);
int smc_ueid_remove(const char *text, size_t len,
		    struct netlink_ext_ack *extack);
void smc_ueid_flush(void);

/* true if the SEID may be used; off s390 there is none: all zero */
bool smc_seid_get(u8 ret[SMC_EID_LEN]);
int smc_seid_enable(bool on, struct netlink_ext_ack *extack);

void smc_hostname(u8 ret[SMC_HOSTNAME_LEN]);

#endif
