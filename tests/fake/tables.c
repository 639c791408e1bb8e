// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What the fake kernel knows of itself, laid out by hand from <linux/smc.h>:
 * nothing here is shared with the codecs under test.
 */
#include "tables.h"

#include <linux/smc.h>
#include <linux/smc_ext.h>
#include <string.h>

#include "knob.h"

/* A number in the width of today, or of a kernel to come. */
void fake_put_num(struct fake_msg *m, unsigned int attr, uint64_t v,
		    unsigned int bytes)
{
	if (knob_is("new"))
		fake_put_u64(m, attr, v);
	else if (bytes == 1)
		fake_put_u8(m, attr, (uint8_t)v);
	else if (bytes == 2)
		fake_put_u16(m, attr, (uint16_t)v);
	else
		fake_put_u32(m, attr, (uint32_t)v);
}

/* An attribute that no tool knows yet. */
void fake_put_unknown(struct fake_msg *m)
{
	if (knob_is("new"))
		fake_put_str(m, 60, "from the future");
}

static bool sys_info_entry(struct fake_msg *m, unsigned int i)
{
	size_t nest;

	if (i)
		return false;
	nest = fake_nest_begin(m, SMC_GEN_SYS_INFO);
	fake_put_num(m, SMC_NLA_SYS_VER, 2, 1);
	fake_put_num(m, SMC_NLA_SYS_REL, knob_is("old") ? 0 : 1, 1);
	fake_put_num(m, SMC_NLA_SYS_IS_ISM_V2, !knob_is("empty"), 1);
	fake_put_num(m, SMC_NLA_SYS_IS_SMCR_V2, 1, 1);
	fake_put_str(m, SMC_NLA_SYS_LOCAL_HOST,
		     "smcvm                           ");
	if (!knob_is("empty"))
		fake_put_str(m, SMC_NLA_SYS_SEID, "");
	fake_put_unknown(m);
	fake_nest_end(m, nest);
	return true;
}

static void port_put(struct fake_msg *m, unsigned int user, const char *id)
{
	size_t nest = fake_nest_begin(m, SMC_NLA_DEV_PORT);

	fake_put_u8(m, SMC_NLA_DEV_PORT_PNET_USR, (uint8_t)user);
	fake_put_str(m, SMC_NLA_DEV_PORT_PNETID, id);
	fake_nest_end(m, nest);
}

/* loopback-ism, or a hardware device of a kind that SMC_FAKE names. */
static bool dev_d_entry(struct fake_msg *m, unsigned int i)
{
	long id = knob_number("dev", -1);
	size_t nest;

	if (i || knob_is("empty"))
		return false;
	nest = fake_nest_begin(m, SMC_GEN_DEV_SMCD);
	fake_put_num(m, SMC_NLA_DEV_USE_CNT, 1, 4);
	fake_put_num(m, SMC_NLA_DEV_IS_CRIT, 1, 1);
	if (id < 0) {
		fake_put_num(m, SMC_NLA_DEV_PCI_FID, 0, 4);
		fake_put_num(m, SMC_NLA_DEV_PCI_CHID, 0xffff, 2);
		fake_put_num(m, SMC_NLA_DEV_PCI_VENDOR, 0, 2);
		fake_put_num(m, SMC_NLA_DEV_PCI_DEVICE, 0, 2);
		fake_put_str(m, SMC_NLA_DEV_PCI_ID, "loopback-ism");
		port_put(m, 0, "");
	} else {
		fake_put_num(m, SMC_NLA_DEV_PCI_FID, 0x29, 4);
		fake_put_num(m, SMC_NLA_DEV_PCI_CHID, 0x7c1, 2);
		fake_put_num(m, SMC_NLA_DEV_PCI_VENDOR, 0x1014, 2);
		fake_put_num(m, SMC_NLA_DEV_PCI_DEVICE, (uint16_t)id, 2);
		fake_put_str(m, SMC_NLA_DEV_PCI_ID, "0029:00:00.0");
		port_put(m, 1, "ABCDEFGHIJKLMNOP");
	}
	fake_put_unknown(m);
	fake_nest_end(m, nest);
	return true;
}

