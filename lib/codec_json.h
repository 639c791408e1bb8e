/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Entries of the kernel's tables as JSON, by the rows of their codecs: attribute
 * for attribute, under the attributes' own names.
 */
#ifndef SMC_CODEC_JSON_H
#define SMC_CODEC_JSON_H

#include <json-c/json.h>

#include "codec.h"

struct json_object *smc_codec_to_json(const struct smc_codec *codec,
				      const void *obj);

#endif /* SMC_CODEC_JSON_H */
