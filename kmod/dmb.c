// SPDX-License-Identifier: GPL-2.0
/* Memory of DMBs. */

#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>
#include <linux/wait_bit.h>

#include "dev.h"
#include "dmb.h"
#include "hs.h"

/* Failure is no disaster, a smaller size is tried next: fail early, quietly. */
#define SMC_DMB_GFP \
	(GFP_KERNEL_ACCOUNT | __GFP_ZERO | __GFP_NOWARN | __GFP_NORETRY)

/*
 * Memory that was given back, for connections that come and go: allocating and
 * zeroing it costs more than the rest of their handshake.  What the last user
 * wrote is zeroed before it gets here.  All pieces are of SMC_DMB_AUTO_SIZE and
 * of one type; the list node stands in their first bytes.  They are charged to
 * whoever allocated them, so they go when nobody has come for some time.
 */
#define SMC_DMB_POOL_MAX	32
#define SMC_DMB_POOL_IDLE	(5 * HZ)

static DEFINE_SPINLOCK(smc_dmb_pool_lock);
static LIST_HEAD(smc_dmb_pool);
static unsigned int smc_dmb_pool_nr;
static u8 smc_dmb_pool_type;

static void smc_dmb_pool_idle(struct work_struct *work);
static DECLARE_DELAYED_WORK(smc_dmb_pool_work, smc_dmb_pool_idle);

static void *smc_dmb_pool_get(u8 type)
{
	struct list_head *piece = NULL;

	spin_lock(&smc_dmb_pool_lock);
	if (smc_dmb_pool_nr && smc_dmb_pool_type == type) {
		piece = smc_dmb_pool.next;
		list_del(piece);
		smc_dmb_pool_nr--;
	}
	spin_unlock(&smc_dmb_pool_lock);
	if (piece)
		memset(piece, 0, sizeof(*piece));
	return piece;
}

static bool smc_dmb_pool_put(const struct smc_dmb *dmb)
{
	bool room;

	if (dmb->size != SMC_DMB_AUTO_SIZE || READ_ONCE(dmb->dev->going_away) ||
	    READ_ONCE(smc_dmb_pool_nr) >= SMC_DMB_POOL_MAX)
		return false;
	memset(dmb->data, 0, min_t(u64, dmb->head, dmb->size));
	spin_lock(&smc_dmb_pool_lock);
	/* one type only: the device may have changed it meanwhile */
	room = smc_dmb_pool_nr < SMC_DMB_POOL_MAX &&
	       (!smc_dmb_pool_nr || smc_dmb_pool_type == dmb->type);
	if (room) {
		list_add((struct list_head *)dmb->data, &smc_dmb_pool);
		smc_dmb_pool_nr++;
		smc_dmb_pool_type = dmb->type;
	}
	spin_unlock(&smc_dmb_pool_lock);
	if (room)
		mod_delayed_work(smc_hs_wq, &smc_dmb_pool_work,
				 SMC_DMB_POOL_IDLE);
	return room;
}

static void *smc_dmb_memory(u32 size, u8 type)
{
	struct page *page;

	if (type == SMC_DMB_VIRT)
		return __vmalloc(size, SMC_DMB_GFP);
	page = alloc_pages(SMC_DMB_GFP | __GFP_COMP, get_order(size));
	return page ? page_address(page) : NULL;
}

static void smc_dmb_memory_free(void *data, u32 size, u8 type)
{
	if (type == SMC_DMB_VIRT)
		vfree(data);
	else
		free_pages((unsigned long)data, get_order(size));
}

static void smc_dmb_pool_idle(struct work_struct *work)
{
	u8 type = READ_ONCE(smc_dmb_pool_type);
	void *data;

	while ((data = smc_dmb_pool_get(type)))
		smc_dmb_memory_free(data, SMC_DMB_AUTO_SIZE, type);
}

/** smc_dmb_pool_drain - give back what lies ready; there are no DMBs any more */
void smc_dmb_pool_drain(void)
{
	cancel_delayed_work_sync(&smc_dmb_pool_work);
	smc_dmb_pool_idle(NULL);
}

/**
 * smc_dmb_alloc - make a DMB
 * @dev: device
 * @size: bytes, a power of two
 * @type: enum smc_dmb_type
 *
 * Return: DMB, zeroed, with one reference, or NULL.
 */
struct smc_dmb *smc_dmb_alloc(struct smcd_dev *dev, u32 size, u8 type)
{
	struct smc_dmb *dmb;

	dmb = kzalloc(sizeof(*dmb), GFP_KERNEL_ACCOUNT);
	if (!dmb)
		return NULL;
	if (size == SMC_DMB_AUTO_SIZE)
		dmb->data = smc_dmb_pool_get(type);
	dmb->reused = dmb->data;
	if (!dmb->data)
		dmb->data = smc_dmb_memory(size, type);
	if (!dmb->data) {
		kfree(dmb);
		return NULL;
	}
	dmb->size = size;
	dmb->type = type;
	dmb->dev = dev;
	refcount_set(&dmb->refs, 1);
	atomic_inc(&dev->nr_dmbs);
	atomic_long_add(size, &dev->dmb_bytes);
	return dmb;
}

/**
 * smc_dmb_put - drop a reference
 * @dmb: DMB; may sleep
 *
 * The positions stay readable for a grace period, the memory does not: only
 * who holds a reference copies.
 */
void smc_dmb_put(struct smc_dmb *dmb)
{
	struct smcd_dev *dev = dmb->dev;

	if (!refcount_dec_and_test(&dmb->refs))
		return;
	if (!smc_dmb_pool_put(dmb))
		smc_dmb_memory_free(dmb->data, dmb->size, dmb->type);
	atomic_long_sub(dmb->size, &dev->dmb_bytes);
	kfree_rcu(dmb, rcu);
	if (atomic_dec_and_test(&dev->nr_dmbs))
		wake_up_var(&dev->nr_dmbs);
}
