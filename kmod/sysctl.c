// SPDX-License-Identifier: GPL-2.0
#include "sysctl.h"

#include <linux/sizes.h>
#include <linux/slab.h>
#include <linux/sysctl.h>

#include "core/bufsize.h"
#include "dmb.h"
#include "net.h"

static const struct smc_sysctl smc_sysctl_default = {
	.autocorking_size	= SZ_64K,
	.smcr_buf_type		= 0,
	.smcr_testlink_time	= 30,
	.wmem			= SZ_64K,
	.rmem			= SZ_64K,
	.smcr_max_links_per_lgr	= 2,
	.smcr_max_conns_per_lgr	= 255,
	.limit_smc_hs		= 0,
	.smcr_max_send_wr	= 16,
	.smcr_max_recv_wr	= 48,
	.smcd_buf_max		= SZ_64M,
};

/**
 * struct smc_sysctl_row - a setting
 * @name: file name
 * @offset: 32 bits of struct smc_sysctl
 * @set_offset: bool of struct smc_sysctl that a write sets, 0 none; then a
 *	written 0 means: back to the default, and the module may choose
 * @choice: what the module chooses while nobody has written, 0: no limit
 * @min: least value
 * @max: largest value
 * @init_user_ns: only root of the whole system may write it
 */
struct smc_sysctl_row {
	const char *name;
	size_t offset;
	size_t set_offset;
	u32 choice;
	unsigned int min;
	unsigned int max;
	bool init_user_ns;
};

#define FIELD(field) .name = #field, .offset = offsetof(struct smc_sysctl, field)
#define FLAG(field) .set_offset = offsetof(struct smc_sysctl, field)
#define RANGE(lo, hi) .min = lo, .max = hi

static const struct smc_sysctl_row smc_sysctl_rows[] = {
	{ FIELD(autocorking_size), RANGE(0, UINT_MAX) },
	{ FIELD(smcr_buf_type), RANGE(0, 2) },
	{ FIELD(smcr_testlink_time), RANGE(0, INT_MAX / HZ) },
	/* sk_sndbuf and sk_rcvbuf are twice as much */
	{ FIELD(wmem), RANGE(SMC_BUF_MIN_SIZE, INT_MAX / 2), FLAG(wmem_set) },
	{ FIELD(rmem), RANGE(SMC_BUF_MIN_SIZE, INT_MAX / 2), FLAG(rmem_set),
	  .choice = SMC_DMB_AUTO_SIZE },
	{ FIELD(smcr_max_links_per_lgr), RANGE(1, 2) },
	{ FIELD(smcr_max_conns_per_lgr), RANGE(16, 255) },
	{ FIELD(limit_smc_hs), RANGE(0, 1) },
	{ FIELD(smcr_max_send_wr), RANGE(2, 2048) },
	{ FIELD(smcr_max_recv_wr), RANGE(2, 2048) },
	{ FIELD(smcd_buf_max), RANGE(0, INT_MAX), .init_user_ns = true },
};

#undef FIELD
#undef FLAG
#undef RANGE

static unsigned int *smc_sysctl_field(struct smc_net *sn,
				      const struct smc_sysctl_row *row)
{
	return (void *)&sn->sysctl + row->offset;
}

static bool *smc_sysctl_flag(struct smc_net *sn,
			     const struct smc_sysctl_row *row)
{
	return (void *)&sn->sysctl + row->set_offset;
}

static int smc_sysctl_store(struct smc_net *sn,
			    const struct smc_sysctl_row *row,
			    unsigned int value)
{
	const void *first = &smc_sysctl_default;
	bool back = row->set_offset && !value;

	if (back)
		value = *(const unsigned int *)(first + row->offset);
	if (value < row->min || value > row->max)
		return -EINVAL;
	WRITE_ONCE(*smc_sysctl_field(sn, row), value);
	if (row->set_offset)
		WRITE_ONCE(*smc_sysctl_flag(sn, row), !back);
	return 0;
}

