// SPDX-License-Identifier: GPL-2.0-or-later
#include "unit.h"

#include "core/cstate.h"

static const u8 states[] = {
	SMC_ACTIVE, SMC_INIT, SMC_CLOSED, SMC_LISTEN, SMC_PEERCLOSEWAIT1,
	SMC_PEERCLOSEWAIT2, SMC_APPCLOSEWAIT1, SMC_APPCLOSEWAIT2,
	SMC_APPFINCLOSEWAIT, SMC_PEERFINCLOSEWAIT, SMC_PEERABORTWAIT,
	SMC_PROCESSABORT,
};

#define SENDS	(SMC_CA_SEND_DONE_WRITING | SMC_CA_SEND_CLOSED | \
		 SMC_CA_SEND_ABORT)

/*
 * Where each event leads, one letter per state in the order of states[]:
 *   . stay   A ACTIVE   C CLOSED   P PROCESSABORT
 *   1 2 PEERCLOSEWAIT1/2   3 4 APPCLOSEWAIT1/2
 *   5 APPFINCLOSEWAIT   6 PEERFINCLOSEWAIT
 *   p PEER_FINAL ? CLOSED : PEERFINCLOSEWAIT
 *   r RELEASED and SENT_FINAL ? CLOSED : APPFINCLOSEWAIT
 *   a SENT_FINAL ? CLOSED : PROCESSABORT
 * Columns: ACTIVE INIT CLOSED LISTEN PCW1 PCW2 ACW1 ACW2 AFCW PFCW PAW PABORT
 */
static const char *const targets[SMC_EV_COUNT] = {
	[SMC_EV_CONNECTED]	= ".A..........",
	[SMC_EV_CLOSE]		= "1C.C..ppC.CC",
	[SMC_EV_SHUT_WR]	= "1.....4.....",
	[SMC_EV_PEER_DONE]	= "33..2.......",
	[SMC_EV_PEER_CLOSED]	= "33..rr...C..",
	[SMC_EV_PEER_ABORT]	= "PP..aaPCPCC.",
	[SMC_EV_TERMINATED]	= "C...CCCCCCCC",
};

static u8 target(u8 state, char c, u32 flags)
{
	const u32 both = SMC_CF_RELEASED | SMC_CF_SENT_FINAL;

	switch (c) {
	case 'A':
		return SMC_ACTIVE;
	case 'C':
		return SMC_CLOSED;
	case 'P':
		return SMC_PROCESSABORT;
	case '1':
		return SMC_PEERCLOSEWAIT1;
	case '2':
		return SMC_PEERCLOSEWAIT2;
	case '3':
		return SMC_APPCLOSEWAIT1;
	case '4':
		return SMC_APPCLOSEWAIT2;
	case 'p':
		return flags & SMC_CF_PEER_FINAL ? SMC_CLOSED :
						   SMC_PEERFINCLOSEWAIT;
	case 'r':
		return (flags & both) == both ? SMC_CLOSED :
						SMC_APPFINCLOSEWAIT;
	case 'a':
		return flags & SMC_CF_SENT_FINAL ? SMC_CLOSED :
						   SMC_PROCESSABORT;
	default:
		assert_int_equal(c, '.');
		return state;
	}
}

/* Is everything sent before the last word? */
static bool drains(u8 state, enum smc_cevent ev, u32 flags)
{
	if (flags & (SMC_CF_DRAINED | SMC_CF_PEER_FINAL))
		return false;
	if (ev == SMC_EV_SHUT_WR)
		return state == SMC_ACTIVE || state == SMC_APPCLOSEWAIT1;
	return ev == SMC_EV_CLOSE &&
	       (state == SMC_ACTIVE || state == SMC_APPCLOSEWAIT1 ||
		state == SMC_APPCLOSEWAIT2);
}

static u32 final_word(u32 flags)
{
	if (flags & SMC_CF_SENT_FINAL)
		return 0;
	return flags & SMC_CF_UNREAD ? SMC_CA_SEND_ABORT : SMC_CA_SEND_CLOSED;
}

/* What the peer is told. */
static u32 sends(u8 state, enum smc_cevent ev, u32 flags)
{
	switch (ev) {
	case SMC_EV_CLOSE:
		if (state == SMC_PROCESSABORT || state == SMC_INIT)
			return SMC_CA_SEND_ABORT;
		if (state == SMC_ACTIVE || (state >= SMC_PEERCLOSEWAIT1 &&
					    state <= SMC_APPFINCLOSEWAIT))
			return final_word(flags);
		return 0;
	case SMC_EV_SHUT_WR:
		if (state == SMC_ACTIVE || state == SMC_APPCLOSEWAIT1)
			return SMC_CA_SEND_DONE_WRITING;
		return 0;
	case SMC_EV_PEER_ABORT:
		/* nobody will close this end, so it has to answer itself */
		return state == SMC_APPCLOSEWAIT2 ? SMC_CA_SEND_ABORT : 0;
	case SMC_EV_TERMINATED:
		if (state == SMC_INIT || state == SMC_CLOSED ||
		    state == SMC_LISTEN || flags & SMC_CF_PEER_FINAL)
			return 0;
		return SMC_CA_SEND_ABORT;
	default:
		return 0;
	}
}

