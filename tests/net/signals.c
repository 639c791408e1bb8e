// SPDX-License-Identifier: GPL-2.0-or-later
/* Signals for the owner of a socket: urgent data, the peer's end, room. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "common.h"
#include "race.h"

#define SOON_MS 2000

static void owned(int fd)
{
	if (fcntl(fd, F_SETOWN, getpid()))
		die("F_SETOWN");
}

static void async(int fd)
{
	owned(fd);
	if (fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_ASYNC))
		die("O_ASYNC");
}

/* wait for a SIGIO, which is blocked, and take it */
static bool sigio_within(unsigned int ms)
{
	struct timespec ts = { ms / 1000, ms % 1000 * 1000000L };
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGIO);
	return sigtimedwait(&set, NULL, &ts) == SIGIO;
}

static void sigio_block(int how)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGIO);
	pthread_sigmask(how, &set, NULL);
}

static void end_race(void)
{
	sigio_block(SIG_BLOCK);
	for (int i = 0; i < KINDS_SMC; i++) {
		const struct kind *k = kind_smc(i);
		int fds[2];

		for (int e = 0; e < 2; e++) {
			bool early;

			kind_pair(k, fds);
			async(fds[1 - e]);
			early = sigio_within(20);
			close(fds[e]);
			check(!early && sigio_within(SOON_MS),
			      "%s: SIGIO when the %s closes", k->name,
			      e ? "server" : "client");
			close(fds[1 - e]);
			while (sigio_within(0))
				;
		}
	}
	sigio_block(SIG_UNBLOCK);
	race_idle("SIGIO at the end");
}

static void room_race(void)
{
	static char buf[1 << 16];

	sigio_block(SIG_BLOCK);
	for (int i = 0; i < KINDS_SMC; i++) {
		const struct kind *k = kind_smc(i);
		uint64_t sent = 0;
		bool early;
		int fds[2];
		ssize_t n;

		kind_pair(k, fds);
		async(fds[0]);
		while ((n = send(fds[0], buf, sizeof(buf), MSG_DONTWAIT)) > 0)
			sent += n;
		early = errno != EAGAIN || sigio_within(20);
		while (sent) {
			n = recv(fds[1], buf, sizeof(buf), 0);
			if (n <= 0)
				die("recv");
			sent -= n;
		}
		check(!early && sigio_within(SOON_MS),
		      "%s: SIGIO when there is room again", k->name);
		close(fds[0]);
		close(fds[1]);
		while (sigio_within(0))
			;
	}
	sigio_block(SIG_UNBLOCK);
	race_idle("SIGIO for room");
}

static unsigned int urgent;

static void urgent_handler(int sig)
{
	(void)sig;
	__atomic_add_fetch(&urgent, 1, __ATOMIC_RELAXED);
}

static void *urgent_sender(void *arg)
{
	int fd = (int)(intptr_t)arg;
	uintptr_t sent = 0;

	while (send(fd, "u", 1, MSG_OOB | MSG_NOSIGNAL) == 1)
		sent++;
	return (void *)sent;
}

/* urgent bytes for a socket whose owner closes it */
static void urgent_race(void)
{
	struct sigaction sa = {
		.sa_handler = urgent_handler, .sa_flags = SA_RESTART
	};
	unsigned int rounds = scaled(400), sent = 0;
	uint64_t rng = 23;

	sigaction(SIGURG, &sa, NULL);
	for (unsigned int r = 0; r < rounds; r++) {
		pthread_t thread;
		int fds[2];

		kind_pair(kind_smc(r), fds);
		owned(fds[1]);
		race_start(&thread, urgent_sender, (void *)(intptr_t)fds[0]);
		race_sleep(&rng, 3);
		race_moment(&rng, 100000);
		close(fds[1]);
		sent += race_end(&thread, 1);
		close(fds[0]);
	}
	check(urgent && urgent <= sent,
	      "urgent: %u bytes for %u owners who close, %u SIGURG", sent,
	      rounds, urgent);
	race_idle("urgent");
	signal(SIGURG, SIG_DFL);
}

static const struct race races[] = {
	{ "end", end_race },
	{ "room", room_race },
	{ "urgent", urgent_race },
	{ NULL, NULL },
};

int main(int argc, char **argv)
{
	return race_main(races, argc, argv);
}
