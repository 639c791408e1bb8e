# SPDX-License-Identifier: GPL-2.0-or-later
#
# smc-suite: `make help` lists what can be made.
#
# Everything built is below $(O).  Each folder may bring a build.mk of its own;
# mk/rules.mk has the recipes that it can use.

O      ?= build
PREFIX ?= /usr
V      ?=
VERSION := $(shell cat VERSION)

MAKEFLAGS += --no-builtin-rules --no-builtin-variables
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc)
endif
Q := $(if $(V),,@)
say = $(if $(V),:,$(if $(findstring s,$(firstword -$(MAKEFLAGS))),:,printf '  %-7s %s\n'))

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
.PHONY: help deps all check lint check-vm check-debug fuzz bench demo install \
	uninstall dkms-install dkms-uninstall clean man test-programs

help:
	@echo 'make            tools and man pages, into $(O)/'
	@echo 'make deps       install what is needed, fetch the kernels (root)'
	@echo 'make kmod-6.1   the module for a kernel: 6.1, 6.12 or debug'
	@echo 'make check      all tests: lint unit fuzz cli run kmod boot vm'
	@echo 'make lint       style and static checks'
	@echo 'make check-vm   the tests in VMs with Debian kernels 6.1 and 6.12'
	@echo 'make check-debug  the same on a kernel with all checkers on'
	@echo 'make fuzz       fuzz each parser for FUZZ_SECONDS (60)'
	@echo 'make bench      measure SMC-D beside TCP and AF_UNIX'
	@echo 'make demo       show it: programs over SMC-D, and falling back'
	@echo 'make install    tools, man pages, completion [DESTDIR= PREFIX=]'
	@echo 'make uninstall  take them away again'
	@echo 'make dkms-install  the module for the running kernel, by dkms'
	@echo 'make dkms-uninstall  take it away again'
	@echo 'make clean      remove $(O)/ (kernels are in SMC_CACHE)'
	@echo 'V=1 shows the commands, CC=clang O=dir builds with clang.'

include mk/rules.mk
include mk/tools.mk
include mk/kmod.mk
include $(sort $(wildcard */build.mk tests/*/build.mk))
include mk/install.mk

all: $(PROGRAMS) $(LIBRARIES) man

man: $(MANPAGES)

test-programs: $(TESTPROGRAMS)

deps:
	$(Q)mk/deps

check:
	$(Q)tests/check lint unit fuzz cli run kmod boot vm

lint:
	$(Q)tests/lint/run

check-vm:
	$(Q)tests/vm/suite 6.1 6.12

check-debug:
	$(Q)tests/vm/suite debug

fuzz:
	$(Q)tests/fuzz/run --long

bench:
	$(Q)bench/run

demo: deps
	$(Q)$(MAKE) all
	$(Q)demo/run

clean:
	$(Q)rm -rf $(O)
