package interp

import (
	"io"
	"testing"

	"ftsh/parser"
	"ftsh/parser/ast"
)

// shortLists are lists, and whether they are short in the environment of TestShortLists.
var shortLists = map[string]bool{
	":":                                  true,
	"true 'a*' \"$x\" $? $#":             true,
	"x=1":                                true,
	"x=$y z=${y:-\"$x\"} w=${#x} :":      true,
	"short a":                            true,
	"(exit 3)":                           true,
	"{ exit $?; }":                       true,
	"if short; then ! false; else :; fi": true,
	": && : || exit 255":                 true,

	": *":                    false, // a look at files
	": $x":                   false, // perhaps, too
	": $(:)":                 false,
	": $((1/0))":             false, // messages
	": ${x?}":                false,
	"exit x":                 false,
	"exit 256":               false,
	"r=1":                    false,
	": ${x=1}":               false,
	"FTSH_LOG_LEVEL=x":       false,
	": >f":                   false, // files
	"/bin/true":              false, // programs
	"unknown":                false,
	"echo x":                 false, // may wait
	"read x":                 false,
	"long":                   false,
	"endless":                false,
	"while :; do :; done":    false,
	"for x in a; do :; done": false,
	": | :":                  false,
	"trap : EXIT":            false,
	"cd /":                   false,
	"{ : & }":                false,
	"f() { :; }":             false,
	"time :":                 false,
}

func TestShortLists(t *testing.T) {
	sh, err := New(Options{Name: "sh", Stderr: io.Discard, Dir: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	defer sh.Close()
	if _, err := sh.Run(t.Context(), "sh", `readonly r=0
short() { x=$1; return 2; }
long() { short; /bin/true; }
endless() { short; endless; }
`); err != nil {
		t.Fatal(err)
	}
	for text, want := range shortLists {
		script, err := parser.Parse(text+" &", parser.Options{Blocks: true})
		if err != nil {
			t.Fatal(parser.Report(err))
		}
		var list *ast.AndOr = script.List.AndOrs[0]
		if got := isShort(sh.main, ownSubshell(list)); got != want {
			t.Errorf("%s: %t", text, got)
		}
	}
}
