/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The fake kernel's tables: each function appends entry @i, or says no more. */
#ifndef FAKE_TABLES_H
#define FAKE_TABLES_H

#include <linux/inet_diag.h>
#include <stdbool.h>
#include <stdint.h>

#include "msg.h"

typedef bool (*fake_entry)(struct fake_msg *m, unsigned int i);

fake_entry fake_gen_table(unsigned int cmd);
fake_entry fake_ext_table(unsigned int cmd);
void fake_put_num(struct fake_msg *m, unsigned int attr, uint64_t v,
		  unsigned int bytes);
void fake_put_unknown(struct fake_msg *m);
bool fake_dev_r_entry(struct fake_msg *m, unsigned int i);
bool fake_lgr_r_entry(struct fake_msg *m, unsigned int i);
bool fake_link_entry(struct fake_msg *m, unsigned int i);
const char *fake_ifname_of(uint32_t ifindex);
fake_entry fake_pnet_table(unsigned int cmd);
bool fake_netdev_entry(struct fake_msg *m, unsigned int i);
bool fake_nic_entry(struct fake_msg *m, unsigned int i);
bool fake_stats_entry(struct fake_msg *m, unsigned int i);
bool fake_fback_entry(struct fake_msg *m, unsigned int i);
bool fake_tcp_entry(struct fake_msg *m, const struct inet_diag_req_v2 *req);
bool fake_sock_entry(struct fake_msg *m, unsigned int i, unsigned int ext);
bool fake_ext_sock_entry(struct fake_msg *m, unsigned int i);

#endif /* FAKE_TABLES_H */