static void v2_put(struct fake_msg *m)
{
	size_t nest = fake_nest_begin(m, SMC_NLA_LGR_D_V2_COMMON);

	fake_put_u8(m, SMC_NLA_LGR_V2_VER, 2);
	fake_put_u8(m, SMC_NLA_LGR_V2_REL, 1);
	fake_put_u8(m, SMC_NLA_LGR_V2_OS, 2);
	fake_put_str(m, SMC_NLA_LGR_V2_PEER_HOST,
		     "smcvm                           ");
	fake_put_str(m, SMC_NLA_LGR_V2_NEG_EID,
		     "SMC-TEST.1                      ");
	fake_nest_end(m, nest);
}

/* One of version 2 over loopback, one of version 1 in VLAN 300. */
static bool lgr_d_entry(struct fake_msg *m, unsigned int i)
{
	bool old = knob_is("old");
	size_t nest;

	if (i > 1 || knob_is("empty"))
		return false;
	nest = fake_nest_begin(m, SMC_GEN_LGR_SMCD);
	fake_put_num(m, SMC_NLA_LGR_D_ID, i ? 0x00000200 : 0x00000100, 4);
	fake_put_u64(m, SMC_NLA_LGR_D_GID, 0x1111222233334444);
	if (!old)
		fake_put_u64(m, 10, 0x5555666677778888);
	fake_put_u64(m, SMC_NLA_LGR_D_PEER_GID, 0xaaaabbbbccccdddd);
	if (!old)
		fake_put_u64(m, 11, 0xeeeeffff00001111);
	/* One byte on stock, where 300 becomes 44; any width will do. */
	fake_put_u16(m, SMC_NLA_LGR_D_VLAN_ID, i ? 300 : 0);
	fake_put_num(m, SMC_NLA_LGR_D_CONNS_NUM, 3 + i, 4);
	/* The header says u16, the stock kernel sends u32. */
	fake_put_num(m, SMC_NLA_LGR_D_CHID, i ? 0x7c1 : 0xffff, 4);
	if (!old) {
		fake_put_u32(m, 12, 196608);
		fake_put_u64(m, 13, 0x100000000);
	}
	fake_put_str(m, SMC_NLA_LGR_D_PNETID, i ? "ABCDEFGHIJKLMNOP" : "");
	if (!i)
		v2_put(m);
	fake_put_unknown(m);
	fake_nest_end(m, nest);
	return true;
}

static bool ueid_entry(struct fake_msg *m, unsigned int i)
{
	static const char *const eids[] = {
		"SMC-TEST.1                      ",
		"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
	};

	if (i > 1 || knob_is("empty") || knob_is("no-eid"))
		return false;
	fake_put_str(m, SMC_NLA_EID_TABLE_ENTRY, eids[i]);
	fake_put_unknown(m);
	return true;
}

/* A machine without a system EID answers with no attributes, or empty ones. */
static bool seid_entry(struct fake_msg *m, unsigned int i)
{
	char seid[64];

	if (i)
		return false;
	if (knob_is("empty"))
		return true;
	if (!knob_value("seid", seid, sizeof(seid)))
		seid[0] = '\0';
	fake_put_str(m, SMC_NLA_SEID_ENTRY, seid);
	fake_put_u8(m, SMC_NLA_SEID_ENABLED, seid[0] != '\0');
	return true;
}

static bool hs_limit_entry(struct fake_msg *m, unsigned int i)
{
	if (i)
		return false;
	fake_put_u8(m, SMC_NLA_HS_LIMITATION_ENABLED,
		    (uint8_t)knob_number("limit", !knob_is("empty")));
	return true;
}

