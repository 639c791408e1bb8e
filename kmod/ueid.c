// SPDX-License-Identifier: GPL-2.0
#include "ueid.h"

#include <linux/seqlock.h>
#include <linux/utsname.h>

#include "extack.h"

/* one table for all namespaces, as peers see one host */
static struct smc_eid_table smc_ueids;
static DEFINE_SEQLOCK(smc_ueids_lock);

/**
 * smc_ueid_get - take a snapshot of the user-defined EIDs
 * @ret: the table
 */
void smc_ueid_get(struct smc_eid_table *ret)
{
	unsigned int seq;

	do {
		seq = read_seqbegin(&smc_ueids_lock);
		*ret = smc_ueids;
	} while (read_seqretry(&smc_ueids_lock, seq));
}

static int smc_ueid_parse(const char *text, size_t len, u8 eid[SMC_EID_LEN],
			  struct netlink_ext_ack *extack)
{
	const char *why;

	if (!smc_eid_from_text(text, len, eid, &why))
		return 0;
	smc_extack_set(extack, why);
	return -EINVAL;
}

/**
 * smc_ueid_add - add a user-defined EID
 * @text: the EID
 * @len: bytes that may be read of @text
 * @extack: says what is wrong
 *
 * Return: 0, -EINVAL if it is none, -EEXIST, -ERANGE if the table is full.
 */
int smc_ueid_add(const char *text, size_t len, struct netlink_ext_ack *extack)
{
	u8 eid[SMC_EID_LEN];
	int rc;

	rc = smc_ueid_parse(text, len, eid, extack);
	if (rc)
		return rc;
	write_seqlock(&smc_ueids_lock);
	rc = smc_eid_table_add(&smc_ueids, eid);
	write_sequnlock(&smc_ueids_lock);
	if (rc == -EEXIST)
		NL_SET_ERR_MSG(extack, "EID is already there");
	else if (rc)
		NL_SET_ERR_MSG(extack, "EID table is full");
	return rc;
}

/**
 * smc_ueid_remove - remove a user-defined EID
 * @text: the EID
 * @len: bytes that may be read of @text
 * @extack: says what is wrong
 *
 * Return: 0, -EINVAL if it is none, -ENOENT.
 */
int smc_ueid_remove(const char *text, size_t len,
		    struct netlink_ext_ack *extack)
{
	u8 eid[SMC_EID_LEN];
	int rc;

	rc = smc_ueid_parse(text, len, eid, extack);
	if (rc)
		return rc;
	write_seqlock(&smc_ueids_lock);
	rc = smc_eid_table_remove(&smc_ueids, eid);
	write_sequnlock(&smc_ueids_lock);
	if (rc)
		NL_SET_ERR_MSG(extack, "no such EID");
	return rc;
}

/** smc_ueid_flush - remove all user-defined EIDs */
void smc_ueid_flush(void)
{
	write_seqlock(&smc_ueids_lock);
	memset(&smc_ueids, 0, sizeof(smc_ueids));
	write_sequnlock(&smc_ueids_lock);
}

/**
 * smc_seid_get - the system EID
 * @ret: EID
 *
 * Only the firmware of s390 gives one; elsewhere it is zero and never used.
 *
 * Return: true if it may be used.
 */
bool smc_seid_get(u8 ret[SMC_EID_LEN])
{
	memset(ret, 0, SMC_EID_LEN);
	return false;
}

/**
 * smc_seid_enable - allow or forbid the use of the system EID
 * @on: allow
 * @extack: says what is wrong
 *
 * Return: -EOPNOTSUPP.
 */
int smc_seid_enable(bool on, struct netlink_ext_ack *extack)
{
	NL_SET_ERR_MSG(extack, "this machine has no system EID");
	return -EOPNOTSUPP;
}

/**
 * smc_hostname - what this host calls itself towards peers
 * @ret: name as it is now, blank padded
 */
void smc_hostname(u8 ret[SMC_HOSTNAME_LEN])
{
	const char *name = init_utsname()->nodename;

	memset(ret, ' ', SMC_HOSTNAME_LEN);
	memcpy(ret, name, strnlen(name, SMC_HOSTNAME_LEN));
}
