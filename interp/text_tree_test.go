//go:build linux

package interp_test

import (
	"bytes"
	"context"
	"sync"
	"testing"

	"ftsh/interp"
	"ftsh/parser"
	"ftsh/parser/ast"
)

// Scripts with the same result from their tree as from their text.
var treeScripts = []struct {
	name, text, out string
	status          int
	set             []string
}{
	{"commands", "echo a; echo b\necho $0 $1; (exit 3)", "a\nb\nsh x\n", 3, nil},
	{"lines", "echo $LINENO\n\n\necho $LINENO; f() {\n\techo $LINENO\n}\nf", "1\n4\n5\n", 0, nil},
	{"functions", "f() { g \"$@\"; }\ng() { echo \"$#\"; return 4; }\nf a b\nunset -f f; f",
		"2\ntest:4:13: f: not found\n", 127, nil},
	{"blocks", "try 2 times every 1 ms\n  echo a; false\ncatch\n  echo caught\nend",
		"a\na\ncaught\n", 0, nil},
	{"a list in the background", "f() { echo f; }; { f() { echo inner; }; f; } & wait; f",
		"inner\nf\n", 0, nil},
	{"jobs", "until [ -e stop ]; do\n  sleep 0.01\ndone | cat &\njobs; : >stop; wait",
		"[1] + Running                    until [ -e stop ]; do; sleep 0.01; done | cat\n", 0, nil},
	{"errors", "echo a\necho ${x?gone}\necho b", "a\ntest:2:6: x: gone\n", 2, nil},
	{"brittle", "echo a\nfalse\necho b", "a\n", 1, []string{"brittle"}},
	{"exit", "exit 5; echo no", "", 5, nil},
	{"empty", "# nothing\n", "", 0, nil},
	{"no commands run", "echo a\necho b", "", 0, []string{"noexec"}},
	{"verbose", "# first\necho a; echo b\ncat <<E; echo c\nhere\nE\n# last\n",
		"# first\necho a; echo b\na\nb\ncat <<E; echo c\nhere\nE\nhere\nc\n# last\n", 0,
		[]string{"verbose"}},
	{"verbose from a line on", "echo a\nset -v # now\n\necho b\nf() {\n\tcat " +
		"<<-E\n\t\tx\n\tE\n}\nf", "a\n\necho b\nb\nf() {\n\tcat <<-E\n\t\tx\n\tE\n}\nfx\n", 0, nil},
	{"a substitution over lines", "set -v\necho $(cat <<E\na\nE\n)\necho b",
		"echo $(cat <<E\na\nE\n)\na\necho bb\n", 0, nil},
	{"aliases have no say", "alias echo=false\necho a", "a\n", 0, nil},
}

func TestRunScript(t *testing.T) {
	for _, c := range treeScripts {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			script, err := parser.Parse(c.text, parser.Options{Name: "test", Blocks: true})
			if err != nil {
				t.Fatal(err)
			}
			var wg sync.WaitGroup
			for range 4 { // several shells at once
				s := newSession(t, interp.Options{Name: "sh", Args: []string{"x"}, Set: c.set})
				wg.Go(func() {
					status, err := s.RunScript(context.Background(), script)
					if err != nil || status != c.status || s.out.String() != c.out {
						t.Errorf("status %d, %v, output %q; want %d, %q", status, err,
							s.out.String(), c.status, c.out)
					}
				})
			}
			wg.Wait()
		})
	}
}

// A modified tree runs without a text.
func TestRunScriptOfOwnMaking(t *testing.T) {
	script, err := parser.Parse("echo a\nsleep 60 &\necho b\n(echo c)\n",
		parser.Options{Name: "test"})
	if err != nil {
		t.Fatal(err)
	}
	all := script.List.AndOrs
	changed := &parser.Script{Name: "changed", List: &ast.List{AndOrs: []*ast.AndOr{all[3], all[0],
		all[2]}}}
	var out bytes.Buffer
	sh, err := interp.New(interp.Options{Stdout: &out, Stderr: &out, Set: []string{"verbose"}})
	if err != nil {
		t.Fatal(err)
	}
	defer sh.Close()
	if status, err := sh.RunScript(context.Background(), changed); status != 0 || err != nil ||
		out.String() != "c\na\nb\n" {
		t.Errorf("status %d, %v, output %q", status, err, out.String())
	}
}
