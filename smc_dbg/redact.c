// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Names that tell whose host it is become tokens, the same name the same token
 * all through the bundle. Addresses are known by their look; EIDs, host names
 * and GIDs by the JSON keys they stand under, EIDs by the command that adds them,
 * too, and are then found anywhere.
 */
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "bundle.h"
#include "json.h"

struct name {
	char token[24];
	char text[];
};

enum kind { KIND_EID, KIND_HOST, KIND_GID, KIND_MAC, KIND_IP4, KIND_IP6, KINDS };

static const char *const kind_words[KINDS] = {
	"eid", "host", "gid", "mac", "ip4", "ip6"
};

/**
 * struct names - what has a token
 * @tree: the names, for tsearch(3)
 * @count: how many of each kind
 * @oom: one is missing: nothing must be shown
 */
struct names {
	void *tree;
	unsigned int count[KINDS];
	bool oom;
};

/* Keys, or the last parts of them, and the kind of name that is there. */
static const struct {
	const char *key;
	enum kind kind;
} keys[] = {
	{ "eid", KIND_EID }, { "seid", KIND_EID }, { "hostname", KIND_HOST },
	{ "gid", KIND_GID }, { "peer_gid", KIND_GID },
	{ "peer-gid", KIND_GID },
	{ "SMC_NLA_EID_TABLE_ENTRY", KIND_EID },
	{ "SMC_NLA_SEID_ENTRY", KIND_EID }, { "SMC_NLA_SYS_SEID", KIND_EID },
	{ "SMC_NLA_LGR_V2_NEG_EID", KIND_EID },
	{ "SMC_NLA_SYS_LOCAL_HOST", KIND_HOST },
	{ "SMC_NLA_LGR_V2_PEER_HOST", KIND_HOST },
	{ "SMC_NLA_LGR_D_GID", KIND_GID },
	{ "SMC_NLA_LGR_D_PEER_GID", KIND_GID },
	{ "SMC_NLA_LGR_D_EXT_GID", KIND_GID },
	{ "SMC_NLA_LGR_D_PEER_EXT_GID", KIND_GID },
	{ "SMC_EXT_DEV_GID", KIND_GID }, { "SMC_EXT_DEV_EXT_GID", KIND_GID },
};

/* Behind it stands an EID, in units of systemd. */
#define EID_COMMAND	"ueid add "

/* Longest name that is looked up by its look. */
#define LOOK_MAX	64

/* A name is as long as it is: texts with a length are copied to look it up. */
static int name_cmp(const void *a, const void *b)
{
	return strcmp(((const struct name *)a)->text,
		      ((const struct name *)b)->text);
}

static struct name *name_new(const char *text, size_t len)
{
	struct name *name = malloc(sizeof(*name) + len + 1);

	if (!name)
		return NULL;
	memcpy(name->text, text, len);
	name->text[len] = '\0';
	return name;
}

static const char *name_find(struct names *names, const char *text, size_t len)
{
	struct name *key = name_new(text, len);
	struct name **found;

	if (!key) {
		names->oom = true;
		return NULL;
	}
	found = tfind(key, &names->tree, name_cmp);
	free(key);
	return found ? (*found)->token : NULL;
}

/* The token of a name, a new one if it has none. */
static const char *name_token(struct names *names, enum kind kind,
			      const char *text, size_t len)
{
	struct name *name = name_new(text, len);
	struct name **found = name ? tsearch(name, &names->tree, name_cmp) :
				     NULL;

	if (!found) {
		free(name);
		names->oom = true;
		return "redacted";
	}
	if (*found != name)
		free(name);
	else
		snprintf(name->token, sizeof(name->token), "%s-%u",
			 kind_words[kind], ++names->count[kind]);
	return (*found)->token;
}

/* The kind of name below a key, or KINDS. */
static enum kind key_kind(const char *key)
{
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(keys[i].key, key))
			return keys[i].kind;
	return KINDS;
}

/* Blanks around a name are padding. */
static const char *trim(const char *text, size_t *len)
{
	while (*len && text[*len - 1] == ' ')
		--*len;
	while (*len && *text == ' ') {
		text++;
		--*len;
	}
	return text;
}

/* A host is known by the first part of its name, too. */
static void name_learn(struct names *names, enum kind kind, const char *text,
		       size_t len)
{
	const char *dot;

	text = trim(text, &len);
	/* a GID may be an address, which has a token of its own */
	if (!len || memchr(text, ':', len))
		return;
	(void)name_token(names, kind, text, len);
	dot = kind == KIND_HOST ? memchr(text, '.', len) : NULL;
	if (dot && dot > text)
		(void)name_token(names, kind, text, (size_t)(dot - text));
}

