/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The checks of this host's health. */
#ifndef SMC_CHK_CHECK_H
#define SMC_CHK_CHECK_H

#include "facts.h"
#include "finding.h"

/* Room for four enterprise IDs in a row. */
#define CHK_EIDS	144

/* DMBs that a device has. */
#define CHK_DMBS_MAX	5000

/* check_module.c */
void chk_module(const struct chk_facts *facts, struct chk_report *report);
void chk_diag(const struct chk_facts *facts, struct chk_report *report);
void chk_versions(const struct chk_facts *facts, struct chk_report *report);

/* check_device.c */
void chk_devices(const struct chk_facts *facts, struct chk_report *report);
void chk_eid(const struct chk_facts *facts, struct chk_report *report);
void chk_eids_join(const struct smc_list *list, char *buf, size_t size);
void chk_ipv6(const struct chk_facts *facts, struct chk_report *report);

/* check_pnet.c */
void chk_pnet(const struct chk_facts *facts, struct chk_report *report);
void chk_pnet_interface(const struct chk_facts *facts, const char *name,
			struct chk_report *report);

/* check_buffer.c */
void chk_buffers(const struct chk_facts *facts, struct chk_report *report);
void chk_full(const struct chk_facts *facts, struct chk_report *report);
void chk_memory(const struct chk_facts *facts, struct chk_report *report);
void chk_usercopy(const struct chk_facts *facts, struct chk_report *report);
void chk_dmbs(const struct chk_facts *facts, struct chk_report *report);

/* check_use.c */
void chk_hs_limit(const struct chk_facts *facts, struct chk_report *report);
void chk_fallback(const struct chk_facts *facts, struct chk_report *report);
void chk_services(const struct chk_facts *facts, struct chk_report *report);
void chk_persistence(const struct chk_facts *facts,
		     struct chk_report *report);
void chk_security(const struct chk_facts *facts, struct chk_report *report);

#endif /* SMC_CHK_CHECK_H */
