// SPDX-License-Identifier: GPL-2.0-or-later
#include "filter.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/smc_ext.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "codec.h"
#include "core/cstate.h"
#include "core/reason.h"
#include "ext.h"
#include "fields.h"
#include "lgr_id.h"

#define STATES	256

/**
 * struct smcss_key - a kind of condition
 * @word: its name
 * @value: what the help calls its values
 * @needs: bits of the attributes that must be asked for
 * @read: reads a value, 0 or -errno; @text stays as long as the filter does
 * @fits: does a socket have the value?
 * @words: prints values for completion; NULL: too many, or unknown
 */
struct smcss_key {
	const char *word;
	const char *value;
	uint8_t needs;
	int (*read)(const char *text, union smcss_value *ret,
		    struct smc_err *err);
	bool (*fits)(const union smcss_value *value,
		     const struct smcss_row *row);
	void (*words)(FILE *f);
};

static int state_read(const char *text, union smcss_value *ret,
		      struct smc_err *err)
{
	unsigned int state;
	const char *name;

	for (state = 0; state < STATES; state++) {
		name = smc_state_name((uint8_t)state);
		if (name && !strcasecmp(name, text)) {
			ret->number = state;
			return 0;
		}
	}
	return smc_err_usage(err, "state: there is no '%s'", text);
}

static bool state_fits(const union smcss_value *value,
		       const struct smcss_row *row)
{
	return row->sock.msg.diag_state == value->number;
}

static void state_words(FILE *f)
{
	unsigned int state;
	const char *name;

	for (state = 0; state < STATES; state++) {
		name = smc_state_name((uint8_t)state);
		if (name)
			fprintf(f, "%s\n", name);
	}
}

static const struct mode {
	const char *word;
	uint8_t mode;
} modes[] = {
	{ "smcd", SMC_DIAG_MODE_SMCD }, { "smcr", SMC_DIAG_MODE_SMCR },
	{ "tcp", SMC_DIAG_MODE_FALLBACK_TCP },
};

#define MODES (sizeof(modes) / sizeof(modes[0]))

static int mode_read(const char *text, union smcss_value *ret,
		     struct smc_err *err)
{
	size_t i;

	for (i = 0; i < MODES; i++)
		if (!strcasecmp(modes[i].word, text)) {
			ret->number = modes[i].mode;
			return 0;
		}
	return smc_err_usage(err, "mode: '%s' is none of smcd, smcr, tcp",
			     text);
}

/* Listeners and new sockets have none yet, whatever the kernel says. */
static bool mode_fits(const union smcss_value *value,
		      const struct smcss_row *row)
{
	return smcss_is_connected(&row->sock) &&
	       row->sock.msg.diag_mode == value->number;
}

static void mode_words(FILE *f)
{
	size_t i;

	for (i = 0; i < MODES; i++)
		fprintf(f, "%s\n", modes[i].word);
}

/* A number in decimal digits and up to @max, ended by @end. */
static bool number_read(const char *text, char end, unsigned long max,
			unsigned long *ret, const char **ret_rest)
{
	size_t digits = strspn(text, "0123456789");

	if (!digits || digits > 10 || text[digits] != end)
		return false;
	*ret = strtoul(text, NULL, 10);
	*ret_rest = text + digits + (end != '\0');
	return *ret <= max;
}

static int ports_read(const char *text, union smcss_value *ret,
		      struct smc_err *err)
{
	unsigned long first, last;
	const char *rest = text;

	if (number_read(text, '\0', UINT16_MAX, &first, &rest)) {
		last = first;
	} else if (!number_read(text, '-', UINT16_MAX, &first, &rest) ||
		   !number_read(rest, '\0', UINT16_MAX, &last, &rest) ||
		   first > last) {
		return smc_err_usage(err, "'%s' is no port and no range of ports",
				     text);
	}
	ret->ports.first = (uint16_t)first;
	ret->ports.last = (uint16_t)last;
	return 0;
}

static bool port_within(const union smcss_value *value, uint16_t port)
{
	return port >= value->ports.first && port <= value->ports.last;
}

static bool sport_fits(const union smcss_value *value,
		       const struct smcss_row *row)
{
	return port_within(value, row->sock.local_port);
}

static bool dport_fits(const union smcss_value *value,
		       const struct smcss_row *row)
{
	return port_within(value, row->sock.peer_port);
}

