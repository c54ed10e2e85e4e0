package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// below lists, for each package, the ones right below it in the lattice. A package may import
// packages reachable downward from it, and nothing else of the project. The order is the one of
// docs/architecture.md.
func below() map[string][]string {
	return map[string][]string{
		// No project imports.
		"parser/ast": {}, "internal/duration": {}, "internal/quote": {}, "internal/option": {},
		"internal/flow": {}, "internal/arith": {}, "internal/pattern": {}, "internal/clock": {},
		"internal/sig": {}, "internal/transcript": {}, "internal/archtest": {},
		"internal/subject":   {},
		"internal/debsource": {},
		"internal/treegen":   {}, "internal/thread": {}, "internal/version": {},
		"internal/bashism": {}, "internal/brace": {}, "internal/netname": {}, "internal/mainstack": {},

		"internal/ere":     {"internal/pattern"},
		"backoff":          {"internal/duration"},
		"internal/diag":    {"parser/ast"},
		"internal/vars":    {"internal/option", "internal/array", "internal/arith"},
		"internal/printer": {"parser/ast", "internal/quote"},
		"internal/syntax": {"parser/ast", "internal/diag", "internal/duration", "internal/quote",
			"internal/flow", "internal/sig", "internal/bashism", "backoff"},
		"parser":            {"internal/syntax"},
		"internal/entry":    {"internal/sig"},
		"internal/fd":       {"internal/sig", "internal/thread"},
		"internal/txn":      {"internal/fd"},
		"internal/proc":     {"internal/fd", "internal/clock"},
		"internal/job":      {"internal/proc"},
		"internal/watchdog": {"internal/proc"},
		"internal/shellenv": {"internal/proc"},
		"internal/through": {"internal/clock", "internal/duration", "internal/thread",
			"internal/version", "internal/lockfile"},
		"internal/compspec": {"internal/pattern", "internal/quote", "internal/fd"},
		"internal/trap":     {"internal/sig", "internal/flow"},
		"internal/scope":    {"internal/flow", "internal/proc"},
		"internal/statedir": {},
		"internal/array":    {},
		"internal/known": {"internal/duration", "internal/flow", "internal/pattern",
			"internal/statedir"},
		"internal/retry": {"backoff", "internal/scope", "internal/known", "interp/event",
			"internal/quote"},
		"internal/lockfile": {"internal/statedir"},
		"internal/history":  {"internal/lockfile"},
		"internal/scratch":  {"internal/lockfile"},
		"internal/journal":  {"internal/lockfile"},
		"internal/treehash": {"parser/ast"},
		"internal/trapscan": {"internal/syntax", "internal/trap", "internal/builtin"},
		"internal/foreign":  {"internal/syntax", "internal/arith"},
		"internal/expand": {"parser/ast", "internal/vars", "internal/arith", "internal/pattern", "internal/ere", "internal/brace",
			"internal/fd", "internal/flow", "internal/diag", "internal/quote", "internal/bashism"},
		"internal/handover": {"parser/ast", "internal/vars", "internal/fd", "internal/job",
			"internal/trap", "internal/compspec"},
		"internal/via": {"internal/handover", "internal/journal"},
		"internal/builtin": {"internal/expand", "backoff", "internal/proc", "internal/job",
			"internal/trap", "internal/quote", "internal/duration", "internal/history",
			"internal/compspec"},
		"interp/event":        {"internal/flow", "internal/duration"},
		"internal/standalone": {"interp/event", "internal/compspec", "internal/clock"},
		"interp": {"parser", "internal/standalone", "internal/txn", "internal/handover", "internal/via",
			"internal/builtin", "internal/scope", "internal/watchdog", "internal/printer",
			"internal/through", "internal/journal", "internal/treehash", "internal/trapscan",
			"internal/foreign", "internal/known", "internal/retry", "internal/shellenv",
			"internal/scratch", "internal/netname"},
		"internal/explain":   {"internal/foreign"},
		"internal/eventlog":  {"interp/event", "internal/quote", "internal/fd"},
		"internal/tracefile": {"interp/event", "internal/quote", "internal/fd"},
		"internal/view":      {"internal/tracefile", "internal/version"},
		"internal/edit":      {"internal/pattern"},
		"internal/complete": {"internal/syntax", "internal/option", "internal/vars",
			"internal/compspec"},
		"internal/repl": {"internal/standalone", "internal/edit", "internal/complete"},
		"internal/cron": {"internal/eventlog", "internal/tracefile", "internal/txn", "internal/watchdog",
			"internal/through"},
		"internal/virtual":  {"internal/clock"},
		"internal/inject":   {"interp", "internal/virtual", "internal/known"},
		"internal/rehearse": {"internal/inject", "internal/tracefile", "internal/watchdog", "internal/scratch"},
		"internal/cli": {"interp", "internal/repl", "internal/explain", "internal/rehearse",
			"internal/cron", "internal/tracefile", "internal/version"},
		"internal/sim":    {"backoff", "internal/through", "internal/version", "examples"},
		"internal/format": {"parser", "internal/version", "internal/lockfile", "internal/printer"},
		"internal/lint": {"parser", "internal/builtin", "internal/foreign", "internal/version",
			"internal/known"},

		"cmd/ftsh":         {"internal/cli", "internal/entry", "internal/mainstack"},
		"cmd/ftry":         {"internal/cli", "internal/entry", "internal/mainstack"},
		"internal/otlp":    {"internal/tracefile", "internal/version"},
		"cmd/ftsh-otlp":    {"internal/otlp"},
		"cmd/ftsh-sim":     {"internal/sim"},
		"packaging/manual": {}, "packaging/recording": {}, "packaging/typecheck": {},
		"packaging/sbom": {}, "packaging/pictures": {},
		"cmd/ftsh-fmt":   {"internal/format"},
		"cmd/ftsh-lint":  {"internal/lint"},
		"cmd/ftsh-state": {"internal/through", "internal/journal", "internal/known"},
		"cmd/ftsh-view":  {"internal/view"},

		"bench":          {"parser", "internal/debsource"},
		"bench/profiled": {"internal/cli"},
		"bench/soak":     {"interp"},
		"examples":       {}, // the scripts; their tests use internal/subject
		"examples/embed": {"interp"}, "examples/hooks": {"interp"},
		"spec":          {"internal/transcript", "internal/subject"},
		"spec/signals":  {"internal/subject"},
		"tests":         {"interp", "internal/transcript", "internal/subject", "internal/debsource"},
		"tests/release": {},
	}
}

