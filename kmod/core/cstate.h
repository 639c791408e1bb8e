/* SPDX-License-Identifier: GPL-2.0-or-later */
/* States of an SMC socket and the close machine, as one pure function. */
#ifndef SMC_CORE_CSTATE_H
#define SMC_CORE_CSTATE_H

#include "port.h"

/* Numbers are API: they are sk_state and diag_state. */
enum smc_state {
	SMC_ACTIVE		= 1,
	SMC_INIT		= 2,
	SMC_CLOSED		= 7,
	SMC_LISTEN		= 10,
	SMC_PEERCLOSEWAIT1	= 20,
	SMC_PEERCLOSEWAIT2	= 21,
	SMC_APPCLOSEWAIT1	= 22,
	SMC_APPCLOSEWAIT2	= 23,
	SMC_APPFINCLOSEWAIT	= 24,
	SMC_PEERFINCLOSEWAIT	= 25,
	SMC_PEERABORTWAIT	= 26,
	SMC_PROCESSABORT	= 27,
};

enum smc_cevent {
	SMC_EV_CONNECTED,	/* handshake ended with SMC in use */
	SMC_EV_CLOSE,		/* close() or shutdown(SHUT_RDWR) */
	SMC_EV_SHUT_WR,		/* shutdown(SHUT_WR) */
	SMC_EV_PEER_DONE,	/* peer: done writing */
	SMC_EV_PEER_CLOSED,	/* peer: connection closed */
	SMC_EV_PEER_ABORT,	/* peer: abnormal close */
	SMC_EV_TERMINATED,	/* the link group is being terminated */
	SMC_EV_COUNT
};

/* What the caller knows when the event happens. */
enum smc_cflag {
	SMC_CF_DRAINED		= 1 << 0, /* SMC_CA_DRAIN was run for this event */
	SMC_CF_UNREAD		= 1 << 1, /* received data nobody has read */
	SMC_CF_SENT_FINAL	= 1 << 2, /* closed or abort was sent before */
	SMC_CF_PEER_FINAL	= 1 << 3, /* peer sent closed or abort before */
	SMC_CF_RELEASED		= 1 << 4, /* no file refers to the socket */
	SMC_CF_ALL		= (1 << 5) - 1
};

/*
 * What the caller has to do, in the order of the bits. Telling the peer means
 * nothing while there is no connection yet.
 */
enum smc_caction {
	SMC_CA_DRAIN		= 1 << 0, /* wait till all is sent, then ask again */
	SMC_CA_DROP_CHILDREN	= 1 << 1, /* close what waits to be accepted */
	SMC_CA_SET_ERR_RESET	= 1 << 2, /* sk_err = ECONNRESET */
	SMC_CA_SET_ERR_ABORTED	= 1 << 3, /* sk_err = ECONNABORTED */
	SMC_CA_RCV_SHUTDOWN	= 1 << 4, /* nothing will be received any more */
	SMC_CA_SND_SHUTDOWN	= 1 << 5, /* nothing can be sent any more */
	SMC_CA_CLC_SHUT_WR	= 1 << 6, /* clcsock: shutdown(SHUT_WR) */
	SMC_CA_CLC_SHUTDOWN	= 1 << 7, /* clcsock: shutdown(SHUT_RDWR) */
	SMC_CA_CLC_ABORT	= 1 << 8, /* clcsock: reset, error ECONNABORTED */
	SMC_CA_SEND_DONE_WRITING = 1 << 9, /* tell the peer */
	SMC_CA_SEND_CLOSED	= 1 << 10, /* tell the peer */
	SMC_CA_SEND_ABORT	= 1 << 11, /* tell the peer */
	SMC_CA_WAKE		= 1 << 12, /* wake whoever sleeps on the socket */
};

/**
 * struct smc_cstep - answer of the machine
 * @state: the new state
 * @actions: bits of enum smc_caction
 */
struct smc_cstep {
	u8 state;
	u32 actions;
};

struct smc_cstep smc_cstate_next(u8 state, enum smc_cevent ev, u32 flags);
bool smc_state_can_shutdown(u8 state);
const char *smc_state_name(u8 state);

#endif /* SMC_CORE_CSTATE_H */
