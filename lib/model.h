/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the kernel tells of SMC, as C structs, one per reply of the family
 * SMC_GEN_NETLINK. A member `has` has bit N set when attribute N was there.
 */
#ifndef SMC_MODEL_H
#define SMC_MODEL_H

#include <stdint.h>

/* Attributes newer than the system's <linux/smc.h>. */
enum {
	SMC_MODEL_LGR_R_V2_MAX_CONNS	= 2,
	SMC_MODEL_LGR_R_V2_MAX_LINKS	= 3,
	SMC_MODEL_LGR_R_SNDBUF_ALLOC	= 12,
	SMC_MODEL_LGR_R_RMB_ALLOC	= 13,
	SMC_MODEL_LGR_D_EXT_GID		= 10,
	SMC_MODEL_LGR_D_PEER_EXT_GID	= 11,
	SMC_MODEL_LGR_D_SNDBUF_ALLOC	= 12,
	SMC_MODEL_LGR_D_DMB_ALLOC	= 13,
	SMC_MODEL_STATS_RX_RMB_USAGE	= 20,
	SMC_MODEL_STATS_TX_RMB_USAGE	= 21,
};

#define SMC_MODEL_EID_SIZE	33
#define SMC_MODEL_HOST_SIZE	33
#define SMC_MODEL_PNETID_SIZE	17
#define SMC_MODEL_GID_SIZE	40

/* The two technologies below one socket. */
enum smc_tech {
	SMC_TECH_D,
	SMC_TECH_R,
	SMC_TECH_COUNT
};

struct smc_sys_info {
	uint64_t has;
	uint8_t version;
	uint8_t release;
	uint8_t ism_v2;
	uint8_t smcr_v2;
	char host[SMC_MODEL_HOST_SIZE];
	char seid[SMC_MODEL_EID_SIZE];
};

struct smc_port {
	uint64_t has;
	uint8_t pnetid_by_user;
	uint8_t state;
	uint8_t valid;
	char pnetid[SMC_MODEL_PNETID_SIZE];
	uint32_t ifindex;
	uint32_t links;
};

struct smc_device {
	uint64_t has;
	uint32_t lgrs;
	uint8_t critical;
	uint32_t pci_fid;
	uint16_t pci_chid;
	uint16_t pci_vendor;
	uint16_t pci_device;
	char name[64];
	char ib_name[64];
	struct smc_port port;
	struct smc_port port2;
};

/* What both ends of a version 2 link group agreed on. */
struct smc_lgr_v2 {
	uint64_t has;
	uint8_t version;
	uint8_t release;
	uint8_t os;
	char eid[SMC_MODEL_EID_SIZE];
	char peer_host[SMC_MODEL_HOST_SIZE];
};

/* Both kinds of link groups begin with this, whatever their version. */
struct smc_lgr_d {
	struct smc_lgr_v2 v2;
	uint64_t has;
	uint32_t id;
	uint32_t conns;
	uint16_t vlan;
	uint16_t chid;
	uint64_t gid;
	uint64_t gid_ext;
	uint64_t peer_gid;
	uint64_t peer_gid_ext;
	uint64_t sndbuf_bytes;
	uint64_t dmb_bytes;
	char pnetid[SMC_MODEL_PNETID_SIZE];
};

/* What version 2 has of SMC-R only. */
struct smc_lgr_r_v2 {
	uint64_t has;
	uint8_t direct;
	uint16_t max_conns;
	uint8_t max_links;
};

struct smc_lgr_r {
	struct smc_lgr_v2 v2;
	uint64_t has;
	uint32_t id;
	uint32_t conns;
	uint16_t vlan;
	uint8_t role;
	uint8_t type;
	uint8_t buf_type;
	uint64_t net_cookie;
	uint64_t sndbuf_bytes;
	uint64_t rmb_bytes;
	char pnetid[SMC_MODEL_PNETID_SIZE];
	struct smc_lgr_r_v2 r_v2;
};

struct smc_link {
	uint64_t has;
	uint32_t conns;
	uint32_t ifindex;
	uint32_t uid;
	uint32_t peer_uid;
	uint32_t state;
	uint8_t id;
	uint8_t ib_port;
	char ib_name[64];
	char gid[SMC_MODEL_GID_SIZE];
	char peer_gid[SMC_MODEL_GID_SIZE];
};

/*
 * An entry of the tables of SMC-R link groups and of their links: a link group,
 * or a link of the last one.
 */
struct smc_lgr_r_entry {
	uint64_t has;
	struct smc_lgr_r lgr;
	struct smc_link link;
};

struct smc_ueid {
	uint64_t has;
	char eid[SMC_MODEL_EID_SIZE];
};

struct smc_seid {
	uint64_t has;
	char eid[SMC_MODEL_EID_SIZE];
	uint8_t enabled;
};

struct smc_hs_limit {
	uint64_t has;
	uint8_t enabled;
};

/* Sizes up to 8, 16, … 1024 KiB, and larger. */
#define SMC_SIZE_CLASSES	9

struct smc_sizes {
	uint64_t has;
	uint64_t n[SMC_SIZE_CLASSES];
};

/* How the buffers of one direction did. */
struct smc_buffers {
	uint64_t has;
	uint64_t small_peer;
	uint64_t small;
	uint64_t full_peer;
	uint64_t full;
	uint64_t reused;
	uint64_t allocated;
	uint64_t downgraded;
};

struct smc_tech_stats {
	uint64_t has;
	struct smc_sizes tx_buf_sizes;
	struct smc_sizes rx_buf_sizes;
	struct smc_sizes tx_req_sizes;
	struct smc_sizes rx_req_sizes;
	struct smc_buffers tx_buf;
	struct smc_buffers rx_buf;
	uint64_t clnt_v1;
	uint64_t clnt_v2;
	uint64_t srv_v1;
	uint64_t srv_v2;
	uint64_t sendpage;
	uint64_t splice;
	uint64_t cork;
	uint64_t nodelay;
	uint64_t urgent;
	uint64_t rx_bytes;
	uint64_t tx_bytes;
	uint64_t rx_reqs;
	uint64_t tx_reqs;
	uint64_t rx_usage;
	uint64_t tx_usage;
};

struct smc_stats {
	uint64_t has;
	struct smc_tech_stats tech[SMC_TECH_COUNT];
	uint64_t clnt_hs_err;
	uint64_t srv_hs_err;
};

/* One reason of one role; the first entry has the totals too. */
struct smc_fback {
	uint64_t has;
	uint8_t server;
	uint64_t srv_total;
	uint64_t clnt_total;
	uint32_t reason;
	uint64_t count;
};

#endif /* SMC_MODEL_H */
