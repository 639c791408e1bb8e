/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CLC messages, the handshake's language inside the TCP stream: bytes to
 * value structs and back. Values are in host order; a GID, system id, MAC
 * or EID is an array of bytes as it stands on the wire.
 */
#ifndef SMC_CORE_CLC_H
#define SMC_CORE_CLC_H

#include "eid.h"
#include "gid.h"
#include "port.h"

#define SMC_CLC_HDR_LEN		8
#define SMC_CLC_MAX_LEN		652	/* longest message taken: a PROPOSAL */
#define SMC_CLC_ACCEPT_MAX	196	/* longest built: CONFIRM, two GIDs */
#define SMC_CLC_DECLINE_LEN_V1	28
#define SMC_CLC_DECLINE_LEN_V2	44

#define SMC_CLC_MAX_EIDS	8
#define SMC_CLC_MAX_ISM		8	/* entries; emulated devices take two */
#define SMC_CLC_MAX_PREFIX6	8
#define SMC_CLC_MAX_GIDS	2	/* of the list in an SMC-R CONFIRM */
#define SMC_GID_LEN		16
#define SMC_MAC_LEN		6
#define SMC_SYSID_LEN		8
#define SMC_HOSTNAME_LEN	32
#define SMC_LINKID_LEN		4

#define SMC_V1			1
#define SMC_V2			2
#define SMC_RELEASE_0		0	/* v2.0 */
#define SMC_RELEASE_1		1	/* v2.1 */
#define SMC_FEATURE_EMULATED_ISM 0x0001
#define SMC_OS_LINUX		2

enum smc_clc_type {
	SMC_CLC_PROPOSAL	= 1,
	SMC_CLC_ACCEPT		= 2,
	SMC_CLC_CONFIRM		= 3,
	SMC_CLC_DECLINE		= 4,
};

/**
 * struct smc_clc_hdr - the 8 bytes every message begins with
 * @type: enum smc_clc_type
 * @version: 1 or more
 * @typev1: low two bits of the last byte, meaning depends on @type
 * @typev2: next two bits, meaning depends on @type
 * @length: of the whole message, header and trailer included
 */
struct smc_clc_hdr {
	u8 type;
	u8 version;
	u8 typev1;
	u8 typev2;
	u16 length;
};

/**
 * struct smc_clc_prefix6 - IPv6 prefix
 * @addr: address bytes
 * @len: valid bits
 */
struct smc_clc_prefix6 {
	u8 addr[16];
	u8 len;
};

/**
 * struct smc_clc_proposal - what a client offers
 * @version: SMC_V1, SMC_V2
 * @smcr_v1: SMC-R version 1 is offered
 * @smcd_v1: SMC-D version 1 is offered
 * @smcr_v2: SMC-R version 2 is offered
 * @smcd_v2: SMC-D version 2 is offered
 * @sysid: client's system id (zero unless SMC-R v1 is offered)
 * @gid: client's RoCEv1 GID
 * @mac: client's MAC
 * @ism_v1: its native ISM device, CHID 0 when there is none (with SMC-D v1
 *	the CHID is 0 too and only the GID counts)
 * @subnet: IPv4 subnet of the client, network order; sent with v1 only
 * @subnet_len: bits of @subnet
 * @prefix6_count: entries in @prefix6
 * @prefix6: the client's IPv6 prefixes
 * @release: release of version 2
 * @eid_count: entries in @eid
 * @eid: the client's UEIDs
 * @roce_gid: RoCEv2 GID, with SMC-R v2 only
 * @max_conns: connections a link group may carry, release 1 and SMC-R v2
 * @max_links: links a link group may have, release 1 and SMC-R v2
 * @feature_mask: SMC_FEATURE_* bits
 * @has_seid: @seid is valid and enabled
 * @seid: system EID, with SMC-D v2 only
 * @ism_count: entries in @ism
 * @ism: SMC-D v2 devices; an emulated one is one entry here, two on the wire
 */
struct smc_clc_proposal {
	u8 version;
	bool smcr_v1;
	bool smcd_v1;
	bool smcr_v2;
	bool smcd_v2;
	u8 sysid[SMC_SYSID_LEN];
	u8 gid[SMC_GID_LEN];
	u8 mac[SMC_MAC_LEN];
	struct smc_ism ism_v1;
	u8 subnet[4];
	u8 subnet_len;
	u8 prefix6_count;
	struct smc_clc_prefix6 prefix6[SMC_CLC_MAX_PREFIX6];
	u8 release;
	u8 eid_count;
	u8 eid[SMC_CLC_MAX_EIDS][SMC_EID_LEN];
	u8 roce_gid[SMC_GID_LEN];
	u8 max_conns;
	u8 max_links;
	u16 feature_mask;
	bool has_seid;
	u8 seid[SMC_EID_LEN];
	u8 ism_count;
	struct smc_ism ism[SMC_CLC_MAX_ISM];
};

