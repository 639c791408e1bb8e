// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Strange servers for an SMC client: they signal SMC, or not, and answer the
 * PROPOSAL with garbage, too little, nothing, or what was not asked for. The
 * client's connect() ends in time, with an error or as TCP, and never takes a
 * byte of the handshake for data.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
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
#define SLACK_MS 4000

static const char eid[] = "VM-TEST";
static uint8_t gid[16];
static uint16_t next_port = 7000;

/* a client that connects in a thread of its own */
struct client {
	pthread_t thread;
	uint16_t port;
	int fd;
	int err;
	uint64_t took_ms;
};

static socklen_t stranger_address(uint16_t port, struct sockaddr_in *ret)
{
	memset(ret, 0, sizeof(*ret));
	ret->sin_family = AF_INET;
	ret->sin_port = htons(port);
	ret->sin_addr.s_addr = inet_addr(WIRE_STRANGER);
	return sizeof(*ret);
}

static void *client_run(void *arg)
{
	struct client *c = arg;
	struct sockaddr_in in;
	socklen_t len = stranger_address(c->port, &in);
	uint64_t start = now_ms();

	c->err = connect(c->fd, (struct sockaddr *)&in, len) ? errno : 0;
	c->took_ms = now_ms() - start;
	return NULL;
}

/* start a client; the impostor has its SYN and, with @option, its PROPOSAL */
static bool client_start(struct client *c, struct flow *f, bool option)
{
	uint8_t proposal[CLC_PROPOSAL_LEN];

	memset(c, 0, sizeof(*c));
	c->port = next_port++;
	c->fd = kind_socket(kind_find("inet4"), 0);
	flow_listen(f, c->port);
	if (pthread_create(&c->thread, NULL, client_run, c))
		die("pthread_create");
	if (!flow_accept(f, option) || !f->option)
		return false;
	if (!option)
		return true;
	/* one UEID and one device: the shortest possible */
	return !flow_read(f, proposal, sizeof(proposal), SOON_MS) &&
	       proposal[4] == CLC_PROPOSAL;
}

static void client_end(struct client *c, struct flow *f)
{
	close(c->fd);
	flow_close(f);
}

/* as TCP: bytes both ways, and the first is ours */
static bool tcp_works(struct client *c, struct flow *f, const char *first)
{
	char buf[32] = { 0 };

	fd_rcvtimeo(c->fd, SOON_MS);
	if (recv_all(c->fd, buf, strlen(first)) || strcmp(buf, first))
		return false;
	memset(buf, 0, sizeof(buf));
	return !send_all(c->fd, "to you", 6) &&
	       !flow_read(f, buf, 6, SOON_MS) && !strcmp(buf, "to you");
}

static void fallback_check(const char *name, bool option, const void *data,
			   size_t len, uint32_t reason)
{
	uint64_t before = fallbacks_get(reason, false);
	struct client c;
	struct flow f;
	bool began = client_start(&c, &f, option);
	uint8_t msg[256];

	/* payload right behind the DECLINE, in the same segment */
	if (len)
		memcpy(msg, data, len);
	memcpy(msg + len, "to me", 5);
	flow_send(&f, msg, len + 5);
	pthread_join(c.thread, NULL);
	check(began && !c.err, "%s: connect(): %s", name, strerror(c.err));
	check(!c.err && tcp_works(&c, &f, "to me"), "%s: works as TCP", name);
	check(fallbacks_get(reason, false) == before + 1,
	      "%s: fallback counted with reason %#x", name, reason);
	client_end(&c, &f);
}

enum ending { END_NONE, END_FIN, END_RESET };

static void error_check(const char *name, const void *data, size_t len,
			enum ending ending, int want, unsigned int min_ms)
{
	struct smc_counts a, b;
	struct client c;
	struct flow f;
	bool began;
	char byte;

	counts_get(&a);
	began = client_start(&c, &f, true);
	if (len)
		flow_send(&f, data, len);
	if (ending == END_FIN)
		flow_fin(&f);
	if (ending == END_RESET)
		flow_reset(&f);
	pthread_join(c.thread, NULL);
	counts_get(&b);
	check(began && c.err && (!want || c.err == want),
	      "%s: connect(): %s after %llu ms", name, strerror(c.err),
	      (unsigned long long)c.took_ms);
	check(c.took_ms >= min_ms && c.took_ms < min_ms + SLACK_MS,
	      "%s: in time", name);
	check(b.clnt_err == a.clnt_err + 1, "%s: counted once", name);
	check(recv(c.fd, &byte, 1, MSG_DONTWAIT) <= 0,
	      "%s: no byte is read as data", name);
	client_end(&c, &f);
}

