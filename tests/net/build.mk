# SPDX-License-Identifier: GPL-2.0-or-later
#
# Socket test programs: each .c one, all with common.c and smcnl.c.

$(call programs,tests/net)
TESTPROGRAMS += $(call programs-of,tests/net)
