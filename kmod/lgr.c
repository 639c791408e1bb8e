// SPDX-License-Identifier: GPL-2.0
/*
 * Link groups of SMC-D.  One per namespace, device, peer and role, found or
 * made under the list's lock, so that concurrent handshakes agree on it.  An
 * idle group stays for a while, as its peer will likely come again.
 */

#include <linux/slab.h>

#include "conn.h"
#include "dev.h"
#include "hs.h"
#include "lgr.h"

static DEFINE_SPINLOCK(smc_lgr_lock);	/* guards what follows */
static LIST_HEAD(smc_lgr_list);		/* ascending id */
static u32 smc_lgr_last_id;

unsigned int smc_lgr_free_delay_ms = 600 * 1000;

/**
 * smc_lgr_put - drop a reference
 * @lgr: link group
 */
void smc_lgr_put(struct smc_lgr *lgr)
{
	if (!refcount_dec_and_test(&lgr->refs))
		return;
	smcd_dev_put(lgr->dev);
	kfree_rcu(lgr, rcu);
}
EXPORT_SYMBOL_GPL(smc_lgr_put);

/* takes it off the list, whose reference the caller gets; false: it was off */
static bool smc_lgr_unlist(struct smc_lgr *lgr)
{
	bool listed;

	spin_lock(&smc_lgr_lock);
	listed = !list_empty(&lgr->list);
	list_del_init(&lgr->list);
	spin_unlock(&smc_lgr_lock);
	if (listed)
		atomic_dec(&lgr->dev->nr_lgrs);
	return listed;
}

static void smc_lgr_free_work(struct work_struct *work)
{
	struct smc_lgr *lgr = container_of(work, struct smc_lgr,
					   free_work.work);
	bool idle;

	spin_lock(&lgr->lock);
	idle = !lgr->nr_conns;
	if (idle)
		lgr->ended = true;
	spin_unlock(&lgr->lock);
	if (idle && smc_lgr_unlist(lgr))
		smc_lgr_put(lgr);	/* of the list */
	smc_lgr_put(lgr);		/* of the work */
}

static void smc_lgr_idle(struct smc_lgr *lgr)
{
	unsigned long delay =
		msecs_to_jiffies(READ_ONCE(smc_lgr_free_delay_ms));

	refcount_inc(&lgr->refs);
	if (mod_delayed_work(smc_hs_wq, &lgr->free_work, delay))
		smc_lgr_put(lgr);
}

static struct smc_lgr *smc_lgr_find(struct net *net, struct smcd_dev *dev,
				    const struct smc_gid *peer, u8 role,
				    const u8 *eid)
{
	struct smc_lgr *lgr;

	lockdep_assert_held(&smc_lgr_lock);
	list_for_each_entry(lgr, &smc_lgr_list, list)
		if (lgr->net == net && lgr->dev == dev && lgr->role == role &&
		    smc_gid_equal(&lgr->peer_gid, peer) && !lgr->ended &&
		    smc_eid_equal(lgr->eid, eid)) {
			refcount_inc(&lgr->refs);
			return lgr;
		}
	return NULL;
}

static struct smc_lgr *smc_lgr_alloc(struct net *net, struct smcd_dev *dev,
				     const struct smc_gid *peer, u8 role,
				     const struct smc_negot_result *res)
{
	struct smc_lgr *lgr;

	lgr = kzalloc(sizeof(*lgr), GFP_KERNEL);
	if (!lgr)
		return NULL;
	refcount_set(&lgr->refs, 2);	/* the list's, the caller's */
	lgr->net = net;
	lgr->net_cookie = net->net_cookie;
	refcount_inc(&dev->refs);
	lgr->dev = dev;
	lgr->peer_gid = *peer;
	lgr->role = role;
	lgr->version = SMC_V2;
	lgr->release = res->release;
	memcpy(lgr->eid, res->eid, SMC_EID_LEN);
	INIT_LIST_HEAD(&lgr->list);
	spin_lock_init(&lgr->lock);
	INIT_LIST_HEAD(&lgr->conns);
	INIT_DELAYED_WORK(&lgr->free_work, smc_lgr_free_work);
	return lgr;
}

/**
 * smc_lgr_get_smcd - find or make the link group for a connection
 * @net: namespace
 * @dev: device
 * @peer: the peer's device
 * @role: enum smc_role
 * @res: what was negotiated
 * @first: set if it is new
 *
 * Return: link group with a reference, or ERR_PTR().
 */
struct smc_lgr *smc_lgr_get_smcd(struct net *net, struct smcd_dev *dev,
				 const struct smc_gid *peer, u8 role,
				 const struct smc_negot_result *res,
				 bool *first)
{
	struct smc_lgr *lgr, *new;

	*first = false;
	spin_lock(&smc_lgr_lock);
	lgr = smc_lgr_find(net, dev, peer, role, res->eid);
	spin_unlock(&smc_lgr_lock);
	if (lgr)
		return lgr;

	new = smc_lgr_alloc(net, dev, peer, role, res);
	if (!new)
		return ERR_PTR(-ENOMEM);
	spin_lock(&smc_lgr_lock);
	lgr = smc_lgr_find(net, dev, peer, role, res->eid);
	if (!lgr && !dev->going_away) {
		/* the low byte is for link numbers */
		smc_lgr_last_id += 256;
		new->id = smc_lgr_last_id;
		list_add_tail(&new->list, &smc_lgr_list);
		atomic_inc(&dev->nr_lgrs);
		*first = true;
		smc_lgr_idle(new);	/* unless a connection joins it */
	}
	spin_unlock(&smc_lgr_lock);
	if (*first)
		return new;
	refcount_set(&new->refs, 1);
	smc_lgr_put(new);
	return lgr ? lgr : ERR_PTR(-ENODEV);
}

