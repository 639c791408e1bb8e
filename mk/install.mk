# SPDX-License-Identifier: GPL-2.0-or-later
#
# Where things go on a host.  The module is dkms' business.

D := $(DESTDIR)$(PREFIX)
UAPI_HEADERS := $(wildcard include/uapi/linux/*.h)
COMPLETIONS := $(wildcard bash-completion/*)
DKMS_SRC := $(DESTDIR)/usr/src/smc-suite-$(VERSION)
man-dir = $(D)/share/man/man$(subst .,,$(suffix $(1)))

install: all
	$(Q)install -d $(D)/bin $(D)/lib/smc $(D)/include/linux
	$(Q)for f in $(PROGRAMS); do install -m 755 $$f $(D)/bin/; done
	$(Q)for f in $(LIBRARIES); do install -m 755 $$f $(D)/lib/smc/; done
	$(Q)for f in $(UAPI_HEADERS); do \
		install -m 644 $$f $(D)/include/linux/; done
	$(Q)for f in $(notdir $(MANPAGES)); do \
		install -D -m 644 $(O)/man/$$f \
			$(D)/share/man/man$${f##*.}/$$f; done
	$(Q)for f in $(COMPLETIONS); do \
		install -D -m 644 $$f \
			$(D)/share/bash-completion/completions/$${f##*/}; done

uninstall:
	$(Q)rm -f $(addprefix $(D)/bin/,$(notdir $(PROGRAMS))) \
		$(addprefix $(D)/lib/smc/,$(notdir $(LIBRARIES))) \
		$(addprefix $(D)/include/linux/,$(notdir $(UAPI_HEADERS))) \
		$(addprefix $(D)/share/bash-completion/completions/,\
			$(notdir $(COMPLETIONS)))
	$(Q)for f in $(notdir $(MANPAGES)); do \
		rm -f $(D)/share/man/man$${f##*.}/$$f; done
	$(Q)rmdir --ignore-fail-on-non-empty $(D)/lib/smc 2>/dev/null || true

dkms-install:
	$(Q)command -v dkms >/dev/null || { echo 'dkms-install: no dkms' >&2; exit 1; }
	$(Q)! dkms status smc-suite/$(VERSION) | grep -q . || \
		dkms remove -q smc-suite/$(VERSION) --all
	$(Q)rm -rf $(DKMS_SRC)
	$(Q)mkdir -p $(DKMS_SRC)
	$(Q)cp -rL kmod/. $(DKMS_SRC)/
	$(Q)sed 's/@VERSION@/$(VERSION)/' kmod/dkms.conf >$(DKMS_SRC)/dkms.conf
	$(Q)dkms install -q smc-suite/$(VERSION)
