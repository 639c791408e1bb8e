// SPDX-License-Identifier: GPL-2.0
/* The list of SMC-D devices. */

#include <linux/mutex.h>

#include "dev.h"
#include "lgr.h"

static DEFINE_MUTEX(smcd_dev_lock);	/* guards the list */
static LIST_HEAD(smcd_dev_list);	/* most preferred first */

/**
 * smcd_dev_add - offer a device to new connections
 * @dev: device, complete; the list takes a reference
 */
void smcd_dev_add(struct smcd_dev *dev)
{
	refcount_inc(&dev->refs);
	mutex_lock(&smcd_dev_lock);
	WRITE_ONCE(dev->going_away, false);
	list_add(&dev->list, &smcd_dev_list);
	mutex_unlock(&smcd_dev_lock);
	pr_info("smc: adding smcd device %s\n", dev->name);
}

/**
 * smcd_dev_del - offer a device no more and end its link groups
 * @dev: device
 */
void smcd_dev_del(struct smcd_dev *dev)
{
	mutex_lock(&smcd_dev_lock);
	WRITE_ONCE(dev->going_away, true);
	list_del_init(&dev->list);
	mutex_unlock(&smcd_dev_lock);
	pr_info("smc: removing smcd device %s\n", dev->name);
	smc_lgr_end_dev(dev);
	smcd_dev_put(dev);
}

/**
 * smcd_dev_put - drop a reference
 * @dev: device
 */
void smcd_dev_put(struct smcd_dev *dev)
{
	if (refcount_dec_and_test(&dev->refs))
		dev->release(dev);
}

/**
 * smcd_dev_next - walk the devices
 * @pos: where to begin, 0 first; set past the device returned
 *
 * Return: device, which the caller must put, or NULL at the end.
 */
struct smcd_dev *smcd_dev_next(unsigned int *pos)
{
	struct smcd_dev *dev, *found = NULL;
	unsigned int i = 0;

	mutex_lock(&smcd_dev_lock);
	list_for_each_entry(dev, &smcd_dev_list, list)
		if (i++ == *pos) {
			refcount_inc(&dev->refs);
			found = dev;
			(*pos)++;
			break;
		}
	mutex_unlock(&smcd_dev_lock);
	return found;
}

/**
 * smcd_dev_offer - the devices that a handshake may use
 * @net: namespace
 * @l: gets GIDs and CHIDs
 * @devs: gets the devices, each with a reference, in the same order
 */
void smcd_dev_offer(struct net *net, struct smc_negot_local *l,
		    struct smcd_dev *devs[SMC_NEGOT_MAX_DEVS])
{
	struct smc_negot_dev *offer;
	struct smcd_dev *dev;

	l->dev_count = 0;
	mutex_lock(&smcd_dev_lock);
	list_for_each_entry(dev, &smcd_dev_list, list) {
		if (l->dev_count == SMC_NEGOT_MAX_DEVS)
			break;
		refcount_inc(&dev->refs);
		devs[l->dev_count] = dev;
		offer = &l->dev[l->dev_count];
		offer->ism.gid = dev->gid;
		offer->ism.chid = dev->chid;
		offer->index = l->dev_count++;
		offer->self_only = dev->self_only;
	}
	mutex_unlock(&smcd_dev_lock);
}