/**
 * smc_lgr_set_peer - note what the peer says of itself
 * @lgr: link group
 * @fce: first contact extension; its text is not to be trusted
 */
void smc_lgr_set_peer(struct smc_lgr *lgr, const struct smc_clc_fce *fce)
{
	spin_lock(&lgr->lock);
	lgr->peer_os = fce->os;
	memcpy(lgr->peer_host, fce->hostname, SMC_HOSTNAME_LEN);
	spin_unlock(&lgr->lock);
}

/**
 * smc_lgr_add_conn - put a connection into a link group
 * @lgr: link group; the connection takes a reference
 * @conn: connection; the list takes a reference
 *
 * Return: 0 or -ENODEV when the group has ended meanwhile.
 */
int smc_lgr_add_conn(struct smc_lgr *lgr, struct smc_conn *conn)
{
	int err = -ENODEV;

	spin_lock(&lgr->lock);
	if (!lgr->ended) {
		refcount_inc(&lgr->refs);
		conn->lgr = lgr;
		refcount_inc(&conn->refs);
		list_add_tail(&conn->lgr_node, &lgr->conns);
		lgr->nr_conns++;
		err = 0;
	}
	spin_unlock(&lgr->lock);
	return err;
}

/**
 * smc_lgr_del_conn - take a connection out of its link group, if it is in
 * @lgr: link group
 * @conn: connection
 */
void smc_lgr_del_conn(struct smc_lgr *lgr, struct smc_conn *conn)
{
	bool listed;

	spin_lock(&lgr->lock);
	listed = !list_empty(&conn->lgr_node);
	if (listed) {
		list_del_init(&conn->lgr_node);
		lgr->nr_conns--;
	}
	/* under the lock: smc_lgr_end() finds the work or it is not queued */
	if (listed && !lgr->nr_conns && !lgr->ended)
		smc_lgr_idle(lgr);
	spin_unlock(&lgr->lock);
	if (listed)
		smc_conn_put(conn);
}

/* takes the list's reference */
static void smc_lgr_end(struct smc_lgr *lgr)
{
	struct smc_conn *conn;

	spin_lock(&lgr->lock);
	while ((conn = list_first_entry_or_null(&lgr->conns, struct smc_conn,
						lgr_node))) {
		list_del_init(&conn->lgr_node);
		lgr->nr_conns--;
		spin_unlock(&lgr->lock);
		smc_conn_kill(conn);
		smc_conn_put(conn);
		spin_lock(&lgr->lock);
	}
	spin_unlock(&lgr->lock);
	if (cancel_delayed_work(&lgr->free_work))
		smc_lgr_put(lgr);
	smc_lgr_put(lgr);
}

/*
 * All connections are marked before the first of them loses its buffers, so
 * that none sees its peer's end instead of its own.
 */
static void smc_lgr_doom(struct smc_lgr *lgr)
{
	struct smc_conn *conn;

	spin_lock(&lgr->lock);
	lgr->ended = true;
	list_for_each_entry(conn, &lgr->conns, lgr_node)
		WRITE_ONCE(conn->killed, true);
	spin_unlock(&lgr->lock);
}

static void smc_lgr_end_all(const struct net *net, const struct smcd_dev *dev)
{
	struct smc_lgr *lgr, *end;

	spin_lock(&smc_lgr_lock);
	list_for_each_entry(lgr, &smc_lgr_list, list)
		if ((!net || lgr->net == net) && (!dev || lgr->dev == dev))
			smc_lgr_doom(lgr);
	spin_unlock(&smc_lgr_lock);

	do {
		end = NULL;
		spin_lock(&smc_lgr_lock);
		list_for_each_entry(lgr, &smc_lgr_list, list)
			if ((!net || lgr->net == net) &&
			    (!dev || lgr->dev == dev)) {
				list_del_init(&lgr->list);
				end = lgr;
				break;
			}
		spin_unlock(&smc_lgr_lock);
		if (end) {
			atomic_dec(&end->dev->nr_lgrs);
			smc_lgr_end(end);
		}
	} while (end);
}

/**
 * smc_lgr_end_dev - end the link groups of a device that goes away
 * @dev: device, marked so; its connections fail with ECONNABORTED
 */
void smc_lgr_end_dev(struct smcd_dev *dev)
{
	smc_lgr_end_all(NULL, dev);
}

/**
 * smc_lgr_end_net - end the link groups of a namespace that goes away
 * @net: namespace; it has no sockets any more
 */
void smc_lgr_end_net(struct net *net)
{
	smc_lgr_end_all(net, NULL);
}

/**
 * smc_lgr_count - how many link groups there are
 *
 * Return: their number.
 */
unsigned int smc_lgr_count(void)
{
	unsigned int n;

	spin_lock(&smc_lgr_lock);
	n = list_count_nodes(&smc_lgr_list);
	spin_unlock(&smc_lgr_lock);
	return n;
}

/**
 * smc_lgr_next - walk the link groups
 * @id: where to begin, 0 first; set past the group returned
 *
 * Return: link group, which the caller must put, or NULL at the end.
 */
struct smc_lgr *smc_lgr_next(u32 *id)
{
	struct smc_lgr *lgr, *found = NULL;

	spin_lock(&smc_lgr_lock);
	list_for_each_entry(lgr, &smc_lgr_list, list)
		if (lgr->id > *id) {
			*id = lgr->id;
			refcount_inc(&lgr->refs);
			found = lgr;
			break;
		}
	spin_unlock(&smc_lgr_lock);
	return found;
}
EXPORT_SYMBOL_GPL(smc_lgr_next);
