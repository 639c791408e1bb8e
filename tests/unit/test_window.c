// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The window rule, alone and inside a deterministic model of one direction of
 * an SMC-R connection: sender copies into its buffer, writes to the peer's,
 * receiver is woken, copies out, tells the sender. Throughput must not depend
 * on how the message size relates to the buffer size.
 */
#include "unit.h"

#include "core/window.h"

/* ---- the model: events in a heap, ordered by time, then by arrival ---- */

enum what { SND_STEP, SND_COPIED, SND_COMPLETE, SND_CREDIT,
	    RCV_ARRIVED, RCV_STEP, RCV_COPIED };

struct event {
	double t;
	u64 seq;
	enum what what;
	u64 arg;
	bool blocked;
};

enum policy { RULE_STOCK, RULE_OURS };

struct param {
	u32 size, sndbuf;
	double wire, latency, copy;	/* bytes/s, s, bytes/s */
};

struct model {
	struct event heap[256];
	unsigned int n;
	u64 seq;
	double now;
	struct param p;
	enum policy rule;
	u32 msg, snd_split, rcv_split;
	/* sender */
	u64 prepared, sent, completed, credit, snd_left;
	bool snd_busy, snd_waits;
	double wire_free;
	/* receiver */
	u64 prod, cons, conf, rcv_left;
	bool rcv_busy, rcv_awake, write_blocked;
	u64 updates;
};

static const double run_time = 10e-3, call_cost = 0.3e-6, wake_cost = 2e-6;

static bool earlier(const struct event *a, const struct event *b)
{
	return a->t < b->t || (a->t <= b->t && a->seq < b->seq);
}

static void swap(struct event *a, struct event *b)
{
	struct event e = *a;

	*a = *b;
	*b = e;
}

static void at(struct model *m, double t, enum what what, u64 arg, bool blocked)
{
	unsigned int i = m->n++;

	assert_true(m->n <= ARRAY_SIZE(m->heap));
	m->heap[i] = (struct event){ t, m->seq++, what, arg, blocked };
	for (; i && earlier(&m->heap[i], &m->heap[(i - 1) / 2]); i = (i - 1) / 2)
		swap(&m->heap[i], &m->heap[(i - 1) / 2]);
}

static struct event next(struct model *m)
{
	struct event e = m->heap[0];
	unsigned int i = 0;

	m->heap[0] = m->heap[--m->n];
	for (;;) {
		unsigned int c = 2 * i + 1;

		if (c + 1 < m->n && earlier(&m->heap[c + 1], &m->heap[c]))
			c++;
		if (c >= m->n || !earlier(&m->heap[c], &m->heap[i]))
			return e;
		swap(&m->heap[c], &m->heap[i]);
		i = c;
	}
}

/* RDMA write of what fits the peer's buffer, with its control message. */
static void snd_push(struct model *m)
{
	u64 left = m->prepared - m->sent;
	u64 room = m->p.size - (m->sent - m->credit);
	u64 k = min(left, room);

	if (!k)
		return;
	m->sent += k;
	m->wire_free = (m->wire_free > m->now ? m->wire_free : m->now) +
		       k / m->p.wire;
	at(m, m->wire_free + m->p.latency, RCV_ARRIVED, m->sent, left >= room);
	at(m, m->wire_free + m->p.latency, SND_COMPLETE, k, false);
}

static void snd_step(struct model *m)
{
	u64 room = m->p.sndbuf - (m->prepared - m->completed);
	u64 k = min(room, m->snd_left);

	if (m->snd_busy)
		return;
	m->snd_waits = !room;
	if (!room)
		return;
	if (m->snd_split)
		k = min(k, (u64)m->snd_split);
	m->snd_busy = true;
	at(m, m->now + k / m->p.copy, SND_COPIED, k, false);
}

static bool should_update(const struct model *m)
{
	const struct smc_window w = {
		.prod = m->prod, .cons = m->cons, .conf = m->conf,
		.size = m->p.size, .write_blocked = m->write_blocked,
	};
	u64 unsaid = m->cons - m->conf;
	u64 room = m->p.size - (m->prod - m->conf);

	if (m->rule == RULE_OURS)
		return smc_window_should_update(&w);
	return unsaid > max(m->p.size / 10, 2304U) &&
	       (room <= m->p.size / 2 || m->write_blocked);
}

