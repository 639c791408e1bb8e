# SPDX-License-Identifier: GPL-2.0-or-later
#
# Programs that the tests of smc_run run. They are the objects of the tests, so
# each is built as its name says, and with nothing of ours linked in.

RUN_TESTS := $(addprefix $(O)/tests/run/,fakesmc libcount.so libsmcrun-tsan.so \
	probe probe-asan probe-go probe-musl probe-static threads threads-tsan unit)
ifeq ($(shell uname -m),x86_64)
RUN_TESTS += $(O)/tests/run/probe-32
endif

# Those that tests/vm/t/20-smc-run.sh runs.
TESTPROGRAMS += $(filter %/probe %/probe-32 %/probe-musl %/probe-static,\
	$(RUN_TESTS))

RUN_CFLAGS := -std=gnu11 -O2 -g -D_GNU_SOURCE $(WARN)
comma := ,
RUN_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=all

.PHONY: run-tests
run-tests: $(RUN_TESTS) $(O)/bin/smc_run $(filter %/bin/libsmcrun.so \
	%/bin/libsmcrun32.so,$(LIBRARIES))

# $(call run-test,COMPILER,FLAGS)
define run-test
@$(say) LD $@
@mkdir -p $(@D)
$(Q)$(1) $(RUN_CFLAGS) -o $@ $(filter %.c,$^) $(2)
endef

$(O)/tests/run/fakesmc: tests/run/fakesmc.c
	$(call run-test,$(CC))
$(O)/tests/run/libcount.so: tests/run/libcount.c
	$(call run-test,$(CC),-fPIC -shared)
$(O)/tests/run/probe: tests/run/probe.c
	$(call run-test,$(CC))
# The sanitizer as a library of its own: gcc's default, clang's choice.
$(O)/tests/run/probe-asan: tests/run/probe.c
	$(call run-test,$(CC),-fsanitize=address $(if $(findstring clang,$(CC)),-shared-libasan))
$(O)/tests/run/probe-static: tests/run/probe.c
	$(call run-test,$(CC),-static)
$(O)/tests/run/probe-musl: tests/run/probe.c
	$(call run-test,musl-gcc)
# With the note by which Go's linker marks its programs.
$(O)/tests/run/probe-go: tests/run/probe.c tests/run/gonote.c
	$(call run-test,$(CC))
# Without libc, of which there are no 32-bit headers.
$(O)/tests/run/probe-32: tests/run/probe32.c
	$(call run-test,$(CC),-m32 -ffreestanding -nostdlib -fPIE -pie -Wl$(comma)-z$(comma)dynamic-undefined-weak)
$(O)/tests/run/threads: tests/run/threads.c
	$(call run-test,$(CC),-pthread)
$(O)/tests/run/threads-tsan: tests/run/threads.c
	$(call run-test,$(CC),-pthread -fsanitize=thread)
# The library as it is, but watched. Its executable brings the run-time.
$(O)/tests/run/libsmcrun-tsan.so: smc_run/preload/libsmcrun.c \
		$(wildcard smc_run/preload/*.h)
	$(call run-test,$(CC),-fPIC -shared -fsanitize=thread)
$(O)/tests/run/unit: tests/run/unit.c lib/elfkind.c lib/preload.c \
		$(wildcard lib/elfkind.h lib/preload.h smc_run/preload/*.h)
	$(call run-test,$(CC),$(RUN_SANITIZE) -lcmocka)
