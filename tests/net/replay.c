// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * replay INTERFACE - a host that answers each SYN with its own options
 *
 * It stands for the machines that copy options which they do not know (C42), and
 * for any IPv4 address that the kernel here does not have.
 */
#include <arpa/inet.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "common.h"

struct frame {
	struct ether_header eth;
	struct iphdr ip;
	struct tcphdr tcp;
	uint8_t options[40];
} __attribute__((packed));

static uint32_t sum_add(uint32_t sum, const void *data, size_t len)
{
	const uint8_t *bytes = data;
	size_t i;

	for (i = 0; i + 1 < len; i += 2)
		sum += (uint32_t)bytes[i] << 8 | bytes[i + 1];
	return sum;
}

static uint16_t sum_fold(uint32_t sum)
{
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return htons((uint16_t)~sum);
}

/* Make the SYN its own answer. */
static void turn(struct frame *f, size_t len)
{
	size_t tcp_len = len - sizeof(f->eth) - sizeof(f->ip);
	uint8_t mac[ETH_ALEN];
	uint32_t addr = f->ip.saddr;
	uint16_t port = f->tcp.source;

	memcpy(mac, f->eth.ether_shost, ETH_ALEN);
	memcpy(f->eth.ether_shost, f->eth.ether_dhost, ETH_ALEN);
	memcpy(f->eth.ether_dhost, mac, ETH_ALEN);
	f->ip.saddr = f->ip.daddr;
	f->ip.daddr = addr;
	f->tcp.source = f->tcp.dest;
	f->tcp.dest = port;
	f->tcp.ack_seq = htonl(ntohl(f->tcp.seq) + 1);
	f->tcp.seq = htonl(1);
	f->tcp.ack = 1;
	f->tcp.check = 0;
	f->tcp.check = sum_fold(sum_add(sum_add(IPPROTO_TCP + (uint32_t)tcp_len,
						(char *)f + sizeof(f->eth) +
						offsetof(struct iphdr, saddr), 8),
					&f->tcp, tcp_len));
}

int main(int argc, char **argv)
{
	struct sockaddr_ll at = {
		.sll_family = AF_PACKET, .sll_protocol = htons(ETH_P_IP),
	};
	struct frame f;
	ssize_t len;
	int fd;

	if (argc != 2)
		die("usage: replay INTERFACE");
	at.sll_ifindex = (int)if_nametoindex(argv[1]);
	fd = socket(AF_PACKET, SOCK_RAW, htons(ETH_P_IP));
	if (!at.sll_ifindex || fd < 0 ||
	    bind(fd, (struct sockaddr *)&at, sizeof(at)))
		die("%s: %m", argv[1]);
	for (;;) {
		len = recv(fd, &f, sizeof(f), 0);
		if (len < (ssize_t)(sizeof(f) - sizeof(f.options)) ||
		    f.ip.protocol != IPPROTO_TCP || f.ip.ihl != 5 ||
		    !f.tcp.syn || f.tcp.ack)
			continue;
		len = (ssize_t)sizeof(f.eth) + ntohs(f.ip.tot_len);
		turn(&f, (size_t)len);
		if (send(fd, &f, (size_t)len, 0) < 0)
			die("send: %m");
	}
}
