package explain

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ftsh/internal/foreign"
	"ftsh/internal/syntax"
	"ftsh/internal/transcript"
	"ftsh/parser/ast"
)

// Each block of the examples and of all transcripts is described, once.
func TestEveryBlockIsDescribed(t *testing.T) {
	scripts := map[string]string{}
	examples, err := filepath.Glob("../../examples/*.ftsh")
	if err != nil || len(examples) < 5 {
		t.Fatal(examples, err)
	}
	for _, name := range examples {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		scripts[name] = string(text)
	}
	transcripts, err := filepath.Glob("../../spec/*/*.t")
	if err != nil || len(transcripts) < 50 {
		t.Fatal(transcripts, err)
	}
	for _, name := range transcripts {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := transcript.Parse(name, string(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range f.Cases {
			scripts[name+" "+c.Name] = c.Script
		}
	}
	blocks := 0
	for name, text := range scripts {
		opts := Options{Name: "script", KillTimeout: time.Second,
			Lookup: func(string) (string, bool) {
				return "", false
			}}
		said, err := Script(text, opts)
		if err != nil {
			switch err.(type) {
			case *syntax.Error, *foreign.Error:
			default:
				t.Errorf("%s: %v", name, err)
			}
			continue
		}
		list, err := syntax.Parse(syntax.WithoutNUL(text), syntax.Options{Blocks: true})
		if err != nil || strings.Contains(text, "posix") {
			continue // not read to its end
		}
		want := 0
		ast.Walk(list, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.Try, *ast.Forany, *ast.Forall:
				want++
			}
			return true
		})
		blocks += want
		if got := strings.Count(said, "    worst case  "); got != want &&
			!strings.Contains(text, "exit") && !strings.Contains(text, "exec") {
			t.Errorf("%s: %d blocks, %d described:\n%s", name, want, got, said)
		}
	}
	if blocks < 500 {
		t.Errorf("only %d blocks were described", blocks)
	}
}