/* IPv4 as IPv6 maps it, so that both ways of writing an address are one. */
static void mapped_set(struct in6_addr *ret, const void *v4)
{
	memset(ret, 0, sizeof(*ret));
	ret->s6_addr[10] = 0xff;
	ret->s6_addr[11] = 0xff;
	memcpy(&ret->s6_addr[12], v4, 4);
}

static int net_read(const char *text, union smcss_value *ret,
		    struct smc_err *err)
{
	const char *slash = strchr(text, '/'), *rest;
	unsigned long len, max;
	char addr[INET6_ADDRSTRLEN];
	struct in_addr v4;

	snprintf(addr, sizeof(addr), "%.*s",
		 slash ? (int)(slash - text) : (int)sizeof(addr) - 1, text);
	if (inet_pton(AF_INET, addr, &v4) == 1) {
		mapped_set(&ret->net.prefix, &v4);
		max = 32;
	} else if (inet_pton(AF_INET6, addr, &ret->net.prefix) == 1) {
		max = 128;
	} else {
		return smc_err_usage(err, "'%s' is no address", text);
	}
	len = max;
	if (slash && !number_read(slash + 1, '\0', max, &len, &rest))
		return smc_err_usage(err, "'%s': the prefix length is 0 to %lu",
				     text, max);
	ret->net.len = (unsigned int)(128 - max + len);
	return 0;
}

static bool net_fits(const union smcss_value *value,
		     const struct smcss_row *row, const __be32 *words)
{
	unsigned int whole = value->net.len / 8, rest = value->net.len % 8;
	struct in6_addr addr;

	if (row->sock.family == AF_INET6)
		memcpy(&addr, words, sizeof(addr));
	else
		mapped_set(&addr, words);
	return !memcmp(&addr, &value->net.prefix, whole) &&
	       (!rest || !((addr.s6_addr[whole] ^
			    value->net.prefix.s6_addr[whole]) >> (8 - rest)));
}

static bool src_fits(const union smcss_value *value,
		     const struct smcss_row *row)
{
	return net_fits(value, row, row->sock.msg.id.idiag_src);
}

static bool dst_fits(const union smcss_value *value,
		     const struct smcss_row *row)
{
	return net_fits(value, row, row->sock.msg.id.idiag_dst);
}

static int uid_read(const char *text, union smcss_value *ret,
		    struct smc_err *err)
{
	const struct passwd *user;
	unsigned long uid;
	const char *rest;

	if (number_read(text, '\0', UINT32_MAX, &uid, &rest)) {
		ret->number = (uint32_t)uid;
		return 0;
	}
	user = getpwnam(text);
	if (!user)
		return smc_err_usage(err, "uid: there is no user '%s'", text);
	ret->number = user->pw_uid;
	return 0;
}

static bool uid_fits(const union smcss_value *value,
		     const struct smcss_row *row)
{
	return row->sock.msg.diag_uid == value->number;
}

/* A code in hex, or a part of the words that stand for it. */
static int reason_read(const char *text, union smcss_value *ret,
		       struct smc_err *err)
{
	if (!*text)
		return smc_err_usage(err, "reason: a code or a part of its words");
	ret->text = text;
	return 0;
}

static bool code_fits(const char *text, uint32_t code)
{
	const char *name = smc_reason_name(code);
	char *end;

	if (!strncasecmp(text, "0x", 2))
		return strtoul(text, &end, 16) == code && !*end;
	return code && name && strcasestr(name, text);
}

static bool reason_fits(const union smcss_value *value,
			const struct smcss_row *row)
{
	return row->sock.msg.diag_mode == SMC_DIAG_MODE_FALLBACK_TCP &&
	       (code_fits(value->text, row->sock.fback.reason) ||
		code_fits(value->text, row->sock.fback.peer_diagnosis));
}

static int lgr_read(const char *text, union smcss_value *ret,
		    struct smc_err *err)
{
	if (!smc_lgr_id_read(text, &ret->number))
		return 0;
	return smc_err_usage(err, "lgr: '%s' is no link group ID", text);
}

static bool lgr_fits(const union smcss_value *value,
		     const struct smcss_row *row)
{
	return smc_has(row->sock.has, SMC_DIAG_DMBINFO) &&
	       smc_lgr_id_fits(row->sock.dmb.linkid, value->number);
}

