// SPDX-License-Identifier: GPL-2.0-or-later
#include "extra.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "codec.h"
#include "json.h"
#include "lgr_id.h"
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

static int process_fill(const struct smcss_row *row, size_t i,
			struct json_object *one)
{
	const struct smcss_process *p = smcss_row_process(row, i);

	if (smc_json_put(one, "name", json_object_new_string(p->comm)) ||
	    smc_json_put(one, "pid", json_object_new_int64(p->pid)))
		return -ENOMEM;
	return smc_json_put(one, "fd", json_object_new_int(row->holds[i].fd));
}

static const struct smc_link *link_of(const struct smcss_row *row, size_t i)
{
	return &row->lgr[1 + i].link;
}

static int link_fill(const struct smcss_row *row, size_t i,
		     struct json_object *one)
{
	const struct smc_link *link = link_of(row, i);
	char id[8];

	snprintf(id, sizeof(id), "%02x", link->id);
	if (smc_json_put(one, "linkid", json_object_new_string(id)) ||
	    smc_json_put(one, "device",
			 json_object_new_string(link->ib_name)) ||
	    smc_json_put(one, "port", json_object_new_int(link->ib_port)) ||
	    smc_json_put(one, "gid", json_object_new_string(link->gid)))
		return -ENOMEM;
	return smc_json_put(one, "peer_gid",
			    json_object_new_string(link->peer_gid));
}

/* A list of @n objects. */
static int list_make(const struct smcss_row *row, size_t n,
		     int (*fill)(const struct smcss_row *row, size_t i,
				 struct json_object *one),
		     struct json_object **ret)
{
	struct json_object *list = json_object_new_array(), *one;
	int rc = list ? 0 : -ENOMEM;
	size_t i;

	for (i = 0; !rc && i < n; i++) {
		one = json_object_new_object();
		rc = one ? fill(row, i, one) : -ENOMEM;
		if (!rc && json_object_array_add(list, one))
			rc = -ENOMEM;
		if (rc)
			json_object_put(one);
	}
	if (rc)
		json_object_put(list);
	else
		*ret = list;
	return rc;
}

/* processes: [{"name":"nginx","pid":1,"fd":3}] */
int smcss_users_json(const void *obj, struct json_object **ret)
{
	const struct smcss_row *row = obj;

	return row->owners ? list_make(row, row->n_holds, process_fill, ret) :
	       0;
}

/* smcr.links: [{"linkid":"01","device":"rxe0",...}] */
int smcss_links_json(const void *obj, struct json_object **ret)
{
	const struct smcss_row *row = obj;

	return row->lgr ? list_make(row, row->n_links, link_fill, ret) : 0;
}

/* "01:rxe0/1,02:rxe1/1" */
enum smc_text smcss_links_text(const void *obj, char *buf, size_t size)
{
	const struct smcss_row *row = obj;
	size_t len = 0, i;

	buf[0] = '\0';
	for (i = 0; i < row->n_links && len < size; i++)
		len += (size_t)snprintf(buf + len, size - len, "%s%02x:%s/%u",
					i ? "," : "", link_of(row, i)->id,
					link_of(row, i)->ib_name,
					link_of(row, i)->ib_port);
	return row->n_links ? SMC_TEXT_OK : SMC_TEXT_NONE;
}

/* smcr.lgr, as smcr linkgroup shows it */
enum smc_text smcss_lgr_text(const void *obj, char *buf, size_t size)
{
	const struct smcss_row *row = obj;

	if (!row->lgr)
		return SMC_TEXT_NONE;
	snprintf(buf, size, "%08" PRIx32, smc_lgr_id_shown(row->lgr->lgr.id));
	return SMC_TEXT_OK;
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
