// SPDX-License-Identifier: GPL-2.0
/*
 * loopback-ism: SMC-D within one host.  The sender writes into the receiver's
 * DMB; positions are published with release and read with acquire, nobody is
 * woken who does not sleep.  No lock, queue or look-up per message.
 */

#include <linux/device.h>
#include <linux/hashtable.h>
#include <linux/random.h>
#include <linux/uuid.h>
#include <linux/wait_bit.h>
#include <net/sock.h>

#include "conn.h"
#include "dev.h"

#define SMC_LO_MAX_DMBS	5000

static DEFINE_SPINLOCK(smc_lo_lock);	/* guards the table */
static DEFINE_HASHTABLE(smc_lo_dmbs, 10);	/* by token */
static unsigned int smc_lo_nr_dmbs;

static DEFINE_MUTEX(smc_lo_admin);	/* one switch at a time */
static bool smc_lo_active;
static int smc_lo_next_type;		/* counts from the next activation on */
static struct class *smc_lo_class;
static struct device *smc_lo_device;

static void smc_lo_wake(struct smc_conn *conn, __poll_t mask)
{
	struct sock *sk = conn ? rcu_dereference(conn->sk) : NULL;

	if (sk)
		smc_sock_wake(sk, mask);
}

/* the wake-up test has a full barrier: bytes are visible before it looks */
static void smc_lo_tx_kick(struct smc_dmb *tx)
{
	rcu_read_lock();
	smc_lo_wake(rcu_dereference(tx->owner),
		    EPOLLIN | EPOLLRDNORM | EPOLLRDBAND);
	rcu_read_unlock();
}

/* a blocked writer is worth waking once a quarter of the ring is free */
static void smc_lo_rx_consumed(struct smc_dmb *rx)
{
	struct smc_conn *peer;
	u64 used;

	smp_mb();	/* room is visible before looking who waits for it */
	if (likely(!test_bit(SMC_DMB_TX_BLOCKED, &rx->ctrl)))
		return;
	rcu_read_lock();
	peer = rcu_dereference(rx->peer);
	if (peer) {
		used = READ_ONCE(rx->head) - rx->tail;
		if (used + peer->tx_limit / 4 <= peer->tx_limit &&
		    test_and_clear_bit(SMC_DMB_TX_BLOCKED, &rx->ctrl))
			smc_lo_wake(peer, EPOLLOUT | EPOLLWRNORM | EPOLLWRBAND);
	}
	rcu_read_unlock();
}

static void smc_lo_signal(struct smc_dmb *tx, enum smc_cevent event)
{
	struct smc_conn *owner;

	rcu_read_lock();
	owner = rcu_dereference(tx->owner);
	if (owner)
		smc_conn_event(owner, event);
	rcu_read_unlock();
}

static const struct smc_transport smc_lo_transport = {
	.tx_kick	= smc_lo_tx_kick,
	.rx_consumed	= smc_lo_rx_consumed,
	.signal		= smc_lo_signal,
};

static int smc_lo_query_rgid(struct smcd_dev *dev, const struct smc_gid *rgid)
{
	return smc_gid_equal(&dev->gid, rgid) ? 0 : -ENETUNREACH;
}

static struct smc_dmb *smc_lo_find(u64 token)
{
	struct smc_dmb *dmb;

	lockdep_assert_held(&smc_lo_lock);
	hash_for_each_possible(smc_lo_dmbs, dmb, node, token)
		if (dmb->token == token)
			return dmb;
	return NULL;
}

static struct smc_dmb *smc_lo_register_dmb(struct smcd_dev *dev, u32 size)
{
	struct smc_dmb *dmb;
	int err = -ENOSPC;

	if (READ_ONCE(smc_lo_nr_dmbs) >= SMC_LO_MAX_DMBS)
		return ERR_PTR(-ENOSPC);
	dmb = smc_dmb_alloc(dev, size, READ_ONCE(dev->dmb_type));
	if (!dmb)
		return ERR_PTR(-ENOMEM);
	spin_lock(&smc_lo_lock);
	if (smc_lo_nr_dmbs < SMC_LO_MAX_DMBS)
		err = READ_ONCE(dev->going_away) ? -ENODEV : 0;
	if (!err) {
		do {
			dmb->token = get_random_u64();
		} while (!dmb->token || smc_lo_find(dmb->token));
		hash_add(smc_lo_dmbs, &dmb->node, dmb->token);
		WRITE_ONCE(smc_lo_nr_dmbs, smc_lo_nr_dmbs + 1);
	}
	spin_unlock(&smc_lo_lock);
	if (!err)
		return dmb;
	smc_dmb_put(dmb);
	return ERR_PTR(err);
}

static void smc_lo_unregister_dmb(struct smcd_dev *dev, struct smc_dmb *dmb)
{
	spin_lock(&smc_lo_lock);
	hash_del(&dmb->node);
	WRITE_ONCE(smc_lo_nr_dmbs, smc_lo_nr_dmbs - 1);
	spin_unlock(&smc_lo_lock);
}

static struct smc_dmb *smc_lo_attach_dmb(struct smcd_dev *dev, u64 token)
{
	struct smc_dmb *dmb;

	spin_lock(&smc_lo_lock);
	dmb = smc_lo_find(token);
	if (dmb)
		refcount_inc(&dmb->refs);	/* listed: its owner has one */
	spin_unlock(&smc_lo_lock);
	return dmb;
}

static const struct smcd_ops smc_lo_ops = {
	.transport	= &smc_lo_transport,
	.query_rgid	= smc_lo_query_rgid,
	.register_dmb	= smc_lo_register_dmb,
	.unregister_dmb	= smc_lo_unregister_dmb,
	.attach_dmb	= smc_lo_attach_dmb,
};

