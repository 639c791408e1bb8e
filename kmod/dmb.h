/* SPDX-License-Identifier: GPL-2.0 */
/*
 * DMB: direct memory buffer, the receive buffer of one direction of an SMC-D
 * connection.  On loopback the sender attaches it and writes into it, so that
 * it is one ring with one producer and one consumer that share no lock.
 */
#ifndef SMC_DMB_H
#define SMC_DMB_H

#include <linux/cache.h>
#include <linux/refcount.h>
#include <linux/bitops.h>
#include <linux/list.h>
#include <linux/minmax.h>
#include <linux/types.h>

struct smcd_dev;
struct smc_conn;

/* bits of smc_dmb.ctrl, changed by atomic operations only */
enum smc_dmb_ctrl {
	SMC_DMB_TX_BLOCKED,	/* producer waits for room; who wakes it clears */
	SMC_DMB_TX_DONE,	/* producer will write no more */
	SMC_DMB_TX_CLOSED,	/* producer has closed the connection */
	SMC_DMB_TX_ABORT,	/* producer has closed it abnormally */
	SMC_DMB_RX_CLOSED,	/* consumer reads no more */
	SMC_DMB_ATTACHED,	/* has or had its producer: no other may follow */
};

/**
 * struct smc_dmb - a DMB and the positions of its ring
 * @data: memory, @size bytes, linear in kernel addresses
 * @size: power of two, at least 16 KiB
 * @type: enum smc_dmb_type
 * @reused: its memory came from the pool
 * @token: what the peer attaches it by: random, unique per device, not 0
 * @dev: device it is registered with
 * @refs: owner, attacher, and whoever looked it up
 * @node: in the device's table of tokens
 * @owner: connection that reads; RCU
 * @peer: connection that writes, set by attaching; RCU
 * @head: bytes ever produced; written by the producer with release
 * @tail: bytes ever consumed; written by the consumer with release
 * @ctrl: enum smc_dmb_ctrl
 * @urg_pos: position one past the urgent byte, 0 = there was none
 * @urg_byte: the urgent byte itself
 *
 * Positions never wrap in practice (64 bit); the offset of a position is
 * position & (size - 1).
 */
struct smc_dmb {
	void *data;
	u32 size;
	u8 type;
	bool reused;
	u64 token;
	struct smcd_dev *dev;
	refcount_t refs;
	struct hlist_node node;
	struct smc_conn __rcu *owner;
	struct smc_conn __rcu *peer;
	struct rcu_head rcu;

	u64 head ____cacheline_aligned_in_smp;
	u64 tail ____cacheline_aligned_in_smp;
	unsigned long ctrl ____cacheline_aligned_in_smp;
	u64 urg_pos;
	u8 urg_byte;
};

/*
 * Size that loopback streams well with at little cost per connection (see
 * docs/kernel.md); used when neither the user nor the administrator chose one.
 */
#define SMC_DMB_AUTO_SIZE	(512U * 1024)

enum smc_dmb_type {
	SMC_DMB_PHYS = 0,	/* physically contiguous */
	SMC_DMB_VIRT = 1,	/* virtually contiguous */
};

/* the bytes sent before a mark are visible before the mark is */
static inline void smc_dmb_mark(struct smc_dmb *dmb, enum smc_dmb_ctrl bit)
{
	smp_mb__before_atomic();	/* smp_rmb() in smc_rx_over() */
	set_bit(bit, &dmb->ctrl);
}

static inline bool smc_dmb_test(const struct smc_dmb *dmb, int bit)
{
	return test_bit(bit, &dmb->ctrl);
}

/* the producer will write no more, for whatever reason */
static inline bool smc_dmb_ended(const struct smc_dmb *dmb)
{
	return READ_ONCE(dmb->ctrl) & (BIT(SMC_DMB_TX_DONE) |
				       BIT(SMC_DMB_TX_CLOSED) |
				       BIT(SMC_DMB_TX_ABORT));
}

/* bytes that wait for the consumer */
static inline u64 smc_dmb_avail(const struct smc_dmb *dmb)
{
	/* first, lest a tail that others moved be ahead of the head */
	u64 tail = smp_load_acquire(&dmb->tail);

	/* bytes are there before the position that tells of them */
	return min_t(u64, smp_load_acquire(&dmb->head) - tail, dmb->size);
}

struct smc_dmb *smc_dmb_alloc(struct smcd_dev *dev, u32 size, u8 type);
void smc_dmb_put(struct smc_dmb *dmb);
void smc_dmb_pool_drain(void);

#endif
