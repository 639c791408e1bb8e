// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Strange clients of an SMC listener: they signal SMC and then say garbage,
 * too little, nothing, or what cannot be met. None of the first three is ever
 * returned by accept(), each is counted, and nobody else waits for them.
 */
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clcmsg.h"
#include "common.h"
#include "smcnl.h"
#include "wire.h"

#define SOON_MS 3000
#define CLC_WAIT_MS 6000
#define SLACK_MS 6000
#define SILENT 64

static const char eid[] = "VM-TEST";
static uint8_t gid[16];
static uint16_t port;
static unsigned int children;

/* a child of the listener: sends back what it gets */
static void *child_run(void *arg)
{
	int fd = (int)(intptr_t)arg;
	char buf[256];
	ssize_t n;

	while ((n = recv(fd, buf, sizeof(buf), 0)) > 0)
		if (send_all(fd, buf, n))
			break;
	close(fd);
	return NULL;
}

static void *listener_run(void *arg)
{
	int lfd = (int)(intptr_t)arg;

	for (;;) {
		int fd = accept(lfd, NULL, NULL);
		pthread_t thread;

		if (fd < 0)
			die("accept");
		__atomic_add_fetch(&children, 1, __ATOMIC_SEQ_CST);
		if (pthread_create(&thread, NULL, child_run,
				   (void *)(intptr_t)fd))
			die("pthread_create");
		pthread_detach(thread);
	}
	return NULL;
}

static unsigned int children_now(void)
{
	return __atomic_load_n(&children, __ATOMIC_SEQ_CST);
}

static void listener_start(void)
{
	struct sockaddr_in any = { .sin_family = AF_INET };
	int lfd = kind_socket(kind_find("inet4"), 0);
	pthread_t thread;

	if (bind(lfd, (struct sockaddr *)&any, sizeof(any)) ||
	    listen(lfd, 1024))
		die("listen");
	port = port_local(lfd);
	if (pthread_create(&thread, NULL, listener_run, (void *)(intptr_t)lfd))
		die("pthread_create");
}

static uint64_t refused_sum(void)
{
	struct smc_gauges g;

	gauges_get(&g);
	return g.garbage + g.cut + g.eof + g.timeout;
}

/* an honest client is served at once, by SMC-D */
static void honest_check(const char *when)
{
	uint64_t start = now_ms();
	int fd = kind_connect(kind_find("inet4"), port), mode = -1;
	char c = 'h';
	bool good = fd >= 0;

	if (good) {
		good = !send_all(fd, &c, 1) && !recv_all(fd, &c, 1);
		mode = diag_mode_fd(fd);
		close(fd);
	}
	check(good && mode == SMC_DIAG_MODE_SMCD && now_ms() - start < 1000,
	      "%s: an honest client is served by SMC-D in %llu ms", when,
	      (unsigned long long)(now_ms() - start));
}

static void stranger_connect(struct flow *f)
{
	errno = 0;
	if (!flow_connect(f, port, true))
		die("stranger: no connection with the SMC option");
}

/* what strangers say, and what becomes of them */
struct reset_case {
	const char *name;
	const void *data;
	size_t len;
	bool fin;
	size_t counter;		/* in struct smc_gauges */
};

#define COUNTER(name) offsetof(struct smc_gauges, name)

static uint64_t counter_get(size_t counter)
{
	struct smc_gauges g;

	gauges_get(&g);
	return *(uint64_t *)((char *)&g + counter);
}

static void reset_check(const struct reset_case *rc)
{
	uint64_t before = counter_get(rc->counter);
	uint64_t sum = refused_sum();
	unsigned int had = children_now();
	struct smc_counts a, b;
	struct flow f;
	int end;

	counts_get(&a);
	stranger_connect(&f);
	if (rc->len)
		flow_send(&f, rc->data, rc->len);
	if (rc->fin)
		flow_fin(&f);
	end = flow_wait_end(&f, SOON_MS);
	flow_close(&f);
	counts_get(&b);
	check(end == -ECONNRESET, "%s: reset (%s)", rc->name,
	      end ? strerror(-end) : "closed in order");
	check(counter_get(rc->counter) == before + 1 &&
	      refused_sum() == sum + 1 && b.srv_err == a.srv_err + 1,
	      "%s: counted once", rc->name);
	check(children_now() == had, "%s: not returned by accept()", rc->name);
}

