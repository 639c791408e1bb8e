// SPDX-License-Identifier: GPL-2.0-or-later
#include "verdict.h"

#include <errno.h>
#include <inttypes.h>
#include <linux/smc_diag.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "core/reason.h"
#include "diag.h"

/* What is looked for in the dump of all sockets. */
struct search {
	uint64_t inode;
	bool found;
	struct smc_sock *sock;
};

static int sock_compare(const struct smc_diag_msg *msg, const void *attrs,
			size_t len, void *arg, struct smc_err *err)
{
	struct search *search = arg;

	if (search->found || msg->diag_inode != search->inode)
		return 0;
	search->found = true;
	return smc_sock_read(msg, attrs, len, search->sock, err);
}

/**
 * chk_sock_find() - look up one's own socket
 * @fd: its descriptor
 * @ret: gets what sock_diag tells of it
 * @err: says why not
 *
 * Return: 0, -ENOENT when it is not there, or -errno.
 */
int chk_sock_find(int fd, struct smc_sock *ret, struct smc_err *err)
{
	struct search search = { .sock = ret };
	struct stat st;
	bool torn;
	int rc;

	if (fstat(fd, &st))
		return smc_err_set(err, -errno, "fstat: %s", strerror(errno));
	search.inode = st.st_ino;
	rc = smc_diag_dump(1 << (SMC_DIAG_CONNINFO - 1) |
			   1 << (SMC_DIAG_DMBINFO - 1),
			   sock_compare, &search, &torn, err);
	if (rc)
		return rc;
	return search.found ? 0 :
	       smc_err_set(err, -ENOENT, "sock_diag does not know the socket");
}

/**
 * chk_verdict_of() - say what a socket uses
 * @sock: the socket
 *
 * Return: the verdict.
 */
struct chk_verdict chk_verdict_of(const struct smc_sock *sock)
{
	struct chk_verdict ret = { .mode = sock->msg.diag_mode };

	if (ret.mode == SMC_DIAG_MODE_FALLBACK_TCP) {
		ret.reason = sock->fback.reason;
		ret.peer_reason = sock->fback.peer_diagnosis;
	}
	return ret;
}

/* A reason in words; an EID that is missing may be there, but another one. */
static void reason_say(const char *who, const char *verb, uint32_t code,
		       const char *eids, struct chk_report *report)
{
	const char *name = smc_reason_name(code);
	const char *advice = smc_reason_advice(code);

	if (code == SMC_RSN_NOUEID && eids[0]) {
		chk_say(report, CHK_ERROR,
			"%s %s: no enterprise ID in common, here there is %s (0x%08" PRIx32 ")",
			who, verb, eids, code);
		chk_fix(report, "smcd ueid add NAME, the same on both hosts");
		return;
	}
	chk_say(report, CHK_ERROR, "%s %s: %s (0x%08" PRIx32 ")", who, verb,
		name ? name : "unknown reason", code);
	if (advice)
		chk_fix(report, "%s", advice);
}

/**
 * chk_verdict_say() - put a verdict into words
 * @verdict: the verdict
 * @who: whose it is
 * @eids: enterprise IDs of this host
 * @report: gets the finding
 */
void chk_verdict_say(const struct chk_verdict *verdict, const char *who,
		     const char *eids, struct chk_report *report)
{
	static const char *const words[] = {
		[SMC_DIAG_MODE_SMCR] = "smcr",
		[SMC_DIAG_MODE_FALLBACK_TCP] = "tcp",
		[SMC_DIAG_MODE_SMCD] = "smcd",
	};

	if (verdict->mode == SMC_DIAG_MODE_SMCD)
		chk_say(report, CHK_OK, "%s uses SMC-D", who);
	else if (verdict->mode == SMC_DIAG_MODE_SMCR)
		chk_say(report, CHK_OK, "%s uses SMC-R", who);
	else if (verdict->peer_reason)
		reason_say(who, "uses TCP, as the other side declined",
			   verdict->peer_reason, eids, report);
	else
		reason_say(who, "fell back to TCP", verdict->reason, eids,
			   report);
	if (verdict->mode < sizeof(words) / sizeof(words[0]))
		chk_result(report, words[verdict->mode]);
}
