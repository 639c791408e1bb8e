// SPDX-License-Identifier: GPL-2.0-or-later
/* The attributes of SMC_GEN_NETLINK: one row each, and the tables of it. */
#include <linux/smc.h>

#include "codec.h"
#include "model.h"
#include "query.h"

#define NUM(nr, type, member) \
	{ .attr = (nr), .kind = SMC_ATTR_NUM, .name = #nr, \
	  SMC_MEMBER(type, member) }
#define STR(nr, type, member) \
	{ .attr = (nr), .kind = SMC_ATTR_STR, .name = #nr, \
	  SMC_MEMBER(type, member) }
#define NEST(nr, type, member, codec) \
	{ .attr = (nr), .kind = SMC_ATTR_NEST, .name = #nr, .sub = &(codec), \
	  SMC_MEMBER(type, member) }
#define MUST_NUM(nr, type, member) \
	{ .attr = (nr), .kind = SMC_ATTR_NUM, .name = #nr, .must = true, \
	  SMC_MEMBER(type, member) }
#define MUST_STR(nr, type, member) \
	{ .attr = (nr), .kind = SMC_ATTR_STR, .name = #nr, .must = true, \
	  SMC_MEMBER(type, member) }

static const struct smc_attr sys_info_attrs[] = {
	MUST_NUM(SMC_NLA_SYS_VER, struct smc_sys_info, version),
	MUST_NUM(SMC_NLA_SYS_REL, struct smc_sys_info, release),
	NUM(SMC_NLA_SYS_IS_ISM_V2, struct smc_sys_info, ism_v2),
	STR(SMC_NLA_SYS_LOCAL_HOST, struct smc_sys_info, host),
	STR(SMC_NLA_SYS_SEID, struct smc_sys_info, seid),
	NUM(SMC_NLA_SYS_IS_SMCR_V2, struct smc_sys_info, smcr_v2),
};

static const struct smc_codec sys_info_codec =
	SMC_CODEC(struct smc_sys_info, "system information", sys_info_attrs);

static const struct smc_attr port_attrs[] = {
	NUM(SMC_NLA_DEV_PORT_PNET_USR, struct smc_port, pnetid_by_user),
	STR(SMC_NLA_DEV_PORT_PNETID, struct smc_port, pnetid),
	NUM(SMC_NLA_DEV_PORT_NETDEV, struct smc_port, ifindex),
	NUM(SMC_NLA_DEV_PORT_STATE, struct smc_port, state),
	NUM(SMC_NLA_DEV_PORT_VALID, struct smc_port, valid),
	NUM(SMC_NLA_DEV_PORT_LNK_CNT, struct smc_port, links),
};

static const struct smc_codec port_codec =
	SMC_CODEC(struct smc_port, "port", port_attrs);

static const struct smc_attr device_attrs[] = {
	NUM(SMC_NLA_DEV_USE_CNT, struct smc_device, lgrs),
	NUM(SMC_NLA_DEV_IS_CRIT, struct smc_device, critical),
	NUM(SMC_NLA_DEV_PCI_FID, struct smc_device, pci_fid),
	NUM(SMC_NLA_DEV_PCI_CHID, struct smc_device, pci_chid),
	NUM(SMC_NLA_DEV_PCI_VENDOR, struct smc_device, pci_vendor),
	NUM(SMC_NLA_DEV_PCI_DEVICE, struct smc_device, pci_device),
	STR(SMC_NLA_DEV_PCI_ID, struct smc_device, name),
	NEST(SMC_NLA_DEV_PORT, struct smc_device, port, port_codec),
	NEST(SMC_NLA_DEV_PORT2, struct smc_device, port2, port_codec),
	STR(SMC_NLA_DEV_IB_NAME, struct smc_device, ib_name),
};

static const struct smc_codec device_codec =
	SMC_CODEC(struct smc_device, "device", device_attrs);