static void update(struct model *m)
{
	m->conf = m->cons;
	m->updates++;
	at(m, m->now + m->p.latency, SND_CREDIT, m->cons, false);
}

static void rcv_step(struct model *m)
{
	u64 k = min(m->prod - m->cons, m->rcv_left);

	if (m->rcv_busy)
		return;
	if (!k) {
		if (m->rule == RULE_OURS && should_update(m))
			update(m);
		m->rcv_awake = false;
		return;
	}
	if (m->rcv_split)
		k = min(k, (u64)m->rcv_split);
	m->rcv_busy = true;
	at(m, m->now + k / m->p.copy, RCV_COPIED, k, false);
}

static void handle(struct model *m, const struct event *e)
{
	switch (e->what) {
	case SND_STEP:
		snd_step(m);
		break;
	case SND_COPIED:
		m->snd_busy = false;
		m->prepared += e->arg;
		m->snd_left -= e->arg;
		if (!m->snd_left)
			m->snd_left = m->msg;
		snd_push(m);
		at(m, m->now + call_cost, SND_STEP, 0, false);
		break;
	case SND_COMPLETE:
		m->completed += e->arg;
		if (m->snd_waits)
			at(m, m->now + wake_cost, SND_STEP, 0, false);
		m->snd_waits = false;
		break;
	case SND_CREDIT:
		m->credit = max(m->credit, e->arg);
		snd_push(m);
		break;
	case RCV_ARRIVED:
		m->prod = e->arg;
		m->write_blocked = e->blocked;
		if (!m->rcv_awake)
			at(m, m->now + wake_cost, RCV_STEP, 0, false);
		m->rcv_awake = true;
		break;
	case RCV_STEP:
		rcv_step(m);
		break;
	case RCV_COPIED:
		m->rcv_busy = false;
		m->cons += e->arg;
		m->rcv_left -= e->arg;
		if (!m->rcv_left)
			m->rcv_left = m->msg;
		if (should_update(m))
			update(m);
		if (m->cons == m->prod)
			m->write_blocked = false;
		at(m, m->now + call_cost, RCV_STEP, 0, false);
		break;
	}
}

/* Return: bytes per second; @updates: how many per turn of the buffer. */
static double run(const struct param *p, u32 msg, enum policy rule, bool split,
		  double *updates)
{
	struct model m = {
		.p = *p, .rule = rule, .msg = msg, .snd_left = msg,
		.rcv_left = msg,
		.snd_split = split ? smc_window_split(p->sndbuf) : 0,
		.rcv_split = split ? smc_window_split(p->size) : 0,
	};

	at(&m, 0, SND_STEP, 0, false);
	while (m.n && m.heap[0].t < run_time) {
		struct event e = next(&m);

		m.now = e.t;
		handle(&m, &e);
	}
	if (updates)
		*updates = (double)m.updates * p->size / m.cons;
	return m.cons / run_time;
}

static const struct param params[] = {
	{ 131072, 131072, 4.3e9, 3e-6, 10e9 },
	{ 131072, 65536, 4.3e9, 3e-6, 10e9 },
	{ 65536, 65536, 4.3e9, 3e-6, 10e9 },
	{ 131072, 131072, 4.3e9, 10e-6, 10e9 },
	{ 65536, 131072, 3.1e9, 4e-6, 6e9 },
};

#define SIZES 62

static unsigned int sizes(u32 size, u32 out[SIZES])
{
	unsigned int n = 0, f;

	for (f = 4; f <= 60; f++)
		out[n++] = (u64)size * f / 20;
	out[n++] = size - size / 10 - 1;
	out[n++] = size - size / 10;
	out[n++] = 2 * size - size / 10;
	return n;
}

