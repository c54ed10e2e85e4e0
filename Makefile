# ftsh: what can be done with this directory. `make check` is what CI runs.

GO       ?= go
PREFIX   ?= /usr/local
DESTDIR  ?=
FUZZTIME ?= 10s
PROGRAMS := $(notdir $(wildcard cmd/*))

# The entry point, internal/entry, sees which signals are ignored, which of
# descriptors 0-2 are closed and the limit on open files before the Go runtime
# changes them (docs/architecture.md, Signals). It exists on Linux only.
ENTRY_linux := -E ftsh/internal/entry.entry
ENTRY       := $(ENTRY_$(shell $(GO) env GOOS))

# One way to compile, for programs, checks and tools, so that the standard library is compiled once
# for each processor. The race detector needs another: .ci/test.
export CGO_ENABLED = 0
export GOFLAGS += -trimpath

.PHONY: all build man install uninstall deb release demo check format vet lint generated cross test arm64 condor gridengine bench soak fuzz signals recording pictures profile module clean

all: build

# What is built says of itself what git says of the checkout (packaging/version). The go
# command's own note is left out: it is not in every kind of checkout, and the same commit
# has to make the same bytes.
VERSION = $(shell packaging/version)
LDFLAGS = -s -w -X ftsh/internal/version.stamp=$(VERSION)

# Where its time goes when it runs the rows of bench (make profile); the compiler spends more on these
# places. Tests and tools are compiled without it (docs/decisions/profile.md).
PROFILE = packaging/pgo/ftsh.pgo

# -ldflags may be given once for each pattern; the last that matches a package
# counts, so that the entry reaches those alone that link internal/entry.
build:
	$(GO) build -buildvcs=false -pgo=$(PROFILE) -ldflags='$(LDFLAGS)' \
	    -ldflags='ftsh/cmd/ftsh=$(ENTRY) $(LDFLAGS)' -ldflags='ftsh/cmd/ftry=$(ENTRY) $(LDFLAGS)' -o bin/ ./cmd/...

# ftsh(7) is made of docs/language.md, so that there is one text. Its date is the commit's.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 0)
man:
	@mkdir -p bin
	$(GO) run ./packaging/manual -date "$$(TZ=UTC0 date -d @$(SOURCE_DATE_EPOCH) +%F 2>/dev/null || \
	    TZ=UTC0 date -r $(SOURCE_DATE_EPOCH) +%F)" <docs/language.md >bin/ftsh.7

# Programs, manual pages, completions and Vim's syntax. DESTDIR is in front of PREFIX, for packages.
# What chsh offers is not touched: add-shell $(PREFIX)/bin/ftsh.
install: build man
	PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' packaging/install install $(PROGRAMS)

uninstall:
	PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' packaging/install uninstall $(PROGRAMS)

# A Debian package in bin/, the same bytes for the same commit.
deb: build man
	VERSION='$(VERSION)' SOURCE_DATE_EPOCH='$(SOURCE_DATE_EPOCH)' GO='$(GO)' packaging/deb/build $(PROGRAMS)

# Static archives and Debian packages for amd64 and arm64, with checksums and lists of what they
# are built of, in bin/release: the same bytes for the same commit.
release: man
	VERSION='$(VERSION)' SOURCE_DATE_EPOCH='$(SOURCE_DATE_EPOCH)' GO='$(GO)' packaging/release $(PROGRAMS)

# The main job: examples/mirrors.ftsh with real wget and four local mirrors. It tells what happens;
# make demo DEMO=--log shows ftsh's own log instead.
demo:
	@echo 'Building ftsh into bin/ (a minute or two the first time).'
	@$(MAKE) -s --no-print-directory build
	@bin/ftsh examples/demo $(DEMO)

# The tests wait much of their time, those under the emulator most of it. The checks that need most
# of the processor use that time, at the lowest priority: one after the other all this takes half as
# long again. lint and vet are the last, for by then they find the tests compiled.
check: format build generated
	@echo 'cross, lint and vet run beside the tests'
	@nice -n 19 $(MAKE) --no-print-directory cross lint vet >bin/checks.log 2>&1 & checks=$$!; \
	$(MAKE) --no-print-directory test; tests=$$?; \
	$(MAKE) --no-print-directory arm64; emulated=$$?; \
	wait $$checks; checks=$$?; cat bin/checks.log; test $$tests$$emulated$$checks = 000

format:
	@out=$$(gofmt -l $$(find . -name '*.go' -not -path './.*')) && test -z "$$out" || { echo "gofmt these: $$out"; exit 1; }

# vet and lint read what the tests were compiled to, with the race detector, rather than compile all
# of it once more.
vet:
	CGO_ENABLED=1 $(GO) vet -race ./...

lint:
	tool=$$($(GO) tool -n staticcheck) && CGO_ENABLED=1 GOFLAGS='$(GOFLAGS) -race' "$$tool" ./...

# What go generate writes must be what is in the repository: generate in
# place, compare with before, put the old contents back if they differ.
generated:
	@before=$$(find . -name '*.go' -not -path './.*' | LC_ALL=C sort | xargs sha256sum) && \
	PATH="$$PATH" $(GO) generate ./... && \
	after=$$(find . -name '*.go' -not -path './.*' | LC_ALL=C sort | xargs sha256sum) && \
	test "$$before" = "$$after" || { echo 'go generate changed files: commit them'; exit 1; }

# Other systems: the types of everything are right, tests included, and the shell and its tools
# build; for freebsd, which has the files of darwin, the types do. ftsh-sim and ftsh-otlp are left
# out, since their libraries double the work. The assembly for arm64 is vetted as well; nothing else is, since
# vet would analyse the standard library again.
cross:
	GOOS=darwin GOARCH=arm64 $(GO) build $(SMALL)
	GOOS=linux GOARCH=arm64 $(GO) build $(SMALL)
	$(GO) run ./packaging/typecheck darwin/arm64 freebsd/amd64 linux/arm64
	GOOS=linux GOARCH=arm64 $(GO) vet -asmdecl $(sort $(dir $(shell find . -name '*_arm64.s')))
SMALL := $(addprefix ./cmd/,$(filter-out ftsh-sim ftsh-otlp,$(PROGRAMS)))

# Every test, under the race detector; one that fails runs once more by itself. The packages that
# take longest come first, so that the others run beside them.
test:
	GO='$(GO)' PACKAGES='./tests ./spec ./tests/release ./spec/signals ./examples ./internal/sim ./tests/condor ./...' .ci/test

# Under an emulator, if there is one; what is run, and what cannot be, stands there.
arm64:
	GO='$(GO)' .ci/arm64

# forall … via condor with a real HTCondor: some ten minutes. Debian trixie's packages (63 MB) are
# unpacked into CONDOR, not installed; the tests need root for namespaces. If they are in the usual
# place, make test runs the quick ones.
CONDOR ?= $(HOME)/.cache/ftsh-condor
condor:
	tests/condor/fetch $(CONDOR)
	FTSH_CONDOR=$(CONDOR) $(GO) test -count=1 -timeout 1h -v ./tests/condor

# The same with a real Grid Engine: two to seven minutes. Packages of Debian bookworm (9 MB).
GRIDENGINE ?= $(HOME)/.cache/ftsh-gridengine
gridengine:
	tests/gridengine/fetch $(GRIDENGINE)
	FTSH_GRIDENGINE=$(GRIDENGINE) $(GO) test -count=1 -timeout 1h -v ./tests/gridengine

# Narrow it with make bench BENCH='-rows subst,subshell -runs 3 -scale 0.1'.
bench: build
	$(GO) run ./bench -ftsh bin/ftsh $(BENCH)

# The profile for the compiler, made anew: some five minutes.
profile:
	$(GO) run ./bench -profile $(PROFILE)

# Random scripts on a sick machine, nothing of which may be left: make soak SOAK=30m SEED=7.
SOAK ?= 10m
SEED ?= 1
soak:
	$(GO) run ./bench/soak -for $(SOAK) -seed $(SEED)

# Signals and traps, every combination under every shell: some 20 minutes; one in so many with
# make signals SIGNALS=8. CI runs the part in which any four values stand together once.
SIGNALS ?= 1
signals:
	FTSH_TEST_SIGNALS=$(SIGNALS) $(GO) test -count=1 -timeout 2h ./spec/signals

# Every fuzz target, then whole random scripts beside other shells (bench/peers).
fuzz:
	@for pkg in $$($(GO) list ./...); do \
	    for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	        echo "$$pkg $$f"; \
	        $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 10x -parallel 2 $$pkg || exit 1; \
	    done; \
	done
	$(GO) run ./bench/peers -for $(FUZZTIME) -seed $(SEED)
	$(GO) run ./bench/peers -bash -for $(FUZZTIME) -seed $(SEED)

# The recording in README.md: a real session, typed to bin/ftsh on a terminal.
recording: build
	$(GO) run ./packaging/recording >bin/demo.svg && mv bin/demo.svg docs/demo.svg

# The pictures of runs in docs/: scripts of examples/, run and drawn. They need wget, Slurm and Chromium.
pictures: build
	bin/ftsh packaging/pictures/run docs/pictures

# Gives the module its path, everywhere at once: make module TO=example.org/you/ftsh
module:
	@test -n '$(TO)' || { echo 'usage: make module TO=example.org/you/ftsh'; exit 2; }
	from=$$($(GO) list -m) && \
	find . -name '*.go' -not -path './.*' -exec sed -i -E -e "s,\"$$from/,\"$(TO)/,g" \
		-e "s,(^|[^A-Za-z0-9_./-])$$from/(backoff|cmd|internal|interp|parser)\b,\1$(TO)/\2,g" {} + && \
	asm=$$(echo "$$from" | sed 's,/,∕,g; s,[.],·,g') && to=$$(echo '$(TO)' | sed 's,/,∕,g; s,[.],·,g') && \
	find . -name '*.s' -not -path './.*' -exec sed -i -E "s,(^|[^∕])$$asm∕,\1$$to∕,g" {} + && \
	sed -i -E "s,(^|[^A-Za-z0-9_./-])$$from/(backoff|cmd|internal|interp|parser)\b,\1$(TO)/\2,g" Makefile .ci/* *.md docs/*.md docs/decisions/*.md \
		docs/guides/*.md docs/reference/*.md docs/design/*.md && \
	$(GO) mod edit -module '$(TO)' && \
	gofmt -w $$(find . -name '*.go' -not -path './.*')

clean:
	rm -rf bin
