// Typecheck reports what does not compile on other systems, tests included. The arguments are
// systems, such as darwin/arm64. It reads the types of the standard library from its source: to
// compile the library for each system, as go vet does, takes ten times as long.
package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
)

const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles |
	packages.NeedImports | packages.NeedDeps |
	packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax

func main() {
	failed := false
	for _, target := range os.Args[1:] {
		system, processor, ok := strings.Cut(target, "/")
		if !ok {
			fail(fmt.Errorf("found %q, expected a system such as darwin/arm64", target))
		}
		found, err := packages.Load(&packages.Config{
			Mode:  mode,
			Tests: true,
			Env:   append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0"),
		}, "./...")
		if err != nil {
			fail(err)
		}
		if packages.PrintErrors(found) > 0 {
			fmt.Fprintf(os.Stderr, "typecheck: this does not compile on %s\n", target)
			failed = true
		}
	}
	if failed {
		os.Exit(1)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "typecheck:", err)
	os.Exit(1)
}
