/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A host that does not exist: just enough TCP, in user space over a packet
 * socket, to be a peer that says what no real one would.
 *
 * It lives behind a veth pair as WIRE_STRANGER; our kernel is WIRE_HOST. The
 * link loses nothing, so that nothing is ever sent again.
 */
#ifndef TESTS_NET_WIRE_H
#define TESTS_NET_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_HOST "10.77.0.1"
#define WIRE_STRANGER "10.77.0.2"

/**
 * struct flow - the stranger's end of a TCP connection
 * @fd: packet socket
 * @lport, @rport: ports of the stranger and of our kernel
 * @seq, @ack: next to send, next to get
 * @option: both ends signalled SMC
 * @opened: SYN exchange is done
 * @ended, @reset: the kernel sent FIN, RST
 * @buf, @have: data that came and nobody took yet
 */
struct flow {
	int fd;
	uint16_t lport, rport;
	uint32_t seq, ack;
	bool option;
	bool opened;
	bool ended, reset;
	uint8_t buf[4096];
	size_t have;
};

/* make the link and the stranger's neighbour entry; undone by wire_down() */
void wire_up(void);
void wire_down(void);

/**
 * flow_connect() - connect to our kernel
 * @f: flow to fill
 * @port: the kernel's port
 * @option: signal SMC
 *
 * Return: whether the kernel answered and signalled what was asked for.
 */
bool flow_connect(struct flow *f, uint16_t port, bool option);

/* wait for our kernel's SYN to @port from now on, see flow_accept() */
void flow_listen(struct flow *f, uint16_t port);

/**
 * flow_accept() - answer our kernel's SYN
 * @f: flow that listens
 * @option: signal SMC
 *
 * Return: whether the kernel connected; @f->option says if it signalled SMC.
 */
bool flow_accept(struct flow *f, bool option);

/* send data, up to one segment */
void flow_send(struct flow *f, const void *data, size_t len);

/* say that nothing more comes; abort */
void flow_fin(struct flow *f);
void flow_reset(struct flow *f);

/**
 * flow_read() - wait for data
 * @f: flow
 * @data: @len bytes
 * @ms: limit
 *
 * Return: 0, -EPIPE for an end before, -ECONNRESET, -ETIMEDOUT.
 */
int flow_read(struct flow *f, void *data, size_t len, unsigned int ms);

/* wait for the end: 0 for FIN, -ECONNRESET, -ETIMEDOUT; data is dropped */
int flow_wait_end(struct flow *f, unsigned int ms);

/* forget it; the kernel's end is reset when still there */
void flow_close(struct flow *f);

#endif
