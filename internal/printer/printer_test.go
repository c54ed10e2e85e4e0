package printer_test

import (
	"strings"
	"testing"

	"ftsh/internal/printer"
	"ftsh/parser"
	"ftsh/parser/ast"
)

func parse(t *testing.T, text string) *ast.List {
	t.Helper()
	s, err := parser.Parse(text, parser.Options{Name: "script", Blocks: true})
	if err != nil {
		t.Fatal(err)
	}
	return s.List
}

// The tree of the printed text is the tree that was printed, but for layout.
func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		`cp -R -- "$from" "$to.new"`: "",
		`a=1 b=$x c= curl -u "$u:$p" 2>&1 >/dev/null </in >>"$log" 3>|x 4<>y <&-`: "",
		`>out`:                       "",
		`a && b || ! c | d &`:        "",
		"cat <<E\nsecret\nE":         "cat <<E",
		"cat <<-'E' >x\n\tsecret\nE": "cat <<-'E' >x",
		`echo 'a b' \* a\ b $'x\ty'`: "echo 'a b' '*' a' 'b 'x\ty'",
		`echo "a\\b \$x \"q\" $(cmd "x") ${y:-"z w"} $((1 + n)) a\b"`: `echo "a\\b \$x \"q\" ` +
			`$(cmd "x") ${y:-"z w"} $((1 + n)) a\b"`,
		"echo `cmd`": "echo $(cmd)",
		`echo ${x} $x ${#x} ${x-a} ${x:=b} ${x?c} ${x:+d} ${x%e} ${x%%f*} ${x#g} ${x##h} ~ ` +
			`~bob/x "$@" $* $#`: "",
		"{ a; b\nc & }": "{ a; b; c & }",
		"(a; b) >x":     "",
		"if a; then b; elif c; then d; else e; fi": "",
		"while a; do b; done":                      "",
		"until a\ndo b &\ndone":                    "until a; do b & done",
		"for x in a b; do c; done":                 "",
		"for x do c; done":                         "for x; do c; done",
		"case $x in a|b) c ;; *) d ;& (e) ;; esac": "case $x in a | b) c ;; *) d ;& " +
			"e) ;; esac",
		"f() { a; }":               "",
		"time -p a | b":            "",
		"try 3 times; secret; end": "try … end",
		"forany x in a; b; end | forall y in c; d; end": "forany x … end | forall y … end",
		"echo 'two\nlines'":                             `echo 'two\nlines'`,
	} {
		if want == "" {
			want = text
		}
		if got := printer.Line(parse(t, text), 1000); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestCommandHasTheNameItWasCalledBy(t *testing.T) {
	for text, want := range map[string]string{
		`$tool -x "$y"`:   `curl -x "$y"`,
		`"$@"`:            `curl "$@"`,
		`x=$z "$@" a`:     `x=$z curl "$@" a`,
		`curl >"$f" "$x"`: `curl "$x" >"$f"`,
	} {
		c := parse(t, text).AndOrs[0].Pipelines[0].Commands[0].(*ast.Simple)
		if got := printer.Command(c, "curl", 1000); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestNoMoreThanAsked(t *testing.T) {
	got := printer.Line(parse(t, "echo "+strings.Repeat("ü", 200)), 20)
	if want := "echo " + strings.Repeat("ü", 7) + "…"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// The expansions of bash, printed as they were written.
func TestLineOfBash(t *testing.T) {
	const text = "echo ${a[0]} ${a[@]} ${#a[*]} ${a[i+1]-d} ${!a[@]} ${!x} ${!x:-d} ${!p@} ${!p*} ${x/a/b} " +
		"${x//a*/$y} ${x/#a} ${x/%a/} ${x: 1} ${x: -1:(2)} ${x^} ${x^^} ${x,[a-z]} ${x,,} ${x~~} ${x@Q} " +
		"${@@A} ${@: 2} ${#x[k]} \"${a['k 1']:+${b[\"j\"]}}\" ${x!} ${a[0]%%x}"
	s, err := parser.Parse(text, parser.Options{Bash: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := printer.Line(s.List, 1000); got != text {
		t.Errorf("%s\nwant\n%s", got, text)
	}
}
