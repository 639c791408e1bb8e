/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * SMC_EXT: what the smc module of smc-suite tells and takes beyond the stock
 * families SMC_GEN_NETLINK and SMC_PNETID of <linux/smc.h>.
 *
 * Generic netlink family "SMC_EXT", version 1.  All requests are validated
 * strictly: an attribute that a command does not list is refused, and every
 * refusal carries a text (NLMSGERR_ATTR_MSG).  Readers must skip attributes
 * which they do not know; later versions append.  Strings end in NUL, integers
 * are in host byte order.  Whatever a reply describes sits in one nest; a dump
 * sends one object a message, so nothing ever needs to be put together from
 * several messages.  A dump resumes after any entry: none is doubled, none that
 * exists all the time is left out.
 *
 * SMC_EXT_A_NETNS_FD asks about, or changes, the network namespace of that
 * file descriptor instead of the caller's.  Reading another one needs
 * CAP_NET_ADMIN in its user namespace.  Commands that change something need
 * CAP_NET_ADMIN in the initial user namespace (GENL_ADMIN_PERM).
 *
 * SMC_EXT_CMD_GET_INFO: do
 *   reply:
 *     SMC_EXT_A_INFO: nest
 *       SMC_EXT_INFO_VERSION: string, version of the module
 *
 * SMC_EXT_CMD_GET_SOCKS: dump
 *   request:
 *     SMC_EXT_A_NETNS_FD: u32, optional
 *   reply, one message a socket:
 *     SMC_EXT_A_SOCK: nest
 *       SMC_EXT_SOCK_COOKIE: u64, the same as in sock_diag's id
 *       SMC_EXT_SOCK_NETNS_COOKIE: u64
 *       SMC_EXT_SOCK_FAMILY: u16, AF_INET or AF_INET6, what packets are
 *       SMC_EXT_SOCK_MODE: u8, enum smc_ext_mode
 *       SMC_EXT_SOCK_STATE: u8, as diag_state
 *       SMC_EXT_SOCK_FALLBACK: u32, reason of the fallback, only if there is one
 *     and of a socket in mode SMC:
 *       SMC_EXT_SOCK_LGR_ID: u32
 *       SMC_EXT_SOCK_VLAN_ID: u16, 0 none
 *       SMC_EXT_SOCK_DEV: string
 *       SMC_EXT_SOCK_RX_SIZE: u32, bytes of its receive buffer
 *       SMC_EXT_SOCK_TX_SIZE: u32, bytes of the buffer it sends into
 *       SMC_EXT_SOCK_RX_QUEUED: u32, bytes received and not yet read
 *       SMC_EXT_SOCK_TX_QUEUED: u32, bytes sent and not yet read by the peer
 *
 * SMC_EXT_CMD_GET_DEV: dump
 *   reply, one message an SMC-D device:
 *     SMC_EXT_A_DEV: nest
 *       SMC_EXT_DEV_NAME: string
 *       SMC_EXT_DEV_ACTIVE: u8, 0 or 1; 0: nothing of what follows but DMB_TYPE
 *       SMC_EXT_DEV_DMB_TYPE: u8, enum smc_ext_dmb_type; of an active device
 *         what is in use, of an inactive one what will be
 *       SMC_EXT_DEV_CHID: u16
 *       SMC_EXT_DEV_GID: u64
 *       SMC_EXT_DEV_EXT_GID: u64
 *       SMC_EXT_DEV_DMBS: u32, DMBs registered
 *       SMC_EXT_DEV_DMB_BYTES: u64, their memory
 *       SMC_EXT_DEV_LGRS: u32, link groups
 *
 * SMC_EXT_CMD_SET_DEV: do, changes
 *   request:
 *     SMC_EXT_A_DEV: nest
 *       SMC_EXT_DEV_NAME: string, the device
 *       SMC_EXT_DEV_DMB_TYPE: u8, optional; counts from the next activation on
 *       SMC_EXT_DEV_ACTIVE: u8, optional, 0 ends all its link groups; when
 *         both are there, the type is set first
 *
 * SMC_EXT_CMD_GET_GAUGES: do
 *   request:
 *     SMC_EXT_A_NETNS_FD: u32, optional
 *   reply, about the namespace but where it says "all":
 *     SMC_EXT_A_GAUGES: nest
 *       SMC_EXT_GAUGE_MODES: nest of u32, sockets by mode; the type of each
 *         attribute is the enum smc_ext_mode, modes without sockets are absent
 *       SMC_EXT_GAUGE_STATES: nest of u32, sockets by diag_state, same way
 *       SMC_EXT_GAUGE_CONNS: u32, SMC connections
 *       SMC_EXT_GAUGE_LGRS: u32, link groups, of all namespaces
 *       SMC_EXT_GAUGE_DMBS: u32, DMBs, of all namespaces
 *       SMC_EXT_GAUGE_DMB_BYTES: u64, memory of the DMBs of this one
 *       SMC_EXT_GAUGE_HS_PENDING: u32, server handshakes under way
 *       SMC_EXT_GAUGE_HS_LIMITED: u64, clients told to use TCP under congestion
 *       SMC_EXT_GAUGE_REFUSED_GARBAGE: u64, children reset because the peer
 *         sent something that is not SMC,
 *       SMC_EXT_GAUGE_REFUSED_SHORT: u64, ... ended amid a handshake message,
 *       SMC_EXT_GAUGE_REFUSED_EOF: u64, ... ended without one,
 *       SMC_EXT_GAUGE_REFUSED_TIMEOUT: u64, ... was silent
 *
 * SMC_EXT_CMD_GET_TUNE: dump
 *   request:
 *     SMC_EXT_A_NETNS_FD: u32, optional
 *   reply, one message a setting:
 *     SMC_EXT_A_TUNE: nest
 *       SMC_EXT_TUNE_NAME: string, as below /proc/sys/net/smc/
 *       SMC_EXT_TUNE_VALUE: u32
 *       SMC_EXT_TUNE_AUTO: u32, only if nobody has chosen a value of rmem or
 *         wmem: the largest size that the module chooses then, 0: no limit
 *
 * SMC_EXT_CMD_SET_TUNE: do, changes
 *   request:
 *     SMC_EXT_A_NETNS_FD: u32, optional
 *     SMC_EXT_A_TUNE: nest
 *       SMC_EXT_TUNE_NAME: string
 *       SMC_EXT_TUNE_VALUE: u32; 0 for rmem and wmem: as if nobody had chosen
 *
 * SMC_EXT_CMD_ADD_PNET: do, changes
 * SMC_EXT_CMD_DEL_PNET: do, changes
 * SMC_EXT_CMD_FLUSH_PNET: do, changes
 *   as SMC_PNETID_ADD, SMC_PNETID_DEL and SMC_PNETID_FLUSH of the stock family,
 *   but of any namespace
 *   request:
 *     SMC_EXT_A_NETNS_FD: u32, optional
 *     SMC_EXT_A_PNET: nest of the SMC_PNETID_* attributes; not with FLUSH
 */