/**
 * struct smc_clc_fce - first contact extension
 * @present: it was there (parse), it is wanted (build)
 * @extended: it had the long form; the builder chooses the form itself
 * @v2_direct: the sender is reachable without a gateway (SMC-R)
 * @os: operating system, SMC_OS_LINUX
 * @release: negotiated release
 * @hostname: ASCII, blank padded, not terminated, not trustworthy
 * @max_conns: long form, SMC-R
 * @max_links: long form, SMC-R
 * @feature_mask: long form, SMC_FEATURE_* bits
 */
struct smc_clc_fce {
	bool present;
	bool extended;
	bool v2_direct;
	u8 os;
	u8 release;
	u8 hostname[SMC_HOSTNAME_LEN];
	u8 max_conns;
	u8 max_links;
	u16 feature_mask;
};

/**
 * struct smc_clc_accept_d - SMC-D part of ACCEPT and CONFIRM
 * @gid: sender's device; gid_ext is set for emulated devices only
 * @token: of the sender's DMB
 * @dmbe_idx: 0
 * @dmbe_size: size class of the DMB
 * @linkid: raw bytes of the sender's link group id
 * @chid: version 2: the chosen device
 */
struct smc_clc_accept_d {
	struct smc_gid gid;
	u64 token;
	u8 dmbe_idx;
	u8 dmbe_size;
	u8 linkid[SMC_LINKID_LEN];
	u16 chid;
};

/**
 * struct smc_clc_accept_r - SMC-R part of ACCEPT and CONFIRM
 * @sysid: sender's system id
 * @gid: GID of the sender's port
 * @mac: MAC of the sender's port
 * @qpn: queue pair number, 24 bits
 * @rkey: of the sender's RMB
 * @rmbe_idx: 1
 * @alert_token: of the sender's connection
 * @rmbe_size: size class of the RMB
 * @mtu: path MTU, enum 1..5
 * @rmb_addr: address of the RMB
 * @psn: initial packet sequence number, 24 bits
 * @gid_count: entries in @gid_list, CONFIRM of a first contact only
 * @gid_list: the client's GIDs; further ones of a longer list are skipped
 */
struct smc_clc_accept_r {
	u8 sysid[SMC_SYSID_LEN];
	u8 gid[SMC_GID_LEN];
	u8 mac[SMC_MAC_LEN];
	u32 qpn;
	u32 rkey;
	u8 rmbe_idx;
	u32 alert_token;
	u8 rmbe_size;
	u8 mtu;
	u64 rmb_addr;
	u32 psn;
	u8 gid_count;
	u8 gid_list[SMC_CLC_MAX_GIDS][SMC_GID_LEN];
};

/**
 * struct smc_clc_accept - ACCEPT or CONFIRM
 * @version: SMC_V1, SMC_V2
 * @smcd: SMC-D, @d is valid; else SMC-R, @r is valid
 * @first_contact: a new link group is used
 * @d: SMC-D part
 * @r: SMC-R part
 * @eid: version 2: the negotiated EID
 * @fce: version 2, first contact
 */
struct smc_clc_accept {
	u8 version;
	bool smcd;
	bool first_contact;
	union {
		struct smc_clc_accept_d d;
		struct smc_clc_accept_r r;
	};
	u8 eid[SMC_EID_LEN];
	struct smc_clc_fce fce;
};

/**
 * struct smc_clc_decline - DECLINE
 * @version: of the message answered
 * @out_of_sync: the sender has lost the link group; to be ignored by a
 *	connection that has none
 * @sysid: sender's system id
 * @diagnosis: enum smc_rsn
 * @os: version 2: operating system
 */
struct smc_clc_decline {
	u8 version;
	bool out_of_sync;
	u8 sysid[SMC_SYSID_LEN];
	u32 diagnosis;
	u8 os;
};

int smc_clc_peek(const void *buf, size_t len, struct smc_clc_hdr *ret);

int smc_clc_parse_proposal(const void *buf, size_t len,
			   struct smc_clc_proposal *ret);
int smc_clc_parse_accept(const void *buf, size_t len, u8 type,
			 struct smc_clc_accept *ret);
int smc_clc_parse_decline(const void *buf, size_t len,
			  struct smc_clc_decline *ret);

int smc_clc_build_proposal(void *buf, size_t size,
			   const struct smc_clc_proposal *p);
int smc_clc_build_accept(void *buf, size_t size, u8 type,
			 const struct smc_clc_accept *a);
int smc_clc_build_decline(void *buf, size_t size,
			  const struct smc_clc_decline *d);

#endif /* SMC_CORE_CLC_H */