static void names_learn(struct names *names, struct json_object *json,
			enum kind kind)
{
	struct json_object_iterator it, end;
	size_t i;

	if (json_object_is_type(json, json_type_array)) {
		for (i = 0; i < json_object_array_length(json); i++)
			names_learn(names, json_object_array_get_idx(json, i),
				    kind);
	} else if (json_object_is_type(json, json_type_object)) {
		it = json_object_iter_begin(json);
		end = json_object_iter_end(json);
		for (; !json_object_iter_equal(&it, &end);
		     json_object_iter_next(&it))
			names_learn(names, json_object_iter_peek_value(&it),
				    key_kind(json_object_iter_peek_name(&it)));
	} else if (kind != KINDS && json_object_is_type(json, json_type_string)) {
		name_learn(names, kind, json_object_get_string(json),
			   (size_t)json_object_get_string_len(json));
	}
}

/* Of a file that is no JSON: what its commands add. */
static void text_learn(struct names *names, const char *text)
{
	while ((text = strstr(text, EID_COMMAND))) {
		text += strlen(EID_COMMAND);
		text += strspn(text, " '\"");
		name_learn(names, KIND_EID, text, strcspn(text, " '\";\t\n"));
	}
}

/* A hardware address: six bytes, or more, as those of InfiniBand. */
static bool is_mac(const char *text)
{
	size_t i;

	for (i = 0; text[i]; i++)
		if (i % 3 == 2 ? text[i] != ':' :
		    !isxdigit((unsigned char)text[i]))
			return false;
	return i % 3 == 2 && i >= 17;
}

/* Nobody's, or everybody's: "::1", "::", two colons before an IPv4 address. */
static bool is_common(const uint8_t *ip, size_t n)
{
	static const uint8_t none[12] = { 0 };

	if (n == 4)
		return !ip[0] || ip[0] == 127 || ip[0] == 255;
	return !memcmp(ip, none, sizeof(none));
}

/* The token of what looks like an address, NULL: it does not. */
static const char *look_token(struct names *names, const char *word,
			      size_t len)
{
	static const uint8_t mapped[12] = { [10] = 0xff, [11] = 0xff };
	char text[LOOK_MAX], v4[INET_ADDRSTRLEN];
	uint8_t ip[16];

	if (len < 2 || len >= sizeof(text))
		return NULL;
	memcpy(text, word, len);
	text[len] = '\0';
	if (is_mac(text))
		return strcspn(text, "123456789abcdefABCDEF") == len ? NULL :
		       name_token(names, KIND_MAC, text, len);
	if (inet_pton(AF_INET, text, ip) == 1)
		return is_common(ip, 4) ? NULL :
		       name_token(names, KIND_IP4, text, len);
	if (inet_pton(AF_INET6, text, ip) != 1 || is_common(ip, 16))
		return NULL;
	if (!memcmp(ip, mapped, sizeof(mapped))) {
		inet_ntop(AF_INET, ip + 12, v4, sizeof(v4));
		return is_common(ip + 12, 4) ? NULL :
		       name_token(names, KIND_IP4, v4, strlen(v4));
	}
	inet_ntop(AF_INET6, ip, text, sizeof(text));	/* one way to write it */
	return name_token(names, KIND_IP6, text, strlen(text));
}

static bool is_name_char(char c)
{
	return isalnum((unsigned char)c) || c == '-' || c == '.' || c == '_';
}

static bool is_look_char(char c)
{
	return isxdigit((unsigned char)c) || c == ':' || c == '.';
}

static size_t span(const char *text, bool (*is)(char c))
{
	size_t n = 0;

	while (text[n] && is(text[n]))
		n++;
	return n;
}

/* The longest address that begins here and ends where a word may end. */
static const char *address_token(struct names *names, const char *at,
				 size_t *ret_len)
{
	size_t len = span(at, is_look_char);
	const char *token = NULL;

	if (len >= LOOK_MAX)
		len = LOOK_MAX - 1;
	for (; !token && len > 1; len--) {
		if (isalnum((unsigned char)at[len]))
			continue;
		*ret_len = len;
		token = look_token(names, at, len);
	}
	return token;
}

/* The longest name that begins here, what follows a host's dot being of it. */
static const char *known_token(struct names *names, const char *at,
			       size_t *ret_len)
{
	size_t whole = span(at, is_name_char), len;
	const char *token = NULL;

	while (whole && at[whole - 1] == '.')
		whole--;	/* the end of a sentence */
	for (len = whole; !token && len; len--) {
		if (isalnum((unsigned char)at[len]))
			continue;
		*ret_len = at[len] == '.' ? whole : len;
		token = name_find(names, at, len);
	}
	return token;
}

