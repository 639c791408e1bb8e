/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the CLC codecs share among themselves; not for users of the codecs. */
#ifndef SMC_CORE_CLC_WIRE_H
#define SMC_CORE_CLC_WIRE_H

#include "clc.h"
#include "wire.h"

#define SMC_CLC_TRL_LEN		4

/* Header types: what is offered (PROPOSAL), what is used (ACCEPT). */
#define SMC_TYPE_R		0
#define SMC_TYPE_D		1
#define SMC_TYPE_NONE		2
#define SMC_TYPE_BOTH		3

/* In ACCEPT and CONFIRM first contact, in DECLINE out of sync. */
#define SMC_TYPEV2_FLAG		2

int smc_clc_open(const void *buf, size_t len, u8 type, struct smc_clc_hdr *h,
		 struct smc_rd *r);
bool smc_clc_trailer_ok(const void *buf, const struct smc_clc_hdr *h);
void smc_clc_put_header(struct smc_wr *w, const struct smc_clc_hdr *h,
			bool smcd);
void smc_clc_put_trailer(struct smc_wr *w, bool smcd);

#endif /* SMC_CORE_CLC_WIRE_H */
