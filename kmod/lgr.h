/* SPDX-License-Identifier: GPL-2.0 */
/* Link groups of SMC-D: the connections of one namespace to one peer device. */
#ifndef SMC_LGR_H
#define SMC_LGR_H

#include <linux/list.h>
#include <linux/refcount.h>
#include <linux/spinlock.h>
#include <linux/workqueue.h>

#include "core/clc.h"
#include "core/negot.h"
#include "net.h"

struct smcd_dev;
struct smc_conn;

enum smc_role { SMC_ROLE_CLIENT, SMC_ROLE_SERVER };

/**
 * struct smc_lgr - link group
 * @id: host order, low byte 0 (a link's uid is id + link number)
 * @net: namespace it belongs to; not held: a namespace ends its link groups
 * @dev: device, held
 * @peer_gid: the peer's device
 * @role: enum smc_role; both ends of a loopback connection have one each
 * @version, @release, @eid: as negotiated
 * @peer_os, @peer_host: from the peer's first contact extension; NUL terminated
 * @vlan_id: 0 or VLAN of the route
 * @lock: guards @conns, @nr_conns, @ended
 * @ended: takes no new connection
 * @dmb_bytes, @sndbuf_bytes: memory of own DMBs / of attached ones
 * @free_work: ends an idle group after the delay; holds a reference
 */
struct smc_lgr {
	refcount_t refs;
	u32 id;
	struct net *net;
	u64 net_cookie;
	struct smcd_dev *dev;
	struct smc_gid peer_gid;
	u8 role;
	u8 version;
	u8 release;
	u8 peer_os;
	u8 eid[SMC_EID_LEN];
	char peer_host[SMC_HOSTNAME_LEN + 1];
	u16 vlan_id;
	struct list_head list;
	spinlock_t lock;
	struct list_head conns;
	unsigned int nr_conns;
	bool ended;
	atomic_long_t dmb_bytes;
	atomic_long_t sndbuf_bytes;
	struct delayed_work free_work;
	struct rcu_head rcu;
};

struct smc_lgr *smc_lgr_get_smcd(struct net *net, struct smcd_dev *dev,
				 const struct smc_gid *peer, u8 role,
				 const struct smc_negot_result *res,
				 bool *first);
void smc_lgr_put(struct smc_lgr *lgr);
void smc_lgr_set_peer(struct smc_lgr *lgr, const struct smc_clc_fce *fce);
int smc_lgr_add_conn(struct smc_lgr *lgr, struct smc_conn *conn);
void smc_lgr_del_conn(struct smc_lgr *lgr, struct smc_conn *conn);
/* end all groups of a device / of a namespace; connections see ECONNABORTED */
void smc_lgr_end_dev(struct smcd_dev *dev);
void smc_lgr_end_net(struct net *net);
unsigned int smc_lgr_count(void);
/* groups in ascending id from *id on (0 = first); pins, caller puts; NULL = end */
struct smc_lgr *smc_lgr_next(u32 *id);
/* free delay of idle groups in ms, debug knob, default 600000 */
extern unsigned int smc_lgr_free_delay_ms;

#endif