/* An SMC-D device goes by its GID in a socket's message. */
static int dev_read(const char *text, union smcss_value *ret,
		    struct smc_err *err)
{
	struct smc_list list;
	struct smc_err ignore;
	size_t i;

	if (!*text)
		return smc_err_usage(err, "dev: a device");
	memset(&ret->dev, 0, sizeof(ret->dev));
	ret->dev.name = text;
	/* The stock module does not tell; RDMA devices go by their names. */
	if (smc_ext_list(&smc_ext_query_dev, &list, &ignore))
		return 0;
	for (i = 0; i < list.count; i++) {
		const struct smc_ext_dev *dev = smc_list_at(&list, i);

		if (!smc_has(dev->has, SMC_EXT_DEV_GID) ||
		    strcmp(dev->name, text))
			continue;
		ret->dev.known = true;
		ret->dev.gid = dev->gid;
		ret->dev.gid_ext = dev->gid_ext;
	}
	smc_list_free(&list);
	return 0;
}

static bool dev_fits(const union smcss_value *value,
		     const struct smcss_row *row)
{
	const struct smc_diag_linkinfo *link = &row->sock.lgr.lnk[0];

	if (smc_has(row->sock.has, SMC_DIAG_LGRINFO) &&
	    !strncmp(value->dev.name, (const char *)link->ibname,
		     sizeof(link->ibname)))
		return true;
	return value->dev.known && smc_has(row->sock.has, SMC_DIAG_DMBINFO) &&
	       row->sock.dmb.gid == value->dev.gid &&
	       row->sock.dmb.gid_ext == value->dev.gid_ext;
}

static int pid_read(const char *text, union smcss_value *ret,
		    struct smc_err *err)
{
	unsigned long pid;
	const char *rest;

	if (!number_read(text, '\0', UINT32_MAX, &pid, &rest))
		return smc_err_usage(err, "pid: '%s' is no process id", text);
	ret->number = (uint32_t)pid;
	return 0;
}

static bool pid_fits(const union smcss_value *value,
		     const struct smcss_row *row)
{
	size_t i;

	for (i = 0; i < row->n_holds; i++)
		if (smcss_row_process(row, i)->pid == value->number)
			return true;
	return false;
}

static int comm_read(const char *text, union smcss_value *ret,
		     struct smc_err *err)
{
	ret->text = text;
	return *text ? 0 : smc_err_usage(err, "comm: there is no name");
}

/* The kernel keeps the first bytes of a name only. */
static bool comm_fits(const union smcss_value *value,
		      const struct smcss_row *row)
{
	size_t i;

	for (i = 0; i < row->n_holds; i++)
		if (!strncmp(smcss_row_process(row, i)->comm, value->text,
			     SMCSS_COMM - 1))
			return true;
	return false;
}

#define EXT(attr) (1 << ((attr) - 1))

static const struct smcss_key keys[] = {
	{ "state", "STATE", 0, state_read, state_fits, state_words },
	{ "mode", "smcd|smcr|tcp", 0, mode_read, mode_fits, mode_words },
	{ "sport", "PORT[-PORT]", 0, ports_read, sport_fits, NULL },
	{ "dport", "PORT[-PORT]", 0, ports_read, dport_fits, NULL },
	{ "src", "ADDRESS[/LENGTH]", 0, net_read, src_fits, NULL },
	{ "dst", "ADDRESS[/LENGTH]", 0, net_read, dst_fits, NULL },
	{ "uid", "USER", 0, uid_read, uid_fits, NULL },
	{ "reason", "CODE|WORDS", 0, reason_read, reason_fits, NULL },
	{ "lgr", "LG-ID", EXT(SMC_DIAG_DMBINFO), lgr_read, lgr_fits, NULL },
	{ "dev", "DEVICE", EXT(SMC_DIAG_DMBINFO) | EXT(SMC_DIAG_LGRINFO),
	  dev_read, dev_fits, NULL },
	{ "pid", "PID", 0, pid_read, pid_fits, NULL },
	{ "comm", "NAME", 0, comm_read, comm_fits, NULL },
};

#define KEYS (sizeof(keys) / sizeof(keys[0]))

static const struct smcss_key *key_find(const char *word)
{
	size_t i;

	for (i = 0; i < KEYS; i++)
		if (!strcmp(keys[i].word, word))
			return &keys[i];
	return NULL;
}

