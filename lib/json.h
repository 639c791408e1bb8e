/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Objects as JSON. */
#ifndef SMC_JSON_H
#define SMC_JSON_H

#include <json-c/json.h>

#include "field.h"

int smc_json_put(struct json_object *root, const char *path,
		 struct json_object *value);
int smc_json_put_field(struct json_object *root, const struct smc_field *f,
		       const void *obj);
int smc_json_put_fields(struct json_object *root,
			const struct smc_table *table, const void *obj);

#endif /* SMC_JSON_H */
