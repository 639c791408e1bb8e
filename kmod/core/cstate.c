// SPDX-License-Identifier: GPL-2.0-or-later
#include "cstate.h"

/* How a transition depends on what was sent and received before. */
#define HOW_DRAIN	1	/* first drain, unless nobody listens any more */
#define HOW_FINAL	2	/* send closed or abort, unless that was done */
#define HOW_ABORT	4	/* send abort, unless the peer is gone */

/**
 * struct row - one transition
 * @next: new state, 0 = stay
 * @alt_if: flags that lead to @alt when all are set, 0 = never
 * @alt: new state then
 * @how: HOW_* bits
 * @actions: what to do in any case
 */
struct row {
	u8 next;
	u8 alt_if;
	u8 alt;
	u8 how;
	u32 actions;
};

#define LOCAL_END	(SMC_CA_RCV_SHUTDOWN | SMC_CA_SND_SHUTDOWN | SMC_CA_WAKE)
#define PEER_END	(SMC_CA_RCV_SHUTDOWN | SMC_CA_WAKE)
#define PEER_BROKE	(SMC_CA_SET_ERR_RESET | LOCAL_END)
#define LGR_BROKE	(SMC_CA_SET_ERR_ABORTED | SMC_CA_CLC_ABORT | LOCAL_END)

#define BOTH_CLOSED	(SMC_CF_RELEASED | SMC_CF_SENT_FINAL)

#define CLOSE_DRAIN(next, alt_if, alt) \
	{ next, alt_if, alt, HOW_DRAIN | HOW_FINAL, LOCAL_END }
#define CLOSE(next) \
	{ next, 0, 0, HOW_FINAL, LOCAL_END }
#define SHUT_WR(next) \
	{ next, 0, 0, HOW_DRAIN, SMC_CA_CLC_SHUT_WR | \
	  SMC_CA_SEND_DONE_WRITING | SMC_CA_SND_SHUTDOWN | SMC_CA_WAKE }
#define PEER(next) \
	{ next, 0, 0, 0, PEER_END }
#define PEER_OR(next, alt_if, alt) \
	{ next, alt_if, alt, 0, PEER_END }
#define ABORTED(next) \
	{ next, 0, 0, 0, PEER_BROKE }
#define ABORTED_OR(next, alt_if, alt) \
	{ next, alt_if, alt, 0, PEER_BROKE }
#define TERMINATED \
	{ SMC_CLOSED, 0, 0, HOW_ABORT, LGR_BROKE }
#define PLAIN(next, actions) \
	{ next, 0, 0, 0, actions }