/* Find the table that a dump command of SMC_GEN_NETLINK reads. */
fake_entry fake_gen_table(unsigned int cmd)
{
	switch (cmd) {
	case SMC_NETLINK_GET_SYS_INFO:
		return sys_info_entry;
	case SMC_NETLINK_GET_LGR_SMCR:
		return fake_lgr_r_entry;
	case SMC_NETLINK_GET_LINK_SMCR:
		return fake_link_entry;
	case SMC_NETLINK_GET_LGR_SMCD:
		return lgr_d_entry;
	case SMC_NETLINK_GET_DEV_SMCD:
		return dev_d_entry;
	case SMC_NETLINK_GET_DEV_SMCR:
		return knob_is("nics") || knob_is("no-rdma") ||
		       knob_number("rdma", -1) >= 0 ?
		       fake_nic_entry : fake_dev_r_entry;
	case SMC_NETLINK_GET_STATS:
		return fake_stats_entry;
	case SMC_NETLINK_GET_FBACK_STATS:
		return fake_fback_entry;
	case SMC_NETLINK_DUMP_UEID:
		return ueid_entry;
	case SMC_NETLINK_DUMP_SEID:
		return seid_entry;
	case SMC_NETLINK_DUMP_HS_LIMITATION:
		return hs_limit_entry;
	}
	return NULL;
}

static bool ext_info_entry(struct fake_msg *m, unsigned int i)
{
	char version[16];
	size_t nest;

	if (i)
		return false;
	if (!knob_value("version", version, sizeof(version)))
		strcpy(version, "9.8.7");
	nest = fake_nest_begin(m, SMC_EXT_A_INFO);
	fake_put_str(m, SMC_EXT_INFO_VERSION, version);
	fake_nest_end(m, nest);
	return true;
}

static bool ext_dev_entry(struct fake_msg *m, unsigned int i)
{
	size_t nest;

	if (i)
		return false;
	nest = fake_nest_begin(m, SMC_EXT_A_DEV);
	fake_put_str(m, SMC_EXT_DEV_NAME, "loopback-ism");
	fake_put_u8(m, SMC_EXT_DEV_ACTIVE, !knob_is("inactive"));
	fake_put_u8(m, SMC_EXT_DEV_DMB_TYPE, SMC_EXT_DMB_VIRT);
	fake_put_u32(m, SMC_EXT_DEV_DMBS, (uint32_t)knob_number("dmbs", 6));
	fake_put_u64(m, SMC_EXT_DEV_DMB_BYTES, 393216);
	fake_put_u64(m, SMC_EXT_DEV_GID, 0x1111222233334444);
	fake_put_u64(m, SMC_EXT_DEV_EXT_GID, 0x5555666677778888);
	fake_nest_end(m, nest);
	return true;
}

static bool ext_gauges_entry(struct fake_msg *m, unsigned int i)
{
	unsigned int attr;
	size_t nest, modes;

	if (i)
		return false;
	nest = fake_nest_begin(m, SMC_EXT_A_GAUGES);
	modes = fake_nest_begin(m, SMC_EXT_GAUGE_MODES);
	fake_put_u32(m, SMC_EXT_MODE_LISTEN, 4);
	fake_put_u32(m, SMC_EXT_MODE_SMC, 6);
	fake_nest_end(m, modes);
	for (attr = SMC_EXT_GAUGE_CONNS; attr <= SMC_EXT_GAUGE_MAX; attr++)
		fake_put_u64(m, attr, attr * 11);
	fake_nest_end(m, nest);
	return true;
}

static bool ext_tune_entry(struct fake_msg *m, unsigned int i)
{
	size_t nest;

	if (i > 1)
		return false;
	nest = fake_nest_begin(m, SMC_EXT_A_TUNE);
	fake_put_str(m, SMC_EXT_TUNE_NAME, i ? "wmem" : "rmem");
	fake_put_u32(m, SMC_EXT_TUNE_VALUE, 65536);
	if (!knob_is(i ? "wmem-set" : "rmem-set"))
		fake_put_u32(m, SMC_EXT_TUNE_AUTO, i ? 0 : 524288);
	fake_nest_end(m, nest);
	return true;
}

/* Find the table that a command of SMC_EXT reads. */
fake_entry fake_ext_table(unsigned int cmd)
{
	switch (cmd) {
	case SMC_EXT_CMD_GET_INFO:
		return ext_info_entry;
	case SMC_EXT_CMD_GET_SOCKS:
		return fake_ext_sock_entry;
	case SMC_EXT_CMD_GET_DEV:
		return ext_dev_entry;
	case SMC_EXT_CMD_GET_GAUGES:
		return ext_gauges_entry;
	case SMC_EXT_CMD_GET_TUNE:
		return ext_tune_entry;
	}
	return NULL;
}
