/* SPDX-License-Identifier: GPL-2.0 */
/* net.smc.*: settings of a namespace. */
#ifndef SMC_SYSCTL_H
#define SMC_SYSCTL_H

#include <linux/types.h>

struct ctl_table;
struct ctl_table_header;
struct smc_net;

/**
 * struct smc_sysctl - values of net.smc.*; read them with READ_ONCE()
 * @autocorking_size: send small messages together up to this many bytes
 * @smcr_buf_type: 0 physically contiguous, 1 virtually, 2 first one then other
 * @smcr_testlink_time: seconds without traffic before a link is tested, 0 off
 * @wmem: size of send buffers of new sockets
 * @rmem: size of receive buffers of new sockets
 * @smcr_max_links_per_lgr: links per link group
 * @smcr_max_conns_per_lgr: connections per link group
 * @limit_smc_hs: new listeners fall back to TCP under congestion
 * @smcr_max_send_wr: send work requests per link
 * @smcr_max_recv_wr: receive work requests per link
 * @smcd_buf_max: while the loopback DMBs of the namespace take fewer bytes
 *	than this, the module itself chooses how large those of a new
 *	connection are; above, they get @rmem bytes.  0: never choose
 * @wmem_set: somebody chose @wmem, so it counts
 * @rmem_set: somebody chose @rmem, so it counts
 * @hdr: registration
 */
struct smc_sysctl {
	unsigned int autocorking_size;
	int smcr_buf_type;
	int smcr_testlink_time;
	int wmem;
	int rmem;
	int smcr_max_links_per_lgr;
	int smcr_max_conns_per_lgr;
	int limit_smc_hs;
	int smcr_max_send_wr;
	int smcr_max_recv_wr;
	int smcd_buf_max;
	bool wmem_set;
	bool rmem_set;
	struct ctl_table_header *hdr;
};

int smc_sysctl_init(struct smc_net *sn);
void smc_sysctl_exit(struct smc_net *sn);
/* by number, for generic netlink: NULL after the last one */
const char *smc_sysctl_name(unsigned int i);
u32 smc_sysctl_get(struct smc_net *sn, unsigned int i);
bool smc_sysctl_choice(struct smc_net *sn, unsigned int i, u32 *ret);
int smc_sysctl_set(struct smc_net *sn, unsigned int i, u32 value);

#endif
