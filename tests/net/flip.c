// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * flip [iperf3] - loopback-ism switched off and on under traffic, its DMB type
 * alternating: every blocked or next call of both ends returns ECONNABORTED
 * within a second, and before it is on again no DMB and no link group is left.
 * The traffic is that of this program, or that of iperf3 -P 8.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"
#include "smcnl.h"

#define CONNS 8
#define ENDS (2 * CONNS)
#define DEVICE "/sys/devices/virtual/smc/loopback-ism/"

enum what {
	SENDS,		/* sends, the peer reads: is blocked now and then */
	READS,
	WAITS,		/* is blocked in recv() for ever */
	STUFFED,	/* is blocked in send() for ever */
	IDLE,		/* makes its next call afterwards */
};

/* what the two ends of each connection do */
static const enum what roles[CONNS][2] = {
	{ SENDS, READS }, { READS, SENDS }, { SENDS, READS }, { READS, SENDS },
	{ WAITS, WAITS }, { STUFFED, IDLE }, { IDLE, STUFFED }, { IDLE, IDLE },
};

struct end {
	int fd;
	enum what what;
	pthread_t thread;
	uint64_t bytes;
	int err;		/* of the call that ended it */
	uint64_t ended_ms;
};

static struct end ends[ENDS];

static void knob_write(const char *name, int value)
{
	char path[128], text[16];

	snprintf(path, sizeof(path), DEVICE "%s", name);
	snprintf(text, sizeof(text), "%d\n", value);
	file_write(path, text);
}

static void *end_run(void *arg)
{
	static char zeros[1 << 16];
	struct end *e = arg;
	char buf[1 << 16];
	ssize_t n;

	do {
		if (e->what == SENDS || e->what == STUFFED)
			n = send(e->fd, zeros, sizeof(zeros), MSG_NOSIGNAL);
		else
			n = recv(e->fd, buf, sizeof(buf), 0);
		if (n > 0)
			__atomic_add_fetch(&e->bytes, n, __ATOMIC_RELAXED);
	} while (n > 0);
	e->err = n ? errno : 0;
	e->ended_ms = now_ms();
	return NULL;
}

static void ends_start(unsigned int round)
{
	for (int i = 0; i < CONNS; i++) {
		int fds[2];

		kind_pair(kind_smc(i + round), fds);
		for (int side = 0; side < 2; side++) {
			struct end *e = &ends[2 * i + side];

			memset(e, 0, sizeof(*e));
			e->fd = fds[side];
			e->what = roles[i][side];
		}
	}
	for (int i = 0; i < ENDS; i++)
		if (ends[i].what != IDLE &&
		    pthread_create(&ends[i].thread, NULL, end_run, &ends[i]))
			die("pthread_create");
}

/* readers have seen bytes and the stuffed cannot send any more */
static bool traffic_flows(void *arg)
{
	static uint64_t stuffed_before;
	uint64_t stuffed = 0;
	bool all = true;

	(void)arg;
	for (int i = 0; i < ENDS; i++) {
		uint64_t n = __atomic_load_n(&ends[i].bytes, __ATOMIC_RELAXED);

		if (ends[i].what == STUFFED)
			stuffed += n;
		if (ends[i].what == READS && n < 1 << 18)
			all = false;
	}
	all = all && stuffed && stuffed == stuffed_before;
	stuffed_before = stuffed;
	return all;
}

static bool device_empty(void *arg)
{
	struct smc_gauges g;

	(void)arg;
	gauges_get(&g);
	return !g.dmbs && !g.lgrs;
}

/* ends that did not see what they had to */
static unsigned int ends_check(unsigned int round, uint64_t flipped_ms)
{
	const unsigned int limit_ms = scaled(10) > 1 ? 1000 : 10000;
	unsigned int bad = 0;

	for (int i = 0; i < ENDS; i++) {
		struct end *e = &ends[i];
		struct pollfd pfd = { .fd = e->fd, .events = POLLIN };
		uint64_t since = flipped_ms;

		if (e->what == IDLE) {
			since = now_ms();	/* of its next call */
			if (poll(&pfd, 1, limit_ms) != 1 ||
			    !(pfd.revents & (POLLERR | POLLHUP)))
				e->err = -1;
			else
				end_run(e);
		} else {
			pthread_join(e->thread, NULL);
		}
		if (e->err != ECONNABORTED ||
		    e->ended_ms > since + limit_ms) {
			bad++;
			printf("# round %u end %d role %d: %s after %lld ms\n",
			       round, i, e->what,
			       e->err < 0 ? "no event" : strerror(e->err),
			       (long long)(e->ended_ms - flipped_ms));
		}
		close(e->fd);
	}
	return bad;
}