static void error_rows(void)
{
	uint8_t accept_msg[CLC_ACCEPT_LEN];

	clc_accept(accept_msg, CLC_ACCEPT, eid, gid, 0x1234);
	error_check("text as ACCEPT", "HTTP/1.0 400 Bad Request\r\n", 26,
		    END_NONE, 0, 0);
	error_check("half an ACCEPT and the end", accept_msg, 50, END_FIN, 0, 0);
	error_check("no ACCEPT but the end", NULL, 0, END_FIN, ECONNRESET, 0);
	error_check("no ACCEPT but a reset", NULL, 0, END_RESET, ECONNRESET, 0);
	error_check("no ACCEPT", NULL, 0, END_NONE, ETIMEDOUT,
		    CLC_WAIT_MS - 500);
	error_check("half an ACCEPT", accept_msg, 50, END_NONE, ETIMEDOUT,
		    CLC_WAIT_MS - 500);
}

static void fallback_rows(void)
{
	uint8_t decline[CLC_DECLINE_LEN];

	clc_decline(decline, 0x03030007);
	fallback_check("no option", false, NULL, 0, 0x03010000);
	fallback_check("DECLINE", true, decline, sizeof(decline), 0x05000000);
}

/* the same without blocking: the end of it is an event */
static void nonblocking_rows(void)
{
	int fd = kind_socket(kind_find("inet4"), SOCK_NONBLOCK), err = -1;
	struct pollfd pfd = { .fd = fd, .events = POLLOUT };
	socklen_t len = sizeof(err);
	struct sockaddr_in in;
	struct flow f;
	uint64_t start;

	flow_listen(&f, next_port);
	stranger_address(next_port++, &in);
	start = now_ms();
	check(connect(fd, (struct sockaddr *)&in, sizeof(in)) &&
	      errno == EINPROGRESS, "silent server, non-blocking: EINPROGRESS");
	check(flow_accept(&f, true), "silent server, non-blocking: connected");
	check(poll(&pfd, 1, 500) == 0, "silent server: no event at first");
	check(connect(fd, (struct sockaddr *)&in, sizeof(in)) &&
	      errno == EALREADY, "silent server: second connect(): EALREADY");
	check(poll(&pfd, 1, CLC_WAIT_MS + SLACK_MS) == 1 &&
	      pfd.revents & POLLERR && now_ms() - start > CLC_WAIT_MS - 500,
	      "silent server: error event after %llu ms",
	      (unsigned long long)(now_ms() - start));
	getsockopt(fd, SOL_SOCKET, SO_ERROR, &err, &len);
	check(err == ETIMEDOUT, "silent server: SO_ERROR: %s", strerror(err));
	close(fd);
	flow_close(&f);

	fd = kind_socket(kind_find("inet4"), SOCK_NONBLOCK);
	flow_listen(&f, next_port);
	stranger_address(next_port++, &in);
	(void)connect(fd, (struct sockaddr *)&in, sizeof(in));
	check(flow_accept(&f, true), "close amid the handshake: connected");
	start = now_ms();
	close(fd);
	check(now_ms() - start < 500, "close amid the handshake: at once");
	check(flow_wait_end(&f, SOON_MS) != -ETIMEDOUT,
	      "close amid the handshake: the server is told");
	flow_close(&f);
}

static void mutant_rows(void)
{
	uint8_t msg[CLC_ACCEPT_LEN];
	unsigned int sent = 0, bad = 0;

	clc_accept(msg, CLC_ACCEPT, eid, gid, 0x1234);
	for (const struct clc_field *fd = clc_accept_fields; fd->name; fd++) {
		uint64_t was = clc_get(msg, fd);
		const uint64_t values[] = { 0, 1, UINT64_MAX, was + 1, was - 1 };

		for (int v = 0; v < 5; v++) {
			uint8_t mutant[CLC_ACCEPT_LEN];
			struct client c;
			struct flow f;

			memcpy(mutant, msg, sizeof(msg));
			clc_set(mutant, fd, values[v]);
			if (!client_start(&c, &f, true))
				bad++;
			flow_send(&f, mutant, sizeof(mutant));
			flow_fin(&f);
			pthread_join(c.thread, NULL);
			/* there is no such DMB: it can't have worked */
			if (c.took_ms > SOON_MS || diag_mode_fd(c.fd) ==
			    SMC_DIAG_MODE_SMCD) {
				bad++;
				printf("# ACCEPT: %s = %#llx: %s, %llu ms\n",
				       fd->name, (unsigned long long)values[v],
				       strerror(c.err),
				       (unsigned long long)c.took_ms);
			}
			client_end(&c, &f);
			sent++;
		}
	}
	check(!bad, "ACCEPT mutants: %u of %u end badly", bad, sent);
}

int main(void)
{
	signal(SIGPIPE, SIG_IGN);
	alarm(150);
	wire_up();
	atexit(wire_down);
	loopback_gid(gid);
	fallback_rows();
	error_rows();
	nonblocking_rows();
	mutant_rows();
	return check_result();
}
