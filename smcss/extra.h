/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of what was gathered of a socket. */
#ifndef SMCSS_EXTRA_H
#define SMCSS_EXTRA_H

#include <stdbool.h>

#include "field.h"

struct json_object;

enum smc_text smcss_tcp_state(const void *obj, char *buf, size_t size);
enum smc_text smcss_tcp_text(const void *obj, char *buf, size_t size);
enum smc_text smcss_memory_text(const void *obj, char *buf, size_t size);
enum smc_text smcss_rates_text(const void *obj, char *buf, size_t size);
enum smc_text smcss_users_text(const void *obj, char *buf, size_t size);
enum smc_text smcss_cgroup_text(const void *obj, char *buf, size_t size);
enum smc_text smcss_lgr_text(const void *obj, char *buf, size_t size);
enum smc_text smcss_links_text(const void *obj, char *buf, size_t size);
int smcss_links_json(const void *obj, struct json_object **ret);
int smcss_users_json(const void *obj, struct json_object **ret);

#endif /* SMCSS_EXTRA_H */
