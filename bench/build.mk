# SPDX-License-Identifier: GPL-2.0-or-later
#
# The benchmark program; bench/run uses it in a VM.

$(eval $(call program,bench/nb,bench/nb.c))
TESTPROGRAMS += $(O)/bench/nb
