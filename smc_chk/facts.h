/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is known of the host. Each source is a file with a name, below a folder
 * that may be another host's, or one of the kernel's tables.
 */
#ifndef SMC_CHK_FACTS_H
#define SMC_CHK_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "query.h"
#include "smc_err.h"

/* Folder that holds the host's files, for tests; otherwise it is the root. */
#define CHK_ROOT_ENV	"SMC_CHK_ROOT"

enum chk_table_id {
	CHK_SYS_INFO,
	CHK_DEV_D,
	CHK_DEV_R,
	CHK_UEID,
	CHK_SEID,
	CHK_HS_LIMIT,
	CHK_STATS,
	CHK_FBACK,
	CHK_PNET,
	CHK_EXT_INFO,
	CHK_EXT_DEV,
	CHK_TABLES
};

/**
 * struct chk_table - one of the kernel's tables
 * @rc: 0, or why it could not be read
 * @err: the same in words
 * @list: its entries
 */
struct chk_table {
	int rc;
	struct smc_err err;
	struct smc_list list;
};

/* Cookie of the network namespace that the kernel began with. */
#define CHK_NETNS_FIRST	1

/* Sockets there are now, by who carries their data. */
struct chk_socks {
	unsigned int smc;
	unsigned int tcp;
};

/**
 * struct chk_facts - what is known of the host
 * @root: folder of its files
 * @tables: tables of the kernel
 * @netns: cookie of the network namespace, 0: not known
 * @diag: 0, or why sock_diag does not tell of SMC sockets
 * @socks: what it tells
 */
struct chk_facts {
	const char *root;
	struct chk_table tables[CHK_TABLES];
	uint64_t netns;
	int diag;
	struct chk_socks socks;
};

const char *chk_root(void);
void chk_facts_read(struct chk_facts *ret);
void chk_facts_free(struct chk_facts *facts);

const struct smc_list *chk_list(const struct chk_facts *facts,
				enum chk_table_id id);
const void *chk_first(const struct chk_facts *facts, enum chk_table_id id);
bool chk_is_ours(const struct chk_facts *facts);

bool chk_file_text(const struct chk_facts *facts, const char *path, char *buf,
		   size_t size);
bool chk_file_number(const struct chk_facts *facts, const char *path,
		     long *ret);
bool chk_file_has_line(const struct chk_facts *facts, const char *path,
		       const char *part, char *ret, size_t size);
bool chk_files_have(const struct chk_facts *facts, const char *pattern,
		    const char *part, char *ret, size_t size);
bool chk_interface_name(const struct chk_facts *facts, uint32_t index,
			char ret[16]);
bool chk_interface_exists(const struct chk_facts *facts, const char *name);

#endif /* SMC_CHK_FACTS_H */
