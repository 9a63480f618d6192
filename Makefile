# pleach. `make help` lists what can be made.
# The version is said in one place. The number of the SONAME grows when programs that are linked
# with the library no longer fit it.
VERSION   := $(shell sed -n 's/^.define PL_VERSION  *"\(.*\)"/\1/p' include/pleach.h)
SONAME    := libpleach.so.1
PREFIX    ?= /usr/local
LIBDIR    ?= $(PREFIX)/lib
PYTHONDIR ?= $(PREFIX)/lib/python3/dist-packages
DESTDIR   ?=
CC        ?= cc
BUILD     ?= build
# Always the same name, which the .d files have, too.
override BUILD := $(BUILD:$(CURDIR)/%=%)
CFLAGS    ?= -O2 -g
# Against mistakes in memory that are not found yet: buffers of known size are checked, stacks
# have a guard, the program lies at random addresses, and its tables of functions cannot be
# written. Those for the linker begin with -Wl or are -pie. `make HARDENING=` goes without.
HARDENING ?= -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -pie -Wl,-z,relro,-z,now
# A call of a function that is not declared is an error everywhere; other warnings where it is tested.
WARNINGS  := -Wall -Wextra -Wno-unused-parameter -Wpedantic -Werror=implicit-function-declaration
CPPFLAGS  += -Isrc -Iinclude -D_GNU_SOURCE
# Files with loops over rows of numbers, which become vector code with -O3 only.
VECTORS   := grammar/outlook learn/row_ops learn/lstm learn/layers learn/adam learn/gradient learn/matrix train/net_pass
# Numbers come out the same everywhere: a * b + c is two steps, and a float is one (on s390x
# it would be a double).
EXACT     := -ffp-contract=off $(if $(findstring s390,$(shell $(CC) -dumpmachine)),-fexcess-precision=fast)
# Sets of sentences in index files need CRoaring (libroaring-dev); `make ROARING=` does without.
ifeq ($(origin ROARING),undefined)
ROARING   := $(shell printf '\043include <roaring/roaring.h>\nint main(void) { return 0; }\n' | $(CC) $(CPPFLAGS) -x c - -o /dev/null $(LDFLAGS) -lroaring 2>/dev/null && echo yes)
endif
LDLIBS    := -lexpat -lzstd -lz -lutf8proc -lpcre2-8 -lm -lpthread $(if $(ROARING),-lroaring)
PACKAGES  := gcc libc6-dev pkg-config libexpat1-dev libzstd-dev zlib1g-dev libutf8proc-dev libpcre2-dev libroaring-dev zstd
SERVE_PACKAGES := libmicrohttpd-dev
TEST_PACKAGES := $(SERVE_PACKAGES) curl libcmocka-dev gzip python3 python3-nltk python3-venv python3-yaml mypy librsvg2-bin groff-base valgrind libxml2-utils
MPI_PACKAGES := openmpi-bin libopenmpi-dev
SITE_PACKAGES := emscripten dpkg-dev patch
CLUSTER_PACKAGES := slurm-wlm parallel python3 zstd procps iproute2
FUZZ_PACKAGES := clang llvm libclang-rt-dev python3
HEADERS   := expat.h zstd.h zlib.h utf8proc.h pcre2.h
# What is tested has no warnings; a newer compiler that finds some still builds the program.
SANITIZE  := -Werror -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
FUZZ_CC   ?= clang
FUZZ_SECONDS ?= 7200