static int unknown_say(const char *word, struct smc_err *err)
{
	char list[128] = "";
	size_t len = 0, i;
	int rc;

	for (i = 0; i < KEYS; i++)
		len += (size_t)snprintf(list + len, sizeof(list) - len, "%s%s",
					i ? ", " : "", keys[i].word);
	rc = smc_err_usage(err, "unknown condition '%s'", word);
	smc_err_hint(err, "%s", list);
	return rc;
}

/* One value, which is kept as it was written. */
static int value_read(struct smcss_filter *filter, const struct smcss_key *key,
		      const char *text, size_t len, struct smc_err *err)
{
	char *copy = filter->text + filter->n_text;

	if (filter->n_values == SMCSS_VALUES ||
	    len >= sizeof(filter->text) - filter->n_text)
		return smc_err_usage(err, "more than %d values, or %d bytes",
				     SMCSS_VALUES, SMCSS_TEXT);
	memcpy(copy, text, len);
	copy[len] = '\0';
	filter->n_text += len + 1;
	return key->read(copy, &filter->values[filter->n_values++], err);
}

/* The values of one condition, divided by commas. */
static int values_read(struct smcss_filter *filter,
		       const struct smcss_key *key, const char *text,
		       struct smc_err *err)
{
	size_t len;
	int rc;

	for (;;) {
		len = strcspn(text, ",");
		rc = value_read(filter, key, text, len, err);
		if (rc || !text[len])
			return rc;
		text += len + 1;
	}
}

/**
 * smcss_filter_parse() - read conditions
 * @words: name and values of each in turn
 * @n: number of words
 * @ret: gets the conditions
 * @err: says what is wrong
 *
 * Return: 0 or -EINVAL.
 */
int smcss_filter_parse(char **words, int n, struct smcss_filter *ret,
		       struct smc_err *err)
{
	const struct smcss_key *key;
	int i, rc;

	memset(ret, 0, sizeof(*ret));
	for (i = 0; i < n; i += 2) {
		key = key_find(words[i]);
		if (!key)
			return unknown_say(words[i], err);
		if (i + 1 == n)
			return smc_err_usage(err, "%s needs %s", key->word,
					     key->value);
		if (ret->n == SMCSS_CONDITIONS)
			return smc_err_usage(err, "more than %d conditions",
					     SMCSS_CONDITIONS);
		rc = values_read(ret, key, words[i + 1], err);
		if (rc)
			return rc;
		ret->keys[ret->n++] = key;
		ret->begin[ret->n] = ret->n_values;
	}
	return 0;
}

/**
 * smcss_filter_has() - is there a condition of this kind?
 * @filter: the conditions
 * @key: its name
 *
 * Return: true if so.
 */
bool smcss_filter_has(const struct smcss_filter *filter, const char *key)
{
	unsigned int i;

	for (i = 0; i < filter->n; i++)
		if (!strcmp(filter->keys[i]->word, key))
			return true;
	return false;
}

/**
 * smcss_filter_needs() - which attributes do the conditions look at?
 * @filter: the conditions
 *
 * Return: bits 1 << (SMC_DIAG_… - 1).
 */
uint8_t smcss_filter_needs(const struct smcss_filter *filter)
{
	uint8_t needs = 0;
	unsigned int i;

	for (i = 0; i < filter->n; i++)
		needs |= filter->keys[i]->needs;
	return needs;
}

/**
 * smcss_filter_fits() - does a socket meet the conditions?
 * @filter: the conditions
 * @row: the socket with its owners, and with all that smcss_filter_needs() names
 *
 * Return: true if it meets each by one of its values.
 */
bool smcss_filter_fits(const struct smcss_filter *filter,
		       const struct smcss_row *row)
{
	unsigned int i, v;

	for (i = 0; i < filter->n; i++) {
		for (v = filter->begin[i]; v < filter->begin[i + 1]; v++)
			if (filter->keys[i]->fits(&filter->values[v], row))
				break;
		if (v == filter->begin[i + 1])
			return false;
	}
	return true;
}

/**
 * smcss_filter_words() - print what could be the next word of conditions
 * @words: those before it
 * @n: their number
 * @f: where to
 */
void smcss_filter_words(char **words, int n, FILE *f)
{
	const struct smcss_key *key;
	size_t i;

	if (n % 2) {
		key = key_find(words[n - 1]);
		if (key && key->words)
			key->words(f);
		return;
	}
	for (i = 0; i < KEYS; i++)
		fprintf(f, "%s\n", keys[i].word);
}