/* All states, all events, all flags against the tables above. */
static void exhaustive(void **state)
{
	unsigned int i, ev, flags;

	(void)state;
	for (ev = 0; ev < SMC_EV_COUNT; ev++) {
		assert_int_equal(strlen(targets[ev]), ARRAY_SIZE(states));
		for (i = 0; i < ARRAY_SIZE(states); i++) {
			for (flags = 0; flags <= SMC_CF_ALL; flags++) {
				u8 s = states[i];
				struct smc_cstep got;

				got = smc_cstate_next(s, ev, flags);
				if (drains(s, ev, flags)) {
					assert_int_equal(got.state, s);
					assert_int_equal(got.actions,
							 SMC_CA_DRAIN);
					continue;
				}
				assert_int_equal(got.state,
					target(s, targets[ev][i], flags));
				assert_int_equal(got.actions & SENDS,
						 sends(s, ev, flags));
				assert_false(got.actions & SMC_CA_DRAIN);
			}
		}
	}
}

/* Rules that hold for each transition, whatever the table says. */
static void invariants(void **state)
{
	const u32 errors = SMC_CA_SET_ERR_RESET | SMC_CA_SET_ERR_ABORTED;
	unsigned int i, ev, flags;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(states); i++) {
		for (ev = 0; ev < SMC_EV_COUNT; ev++) {
			for (flags = 0; flags <= SMC_CF_ALL; flags++) {
				struct smc_cstep s;
				u32 a;

				s = smc_cstate_next(states[i], ev, flags);
				a = s.actions;
				if (states[i] == SMC_CLOSED) {
					assert_int_equal(s.state, SMC_CLOSED);
					assert_int_equal(a, 0);
				}
				/* who sleeps must learn of any change */
				if (s.state != states[i])
					assert_true(a & SMC_CA_WAKE);
				/* an error belongs to an abnormal end */
				assert_int_equal(!!(a & errors),
					a && (ev == SMC_EV_PEER_ABORT ||
					      ev == SMC_EV_TERMINATED));
				/* a last word goes out with TCP's end */
				if (a & SMC_CA_SEND_CLOSED)
					assert_true(a & SMC_CA_CLC_SHUTDOWN);
				if (a & SMC_CA_SEND_DONE_WRITING)
					assert_true(a & SMC_CA_CLC_SHUT_WR);
				/* at most one word at a time */
				assert_true(!(a & SENDS & ((a & SENDS) - 1)));
				if (s.state == SMC_CLOSED && a)
					assert_true(a & SMC_CA_RCV_SHUTDOWN);
			}
		}
	}
}

static void listener_drops_children(void **state)
{
	struct smc_cstep s = smc_cstate_next(SMC_LISTEN, SMC_EV_CLOSE, 0);

	(void)state;
	assert_int_equal(s.state, SMC_CLOSED);
	assert_true(s.actions & SMC_CA_DROP_CHILDREN);
}

static void terminated_in_handshake(void **state)
{
	struct smc_cstep s = smc_cstate_next(SMC_INIT, SMC_EV_TERMINATED, 0);

	(void)state;
	assert_int_equal(s.state, SMC_INIT);
	assert_true(s.actions & SMC_CA_SET_ERR_ABORTED);
	assert_false(s.actions & SMC_CA_CLC_ABORT);
}

/* Numbers and names are API. */
static void numbers_and_names(void **state)
{
	static const struct {
		u8 nr;
		const char *name;
	} t[] = {
		{ 1, "ACTIVE" }, { 2, "INIT" }, { 7, "CLOSED" },
		{ 10, "LISTEN" }, { 20, "PEERCLOSEWAIT1" },
		{ 21, "PEERCLOSEWAIT2" }, { 22, "APPCLOSEWAIT1" },
		{ 23, "APPCLOSEWAIT2" }, { 24, "APPFINCLOSEWAIT" },
		{ 25, "PEERFINCLOSEWAIT" }, { 26, "PEERABORTWAIT" },
		{ 27, "PROCESSABORT" },
	};
	unsigned int i, nr, named = 0;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(t); i++)
		assert_string_equal(smc_state_name(t[i].nr), t[i].name);
	for (nr = 0; nr < 256; nr++)
		named += !!smc_state_name(nr);
	assert_int_equal(named, ARRAY_SIZE(t));
}

static void shutdown_allowed(void **state)
{
	unsigned int nr;

	(void)state;
	for (nr = 0; nr < 256; nr++)
		assert_int_equal(smc_state_can_shutdown(nr),
				 nr == 1 || (nr >= 20 && nr <= 24));
}

static void nonsense(void **state)
{
	unsigned int s, ev;

	(void)state;
	for (s = 0; s < 256; s++) {
		for (ev = 0; ev < 256; ev++) {
			struct smc_cstep got = smc_cstate_next(s, ev, 0);

			if (smc_state_name(s) && ev < SMC_EV_COUNT)
				continue;
			assert_int_equal(got.state, s);
			assert_int_equal(got.actions, 0);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exhaustive),
		cmocka_unit_test(invariants),
		cmocka_unit_test(listener_drops_children),
		cmocka_unit_test(terminated_in_handshake),
		cmocka_unit_test(numbers_and_names),
		cmocka_unit_test(shutdown_allowed),
		cmocka_unit_test(nonsense),
	};

	return cmocka_run_group_tests_name("cstate", tests, NULL, NULL);
}
