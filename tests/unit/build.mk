# SPDX-License-Identifier: GPL-2.0-or-later
#
# Unit tests of kmod/core, and of files of tools that decide much: each
# test_NAME.c is a program, built by both compilers with the sanitizers on.

UNIT_CC := gcc clang
UNIT_CFLAGS := -std=gnu11 -O1 -g $(WARN) -Wdeclaration-after-statement \
	-fsanitize=address,undefined -fno-sanitize-recover=all \
	-fno-omit-frame-pointer -D_GNU_SOURCE -I. -Ilib -Ikmod $(PKG_CFLAGS)
UNIT_NAMES := $(patsubst tests/unit/test_%.c,%,$(wildcard tests/unit/test_*.c))
UNIT_SHARED := $(wildcard kmod/core/*.c) tests/unit/unit.c

# unit-compiler CC
define unit-compiler
$(O)/unit/$(1)/obj/%.o: %.c
	@$$(say) CC "$$< ($(1))"
	@mkdir -p $$(@D)
	$$(Q)$(1) $$(UNIT_CFLAGS) -MMD -MP -c -o $$@ $$<

$(addprefix $(O)/unit/$(1)/,$(UNIT_NAMES)): $(O)/unit/$(1)/%: \
		$(O)/unit/$(1)/obj/tests/unit/test_%.o \
		$(UNIT_SHARED:%.c=$(O)/unit/$(1)/obj/%.o)
	@$$(say) LD $$@
	$$(Q)$(1) $$(UNIT_CFLAGS) -o $$@ $$^ -lcmocka $$(UNIT_LIBS)

$(O)/unit/$(1)/redact: $(O)/unit/$(1)/obj/smc_dbg/redact.o
$(O)/unit/$(1)/redact: UNIT_LIBS := -ljson-c

UNIT_PROGRAMS += $(addprefix $(O)/unit/$(1)/,$(UNIT_NAMES))
endef
$(foreach cc,$(UNIT_CC),$(eval $(call unit-compiler,$(cc))))
-include $(wildcard $(O)/unit/*/obj/kmod/core/*.d $(O)/unit/*/obj/smc_dbg/*.d \
	$(O)/unit/*/obj/tests/unit/*.d)

.PHONY: unit-programs
.SECONDARY: $(foreach cc,$(UNIT_CC),\
	$(UNIT_NAMES:%=$(O)/unit/$(cc)/obj/tests/unit/test_%.o))
unit-programs: $(UNIT_PROGRAMS)