static const struct smc_attr lgr_v2_attrs[] = {
	NUM(SMC_NLA_LGR_V2_VER, struct smc_lgr_v2, version),
	NUM(SMC_NLA_LGR_V2_REL, struct smc_lgr_v2, release),
	NUM(SMC_NLA_LGR_V2_OS, struct smc_lgr_v2, os),
	STR(SMC_NLA_LGR_V2_NEG_EID, struct smc_lgr_v2, eid),
	STR(SMC_NLA_LGR_V2_PEER_HOST, struct smc_lgr_v2, peer_host),
};

static const struct smc_codec lgr_v2_codec =
	SMC_CODEC(struct smc_lgr_v2, "link group v2", lgr_v2_attrs);

static const struct smc_attr lgr_d_attrs[] = {
	MUST_NUM(SMC_NLA_LGR_D_ID, struct smc_lgr_d, id),
	NUM(SMC_NLA_LGR_D_GID, struct smc_lgr_d, gid),
	NUM(SMC_NLA_LGR_D_PEER_GID, struct smc_lgr_d, peer_gid),
	NUM(SMC_NLA_LGR_D_VLAN_ID, struct smc_lgr_d, vlan),
	NUM(SMC_NLA_LGR_D_CONNS_NUM, struct smc_lgr_d, conns),
	STR(SMC_NLA_LGR_D_PNETID, struct smc_lgr_d, pnetid),
	NUM(SMC_NLA_LGR_D_CHID, struct smc_lgr_d, chid),
	NEST(SMC_NLA_LGR_D_V2_COMMON, struct smc_lgr_d, v2, lgr_v2_codec),
	NUM(SMC_MODEL_LGR_D_EXT_GID, struct smc_lgr_d, gid_ext),
	NUM(SMC_MODEL_LGR_D_PEER_EXT_GID, struct smc_lgr_d, peer_gid_ext),
	NUM(SMC_MODEL_LGR_D_SNDBUF_ALLOC, struct smc_lgr_d, sndbuf_bytes),
	NUM(SMC_MODEL_LGR_D_DMB_ALLOC, struct smc_lgr_d, dmb_bytes),
};

static const struct smc_codec lgr_d_codec =
	SMC_CODEC(struct smc_lgr_d, "link group", lgr_d_attrs);

static const struct smc_attr lgr_r_v2_attrs[] = {
	NUM(SMC_NLA_LGR_R_V2_DIRECT, struct smc_lgr_r_v2, direct),
	NUM(SMC_MODEL_LGR_R_V2_MAX_CONNS, struct smc_lgr_r_v2, max_conns),
	NUM(SMC_MODEL_LGR_R_V2_MAX_LINKS, struct smc_lgr_r_v2, max_links),
};

static const struct smc_codec lgr_r_v2_codec =
	SMC_CODEC(struct smc_lgr_r_v2, "SMC-R link group v2", lgr_r_v2_attrs);

static const struct smc_attr lgr_r_attrs[] = {
	MUST_NUM(SMC_NLA_LGR_R_ID, struct smc_lgr_r, id),
	NUM(SMC_NLA_LGR_R_ROLE, struct smc_lgr_r, role),
	NUM(SMC_NLA_LGR_R_TYPE, struct smc_lgr_r, type),
	STR(SMC_NLA_LGR_R_PNETID, struct smc_lgr_r, pnetid),
	NUM(SMC_NLA_LGR_R_VLAN_ID, struct smc_lgr_r, vlan),
	NUM(SMC_NLA_LGR_R_CONNS_NUM, struct smc_lgr_r, conns),
	NEST(SMC_NLA_LGR_R_V2_COMMON, struct smc_lgr_r, v2, lgr_v2_codec),
	NEST(SMC_NLA_LGR_R_V2, struct smc_lgr_r, r_v2, lgr_r_v2_codec),
	NUM(SMC_NLA_LGR_R_NET_COOKIE, struct smc_lgr_r, net_cookie),
	NUM(SMC_NLA_LGR_R_BUF_TYPE, struct smc_lgr_r, buf_type),
	NUM(SMC_MODEL_LGR_R_SNDBUF_ALLOC, struct smc_lgr_r, sndbuf_bytes),
	NUM(SMC_MODEL_LGR_R_RMB_ALLOC, struct smc_lgr_r, rmb_bytes),
};

