// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Names that tell whose host it is become tokens, the same name the same token
 * all through the bundle. Addresses are known by their look; EIDs, host names
 * and GIDs by the JSON keys they stand under, and are then found anywhere.
 */
#include <arpa/inet.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "bundle.h"
#include "json.h"

struct name {
	char *text;
	char token[24];
};

/**
 * struct names - what has a token
 * @items: the names
 * @n: their number
 * @oom: one is missing: nothing must be shown
 */
struct names {
	struct name *items;
	size_t n;
	bool oom;
};

/* Keys, or the last parts of them, and the kind of name that is there. */
static const struct {
	const char *key;
	const char *kind;
} keys[] = {
	{ "eid", "eid" }, { "seid", "eid" }, { "hostname", "host" },
	{ "gid", "gid" }, { "peer_gid", "gid" }, { "peer-gid", "gid" },
	{ "SMC_NLA_EID_TABLE_ENTRY", "eid" }, { "SMC_NLA_SEID_ENTRY", "eid" },
	{ "SMC_NLA_SYS_SEID", "eid" }, { "SMC_NLA_LGR_V2_NEG_EID", "eid" },
	{ "SMC_NLA_SYS_LOCAL_HOST", "host" },
	{ "SMC_NLA_LGR_V2_PEER_HOST", "host" },
};

/* Longest name that is looked up by its look. */
#define LOOK_MAX	64

static const char *name_find(const struct names *names, const char *text,
			     size_t len)
{
	size_t i;

	for (i = 0; i < names->n; i++)
		if (strlen(names->items[i].text) == len &&
		    !memcmp(names->items[i].text, text, len))
			return names->items[i].token;
	return NULL;
}

/* The token of a name, a new one if it has none. */
static const char *name_token(struct names *names, const char *kind,
			      const char *text, size_t len)
{
	const char *old = name_find(names, text, len);
	struct name *items;
	unsigned int nr = 1;
	char *copy;
	size_t i;

	if (old)
		return old;
	items = reallocarray(names->items, names->n + 1, sizeof(*items));
	if (items)
		names->items = items;
	copy = items ? strndup(text, len) : NULL;
	if (!copy) {
		names->oom = true;
		return "redacted";
	}
	items[names->n].text = copy;
	for (i = 0; i < names->n; i++)
		nr += !strncmp(items[i].token, kind, strlen(kind)) &&
		      items[i].token[strlen(kind)] == '-';
	snprintf(items[names->n].token, sizeof(items[0].token), "%s-%u", kind,
		 nr);
	return items[names->n++].token;
}

static const char *key_kind(const char *key)
{
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (!strcmp(keys[i].key, key))
			return keys[i].kind;
	return NULL;
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

/* A GID may be an address, which has a token of its own. */
static void names_learn(struct names *names, struct json_object *json,
			const char *kind)
{
	struct json_object_iterator it, end;
	const char *text;
	size_t i, len;

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
	} else if (kind && json_object_is_type(json, json_type_string)) {
		len = (size_t)json_object_get_string_len(json);
		text = trim(json_object_get_string(json), &len);
		if (len && !memchr(text, ':', len))
			(void)name_token(names, kind, text, len);
	}
}

static bool is_mac(const char *text)
{
	size_t i;

	for (i = 0; i < 17; i++)
		if (i % 3 == 2 ? text[i] != ':' :
		    !isxdigit((unsigned char)text[i]))
			return false;
	return !text[17];
}

/* Nobody's, or everybody's. */
static bool is_common(const uint8_t *ip, size_t n)
{
	static const uint8_t one[16] = { [15] = 1 }, none[16] = { 0 };

	if (n == 4)
		return !ip[0] || ip[0] == 127 || ip[0] == 255;
	return !memcmp(ip, one, 16) || !memcmp(ip, none, 16);
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
		       name_token(names, "mac", text, len);
	if (inet_pton(AF_INET, text, ip) == 1)
		return is_common(ip, 4) ? NULL :
		       name_token(names, "ip4", text, len);
	if (inet_pton(AF_INET6, text, ip) != 1 || is_common(ip, 16))
		return NULL;
	if (!memcmp(ip, mapped, sizeof(mapped))) {
		inet_ntop(AF_INET, ip + 12, v4, sizeof(v4));
		return is_common(ip + 12, 4) ? NULL :
		       name_token(names, "ip4", v4, strlen(v4));
	}
	inet_ntop(AF_INET6, ip, text, sizeof(text));	/* one way to write it */
	return name_token(names, "ip6", text, strlen(text));
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

/*
 * What begins here: an address, behind which a port may stand, or a name.
 * Returns its token and length, or NULL and the length of what is no name.
 */
static const char *word_token(struct names *names, const char *at,
			      size_t *ret_len)
{
	size_t look = span(at, is_look_char), name = span(at, is_name_char);
	const char *token, *colon;
	size_t len;

	for (len = look; len && at[len - 1] == '.'; len--)
		;	/* the end of a sentence */
	token = name <= look ? look_token(names, at, len) : NULL;
	if (token) {
		*ret_len = len;
		return token;
	}
	colon = memchr(at, ':', look);
	if (colon && (size_t)(colon - at) <= name) {
		len = (size_t)(colon - at);
		token = look_token(names, at, len);
		if (token) {
			*ret_len = len;
			return token;
		}
	}
	for (len = name; len && at[len - 1] == '.'; len--)
		;
	*ret_len = name ? name : 1;
	token = len ? name_find(names, at, len) : NULL;
	if (token)
		*ret_len = len;
	else if (look > *ret_len)	/* no part of it is looked at again */
		*ret_len = name > look ? name : look;
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

/* Values only: keys are the same on every host. */
static void json_redact(struct names *names, struct json_object *json)
{
	struct json_object_iterator it, end;
	char *text;
	size_t i;

	if (json_object_is_type(json, json_type_array)) {
		for (i = 0; i < json_object_array_length(json); i++)
			json_redact(names, json_object_array_get_idx(json, i));
	} else if (json_object_is_type(json, json_type_object)) {
		it = json_object_iter_begin(json);
		end = json_object_iter_end(json);
		for (; !json_object_iter_equal(&it, &end);
		     json_object_iter_next(&it))
			json_redact(names, json_object_iter_peek_value(&it));
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
		(void)name_token(names, "host", u.nodename,
				 strlen(u.nodename));
	for (i = 0; i < bundle->n; i++) {
		if (!bundle->files[i].text)
			continue;
		json = json_tokener_parse(bundle->files[i].text);
		if (json_object_is_type(json, json_type_object))
			names_learn(names, json, NULL);
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
	for (i = 0; i < names.n; i++)
		free(names.items[i].text);
	free(names.items);
	bundle->redacted = true;
	return names.oom ? -ENOMEM : 0;
}
