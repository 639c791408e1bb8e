// SPDX-License-Identifier: GPL-2.0-or-later
#include "fields.h"

#include <arpa/inet.h>
#include <inttypes.h>
#include <net/if.h>
#include <stdio.h>
#include <string.h>

#include "core/gid.h"
#include "pci_name.h"

static const char *const gid_names[SMC_RDMA_GID_TYPES] = {
	[SMC_RDMA_GID_IB] = "IB",
	[SMC_RDMA_GID_ROCE_V1] = "RoCEv1",
	[SMC_RDMA_GID_ROCE_V2] = "RoCEv2",
};

/**
 * nic_has() - is something known of a row?
 * @nic: the row
 * @bit: PCI_… or NIC_…
 *
 * Return: true when it is.
 */
bool nic_has(const struct nic *nic, unsigned int bit)
{
	return nic->has >> bit & 1;
}

static const char *pci_name(const struct nic *nic)
{
	return nic_has(nic, PCI_IDS) ?
	       smc_pci_name(nic->pci.vendor, nic->pci.device) : NULL;
}

/**
 * nic_is_known() - is the kind of the device one that carries SMC?
 * @nic: the row
 *
 * Return: true when it is known by name.
 */
bool nic_is_known(const struct nic *nic)
{
	return pci_name(nic) != NULL;
}

static const char *type_name(const struct nic *nic)
{
	if (nic->name[0] && nic->chid == SMC_CHID_LOOPBACK)
		return "LO";
	if (!nic->pci.address[0])
		return "virtual";
	return pci_name(nic);
}

static enum smc_text copy(char *buf, size_t size, const char *text)
{
	if (!text || !text[0])
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%s", text);
	return SMC_TEXT_OK;
}

static enum smc_text ids_text(const struct nic *nic, char *buf, size_t size)
{
	if (!nic_has(nic, PCI_IDS))
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%04x:%04x", nic->pci.vendor, nic->pci.device);
	return SMC_TEXT_OK;
}

/* A column is one word: scripts count words. */
static enum smc_text type_column(const void *obj, char *buf, size_t size)
{
	const char *name = type_name(obj);

	return name ? copy(buf, size, name) : ids_text(obj, buf, size);
}

static enum smc_text type_words(const void *obj, char *buf, size_t size)
{
	const struct nic *nic = obj;
	const char *name = type_name(nic);

	if (name)
		return copy(buf, size, name);
	if (!nic_has(nic, PCI_IDS))
		return SMC_TEXT_NONE;
	snprintf(buf, size, "unknown (%04x:%04x)", nic->pci.vendor,
		 nic->pci.device);
	return SMC_TEXT_OK;
}

static enum smc_text raw_column(const void *obj, char *buf, size_t size)
{
	return ids_text(obj, buf, size);
}

static enum smc_text power_text(const void *obj, char *buf, size_t size)
{
	const struct nic *nic = obj;

	if (!nic_has(nic, PCI_POWER))
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%u", nic->pci.power);
	return SMC_TEXT_OK;
}

/* Hardware without Ethernet has no port. */
static enum smc_text pport_text(const void *obj, char *buf, size_t size)
{
	const struct nic *nic = obj;

	if (!nic_has(nic, PCI_PORT) || (!nic->netdev[0] && !nic->ibdev[0]))
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%" PRIu32, nic->pci.port);
	return SMC_TEXT_OK;
}

static enum smc_text iport_text(const void *obj, char *buf, size_t size)
{
	const struct nic *nic = obj;

	if (!nic_has(nic, NIC_PORT))
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%u", nic->ibport);
	return SMC_TEXT_OK;
}

static enum smc_text address_text(const void *obj, char *buf, size_t size)
{
	return copy(buf, size, ((const struct nic *)obj)->pci.address);
}

/* A device without a bus is where its name is. */
static enum smc_text where_column(const void *obj, char *buf, size_t size)
{
	const struct nic *nic = obj;

	return copy(buf, size, nic->pci.address[0] ? nic->pci.address :
		    nic->name);
}

static enum smc_text slot_text(const void *obj, char *buf, size_t size)
{
	return copy(buf, size, ((const struct nic *)obj)->pci.slot);
}

static enum smc_text netdev_text(const void *obj, char *buf, size_t size)
{
	return copy(buf, size, ((const struct nic *)obj)->netdev);
}

static enum smc_text ibdev_text(const void *obj, char *buf, size_t size)
{
	return copy(buf, size, ((const struct nic *)obj)->ibdev);
}

static enum smc_text smcd_text(const void *obj, char *buf, size_t size)
{
	return copy(buf, size, ((const struct nic *)obj)->name);
}

static enum smc_text device_column(const void *obj, char *buf, size_t size)
{
	const struct nic *nic = obj;

	return copy(buf, size, nic->ibdev[0] ? nic->ibdev :
		    nic->name[0] ? nic->name : nic->pci.address);
}

static enum smc_text pnetid_text(const void *obj, char *buf, size_t size)
{
	return copy(buf, size, ((const struct nic *)obj)->pnetid);
}

