// SPDX-License-Identifier: GPL-2.0-or-later
#include "json.h"

#include <errno.h>
#include <string.h>

/* Get the object below @parent with this name, making it when needed. */
static struct json_object *child_get(struct json_object *parent,
				     const char *name)
{
	struct json_object *child;

	if (json_object_object_get_ex(parent, name, &child))
		return json_object_is_type(child, json_type_object) ?
		       child : NULL;
	child = json_object_new_object();
	if (child && json_object_object_add(parent, name, child)) {
		json_object_put(child);
		return NULL;
	}
	return child;
}

/**
 * smc_json_put() - put a value at a path
 * @root: the document
 * @path: names divided by dots; objects on the way are made when needed
 * @value: the value, NULL when there was no memory to make it; owned by
 *	@root afterwards, or freed
 *
 * Return: 0 or -ENOMEM.
 */
int smc_json_put(struct json_object *root, const char *path,
		 struct json_object *value)
{
	struct json_object *obj = root;
	const char *dot;
	char name[64];

	if (!value)
		return -ENOMEM;
	while (obj && (dot = strchr(path, '.'))) {
		size_t len = (size_t)(dot - path);

		if (len >= sizeof(name))
			break;
		memcpy(name, path, len);
		name[len] = '\0';
		obj = child_get(obj, name);
		path = dot + 1;
	}
	if (!obj || json_object_object_add(obj, path, value)) {
		json_object_put(value);
		return -ENOMEM;
	}
	return 0;
}

/* Blanks at the end of a kernel's string are padding. */
static struct json_object *string_new(const char *s)
{
	size_t len = strlen(s);

	while (len && s[len - 1] == ' ')
		len--;
	return json_object_new_string_len(s, (int)len);
}

static struct json_object *value_new(const struct smc_field *f,
				     const void *obj, bool *ret_none)
{
	char buf[SMC_FIELD_TEXT];
	enum smc_text got;

	struct json_object *list = NULL;

	*ret_none = false;
	switch (f->form) {
	case SMC_FORM_LIST:
		*ret_none = !f->json(obj, &list) && !list;
		return list;
	case SMC_FORM_DEC:
		return json_object_new_uint64(smc_field_num(f, obj));
	case SMC_FORM_BOOL:
		return json_object_new_boolean(smc_field_num(f, obj) != 0);
	}
	got = smc_field_text(f, obj, buf);
	*ret_none = got == SMC_TEXT_NONE || got == SMC_TEXT_STOP;
	return *ret_none ? NULL : string_new(buf);
}

/**
 * smc_json_put_field() - put a value of an object into a document
 * @root: the document
 * @f: the value; one without a key is left out, and one that is not there
 * @obj: the object
 *
 * Return: 0 or -ENOMEM.
 */
int smc_json_put_field(struct json_object *root, const struct smc_field *f,
		       const void *obj)
{
	struct json_object *value;
	bool none;

	if (!f->key || !smc_field_present(f, obj))
		return 0;
	value = value_new(f, obj, &none);
	return none ? 0 : smc_json_put(root, f->key, value);
}

/**
 * smc_json_put_fields() - put all values of an object into a document
 * @root: the document
 * @table: how such objects are shown
 * @obj: the object
 *
 * Return: 0 or -ENOMEM.
 */
int smc_json_put_fields(struct json_object *root,
			const struct smc_table *table, const void *obj)
{
	unsigned int i;
	int rc = 0;

	for (i = 0; !rc && i < table->n; i++)
		rc = smc_json_put_field(root, &table->fields[i], obj);
	return rc;
}
