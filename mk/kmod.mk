# SPDX-License-Identifier: GPL-2.0-or-later
#
# The module, for each kernel in a folder of its own: $(O)/kmod-KERNEL/ holds
# links to the sources, because kbuild puts its objects beside them.  Two makes
# at once (tests run several VMs) must not do so in one folder.

KERNELS := 6.1 6.12 debug
KMOD_FLAGS_debug := UBSAN_SANITIZE=y
# a variable that nobody has written is 0xfe, as slabs have a poison, too
KMOD_CFLAGS_debug := -ftrivial-auto-var-init=pattern

.PHONY: $(addprefix kmod-,$(KERNELS))
$(addprefix kmod-,$(KERNELS)): kmod-%:
	@$(say) KMOD $(O)/kmod-$*
	@mkdir -p $(O)/kmod-$*
	$(Q)find -L $(O)/kmod-$* -type l -delete
	$(Q)cp -asn $(CURDIR)/kmod/. $(O)/kmod-$*/
	$(Q)dir=$$(tests/vm/kernel $*) && \
	flock $(O)/kmod-$*.lock \
	$(MAKE) $(if $(V),,-s) -C "$$dir/build" M=$(abspath $(O)/kmod-$*) \
		W=1 KCFLAGS='-Werror $(KMOD_CFLAGS_$*)' CONFIG_DEBUG_INFO_BTF_MODULES= \
		$(KMOD_FLAGS_$*) $(KMOD_FLAGS) modules
