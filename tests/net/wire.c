// SPDX-License-Identifier: GPL-2.0-or-later
/* A host that does not exist, see wire.h. */
#include "wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "common.h"

#define OUR_IF "wire0"
#define STRANGER_IF "wire1"
#define STEP_MS 5000

static const uint8_t host_mac[ETH_ALEN] = { 2, 0, 0, 0, 0x77, 1 };
static const uint8_t stranger_mac[ETH_ALEN] = { 2, 0, 0, 0, 0x77, 2 };

/* MSS 1460, two NOP, experimental option 254 with "SMCR" in EBCDIC */
static const uint8_t smc_options[12] = {
	2, 4, 0x05, 0xb4, 1, 1, 254, 6, 0xe2, 0xd4, 0xc3, 0xd9
};

struct frame {
	struct ether_header eth;
	struct iphdr ip;
	struct tcphdr tcp;
	uint8_t rest[1500];
} __attribute__((packed));

void wire_up(void)
{
	run("ip link add " OUR_IF " address 02:00:00:00:77:01 type veth "
	    "peer name " STRANGER_IF " address 02:00:00:00:77:02");
	run("ip addr add " WIRE_HOST "/24 dev " OUR_IF);
	run("ip link set " OUR_IF " up && ip link set " STRANGER_IF " up");
	run("ip neigh replace " WIRE_STRANGER " lladdr 02:00:00:00:77:02 "
	    "nud permanent dev " OUR_IF);
}

void wire_down(void)
{
	run("ip link del " OUR_IF);
}

static void flow_init(struct flow *f)
{
	struct sockaddr_ll ll = {
		.sll_family = AF_PACKET,
		.sll_protocol = htons(ETH_P_IP),
		.sll_ifindex = if_nametoindex(STRANGER_IF),
	};

	memset(f, 0, sizeof(*f));
	f->fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, htons(ETH_P_IP));
	if (f->fd < 0 || bind(f->fd, (struct sockaddr *)&ll, sizeof(ll)))
		die("packet socket");
}

static uint32_t sum_add(uint32_t sum, const void *data, size_t len)
{
	const uint8_t *p = data;

	for (; len > 1; len -= 2, p += 2)
		sum += p[0] << 8 | p[1];
	return len ? sum + (p[0] << 8) : sum;
}

static uint16_t sum_fold(uint32_t sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return htons(~sum);
}

static void segment_send(struct flow *f, uint8_t flags, const void *options,
			 size_t options_len, const void *data, size_t len)
{
	size_t tcp_len = sizeof(struct tcphdr) + options_len + len;
	struct frame fr;
	uint32_t sum;

	memset(&fr, 0, sizeof(fr));
	memcpy(fr.eth.ether_dhost, host_mac, ETH_ALEN);
	memcpy(fr.eth.ether_shost, stranger_mac, ETH_ALEN);
	fr.eth.ether_type = htons(ETH_P_IP);
	fr.ip.version = 4;
	fr.ip.ihl = 5;
	fr.ip.tot_len = htons(sizeof(fr.ip) + tcp_len);
	fr.ip.ttl = 64;
	fr.ip.protocol = IPPROTO_TCP;
	fr.ip.saddr = inet_addr(WIRE_STRANGER);
	fr.ip.daddr = inet_addr(WIRE_HOST);
	fr.ip.check = sum_fold(sum_add(0, &fr.ip, sizeof(fr.ip)));
	fr.tcp.source = htons(f->lport);
	fr.tcp.dest = htons(f->rport);
	fr.tcp.seq = htonl(f->seq);
	fr.tcp.ack_seq = htonl(f->ack);
	fr.tcp.doff = (sizeof(fr.tcp) + options_len) / 4;
	((uint8_t *)&fr.tcp)[13] = flags;
	fr.tcp.window = htons(65535);
	if (options_len)
		memcpy(fr.rest, options, options_len);
	if (len)
		memcpy(fr.rest + options_len, data, len);
	sum = sum_add(IPPROTO_TCP + tcp_len, &fr.ip.saddr, 8);
	fr.tcp.check = sum_fold(sum_add(sum, &fr.tcp, tcp_len));
	if (send(f->fd, &fr, sizeof(fr.eth) + sizeof(fr.ip) + tcp_len, 0) < 0)
		die("packet send");
	f->seq += len + !!(flags & TH_SYN) + !!(flags & TH_FIN);
}

/* the SMC option is the last one of the header */
static bool segment_signals(const struct frame *fr)
{
	size_t len = fr->tcp.doff * 4 - sizeof(fr->tcp);

	return len >= 6 && !memcmp(fr->rest + len - 6, smc_options + 6, 6);
}