static int smc_sysctl_proc(SMC_CTL_CONST struct ctl_table *ctl, int write,
			   void *buffer, size_t *lenp, loff_t *ppos)
{
	const struct smc_sysctl_row *row = ctl->extra1;
	struct smc_net *sn = ctl->data;
	unsigned int value = READ_ONCE(*smc_sysctl_field(sn, row));
	struct ctl_table tmp = {
		.procname = row->name,
		.data = &value,
		.maxlen = sizeof(value),
	};
	int rc;

	rc = proc_douintvec(&tmp, write, buffer, lenp, ppos);
	return write && !rc ? smc_sysctl_store(sn, row, value) : rc;
}

/**
 * smc_sysctl_init - set the defaults of a namespace and show them in /proc/sys
 * @sn: namespace
 *
 * Return: 0 or -ENOMEM.
 */
int smc_sysctl_init(struct smc_net *sn)
{
	const size_t n = ARRAY_SIZE(smc_sysctl_rows);
	struct ctl_table *table;
	size_t i;

	sn->sysctl = smc_sysctl_default;
	table = kcalloc(n + 1, sizeof(*table), GFP_KERNEL);
	if (!table)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		const struct smc_sysctl_row *row = &smc_sysctl_rows[i];
		bool foreign = sn->net->user_ns != &init_user_ns;

		table[i].procname = row->name;
		table[i].mode = row->init_user_ns && foreign ? 0444 : 0644;
		table[i].maxlen = sizeof(unsigned int);
		table[i].proc_handler = smc_sysctl_proc;
		table[i].data = sn;
		table[i].extra1 = (void *)row;
	}
	sn->sysctl.hdr = register_net_sysctl_sz(sn->net, "net/smc", table, n);
	if (!sn->sysctl.hdr) {
		kfree(table);
		return -ENOMEM;
	}
	return 0;
}

/**
 * smc_sysctl_exit - remove a namespace's net/smc
 * @sn: namespace
 */
void smc_sysctl_exit(struct smc_net *sn)
{
	const struct ctl_table *table = sn->sysctl.hdr->ctl_table_arg;

	unregister_net_sysctl_table(sn->sysctl.hdr);
	kfree(table);
}

/**
 * smc_sysctl_name - name of a setting
 * @i: its number from 0
 *
 * Return: the name or NULL after the last one.
 */
const char *smc_sysctl_name(unsigned int i)
{
	return i < ARRAY_SIZE(smc_sysctl_rows) ? smc_sysctl_rows[i].name : NULL;
}

/**
 * smc_sysctl_get - value of a setting
 * @sn: namespace
 * @i: number, smc_sysctl_name() knows it
 *
 * Return: the value.
 */
u32 smc_sysctl_get(struct smc_net *sn, unsigned int i)
{
	return READ_ONCE(*smc_sysctl_field(sn, &smc_sysctl_rows[i]));
}

/**
 * smc_sysctl_choice - what the module chooses because nobody has
 * @sn: namespace
 * @i: number, smc_sysctl_name() knows it
 * @ret: gets the largest size that it chooses, 0: no limit
 *
 * Return: true if it does.
 */
bool smc_sysctl_choice(struct smc_net *sn, unsigned int i, u32 *ret)
{
	const struct smc_sysctl_row *row = &smc_sysctl_rows[i];

	if (!row->set_offset || READ_ONCE(*smc_sysctl_flag(sn, row)))
		return false;
	*ret = row->choice;
	return true;
}

/**
 * smc_sysctl_set - change a setting
 * @sn: namespace
 * @i: number, smc_sysctl_name() knows it
 * @value: new value
 *
 * Return: 0 or -EINVAL if the value is out of range.
 */
int smc_sysctl_set(struct smc_net *sn, unsigned int i, u32 value)
{
	return smc_sysctl_store(sn, &smc_sysctl_rows[i], value);
}
