// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Many connections one after the other, then many at once: none may fail,
 * the counters must say SMC-D for every one on both sides, and nothing may
 * stay behind.
 */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"
#include "smcnl.h"

#define LISTENERS KINDS_SMC
#define SETTLE_MS 20000

static bool plain_tcp;

static const struct kind *storm_kind(unsigned int i)
{
	return plain_tcp ? &kinds[i % KINDS_TCP] : kind_smc(i);
}

/* what must be as before when all is over */
struct residue {
	unsigned int socks;
	unsigned int lgrs;
	unsigned int conns;
	unsigned int dmbs;
	long slabs;
};

static void residue_get(struct residue *ret)
{
	struct smc_gauges g;

	gauges_get(&g);
	ret->socks = diag_count();
	ret->lgrs = lgrs_count();
	ret->conns = g.conns;
	ret->dmbs = g.dmbs;
	ret->slabs = slab_objects();
}

static bool residue_gone(void *arg)
{
	const struct residue *before = arg;
	struct residue now;

	residue_get(&now);
	return now.socks <= before->socks && now.lgrs <= before->lgrs &&
	       now.conns <= before->conns && now.dmbs <= before->dmbs &&
	       now.slabs <= before->slabs;
}

static void echo(int fd)
{
	char c;
	int err = recv_all(fd, &c, 1);

	if (!err)
		err = send_all(fd, &c, 1);
	errno = -err;
	if (err)
		die("server: echo");
}

static void server_sequential(const int lfds[LISTENERS], unsigned int n)
{
	for (unsigned int i = 0; i < n; i++) {
		int fd = accept(lfds[i % LISTENERS], NULL, NULL);

		if (fd < 0)
			die("server: accept %u", i);
		echo(fd);
		close(fd);
	}
}

static void client_sequential(const uint16_t ports[LISTENERS], unsigned int n)
{
	uint64_t start = now_ms();
	unsigned int bad = 0;

	for (unsigned int i = 0; i < n; i++) {
		int fd = kind_connect(storm_kind(i), ports[i % LISTENERS]);
		char c = i, d = 0;

		errno = -fd;
		if (fd < 0)
			die("connect %u", i);
		bad += send_all(fd, &c, 1) || recv_all(fd, &d, 1) || c != d ||
		       recv(fd, &d, 1, 0) != 0;
		close(fd);
	}
	check(!bad, "%u connects one after the other, %u failed, %llu ms", n,
	      bad, (unsigned long long)(now_ms() - start));
}

/* accept all, then answer all: so that every one is open at the same time */
static void server_parallel(const int lfds[LISTENERS], unsigned int n)
{
	struct pollfd pfd[LISTENERS];
	int *fds = calloc(n, sizeof(*fds));
	unsigned int have = 0;

	for (unsigned int i = 0; i < LISTENERS; i++) {
		fd_nonblock(lfds[i], true);
		pfd[i] = (struct pollfd){ .fd = lfds[i], .events = POLLIN };
	}
	while (have < n) {
		if (poll(pfd, LISTENERS, -1) < 0)
			die("server: poll");
		for (unsigned int i = 0; i < LISTENERS; i++) {
			int fd;

			while ((fd = accept(lfds[i], NULL, NULL)) >= 0) {
				if (have == n)
					die("server: one connection too many");
				fds[have++] = fd;
			}
			if (errno != EAGAIN)
				die("server: accept");
		}
	}
	for (unsigned int i = 0; i < n; i++)
		echo(fds[i]);
	for (unsigned int i = 0; i < n; i++) {
		char c;

		if (recv(fds[i], &c, 1, 0) != 0)
			die("server: no end of file");
		close(fds[i]);
	}
	free(fds);
}

static int connect_start(unsigned int i, const uint16_t ports[LISTENERS])
{
	const struct kind *k = storm_kind(i);
	struct sockaddr_storage ss;
	socklen_t len = kind_loopback(k, ports[i % LISTENERS], &ss);
	int fd = kind_socket(k, SOCK_NONBLOCK);

	if (connect(fd, (struct sockaddr *)&ss, len) && errno != EINPROGRESS)
		die("parallel connect %u", i);
	return fd;
}

static int connect_finish(int fd)
{
	struct pollfd pfd = { .fd = fd, .events = POLLOUT };
	socklen_t len = sizeof(int);
	int err;

	if (poll(&pfd, 1, SETTLE_MS) != 1)
		return -ETIMEDOUT;
	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &err, &len))
		return -errno;
	return -err;
}

