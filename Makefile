# pleach: make, make run, make test, make bench, make fuzz, make install PREFIX=…
VERSION   := 0.1.0
PREFIX    ?= /usr/local
CC        ?= cc
BUILD     ?= build
CFLAGS    ?= -O2 -g
WARNINGS  := -Wall -Wextra -Wpedantic -Werror
CPPFLAGS  += -Isrc -Iinclude -Icli -D_GNU_SOURCE -DPL_VERSION='"$(VERSION)"' -DPL_PREFIX='"$(PREFIX)"'
LDLIBS    := -lexpat -lzstd -lz -lutf8proc -ljansson -lm -lpthread
PACKAGES  := gcc libc6-dev pkg-config libexpat1-dev libzstd-dev zlib1g-dev libutf8proc-dev libjansson-dev
TEST_PACKAGES := libcmocka-dev zstd
SANITIZE  := -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer

LIB_SRC   := $(sort $(wildcard src/*/*.c))
CLI_SRC   := $(sort $(wildcard cli/*.c))
TEST_SRC  := $(sort $(wildcard tests/unit/test_*.c))

# One set of rules, instantiated for each way to build: $(1) the name of the variant
# (its folder under build/), $(2) the compiler flags it adds.
define VARIANT
$(1)_LIB_OBJ := $$(LIB_SRC:%.c=$(BUILD)/$(1)/%.o)
$(1)_CLI_OBJ := $$(CLI_SRC:%.c=$(BUILD)/$(1)/%.o)
$(BUILD)/$(1)/%.o: %.c Makefile
	@mkdir -p $$(@D)
	$$(QUIET)$$(CC) -std=c17 $$(CPPFLAGS) $$(CFLAGS) $$(WARNINGS) -fPIC -MMD -MP $(2) -c $$< -o $$@
$(BUILD)/$(1)/libpleach.a: $$($(1)_LIB_OBJ)
	@rm -f $$@
	$$(QUIET)ar rcs $$@ $$^
$(BUILD)/$(1)/pleach: $$($(1)_CLI_OBJ) $(BUILD)/$(1)/libpleach.a
	$$(QUIET)$$(CC) $$(CFLAGS) $(2) $$^ -o $$@ $$(LDLIBS)
$(BUILD)/$(1)/tests/unit/%: $(BUILD)/$(1)/tests/unit/%.o $(BUILD)/$(1)/libpleach.a
	$$(QUIET)$$(CC) $$(CFLAGS) $(2) $$^ -o $$@ -lcmocka $$(LDLIBS)
-include $$($(1)_LIB_OBJ:.o=.d) $$($(1)_CLI_OBJ:.o=.d) $$(wildcard $(BUILD)/$(1)/tests/unit/*.d)
endef

QUIET := $(if $(V),,@)

.PHONY: all lib run test check quick bench fuzz install uninstall deps clean check-layers
.DEFAULT_GOAL := all
all: $(BUILD)/pleach lib
lib: $(BUILD)/libpleach.a $(BUILD)/libpleach.so

$(eval $(call VARIANT,release,))
$(eval $(call VARIANT,san,$(SANITIZE)))
$(eval $(call VARIANT,arena,$(SANITIZE) -DPL_ARENA_MALLOC))

$(BUILD)/pleach: $(BUILD)/release/pleach
	@cp -f $< $@
$(BUILD)/libpleach.a: $(BUILD)/release/libpleach.a
	@cp -f $< $@
$(BUILD)/libpleach.so: $(release_LIB_OBJ)
	$(QUIET)$(CC) -shared -Wl,-soname,libpleach.so.0 $(CFLAGS) $^ -o $@ $(LDLIBS)

.SECONDARY:

test: deps
	@$(MAKE) --no-print-directory check
check: $(BUILD)/san/pleach $(TEST_SRC:%.c=$(BUILD)/san/%) $(TEST_SRC:%.c=$(BUILD)/arena/%)
	@BUILD=$(BUILD) tests/run.sh

# The unit tests alone, sanitized: for the minutes between two edits.
quick: $(BUILD)/san/pleach $(TEST_SRC:%.c=$(BUILD)/san/%)
	@BUILD=$(BUILD) tests/run.sh quick

deps:
	@tools/deps.sh $(PACKAGES) $(if $(filter test check,$(MAKECMDGOALS)),$(TEST_PACKAGES))

clean:
	rm -rf $(BUILD)
