// SPDX-License-Identifier: GPL-2.0
/*
 * splice() from a socket.  The bytes are copied into pages of the pipe's own: a
 * pipe may keep them for ever, the ring's memory must go on turning, and goes
 * away with the connection.  In fallback, too: TCP's own splice asks the file
 * of its socket, and that one has none.
 */

#include <linux/bvec.h>
#include <linux/pipe_fs_i.h>
#include <linux/splice.h>
#include <net/sock.h>

#include "conn.h"
#include "fallback.h"
#include "net.h"

static void smc_splice_release(struct splice_pipe_desc *spd, unsigned int i)
{
	put_page(spd->pages[i]);
}

/**
 * smc_splice - splice() from a connected socket
 * @smc: socket
 * @pipe: pipe
 * @len: bytes wanted
 * @nonblock: the file does not block; as with TCP, SPLICE_F_NONBLOCK alone
 *            speaks of the pipe only
 *
 * Return: bytes, 0 at the end of the stream, or -errno.
 */
ssize_t smc_splice(struct smc_sock *smc, struct pipe_inode_info *pipe,
		   size_t len, bool nonblock)
{
	struct page *pages[PIPE_DEF_BUFFERS];
	struct partial_page partial[PIPE_DEF_BUFFERS];
	struct bio_vec bvec[PIPE_DEF_BUFFERS];
	struct splice_pipe_desc spd = {
		.pages		= pages,
		.partial	= partial,
		.nr_pages_max	= PIPE_DEF_BUFFERS,
		.ops		= &nosteal_pipe_buf_ops,
		.spd_release	= smc_splice_release,
	};
	int msg_flags = nonblock ? MSG_DONTWAIT : 0;
	unsigned int nr, used, room;
	struct msghdr msg = { };
	ssize_t rc, left;

	/* no more than the pipe takes: what is read cannot be put back */
	room = pipe->max_usage - pipe_occupancy(pipe->head, pipe->tail);
	nr = min_t(unsigned int, min_t(unsigned int, room, PIPE_DEF_BUFFERS),
		   DIV_ROUND_UP(len, PAGE_SIZE));
	if (!nr)
		return len ? -EAGAIN : 0;
	for (used = 0; used < nr; used++) {
		pages[used] = alloc_page(GFP_KERNEL_ACCOUNT);
		if (!pages[used])
			break;
		bvec_set_page(&bvec[used], pages[used], PAGE_SIZE, 0);
	}
	rc = -ENOMEM;
	if (!used)
		return rc;
	len = min_t(size_t, len, used * PAGE_SIZE);
	iov_iter_bvec(&msg.msg_iter, ITER_DEST, bvec, used, len);
	if (smc_mode(smc) == SMC_MODE_SMC)
		rc = smc_rx_recvmsg(smc, &msg, len, msg_flags);
	else
		rc = smc_tcp_recvmsg(smc, &msg, len, msg_flags);
	for (left = rc; left > 0; left -= PAGE_SIZE) {
		partial[spd.nr_pages].offset = 0;
		partial[spd.nr_pages++].len = min_t(size_t, left, PAGE_SIZE);
	}
	nr = spd.nr_pages;
	if (nr) {
		smc_stat_inc(&smc_net(sock_net(&smc->inet.sk))->stats,
			     SMC_TECH_D, SMC_STAT_SPLICE);
		rc = splice_to_pipe(pipe, &spd);
	}
	for (; nr < used; nr++)
		put_page(pages[nr]);
	return rc;
}