static void reset_rows(void)
{
	static const char http[] = "GET / HTTP/1.0\r\n\r\n";
	static const uint8_t short_header[] = { 0xe2, 0xd4, 0xc3 };
	uint8_t proposal[CLC_PROPOSAL_LEN], decline[CLC_DECLINE_LEN];
	uint8_t confirm[CLC_ACCEPT_LEN], huge[CLC_PROPOSAL_LEN];
	uint8_t tiny[CLC_PROPOSAL_LEN];

	clc_proposal(proposal, eid, gid);
	clc_decline(decline, 0x03030000);
	clc_accept(confirm, CLC_CONFIRM, eid, gid, 1);
	memcpy(huge, proposal, sizeof(huge));
	huge[5] = huge[6] = 0xff;
	memcpy(tiny, proposal, sizeof(tiny));
	tiny[5] = 0;
	tiny[6] = 7;

	const struct reset_case cases[] = {
		{ "text", http, sizeof(http) - 1, false, COUNTER(garbage) },
		{ "CONFIRM first", confirm, sizeof(confirm), false,
		  COUNTER(garbage) },
		{ "PROPOSAL of 65535 bytes", huge, sizeof(huge), false,
		  COUNTER(garbage) },
		{ "PROPOSAL of 7 bytes", tiny, sizeof(tiny), false,
		  COUNTER(garbage) },
		{ "three bytes and the end", short_header, 3, true,
		  COUNTER(cut) },
		{ "half a PROPOSAL and the end", proposal, 100, true,
		  COUNTER(cut) },
		{ "nothing and the end", NULL, 0, true, COUNTER(eof) },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		reset_check(&cases[i]);
	honest_check("after garbage");
}

/* many that say nothing, some that stop amid a message */
static void silent_rows(void)
{
	struct flow *flows = calloc(SILENT, sizeof(*flows));
	uint64_t before = counter_get(COUNTER(timeout));
	unsigned int had, reset = 0, early = 0;
	uint8_t proposal[CLC_PROPOSAL_LEN];
	uint64_t start;

	honest_check("before silence");
	had = children_now();
	clc_proposal(proposal, eid, gid);
	start = now_ms();
	for (int i = 0; i < SILENT; i++) {
		stranger_connect(&flows[i]);
		if (i % 4 == 1)
			flow_send(&flows[i], proposal, 1 + i * 2);
	}
	honest_check("during silence");
	had++;
	for (int i = 0; i < SILENT; i++) {
		reset += flow_wait_end(&flows[i], CLC_WAIT_MS + SLACK_MS) ==
			 -ECONNRESET;
		early += now_ms() - start < CLC_WAIT_MS - 500;
		flow_close(&flows[i]);
	}
	check(reset == SILENT && !early,
	      "%u of %u silent ones reset, %u of them too early", reset, SILENT,
	      early);
	check(counter_get(COUNTER(timeout)) == before + SILENT,
	      "silent ones: %llu counted",
	      (unsigned long long)(counter_get(COUNTER(timeout)) - before));
	check(children_now() == had, "silent ones: not returned by accept()");
	free(flows);
}

/* the connection goes on as TCP: what we say comes back */
static bool echo_works(struct flow *f)
{
	char buf[8] = { 0 };

	flow_send(f, "fallback", 8);
	return !flow_read(f, buf, 8, SOON_MS) && !memcmp(buf, "fallback", 8);
}

static void decline_check(const char *name, const char *my_eid,
			  const uint8_t *my_gid, uint32_t want)
{
	uint8_t proposal[CLC_PROPOSAL_LEN], decline[CLC_DECLINE_LEN] = { 0 };
	uint64_t before = fallbacks_get(want, true);
	unsigned int had = children_now();
	struct flow f;
	int err;

	clc_proposal(proposal, my_eid, my_gid);
	stranger_connect(&f);
	flow_send(&f, proposal, sizeof(proposal));
	err = flow_read(&f, decline, sizeof(decline), SOON_MS);
	check(!err && decline[4] == CLC_DECLINE && clc_reason(decline) == want,
	      "%s: DECLINE with reason %#x, expected %#x", name,
	      clc_reason(decline), want);
	check(!err && echo_works(&f), "%s: goes on as TCP", name);
	check(children_now() == had + 1, "%s: returned by accept()", name);
	check(fallbacks_get(want, true) == before + 1,
	      "%s: the fallback is counted", name);
	flow_close(&f);
}

static void decline_rows(void)
{
	uint8_t other_gid[16];

	memcpy(other_gid, gid, sizeof(other_gid));
	other_gid[3] ^= 0x40;
	decline_check("unknown EID", "NOT-OURS", gid, 0x03030008);
	decline_check("another host's GID", eid, other_gid, 0x03030007);
}

/* a good PROPOSAL, then something else than the CONFIRM */
static void after_accept_check(const char *name, const void *data, size_t len,
			       bool fin, bool fallback)
{
	uint8_t proposal[CLC_PROPOSAL_LEN], accept_msg[CLC_ACCEPT_LEN];
	unsigned int had = children_now();
	uint64_t sum = refused_sum();
	struct flow f;
	int end;

	clc_proposal(proposal, eid, gid);
	stranger_connect(&f);
	flow_send(&f, proposal, sizeof(proposal));
	/* without the extension for first contact when a link group is there */
	if (!check(!flow_read(&f, accept_msg, 78, SOON_MS) &&
		   accept_msg[4] == CLC_ACCEPT, "%s: ACCEPT came", name)) {
		flow_close(&f);
		return;
	}
	(void)flow_read(&f, accept_msg, (accept_msg[5] << 8 | accept_msg[6]) - 78,
			SOON_MS);
	if (len)
		flow_send(&f, data, len);
	if (fin)
		flow_fin(&f);
	if (fallback) {
		check(echo_works(&f), "%s: goes on as TCP", name);
		check(children_now() == had + 1, "%s: returned by accept()",
		      name);
		flow_close(&f);
		return;
	}
	end = flow_wait_end(&f, len || fin ? SOON_MS : CLC_WAIT_MS + SLACK_MS);
	flow_close(&f);
	check(end == -ECONNRESET, "%s: reset", name);
	check(refused_sum() == sum + 1, "%s: counted once", name);
	check(children_now() == had, "%s: not returned by accept()", name);
}

static void after_accept_rows(void)
{
	uint8_t decline[CLC_DECLINE_LEN], confirm[CLC_ACCEPT_LEN];

	clc_decline(decline, 0x03030001);
	clc_accept(confirm, CLC_CONFIRM, eid, gid, 0x1234);
	after_accept_check("garbage as CONFIRM", "ZZZZZZZZZZZZZZZZ", 16, false,
			   false);
	after_accept_check("half a CONFIRM", confirm, 60, true, false);
	after_accept_check("no CONFIRM but the end", NULL, 0, true, false);
	after_accept_check("no CONFIRM", NULL, 0, false, false);
	after_accept_check("DECLINE as CONFIRM", decline, sizeof(decline),
			   false, true);
}

/* handshakes of the server that came to an end, whichever */
static uint64_t ends_sum(void)
{
	struct smc_counts c;

	counts_get(&c);
	return refused_sum() + c.srv + c.srv_fback;
}

static bool ends_counted(void *arg)
{
	return ends_sum() >= *(uint64_t *)arg;
}

/*
 * C64: each field with 0, 1, its maximum and off by one. Whatever it means to
 * the server, the answer is prompt: a reset, or a DECLINE or ACCEPT whose
 * connection ends with ours; each is counted as what it was.
 */
static void mutants_run(const char *name, const struct clc_field *fields,
			const uint8_t *msg, size_t len, const uint8_t *first,
			size_t first_len)
{
	uint64_t refused = refused_sum(), ends = ends_sum();
	unsigned int sent = 0, hung = 0;

	for (const struct clc_field *fd = fields; fd->name; fd++) {
		uint64_t was = clc_get(msg, fd);
		const uint64_t values[] = { 0, 1, UINT64_MAX, was + 1, was - 1 };

		for (int v = 0; v < 5; v++) {
			uint8_t mutant[256];
			struct flow f;

			memcpy(mutant, msg, len);
			clc_set(mutant, fd, values[v]);
			stranger_connect(&f);
			if (first_len) {
				flow_send(&f, first, first_len);
				(void)flow_read(&f, mutant + len, 1, SOON_MS);
			}
			flow_send(&f, mutant, len);
			flow_fin(&f);
			if (flow_wait_end(&f, SOON_MS) == -ETIMEDOUT) {
				hung++;
				printf("# %s: %s = %#llx: no answer\n", name,
				       fd->name, (unsigned long long)values[v]);
			}
			flow_close(&f);
			sent++;
		}
	}
	check(!hung, "%s: %u of %u mutants got no prompt answer", name, hung,
	      sent);
	ends += sent;
	wait_until(ends_counted, &ends, SOON_MS);
	check(ends_sum() == ends && refused_sum() > refused,
	      "%s: each counted, %llu as handshake errors", name,
	      (unsigned long long)(refused_sum() - refused));
	honest_check(name);
}

static void mutant_rows(void)
{
	uint8_t proposal[CLC_PROPOSAL_LEN], confirm[CLC_ACCEPT_LEN];

	clc_proposal(proposal, eid, gid);
	clc_accept(confirm, CLC_CONFIRM, eid, gid, 0x1234);
	mutants_run("PROPOSAL mutants", clc_proposal_fields, proposal,
		    sizeof(proposal), NULL, 0);
	mutants_run("CONFIRM mutants", clc_accept_fields, confirm,
		    sizeof(confirm), proposal, sizeof(proposal));
}

static void plain_rows(void)
{
	unsigned int had = children_now();
	struct flow f;

	errno = 0;
	if (!flow_connect(&f, port, false))
		die("plain stranger: no connection");
	check(echo_works(&f), "no option: TCP at once");
	check(children_now() == had + 1, "no option: returned by accept()");
	flow_close(&f);
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	alarm(150);
	wire_up();
	atexit(wire_down);
	loopback_gid(gid);
	listener_start();
	plain_rows();
	reset_rows();
	decline_rows();
	after_accept_rows();
	mutant_rows();
	silent_rows();
	return check_result();
}