/* What is not listed changes nothing and asks for nothing. */
static const struct row table[SMC_PROCESSABORT + 1][SMC_EV_COUNT] = {
	[SMC_INIT] = {
		[SMC_EV_CONNECTED] = PLAIN(SMC_ACTIVE, SMC_CA_WAKE),
		/* The client of a server that gives up may be ACTIVE already. */
		[SMC_EV_CLOSE] = PLAIN(SMC_CLOSED, SMC_CA_CLC_SHUTDOWN |
				       SMC_CA_SEND_ABORT | LOCAL_END),
		[SMC_EV_PEER_DONE] = PEER(SMC_APPCLOSEWAIT1),
		[SMC_EV_PEER_CLOSED] = PEER(SMC_APPCLOSEWAIT1),
		[SMC_EV_PEER_ABORT] = ABORTED(SMC_PROCESSABORT),
		/* The handshake owns the clcsock and will see the error. */
		[SMC_EV_TERMINATED] = PLAIN(0, SMC_CA_SET_ERR_ABORTED |
					       SMC_CA_WAKE),
	},
	[SMC_LISTEN] = {
		[SMC_EV_CLOSE] = PLAIN(SMC_CLOSED, SMC_CA_DROP_CHILDREN |
				       SMC_CA_CLC_SHUTDOWN | LOCAL_END),
	},
	[SMC_ACTIVE] = {
		[SMC_EV_CLOSE] = CLOSE_DRAIN(SMC_PEERCLOSEWAIT1, 0, 0),
		[SMC_EV_SHUT_WR] = SHUT_WR(SMC_PEERCLOSEWAIT1),
		[SMC_EV_PEER_DONE] = PEER(SMC_APPCLOSEWAIT1),
		[SMC_EV_PEER_CLOSED] = PEER(SMC_APPCLOSEWAIT1),
		[SMC_EV_PEER_ABORT] = ABORTED(SMC_PROCESSABORT),
		[SMC_EV_TERMINATED] = TERMINATED,
	},
	[SMC_PEERCLOSEWAIT1] = {
		[SMC_EV_CLOSE] = CLOSE(0),
		[SMC_EV_PEER_DONE] = PEER(SMC_PEERCLOSEWAIT2),
		[SMC_EV_PEER_CLOSED] = PEER_OR(SMC_APPFINCLOSEWAIT,
					       BOTH_CLOSED, SMC_CLOSED),
		[SMC_EV_PEER_ABORT] = ABORTED_OR(SMC_PROCESSABORT,
						 SMC_CF_SENT_FINAL, SMC_CLOSED),
		[SMC_EV_TERMINATED] = TERMINATED,
	},
	[SMC_PEERCLOSEWAIT2] = {
		[SMC_EV_CLOSE] = CLOSE(0),
		[SMC_EV_PEER_CLOSED] = PEER_OR(SMC_APPFINCLOSEWAIT,
					       BOTH_CLOSED, SMC_CLOSED),
		[SMC_EV_PEER_ABORT] = ABORTED_OR(SMC_PROCESSABORT,
						 SMC_CF_SENT_FINAL, SMC_CLOSED),
		[SMC_EV_TERMINATED] = TERMINATED,
	},
	[SMC_APPCLOSEWAIT1] = {
		[SMC_EV_CLOSE] = CLOSE_DRAIN(SMC_PEERFINCLOSEWAIT,
					     SMC_CF_PEER_FINAL, SMC_CLOSED),
		[SMC_EV_SHUT_WR] = SHUT_WR(SMC_APPCLOSEWAIT2),
		[SMC_EV_PEER_CLOSED] = PEER(0),
		[SMC_EV_PEER_ABORT] = ABORTED(SMC_PROCESSABORT),
		[SMC_EV_TERMINATED] = TERMINATED,
	},
	[SMC_APPCLOSEWAIT2] = {
		[SMC_EV_CLOSE] = CLOSE_DRAIN(SMC_PEERFINCLOSEWAIT,
					     SMC_CF_PEER_FINAL, SMC_CLOSED),
		[SMC_EV_PEER_CLOSED] = PEER(0),
		/* No close() will answer for this end, and the peer waits. */
		[SMC_EV_PEER_ABORT] = PLAIN(SMC_CLOSED, SMC_CA_CLC_SHUTDOWN |
					    SMC_CA_SEND_ABORT | PEER_BROKE),
		[SMC_EV_TERMINATED] = TERMINATED,
	},
	[SMC_APPFINCLOSEWAIT] = {
		[SMC_EV_CLOSE] = CLOSE(SMC_CLOSED),
		[SMC_EV_PEER_ABORT] = ABORTED(SMC_PROCESSABORT),
		[SMC_EV_TERMINATED] = TERMINATED,
	},
	[SMC_PEERFINCLOSEWAIT] = {
		[SMC_EV_PEER_CLOSED] = PEER(SMC_CLOSED),
		[SMC_EV_PEER_ABORT] = ABORTED(SMC_CLOSED),
		[SMC_EV_TERMINATED] = TERMINATED,
	},
	[SMC_PEERABORTWAIT] = {
		[SMC_EV_CLOSE] = PLAIN(SMC_CLOSED, LOCAL_END),
		[SMC_EV_PEER_ABORT] = ABORTED(SMC_CLOSED),
		[SMC_EV_TERMINATED] = TERMINATED,
	},
	[SMC_PROCESSABORT] = {
		[SMC_EV_CLOSE] = PLAIN(SMC_CLOSED, SMC_CA_CLC_SHUTDOWN |
				       SMC_CA_SEND_ABORT | LOCAL_END),
		[SMC_EV_TERMINATED] = TERMINATED,
	},
};

