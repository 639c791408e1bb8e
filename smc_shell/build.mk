# SPDX-License-Identifier: GPL-2.0-or-later
#
# The shell behind `smcd -i`: the only program that needs readline.

$(eval $(call program,bin/smc-shell,$(wildcard smc_shell/*.c)))
$(O)/bin/smc-shell: PKG_LIBS += -lreadline
LIBRARIES += $(O)/bin/smc-shell
