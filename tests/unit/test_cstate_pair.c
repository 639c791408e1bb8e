// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Two ends of a connection, every order of calls and deliveries.
 *
 * Each end may shut down, close, and leave data unread; what an end has said
 * is a growing set of flags (as the wire has it), which the other end notices
 * some time later, several at once included. All reachable pairs of ends are
 * visited. When both are released and have heard everything, both must be
 * CLOSED: else a socket would wait for ever.
 */
#include "unit.h"

#include "core/cstate.h"

#include <stdlib.h>

#define SAID_DONE	1
#define SAID_CLOSED	2
#define SAID_ABORT	4
#define SAID_FINAL	(SAID_CLOSED | SAID_ABORT)

enum pending { NOTHING, CLOSING, SHUTTING };

struct end {
	u8 state;
	u8 said;	/* SAID_* */
	u8 heard;	/* what of the other's it has noticed */
	u8 pending;	/* a call that is draining */
	bool unread;
	bool released;
	bool tcp_shut;
};

struct pair {
	struct end e[2];
};

#define TABLE_SIZE (1 << 18)

static struct pair *seen;
static bool *used;
static unsigned int count;

static unsigned int hash(const struct pair *p)
{
	const u8 *b = (const u8 *)p;
	u32 h = 2166136261U;
	unsigned int i;

	for (i = 0; i < sizeof(*p); i++)
		h = (h ^ b[i]) * 16777619U;
	return h % TABLE_SIZE;
}

/* Return: true when @p was not known. */
static bool remember(const struct pair *p)
{
	unsigned int i = hash(p);

	while (used[i]) {
		if (!memcmp(&seen[i], p, sizeof(*p)))
			return false;
		i = (i + 1) % TABLE_SIZE;
	}
	assert_true(++count < TABLE_SIZE / 2);
	used[i] = true;
	seen[i] = *p;
	return true;
}

static u32 flags_of(const struct end *e)
{
	return (e->unread ? SMC_CF_UNREAD : 0) |
	       (e->said & SAID_FINAL ? SMC_CF_SENT_FINAL : 0) |
	       (e->heard & SAID_FINAL ? SMC_CF_PEER_FINAL : 0) |
	       (e->released ? SMC_CF_RELEASED : 0);
}

/* Lets the machine decide and does what it asks for. Return: it drains. */
static bool step(struct end *e, enum smc_cevent ev, u32 more)
{
	struct smc_cstep s = smc_cstate_next(e->state, ev, flags_of(e) | more);

	if (s.actions & SMC_CA_DRAIN)
		return true;
	e->state = s.state;
	if (s.actions & SMC_CA_SEND_DONE_WRITING)
		e->said |= SAID_DONE;
	if (s.actions & SMC_CA_SEND_CLOSED) {
		assert_false(e->said & SAID_FINAL);
		e->said |= SAID_CLOSED;
	}
	if (s.actions & SMC_CA_SEND_ABORT)
		e->said |= SAID_ABORT;
	if (s.actions & SMC_CA_CLC_SHUTDOWN) {
		assert_false(e->tcp_shut);
		e->tcp_shut = true;
	}
	return false;
}

static void call(struct end *e, enum smc_cevent ev)
{
	if (step(e, ev, 0))
		e->pending = ev == SMC_EV_CLOSE ? CLOSING : SHUTTING;
}

static void drained(struct end *e)
{
	enum smc_cevent ev = e->pending == CLOSING ? SMC_EV_CLOSE :
						     SMC_EV_SHUT_WR;

	e->pending = NOTHING;
	assert_false(step(e, ev, SMC_CF_DRAINED));
}

/* The strongest of the new flags is the event. */
static void hear(struct end *e, const struct end *other)
{
	u8 news = other->said & ~e->heard;

	e->heard = other->said;
	if (news & SAID_ABORT)
		step(e, SMC_EV_PEER_ABORT, 0);
	else if (news & SAID_CLOSED)
		step(e, SMC_EV_PEER_CLOSED, 0);
	else
		step(e, SMC_EV_PEER_DONE, 0);
}

static void visit(const struct pair *p, struct pair *queue, unsigned int *n)
{
	if (remember(p))
		queue[(*n)++] = *p;
}

/* Everything that may happen next at end @i. */
static unsigned int moves(const struct pair *p, int i, struct pair *queue,
			  unsigned int *n)
{
	const struct end *e = &p->e[i];
	unsigned int possible = 0;
	struct pair q;

	if (p->e[!i].said & ~e->heard) {
		q = *p;
		hear(&q.e[i], &q.e[!i]);
		visit(&q, queue, n);
		possible++;
	}
	if (e->pending) {
		q = *p;
		drained(&q.e[i]);
		visit(&q, queue, n);
		return possible + 1;
	}
	if (e->released)
		return possible;

	q = *p;
	q.e[i].released = true;
	call(&q.e[i], SMC_EV_CLOSE);
	visit(&q, queue, n);
	if (smc_state_can_shutdown(e->state)) {
		q = *p;
		call(&q.e[i], SMC_EV_CLOSE);
		visit(&q, queue, n);
		q = *p;
		call(&q.e[i], SMC_EV_SHUT_WR);
		visit(&q, queue, n);
	}
	if (!e->unread && !(e->heard & ~SAID_DONE)) {
		q = *p;
		q.e[i].unread = true;
		visit(&q, queue, n);
	}
	return possible + 1;
}

static void nobody_waits_for_ever(void **state)
{
	struct pair *queue = calloc(TABLE_SIZE, sizeof(*queue));
	struct pair start;
	unsigned int n = 0, i, ends = 0;

	(void)state;
	seen = calloc(TABLE_SIZE, sizeof(*seen));
	used = calloc(TABLE_SIZE, sizeof(*used));
	assert_true(queue && seen && used);

	memset(&start, 0, sizeof(start));
	start.e[0].state = SMC_ACTIVE;
	start.e[1].state = SMC_ACTIVE;
	visit(&start, queue, &n);
	/* the server's end may still be in its handshake */
	start.e[1].state = SMC_INIT;
	visit(&start, queue, &n);

	for (i = 0; i < n; i++) {
		const struct pair p = queue[i];
		unsigned int possible = moves(&p, 0, queue, &n);

		if (p.e[1].state == SMC_INIT) {
			struct pair q = p;

			step(&q.e[1], SMC_EV_CONNECTED, 0);
			visit(&q, queue, &n);
		}
		possible += moves(&p, 1, queue, &n);
		if (possible)
			continue;
		ends++;
		if (p.e[0].state != SMC_CLOSED || p.e[1].state != SMC_CLOSED)
			fail_msg("ends up in %s (said %d heard %d) and %s (said %d heard %d)",
				 smc_state_name(p.e[0].state), p.e[0].said,
				 p.e[0].heard, smc_state_name(p.e[1].state),
				 p.e[1].said, p.e[1].heard);
	}
	/* the search has really gone somewhere */
	assert_true(n > 1000);
	assert_true(ends > 10);
	free(queue);
	free(seen);
	free(used);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nobody_waits_for_ever),
	};

	return cmocka_run_group_tests_name("cstate_pair", tests, NULL, NULL);
}
