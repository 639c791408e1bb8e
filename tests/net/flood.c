// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Raw clients that signal SMC knock at a listener that comes and goes: its
 * hook in TCP, its work and its children end at any moment of theirs.
 */
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clcmsg.h"
#include "common.h"
#include "smcnl.h"
#include "wire.h"

#define PORT 7900

static volatile bool stop;
static unsigned int listened;

static void *listener_run(void *arg)
{
	struct sockaddr_in any = { .sin_family = AF_INET };
	int one = 1;

	(void)arg;
	any.sin_port = htons(PORT);
	while (!stop) {
		int lfd = kind_socket(kind_find("inet4"), SOCK_NONBLOCK);
		struct pollfd pfd = { .fd = lfd, .events = POLLIN };

		setsockopt(lfd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
		if (bind(lfd, (struct sockaddr *)&any, sizeof(any)) ||
		    listen(lfd, listened % 2 ? 16 : 1))
			die("listen");
		poll(&pfd, 1, listened++ % 4);
		close(lfd);
	}
	return NULL;
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
	unsigned int knocks = scaled(1000), open = 0;
	uint8_t gid[16], proposal[CLC_PROPOSAL_LEN];
	pthread_t listener;

	alarm(200);
	wire_up();
	atexit(wire_down);
	loopback_gid(gid);
	clc_proposal(proposal, "VM-TEST", gid);
	if (pthread_create(&listener, NULL, listener_run, NULL))
		die("pthread_create");
	for (unsigned int i = 0; i < knocks; i++) {
		struct flow f;

		if (flow_connect(&f, PORT, true)) {
			open++;
			if (i % 4 == 0)
				flow_send(&f, proposal, sizeof(proposal));
			if (i % 4 == 1)
				flow_send(&f, "garbage", 7);
			if (i % 4 == 2)
				flow_fin(&f);
		}
		flow_close(&f);
	}
	stop = true;
	pthread_join(listener, NULL);
	check(open, "flood: %u raw clients, %u answered, %u listeners", knocks,
	      open, listened);
	check(wait_until(idle, NULL, 20000), "flood: nothing is left");
	return check_result();
}
