# SPDX-License-Identifier: GPL-2.0-or-later
#
# libsmc.a, the tools (each all of its folder's .c files) and the man pages.

LIB_SOURCES := $(wildcard lib/*.c lib/cmds/*.c kmod/core/*.c)
LIB_OBJECTS := $(call objects,$(LIB_SOURCES))

$(O)/libsmc.a: $(LIB_OBJECTS)
	@$(say) AR $@
	@mkdir -p $(@D)
	$(Q)rm -f $@
	$(Q)$(AR) rcs $@ $(LIB_OBJECTS)
-include $(LIB_OBJECTS:.o=.d)

TOOLS := $(patsubst %/,%,$(sort $(dir $(wildcard $(addsuffix /*.c, \
	smcd smcr smcss smc_pnet smc_rnics smc_chk smc_dbg smc_run)))))
$(foreach t,$(TOOLS),$(eval $(call program,bin/$(t),$(wildcard $(t)/*.c))))

# Libraries that only some need.
$(O)/bin/smc_rnics: PKG_LIBS += -libverbs

PROGRAMS := $(addprefix $(O)/bin/,$(TOOLS))

# What smcd and smcr share is described once.
MAN_SHARED := $(patsubst %,$(O)/man/smcr-%.8,info stats ueid hs-limit tune)
MANPAGES := $(patsubst man/%.scd,$(O)/man/%,$(wildcard man/*.scd)) $(MAN_SHARED)

$(O)/man/%: man/%.scd
	@$(say) SCDOC $@
	@mkdir -p $(@D)
	$(Q)scdoc <$< >$@

$(MAN_SHARED): $(O)/man/smcr-%: mk/tools.mk
	@$(say) MAN $@
	@mkdir -p $(@D)
	$(Q)echo '.so man8/smcd-$*' >$@