#ifndef _UAPI_LINUX_SMC_EXT_H
#define _UAPI_LINUX_SMC_EXT_H

#define SMC_EXT_GENL_NAME	"SMC_EXT"
#define SMC_EXT_GENL_VERSION	1

enum smc_ext_cmd {
	SMC_EXT_CMD_UNSPEC,
	SMC_EXT_CMD_GET_INFO,
	SMC_EXT_CMD_GET_SOCKS,
	SMC_EXT_CMD_GET_DEV,
	SMC_EXT_CMD_SET_DEV,
	SMC_EXT_CMD_GET_GAUGES,
	SMC_EXT_CMD_GET_TUNE,
	SMC_EXT_CMD_SET_TUNE,
	SMC_EXT_CMD_ADD_PNET,
	SMC_EXT_CMD_DEL_PNET,
	SMC_EXT_CMD_FLUSH_PNET,
	__SMC_EXT_CMD_LAST
};

#define SMC_EXT_CMD_MAX (__SMC_EXT_CMD_LAST - 1)

/* top level */
enum smc_ext_attr {
	SMC_EXT_A_UNSPEC,
	SMC_EXT_A_NETNS_FD,		/* u32 */
	SMC_EXT_A_INFO,			/* nest */
	SMC_EXT_A_SOCK,			/* nest */
	SMC_EXT_A_DEV,			/* nest */
	SMC_EXT_A_GAUGES,		/* nest */
	SMC_EXT_A_TUNE,			/* nest */
	SMC_EXT_A_PNET,			/* nest */
	__SMC_EXT_A_LAST
};

#define SMC_EXT_A_MAX (__SMC_EXT_A_LAST - 1)

/* SMC_EXT_A_INFO */
enum smc_ext_info_attr {
	SMC_EXT_INFO_UNSPEC,
	SMC_EXT_INFO_VERSION,		/* string */
	__SMC_EXT_INFO_LAST
};

#define SMC_EXT_INFO_MAX (__SMC_EXT_INFO_LAST - 1)

/* who serves the calls of a socket */
enum smc_ext_mode {
	SMC_EXT_MODE_UNSPEC,
	SMC_EXT_MODE_INIT,		/* neither connected nor listening */
	SMC_EXT_MODE_HANDSHAKE,		/* connect under way */
	SMC_EXT_MODE_LISTEN,
	SMC_EXT_MODE_TCP,		/* fell back to TCP */
	SMC_EXT_MODE_SMC,
	__SMC_EXT_MODE_LAST
};

