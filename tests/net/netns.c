// SPDX-License-Identifier: GPL-2.0-or-later
/* Network namespaces that end before or while their sockets do. */
#include <arpa/inet.h>
#include <errno.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"
#include "race.h"
#include "smcnl.h"

#define LINK_IF "race0"
#define OUR_ADDRESS "10.78.0.1"
#define OTHER_ADDRESS "10.78.0.2"
#define PORT 7300
#define SOON_MS 2000
#define CLEANUP_MS 20000

/* as ip(8) does, which takes much longer to start */
static void link_up(const char *name, const char *address)
{
	struct ifreq ifr = { .ifr_flags = IFF_UP };
	struct sockaddr_in *in = (struct sockaddr_in *)&ifr.ifr_addr;
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	strncpy(ifr.ifr_name, name, sizeof(ifr.ifr_name) - 1);
	if (ioctl(fd, SIOCSIFFLAGS, &ifr))
		die("%s up", name);
	in->sin_family = AF_INET;
	in->sin_addr.s_addr = inet_addr(address);
	if (ioctl(fd, SIOCSIFADDR, &ifr))
		die("%s %s", name, address);
	close(fd);
}

/* a namespace ends while its sockets are open, connecting, listening */
static void open_race(void)
{
	unsigned int rounds = scaled(60), bad = 0;

	for (unsigned int r = 0; r < rounds; r++) {
		pid_t pid = fork();
		int status;

		if (pid < 0)
			die("fork");
		if (!pid) {
			uint16_t port;
			int fds[2], lfd;

			if (unshare(CLONE_NEWNET))
				die("unshare");
			link_up("lo", "127.0.0.1");
			kind_pair(kind_smc(r), fds);
			if (send_all(fds[0], "unread", 6))
				die("send");
			lfd = kind_listen(kind_smc(r), 8, &port);
			(void)kind_connect(kind_smc(r), port);
			fd_nonblock(lfd, true);
			/* the end of the process closes all in any order */
			_exit(0);
		}
		waitpid(pid, &status, 0);
		bad += status != 0;
	}
	check(!bad, "netns: %u namespaces ended with open sockets, %u failed",
	      rounds, bad);
	race_idle("netns");
}

static int listen_any(const struct kind *k)
{
	struct sockaddr_in any = {
		.sin_family = AF_INET, .sin_port = htons(PORT)
	};
	int fd = kind_socket(k, SOCK_CLOEXEC), one = 1;

	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (bind(fd, (struct sockaddr *)&any, sizeof(any)) || listen(fd, 1))
		die("listen %s", k->name);
	return fd;
}

static int connect_to(const struct kind *k, const char *address)
{
	struct sockaddr_in in = {
		.sin_family = AF_INET, .sin_port = htons(PORT),
		.sin_addr.s_addr = inet_addr(address),
	};
	int fd = kind_socket(k, SOCK_CLOEXEC);

	if (connect(fd, (struct sockaddr *)&in, sizeof(in)))
		die("connect %s", k->name);
	return fd;
}

/* the process in the other namespace, as server or client of ours */
static void other_run(const struct kind *k, bool server, int up, int down)
{
	int fd;
	char c;

	if (unshare(CLONE_NEWNET) || write(up, "n", 1) != 1 ||
	    read(down, &c, 1) != 1)
		die("unshare");
	link_up(LINK_IF, OTHER_ADDRESS);
	if (server) {
		int lfd = listen_any(k);

		if (write(up, "l", 1) != 1)
			die("write");
		fd = accept(lfd, NULL, NULL);
	} else {
		fd = connect_to(k, OUR_ADDRESS);
	}
	if (send_all(fd, "last words", 10) || write(up, "s", 1) != 1)
		die("send");
	pause();
}

static void step_wait(int fd, char want)
{
	char c;

	if (read(fd, &c, 1) != 1 || c != want)
		die("the other namespace: no %c", want);
}

static bool link_gone(void *arg)
{
	(void)arg;
	return !if_nametoindex(LINK_IF);
}

/* one end's namespace is gone for good, the other end is still there */
static void dead_check(const struct kind *k, bool server, bool unread)
{
	int up[2], down[2], lfd = -1, fd, smcd;
	bool gone, told;
	char buf[16] = "";
	pid_t pid;

	if (pipe(up) || pipe(down))
		die("pipe");
	pid = fork();
	if (pid < 0)
		die("fork");
	if (!pid)
		other_run(k, server, up[1], down[0]);
	step_wait(up[0], 'n');
	run("ip link add " LINK_IF " type veth peer name " LINK_IF
	    " netns %d", pid);
	link_up(LINK_IF, OUR_ADDRESS);
	if (!server)
		lfd = listen_any(k);
	if (write(down[1], "g", 1) != 1)
		die("write");
	if (server) {
		step_wait(up[0], 'l');
		fd = connect_to(k, OTHER_ADDRESS);
	} else {
		fd = accept(lfd, NULL, NULL);
		close(lfd);
	}
	step_wait(up[0], 's');
	smcd = diag_mode_fd(fd) == SMC_DIAG_MODE_SMCD;
	if (unread)
		send_all(fd, "unread", 6);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	gone = wait_until(link_gone, NULL, CLEANUP_MS);
	fd_rcvtimeo(fd, SOON_MS);
	told = !recv_all(fd, buf, 10) && !strcmp(buf, "last words");
	told &= recv(fd, buf, 1, 0) == (unread ? -1 : 0);
	told &= !unread || errno == ECONNRESET;
	/* the first one after an orderly end may be lost without a word */
	(void)send(fd, "x", 1, MSG_NOSIGNAL);
	told &= send(fd, "x", 1, MSG_NOSIGNAL) < 0;
	check(smcd && gone && told,
	      "netns of the %s %s%s: %s, its namespace %s, the other end %s",
	      server ? "server" : "client", k->name,
	      unread ? ", with bytes unread" : "",
	      smcd ? "SMC-D" : "no SMC-D", gone ? "ended" : "lives on",
	      told ? "was told" : "was not told");
	close(fd);
	for (int i = 0; i < 2; i++) {
		close(up[i]);
		close(down[i]);
	}
}

static void dead_race(void)
{
	dead_check(kind_find("smc4"), false, false);
	dead_check(kind_find("inet4"), false, true);
	dead_check(kind_find("smc4"), true, true);
	dead_check(kind_find("inet4"), true, false);
	race_idle("dead namespace");
}

static const struct race races[] = {
	{ "open", open_race },
	{ "dead", dead_race },
	{ NULL, NULL },
};

int main(int argc, char **argv)
{
	return race_main(races, argc, argv);
}
