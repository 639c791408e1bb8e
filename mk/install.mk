# SPDX-License-Identifier: GPL-2.0-or-later
#
# Where things go on a host.  The module is dkms' business.

D := $(DESTDIR)$(PREFIX)
UAPI_HEADERS := $(wildcard include/uapi/linux/*.h)
COMPLETIONS := $(wildcard bash-completion/*)
KVER ?= $(shell uname -r)
DKMS_SRC := $(DESTDIR)/usr/src/smc-suite-$(VERSION)
# Elsewhere than on this host: for tests.
DKMS := dkms $(if $(DESTDIR),--sourcetree $(DESTDIR)/usr/src \
	--dkmstree $(DESTDIR)/var/lib/dkms --installtree $(DESTDIR)/lib/modules --no-depmod)
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

# DKMS_FLAGS, e.g. --kernelsourcedir DIR, go to dkms install.
dkms-install:
	$(Q)command -v dkms >/dev/null || { echo 'dkms-install: no dkms' >&2; exit 1; }
	$(Q)mkdir -p $(DKMS_SRC) $(if $(DESTDIR),$(DESTDIR)/var/lib/dkms \
		$(DESTDIR)/lib/modules/$(KVER))
	$(Q)! $(DKMS) status smc-suite/$(VERSION) | grep -q . || \
		$(DKMS) remove -q smc-suite/$(VERSION) --all
	$(Q)rm -rf $(DKMS_SRC)
	$(Q)mkdir -p $(DKMS_SRC)
	$(Q)cp -rL kmod/. $(DKMS_SRC)/
	$(Q)sed 's/@VERSION@/$(VERSION)/' kmod/dkms.conf >$(DKMS_SRC)/dkms.conf
	$(Q)$(DKMS) install smc-suite/$(VERSION) -k $(KVER) $(DKMS_FLAGS)

dkms-uninstall:
	$(Q)$(DKMS) remove smc-suite/$(VERSION) --all
	$(Q)rm -rf $(DKMS_SRC)
