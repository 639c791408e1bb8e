// SPDX-License-Identifier: GPL-2.0
/*
 * splice() from a socket in mode SMC.  The bytes are copied into pages of the
 * pipe's own: a pipe may keep them for ever, the ring's memory must go on
 * turning, and goes away with the connection.
 */

#include <linux/bvec.h>
#include <linux/pipe_fs_i.h>
#include <linux/splice.h>
#include <net/sock.h>

#include "conn.h"
#include "net.h"

static void smc_splice_release(struct splice_pipe_desc *spd, unsigned int i)
{
	put_page(spd->pages[i]);
}

/**
 * smc_rx_splice - splice() from a socket in mode SMC
 * @smc: socket
 * @pipe: pipe
 * @len: bytes wanted
 * @flags: SPLICE_F_*
 *
 * Return: bytes, 0 at the end of the stream, or -errno.
 */
ssize_t smc_rx_splice(struct smc_sock *smc, struct pipe_inode_info *pipe,
		      size_t len, unsigned int flags)
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
	rc = smc_rx_recvmsg(smc, &msg, len,
			    flags & SPLICE_F_NONBLOCK ? MSG_DONTWAIT : 0);
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
