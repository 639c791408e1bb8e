# SPDX-License-Identifier: GPL-2.0-or-later
#
# Programs that look at the kernel's answers byte by byte.

$(call programs,tests/nl)
TESTPROGRAMS += $(call programs-of,tests/nl)