/* '*': by the user, not by the hardware. */
static enum smc_text pnetid_column(const void *obj, char *buf, size_t size)
{
	const struct nic *nic = obj;

	snprintf(buf, size, "%c%s", nic->pnetid_by_user ? '*' : ' ',
		 nic->pnetid[0] ? nic->pnetid : "n/a");
	return SMC_TEXT_OK;
}

static enum smc_text state_text(const void *obj, char *buf, size_t size)
{
	return copy(buf, size, ((const struct nic *)obj)->rdma.state);
}

static enum smc_text firmware_text(const void *obj, char *buf, size_t size)
{
	return copy(buf, size, ((const struct nic *)obj)->rdma.firmware);
}

static enum smc_text link_text(const void *obj, char *buf, size_t size)
{
	const struct nic *nic = obj;

	if (!nic_has(nic, NIC_RDMA))
		return SMC_TEXT_NONE;
	return copy(buf, size,
		    nic->rdma.link == SMC_RDMA_LINK_ETHERNET ? "Ethernet" :
		    nic->rdma.link == SMC_RDMA_LINK_INFINIBAND ? "InfiniBand" :
		    "other");
}

static enum smc_text rate_column(const void *obj, char *buf, size_t size)
{
	uint64_t rate = ((const struct nic *)obj)->rdma.rate;

	if (!rate)
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%gG", (double)rate / 1000);
	return SMC_TEXT_OK;
}

static enum smc_text mtu_column(const void *obj, char *buf, size_t size)
{
	uint32_t mtu = ((const struct nic *)obj)->rdma.mtu;

	if (!mtu)
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%" PRIu32, mtu);
	return SMC_TEXT_OK;
}

static enum smc_text gid_types_text(const void *obj, char *buf, size_t size)
{
	const struct nic *nic = obj;
	unsigned int i;
	size_t at = 0;

	for (i = 0; i < SMC_RDMA_GID_TYPES && at < size; i++)
		if (nic->rdma.gid_types >> i & 1)
			at += (size_t)snprintf(buf + at, size - at, "%s%s",
					       at ? "," : "", gid_names[i]);
	return at ? SMC_TEXT_OK : SMC_TEXT_NONE;
}

/* In the columns of old there is a word for what is not there. */
#define OR_NA(fn)							\
static enum smc_text fn##_na(const void *obj, char *buf, size_t size)	\
{									\
	if (fn(obj, buf, size) != SMC_TEXT_OK)				\
		snprintf(buf, size, "n/a");				\
	return SMC_TEXT_OK;						\
}

OR_NA(type_column)
OR_NA(raw_column)
OR_NA(where_column)
OR_NA(pport_text)
OR_NA(iport_text)
OR_NA(netdev_text)
OR_NA(ibdev_text)
OR_NA(power_text)

#define HEX_NA(member, bit, digits)					\
static enum smc_text member##_column(const void *obj, char *buf,	\
				     size_t size)			\
{									\
	const struct nic *nic = obj;					\
									\
	if (nic_has(nic, bit))						\
		snprintf(buf, size, "%0" digits PRIx32,			\
			 (uint32_t)nic->pci.member);			\
	else								\
		snprintf(buf, size, "n/a");				\
	return SMC_TEXT_OK;						\
}

HEX_NA(fid, PCI_FID, "1")
HEX_NA(pchid, PCI_PCHID, "4")
HEX_NA(pft, PCI_PFT, "2")
HEX_NA(vfn, PCI_VFN, "1")

/* A column: only text, chosen by bits. */
#define COLUMN(bits, t, w, fn) \
	{ .title = (t), .form = SMC_FORM_FN, .left = true, .width = (w), \
	  .gap = 1, .when = (bits), .text = (fn) }
#define RIGHT(bits, t, w, fn) \
	{ .title = (t), .form = SMC_FORM_FN, .width = (w), .gap = 1, \
	  .when = (bits), .text = (fn) }
/* A value of JSON alone. */
#define WORDS(k, fn) \
	{ .key = (k), .form = SMC_FORM_FN, .text = (fn) }
#define IF_BIT(member, bit) \
	SMC_VALUE(struct nic, member), SMC_IF(struct nic, has, bit)
#define NUMBER(k, member, bit) \
	{ .key = (k), .form = SMC_FORM_DEC, IF_BIT(member, bit) }
#define HEX(k, n, member, bit) \
	{ .key = (k), .form = SMC_FORM_HEX, .digits = (n), \
	  IF_BIT(member, bit) }

