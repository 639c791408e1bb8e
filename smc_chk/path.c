// SPDX-License-Identifier: GPL-2.0-or-later
/* path HOST: does TCP option 254, by which SMC is offered, get through? */
#include <errno.h>
#include <string.h>

#include "cmd.h"
#include "finding.h"
#include "live.h"
#include "net.h"
#include "syn.h"

/**
 * struct verdict - what answers mean; the first row that fits counts
 * @plain: to a plain SYN
 * @smc: to one with the option of SMC
 * @noise: to one with an option that nobody knows
 * @severity: how bad it is
 * @result: in a word
 * @text: in words
 * @fix: what mends it, or NULL
 */
struct verdict {
	int plain;
	int smc;
	int noise;
	enum chk_severity severity;
	const char *result;
	const char *text;
	const char *fix;
};

#define ANY	(-1)

static const struct verdict verdicts[] = {
	{ CHK_SYN_REFUSED, ANY, ANY, CHK_ERROR, "refused",
	  "nobody listens at this port, so nothing is known of the option",
	  "smc_chk -S on that host, or give the port of a server: -p PORT" },
	{ CHK_SYN_LOST, CHK_SYN_LOST, ANY, CHK_ERROR, "unanswered",
	  "no answer to any SYN: the host is down, or TCP is filtered",
	  "ping it; look for filters on the way" },
	{ ANY, CHK_SYN_LOST, ANY, CHK_ERROR, "dropped",
	  "SYN with SMC option is lost on this path: SMC connections hang, TCP ones do not",
	  "let TCP option 254 pass: nft list ruleset, firewalls on the way" },
	{ ANY, CHK_SYN_ECHOED, CHK_SYN_ECHOED, CHK_ERROR, "replayed",
	  "option replayed by peer, not a real SMC peer: it copies any option, and handshakes with it fail",
	  "no smc_run for programs that talk to this host" },
	{ ANY, CHK_SYN_ECHOED, ANY, CHK_OK, "ok",
	  "the option gets through, and the peer offers SMC", NULL },
	{ ANY, CHK_SYN_BARE, ANY, CHK_WARN, "stripped",
	  "the option does not come back: stripped on this path, or the program there has no SMC: fallback to TCP (0x03010000)",
	  "start that program with smc_run; with smc_chk -S there, it is the path" },
	{ ANY, ANY, ANY, CHK_ERROR, "refused",
	  "SYN with SMC option is refused", "look for filters on the way" },
};

static const char *const answer_words[] = {
	[CHK_SYN_LOST] = "no answer",
	[CHK_SYN_REFUSED] = "refused (RST)",
	[CHK_SYN_BARE] = "answered without option 254",
	[CHK_SYN_ECHOED] = "answered with the same option",
};

static bool fits(int want, enum chk_syn_answer is)
{
	return want == ANY || want == (int)is;
}

static const struct verdict *verdict_find(const struct chk_syn *syn)
{
	const struct verdict *v = verdicts;

	while (!fits(v->plain, syn->answers[CHK_SYN_PLAIN]) ||
	       !fits(v->smc, syn->answers[CHK_SYN_SMC]) ||
	       !fits(v->noise, syn->answers[CHK_SYN_NOISE]))
		v++;	/* the last one fits all */
	return v;
}

static void answers_say(struct chk_report *report, const struct chk_syn *syn)
{
	static const char *const kinds[] = {
		[CHK_SYN_PLAIN] = "plain SYN",
		[CHK_SYN_SMC] = "SYN with the option of SMC",
		[CHK_SYN_NOISE] = "SYN with option 254 of nobody",
	};
	int kind;

	report->check = "syn";
	for (kind = 0; kind < CHK_SYN_KINDS; kind++) {
		chk_say(report, CHK_INFO, "%s: %s", kinds[kind],
			answer_words[syn->answers[kind]]);
		if (syn->answers[kind] != CHK_SYN_LOST)
			chk_took(report, syn->us[kind]);
	}
}

/**
 * chk_path() - say what becomes of the SMC option on the way to a peer
 * @ctx: the command
 * @live: where to
 *
 * Return: 0 or -errno with the context's error set.
 */
int chk_path(struct smc_ctx *ctx, const struct chk_live *live)
{
	struct chk_report report = { 0 };
	const struct verdict *verdict;
	struct chk_addr addr;
	struct chk_syn syn;
	int rc;

	rc = chk_resolve(live->host, live->port, live->family, &addr,
			 &ctx->err);
	if (!rc)
		rc = chk_syn_probe(&addr, &syn, &ctx->err);
	if (rc)
		return rc;
	answers_say(&report, &syn);
	verdict = verdict_find(&syn);
	report.check = "path";
	chk_say(&report, verdict->severity, "%s", verdict->text);
	chk_result(&report, verdict->result);
	if (verdict->fix)
		chk_fix(&report, "%s", verdict->fix);
	rc = chk_report_write(ctx, &report);
	chk_report_free(&report);
	return rc;
}
