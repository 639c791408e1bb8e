// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * DMBs are charged to the memory control group of who made the socket: those
 * of clients and those of servers, whoever does the handshake.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common.h"
#include "race.h"
#include "smcnl.h"

#define ROOT "/sys/fs/cgroup"
#define CLIENT ROOT "/smc-client"
#define SERVER ROOT "/smc-server"
#define PAIRS 40
#define DMB_SIZE (256 * 1024)	/* of no size that is kept for others to use */
#define SOON_MS 5000

static void group_write(const char *group, const char *name, const char *text)
{
	char path[80];

	snprintf(path, sizeof(path), "%s/%s", group, name);
	file_write(path, text);
}

static void group_enter(const char *group)
{
	group_write(group, "cgroup.procs", "0");
}

static uint64_t group_memory(const char *group)
{
	unsigned long long n;
	char path[80];
	FILE *f;

	snprintf(path, sizeof(path), "%s/memory.current", group);
	f = fopen(path, "r");
	if (!f || fscanf(f, "%llu", &n) != 1)
		die("%s", path);
	fclose(f);
	return n;
}

static int memory_want(int fd)
{
	int size = DMB_SIZE;

	if (setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &size, sizeof(size)))
		die("SO_RCVBUFFORCE");
	return fd;
}

static void pair_connect(const struct kind *k, int flags, int lfd,
			 uint16_t port, int ret_fds[2])
{
	int fd = memory_want(kind_socket(k, flags));
	struct pollfd pfd = { .fd = fd, .events = POLLOUT };
	struct sockaddr_storage ss;
	socklen_t len = kind_loopback(k, port, &ss);

	if (connect(fd, (struct sockaddr *)&ss, len) && errno != EINPROGRESS)
		die("connect");
	ret_fds[0] = fd;
	ret_fds[1] = accept(lfd, NULL, NULL);
	if (ret_fds[1] < 0 || poll(&pfd, 1, SOON_MS) != 1)
		die("accept");
}

static void charge_check(const struct kind *k, int flags)
{
	const char *how = flags ? "non-blocking" : "blocking";
	uint64_t client, server, want;
	int fds[PAIRS][2], lfd;
	struct smc_gauges g;
	uint16_t port;

	group_enter(SERVER);
	lfd = memory_want(kind_listen(k, PAIRS, &port));
	group_enter(CLIENT);
	client = group_memory(CLIENT);
	server = group_memory(SERVER);
	for (int i = 0; i < PAIRS; i++)
		pair_connect(k, flags, lfd, port, fds[i]);
	client = group_memory(CLIENT) - client;
	server = group_memory(SERVER) - server;
	gauges_get(&g);
	want = g.dmb_bytes / 2;
	check(want == (uint64_t)PAIRS * DMB_SIZE && (int64_t)client > 0 &&
	      client >= want / 10 * 8,
	      "%s, %s connect(): clients' %llu KiB of DMBs, charged %lld KiB",
	      k->name, how, (unsigned long long)want >> 10,
	      (long long)client >> 10);
	check((int64_t)server > 0 && server >= want / 10 * 8,
	      "%s, %s connect(): servers' %llu KiB of DMBs, charged %lld KiB",
	      k->name, how, (unsigned long long)want >> 10,
	      (long long)server >> 10);
	for (int i = 0; i < PAIRS; i++) {
		close(fds[i][0]);
		close(fds[i][1]);
	}
	close(lfd);
	group_enter(ROOT);
	race_idle("charged");
}

int main(void)
{
	alarm(120);
	group_write(ROOT, "cgroup.subtree_control", "+memory");
	if (mkdir(CLIENT, 0700) || mkdir(SERVER, 0700))
		die("mkdir");
	for (int i = 0; i < KINDS_SMC; i++) {
		charge_check(kind_smc(i), 0);
		charge_check(kind_smc(i), SOCK_NONBLOCK);
	}
	if (rmdir(CLIENT) || rmdir(SERVER))
		die("rmdir");
	return check_result();
}