// closure returns the packages reachable downward from p, including p.
func closure(p string) map[string]bool {
	all, lattice := map[string]bool{}, below()
	var add func(string)
	add = func(p string) {
		if !all[p] {
			all[p] = true
			for _, q := range lattice[p] {
				add(q)
			}
		}
	}
	add(p)
	return all
}

type goPackage struct {
	ImportPath   string
	Dir          string
	Export       string
	GoFiles      []string
	ImportMap    map[string]string
	Imports      []string
	TestImports  []string
	XTestImports []string
	Deps         []string
}

// list runs go list on patterns, for an operating system. If deps is set, it includes dependencies.
func list(t *testing.T, goos string, patterns ...string) []goPackage {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-e",
		"-json=ImportPath,Dir,Export,GoFiles,ImportMap,Imports,TestImports,XTestImports,Deps"}, patterns...)...)
	cmd.Dir = "../.."
	cmd.Env = append(cmd.Environ(), "GOOS="+goos, "GOARCH=amd64", "CGO_ENABLED=0")
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var pkgs []goPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

// lookup finds the lattice entry of an import path. Packages below an entry (bench/workload,
// internal/sim/disk) belong to it.
func lookup(importPath string) (entry string, ok bool) {
	p := strings.TrimPrefix(importPath, "ftsh/")
	lattice := below()
	for {
		if _, ok := lattice[p]; ok {
			return p, true
		}
		i := strings.LastIndexByte(p, '/')
		if i < 0 {
			return "", false
		}
		p = p[:i]
	}
}

func TestImportLattice(t *testing.T) {
	for _, goos := range []string{"linux", "darwin", "freebsd"} {
		for _, p := range list(t, goos, "./...") {
			from, ok := lookup(p.ImportPath)
			if !ok {
				t.Errorf("%s has no place in the lattice", p.ImportPath)
				continue
			}
			allowed := closure(from)
			for _, imp := range p.Imports {
				if !strings.HasPrefix(imp, "ftsh/") {
					continue
				}
				if to, ok := lookup(imp); !ok || !allowed[to] {
					t.Errorf("%s: %s may not import %s", goos, p.ImportPath, imp)
				}
			}
		}
	}
}

