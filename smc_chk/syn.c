// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * SYNs from ports that sockets of ours hold, so that nobody else gets them. The
 * kernel knows nothing of these connections: it resets what comes back, after a
 * raw socket got its copy, and the peer forgets them.
 */
#include "syn.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/ip.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#define OPTION_KIND	254
#define OPTION_SIZE	8	/* two NOPs, kind, length, magic number */
#define MSS_SIZE	4
#define MSS		1200

/* SYNs of each kind, and milliseconds between them: as patient as TCP. */
#define TRIES		3
#define WAIT_MS		1000

struct syn {
	struct tcphdr head;
	uint8_t options[MSS_SIZE + OPTION_SIZE];
};

/**
 * struct probe - SYNs under way
 * @to: the peer
 * @from: own address
 * @raw: raw socket
 * @holders: sockets that hold the ports
 * @syns: what is sent
 * @lens: bytes of each
 * @begin: when the first one was sent
 */
struct probe {
	struct chk_addr to;
	struct chk_addr from;
	int raw;
	int holders[CHK_SYN_KINDS];
	struct syn syns[CHK_SYN_KINDS];
	size_t lens[CHK_SYN_KINDS];
	uint64_t begin;
};

static uint16_t *port_of(struct chk_addr *addr)
{
	return addr->sa.sa_family == AF_INET6 ? &addr->in6.sin6_port :
	       &addr->in.sin_port;
}