#define SMC_EXT_MODE_MAX (__SMC_EXT_MODE_LAST - 1)

/* SMC_EXT_A_SOCK */
enum smc_ext_sock_attr {
	SMC_EXT_SOCK_UNSPEC,
	SMC_EXT_SOCK_PAD,
	SMC_EXT_SOCK_COOKIE,		/* u64 */
	SMC_EXT_SOCK_NETNS_COOKIE,	/* u64 */
	SMC_EXT_SOCK_FAMILY,		/* u16 */
	SMC_EXT_SOCK_MODE,		/* u8 */
	SMC_EXT_SOCK_STATE,		/* u8 */
	SMC_EXT_SOCK_FALLBACK,		/* u32 */
	SMC_EXT_SOCK_LGR_ID,		/* u32 */
	SMC_EXT_SOCK_VLAN_ID,		/* u16 */
	SMC_EXT_SOCK_DEV,		/* string */
	SMC_EXT_SOCK_RX_SIZE,		/* u32 */
	SMC_EXT_SOCK_TX_SIZE,		/* u32 */
	SMC_EXT_SOCK_RX_QUEUED,		/* u32 */
	SMC_EXT_SOCK_TX_QUEUED,		/* u32 */
	__SMC_EXT_SOCK_LAST
};

#define SMC_EXT_SOCK_MAX (__SMC_EXT_SOCK_LAST - 1)

enum smc_ext_dmb_type {
	SMC_EXT_DMB_PHYS,		/* physically contiguous */
	SMC_EXT_DMB_VIRT,		/* virtually contiguous */
	__SMC_EXT_DMB_LAST
};

#define SMC_EXT_DMB_MAX (__SMC_EXT_DMB_LAST - 1)

/* SMC_EXT_A_DEV */
enum smc_ext_dev_attr {
	SMC_EXT_DEV_UNSPEC,
	SMC_EXT_DEV_PAD,
	SMC_EXT_DEV_NAME,		/* string */
	SMC_EXT_DEV_ACTIVE,		/* u8 */
	SMC_EXT_DEV_DMB_TYPE,		/* u8 */
	SMC_EXT_DEV_CHID,		/* u16 */
	SMC_EXT_DEV_GID,		/* u64 */
	SMC_EXT_DEV_EXT_GID,		/* u64 */
	SMC_EXT_DEV_DMBS,		/* u32 */
	SMC_EXT_DEV_DMB_BYTES,		/* u64 */
	SMC_EXT_DEV_LGRS,		/* u32 */
	__SMC_EXT_DEV_LAST
};

#define SMC_EXT_DEV_MAX (__SMC_EXT_DEV_LAST - 1)

/* SMC_EXT_A_GAUGES */
enum smc_ext_gauge_attr {
	SMC_EXT_GAUGE_UNSPEC,
	SMC_EXT_GAUGE_PAD,
	SMC_EXT_GAUGE_MODES,		/* nest */
	SMC_EXT_GAUGE_STATES,		/* nest */
	SMC_EXT_GAUGE_CONNS,		/* u32 */
	SMC_EXT_GAUGE_LGRS,		/* u32 */
	SMC_EXT_GAUGE_DMBS,		/* u32 */
	SMC_EXT_GAUGE_DMB_BYTES,	/* u64 */
	SMC_EXT_GAUGE_HS_PENDING,	/* u32 */
	SMC_EXT_GAUGE_HS_LIMITED,	/* u64 */
	SMC_EXT_GAUGE_REFUSED_GARBAGE,	/* u64 */
	SMC_EXT_GAUGE_REFUSED_SHORT,	/* u64 */
	SMC_EXT_GAUGE_REFUSED_EOF,	/* u64 */
	SMC_EXT_GAUGE_REFUSED_TIMEOUT,	/* u64 */
	__SMC_EXT_GAUGE_LAST
};

#define SMC_EXT_GAUGE_MAX (__SMC_EXT_GAUGE_LAST - 1)

/* SMC_EXT_A_TUNE */
enum smc_ext_tune_attr {
	SMC_EXT_TUNE_UNSPEC,
	SMC_EXT_TUNE_NAME,		/* string */
	SMC_EXT_TUNE_VALUE,		/* u32 */
	SMC_EXT_TUNE_AUTO,		/* u32 */
	__SMC_EXT_TUNE_LAST
};

#define SMC_EXT_TUNE_MAX (__SMC_EXT_TUNE_LAST - 1)

#endif /* _UAPI_LINUX_SMC_EXT_H */
