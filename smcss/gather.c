// SPDX-License-Identifier: GPL-2.0-or-later
#include "gather.h"

#include "codec.h"
#include "fields.h"
#include "nl_wire.h"
#include "watch.h"

/* A cursor counts rounds of its buffer in 16 bits. */
#define CURSOR_WRAPS	65536

enum { RX, TX, DIRECTIONS };

/**
 * smcss_gather_begin() - read the tables that are wanted
 * @gather: knows what is wanted; to be ended by smcss_gather_end() also when
 *	this fails
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int smcss_gather_begin(struct smcss_gather *gather, struct smc_err *err)
{
	const struct smcss_wants *wants = &gather->wants;
	int rc = 0;

	if (wants->owners || wants->cgroups)
		rc = smcss_owners_read(&gather->owners, err);
	if (!rc && wants->cgroups)
		rc = smcss_cgroups_read(&gather->cgroups, err);
	if (!rc && wants->links)
		rc = smcss_links_read(&gather->links, err);
	if (!rc && (wants->tcp || wants->memory || wants->cgroups))
		rc = smc_tcp_open(&gather->wire, err);
	return rc;
}

/**
 * smcss_gather_end() - forget the tables
 * @gather: all of them
 */
void smcss_gather_end(struct smcss_gather *gather)
{
	smcss_owners_free(&gather->owners);
	smcss_cgroups_free(&gather->cgroups);
	smcss_links_free(&gather->links);
	smc_wire_close(gather->wire);
	gather->wire = NULL;
}

/**
 * smcss_gather_owners() - find who holds a socket
 * @gather: the tables
 * @row: the socket
 */
void smcss_gather_owners(const struct smcss_gather *gather,
			 struct smcss_row *row)
{
	if (!gather->wants.owners && !gather->wants.cgroups)
		return;
	row->owners = &gather->owners;
	row->holds = smcss_owners_find(row->owners, row->sock.msg.diag_inode,
				       &row->n_holds);
}

/* Bytes from the very first one on, but for whole rounds of the wrap. */
static uint64_t position(const struct smc_diag_cursor *c, uint32_t size)
{
	return (uint64_t)c->wrap * size + c->count;
}

static uint64_t distance(uint64_t from, uint64_t to, uint32_t size)
{
	uint64_t whole = (uint64_t)size * CURSOR_WRAPS;

	return to >= from ? to - from : whole + to - from;
}

/* Both ends of a buffer, as far as cursors tell. */
static struct smcss_buffer buffer_of(const struct smc_diag_cursor *prod,
				     const struct smc_diag_cursor *cons,
				     uint32_t size, uint32_t own)
{
	uint64_t queued = distance(position(cons, size), position(prod, size),
				   size);

	return (struct smcss_buffer){ .size = own,
				      .queued = queued <= size ? queued : 0 };
}

static uint64_t cookie_of(const struct smc_sock *sock)
{
	return (uint64_t)sock->msg.id.idiag_cookie[1] << 32 |
	       sock->msg.id.idiag_cookie[0];
}

static void rates_set(const struct smcss_gather *gather, struct smcss_row *row)
{
	const struct smc_diag_conninfo *c = &row->sock.conn;
	const uint32_t sizes[] = { c->rmbe_size, c->peer_rmbe_size };
	const uint64_t now[] = { position(&c->rx_prod, sizes[RX]),
				 position(&c->tx_prod, sizes[TX]) };
	uint64_t before[DIRECTIONS], ns;

	if (!smc_watch_before(gather->watch, cookie_of(&row->sock), now,
			      DIRECTIONS, before, &ns))
		return;
	row->rx_rate = smc_watch_rate(distance(before[RX], now[RX], sizes[RX]),
				      ns);
	row->tx_rate = smc_watch_rate(distance(before[TX], now[TX], sizes[TX]),
				      ns);
	row->known |= 1 << SMCSS_KNOWN_RATES;
}

/* What the connection's cursors and sizes say. */
static void conn_look(const struct smcss_gather *gather, struct smcss_row *row)
{
	const struct smc_diag_conninfo *c = &row->sock.conn;

	if (!smc_has(row->sock.has, SMC_DIAG_CONNINFO))
		return;
	row->rx = buffer_of(&c->rx_prod, &c->tx_cons, c->rmbe_size,
			    c->rmbe_size);
	row->tx = buffer_of(&c->tx_prod, &c->rx_cons, c->peer_rmbe_size,
			    c->sndbuf_size);
	row->known |= 1 << SMCSS_KNOWN_MEMORY;
	rates_set(gather, row);
}

static int tcp_look(const struct smcss_gather *gather, struct smcss_row *row,
		    struct smc_err *err)
{
	struct smc_tcp *tcp = &row->tcp;
	int rc;

	rc = smc_tcp_find(gather->wire, &row->sock, tcp, err);
	if (rc || !smc_has(tcp->has, INET_DIAG_SKMEMINFO) ||
	    !smcss_is_tcp(&row->sock))
		return rc;
	row->rx.size = tcp->mem[SK_MEMINFO_RCVBUF];
	row->rx.queued = tcp->rx_queued;
	row->tx.size = tcp->mem[SK_MEMINFO_SNDBUF];
	row->tx.queued = tcp->tx_queued;
	row->known |= 1 << SMCSS_KNOWN_MEMORY;
	return 0;
}

/**
 * smcss_gather_rest() - find out the rest that is wanted of a socket
 * @gather: the tables
 * @row: the socket, with its owners
 * @err: says why not
 *
 * Return: 0 or -errno.
 */
int smcss_gather_rest(const struct smcss_gather *gather, struct smcss_row *row,
		      struct smc_err *err)
{
	const struct smcss_wants *wants = &gather->wants;

	conn_look(gather, row);
	if (wants->cgroups)
		row->cgroups = &gather->cgroups;
	if (wants->links)
		row->lgr = smcss_links_find(&gather->links, &row->sock,
					    &row->n_links);
	if (wants->tcp || wants->cgroups ||
	    (wants->memory && smcss_is_tcp(&row->sock)))
		return tcp_look(gather, row, err);
	return 0;
}
