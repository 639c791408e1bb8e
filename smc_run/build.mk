# SPDX-License-Identifier: GPL-2.0-or-later
#
# The preload library. It runs in programs of any C library, so it uses none,
# and none of the flags that a user may give for the tools (sanitizers).
#
# There is one library per ABI. glibc's linkers replace $LIB in LD_PRELOAD by a
# folder that differs per ABI and distribution, so each such name gets a link
# to the library of its ABI. No 32-bit libc or compiler package is needed.

PRELOAD_SRC := smc_run/preload/libsmcrun.c
PRELOAD_CFLAGS := -std=gnu11 -O2 -g $(WARN) -ffreestanding -fno-builtin -fPIC \
	-fno-stack-protector -fvisibility=hidden -U_FORTIFY_SOURCE
PRELOAD_LDFLAGS := -nostdlib -shared -Wl,-soname,libsmcrun.so \
	-Wl,-z,defs,-z,now,-z,relro,-z,noexecstack

LIBRARIES += $(O)/bin/libsmcrun.so
ifeq ($(shell uname -m),x86_64)
LIBRARIES += $(O)/bin/libsmcrun32.so
# What this host's linker makes of $LIB; the other names are 32-bit linkers'.
PRELOAD_LIB64 := $(or $(shell /lib64/ld-linux-x86-64.so.2 --list-diagnostics \
	2>/dev/null | sed -n 's/^dl_dst_lib="\(.*\)"$$/\1/p'),lib64)
PRELOAD_LIB32 := $(filter-out $(PRELOAD_LIB64),lib lib32 lib/i386-linux-gnu)
endif

# $(call preload-links,DIR): the names of $LIB in DIR
preload-link = mkdir -p $(1)/$(2) && ln -srf $(1)/$(3) $(1)/$(2)/libsmcrun.so &&
preload-links = \
	$(foreach l,$(PRELOAD_LIB64),$(call preload-link,$(1),$l,libsmcrun.so)) \
	$(foreach l,$(PRELOAD_LIB32),$(call preload-link,$(1),$l,libsmcrun32.so)) :

$(O)/bin/libsmcrun.so: $(PRELOAD_SRC)
	@$(say) LD $@
	@mkdir -p $(@D) $(O)/obj
	$(Q)$(CC) $(PRELOAD_CFLAGS) -MMD -MP -MF $(O)/obj/libsmcrun.d \
		$(PRELOAD_LDFLAGS) -o $@ $<
-include $(O)/obj/libsmcrun.d

$(O)/bin/libsmcrun32.so: $(PRELOAD_SRC) smc_run/build.mk
	@$(say) LD $@
	@mkdir -p $(@D) $(O)/obj
	$(Q)$(CC) -m32 $(PRELOAD_CFLAGS) -MMD -MP -MF $(O)/obj/libsmcrun32.d \
		$(PRELOAD_LDFLAGS) -o $@ $<
	$(Q)$(call preload-links,$(@D))
-include $(O)/obj/libsmcrun32.d

.PHONY: preload-install preload-uninstall
install: preload-install
uninstall: preload-uninstall

preload-install: $(LIBRARIES)
	$(Q)install -d $(D)/lib/smc
	$(Q)$(call preload-links,$(D)/lib/smc)

preload-uninstall:
	$(Q)rm -f $(patsubst %,$(D)/lib/smc/%/libsmcrun.so,\
		$(PRELOAD_LIB64) $(PRELOAD_LIB32))
	$(Q)! cd $(D)/lib/smc 2>/dev/null || rmdir -p \
		--ignore-fail-on-non-empty $(PRELOAD_LIB64) $(PRELOAD_LIB32) \
		2>/dev/null || :
