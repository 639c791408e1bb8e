// SPDX-License-Identifier: GPL-2.0-or-later
#include "extra.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "codec.h"
#include "json.h"
#include "row.h"

/* Text columns of these have names in them, as those of ss: rows may end. */

/* tcp.state */
enum smc_text smcss_tcp_state(const void *obj, char *buf, size_t size)
{
	const struct smcss_row *row = obj;
	const char *name = smc_tcp_state_name(row->tcp.state);

	if (!row->tcp.state)
		return SMC_TEXT_NONE;
	if (name)
		snprintf(buf, size, "%s", name);
	else
		snprintf(buf, size, "%u", row->tcp.state);
	return SMC_TEXT_OK;
}

/* "tcp:ESTAB" */
enum smc_text smcss_tcp_text(const void *obj, char *buf, size_t size)
{
	char name[32];

	if (smcss_tcp_state(obj, name, sizeof(name)) != SMC_TEXT_OK)
		return SMC_TEXT_STOP;
	snprintf(buf, size, " tcp:%s", name);
	return SMC_TEXT_LAST;
}

/* "skmem:(r0,rb65536,t0,tb65536)": received, its buffer, to be sent, its own */
enum smc_text smcss_memory_text(const void *obj, char *buf, size_t size)
{
	const struct smcss_row *row = obj;

	if (!smc_has(row->known, SMCSS_KNOWN_MEMORY))
		return SMC_TEXT_STOP;
	snprintf(buf, size,
		 " skmem:(r%" PRIu64 ",rb%" PRIu64 ",t%" PRIu64 ",tb%" PRIu64 ")",
		 row->rx.queued, row->rx.size, row->tx.queued, row->tx.size);
	return SMC_TEXT_LAST;
}

/* "rx:1000B/s tx:0B/s" */
enum smc_text smcss_rates_text(const void *obj, char *buf, size_t size)
{
	const struct smcss_row *row = obj;

	if (!smc_has(row->known, SMCSS_KNOWN_RATES))
		return SMC_TEXT_STOP;
	snprintf(buf, size, " rx:%" PRIu64 "B/s tx:%" PRIu64 "B/s",
		 row->rx_rate, row->tx_rate);
	return SMC_TEXT_LAST;
}

/* users:(("nginx",pid=1,fd=3)); those that find no room are "..." */
enum smc_text smcss_users_text(const void *obj, char *buf, size_t size)
{
	const struct smcss_row *row = obj;
	size_t len, i;
	char one[64];

	if (!row->n_holds)
		return SMC_TEXT_STOP;
	len = (size_t)snprintf(buf, size, " users:(");
	for (i = 0; i < row->n_holds; i++) {
		const struct smcss_process *p = smcss_row_process(row, i);
		size_t add = (size_t)snprintf(one, sizeof(one),
			"%s(\"%s\",pid=%" PRIu32 ",fd=%d)", i ? "," : "",
			p->comm, p->pid, row->holds[i].fd);

		if (len + add + sizeof(",...)") > size) {
			len += (size_t)snprintf(buf + len, size - len, ",...");
			break;
		}
		len += (size_t)snprintf(buf + len, size - len, "%s", one);
	}
	snprintf(buf + len, size - len, ")");
	return SMC_TEXT_LAST;
}

/* processes: [{"name":"nginx","pid":1,"fd":3}] */
int smcss_users_json(const void *obj, struct json_object **ret)
{
	const struct smcss_row *row = obj;
	struct json_object *list, *one;
	size_t i;
	int rc = 0;

	if (!row->owners)
		return 0;
	list = json_object_new_array();
	for (i = 0; list && !rc && i < row->n_holds; i++) {
		const struct smcss_process *p = smcss_row_process(row, i);

		one = json_object_new_object();
		if (!one || json_object_array_add(list, one)) {
			json_object_put(one);
			rc = -ENOMEM;
			break;
		}
		rc = smc_json_put(one, "name", json_object_new_string(p->comm));
		if (!rc)
			rc = smc_json_put(one, "pid",
					  json_object_new_int64(p->pid));
		if (!rc)
			rc = smc_json_put(one, "fd", json_object_new_int(
						  row->holds[i].fd));
	}
	if (!rc && list)
		*ret = list;
	else
		json_object_put(list);
	return list ? rc : -ENOMEM;
}

/* That of the TCP socket below, else that of the first process. */
enum smc_text smcss_cgroup_text(const void *obj, char *buf, size_t size)
{
	const struct smcss_row *row = obj;
	const char *path = NULL;

	if (!row->cgroups)
		return SMC_TEXT_NONE;
	if (smc_has(row->tcp.has, INET_DIAG_CGROUP_ID))
		path = smcss_cgroups_find(row->cgroups, row->tcp.cgroup);
	if (path) {
		smc_text_copy(buf, size, path, size);
		return SMC_TEXT_OK;
	}
	if (!row->n_holds || smcss_cgroup_of(smcss_row_process(row, 0)->pid, buf, size))
		return SMC_TEXT_NONE;
	return SMC_TEXT_OK;
}
