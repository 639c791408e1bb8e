/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Who offers what, what is chosen: decisions of the handshake, no I/O. */
#ifndef SMC_CORE_NEGOT_H
#define SMC_CORE_NEGOT_H

#include "clc.h"
#include "eid.h"
#include "gid.h"
#include "port.h"
#include "reason.h"

#define SMC_NEGOT_MAX_DEVS	8

/**
 * struct smc_negot_dev - an SMC-D device of ours
 * @ism: its GID and CHID
 * @index: what the caller knows it by
 * @self_only: it reaches nothing but itself (loopback), so the peer's GID
 *	must be its own; else the caller asks the device about the peer's GID
 */
struct smc_negot_dev {
	struct smc_ism ism;
	u8 index;
	bool self_only;
};

/**
 * struct smc_negot_local - what this end can do
 * @dev_count: entries in @dev
 * @dev: SMC-D v2 devices, preferred ones first
 * @ueid: user-defined EIDs
 * @seid_enabled: @seid may be used
 * @seid: system EID
 * @release: highest release of version 2 we speak
 * @feature_mask: SMC_FEATURE_* bits we support
 */
struct smc_negot_local {
	u8 dev_count;
	struct smc_negot_dev dev[SMC_NEGOT_MAX_DEVS];
	struct smc_eid_table ueid;
	bool seid_enabled;
	u8 seid[SMC_EID_LEN];
	u8 release;
	u16 feature_mask;
};

/**
 * struct smc_negot_cand - a device of ours that shares a network with a
 *	device of the peer
 * @index: &smc_negot_dev.index
 * @chid: the CHID they have in common
 * @peer: the peer's GID
 */
struct smc_negot_cand {
	u8 index;
	u16 chid;
	struct smc_gid peer;
};

/**
 * struct smc_negot_result - outcome of a decision
 * @ok: SMC is possible, all but @reason and @err is valid
 * @reason: not @ok and @err 0: DECLINE with this code, then fall back
 * @err: not @ok and negative: the peer broke the protocol, no fallback
 * @eid: the negotiated EID
 * @release: the negotiated release
 * @feature_mask: what to send in our next message; on both ends in the end
 *	the features in common
 * @cand_count: entries in @cand, at least 1
 * @cand: devices to try, in this order; the client has exactly one
 */
struct smc_negot_result {
	bool ok;
	u32 reason;
	int err;
	u8 eid[SMC_EID_LEN];
	u8 release;
	u16 feature_mask;
	u8 cand_count;
	struct smc_negot_cand cand[SMC_NEGOT_MAX_DEVS];
};

void smc_negot_offer(const struct smc_negot_local *l,
		     struct smc_clc_proposal *ret);
void smc_negot_smcd(const struct smc_clc_proposal *p,
		    const struct smc_negot_local *l,
		    struct smc_negot_result *ret);
void smc_negot_accept(const struct smc_clc_proposal *sent,
		      const struct smc_clc_accept *a,
		      const struct smc_negot_local *l,
		      struct smc_negot_result *ret);
void smc_negot_confirm(const struct smc_clc_accept *sent,
		       const struct smc_clc_accept *c,
		       const struct smc_gid *peer,
		       struct smc_negot_result *ret);

#endif /* SMC_CORE_NEGOT_H */
