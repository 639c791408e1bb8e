# SPDX-License-Identifier: GPL-2.0-or-later
#
# The tools on the fake kernel, twice: with sanitizers on, and as users get
# them, for valgrind. The fake kernel takes the place of lib/nl_sys.c, made-up
# RDMA devices that of lib/rdma.c.

CLI_TOOLS := smcd smcr smcss smc_pnet smc_rnics smc_chk
CLI_FAKE := $(wildcard tests/fake/*.c)
CLI_SHARED := $(filter-out lib/nl_sys.c lib/rdma.c,$(LIB_SOURCES)) $(CLI_FAKE)
CLI_CFLAGS_san := -O1 -fsanitize=address,undefined \
	-fno-sanitize-recover=all -fno-omit-frame-pointer
CLI_CFLAGS_plain := -O2

# cli-kind KIND
define cli-kind
$(O)/cli/$(1)/obj/%.o: %.c
	@$$(say) CC "$$< ($(1))"
	@mkdir -p $$(@D)
	$$(Q)$(CC) -std=gnu11 -g $(WARN) $(CPPFLAGS) $(CLI_CFLAGS_$(1)) -MMD -MP \
		-c -o $$@ $$<

$(foreach t,$(CLI_TOOLS),$(eval $(call cli-program,$(1),$(t))))
endef

# cli-program KIND TOOL
define cli-program
$(O)/cli/$(1)/$(2): $(patsubst %.c,$(O)/cli/$(1)/obj/%.o,$(CLI_SHARED) \
		$(wildcard $(2)/*.c))
	@$$(say) LD $$@
	$$(Q)$(CC) $(CLI_CFLAGS_$(1)) -o $$@ $$^ $$(PKG_LIBS)
CLI_PROGRAMS += $(O)/cli/$(1)/$(2)
endef

$(foreach k,san plain,$(eval $(call cli-kind,$(k))))
-include $(foreach k,san plain,$(patsubst %.c,$(O)/cli/$(k)/obj/%.d,\
	$(CLI_SHARED) $(foreach t,$(CLI_TOOLS),$(wildcard $(t)/*.c))))

# smc_dbg: as in its build.mk, the other tools are in it.
# cli-dbg KIND
define cli-dbg
$(O)/cli/$(1)/dbg/%.o: %.c
	@$$(say) CC "$$< ($(1), smc_dbg)"
	@mkdir -p $$(@D)
	$$(Q)$(CC) -std=gnu11 -g $(WARN) $(CPPFLAGS) $(CLI_CFLAGS_$(1)) \
		$$(call dbg-flags,$$*) -MMD -MP -c -o $$@ $$<
-include $(patsubst %.c,$(O)/cli/$(1)/dbg/%.d,$(DBG_SOURCES))

$(call cli-program,$(1),smc_dbg)
$(O)/cli/$(1)/smc_dbg: $(patsubst %.c,$(O)/cli/$(1)/dbg/%.o,$(DBG_SOURCES))
$(O)/cli/$(1)/smc_dbg: PKG_LIBS += -larchive
endef

$(foreach k,san plain,$(eval $(call cli-dbg,$(k))))

# the shell, where the tool looks first
$(O)/cli/san/smc-shell: $(O)/bin/smc-shell
	$(Q)mkdir -p $(@D)
	$(Q)cp $< $@
CLI_PROGRAMS += $(O)/cli/san/smc-shell

# programs of all kinds, for smc_chk to tell apart
CLI_PROBES := $(addprefix $(O)/tests/run/,probe probe-go probe-musl probe-static)

.PHONY: cli-programs
cli-programs: $(CLI_PROGRAMS) $(CLI_PROBES)