/* static: lives as long as the module, which waits for the count */
static void smc_lo_release(struct smcd_dev *dev)
{
	wake_up_var(&dev->refs);
}

static struct smcd_dev smc_lo_dev = {
	.ops		= &smc_lo_ops,
	.name		= "loopback-ism",
	.chid		= SMC_CHID_LOOPBACK,
	.list		= LIST_HEAD_INIT(smc_lo_dev.list),
	.refs		= REFCOUNT_INIT(1),
	.going_away	= true,
	.self_only	= true,
	.release	= smc_lo_release,
};

static bool smc_lo_unused(void)
{
	return !atomic_read(&smc_lo_dev.nr_dmbs) &&
	       !atomic_read(&smc_lo_dev.nr_lgrs);
}

/*
 * Ends all use.  Copies that are under way end by themselves, but one that is
 * stalled by its user could take for ever: so this gives up waiting after a
 * while.  What is left then keeps the device from being activated.
 */
static int smc_lo_deactivate(void)
{
	if (!smc_lo_active)
		return 0;
	smcd_dev_del(&smc_lo_dev);
	smc_lo_active = false;
	wait_var_event_timeout(&smc_lo_dev.nr_dmbs, smc_lo_unused(), 5 * HZ);
	smc_dmb_pool_drain();
	return smc_lo_unused() ? 0 : -EBUSY;
}

static int smc_lo_activate(void)
{
	if (smc_lo_active)
		return 0;
	if (!smc_lo_unused())
		return -EBUSY;
	WRITE_ONCE(smc_lo_dev.dmb_type, smc_lo_next_type);
	smcd_dev_add(&smc_lo_dev);
	smc_lo_active = true;
	return 0;
}

/**
 * smc_loopback_active - is loopback-ism switched on?
 *
 * Return: true if so.
 */
bool smc_loopback_active(void)
{
	return READ_ONCE(smc_lo_active);
}

/**
 * smc_loopback_dmb_type - configured memory of DMBs
 *
 * Return: enum smc_dmb_type that counts from the next activation on.
 */
int smc_loopback_dmb_type(void)
{
	return READ_ONCE(smc_lo_next_type);
}

/**
 * smc_loopback_set_active - switch loopback-ism on or off
 * @on: off ends its link groups: programs see ECONNABORTED
 *
 * Return: 0; -EBUSY when a program's stalled copy still holds a DMB.
 */
int smc_loopback_set_active(bool on)
{
	int err;

	mutex_lock(&smc_lo_admin);
	err = on ? smc_lo_activate() : smc_lo_deactivate();
	mutex_unlock(&smc_lo_admin);
	return err;
}

/**
 * smc_loopback_set_dmb_type - choose the memory of DMBs
 * @type: enum smc_dmb_type; counts from the next activation on
 *
 * Return: 0 or -EINVAL.
 */
int smc_loopback_set_dmb_type(int type)
{
	if (type != SMC_DMB_PHYS && type != SMC_DMB_VIRT)
		return -EINVAL;
	WRITE_ONCE(smc_lo_next_type, type);
	return 0;
}

static ssize_t active_show(struct device *dev, struct device_attribute *attr,
			   char *buf)
{
	return sysfs_emit(buf, "%d\n", smc_loopback_active());
}

static ssize_t active_store(struct device *dev, struct device_attribute *attr,
			    const char *buf, size_t count)
{
	bool on;
	int err;

	err = kstrtobool(buf, &on);
	if (!err)
		err = smc_loopback_set_active(on);
	return err ? err : count;
}
static DEVICE_ATTR_RW(active);

static ssize_t dmb_type_show(struct device *dev, struct device_attribute *attr,
			     char *buf)
{
	return sysfs_emit(buf, "%d\n", smc_loopback_dmb_type());
}

static ssize_t dmb_type_store(struct device *dev, struct device_attribute *attr,
			      const char *buf, size_t count)
{
	int type, err;

	err = kstrtoint(buf, 0, &type);
	if (!err)
		err = smc_loopback_set_dmb_type(type);
	return err ? err : count;
}
static DEVICE_ATTR_RW(dmb_type);

static struct attribute *smc_lo_attrs[] = {
	&dev_attr_active.attr,
	&dev_attr_dmb_type.attr,
	NULL
};
ATTRIBUTE_GROUPS(smc_lo);

/**
 * smc_loopback_init - make and activate loopback-ism
 *
 * Return: 0 or -errno.
 */
int smc_loopback_init(void)
{
	uuid_t uuid;
	int err;

	generate_random_uuid(uuid.b);
	memcpy(&smc_lo_dev.gid.gid, &uuid.b[0], sizeof(u64));
	memcpy(&smc_lo_dev.gid.gid_ext, &uuid.b[8], sizeof(u64));

	smc_lo_class = class_create("smc");
	if (IS_ERR(smc_lo_class))
		return PTR_ERR(smc_lo_class);
	smc_lo_device = device_create_with_groups(smc_lo_class, NULL, 0, NULL,
						  smc_lo_groups, "%s",
						  smc_lo_dev.name);
	if (IS_ERR(smc_lo_device)) {
		err = PTR_ERR(smc_lo_device);
		class_destroy(smc_lo_class);
		return err;
	}
	return smc_loopback_set_active(true);
}

/** smc_loopback_exit - undo smc_loopback_init(); there are no sockets any more */
void smc_loopback_exit(void)
{
	device_unregister(smc_lo_device);
	class_destroy(smc_lo_class);
	smc_loopback_set_active(false);
	smc_dmb_pool_drain();	/* of what was given back after a switch-off */
	smcd_dev_put(&smc_lo_dev);
	wait_var_event(&smc_lo_dev.refs, !refcount_read(&smc_lo_dev.refs));
}