static void own_rounds(unsigned int rounds)
{
	unsigned int bad = 0, left = 0, still = 0;

	for (unsigned int r = 0; r < rounds; r++) {
		uint64_t flipped;

		ends_start(r);
		if (!wait_until(traffic_flows, NULL, 10000))
			still++;
		knob_write("dmb_type", r % 2);
		flipped = now_ms();
		knob_write("active", 0);
		/* nobody has closed anything yet */
		if (!wait_until(device_empty, NULL, 5000))
			left++;
		bad += ends_check(r, flipped);
		knob_write("active", 1);
	}
	check(!still, "traffic flowed before each of %u flips", rounds);
	check(!bad, "%u flips: %u of %u ends saw no ECONNABORTED in time",
	      rounds, bad, rounds * ENDS);
	check(!left, "%u flips: %u times DMBs or link groups were left", rounds,
	      left);
}

static pid_t iperf3_start(const char *how, const char *host)
{
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid)
		return pid;
	if (!freopen(host ? "/run/iperf3-client" : "/run/iperf3-server", "w",
		     stdout) || dup2(STDOUT_FILENO, STDERR_FILENO) < 0)
		_exit(126);
	/* -P is no option of the server */
	if (host)
		execlp("smc_run", "smc_run", "iperf3", how, host, "-P", "8",
		       "-t", "600", NULL);
	else
		execlp("smc_run", "smc_run", "iperf3", how, NULL);
	_exit(127);
}

struct iperf3 {
	pid_t server, client;
	unsigned int servers;
	int status;		/* of a client that ended */
};

static bool client_ended(void *arg)
{
	struct iperf3 *ip = arg;

	return waitpid(ip->client, &ip->status, WNOHANG) == ip->client;
}

/*
 * Both ends of its control connection and of eight more are SMC-D: each has a
 * DMB.  Connections alone would not tell, as those of the round before are there
 * until iperf3 closes them.  A client that found the server busy with the end of
 * that round comes again.
 */
static bool iperf3_flows(void *arg)
{
	struct iperf3 *ip = arg;
	struct smc_gauges g;

	if (!ip->server || waitpid(ip->server, NULL, WNOHANG)) {
		ip->server = iperf3_start("-s", NULL);
		ip->servers++;
	}
	if (!ip->client || client_ended(ip))
		ip->client = iperf3_start("-c", "127.0.0.1");
	gauges_get(&g);
	return g.dmbs >= 2 * (1 + 8) && g.conns >= 2 * (1 + 8);
}

static void iperf3_rounds(unsigned int rounds)
{
	unsigned int left = 0, late = 0, fine = 0, r;
	struct iperf3 ip = { 0 };
	uint64_t start = now_ms();

	for (r = 0; r < rounds; r++) {
		if (!wait_until(iperf3_flows, &ip, 30000))
			break;
		knob_write("dmb_type", r % 2);
		knob_write("active", 0);
		if (!wait_until(device_empty, NULL, 5000))
			left++;
		if (!wait_until(client_ended, &ip, 5000)) {
			late++;
			kill(ip.client, SIGKILL);
			waitpid(ip.client, &ip.status, 0);
		}
		fine += WIFEXITED(ip.status) && !WEXITSTATUS(ip.status);
		ip.client = 0;
		knob_write("active", 1);
	}
	if (ip.client) {
		kill(ip.client, SIGKILL);
		waitpid(ip.client, NULL, 0);
	}
	kill(ip.server, SIGKILL);
	waitpid(ip.server, NULL, 0);
	printf("# iperf3: %u flips in %llu ms, %u servers\n", r,
	       (unsigned long long)(now_ms() - start), ip.servers);
	check(r == rounds, "iperf3 -P 8 ran over SMC-D before %u of %u flips",
	      r, rounds);
	check(!left, "iperf3: %u times DMBs or link groups were left", left);
	check(!late && !fine, "iperf3: %u clients hung, %u saw no error", late,
	      fine);
}

int main(int argc, char **argv)
{
	signal(SIGPIPE, SIG_IGN);
	if (argc > 1 && !strcmp(argv[1], "iperf3"))
		iperf3_rounds(scaled(100));
	else
		own_rounds(scaled(100));
	knob_write("dmb_type", 0);
	knob_write("active", 0);
	knob_write("active", 1);
	return check_result();
}