/* The address from which the kernel would talk to the peer. */
static int source_find(struct probe *probe)
{
	int fd = socket(probe->to.sa.sa_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
	int rc = 0;

	if (fd < 0)
		return -errno;
	probe->from.len = sizeof(probe->from.room);
	if (connect(fd, &probe->to.sa, probe->to.len) ||
	    getsockname(fd, &probe->from.sa, &probe->from.len))
		rc = -errno;
	close(fd);
	*port_of(&probe->from) = 0;
	return rc;
}

/* Hold a port: it is bound, and neither listens nor connects. */
static int port_hold(struct probe *probe, int kind)
{
	struct chk_addr addr = probe->from;
	int fd = socket(addr.sa.sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd < 0)
		return -errno;
	probe->holders[kind] = fd;
	if (bind(fd, &addr.sa, addr.len) ||
	    getsockname(fd, &addr.sa, &addr.len))
		return -errno;
	probe->syns[kind].head.source = *port_of(&addr);
	return 0;
}

static uint32_t sum_add(uint32_t sum, const void *data, size_t len)
{
	const uint8_t *bytes = data;
	size_t i;

	for (i = 0; i + 1 < len; i += 2)
		sum += (uint32_t)bytes[i] << 8 | bytes[i + 1];
	return sum;
}

/* IPv6 raw sockets do it themselves. */
static void checksum_set(struct probe *probe, int kind)
{
	struct syn *syn = &probe->syns[kind];
	uint32_t sum = IPPROTO_TCP + (uint32_t)probe->lens[kind];

	sum = sum_add(sum, &probe->from.in.sin_addr, 4);
	sum = sum_add(sum, &probe->to.in.sin_addr, 4);
	sum = sum_add(sum, syn, probe->lens[kind]);
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	syn->head.check = htons((uint16_t)~sum);
}

static void syn_make(struct probe *probe, int kind)
{
	static const uint8_t smc[OPTION_SIZE] = {
		1, 1, OPTION_KIND, 6, 0xe2, 0xd4, 0xc3, 0xd9
	};
	struct syn *syn = &probe->syns[kind];
	uint8_t *option = syn->options + MSS_SIZE;
	uint32_t seq;

	syn->options[0] = TCPOPT_MAXSEG;
	syn->options[1] = TCPOLEN_MAXSEG;
	syn->options[2] = MSS >> 8;
	syn->options[3] = MSS & 0xff;
	if (kind != CHK_SYN_PLAIN)
		memcpy(option, smc, sizeof(smc));
	if (kind == CHK_SYN_NOISE)
		option[OPTION_SIZE - 1] ^= 0xff;
	probe->lens[kind] = sizeof(syn->head) + MSS_SIZE +
			    (kind == CHK_SYN_PLAIN ? 0 : OPTION_SIZE);
	(void)!getrandom(&seq, sizeof(seq), 0); /* any number will do */
	syn->head.dest = *port_of(&probe->to);
	syn->head.seq = seq;
	syn->head.doff = (uint16_t)(probe->lens[kind] / 4) & 0xf;
	syn->head.syn = 1;
	syn->head.window = htons(64240);
	if (probe->to.sa.sa_family == AF_INET)
		checksum_set(probe, kind);
}

static int syn_send(struct probe *probe, int kind)
{
	struct chk_addr to = probe->to;

	/* A raw socket takes the port for a protocol, or refuses it. */
	*port_of(&to) = 0;
	return sendto(probe->raw, &probe->syns[kind], probe->lens[kind], 0,
		      &to.sa, to.len) < 0 ? -errno : 0;
}

static bool has_option(const uint8_t *options, size_t len, const uint8_t *want)
{
	size_t at = 0;

	while (at < len && options[at] != TCPOPT_EOL) {
		if (options[at] == TCPOPT_NOP) {
			at++;
			continue;
		}
		if (at + 2 > len || options[at + 1] < 2 ||
		    at + options[at + 1] > len)
			return false;
		if (options[at + 1] == OPTION_SIZE - 2 &&
		    !memcmp(options + at, want + 2, OPTION_SIZE - 2))
			return true;
		at += options[at + 1];
	}
	return false;
}

/* Take one packet that came; most are not for us. */
static void answer_take(struct probe *probe, const uint8_t *packet, size_t len,
			struct chk_syn *ret)
{
	struct tcphdr head;
	size_t size;
	int kind;

	if (len < sizeof(head))
		return;
	memcpy(&head, packet, sizeof(head));
	size = (size_t)head.doff * 4;
	if (size < sizeof(head) || size > len ||
	    head.source != *port_of(&probe->to))
		return;
	for (kind = 0; kind < CHK_SYN_KINDS; kind++) {
		const struct syn *syn = &probe->syns[kind];

		if (head.dest != syn->head.source ||
		    ntohl(head.ack_seq) != ntohl(syn->head.seq) + 1 ||
		    ret->answers[kind] != CHK_SYN_LOST)
			continue;
		ret->us[kind] = chk_now_us() - probe->begin;
		if (head.rst)
			ret->answers[kind] = CHK_SYN_REFUSED;
		else if (head.syn && kind != CHK_SYN_PLAIN &&
			 has_option(packet + sizeof(head), size - sizeof(head),
				    syn->options + MSS_SIZE))
			ret->answers[kind] = CHK_SYN_ECHOED;
		else if (head.syn)
			ret->answers[kind] = CHK_SYN_BARE;
	}
}

static bool is_answered(const struct chk_syn *syn)
{
	int kind;

	for (kind = 0; kind < CHK_SYN_KINDS; kind++)
		if (syn->answers[kind] == CHK_SYN_LOST)
			return false;
	return true;
}

/* Take what comes until all is answered, or the time is over. */
static void answers_wait(struct probe *probe, struct chk_syn *ret)
{
	struct pollfd poller = { .fd = probe->raw, .events = POLLIN };
	uint64_t end = chk_now_us() + WAIT_MS * 1000;
	uint8_t packet[2048];

	while (!is_answered(ret) && chk_now_us() < end) {
		int left = (int)((end - chk_now_us()) / 1000) + 1;
		size_t skip = 0;
		ssize_t len;

		if (poll(&poller, 1, left) <= 0)
			continue;
		len = recv(probe->raw, packet, sizeof(packet), MSG_DONTWAIT);
		/* With IPv4 its header comes, too. */
		if (len > 0 && probe->to.sa.sa_family == AF_INET)
			skip = (size_t)(packet[0] & 0xf) * 4;
		if (len > 0 && (size_t)len > skip)
			answer_take(probe, packet + skip, (size_t)len - skip,
				    ret);
	}
}

static int probe_run(struct probe *probe, struct chk_syn *ret)
{
	int try, kind, rc;

	for (kind = 0; kind < CHK_SYN_KINDS; kind++) {
		rc = port_hold(probe, kind);
		if (rc)
			return rc;
		syn_make(probe, kind);
	}
	probe->begin = chk_now_us();
	for (try = 0; try < TRIES && !is_answered(ret); try++) {
		for (kind = 0; kind < CHK_SYN_KINDS; kind++) {
			if (ret->answers[kind] != CHK_SYN_LOST)
				continue;
			rc = syn_send(probe, kind);
			/* A filter of this host drops it: as good as lost. */
			if (rc && rc != -EPERM)
				return rc;
		}
		answers_wait(probe, ret);
	}
	return 0;
}

static int raw_open(struct probe *probe)
{
	int family = probe->to.sa.sa_family, offset = 16;

	probe->raw = socket(family, SOCK_RAW | SOCK_CLOEXEC, IPPROTO_TCP);
	if (probe->raw < 0)
		return -errno;
	if (family == AF_INET6 &&
	    setsockopt(probe->raw, IPPROTO_IPV6, IPV6_CHECKSUM, &offset,
		       sizeof(offset)))
		return -errno;
	return bind(probe->raw, &probe->from.sa, probe->from.len) ? -errno : 0;
}

/**
 * chk_syn_probe() - send SYNs of each kind and see what comes back
 * @to: the peer
 * @ret: gets the answers
 * @err: says why not
 *
 * Return: 0, -EPERM without CAP_NET_RAW, or -errno.
 */
int chk_syn_probe(const struct chk_addr *to, struct chk_syn *ret,
		  struct smc_err *err)
{
	struct probe probe = { .to = *to, .raw = -1 };
	int kind, rc;

	*ret = (struct chk_syn){ 0 };
	for (kind = 0; kind < CHK_SYN_KINDS; kind++)
		probe.holders[kind] = -1;
	rc = source_find(&probe);
	if (!rc)
		rc = raw_open(&probe);
	if (!rc)
		rc = probe_run(&probe, ret);
	if (rc)
		smc_err_set(err, rc, "SYN: %s", strerror(-rc));
	if (rc == -EPERM)
		smc_err_hint(err, "need CAP_NET_RAW");
	if (probe.raw >= 0)
		close(probe.raw);
	for (kind = 0; kind < CHK_SYN_KINDS; kind++)
		if (probe.holders[kind] >= 0)
			close(probe.holders[kind]);
	return rc;
}