static const struct smc_codec lgr_r_codec =
	SMC_CODEC(struct smc_lgr_r, "link group", lgr_r_attrs);

static const struct smc_attr link_attrs[] = {
	NUM(SMC_NLA_LINK_ID, struct smc_link, id),
	STR(SMC_NLA_LINK_IB_DEV, struct smc_link, ib_name),
	NUM(SMC_NLA_LINK_IB_PORT, struct smc_link, ib_port),
	STR(SMC_NLA_LINK_GID, struct smc_link, gid),
	STR(SMC_NLA_LINK_PEER_GID, struct smc_link, peer_gid),
	NUM(SMC_NLA_LINK_CONN_CNT, struct smc_link, conns),
	NUM(SMC_NLA_LINK_NET_DEV, struct smc_link, ifindex),
	NUM(SMC_NLA_LINK_UID, struct smc_link, uid),
	NUM(SMC_NLA_LINK_PEER_UID, struct smc_link, peer_uid),
	NUM(SMC_NLA_LINK_STATE, struct smc_link, state),
};

static const struct smc_codec link_codec =
	SMC_CODEC(struct smc_link, "link", link_attrs);

static const struct smc_attr lgr_r_entry_attrs[] = {
	NEST(SMC_GEN_LGR_SMCR, struct smc_lgr_r_entry, lgr, lgr_r_codec),
	NEST(SMC_GEN_LINK_SMCR, struct smc_lgr_r_entry, link, link_codec),
};

static const struct smc_codec lgr_r_entry_codec =
	SMC_CODEC(struct smc_lgr_r_entry, "SMC-R link groups",
		  lgr_r_entry_attrs);

static const struct smc_attr ueid_attrs[] = {
	MUST_STR(SMC_NLA_EID_TABLE_ENTRY, struct smc_ueid, eid),
};

static const struct smc_codec ueid_codec =
	SMC_CODEC(struct smc_ueid, "user EID", ueid_attrs);

static const struct smc_attr seid_attrs[] = {
	STR(SMC_NLA_SEID_ENTRY, struct smc_seid, eid),
	NUM(SMC_NLA_SEID_ENABLED, struct smc_seid, enabled),
};

static const struct smc_codec seid_codec =
	SMC_CODEC(struct smc_seid, "system EID", seid_attrs);

static const struct smc_attr hs_limit_attrs[] = {
	MUST_NUM(SMC_NLA_HS_LIMITATION_ENABLED, struct smc_hs_limit, enabled),
};

static const struct smc_codec hs_limit_codec =
	SMC_CODEC(struct smc_hs_limit, "handshake limitation", hs_limit_attrs);

static const struct smc_attr sizes_attrs[] = {
	NUM(SMC_NLA_STATS_PLOAD_8K, struct smc_sizes, n[0]),
	NUM(SMC_NLA_STATS_PLOAD_16K, struct smc_sizes, n[1]),
	NUM(SMC_NLA_STATS_PLOAD_32K, struct smc_sizes, n[2]),
	NUM(SMC_NLA_STATS_PLOAD_64K, struct smc_sizes, n[3]),
	NUM(SMC_NLA_STATS_PLOAD_128K, struct smc_sizes, n[4]),
	NUM(SMC_NLA_STATS_PLOAD_256K, struct smc_sizes, n[5]),
	NUM(SMC_NLA_STATS_PLOAD_512K, struct smc_sizes, n[6]),
	NUM(SMC_NLA_STATS_PLOAD_1024K, struct smc_sizes, n[7]),
	NUM(SMC_NLA_STATS_PLOAD_G_1024K, struct smc_sizes, n[8]),
};

