/* SPDX-License-Identifier: GPL-2.0 */
/* SMC-D devices: one table of operations, one list; loopback-ism is the first. */
#ifndef SMC_DEV_H
#define SMC_DEV_H

#include <linux/list.h>
#include <linux/refcount.h>
#include <linux/types.h>

#include "core/clc.h"
#include "core/negot.h"
#include "core/pnetid.h"
#include "dmb.h"

struct smc_transport;
struct net;
struct smc_net;
struct smcd_dev;

/**
 * struct smcd_ops - what a provider of SMC-D memory implements
 * @transport: how its connections move data
 * @query_rgid: 0 when the peer with this GID can be reached
 * @register_dmb: new DMB of @size bytes; ERR_PTR: -ENOMEM try smaller,
 *                -ENOSPC device full, -ENODEV going away
 * @unregister_dmb: take it from the token table; memory goes with the last ref
 * @attach_dmb: find the peer's DMB by token; takes a reference
 */
struct smcd_ops {
	const struct smc_transport *transport;
	int (*query_rgid)(struct smcd_dev *dev, const struct smc_gid *rgid);
	struct smc_dmb *(*register_dmb)(struct smcd_dev *dev, u32 size);
	void (*unregister_dmb)(struct smcd_dev *dev, struct smc_dmb *dmb);
	struct smc_dmb *(*attach_dmb)(struct smcd_dev *dev, u64 token);
};

/**
 * struct smcd_dev - an SMC-D device
 * @ops: provider
 * @name: name in sysfs and dumps ("loopback-ism")
 * @gid: own GID
 * @chid: CHID, 0xffff = loopback
 * @list: in the list of devices, most preferred first
 * @refs: link groups, handshakes and dumps
 * @going_away: no new use; link groups are being ended
 * @self_only: reaches nothing but itself (loopback)
 * @pnetid: PNET ID, empty when none; @pnet_user: it came from the PNET table
 * @dmb_type: enum smc_dmb_type in use now
 * @nr_dmbs, @dmb_bytes: DMBs registered, and their memory
 * @nr_lgrs: link groups
 */
struct smcd_dev {
	const struct smcd_ops *ops;
	const char *name;
	struct smc_gid gid;
	u16 chid;
	struct list_head list;
	refcount_t refs;
	bool going_away;
	bool self_only;
	bool pnet_user;
	u8 pnetid[SMC_PNETID_LEN];
	u8 dmb_type;
	atomic_t nr_dmbs;
	atomic_long_t dmb_bytes;
	atomic_t nr_lgrs;
	void (*release)(struct smcd_dev *dev);
};

void smcd_dev_add(struct smcd_dev *dev);
void smcd_dev_del(struct smcd_dev *dev);
void smcd_dev_put(struct smcd_dev *dev);
/* all devices in order; *pos counts from 0; pins, caller puts */
struct smcd_dev *smcd_dev_next(unsigned int *pos);
/* usable devices into @l for negotiation; @devs pinned in the same order */
void smcd_dev_offer(struct net *net, struct smc_negot_local *l,
		    struct smcd_dev *devs[SMC_NEGOT_MAX_DEVS]);

int smc_loopback_init(void);
void smc_loopback_exit(void);
/* its attributes; a DMB type counts from the next activation on */
bool smc_loopback_active(void);
int smc_loopback_set_active(bool active);
int smc_loopback_dmb_type(void);
int smc_loopback_set_dmb_type(int type);

#endif