static const struct smc_field fields[] = {
	RIGHT(RNICS_FIDS, "  FID", 5, fid_column),
	RIGHT(RNICS_FIDS, "Power", 5, power_text_na),
	COLUMN(RNICS_FIDS, "PCI_ID", 12, where_column_na),
	COLUMN(RNICS_FIDS, "PCHID", 5, pchid_column),
	COLUMN(RNICS_FIDS | RNICS_NAMES, "Type", 15, type_column_na),
	COLUMN(RNICS_FIDS | RNICS_RAW, "Type", 15, raw_column_na),
	COLUMN(RNICS_FIDS, "PFT", 3, pft_column),
	COLUMN(RNICS_FIDS | RNICS_NET, "VF", 3, vfn_column),
	COLUMN(RNICS_FIDS | RNICS_IB, "VFN", 3, vfn_column),
	COLUMN(RNICS_FIDS | RNICS_NET, "PPrt", 4, pport_text_na),
	COLUMN(RNICS_FIDS | RNICS_IB, "IPrt", 4, iport_text_na),
	COLUMN(RNICS_FIDS, " PNET_ID", 17, pnetid_column),
	{ .title = "Net-Dev", .form = SMC_FORM_FN, .text = netdev_text_na,
	  .when = RNICS_FIDS | RNICS_NET },
	{ .title = "IB-Dev", .form = SMC_FORM_FN, .text = ibdev_text_na,
	  .when = RNICS_FIDS | RNICS_IB },

	COLUMN(RNICS_PORTS, "Device", 15, device_column),
	RIGHT(RNICS_PORTS, "Port", 4, iport_text),
	COLUMN(RNICS_PORTS | RNICS_NAMES, "Type", 13, type_column),
	COLUMN(RNICS_PORTS | RNICS_RAW, "Type", 13, raw_column),
	COLUMN(RNICS_PORTS, "State", 7, state_text),
	COLUMN(RNICS_PORTS, "Link", 10, link_text),
	RIGHT(RNICS_PORTS, " Rate", 5, rate_column),
	RIGHT(RNICS_PORTS, "  MTU", 5, mtu_column),
	COLUMN(RNICS_PORTS, "GIDs", 13, gid_types_text),
	COLUMN(RNICS_PORTS, "Net-Dev", 15, netdev_text),
	COLUMN(RNICS_PORTS, "PCI_ID", 12, address_text),
	{ .title = " PNET_ID", .form = SMC_FORM_FN, .when = RNICS_PORTS,
	  .text = pnetid_column },

	HEX("fid", 8, pci.fid, PCI_FID),
	{ .key = "power", .form = SMC_FORM_BOOL, IF_BIT(pci.power, PCI_POWER) },
	WORDS("pci_id", address_text),
	WORDS("slot", slot_text),
	WORDS("type", type_words),
	HEX("vendor", 4, pci.vendor, PCI_IDS),
	HEX("device", 4, pci.device, PCI_IDS),
	HEX("pchid", 4, pci.pchid, PCI_PCHID),
	HEX("pft", 2, pci.pft, PCI_PFT),
	NUMBER("vfn", pci.vfn, PCI_VFN),
	NUMBER("physical_port", pci.port, PCI_PORT),
	WORDS("smcd", smcd_text),
	WORDS("ibdev", ibdev_text),
	NUMBER("ibport", ibport, NIC_PORT),
	WORDS("netdev", netdev_text),
	WORDS("pnetid", pnetid_text),
	{ .key = "pnetid_by_user", .form = SMC_FORM_BOOL,
	  SMC_VALUE(struct nic, pnetid_by_user) },
	WORDS("state", state_text),
	WORDS("link_layer", link_text),
	NUMBER("rate_mbps", rdma.rate, NIC_RDMA),
	NUMBER("mtu", rdma.mtu, NIC_RDMA),
	NUMBER("gids", rdma.gids, NIC_RDMA),
	WORDS("gid_types", gid_types_text),
	WORDS("firmware", firmware_text),
};

const struct smc_table rnics_table = SMC_TABLE("devices", fields);

static enum smc_text gid_type_text(const void *obj, char *buf, size_t size)
{
	return copy(buf, size,
		    gid_names[((const struct smc_rdma_gid *)obj)->type]);
}

static enum smc_text gid_text(const void *obj, char *buf, size_t size)
{
	inet_ntop(AF_INET6, ((const struct smc_rdma_gid *)obj)->gid, buf,
		  (socklen_t)size);
	return SMC_TEXT_OK;
}

static enum smc_text gid_netdev_text(const void *obj, char *buf, size_t size)
{
	char name[IF_NAMESIZE];

	return copy(buf, size,
		    if_indextoname(((const struct smc_rdma_gid *)obj)->ifindex,
				   name));
}

#define GID(member) SMC_VALUE(struct smc_rdma_gid, member)

static const struct smc_field gid_fields[] = {
	{ .key = "ibdev", .title = "IB-Dev", .form = SMC_FORM_STR,
	  .left = true, .width = 15, .gap = 1, GID(device) },
	{ .key = "ibport", .title = "Port", .form = SMC_FORM_DEC, .width = 4,
	  .gap = 1, GID(port) },
	{ .key = "index", .title = "Index", .form = SMC_FORM_DEC, .width = 5,
	  .gap = 1, GID(index) },
	{ .key = "type", .title = "Type", .form = SMC_FORM_FN, .left = true,
	  .width = 6, .gap = 1, .text = gid_type_text },
	{ .key = "gid", .title = "GID", .form = SMC_FORM_FN, .left = true,
	  .width = 39, .gap = 1, .text = gid_text },
	{ .key = "netdev", .title = "Net-Dev", .form = SMC_FORM_FN,
	  .text = gid_netdev_text },
};

const struct smc_table rnics_gid_table = SMC_TABLE("gids", gid_fields);
