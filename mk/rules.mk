# SPDX-License-Identifier: GPL-2.0-or-later
#
# How C becomes objects and programs.  A build.mk says
#
#	$(eval $(call program,NAME,SOURCES))	$(O)/NAME from SOURCES and libsmc.a
#	$(call programs,FOLDER)			$(O)/FOLDER/NAME from each NAME.c
#
# and adds what it made to PROGRAMS (made by all, installed in bin), LIBRARIES
# (made by all, installed in lib/smc) or TESTPROGRAMS (made for the tests).

CC  = gcc
AR  = ar
WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes \
	-Wformat=2 -Wvla -Werror
PKGS := libmnl json-c
PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
PKG_LIBS := $(shell pkg-config --libs $(PKGS) 2>/dev/null)

CFLAGS ?= -O2 -g
CPPFLAGS += -D_GNU_SOURCE -DSMC_VERSION='"$(VERSION)"' \
	-DSMC_LIBDIR='"$(PREFIX)/lib/smc"' \
	-Iinclude/uapi -I. -Ilib -Ikmod $(PKG_CFLAGS)
ALL_CFLAGS = -std=gnu11 $(WARN) $(CPPFLAGS) $(CFLAGS)

objects = $(patsubst %.c,$(O)/obj/%.o,$(1))

# In a folder of programs, a .c that has a .h of its name is shared by them all.
helpers-of = $(patsubst %.h,%.c,$(wildcard $(1)/*.h))
programs-of = $(patsubst %.c,$(O)/%,\
	$(filter-out $(call helpers-of,$(1)),$(wildcard $(1)/*.c)))

$(O)/obj/%.o: %.c
	@$(say) CC $<
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

# program NAME SOURCES
define program
$(O)/$(1): $(call objects,$(2)) $(O)/libsmc.a
	@$$(say) LD $$@
	@mkdir -p $$(@D)
	$$(Q)$$(CC) $$(CFLAGS) $$(LDFLAGS) -o $$@ $$^ $$(PKG_LIBS) $$(LDLIBS)
-include $(patsubst %.o,%.d,$(call objects,$(2)))
endef

# programs FOLDER: each .c that is no helper, with all the helpers
define programs
$(foreach p,$(call programs-of,$(1)),$(eval $(call program,$(p:$(O)/%=%),\
	$(p:$(O)/%=%).c $(call helpers-of,$(1)))))
endef
