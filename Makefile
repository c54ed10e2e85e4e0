# ftsh: what can be done with this directory. `make check` is what CI runs.

GO       ?= go
PREFIX   ?= /usr/local
DESTDIR  ?=
FUZZTIME ?= 10s
PROGRAMS := $(notdir $(wildcard cmd/*))

# The entry point in internal/sig sees which signals are ignored, which of
# descriptors 0-2 are closed and the limit on open files before the Go runtime
# changes them (docs/architecture.md, Signals). It exists on Linux only.
ENTRY_linux := -E ftsh/internal/sig.entry
ENTRY       := $(ENTRY_$(shell $(GO) env GOOS))

.PHONY: all build install demo check format vet lint generated cross test bench fuzz clean

all: build

# -ldflags may be given once for each pattern; the last that matches a package
# counts, so that the entry reaches ftsh alone.
build:
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags='-s -w' -ldflags='ftsh/cmd/ftsh=$(ENTRY) -s -w' -o bin/ ./cmd/...

install: build
	install -d '$(DESTDIR)$(PREFIX)/bin'
	install -m 755 $(addprefix bin/,$(PROGRAMS)) '$(DESTDIR)$(PREFIX)/bin/'
	install -d '$(DESTDIR)$(PREFIX)/share/man/man1'
	install -m 644 docs/ftsh.1 '$(DESTDIR)$(PREFIX)/share/man/man1/'

# The main job: examples/mirrors.ftsh with real wget and four local mirrors.
demo: build
	bin/ftsh examples/demo

check: format vet lint generated cross build test

format:
	@out=$$(gofmt -l $$(find . -name '*.go' -not -path './.*')) && test -z "$$out" || { echo "gofmt these: $$out"; exit 1; }

vet:
	$(GO) vet ./...

lint:
	$(GO) tool staticcheck ./...

# What go generate writes must be what is in the repository: generate in
# place, compare with before, put the old contents back if they differ.
generated:
	@before=$$(find . -name '*.go' -not -path './.*' | LC_ALL=C sort | xargs sha256sum) && \
	PATH="$$PATH" $(GO) generate ./... && \
	after=$$(find . -name '*.go' -not -path './.*' | LC_ALL=C sort | xargs sha256sum) && \
	test "$$before" = "$$after" || { echo 'go generate changed files: commit them'; exit 1; }

# Other systems: everything builds, and vet finds nothing (tests included).
cross:
	GOOS=darwin GOARCH=arm64 $(GO) vet ./...
	GOOS=freebsd GOARCH=amd64 $(GO) vet ./...
	GOOS=linux GOARCH=arm64 $(GO) vet ./...
	GOOS=darwin GOARCH=arm64 $(GO) build ./...
	GOOS=freebsd GOARCH=amd64 $(GO) build ./...
	GOOS=linux GOARCH=arm64 $(GO) build ./...

# The timeout is a guard against hanging, for each package.
# Whoever runs this may ignore signals (nohup, a shell's background list), which
# stay ignored in what the tests start: env gives them their defaults back.
test:
	@if env --default-signal true 2>/dev/null; then \
	    exec env --default-signal $(GO) test -race -timeout 20m ./...; \
	else \
	    exec $(GO) test -race -timeout 20m ./...; \
	fi

# Narrow it with make bench BENCH='-rows subst,subshell -runs 3 -scale 0.1'.
bench: build
	$(GO) run ./bench -ftsh bin/ftsh $(BENCH)

fuzz:
	@for pkg in $$($(GO) list ./...); do \
	    for f in $$($(GO) test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	        echo "$$pkg $$f"; \
	        $(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) -parallel 2 $$pkg || exit 1; \
	    done; \
	done

clean:
	rm -rf bin
