// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Memory is scarce (the kernel's fault injection): DMBs get smaller, then
 * connections fall back, then calls fail; none hangs, none delivers wrong
 * bytes, nothing is left.
 */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"
#include "smcnl.h"

#define PAGES "/sys/kernel/debug/fail_page_alloc/"
#define SLAB "/sys/kernel/debug/failslab/"

/* what this task allocates fails now and then, the end of it included */
static void task_fail(bool on)
{
	static int fd = -1;

	/* opened once: that may fail, too */
	if (fd < 0)
		fd = open("/proc/self/make-it-fail", O_WRONLY);
	if (fd < 0)
		die("make-it-fail");
	while (write(fd, on ? "1" : "0", 1) < 0)
		if (errno != ENOMEM)
			die("make-it-fail");
}

/* make every allocation of 2^order pages and more fail, or none */
static void pages_fail(const char *order)
{
	if (!order) {
		file_write(PAGES "probability", "0");
		return;
	}
	file_write(PAGES "verbose", "0");
	file_write(PAGES "ignore-gfp-wait", "0");
	file_write(PAGES "task-filter", "0");
	file_write(PAGES "times", "-1");
	file_write(PAGES "min-order", order);
	file_write(PAGES "probability", "100");
}

static bool bytes_pass(const int fds[2])
{
	char out[64] = "through whatever there is", in[64] = { 0 };

	return !send_all(fds[0], out, sizeof(out)) &&
	       !recv_all(fds[1], in, sizeof(in)) &&
	       !memcmp(in, out, sizeof(in));
}

/* connect while big allocations fail; the pages' state is back afterwards */
static int pair_scarce(const char *order, int fds[2])
{
	uint16_t port;
	int lfd = kind_listen(kind_find("inet4"), 4, &port), mode;

	pages_fail(order);
	fds[0] = kind_connect(kind_find("inet4"), port);
	pages_fail(NULL);
	errno = -fds[0];
	if (fds[0] < 0)
		die("connect with little memory");
	fds[1] = accept(lfd, NULL, NULL);
	if (fds[1] < 0)
		die("accept");
	close(lfd);
	mode = diag_mode_fd(fds[0]);
	return mode;
}

static void pages_rows(void)
{
	uint64_t before = fallbacks_get(0x01010000, false) +
			  fallbacks_get(0x01010000, true);
	int fds[2], mode;

	mode = pair_scarce("3", fds);
	check(mode == SMC_DIAG_MODE_SMCD && bytes_pass(fds),
	      "no 32 KiB in one piece: SMC-D with smaller DMBs");
	close(fds[0]);
	close(fds[1]);

	mode = pair_scarce("2", fds);
	check(mode == SMC_DIAG_MODE_FALLBACK_TCP && bytes_pass(fds),
	      "no 16 KiB in one piece: fallback");
	check(fallbacks_get(0x01010000, false) +
	      fallbacks_get(0x01010000, true) > before,
	      "no 16 KiB in one piece: counted as out of memory");
	close(fds[0]);
	close(fds[1]);
}

/* the child of this client; those of clients that failed go */
static int accept_of(int lfd, int client)
{
	struct pollfd pfd = { .fd = lfd, .events = POLLIN };

	while (poll(&pfd, 1, 5000) == 1) {
		int fd = accept(lfd, NULL, NULL);

		if (fd >= 0 && port_peer(fd) == port_local(client))
			return fd;
		close(fd);
	}
	return -1;
}

/* some allocations of this task fail */
static void slab_rows(void)
{
	unsigned int rounds = 200, made = 0, failed = 0, wrong = 0;
	uint16_t port;
	int lfd = kind_listen(kind_find("inet4"), 64, &port);

	fd_nonblock(lfd, true);
	file_write(SLAB "verbose", "0");
	file_write(SLAB "ignore-gfp-wait", "0");
	file_write(SLAB "task-filter", "1");
	file_write(SLAB "times", "-1");
	file_write(SLAB "probability", "3");
	for (unsigned int r = 0; r < rounds; r++) {
		const struct kind *k = kind_smc(r % 2 * 2);
		struct sockaddr_storage ss;
		socklen_t len = kind_loopback(k, port, &ss);
		int fds[2];

		task_fail(true);
		fds[0] = socket(k->domain, SOCK_STREAM, k->proto);
		if (fds[0] >= 0 &&
		    connect(fds[0], (struct sockaddr *)&ss, len)) {
			close(fds[0]);
			fds[0] = -1;
		}
		task_fail(false);
		if (fds[0] < 0) {
			failed++;
			continue;
		}
		made++;
		fds[1] = accept_of(lfd, fds[0]);
		if (fds[1] >= 0)
			fd_rcvtimeo(fds[1], 5000);
		wrong += fds[1] < 0 || !bytes_pass(fds);
		close(fds[0]);
		close(fds[1]);
	}
	file_write(SLAB "probability", "0");
	close(lfd);
	check(made && failed && !wrong,
	      "allocations fail: %u connections, %u failed, %u do not work",
	      made, failed, wrong);
}

static bool idle(void *arg)
{
	struct smc_gauges g;

	(void)arg;
	gauges_get(&g);
	return !diag_count() && !g.conns && !g.dmbs && !g.hs_pending;
}

int main(void)
{
	alarm(170);
	pages_rows();
	slab_rows();
	check(wait_until(idle, NULL, 20000), "scarce: nothing is left");
	return check_result();
}