static const struct smc_codec sizes_codec =
	SMC_CODEC(struct smc_sizes, "sizes", sizes_attrs);

static const struct smc_attr buffers_attrs[] = {
	NUM(SMC_NLA_STATS_RMB_SIZE_SM_PEER_CNT, struct smc_buffers, small_peer),
	NUM(SMC_NLA_STATS_RMB_SIZE_SM_CNT, struct smc_buffers, small),
	NUM(SMC_NLA_STATS_RMB_FULL_PEER_CNT, struct smc_buffers, full_peer),
	NUM(SMC_NLA_STATS_RMB_FULL_CNT, struct smc_buffers, full),
	NUM(SMC_NLA_STATS_RMB_REUSE_CNT, struct smc_buffers, reused),
	NUM(SMC_NLA_STATS_RMB_ALLOC_CNT, struct smc_buffers, allocated),
	NUM(SMC_NLA_STATS_RMB_DGRADE_CNT, struct smc_buffers, downgraded),
};

static const struct smc_codec buffers_codec =
	SMC_CODEC(struct smc_buffers, "buffers", buffers_attrs);

#define TECH struct smc_tech_stats

static const struct smc_attr tech_attrs[] = {
	NEST(SMC_NLA_STATS_T_TX_RMB_SIZE, TECH, tx_buf_sizes, sizes_codec),
	NEST(SMC_NLA_STATS_T_RX_RMB_SIZE, TECH, rx_buf_sizes, sizes_codec),
	NEST(SMC_NLA_STATS_T_TXPLOAD_SIZE, TECH, tx_req_sizes, sizes_codec),
	NEST(SMC_NLA_STATS_T_RXPLOAD_SIZE, TECH, rx_req_sizes, sizes_codec),
	NEST(SMC_NLA_STATS_T_TX_RMB_STATS, TECH, tx_buf, buffers_codec),
	NEST(SMC_NLA_STATS_T_RX_RMB_STATS, TECH, rx_buf, buffers_codec),
	NUM(SMC_NLA_STATS_T_CLNT_V1_SUCC, TECH, clnt_v1),
	NUM(SMC_NLA_STATS_T_CLNT_V2_SUCC, TECH, clnt_v2),
	NUM(SMC_NLA_STATS_T_SRV_V1_SUCC, TECH, srv_v1),
	NUM(SMC_NLA_STATS_T_SRV_V2_SUCC, TECH, srv_v2),
	NUM(SMC_NLA_STATS_T_SENDPAGE_CNT, TECH, sendpage),
	NUM(SMC_NLA_STATS_T_SPLICE_CNT, TECH, splice),
	NUM(SMC_NLA_STATS_T_CORK_CNT, TECH, cork),
	NUM(SMC_NLA_STATS_T_NDLY_CNT, TECH, nodelay),
	NUM(SMC_NLA_STATS_T_URG_DATA_CNT, TECH, urgent),
	NUM(SMC_NLA_STATS_T_RX_BYTES, TECH, rx_bytes),
	NUM(SMC_NLA_STATS_T_TX_BYTES, TECH, tx_bytes),
	NUM(SMC_NLA_STATS_T_RX_CNT, TECH, rx_reqs),
	NUM(SMC_NLA_STATS_T_TX_CNT, TECH, tx_reqs),
	NUM(SMC_MODEL_STATS_RX_RMB_USAGE, TECH, rx_usage),
	NUM(SMC_MODEL_STATS_TX_RMB_USAGE, TECH, tx_usage),
};

static const struct smc_codec tech_codec =
	SMC_CODEC(TECH, "statistics of a technology", tech_attrs);

