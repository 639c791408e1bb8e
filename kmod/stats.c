// SPDX-License-Identifier: GPL-2.0
#include "stats.h"

#include <linux/errno.h>

/**
 * smc_stats_init - prepare the statistics of a namespace
 * @s: statistics, zeroed
 *
 * Return: 0 or -ENOMEM.
 */
int smc_stats_init(struct smc_stats *s)
{
	spin_lock_init(&s->lock);
	s->cpu = alloc_percpu(struct smc_stats_cpu);
	return s->cpu ? 0 : -ENOMEM;
}

/**
 * smc_stats_exit - free what smc_stats_init() took
 * @s: statistics
 */
void smc_stats_exit(struct smc_stats *s)
{
	free_percpu(s->cpu);
}

/**
 * smc_stats_sum - add up the counters of all CPUs
 * @s: statistics
 * @ret: the sums
 */
void smc_stats_sum(const struct smc_stats *s, struct smc_stats_cpu *ret)
{
	u64 *sum = (u64 *)ret;
	unsigned int i;
	int cpu;

	BUILD_BUG_ON(sizeof(*ret) % sizeof(u64));
	memset(ret, 0, sizeof(*ret));
	for_each_possible_cpu(cpu) {
		const u64 *one = (const u64 *)per_cpu_ptr(s->cpu, cpu);

		for (i = 0; i < sizeof(*ret) / sizeof(u64); i++)
			sum[i] += READ_ONCE(one[i]);
	}
}

/**
 * smc_stat_fallback - count a socket that became a TCP socket
 * @s: statistics
 * @server: role
 * @reason: why, enum smc_rsn
 *
 * Reasons get a slot in the order they first come.
 */
void smc_stat_fallback(struct smc_stats *s, bool server, u32 reason)
{
	struct smc_fback *f;

	spin_lock_bh(&s->lock);
	s->fback_total[server]++;
	for (f = s->fback; f < s->fback + SMC_FBACK_SLOTS; f++) {
		bool unused = !f->count[0] && !f->count[1];

		if (unused)
			f->reason = reason;
		if (f->reason == reason) {
			f->count[server]++;
			break;
		}
	}
	spin_unlock_bh(&s->lock);
}

/**
 * smc_stats_fback - read one slot of the fallback table
 * @s: statistics
 * @slot: number of the slot
 * @ret: its content
 * @ret_total: all fallbacks of clients [0] and servers [1]
 *
 * Return: false if the slot and all after it are unused.
 */
bool smc_stats_fback(struct smc_stats *s, unsigned int slot,
		     struct smc_fback *ret, u64 ret_total[2])
{
	if (slot >= SMC_FBACK_SLOTS)
		return false;
	spin_lock_bh(&s->lock);
	*ret = s->fback[slot];
	memcpy(ret_total, s->fback_total, sizeof(s->fback_total));
	spin_unlock_bh(&s->lock);
	return ret->count[0] || ret->count[1];
}