// Outside its own layers, a library is used by these packages only. Tests of any package may use
// any library.
func TestLibrariesStayWhereTheyAre(t *testing.T) {
	homes := map[string][]string{
		"mvdan.cc/sh/v3":         {},
		"github.com/rivo/uniseg": {"internal/edit", "internal/view"},
		"golang.org/x/sys": {"internal/proc", "internal/fd", "internal/sig",
			"internal/clock", "internal/txn", "internal/repl", "internal/through",
			"internal/journal", "internal/lockfile", "internal/scratch"},
		"gonum.org/v1":                   {"internal/sim", "cmd/ftsh-sim"},
		"github.com/schollz/progressbar": {"internal/sim", "cmd/ftsh-sim"},
		"golang.org/x/image":             {"internal/sim", "cmd/ftsh-sim"},
		"golang.org/x/term": {"internal/repl", "internal/cli", "internal/sim",
			"cmd/ftsh-sim", "internal/view"},
		"go.opentelemetry.io/otel":          {"internal/otlp"},
		"go.opentelemetry.io/proto/otlp":    {"internal/otlp"},
		"google.golang.org/protobuf":        {"internal/otlp"},
		"github.com/creack/pty":             {"packaging/recording"},
		"github.com/cpuguy83/go-md2man":     {"packaging/manual"},
		"github.com/hinshun/vt10x":          {"packaging/recording"},
		"github.com/rogpeppe/go-internal":   {"internal/format"},
		"github.com/cenkalti/backoff":       {},
		"github.com/sethvargo/go-retry":     {},
		"github.com/avast/retry-go":         {},
		"golang.org/x/sync":                 {},
		"golang.org/x/tools":                {"packaging/typecheck"},
		"github.com/CycloneDX/cyclonedx-go": {"packaging/sbom"},
		"honnef.co/go/tools":                {},
		"github.com/mitchellh/colorstring":  {},
	}
	for _, goos := range []string{"linux", "darwin"} {
		for _, p := range list(t, goos, "./...") {
			from, _ := lookup(p.ImportPath)
			for _, imp := range p.Imports {
				if first, _, _ := strings.Cut(imp, "/"); !strings.Contains(first, ".") ||
					strings.HasPrefix(imp, "ftsh/") {
					continue
				}
				if !slices.ContainsFunc(homeOf(homes, imp), func(h string) bool {
					return h == from
				}) {
					t.Errorf("%s imports %s, which is at home in %v", p.ImportPath, imp,
						homeOf(homes, imp))
				}
			}
		}
	}
}

func homeOf(homes map[string][]string, imp string) []string {
	for lib, h := range homes {
		if imp == lib || strings.HasPrefix(imp, lib+"/") {
			return h
		}
	}
	return nil
}

// A program that starts in two milliseconds must not carry a plotter or a second parser.
func TestNeverLinkedIntoTheShell(t *testing.T) {
	never := []string{"mvdan.cc/sh/", "gonum.org/", "github.com/schollz/", "golang.org/x/image/",
		"net/http", "testing", "regexp", "text/template", "runtime/cgo", "crypto/",
		"ftsh/internal/sim", "ftsh/internal/transcript"}
	for _, p := range list(t, "linux", "ftsh/cmd/ftsh") {
		for _, dep := range p.Deps {
			for _, n := range never {
				if dep == n || strings.HasSuffix(n, "/") && strings.HasPrefix(dep, n) {
					t.Errorf("cmd/ftsh links %s", dep)
				}
			}
		}
	}
}

// A program with an embedded shell has an entry point of its own.
func TestNeverLinkedIntoAGuest(t *testing.T) {
	for _, p := range list(t, "linux", "ftsh/interp", "ftsh/examples/...") {
		if slices.Contains(p.Deps, "ftsh/internal/entry") {
			t.Errorf("%s links ftsh/internal/entry", p.ImportPath)
		}
	}
	for _, p := range list(t, "linux", "ftsh/cmd/ftsh") {
		if !slices.Contains(p.Deps, "ftsh/internal/entry") {
			t.Errorf("%s does not link ftsh/internal/entry", p.ImportPath)
		}
	}
}
