/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What became of a socket of one's own: SMC, or TCP and why. */
#ifndef SMC_CHK_VERDICT_H
#define SMC_CHK_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#include "finding.h"
#include "smc_err.h"
#include "sock.h"

/* What the client asks the server of smc_chk, and how that answers. */
#define CHK_QUESTION	"smc_chk: what do you use?\n"
#define CHK_ANSWER	"smc_chk: I use %u 0x%x 0x%x\n"
#define CHK_ANSWER_MAX	64

/* Port of the server, as with smc-tools. */
#define CHK_PORT	"37373"

/**
 * struct chk_verdict - what a socket uses
 * @mode: SMC_DIAG_MODE_…
 * @reason: why it fell back, 0: it did not
 * @peer_reason: why the peer declined, 0: it did not
 */
struct chk_verdict {
	unsigned int mode;
	uint32_t reason;
	uint32_t peer_reason;
};

int chk_sock_find(int fd, struct smc_sock *ret, struct smc_err *err);
struct chk_verdict chk_verdict_of(const struct smc_sock *sock);
void chk_verdict_say(const struct chk_verdict *verdict, const char *who,
		     const char *eids, struct chk_report *report);

#endif /* SMC_CHK_VERDICT_H */
