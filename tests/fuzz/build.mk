# SPDX-License-Identifier: GPL-2.0-or-later
#
# Fuzz targets: each fuzz_NAME.c is a libFuzzer program.

FUZZ_CC := clang
FUZZ_CFLAGS := -std=gnu11 -O1 -g $(WARN) -fno-sanitize-recover=all \
	-fsanitize=fuzzer,address,undefined -D_GNU_SOURCE -Ikmod
FUZZ_NAMES := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_SHARED := $(patsubst %.c,$(O)/fuzz/obj/%.o,$(wildcard kmod/core/*.c))
FUZZ_PROGRAMS := $(FUZZ_NAMES:%=$(O)/fuzz/%)

$(O)/fuzz/obj/%.o: %.c
	@$(say) CC "$< (fuzz)"
	@mkdir -p $(@D)
	$(Q)$(FUZZ_CC) $(FUZZ_CFLAGS) -MMD -MP -c -o $@ $<

$(FUZZ_PROGRAMS): $(O)/fuzz/%: $(O)/fuzz/obj/tests/fuzz/fuzz_%.o $(FUZZ_SHARED)
	@$(say) LD $@
	$(Q)$(FUZZ_CC) $(FUZZ_CFLAGS) -o $@ $^
-include $(wildcard $(O)/fuzz/obj/kmod/core/*.d $(O)/fuzz/obj/tests/fuzz/*.d)

.PHONY: fuzz-programs
.SECONDARY: $(FUZZ_NAMES:%=$(O)/fuzz/obj/tests/fuzz/fuzz_%.o)
fuzz-programs: $(FUZZ_PROGRAMS)
