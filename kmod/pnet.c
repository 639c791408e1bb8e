// SPDX-License-Identifier: GPL-2.0
#include "pnet.h"

#include <linux/netdevice.h>
#include <linux/rculist.h>
#include <linux/slab.h>

#include "net.h"

/**
 * smc_pnet_init - prepare the PNET table of a namespace
 * @sn: namespace
 */
void smc_pnet_init(struct smc_net *sn)
{
	mutex_init(&sn->pnet.lock);
	INIT_LIST_HEAD(&sn->pnet.entries);
}

/**
 * smc_pnet_exit - empty the PNET table of a namespace
 * @sn: namespace
 */
void smc_pnet_exit(struct smc_net *sn)
{
	(void)smc_pnet_remove(sn, NULL);	/* may well be empty */
}

static bool smc_pnet_same(const struct smc_pnet_entry *a,
			  const struct smc_pnet_entry *b)
{
	return a->eth == b->eth && a->port == b->port &&
	       !strcmp(a->name, b->name);
}

static int smc_pnet_ifindex(struct net *net, const char *name)
{
	struct net_device *ndev;
	int ifindex;

	rcu_read_lock();
	ndev = dev_get_by_name_rcu(net, name);
	ifindex = ndev ? ndev->ifindex : 0;
	rcu_read_unlock();
	return ifindex;
}

/**
 * smc_pnet_insert - add a device to the PNET table
 * @sn: namespace
 * @new: the entry; list, id and ifindex are set here, in a copy
 *
 * A network device needs not exist yet.
 *
 * Return: 0, -EEXIST if the device is in the table, -ENOMEM.
 */
int smc_pnet_insert(struct smc_net *sn, const struct smc_pnet_entry *new)
{
	struct smc_pnet_table *table = &sn->pnet;
	struct smc_pnet_entry *e, *old;

	e = kmemdup(new, sizeof(*new), GFP_KERNEL);
	if (!e)
		return -ENOMEM;
	mutex_lock(&table->lock);
	list_for_each_entry(old, &table->entries, list) {
		if (smc_pnet_same(old, e)) {
			mutex_unlock(&table->lock);
			kfree(e);
			return -EEXIST;
		}
	}
	e->id = ++table->last_id;
	/* a device that comes later is seen by the notifier: it needs the lock */
	e->ifindex = e->eth ? smc_pnet_ifindex(sn->net, e->name) : 0;
	list_add_tail_rcu(&e->list, &table->entries);
	mutex_unlock(&table->lock);
	return 0;
}

/**
 * smc_pnet_remove - remove devices from the PNET table
 * @sn: namespace
 * @pnetid: PNET ID of the devices, NULL all
 *
 * Return: 0 or -ENOENT.
 */
int smc_pnet_remove(struct smc_net *sn, const u8 *pnetid)
{
	struct smc_pnet_table *table = &sn->pnet;
	struct smc_pnet_entry *e, *next;
	int rc = -ENOENT;

	mutex_lock(&table->lock);
	list_for_each_entry_safe(e, next, &table->entries, list) {
		if (pnetid && !smc_pnetid_equal(e->pnetid, pnetid))
			continue;
		list_del_rcu(&e->list);
		kfree_rcu(e, rcu);
		rc = 0;
	}
	mutex_unlock(&table->lock);
	return rc;
}

static int smc_pnet_is_lowest(struct net_device *lower,
			      struct netdev_nested_priv *priv)
{
	if (!list_empty(&lower->adj_list.lower))
		return 0;
	priv->data = lower;
	return 1;
}

static const struct smc_pnet_entry *smc_pnet_find(struct smc_net *sn,
						  const struct net_device *ndev)
{
	const struct smc_pnet_entry *e;

	list_for_each_entry_rcu(e, &sn->pnet.entries, list)
		if (e->eth && READ_ONCE(e->ifindex) == ndev->ifindex)
			return e;
	return NULL;
}

