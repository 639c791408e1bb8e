// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * A man in the middle who passes a handshake on and keeps the ACCEPT: the DMB
 * that it names has had its writer, whose bytes wait to be read, and no second
 * client may add to them.  Nor may one write into the DMB of another client.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "clcmsg.h"
#include "common.h"
#include "race.h"
#include "smcnl.h"
#include "wire.h"

#define SOON_MS 3000
#define HEADER_LEN 8
#define TOKEN_AT 16
#define TOKEN_LEN 8
#define NO_RESOURCES 0x09990000		/* DECLINE: internal error */

/**
 * struct client - a client of the man in the middle
 * @thread: runs its connect()
 * @port: of the man in the middle
 * @fd: socket
 * @err: of connect()
 */
struct client {
	pthread_t thread;
	uint16_t port;
	int fd;
	int err;
};

static void *client_run(void *arg)
{
	struct client *c = arg;
	struct sockaddr_in in = {
		.sin_family = AF_INET, .sin_port = htons(c->port),
		.sin_addr.s_addr = inet_addr(WIRE_STRANGER),
	};

	c->err = connect(c->fd, (struct sockaddr *)&in, sizeof(in)) ? errno : 0;
	return NULL;
}

/* one message of any type; returns its length */
static size_t message_read(struct flow *f, uint8_t *msg, size_t size)
{
	size_t len;

	if (flow_read(f, msg, HEADER_LEN, SOON_MS))
		die("no CLC message");
	len = msg[5] << 8 | msg[6];
	if (len < HEADER_LEN || len > size ||
	    flow_read(f, msg + HEADER_LEN, len - HEADER_LEN, SOON_MS))
		die("half a CLC message");
	return len;
}

/* a client connects and its PROPOSAL comes; returns its length */
static size_t client_start(struct client *c, struct flow *f, uint8_t *msg,
			   size_t size)
{
	c->fd = kind_socket(kind_find("inet4"), 0);
	flow_listen(f, c->port);
	race_start(&c->thread, client_run, c);
	if (!flow_accept(f, true) || !f->option)
		die("client: no connection with the SMC option");
	return message_read(f, msg, size);
}

static void client_end(struct client *c, struct flow *f)
{
	close(c->fd);
	flow_close(f);
}

static int listen_here(uint16_t *port)
{
	struct sockaddr_in any = { .sin_family = AF_INET };
	int fd = kind_socket(kind_find("inet4"), 0);

	if (bind(fd, (struct sockaddr *)&any, sizeof(any)) || listen(fd, 4))
		die("listen");
	*port = port_local(fd);
	return fd;
}

/* an ACCEPT that leads to the DMB of another client, which waits for its server */
static void foreign_check(const uint8_t *accept_msg, size_t len,
			  const uint8_t *confirm)
{
	struct client c = { .port = 7402 };
	uint8_t msg[512], forged[512];
	struct flow f;

	memcpy(forged, accept_msg, len);
	memcpy(forged + TOKEN_AT, confirm + TOKEN_AT, TOKEN_LEN);
	(void)client_start(&c, &f, msg, sizeof(msg));
	flow_send(&f, forged, len);
	(void)message_read(&f, msg, sizeof(msg));
	pthread_join(c.thread, NULL);
	check(msg[4] == CLC_DECLINE && clc_reason(msg) == NO_RESOURCES,
	      "a client is led to another client's DMB: DECLINE (type %u)",
	      msg[4]);
	(void)send(c.fd, "alien", 5, MSG_NOSIGNAL);
	client_end(&c, &f);
}

static void writer_race(void)
{
	struct client first = { .port = 7400 }, second = { .port = 7401 };
	uint8_t msg[512], accept_msg[512];
	struct flow f1, f2, server;
	size_t len, accept_len;
	char buf[32] = "";
	uint16_t port;
	int lfd = listen_here(&port), fd;

	len = client_start(&first, &f1, msg, sizeof(msg));
	if (!flow_connect(&server, port, true))
		die("server: no connection with the SMC option");
	flow_send(&server, msg, len);
	accept_len = message_read(&server, accept_msg, sizeof(accept_msg));
	flow_send(&f1, accept_msg, accept_len);
	len = message_read(&f1, msg, sizeof(msg));
	foreign_check(accept_msg, accept_len, msg);
	flow_send(&server, msg, len);
	pthread_join(first.thread, NULL);
	fd_rcvtimeo(lfd, SOON_MS);
	fd = accept(lfd, NULL, NULL);
	check(!first.err && fd >= 0 &&
	      diag_mode_fd(fd) == SMC_DIAG_MODE_SMCD &&
	      !send_all(first.fd, "mine", 4),
	      "a relayed handshake: SMC-D between its ends");
	client_end(&first, &f1);

	(void)client_start(&second, &f2, msg, sizeof(msg));
	flow_send(&f2, accept_msg, accept_len);
	len = message_read(&f2, msg, sizeof(msg));
	pthread_join(second.thread, NULL);
	check(len == CLC_DECLINE_LEN && msg[4] == CLC_DECLINE &&
	      clc_reason(msg) == NO_RESOURCES,
	      "the same ACCEPT for another client: DECLINE (type %u, %#x)",
	      msg[4], msg[4] == CLC_DECLINE ? clc_reason(msg) : 0);
	(void)send(second.fd, "alien", 5, MSG_NOSIGNAL);
	fd_rcvtimeo(fd, SOON_MS);
	check(recv(fd, buf, sizeof(buf) - 1, MSG_WAITALL) == 4 &&
	      !strcmp(buf, "mine"), "the server reads its client's bytes only");
	client_end(&second, &f2);
	close(fd);
	close(lfd);
	flow_close(&server);
	race_idle("relay");
}

static const struct race races[] = {
	{ "writer", writer_race },
	{ NULL, NULL },
};

int main(int argc, char **argv)
{
	int rc;

	wire_up();
	rc = race_main(races, argc, argv);
	wire_down();
	return rc;
}
