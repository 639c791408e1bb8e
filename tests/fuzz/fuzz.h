/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the fuzz targets share. */
#ifndef SMC_TESTS_FUZZ_H
#define SMC_TESTS_FUZZ_H

#include "core/port.h"

/* A property that does not hold is as bad as a crash. */
#define CHECK(cond) do { if (!(cond)) __builtin_trap(); } while (0)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif /* SMC_TESTS_FUZZ_H */
