// SPDX-License-Identifier: GPL-2.0-or-later
/* What the race tests share: threads that go on until told, nothing left. */
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common.h"
#include "race.h"
#include "smcnl.h"

#define SETTLE_MS 20000
#define HANG_S 120

volatile bool race_stop;

void race_start(pthread_t *thread, void *(*fn)(void *), void *arg)
{
	if (pthread_create(thread, NULL, fn, arg))
		die("pthread_create");
}

unsigned int race_end(pthread_t *threads, unsigned int n)
{
	unsigned int sum = 0;

	race_stop = true;
	for (unsigned int i = 0; i < n; i++) {
		void *count;

		pthread_join(threads[i], &count);
		sum += (uintptr_t)count;
	}
	race_stop = false;
	return sum;
}

void race_moment(uint64_t *rng, unsigned int most)
{
	for (uint64_t spins = rng_next(rng) % most; spins; spins--)
		__asm__ volatile("" ::: "memory");
}

void race_sleep(uint64_t *rng, unsigned int ms)
{
	unsigned int slowness = 1000 / scaled(1000);

	poll(NULL, 0, rng_next(rng) % (ms * slowness + 1));
}

static long slab_base;

static bool idle(void *arg)
{
	struct smc_gauges g;

	(void)arg;
	gauges_get(&g);
	return !diag_count() && !g.conns && !g.dmbs && !g.hs_pending &&
	       slab_objects() <= slab_base;
}

void race_idle(const char *name)
{
	check(wait_until(idle, NULL, SETTLE_MS), "%s: nothing is left", name);
}

int race_main(const struct race *races, int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	slab_base = slab_objects();
	for (; races->name; races++) {
		uint64_t begin = now_ms();

		if (argc > 1 && strcmp(argv[1], races->name))
			continue;
		alarm(HANG_S);
		races->fn();
		printf("# %s took %llu ms\n", races->name,
		       (unsigned long long)(now_ms() - begin));
		fflush(stdout);
	}
	return check_result();
}