static void client_parallel(const uint16_t ports[LISTENERS], unsigned int n)
{
	int *fds = calloc(n, sizeof(*fds));
	uint64_t start = now_ms();
	unsigned int bad = 0;

	for (unsigned int i = 0; i < n; i++)
		fds[i] = connect_start(i, ports);
	for (unsigned int i = 0; i < n; i++) {
		int err = connect_finish(fds[i]);

		if (err) {
			bad++;
			printf("# parallel connect %u: %s\n", i, strerror(-err));
		}
	}
	if (!check(!bad, "%u connects at once, %u failed, %llu ms", n, bad,
		   (unsigned long long)(now_ms() - start)))
		exit(EXIT_FAILURE);
	for (unsigned int i = 0; i < n; i++) {
		char c = i;

		fd_nonblock(fds[i], false);
		errno = -send_all(fds[i], &c, 1);
		if (errno)
			die("parallel send");
	}
	for (unsigned int i = 0; i < n; i++) {
		char c = i, d = 0;

		errno = -recv_all(fds[i], &d, 1);
		if (errno || c != d)
			die("parallel receive");
	}
	for (unsigned int i = 0; i < n; i++)
		close(fds[i]);
	free(fds);
}

static void counts_check(const struct smc_counts *a, unsigned int n)
{
	struct smc_counts b;

	counts_get(&b);
	check(b.clnt - a->clnt == n, "clients: %llu SMC-D handshakes of %u",
	      (unsigned long long)(b.clnt - a->clnt), n);
	check(b.srv - a->srv == n, "servers: %llu SMC-D handshakes of %u",
	      (unsigned long long)(b.srv - a->srv), n);
	if (!check(b.clnt_fback == a->clnt_fback &&
		   b.srv_fback == a->srv_fback,
		   "fallbacks: %llu of clients, %llu of servers",
		   (unsigned long long)(b.clnt_fback - a->clnt_fback),
		   (unsigned long long)(b.srv_fback - a->srv_fback)))
		fallbacks_print();
	check(b.clnt_err == a->clnt_err && b.srv_err == a->srv_err,
	      "handshake errors: %llu of clients, %llu of servers",
	      (unsigned long long)(b.clnt_err - a->clnt_err),
	      (unsigned long long)(b.srv_err - a->srv_err));
}

static void files_limit_raise(void)
{
	struct rlimit rl;

	if (getrlimit(RLIMIT_NOFILE, &rl))
		die("getrlimit");
	rl.rlim_cur = rl.rlim_max;
	if (setrlimit(RLIMIT_NOFILE, &rl))
		die("setrlimit");
}

static void usage(void)
{
	fprintf(stderr, "usage: storm [-s SEQUENTIAL] [-p PARALLEL] [-T]\n"
		"  -T  plain TCP\n");
	exit(2);
}

int main(int argc, char **argv)
{
	unsigned int seq = scaled(10000), par = scaled(1000);
	struct residue before, after;
	struct smc_counts counts;
	uint16_t ports[LISTENERS];
	int lfds[LISTENERS];
	int opt, status;
	pid_t pid;

	while ((opt = getopt(argc, argv, "s:p:T")) != -1) {
		switch (opt) {
		case 's':
			seq = opt_number(optarg, 0, 1000000);
			break;
		case 'p':
			par = opt_number(optarg, 0, 100000);
			break;
		case 'T':
			plain_tcp = true;
			break;
		default:
			usage();
		}
	}
	files_limit_raise();
	signal(SIGPIPE, SIG_IGN);
	if (!plain_tcp) {
		residue_get(&before);
		counts_get(&counts);
	}
	for (unsigned int i = 0; i < LISTENERS; i++)
		lfds[i] = kind_listen(storm_kind(i), 4096, &ports[i]);
	fflush(stdout);
	pid = fork();
	if (pid < 0)
		die("fork");
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		server_sequential(lfds, seq);
		server_parallel(lfds, par);
		_exit(EXIT_SUCCESS);
	}
	for (unsigned int i = 0; i < LISTENERS; i++)
		close(lfds[i]);
	client_sequential(ports, seq);
	client_parallel(ports, par);
	if (waitpid(pid, &status, 0) < 0)
		die("waitpid");
	check(WIFEXITED(status) && !WEXITSTATUS(status), "server ended well");
	if (plain_tcp)
		return check_result();
	counts_check(&counts, seq + par);
	wait_until(residue_gone, &before, SETTLE_MS);
	residue_get(&after);
	check(after.socks == before.socks, "sockets: %u before, %u after",
	      before.socks, after.socks);
	check(after.lgrs <= before.lgrs, "link groups: %u before, %u after",
	      before.lgrs, after.lgrs);
	check(after.conns <= before.conns, "connections: %u before, %u after",
	      before.conns, after.conns);
	check(after.dmbs <= before.dmbs, "DMBs: %u before, %u after",
	      before.dmbs, after.dmbs);
	check(before.slabs >= 0 && after.slabs <= before.slabs,
	      "objects in slabs: %ld before, %ld after", before.slabs,
	      after.slabs);
	return check_result();
}
