/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Identity of an SMC-D device: GID and CHID, in host order. */
#ifndef SMC_CORE_GID_H
#define SMC_CORE_GID_H

#include "port.h"

#define SMC_CHID_NONE		0x0000	/* no device */
#define SMC_CHID_EMULATED	0xff00	/* first CHID of software devices */
#define SMC_CHID_LOOPBACK	0xffff	/* loopback-ism */

/**
 * struct smc_gid - GID of an SMC-D device
 * @gid: first half, the whole GID of a hardware device
 * @gid_ext: second half, used by emulated devices only, else 0
 */
struct smc_gid {
	u64 gid;
	u64 gid_ext;
};

/**
 * struct smc_ism - an SMC-D device as the handshake names it
 * @gid: its GID
 * @chid: its channel id, SMC_CHID_NONE when there is no device
 */
struct smc_ism {
	struct smc_gid gid;
	u16 chid;
};

/**
 * smc_gid_equal() - compare two GIDs
 * @a: one GID
 * @b: other GID
 *
 * Return: true when both halves are equal.
 */
static inline bool smc_gid_equal(const struct smc_gid *a,
				 const struct smc_gid *b)
{
	return a->gid == b->gid && a->gid_ext == b->gid_ext;
}

/**
 * smc_chid_emulated() - does a CHID belong to a software device?
 * @chid: channel id
 *
 * Emulated devices have 128-bit GIDs and take two entries of a PROPOSAL.
 *
 * Return: true for the CHIDs 0xff00..0xffff.
 */
static inline bool smc_chid_emulated(u16 chid)
{
	return chid >= SMC_CHID_EMULATED;
}

#endif /* SMC_CORE_GID_H */