/* take what came in order; say that we have it */
static void segment_take(struct flow *f, const struct frame *fr, size_t len)
{
	const uint8_t *data = fr->rest + fr->tcp.doff * 4 - sizeof(fr->tcp);

	if (fr->tcp.rst) {
		f->reset = true;
		return;
	}
	if (!len && !fr->tcp.fin)
		return;
	if (ntohl(fr->tcp.seq) == f->ack && len <= sizeof(f->buf) - f->have) {
		memcpy(f->buf + f->have, data, len);
		f->have += len;
		f->ack += len;
		if (fr->tcp.fin) {
			f->ack++;
			f->ended = true;
		}
	}
	segment_send(f, TH_ACK, NULL, 0, NULL, 0);
}

/* wait for a segment of this flow; its data's length, or -ETIMEDOUT */
static int segment_wait(struct flow *f, struct frame *fr, uint64_t end)
{
	for (;;) {
		uint64_t now = now_ms();
		struct pollfd pfd = { .fd = f->fd, .events = POLLIN };

		if (poll(&pfd, 1, now < end ? end - now : 0) <= 0)
			return -ETIMEDOUT;
		if (recv(f->fd, fr, sizeof(*fr), 0) < 0)
			die("packet receive");
		/* our own frames are seen too, with the ports turned */
		if (fr->ip.protocol != IPPROTO_TCP ||
		    fr->ip.saddr != inet_addr(WIRE_HOST) ||
		    ntohs(fr->tcp.dest) != f->lport ||
		    (f->rport && ntohs(fr->tcp.source) != f->rport))
			continue;
		return ntohs(fr->ip.tot_len) - sizeof(fr->ip) -
		       fr->tcp.doff * 4;
	}
}

bool flow_connect(struct flow *f, uint16_t port, bool option)
{
	static uint16_t next_port = 20000;
	struct frame fr;

	flow_init(f);
	f->lport = next_port++;
	f->rport = port;
	f->seq = now_ms() << 16;
	segment_send(f, TH_SYN, smc_options, option ? 12 : 4, NULL, 0);
	if (segment_wait(f, &fr, now_ms() + STEP_MS) < 0 || !fr.tcp.syn ||
	    !fr.tcp.ack)
		return false;
	f->ack = ntohl(fr.tcp.seq) + 1;
	f->option = segment_signals(&fr);
	f->opened = true;
	segment_send(f, TH_ACK, NULL, 0, NULL, 0);
	return f->option == option;
}

void flow_listen(struct flow *f, uint16_t port)
{
	flow_init(f);
	f->lport = port;
}

bool flow_accept(struct flow *f, bool option)
{
	struct frame fr;

	do {
		if (segment_wait(f, &fr, now_ms() + STEP_MS) < 0)
			return false;
	} while (!fr.tcp.syn);
	f->rport = ntohs(fr.tcp.source);
	f->option = segment_signals(&fr);
	f->seq = now_ms() << 16;
	f->ack = ntohl(fr.tcp.seq) + 1;
	segment_send(f, TH_SYN | TH_ACK, smc_options, option ? 12 : 4, NULL, 0);
	if (segment_wait(f, &fr, now_ms() + STEP_MS) < 0 || fr.tcp.rst)
		return false;
	f->opened = true;
	return true;
}

void flow_send(struct flow *f, const void *data, size_t len)
{
	segment_send(f, TH_ACK | TH_PUSH, NULL, 0, data, len);
}

void flow_fin(struct flow *f)
{
	segment_send(f, TH_ACK | TH_FIN, NULL, 0, NULL, 0);
}

void flow_reset(struct flow *f)
{
	segment_send(f, TH_ACK | TH_RST, NULL, 0, NULL, 0);
	f->reset = true;
}

int flow_read(struct flow *f, void *data, size_t len, unsigned int ms)
{
	uint64_t end = now_ms() + ms;
	struct frame fr;

	while (f->have < len) {
		int n;

		if (f->reset)
			return -ECONNRESET;
		if (f->ended)
			return -EPIPE;
		n = segment_wait(f, &fr, end);
		if (n < 0)
			return n;
		segment_take(f, &fr, n);
	}
	memcpy(data, f->buf, len);
	f->have -= len;
	memmove(f->buf, f->buf + len, f->have);
	return 0;
}

int flow_wait_end(struct flow *f, unsigned int ms)
{
	uint64_t end = now_ms() + ms;
	struct frame fr;

	while (!f->reset && !f->ended) {
		int n = segment_wait(f, &fr, end);

		if (n < 0)
			return n;
		f->have = 0;
		segment_take(f, &fr, n);
	}
	return f->reset ? -ECONNRESET : 0;
}

void flow_close(struct flow *f)
{
	if (f->opened && !f->reset)
		flow_reset(f);
	close(f->fd);
}
