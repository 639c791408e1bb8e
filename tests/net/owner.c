// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Whose sockets are they?  Firewall rules for a user hold for him whatever kind
 * of socket he has, an accepted connection is of who accepts it, and a listener
 * that the administrator ends wakes who waits on it.
 */
#include <errno.h>
#include <grp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common.h"
#include "race.h"

#define USER 1000
#define SOON_MS 5000
#define KINDS (KINDS_TCP + KINDS_SMC)

static void user_become(void)
{
	if (setgroups(0, NULL) || setgid(USER) || setuid(USER))
		die("setuid");
}

/* connect as the user; 0 or errno */
static int user_connect(const struct kind *k, uint16_t port)
{
	int status;
	pid_t pid;

	pid = fork();
	if (!pid) {
		user_become();
		_exit(kind_connect(k, port) < 0 ? errno : 0);
	}
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		die("fork");
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void firewall_race(void)
{
	run("nft add table inet smcowner");
	run("nft add chain inet smcowner out '{ type filter hook output priority 0; }'");
	run("nft add rule inet smcowner out meta skuid %d tcp flags syn reject with tcp reset",
	    USER);
	for (int i = 0; i < KINDS; i++) {
		const struct kind *k = &kinds[i];
		uint16_t port;
		int lfd = kind_listen(k, 4, &port), fd, err;

		err = user_connect(k, port);
		check(err == ECONNREFUSED, "%s: a rule for a user refuses him (%s)",
		      k->name, strerror(err));
		fd = kind_connect(k, port);
		check(fd >= 0, "%s: and nobody else", k->name);
		close(fd);
		close(lfd);
	}
	run("nft delete table inet smcowner");
	race_idle("firewall");
}

/* the user whose TCP socket between these ports /proc/net names, or -1 */
static int owner_of(const struct kind *k, uint16_t local, uint16_t peer)
{
	FILE *f = fopen(k->family == AF_INET6 ? "/proc/net/tcp6" :
						"/proc/net/tcp", "r");
	unsigned int lport, rport, state;
	char line[512];
	int uid, owner = -1;

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%*d: %*[0-9A-F]:%x %*[0-9A-F]:%x %x %*s %*s %*s %d",
			   &lport, &rport, &state, &uid) == 4 &&
		    lport == local && rport == peer)
			owner = uid;
	if (f)
		fclose(f);
	return owner;
}

static void accepted_race(void)
{
	for (int i = 0; i < KINDS; i++) {
		const struct kind *k = &kinds[i];
		uint16_t port;
		int lfd = kind_listen(k, 4, &port), fd, status;
		pid_t pid = fork();

		if (!pid) {
			user_become();
			fd = accept(lfd, NULL, NULL);
			/* /proc says -1 for users that it does not show */
			_exit(fd < 0 || owner_of(k, port, port_peer(fd)) != USER);
		}
		fd = kind_connect(k, port);
		if (pid < 0 || waitpid(pid, &status, 0) != pid)
			die("fork");
		check(!status, "%s: an accepted connection is of who accepts it",
		      k->name);
		close(fd);
		close(lfd);
	}
	race_idle("accepted");
}

/* a thread that waits on a listener */
struct waiter {
	int fd;
	bool polls;
	volatile bool awake;
	int err;
	short events;
};

static void *waiter_run(void *arg)
{
	struct waiter *w = arg;
	struct pollfd pfd = { .fd = w->fd, .events = POLLIN };

	if (w->polls) {
		(void)poll(&pfd, 1, -1);
		w->events = pfd.revents;
	} else {
		w->err = accept(w->fd, NULL, NULL) < 0 ? errno : 0;
	}
	w->awake = true;
	return NULL;
}

static bool waiter_awake(void *arg)
{
	return ((struct waiter *)arg)->awake;
}

static void destroyed_race(void)
{
	for (int i = 0; i < 2 * KINDS; i++) {
		const struct kind *k = &kinds[i / 2];
		uint16_t port;
		struct waiter w = { .fd = kind_listen(k, 4, &port),
				    .polls = i % 2 };
		pthread_t thread;

		race_start(&thread, waiter_run, &w);
		usleep(200000);
		if (w.awake)
			die("%s: nobody waits", k->name);
		run("ss -K -lt 'sport = :%u' >/dev/null", port);
		if (!wait_until(waiter_awake, &w, SOON_MS))
			die("%s: %s goes on after SOCK_DESTROY", k->name,
			    w.polls ? "poll()" : "accept()");
		pthread_join(thread, NULL);
		check(w.polls ? w.events & POLLHUP : w.err == EINVAL,
		      "%s: %s after SOCK_DESTROY: %s %#x", k->name,
		      w.polls ? "poll()" : "accept()", strerror(w.err),
		      w.events);
		close(w.fd);
	}
	race_idle("destroyed");
}

static const struct race races[] = {
	{ "firewall", firewall_race },
	{ "accepted", accepted_race },
	{ "destroyed", destroyed_race },
	{ NULL, NULL },
};

int main(int argc, char **argv)
{
	return race_main(races, argc, argv);
}
