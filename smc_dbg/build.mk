# SPDX-License-Identifier: GPL-2.0-or-later
#
# smc_dbg has the other tools in it, to print what they print: their objects
# once more, main() under a name of its own.

DBG_TOOLS := $(filter-out smc_run smc_dbg,$(TOOLS))
DBG_SOURCES := $(foreach t,$(DBG_TOOLS),$(wildcard $(t)/*.c))
DBG_OBJECTS := $(patsubst %.c,$(O)/obj/dbg/%.o,$(DBG_SOURCES))
dbg-flags = -Dmain=$(firstword $(subst /, ,$(1)))_main -include smc_dbg/tools.h

$(O)/obj/dbg/%.o: %.c
	@$(say) CC "$< (smc_dbg)"
	@mkdir -p $(@D)
	$(Q)$(CC) $(ALL_CFLAGS) $(call dbg-flags,$*) -MMD -MP -c -o $@ $<
-include $(DBG_OBJECTS:.o=.d)

# Objects behind the library need it once more.
$(O)/bin/smc_dbg: $(DBG_OBJECTS)
$(O)/bin/smc_dbg: PKG_LIBS := $(O)/libsmc.a $(PKG_LIBS) -libverbs -larchive