LIB_SRC   := $(sort $(wildcard src/*/*.c))
CLI_SRC   := $(sort $(wildcard cli/*.c))
SERVER_SRC := $(sort $(wildcard server/*.c))
TEST_SRC  := $(sort $(wildcard tests/unit/test_*.c))
FUZZ_SRC  := $(sort $(wildcard tests/fuzz/fuzz_*.c))

# V=1 shows whole commands; otherwise each step is one short line, with -s none.
SILENT := $(findstring s,$(filter-out --%,$(firstword -$(MAKEFLAGS))))
say = $(if $(V),,@$(if $(SILENT),,printf '%-4s %s\n' $(1) $(2);))

.DEFAULT_GOAL := all
.PHONY: all serve mpi site models lib man completion help run test test-web test-cluster test-mpi check quick faults test-portable bench load experiments fuzz fuzz-targets install uninstall deb dist test-dist test-deb deps clean format lint FORCE
.SECONDARY:
.DELETE_ON_ERROR:

# The server is a program of its own; without libmicrohttpd all the rest is made.
HAS_HTTP := $(shell pkg-config --exists libmicrohttpd 2>/dev/null && echo yes)
all: $(BUILD)/pleach $(if $(HAS_HTTP),$(BUILD)/pleach-serve) lib ## the program build/pleach, the server and the library, static and shared
serve: ## the server build/pleach-serve, and what it needs
	@tools/deps.sh $(PACKAGES) $(SERVE_PACKAGES)
	@$(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/pleach $(BUILD)/pleach-serve
mpi: ## the program build/mpi/pleach, whose train, fragments and grammar run on several machines under mpirun; installs OpenMPI
	@tools/deps.sh $(PACKAGES) $(MPI_PACKAGES)
	@$(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/mpi/pleach
lib: $(BUILD)/libpleach.a $(BUILD)/libpleach.so ## the library alone

# Names of shipped models or files of models; files of treebanks.
SITE_MODEL ?= nl-small
SITE_TREEBANKS ?= tests/data/dutch.discbracket tests/data/danish.conllx
site: ## the page without a server, in build/site, for any web server; SITE_MODEL="nl da" for other models
	@tools/deps.sh $(SITE_PACKAGES)
	@BUILD='$(BUILD)' tools/site.sh '$(BUILD)/site' '$(SITE_MODEL)' '$(SITE_TREEBANKS)'

help: ## this list
	@sed -n 's/^\([a-z_.-]*\):.*## /\1\t/p' Makefile | awk -F'\t' '{printf "make %-21s %s\n", $$1, $$2}'
	@echo 'Variables: PREFIX= LIBDIR= DESTDIR= CC= CFLAGS= HARDENING= BUILD= V=1 DEPS=no GOLDEN=accept FUZZ_SECONDS= SCALE= JOBS= SITE_MODEL='

# -- compiling ----------------------------------------------------------------------

# Written when the compiler or its flags change, which rebuilds everything; the prefix is a file of
# its own, so that `make` and `make install PREFIX=…` do not build twice. Two makes may do this at once.
$(BUILD)/flags: TEXT = $(CC) $(CPPFLAGS) $(CFLAGS) $(HARDENING) $(WARNINGS) $(LDFLAGS) $(if $(ROARING),-lroaring) $(CARRY)
$(BUILD)/flags: CHECK = CC='$(CC) $(CPPFLAGS) -DPCRE2_CODE_UNIT_WIDTH=8' tools/headers.sh $(HEADERS) &&
$(BUILD)/prefix: TEXT = $(PREFIX)
$(BUILD)/flags $(BUILD)/prefix: FORCE
	@mkdir -p $(BUILD)
	@[ "$$(cat $@ 2>/dev/null)" = '$(subst ','\'',$(TEXT))' ] || { $(CHECK) printf '%s\n' '$(subst ','\'',$(TEXT))' >$@.$$$$ && mv $@.$$$$ $@; }

# One set of rules, instantiated for each way to build: $(1) the name of the variant (its
# folder under build/), $(2) the compiler, $(3) the flags it adds.
define VARIANT
$(1)_LIB_OBJ := $$(LIB_SRC:%.c=$(BUILD)/$(1)/%.o)
$(1)_CLI_OBJ := $$(CLI_SRC:%.c=$(BUILD)/$(1)/%.o)
$(1)_SERVER_OBJ := $$(SERVER_SRC:%.c=$(BUILD)/$(1)/%.o)
$(BUILD)/$(1)/%.o: %.c $(BUILD)/flags
	@mkdir -p $$(@D)
	$$(call say,CC,$$@)$(2) -std=c17 $$(EXACT) $$(CPPFLAGS) $$(CFLAGS) $$(WARNINGS) -fPIC -fvisibility=hidden $$(OF_FILE) -MMD -MP $$(filter-out -pie -Wl%,$(3)) -c $$< -o $$@
$(BUILD)/$(1)/src/base/share.o: $(BUILD)/prefix
$(BUILD)/$(1)/src/base/share.o: OF_FILE = -DPL_PREFIX='"$(PREFIX)"'
$(BUILD)/$(1)/libpleach.a: $$($(1)_LIB_OBJ)
	@rm -f $$@
	$$(call say,AR,$$@)$$(AR) rcs $$@ $$^
$(BUILD)/$(1)/pleach: $$($(1)_CLI_OBJ) $(BUILD)/$(1)/libpleach.a
	$$(call say,LD,$$@)$(2) $$(CFLAGS) $(3) $$^ -o $$@ $$(LDFLAGS) $$(LDLIBS)
$(BUILD)/$(1)/pleach-serve: $$(filter-out %/alone.o,$$($(1)_SERVER_OBJ)) $(BUILD)/$(1)/cli/cmd_serve.o $(BUILD)/$(1)/cli/args.o $(BUILD)/$(1)/cli/say.o $(BUILD)/$(1)/libpleach.a
	$$(call say,LD,$$@)$(2) $$(CFLAGS) $(3) $$^ -o $$@ $$(LDFLAGS) -lmicrohttpd $$(LDLIBS)
$(BUILD)/$(1)/server/serve.o: OF_FILE = -Icli
$(BUILD)/$(1)/tests/unit/test_forms.o $(BUILD)/$(1)/tests/unit/test_alone.o $(BUILD)/$(1)/tests/fuzz/fuzz_forms.o: OF_FILE = -Iserver
$(1)_ALONE_OBJ := $$(filter-out %/http.o %/serve.o %/log.o,$$($(1)_SERVER_OBJ))
$(BUILD)/$(1)/tests/unit/test_alone: $$($(1)_ALONE_OBJ)
$(VECTORS:%=$(BUILD)/$(1)/src/%.o): OF_FILE = -O3
$(BUILD)/$(1)/cli/own_files.o: $(if $(CARRY),$(BUILD)/carried/list)
$(BUILD)/$(1)/cli/own_files.o: OF_FILE = $(if $(CARRY),-DPL_OWN_FILES='"$(BUILD)/carried/list"' -I.)
$(BUILD)/$(1)/src/format/sentence_sets.o: OF_FILE = $(if $(ROARING),-DPL_ROARING)
$(BUILD)/$(1)/tests/unit/test_args.o $(BUILD)/$(1)/tests/unit/test_terminal.o: OF_FILE = -Icli
$(BUILD)/$(1)/describe: $(BUILD)/$(1)/tools/describe.o $$(filter-out %/main.o,$$($(1)_CLI_OBJ)) $(BUILD)/$(1)/libpleach.a
	$$(call say,LD,$$@)$(2) $$(CFLAGS) $(3) $$^ -o $$@ $$(LDFLAGS) $$(LDLIBS)
$(BUILD)/$(1)/tests/unit/%: $(BUILD)/$(1)/tests/unit/%.o $(BUILD)/$(1)/cli/args.o $(BUILD)/$(1)/cli/say.o $(BUILD)/$(1)/server/forms.o $(BUILD)/$(1)/libpleach.a
	$$(call say,LD,$$@)$(2) $$(CFLAGS) $(3) $$(filter-out %.a,$$^) $$(filter %.a,$$^) -o $$@ $$(LDFLAGS) -lcmocka $$(LDLIBS)
$(BUILD)/$(1)/tests/fuzz/%: $(BUILD)/$(1)/tests/fuzz/%.o $(BUILD)/$(1)/tests/fuzz/driver.o $(BUILD)/$(1)/server/forms.o $(BUILD)/$(1)/libpleach.a
	$$(call say,LD,$$@)$(2) $$(CFLAGS) $(3) $$^ -o $$@ $$(LDFLAGS) $$(LDLIBS)
$(BUILD)/$(1)/tests/faults/faults.o: OF_FILE = -fvisibility=default
$(BUILD)/$(1)/tests/faults/pleach: $$($(1)_CLI_OBJ) $(BUILD)/$(1)/tests/faults/faults.o $(BUILD)/$(1)/libpleach.a
	$$(call say,LD,$$@)$(2) $$(CFLAGS) $(3) $$^ -o $$@ $$(LDFLAGS) $$(LDLIBS)
$(BUILD)/$(1)/tests/faults/api: $(BUILD)/$(1)/tests/faults/api.o $(BUILD)/$(1)/tests/faults/faults.o $(BUILD)/$(1)/libpleach.a
	$$(call say,LD,$$@)$(2) $$(CFLAGS) $(3) $$^ -o $$@ $$(LDFLAGS) $$(LDLIBS)
-include $$($(1)_LIB_OBJ:.o=.d) $$($(1)_CLI_OBJ:.o=.d) $$($(1)_SERVER_OBJ:.o=.d) $$(wildcard $(BUILD)/$(1)/tests/*/*.d $(BUILD)/$(1)/tools/*.d)
endef

$(eval $(call VARIANT,release,$$(CC),$$(HARDENING)))
$(eval $(call VARIANT,san,$$(CC),$(SANITIZE) -DPL_ARENA_SWITCH))
$(eval $(call VARIANT,tsan,$$(CC),-O0 -fsanitize=thread))
$(eval $(call VARIANT,fuzz,$$(FUZZ_CC),$(SANITIZE) -fsanitize=fuzzer-no-link -DPL_ARENA_MALLOC -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION))
$(eval $(call VARIANT,cov,$$(FUZZ_CC),-fprofile-instr-generate -fcoverage-mapping))

# The program that shares work out among processes: one file of it is another one.
$(BUILD)/mpi/mpi_peers.o: mpi/mpi_peers.c $(BUILD)/flags
	@mkdir -p $(@D)
	$(call say,CC,$@)OMPI_CC='$(CC)' mpicc -std=c17 $(CPPFLAGS) -Icli $(CFLAGS) $(WARNINGS) $(filter-out -pie -Wl%,$(HARDENING)) -fPIC -MMD -MP -c $< -o $@
$(BUILD)/mpi/pleach: $(BUILD)/mpi/mpi_peers.o $(filter-out %/own_peers.o,$(release_CLI_OBJ)) $(BUILD)/release/libpleach.a
	$(call say,LD,$@)OMPI_CC='$(CC)' mpicc $(CFLAGS) $(HARDENING) $^ -o $@ $(LDFLAGS) $(LDLIBS)
-include $(BUILD)/mpi/mpi_peers.d

$(BUILD)/pleach $(BUILD)/pleach-serve: $(BUILD)/%: $(BUILD)/release/%
	@cp -f $< $@
$(BUILD)/libpleach.a: $(BUILD)/release/libpleach.a
	@cp -f $< $@
$(BUILD)/$(SONAME): $(release_LIB_OBJ)
	$(call say,LD,$@)$(CC) -shared -Wl,-soname,$(SONAME) $(CFLAGS) $(filter-out -pie,$(HARDENING)) $^ -o $@ $(LDFLAGS) $(LDLIBS)
$(BUILD)/libpleach.so: $(BUILD)/$(SONAME)
	@ln -sf $(SONAME) $@
# What a program that is one file to copy carries in itself: share/ and, with CARRY="nl", this model.
$(BUILD)/carried/list: tools/carry.sh $(shell find share -type f) $(CARRY:%=models/%.model.zst)
	@mkdir -p $(@D)
	$(call say,GEN,$@)tools/carry.sh $(@D) $(CARRY) >$@

# The library of the Python wheel, with the others in it: those in $(BUILD)/wheel/libs, which tools/libs.sh puts
# there, or the system's archives, which have no CRoaring.
WHEEL := $(BUILD)/wheel
STATIC_ROARING := $(wildcard $(WHEEL)/libs/lib/libroaring.a)
-include $(WHEEL)/sentence_sets.d
$(WHEEL)/sentence_sets.o: src/format/sentence_sets.c $(BUILD)/flags $(STATIC_ROARING)
	@mkdir -p $(@D)
	$(call say,CC,$@)$(CC) -std=c17 $(CPPFLAGS) $(CFLAGS) $(WARNINGS) -fPIC -fvisibility=hidden -MMD -MP $(if $(STATIC_ROARING),-DPL_ROARING -I$(WHEEL)/libs/include) -c $< -o $@
$(WHEEL)/libpleach.so: $(filter-out %/sentence_sets.o,$(release_LIB_OBJ)) $(WHEEL)/sentence_sets.o tools/bundle.sh
	$(call say,LD,$@)CC='$(CC)' CFLAGS='$(CFLAGS)' LDFLAGS='$(LDFLAGS)' LDLIBS='$(filter-out -lroaring,$(LDLIBS)) $(if $(STATIC_ROARING),-lroaring)' \
	    tools/bundle.sh $@ $(WHEEL)/libs/lib $(filter %.o,$^)
$(BUILD)/golden $(BUILD)/measure: $(BUILD)/%: tools/%.c $(BUILD)/flags
	$(call say,CC,$@)$(CC) -std=c17 -D_GNU_SOURCE $(CFLAGS) $(WARNINGS) $< -o $@
$(BUILD)/segeval $(BUILD)/searchspeed $(BUILD)/apispeed: $(BUILD)/%: tools/%.c $(BUILD)/libpleach.a
	$(call say,CC,$@)$(CC) -std=c17 $(CPPFLAGS) $(CFLAGS) $(WARNINGS) $< $(BUILD)/libpleach.a -o $@ $(LDFLAGS) $(LDLIBS)

# The server without its sockets, for the page alone; tools/site.sh makes it with emcc.
$(BUILD)/wasm/pleach.js: $(release_ALONE_OBJ) $(BUILD)/release/libpleach.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) $(CFLAGS) $^ -o $@ $(LDFLAGS) $(LDLIBS)

man: $(BUILD)/man/pleach.1 ## the manual pages, from the option tables and man/*.in
$(BUILD)/man/pleach.1: $(BUILD)/release/describe $(wildcard man/*.in)
	$(call say,MAN,$(@D))$< man $(@D)

SHELLS := bash zsh fish
completion: $(SHELLS:%=$(BUILD)/completion/pleach.%) ## completion of command lines in bash, zsh and fish, from the option tables
$(BUILD)/completion/pleach.%: $(BUILD)/release/describe
	@mkdir -p $(@D)
	$(call say,GEN,$@)$< $* >$@

# -- testing ------------------------------------------------------------------------

PARALLEL := $(if $(filter -j%,$(MAKEFLAGS)),,-j$(shell nproc 2>/dev/null || echo 2))
FUZZ_TARGETS := $(if $(wildcard tests/fuzz/driver.c),$(FUZZ_SRC:%.c=$(BUILD)/san/%))

FAULTY := $(BUILD)/san/tests/faults/pleach $(BUILD)/san/tests/faults/api

test: deps ## builds with sanitizers and runs all tests; GOLDEN=accept rewrites expectations
	@$(MAKE) --no-print-directory $(PARALLEL) check
check: all $(BUILD)/san/pleach $(BUILD)/san/pleach-serve $(BUILD)/pleach-serve $(BUILD)/san/describe $(FAULTY) $(BUILD)/golden $(TEST_SRC:%.c=$(BUILD)/san/%) $(FUZZ_TARGETS)
	@BUILD='$(BUILD)' GOLDEN='$(GOLDEN)' CC='$(CC)' tests/run.sh
quick: $(BUILD)/san/pleach $(BUILD)/golden $(TEST_SRC:%.c=$(BUILD)/san/%) ## the unit tests alone: for the minutes between two edits
	@BUILD='$(BUILD)' tests/run.sh quick
faults: $(FAULTY) ## makes every call that can fail fail once, and from there on, in all commands; ONLY="alloc train-arcs" for some
	@tests/faults/faults.py $(BUILD)/san/tests/faults 0 $(ONLY)

test-web: deps ## clicks through the page, on pleach serve and on a static site, in Debian's chromium, which it installs, with node and a pinned playwright-core
	@tools/deps.sh $(SERVE_PACKAGES) $(SITE_PACKAGES)
	@$(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/pleach $(BUILD)/pleach-serve
	@BUILD='$(BUILD)' tools/site.sh '$(BUILD)/web/site' 'nl da' 'tests/data/dutch.discbracket tests/data/danish.conllx'
	@BUILD='$(BUILD)' tests/web/run.sh $(ONLY)

test-mpi: mpi ## shares work out among processes under mpirun; installs OpenMPI
	@$(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/pleach
	@BUILD='$(abspath $(BUILD))' PROGRAM='$(abspath $(BUILD))' tests/suite_mpi.sh

test-cluster: deps ## runs the scripts of examples/cluster, and experiments, on a Slurm of four nodes that it installs and starts here, and with GNU parallel; ONLY="slurm" for some
	@tools/deps.sh $(CLUSTER_PACKAGES)
	@$(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/pleach
	@BUILD='$(abspath $(BUILD))' tests/cluster/run.sh $(ONLY)

test-portable: deps ## builds with musl, for arm64 and for s390x, and runs unit and golden tests there under qemu; MACHINES="s390x" for some
	@$(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/release/pleach $(BUILD)/golden
	@BUILD='$(BUILD)' tests/portable.sh $(MACHINES)

# What the rules above would run, read off without running it.
compile_commands.json: FORCE ## how each C file is compiled, for editors (clangd)
	@$(MAKE) --no-print-directory -nB V=1 $(patsubst %.c,$(BUILD)/release/%.o,$(LIB_SRC) $(CLI_SRC) $(SERVER_SRC) $(TEST_SRC) $(FUZZ_SRC) $(wildcard tools/describe.c)) | tools/commands.sh >$@
lint: ## clang-tidy and cppcheck, where they are installed
	@BUILD='$(BUILD)' CC='$(CC)' tools/lint.sh '$(subst ','\'',$(CPPFLAGS))'
format: ## puts all C files into the form of .clang-format
	clang-format -i $$(git ls-files '*.c' '*.h')

# -- fuzzing ------------------------------------------------------------------------

# tests/fuzz/fuzz_NAME.c defines LLVMFuzzerTestOneInput; its seeds are in
# tests/fuzz/corpus/NAME, words of its language in tests/fuzz/words/NAME.dict. What `make fuzz` finds
# goes to build/fuzz (see tests/fuzz/rounds.py); an input that fails then belongs among the seeds.
# `make test` runs each target for a moment with tests/fuzz/driver.c in the place of libFuzzer,
# so that no clang is needed.
$(BUILD)/fuzz/bin/%: $(BUILD)/fuzz/tests/fuzz/fuzz_%.o $(BUILD)/fuzz/server/forms.o $(BUILD)/fuzz/libpleach.a
	@mkdir -p $(@D)
	$(call say,LD,$@)$(FUZZ_CC) $(CFLAGS) $(SANITIZE) -fsanitize=fuzzer $^ -o $@ $(LDFLAGS) $(LDLIBS)
fuzz: ## fuzzes for FUZZ_SECONDS of processor time, most where new code is reached
	@tools/deps.sh $(PACKAGES) $(FUZZ_PACKAGES)
	@$(MAKE) --no-print-directory $(PARALLEL) fuzz-targets
	@tests/fuzz/rounds.py $(BUILD) $(FUZZ_SECONDS)
fuzz-targets: $(FUZZ_SRC:tests/fuzz/fuzz_%.c=$(BUILD)/fuzz/bin/%) $(FUZZ_SRC:%.c=$(BUILD)/cov/%)

# -- running, measuring, installing -------------------------------------------------

run: deps ## builds, then reads, converts and draws sample trees
	@$(MAKE) --no-print-directory $(PARALLEL) $(BUILD)/pleach
	@PLEACH='$(BUILD)/pleach' tools/demo.sh
bench: $(BUILD)/pleach $(if $(HAS_HTTP),$(BUILD)/pleach-serve) $(BUILD)/measure $(BUILD)/searchspeed $(BUILD)/apispeed ## speed and memory, on the treebanks under PLEACH_DATA; BENCH="convert …" for some; BASE=COMMIT fails if that was faster
	@PLEACH='$(BUILD)/pleach' MEASURE='$(BUILD)/measure' SEARCHSPEED='$(BUILD)/searchspeed' BASE='$(BASE)' BENCH='$(BENCH)' \
	    $(if $(BASE),bench/compare.sh,bench/run.sh $(BENCH))

load: $(BUILD)/pleach $(BUILD)/measure ## a million sentences through one process, a thousand short runs; SENTENCES= PROCESSES= for fewer
	@PLEACH='$(BUILD)/pleach' MEASURE='$(BUILD)/measure' bench/load.sh

models: $(BUILD)/pleach ## the models in models/, from the treebanks under PLEACH_DATA; MODELS="nl de" for some, CHECK=1 compares
	@PLEACH='$(BUILD)/pleach' BUILD='$(BUILD)' tools/models.sh $(if $(CHECK),--check) $(MODELS)

SCALE ?= full
JOBS  ?= 1
experiments: $(BUILD)/pleach ## the papers' tables on the treebanks under PLEACH_DATA, into docs/results.md; SCALE=third for less, JOBS=2 for two steps at a time
	@PLEACH='$(BUILD)/pleach' experiments/run.py --scale $(SCALE) --jobs $(JOBS) -w $(BUILD)/experiments -o docs/results.md sr-gap skipshift dop dependency

INSTALL := BUILD='$(BUILD)' DESTDIR='$(DESTDIR)' PREFIX='$(PREFIX)' LIBDIR='$(LIBDIR)' PYTHONDIR='$(PYTHONDIR)' \
    VERSION='$(VERSION)' SONAME='$(SONAME)' LIBS='$(LDLIBS)' tools/install.sh
install: all man completion ## into PREFIX (default /usr/local), below DESTDIR
	@$(INSTALL) install
uninstall: ## takes away what install put there
	@$(INSTALL) uninstall
deb: all man completion ## a Debian package, build/pleach_VERSION_ARCH.deb
	@BUILD='$(BUILD)' VERSION='$(VERSION)' SONAME='$(SONAME)' LIBS='$(LDLIBS)' tools/deb.sh

# What is given away; DIST_URL is where it will lie, for the recipes.
DIST ?= source wheel static deb recipes
DIST_URL ?= https://example.org/pleach
dist: deps ## source archive, wheel, static programs, Debian package and recipes, in build/dist; DIST="wheel" for some
	@tools/deps.sh $(SERVE_PACKAGES) python3
	@BUILD='$(BUILD)' VERSION='$(VERSION)' DIST_URL='$(DIST_URL)' tools/dist.sh $(DIST)
test-dist: ## tries what `make dist` made, as those who get it would; needs root, debootstrap and the network; ONLY="static docker" for some
	@BUILD='$(BUILD)' VERSION='$(VERSION)' tests/dist.sh $(ONLY)
test-deb: deb ## installs the package in a fresh Debian root, and builds there; needs root and debootstrap
	@tools/deps.sh debootstrap lintian
	@BUILD='$(BUILD)' tests/deb.sh

ifneq ($(filter deps,$(MAKECMDGOALS)),)
$(BUILD)/flags: | deps # `make deps all`: in this order also with -j
endif
deps: ## installs the Debian packages that are missing; with DEPS=no it and all other targets install nothing
	@tools/deps.sh $(PACKAGES) $(if $(filter test check deps,$(MAKECMDGOALS)),$(TEST_PACKAGES))
clean: ## removes all that was built
	rm -rf $(BUILD)
