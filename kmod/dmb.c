// SPDX-License-Identifier: GPL-2.0
/* Memory of DMBs. */

#include <linux/mm.h>
#include <linux/slab.h>
#include <linux/vmalloc.h>

#include "dev.h"
#include "dmb.h"
#include "net.h"

/* Failure is no disaster, a smaller size is tried next: fail early, quietly. */
#define SMC_DMB_GFP \
	(GFP_KERNEL_ACCOUNT | __GFP_ZERO | __GFP_NOWARN | __GFP_NORETRY)

static void *smc_dmb_memory(u32 size, u8 type)
{
	struct page *page;

	if (type == SMC_DMB_VIRT)
		return __vmalloc(size, SMC_DMB_GFP);
	page = alloc_pages(SMC_DMB_GFP | __GFP_COMP, get_order(size));
	return page ? page_address(page) : NULL;
}

/**
 * smc_dmb_alloc - make a DMB
 * @dev: device
 * @sn: namespace that it is accounted to
 * @size: bytes, a power of two
 * @type: enum smc_dmb_type
 *
 * Return: DMB, zeroed, with one reference, or NULL.
 */
struct smc_dmb *smc_dmb_alloc(struct smcd_dev *dev, struct smc_net *sn,
			      u32 size, u8 type)
{
	struct smc_dmb *dmb;

	dmb = kzalloc(sizeof(*dmb), GFP_KERNEL_ACCOUNT);
	if (!dmb)
		return NULL;
	dmb->data = smc_dmb_memory(size, type);
	if (!dmb->data) {
		kfree(dmb);
		return NULL;
	}
	dmb->size = size;
	dmb->type = type;
	dmb->dev = dev;
	dmb->net = sn;
	refcount_set(&dmb->refs, 1);
	atomic_inc(&dev->nr_dmbs);
	atomic_long_add(size, &dev->dmb_bytes);
	atomic_long_add(size, &sn->dmb_bytes);
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
	if (dmb->type == SMC_DMB_VIRT)
		vfree(dmb->data);
	else
		free_pages((unsigned long)dmb->data, get_order(dmb->size));
	atomic_long_sub(dmb->size, &dmb->net->dmb_bytes);
	atomic_long_sub(dmb->size, &dev->dmb_bytes);
	kfree_rcu(dmb, rcu);
	if (atomic_dec_and_test(&dev->nr_dmbs))
		wake_up_var(&dev->nr_dmbs);
}
