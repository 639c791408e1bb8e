/* SPDX-License-Identifier: GPL-2.0 */
/* Our own family SMC_EXT, see <linux/smc_ext.h>. */
#ifndef SMC_EXT_H
#define SMC_EXT_H

#include <net/genetlink.h>
#include <net/sock.h>
#include <linux/smc_ext.h>

int smc_ext_register(void);
void smc_ext_unregister(void);

/* adds the attributes of @object; -EMSGSIZE: no room */
typedef int (*smc_ext_fill)(struct sk_buff *skb, const void *object);

/**
 * struct smc_ext_dump - state of a dump about a namespace, in cb->ctx
 * @net: the namespace, held from start to end: a file descriptor means
 *	something else, or nothing, to whoever reads the next piece
 * @next: what comes next
 */
struct smc_ext_dump {
	struct net *net;
	unsigned long next;
};

static inline struct smc_ext_dump *smc_ext_dump(struct netlink_callback *cb)
{
	BUILD_BUG_ON(sizeof(struct smc_ext_dump) > sizeof(cb->ctx));
	return (struct smc_ext_dump *)cb->ctx;
}

struct net *smc_ext_net(const struct sk_buff *request,
			const struct nlattr *fd,
			struct netlink_ext_ack *extack);
int smc_ext_dump_begin(struct netlink_callback *cb);
int smc_ext_put(struct sk_buff *skb, struct netlink_callback *cb, int nest,
		smc_ext_fill fill, const void *object);
int smc_ext_reply(struct genl_info *info, int nest, smc_ext_fill fill,
		  const void *object);
int smc_ext_parse(struct genl_info *info, int attrtype, struct nlattr **ret,
		  int max, const struct nla_policy *policy);

/* ext_sock.c: sockets and gauges; ext_dev.c: devices */
int smc_ext_get_socks(struct sk_buff *skb, struct netlink_callback *cb);
int smc_ext_get_gauges(struct sk_buff *skb, struct genl_info *info);
int smc_ext_get_dev(struct sk_buff *skb, struct netlink_callback *cb);
int smc_ext_set_dev(struct sk_buff *skb, struct genl_info *info);
void smc_ext_dev_totals(u32 *ret_lgrs, u32 *ret_dmbs);
extern const struct nla_policy smc_ext_dev_policy[SMC_EXT_DEV_MAX + 1];

#endif