/**
 * smc_pnet_netdev - PNET ID of a network device
 * @net: its namespace
 * @ndev: device, held by the caller
 * @ret: PNET ID
 *
 * An entry for the lowest device below a bond, bridge or VLAN wins over one
 * for the device itself.
 *
 * Return: true if it has one.
 */
bool smc_pnet_netdev(struct net *net, struct net_device *ndev,
		     u8 ret[SMC_PNETID_LEN])
{
	struct netdev_nested_priv priv = { .data = ndev };
	const struct smc_pnet_entry *e;
	struct smc_net *sn = smc_net(net);

	rcu_read_lock();
	netdev_walk_all_lower_dev_rcu(ndev, smc_pnet_is_lowest, &priv);
	e = smc_pnet_find(sn, priv.data);
	if (!e)
		e = smc_pnet_find(sn, ndev);
	if (e)
		memcpy(ret, e->pnetid, SMC_PNETID_LEN);
	rcu_read_unlock();
	return e;
}

/**
 * smc_pnet_device - PNET ID that a user gave to an SMC-D device
 * @name: name of the device
 * @ret: PNET ID
 *
 * Return: true if it has one.
 */
bool smc_pnet_device(const char *name, u8 ret[SMC_PNETID_LEN])
{
	struct smc_net *sn = smc_net(&init_net);
	const struct smc_pnet_entry *e;
	bool found = false;

	rcu_read_lock();
	list_for_each_entry_rcu(e, &sn->pnet.entries, list) {
		if (e->eth || strcmp(e->name, name))
			continue;
		memcpy(ret, e->pnetid, SMC_PNETID_LEN);
		found = true;
		break;
	}
	rcu_read_unlock();
	return found;
}

/*
 * A device got a name, its first or a new one.  It takes the entry that waits
 * for this name; if there is none, the entry it has follows it.
 */
static void smc_pnet_named(struct smc_pnet_table *table,
			   const struct net_device *ndev)
{
	struct smc_pnet_entry *e, *had = NULL, *waits = NULL;

	list_for_each_entry(e, &table->entries, list) {
		if (!e->eth)
			continue;
		if (e->ifindex == ndev->ifindex)
			had = e;
		else if (!strcmp(e->name, ndev->name))
			waits = e;
	}
	if (waits) {
		if (had)
			WRITE_ONCE(had->ifindex, 0);
		WRITE_ONCE(waits->ifindex, ndev->ifindex);
	} else if (had) {
		strscpy(had->name, ndev->name, sizeof(had->name));
	}
}

static void smc_pnet_gone(struct smc_pnet_table *table,
			  const struct net_device *ndev)
{
	struct smc_pnet_entry *e;

	list_for_each_entry(e, &table->entries, list)
		if (e->eth && e->ifindex == ndev->ifindex)
			WRITE_ONCE(e->ifindex, 0);
}

static int smc_pnet_event(struct notifier_block *nb, unsigned long event,
			  void *ptr)
{
	const struct net_device *ndev = netdev_notifier_info_to_dev(ptr);
	struct smc_pnet_table *table = &smc_net(dev_net(ndev))->pnet;

	switch (event) {
	case NETDEV_REGISTER:
	case NETDEV_CHANGENAME:
		mutex_lock(&table->lock);
		smc_pnet_named(table, ndev);
		mutex_unlock(&table->lock);
		break;
	case NETDEV_UNREGISTER:
		mutex_lock(&table->lock);
		smc_pnet_gone(table, ndev);
		mutex_unlock(&table->lock);
		break;
	}
	return NOTIFY_DONE;
}

static struct notifier_block smc_pnet_nb = {
	.notifier_call = smc_pnet_event,
};

/**
 * smc_pnet_watch - follow network devices as they come, go and are renamed
 *
 * Return: 0 or -errno.
 */
int smc_pnet_watch(void)
{
	return register_netdevice_notifier(&smc_pnet_nb);
}

/** smc_pnet_unwatch - undo smc_pnet_watch() */
void smc_pnet_unwatch(void)
{
	unregister_netdevice_notifier(&smc_pnet_nb);
}
