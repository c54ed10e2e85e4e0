package syntax

import (
	"errors"
	"io"
	"strings"
	"testing"

	"ftsh/parser/ast"
)

// seeds are texts with every construct.
func seeds() []string {
	return []string{
		"if a; then b; elif c; then d; else e; fi >f\nwhile x; do y; done; until x; do y; " +
			"done\nfor x in a b; do c; done",
		"case $x in a|b) c;; (d) e;& *) esac\nf() { a; } 2>&1\n(a; b) | c && d || ! e & time -p f",
		"try for 1 hour or 3 times every 5 s\na\ncheck\nb\ncatch\nc\nend | d\nforany x in a, b, " +
			"c; d; end\nforall h jobs 3 in $x; y; end",
		"try\na\nend; try $x times; a; end; try make; try timeout 5 s; b; end",
		"cat <<E <<-'F' `b <<G`\n$a ${b-'c'} $(d) `e` $((f)) \\\\\nE\n\tf\n\tF\n$(a <<X\nx\nX\n)",
		"${a:-b} ${#a} ${a%%b} \"${a#'}'}\" ${a^^} \"${a-\"b\"}\" $'a\\n' 'b' \\c ~ ~x/y x=~:~a " +
			"export y=~",
		"$((1+(2))) $((a);b) $((a) ) $(( $(($x)) )) `a \\`b\\` \\\\\\$c`",
		"a \\\n&\\\n& b\\\n#c # d\n\\\n{\\\n x; }\r\n\x00\xff é",
		"alias a=b\n. x\neval y; exit\nfi",
	}
}

// FuzzParse: no text makes the parser panic or hang, and its ways to read a text
// agree.
func FuzzParse(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, src string, blocks bool) {
		if len(src) > 4096 {
			return
		}
		opts := Options{Name: "s", Blocks: blocks}
		list, err := Parse(src, opts)
		check := Check(src, opts)
		switch {
		case err == nil && check.Err != nil:
			t.Fatalf("Check: %v, Parse: none", check.Err)
		case check.Err != nil && check.Err.Error() != err.Error():
			t.Fatalf("Check: %v, Parse: %v", check.Err, err)
		}
		whole := ""
		if err == nil {
			whole = dump(list)
			ast.Walk(list, func(n ast.Node) bool {
				if n.Pos().Offset > n.End().Offset || int(n.End().Offset) > len(src) ||
					!n.Pos().IsValid() || !n.End().IsValid() {
					t.Fatalf("%T lies from %v to %v", n, n.Pos(), n.End())
				}
				return true
			})
		}
		compare(t, "Next", New(src, opts), whole, err)
		if !blocks { // with blocks, the text not read yet matters
			more, _ := lines(src)
			compare(t, "NewLines", NewLines(more, opts), whole, err)
		}
	})
}

// compare reads p to its end or first error and compares it with a whole tree.
func compare(t *testing.T, what string, p *Parser, whole string, wholeErr error) {
	var pieces []string
	for {
		l, err := p.Next()
		if errors.Is(err, io.EOF) {
			if got := strings.Join(pieces, "; "); wholeErr != nil || got != whole {
				t.Fatalf("%s: %s\nParse: %s, %v", what, got, whole, wholeErr)
			}
			return
		}
		if err != nil {
			if wholeErr == nil || wholeErr.Error() != err.Error() {
				t.Fatalf("%s: %v\nParse: %v", what, err, wholeErr)
			}
			return
		}
		pieces = append(pieces, dump(l))
	}
}

// FuzzAlias: the parser ends for any aliases.
func FuzzAlias(f *testing.F) {
	f.Add("a b; c", "b ", "if true; then")
	f.Add("a\nb\nfi", "cat <<E\nx", "`a` ")
	f.Add("b a; (b) `b a`", "b b", " a ")
	f.Add("a try; c; end", "try\n", "try; a;")
	f.Fuzz(func(t *testing.T, src, a, b string) {
		if len(src)+len(a)+len(b) > 200 {
			return
		}
		Parse(src, Options{Blocks: true, Alias: aliasesOf([]string{"a", a, "b", b})})
	})
}

func FuzzText(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		Text(src, Options{Blocks: true})
	})
}

// FuzzBashExpansion: no text makes the parser of the dialect of bash panic or hang.
func FuzzBashExpansion(f *testing.F) {
	for _, s := range []string{
		"${a[${b['x y']}]/#p/\"r\"} ${!a[@]} ${!p*} ${@:1:-1} ${x: -1} \"${x//'/'/\\}}\"",
		"${a[i]^^[a-z]} ${x@Q} ${#a[*]} ${a[", "a@(b|$(c)'d'!(e)) case @(x) in", "${!#} ${!a:-${b~~}}",
		"${x:a?b:c:d} ${x/~/~} `echo ${x/`", "a=([x]=1 @(b))", "${a[]}${}${!}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 4096 {
			return
		}
		list, err := Parse(src, Options{Name: "s", Blocks: true, Bash: true, Extglob: true})
		if err != nil {
			return
		}
		ast.Walk(list, func(n ast.Node) bool {
			if n.Pos().Offset > n.End().Offset || int(n.End().Offset) > len(src) {
				t.Fatalf("%T lies from %v to %v", n, n.Pos(), n.End())
			}
			return true
		})
	})
}