static const struct smc_attr stats_attrs[] = {
	NEST(SMC_NLA_STATS_SMCD_TECH, struct smc_stats, tech[SMC_TECH_D],
	     tech_codec),
	NEST(SMC_NLA_STATS_SMCR_TECH, struct smc_stats, tech[SMC_TECH_R],
	     tech_codec),
	NUM(SMC_NLA_STATS_CLNT_HS_ERR_CNT, struct smc_stats, clnt_hs_err),
	NUM(SMC_NLA_STATS_SRV_HS_ERR_CNT, struct smc_stats, srv_hs_err),
};

static const struct smc_codec stats_codec =
	SMC_CODEC(struct smc_stats, "statistics", stats_attrs);

static const struct smc_attr fback_attrs[] = {
	MUST_NUM(SMC_NLA_FBACK_STATS_TYPE, struct smc_fback, server),
	NUM(SMC_NLA_FBACK_STATS_SRV_CNT, struct smc_fback, srv_total),
	NUM(SMC_NLA_FBACK_STATS_CLNT_CNT, struct smc_fback, clnt_total),
	NUM(SMC_NLA_FBACK_STATS_RSN_CODE, struct smc_fback, reason),
	NUM(SMC_NLA_FBACK_STATS_RSN_CNT, struct smc_fback, count),
};

static const struct smc_codec fback_codec =
	SMC_CODEC(struct smc_fback, "fallback statistics", fback_attrs);

const struct smc_query smc_query_sys_info = {
	.cmd = SMC_NETLINK_GET_SYS_INFO, .nest = SMC_GEN_SYS_INFO,
	.codec = &sys_info_codec, .size = sizeof(struct smc_sys_info),
};

const struct smc_query smc_query_dev_d = {
	.cmd = SMC_NETLINK_GET_DEV_SMCD, .nest = SMC_GEN_DEV_SMCD,
	.codec = &device_codec, .size = sizeof(struct smc_device),
};

const struct smc_query smc_query_dev_r = {
	.cmd = SMC_NETLINK_GET_DEV_SMCR, .nest = SMC_GEN_DEV_SMCR,
	.codec = &device_codec, .size = sizeof(struct smc_device),
};

const struct smc_query smc_query_lgr_d = {
	.cmd = SMC_NETLINK_GET_LGR_SMCD, .nest = SMC_GEN_LGR_SMCD,
	.codec = &lgr_d_codec, .size = sizeof(struct smc_lgr_d),
};

const struct smc_query smc_query_lgr_r = {
	.cmd = SMC_NETLINK_GET_LGR_SMCR,
	.codec = &lgr_r_entry_codec, .size = sizeof(struct smc_lgr_r_entry),
};

const struct smc_query smc_query_link = {
	.cmd = SMC_NETLINK_GET_LINK_SMCR,
	.codec = &lgr_r_entry_codec, .size = sizeof(struct smc_lgr_r_entry),
};

const struct smc_query smc_query_ueid = {
	.cmd = SMC_NETLINK_DUMP_UEID,
	.codec = &ueid_codec, .size = sizeof(struct smc_ueid),
};

const struct smc_query smc_query_seid = {
	.cmd = SMC_NETLINK_DUMP_SEID,
	.codec = &seid_codec, .size = sizeof(struct smc_seid),
};

const struct smc_query smc_query_hs_limit = {
	.cmd = SMC_NETLINK_DUMP_HS_LIMITATION,
	.codec = &hs_limit_codec, .size = sizeof(struct smc_hs_limit),
};

const struct smc_query smc_query_stats = {
	.cmd = SMC_NETLINK_GET_STATS, .nest = SMC_GEN_STATS,
	.codec = &stats_codec, .size = sizeof(struct smc_stats),
};

const struct smc_query smc_query_fback = {
	.cmd = SMC_NETLINK_GET_FBACK_STATS, .nest = SMC_GEN_FBACK_STATS,
	.codec = &fback_codec, .size = sizeof(struct smc_fback),
};
