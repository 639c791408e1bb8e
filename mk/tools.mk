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
PROGRAMS := $(addprefix $(O)/bin/,$(TOOLS))

MANPAGES := $(patsubst man/%.scd,$(O)/man/%,$(wildcard man/*.scd))

$(O)/man/%: man/%.scd
	@$(say) SCDOC $@
	@mkdir -p $(@D)
	$(Q)scdoc <$< >$@
