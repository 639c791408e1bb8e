/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A SYN by hand, and what comes back. */
#ifndef SMC_CHK_SYN_H
#define SMC_CHK_SYN_H

#include <stdbool.h>
#include <stdint.h>

#include "net.h"
#include "smc_err.h"

/* What a SYN carries besides the usual. */
enum chk_syn_kind {
	CHK_SYN_PLAIN,	/* nothing */
	CHK_SYN_SMC,	/* the option of SMC */
	CHK_SYN_NOISE,	/* option 254 with a magic number that nobody knows */
	CHK_SYN_KINDS
};

enum chk_syn_answer {
	CHK_SYN_LOST,		/* nothing came back */
	CHK_SYN_REFUSED,	/* RST */
	CHK_SYN_BARE,		/* SYN/ACK without the option */
	CHK_SYN_ECHOED,		/* SYN/ACK with the same option */
};

/**
 * struct chk_syn - answers to each kind
 * @answers: what came back
 * @us: after how many microseconds
 */
struct chk_syn {
	enum chk_syn_answer answers[CHK_SYN_KINDS];
	uint64_t us[CHK_SYN_KINDS];
};

int chk_syn_probe(const struct chk_addr *to, struct chk_syn *ret,
		  struct smc_err *err);

#endif /* SMC_CHK_SYN_H */