/*
 * What begins here, at the begin of a word: an address, behind which a port may
 * stand, or a name. Returns its token and length, or NULL and the length of what
 * is neither.
 */
static const char *word_token(struct names *names, const char *at,
			      size_t *ret_len)
{
	const char *token = address_token(names, at, ret_len);

	if (!token && isalnum((unsigned char)*at))
		token = known_token(names, at, ret_len);
	if (!token)
		for (*ret_len = 1; isalnum((unsigned char)at[*ret_len - 1]) &&
		     isalnum((unsigned char)at[*ret_len]); ++*ret_len)
			;
	return token;
}

/* The text with tokens in it; NULL: no memory. */
static char *text_redact(struct names *names, const char *text)
{
	char *ret = NULL;
	size_t room, len;
	FILE *f = open_memstream(&ret, &room);

	if (!f)
		return NULL;
	while (*text) {
		const char *token = word_token(names, text, &len);

		if (token)
			fputs(token, f);
		else
			(void)fwrite(text, 1, len, f); /* seen by fclose() */
		text += len;
	}
	if (fclose(f)) {
		free(ret);
		return NULL;
	}
	return ret;
}

/* A number that is a name. */
static void number_redact(struct names *names, struct json_object *parent,
			  const char *key, struct json_object *number)
{
	const char *text = json_object_get_string(number);
	const char *token = name_token(names, key_kind(key), text, strlen(text));

	if (json_object_object_add(parent, key, json_object_new_string(token)))
		names->oom = true;
}

/* Values only: keys are the same on every host. */
static void json_redact(struct names *names, struct json_object *json)
{
	size_t i;
	char *text;

	if (json_object_is_type(json, json_type_array)) {
		for (i = 0; i < json_object_array_length(json); i++)
			json_redact(names, json_object_array_get_idx(json, i));
	} else if (json_object_is_type(json, json_type_object)) {
		json_object_object_foreach(json, key, value) {
			if (json_object_is_type(value, json_type_int) &&
			    key_kind(key) != KINDS)
				number_redact(names, json, key, value);
			else
				json_redact(names, value);
		}
	} else if (json_object_is_type(json, json_type_string)) {
		text = text_redact(names, json_object_get_string(json));
		if (!text || !json_object_set_string(json, text))
			names->oom = true;
		free(text);
	}
}

static void file_redact(struct names *names, struct bundle_file *file)
{
	struct json_object *json = json_tokener_parse(file->text);
	char *text;

	if (json_object_is_type(json, json_type_object)) {
		json_redact(names, json);
		text = strdup(json_object_to_json_string_ext(json,
			JSON_C_TO_STRING_PLAIN |
			JSON_C_TO_STRING_NOSLASHESCAPE));
	} else {
		text = text_redact(names, file->text);
	}
	json_object_put(json);
	if (!text) {
		names->oom = true;
		return;
	}
	free(file->text);
	file->text = text;
	file->len = strlen(text);
}

static void files_learn(struct names *names, const struct bundle *bundle)
{
	struct json_object *json;
	struct utsname u;
	size_t i;

	if (!uname(&u))
		name_learn(names, KIND_HOST, u.nodename, strlen(u.nodename));
	for (i = 0; i < bundle->n; i++) {
		if (!bundle->files[i].text)
			continue;
		json = json_tokener_parse(bundle->files[i].text);
		if (json_object_is_type(json, json_type_object))
			names_learn(names, json, KINDS);
		else
			text_learn(names, bundle->files[i].text);
		json_object_put(json);
	}
}

/**
 * bundle_redact() - replace addresses, EIDs, GIDs and host names by tokens
 * @bundle: the bundle, of no use when this fails
 *
 * Addresses that every host has stay: of the loopback, and none.
 *
 * Return: 0 or -ENOMEM.
 */
int bundle_redact(struct bundle *bundle)
{
	struct names names = { 0 };
	char *why;
	size_t i;

	files_learn(&names, bundle);
	for (i = 0; i < bundle->n; i++) {
		struct bundle_file *file = &bundle->files[i];

		if (file->text)
			file_redact(&names, file);
		why = text_redact(&names, file->why);
		if (why)
			snprintf(file->why, sizeof(file->why), "%s", why);
		else
			names.oom = true;
		free(why);
	}
	tdestroy(names.tree, free);
	bundle->redacted = true;
	return names.oom ? -ENOMEM : 0;
}