/*
 * Whoever sends the final word closes the TCP connection first, so that it is
 * the active closer that keeps the port in TIME_WAIT.
 */
static u32 final_word(u32 flags)
{
	if (flags & SMC_CF_SENT_FINAL)
		return 0;
	return SMC_CA_CLC_SHUTDOWN |
	       (flags & SMC_CF_UNREAD ? SMC_CA_SEND_ABORT : SMC_CA_SEND_CLOSED);
}

/**
 * smc_cstate_next() - what an event does to a connection
 * @state: enum smc_state
 * @ev: the event
 * @flags: enum smc_cflag, what is known when it happens
 *
 * When the answer is SMC_CA_DRAIN alone, wait until everything is sent (or
 * the linger time is over, or the state has changed) and ask again with
 * SMC_CF_DRAINED and the state and flags of then. What the peer said before
 * is kept by the caller (SMC_CF_PEER_FINAL), as is what was sent.
 *
 * Return: new state and actions.
 */
struct smc_cstep smc_cstate_next(u8 state, enum smc_cevent ev, u32 flags)
{
	struct smc_cstep step = { .state = state };
	const struct row *row;

	if (state >= ARRAY_SIZE(table) || (unsigned int)ev >= SMC_EV_COUNT)
		return step;
	row = &table[state][ev];

	if (row->how & HOW_DRAIN &&
	    !(flags & (SMC_CF_DRAINED | SMC_CF_PEER_FINAL))) {
		step.actions = SMC_CA_DRAIN;
		return step;
	}
	step.actions = row->actions;
	if (row->how & HOW_FINAL)
		step.actions |= final_word(flags);
	if (row->how & HOW_ABORT && !(flags & SMC_CF_PEER_FINAL))
		step.actions |= SMC_CA_SEND_ABORT;
	if (row->alt_if && (flags & row->alt_if) == row->alt_if)
		step.state = row->alt;
	else if (row->next)
		step.state = row->next;
	return step;
}

/**
 * smc_state_can_shutdown() - may a program call shutdown()?
 * @state: enum smc_state
 *
 * Return: true when it may, else the call fails with ENOTCONN.
 */
bool smc_state_can_shutdown(u8 state)
{
	switch (state) {
	case SMC_ACTIVE:
	case SMC_PEERCLOSEWAIT1:
	case SMC_PEERCLOSEWAIT2:
	case SMC_APPCLOSEWAIT1:
	case SMC_APPCLOSEWAIT2:
	case SMC_APPFINCLOSEWAIT:
		return true;
	}
	return false;
}

/**
 * smc_state_name() - a state in words
 * @state: enum smc_state
 *
 * Return: its name, NULL for an unknown state: show the number then.
 */
const char *smc_state_name(u8 state)
{
	static const char *const names[] = {
		[SMC_ACTIVE]		= "ACTIVE",
		[SMC_INIT]		= "INIT",
		[SMC_CLOSED]		= "CLOSED",
		[SMC_LISTEN]		= "LISTEN",
		[SMC_PEERCLOSEWAIT1]	= "PEERCLOSEWAIT1",
		[SMC_PEERCLOSEWAIT2]	= "PEERCLOSEWAIT2",
		[SMC_APPCLOSEWAIT1]	= "APPCLOSEWAIT1",
		[SMC_APPCLOSEWAIT2]	= "APPCLOSEWAIT2",
		[SMC_APPFINCLOSEWAIT]	= "APPFINCLOSEWAIT",
		[SMC_PEERFINCLOSEWAIT]	= "PEERFINCLOSEWAIT",
		[SMC_PEERABORTWAIT]	= "PEERABORTWAIT",
		[SMC_PROCESSABORT]	= "PROCESSABORT",
	};

	return state < ARRAY_SIZE(names) ? names[state] : NULL;
}
