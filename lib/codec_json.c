// SPDX-License-Identifier: GPL-2.0-or-later
#include "codec_json.h"

#include <stdio.h>
#include <string.h>

/* Longest struct that an attribute is, as hex digits. */
#define RAW_MAX	256

static uint64_t num_get(const void *member, size_t size)
{
	uint64_t v64 = 0;
	uint32_t v32;
	uint16_t v16;

	switch (size) {
	case 1:
		return *(const uint8_t *)member;
	case 2:
		memcpy(&v16, member, sizeof(v16));
		return v16;
	case 4:
		memcpy(&v32, member, sizeof(v32));
		return v32;
	case 8:
		memcpy(&v64, member, sizeof(v64));
	}
	return v64;
}

static struct json_object *raw_to_json(const uint8_t *raw, size_t size)
{
	char hex[2 * RAW_MAX + 1] = "";
	size_t i;

	for (i = 0; i < size && i < RAW_MAX; i++)
		snprintf(hex + 2 * i, 3, "%02x", raw[i]);
	return json_object_new_string(hex);
}

static struct json_object *attr_to_json(const struct smc_attr *a,
					const void *member)
{
	switch (a->kind) {
	case SMC_ATTR_NUM:
		return json_object_new_uint64(num_get(member, a->size));
	case SMC_ATTR_STR:
		return json_object_new_string(member);
	case SMC_ATTR_RAW:
		return raw_to_json(member, a->size);
	case SMC_ATTR_NEST:
		return smc_codec_to_json(a->sub, member);
	}
	return NULL;
}

/**
 * smc_codec_to_json() - make an entry an object, a member for each attribute
 * @codec: what is in it
 * @obj: the entry
 *
 * Return: the object, without what the kernel did not send; NULL: no memory.
 */
struct json_object *smc_codec_to_json(const struct smc_codec *codec,
				      const void *obj)
{
	struct json_object *ret = json_object_new_object(), *value;
	unsigned int i;
	uint64_t has;

	memcpy(&has, (const char *)obj + codec->has, sizeof(has));
	for (i = 0; ret && i < codec->n; i++) {
		const struct smc_attr *a = &codec->attrs[i];

		if (!smc_has(has, a->attr))
			continue;
		value = attr_to_json(a, (const char *)obj + a->off);
		if (value && !json_object_object_add(ret, a->name, value))
			continue;
		json_object_put(value);
		json_object_put(ret);
		ret = NULL;
	}
	return ret;
}
