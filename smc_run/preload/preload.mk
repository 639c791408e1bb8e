# SPDX-License-Identifier: GPL-2.0-or-later
#
# Builds and installs the preload library. The Makefile includes this; it also
# works alone: make -f smc_run/preload/preload.mk O=DIR preload
#
#   O           where the libraries are built, next to the program smc_run
#   SMC_LIBDIR  where they are installed, as compiled into smc_run
#
# There is one library per ABI. glibc's linkers replace $LIB in LD_PRELOAD by a
# folder that differs per ABI and distribution, so each name gets a link. No
# 32-bit libc or compiler package is needed: the library uses neither.

O ?= build
SMC_LIBDIR ?= /usr/lib/smc

PRELOAD_DIR := $(dir $(lastword $(MAKEFILE_LIST)))
PRELOAD_DEPS := $(addprefix $(PRELOAD_DIR),libsmcrun.c smcsock.h abi.h preload.mk)
PRELOAD_CFLAGS := -std=gnu11 -O2 -g -ffreestanding -fno-builtin -fPIC \
	-fno-stack-protector -fvisibility=hidden -Wall -Wextra -Wshadow \
	-Wstrict-prototypes -Wmissing-prototypes -Wformat=2 -Wvla -Werror
PRELOAD_LDFLAGS := -nostdlib -shared -Wl,-soname,libsmcrun.so \
	-Wl,-z,defs,-z,now,-z,relro,-z,noexecstack

PRELOAD_LIBS := $(O)/libsmcrun.so
ifeq ($(shell uname -m),x86_64)
PRELOAD_LIBS += $(O)/libsmcrun32.so
# What our own linker makes of $LIB, the other names belong to 32 bits.
PRELOAD_LIB64 := $(or $(shell /lib64/ld-linux-x86-64.so.2 --list-diagnostics \
	2>/dev/null | sed -n 's/^dl_dst_lib="\(.*\)"$$/\1/p'),lib64)
PRELOAD_LIB32 := $(filter-out $(PRELOAD_LIB64),lib lib32 lib/i386-linux-gnu)
endif

# $(call preload_links,DIR): the names of $LIB in DIR
preload_links = $(foreach l,$(PRELOAD_LIB64),$(call preload_link,$1,$l,libsmcrun.so)) \
	$(foreach l,$(PRELOAD_LIB32),$(call preload_link,$1,$l,libsmcrun32.so)) true
preload_link = mkdir -p '$1/$2' && ln -srf '$1/$3' '$1/$2/libsmcrun.so' &&

.PHONY: preload preload-install preload-uninstall

preload: $(PRELOAD_LIBS)
	@$(call preload_links,$(O))

$(O)/libsmcrun.so: $(PRELOAD_DEPS)
	@mkdir -p $(@D)
	$(Q)$(CC) $(PRELOAD_CFLAGS) $(PRELOAD_LDFLAGS) -o $@ $<

$(O)/libsmcrun32.so: $(PRELOAD_DEPS)
	@mkdir -p $(@D)
	$(Q)$(CC) -m32 $(PRELOAD_CFLAGS) $(PRELOAD_LDFLAGS) -o $@ $<

preload-install: preload
	install -d '$(DESTDIR)$(SMC_LIBDIR)'
	install -m 644 $(PRELOAD_LIBS) '$(DESTDIR)$(SMC_LIBDIR)'
	$(call preload_links,$(DESTDIR)$(SMC_LIBDIR))

preload-uninstall:
	rm -f $(patsubst $(O)/%,'$(DESTDIR)$(SMC_LIBDIR)/%',$(PRELOAD_LIBS)) \
	  $(patsubst %,'$(DESTDIR)$(SMC_LIBDIR)/%/libsmcrun.so',$(PRELOAD_LIB64) $(PRELOAD_LIB32))
	-cd '$(DESTDIR)$(SMC_LIBDIR)' && rmdir -p --ignore-fail-on-non-empty \
	  $(PRELOAD_LIB64) $(PRELOAD_LIB32) 2>/dev/null; rmdir '$(DESTDIR)$(SMC_LIBDIR)'