/* Return: how many sizes stay below 90 % of the best. */
static unsigned int slow_sizes(const struct param *p, enum policy rule,
			       bool split, double *least, double *updates)
{
	double v[SIZES], best = 0, u;
	unsigned int i, n, slow = 0;
	u32 msg[SIZES];

	*updates = 0;
	n = sizes(p->size, msg);
	for (i = 0; i < n; i++) {
		v[i] = run(p, msg[i], rule, split, &u);
		*updates += u / n;
		best = v[i] > best ? v[i] : best;
	}
	*least = 1;
	for (i = 0; i < n; i++) {
		slow += v[i] < 0.9 * best;
		if (v[i] / best < *least)
			*least = v[i] / best;
	}
	return slow;
}

/* The cliff that users met: one byte more, a third less (4.12 -> 2.86). */
static void stock_rule_has_the_cliff(void **state)
{
	const struct param *p = &params[0];
	double below = run(p, 117964, RULE_STOCK, false, NULL);
	double above = run(p, 117965, RULE_STOCK, false, NULL);

	(void)state;
	assert_true(below > 4.2e9);
	assert_true(above < 2.7e9);
	assert_true(run(p, 131072, RULE_STOCK, false, NULL) < 2.7e9);
	assert_true(run(p, 117965, RULE_OURS, true, NULL) > 4.2e9);
	assert_true(run(p, 131072, RULE_OURS, true, NULL) > 4.2e9);
	assert_true(run(p, 262144, RULE_OURS, true, NULL) > 4.2e9);
	/* the rule cures the first kind, only the split cures the second */
	assert_true(run(p, 117965, RULE_OURS, false, NULL) > 4.2e9);
	assert_true(run(p, 131072, RULE_OURS, false, NULL) < 2.7e9);
}

static void our_rule_has_none(void **state)
{
	unsigned int i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(params); i++) {
		double least, updates;

		assert_true(slow_sizes(&params[i], RULE_STOCK, false, &least,
				       &updates) >= 4);
		assert_int_equal(slow_sizes(&params[i], RULE_OURS, true,
					    &least, &updates), 0);
		assert_true(least >= 0.9);
		assert_true(updates < 6.5);
	}
}

/* ---- the rule alone ---- */

static bool should(u64 prod, u64 cons, u64 conf, bool blocked)
{
	const struct smc_window w = {
		.prod = prod, .cons = cons, .conf = conf, .size = 65536,
		.write_blocked = blocked,
	};

	return smc_window_should_update(&w);
}

static void thresholds(void **state)
{
	struct smc_window w = { .size = 65536 };
	const u64 far = 1ULL << 40;

	(void)state;
	assert_false(should(0, 0, 0, false));
	assert_false(should(65536, 0, 0, true));
	/* all read and the peer waits: each byte counts */
	assert_true(should(1, 1, 0, true));
	assert_false(should(1, 1, 0, false));
	assert_true(should(far + 1, far + 1, far, true));
	/* a quarter is always told */
	assert_true(should(16384, 16384, 0, false));
	assert_false(should(16383, 16383, 0, false));
	/* a tenth, when the window is half used, or the peer waits */
	assert_true(should(32768, 6554, 0, false));
	assert_false(should(32768, 6553, 0, false));
	assert_false(should(32767, 6554, 0, false));
	assert_true(should(10000, 6554, 0, true));
	/* on request without anything new */
	w.requested = true;
	assert_true(smc_window_should_update(&w));
	w.requested = false;
	w.force = true;
	assert_true(smc_window_should_update(&w));
}

static void small_buffer_floor(void **state)
{
	struct smc_window w = { .size = 16384, .prod = 16384, .cons = 2304 };

	(void)state;
	assert_false(smc_window_should_update(&w));
	w.cons++;
	assert_true(smc_window_should_update(&w));
}

static void split(void **state)
{
	(void)state;
	assert_int_equal(smc_window_split(16384), 4096);
	assert_int_equal(smc_window_split(16384 - 32), 4096);
	assert_int_equal(smc_window_split(65536), 16384);
	assert_int_equal(smc_window_split(1 << 20), 1 << 18);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(thresholds),
		cmocka_unit_test(small_buffer_floor),
		cmocka_unit_test(split),
		cmocka_unit_test(stock_rule_has_the_cliff),
		cmocka_unit_test(our_rule_has_none),
	};

	return cmocka_run_group_tests_name("window", tests, NULL, NULL);
}
