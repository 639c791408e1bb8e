/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Buffer sizes: 16 KiB << class; the wire carries the class in four bits. */
#ifndef SMC_CORE_BUFSIZE_H
#define SMC_CORE_BUFSIZE_H

#include "port.h"

#define SMC_BUF_MIN_SIZE	16384U
#define SMC_BUF_CLASSES		16
#define SMC_BUF_MAX_CLASS_D	6	/* 1 MiB */
#define SMC_BUF_MAX_CLASS_R	15	/* 512 MiB */
#define SMC_DMB_HDR_LEN		32	/* SMC-D: CDC header before the data */

u8 smc_bufsize_compress(u32 size);
u32 smc_bufsize_uncompress(u8 class);
u8 smc_bufsize_class(u32 wanted, u8 max_class);
bool smc_bufsize_halve(u8 *class);
u32 smc_bufsize_payload_d(u8 class);

#endif /* SMC_CORE_BUFSIZE_H */
