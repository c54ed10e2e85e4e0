package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The files in the repository are equal to treegen's output.
func TestGeneratedFilesAreCurrent(t *testing.T) {
	s, err := load("../../parser/ast")
	if err != nil {
		t.Fatal(err)
	}
	for file, print := range map[string]func(*schema) ([]byte, error){
		"../../parser/ast/walk.go": printWalk, "../handover/tree.go": printHandover,
	} {
		want, err := print(s)
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := os.ReadFile(file); !bytes.Equal(got, want) {
			t.Errorf("%s is not what the declarations say: run go generate", file)
		}
	}
}

const small = `package ast

type Node interface{ Pos() Pos }
type Pos struct{ Offset uint32 }
type Span struct{ From, To Pos }

func (s *Span) Pos() Pos { return s.From }

type Op uint8

const (
	A Op = iota
	C
	B = A
)

type Part interface{ Node; part() }
type Leaf struct { Span; Text string }
func (*Leaf) part() {}

type Clauses struct { First *Leaf ` + "`ast:\"optional\"`" + ` }

type Root struct {
	Span
	Op      Op
	Clauses Clauses
	Parts   []Part
	FIELD
}
`

// schemaWith returns the schema of the small package with one more field.
func schemaWith(t *testing.T, field string) (*schema, error) {
	dir := t.TempDir()
	text := strings.Replace(small, "FIELD", strings.ReplaceAll(field, "'", "`"), 1)
	if err := os.WriteFile(filepath.Join(dir, "ast.go"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return load(dir)
}

// A new field is walked and coded, with no line written by hand.
func TestField(t *testing.T) {
	for _, c := range []struct{ field, walk, code string }{
		{"X int", "", "number(c, &n.X)"},
		{"X bool", "", "flag(c, &n.X)"},
		{"X Pos", "", "position(c, &n.X)"},
		{"X Op", "", "enum(c, &n.X, ast.C)"},
		{"X []Op 'ast:\"len len(Parts)-1\"'", "",
			"list(c, &n.X, func(c *coder, e *ast.Op) { enum(c, e, ast.C) })\n\tc.length(\"X\", " +
				"len(n.X), len(n.Parts)-1)"},
		{"X []string", "", "list(c, &n.X, text)"},
		{"X Part", "Walk(n.X, f)", "codePart(c, &n.X)"},
		{"X *Leaf", "walkLeaf(n.X, f)", "required(c, &n.X, codeLeaf)"},
		{"X []*Leaf", "for _, e := range n.X {\n\t\twalkLeaf(e, f)\n\t}",
			"nodes(c, &n.X, codeLeaf)"},
		{"X *Leaf 'ast:\"optional\"'", "walkLeaf(n.X, f)", "optional(c, &n.X, codeLeaf)"},
		{"X *Leaf 'ast:\"when Op == C\"'", "walkLeaf(n.X, f)",
			"conditional(c, n.Op == ast.C, &n.X, codeLeaf)"},
		{"X Clauses", "walkLeaf(n.X.First, f)", "optional(c, &n.X.First, codeLeaf)"},
	} {
		s, err := schemaWith(t, c.field)
		if err != nil {
			t.Errorf("%s: %v", c.field, err)
			continue
		}
		walk, err := printWalk(s)
		if err != nil || !strings.Contains(string(walk), "\t}\n\t"+c.walk) {
			t.Errorf("%s: walked as %v\n%s", c.field, err, walk)
		}
		code, err := printHandover(s)
		if err != nil || !strings.Contains(string(code), "\t"+c.code+"\n}\n") {
			t.Errorf("%s: coded as %v\n%s", c.field, err, code)
		}
	}
}

// A field of an unknown type is an error.
func TestFieldRefused(t *testing.T) {
	for _, c := range []struct{ field, want string }{
		{"X map[string]int", "ast.Root.X: no code is known for the type map[string]int"},
		{"X *int", "ast.Root.X: no code is known for the type *int"},
		{"X float64", "ast.Root.X: no code is known for the type float64"},
		{"X [][]Part", "ast.Root.X: no code is known for the type [][]ast.Part"},
		{"X Node", "ast.Root.X: no code is known for the type ast.Node"},
		{"X Part 'ast:\"optional\"'", `ast.Root.X: the tag "optional" has no meaning here`},
		{"X *Leaf 'ast:\"perhaps\"'", `ast.Root.X: the tag "perhaps" has no meaning here`},
		{"X *Leaf 'ast:\"when Y == 1\"'; Y int", "ast.Root.X: Y is no field that stands before"},
	} {
		if _, err := schemaWith(t, c.field); err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", c.field, err, c.want)
		}
	}
}
