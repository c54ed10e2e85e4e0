package syntax

import "testing"

// aliasesOf makes a lookup from name, value pairs.
func aliasesOf(pairs []string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

func TestAlias(t *testing.T) {
	aliases := []string{
		"a", "echo x", "e", "echo ", "foo", "bar", "ls", "ls -l", "r1", "r2", "r2", "r1 y", "two",
		"b c; d e",
		"n", "", "sp", " ", "i", "if", "t", "then", "f", "fi", "x", "done", "open", "if true; then",
		"lb", "{ a;", "not", "!",
		"here", "cat <<E", "hereall", "cat <<E\nbody\nE\n", "q", "echo 'a", "c", "echo #", "bq",
		"echo `", "sub", "echo $(",
		"v", "V=1 ", "self", "self ", "loop", "`loop`", "dis", `echo "\"`, "fn", "g()", "chain",
		"e e ", "esc", "e \\",
		"tr", "try 3 times", "en", "end", "pipe", "a |", "amp", "a &&", "for2", "for ", "nl",
		"a\nfoo\n",
	}
	opts := Options{Alias: aliasesOf(aliases), Blocks: true}
	for i, c := range []struct{ src, want string }{
		{`a y`, "[echo x y]"},
		{`e foo foo; foo foo`, "[echo bar foo]; [bar foo]"},
		{`e e foo; e ; foo a; e; y foo`, "[echo echo bar]; [echo]; [bar a]; [echo]; [y foo]"},
		{`ls ls; r1; r2`, "[ls -l ls]; [r1 y]; [r2 y]"},
		{`two f`, "[b c]; [d e f]"},
		{"n\nn a; n n foo", "[echo x]; [bar]"},
		{`sp foo; sp`, "[bar]"},
		{`\a; 'a'; "a"; a''; $a; y a`, `[‹a›]; [‹a›]; ["a"]; [a‹›]; [{$a}]; [y a]`},
		{`i true; t foo; f`, "(if <[true]> <[bar]>)"},
		{"i foo\nt\nfoo\nf", "(if <[bar]> <[bar]>)"},
		{`open foo; fi; open foo; f`, "(if <[true]> <[bar]>); (if <[true]> <[bar]>)"},
		{`lb foo; }`, "({ <[echo x]; [bar]>)"},
		{`not foo; a && not foo`, "! [bar]; [echo x] && ! [bar]"},
		{"here\n$foo foo\nE\nfoo", "[cat <<E:{$foo} foo⏎]; [bar]"},
		{"hereall\nfoo", "[cat <<E:body⏎]; [bar]"},
		{"q foo'; foo", "[echo ‹a foo›]; [bar]"},
		{"c foo; foo\nfoo", "[echo]; [bar]"},
		{"bq foo`", "[echo {`[bar]}]"},
		{"sub foo; a)", "[echo {$([bar]; [echo x]}]"},
		{`v foo; V=1 foo foo`, "[V=1 bar]; [V=1 bar foo]"},
		{`>f foo; e >f foo`, "[bar >f]; [echo foo >f]"},
		{`self self foo`, "[self self bar]"},
		{`dis""`, `[dis""]`},
		{`fn { foo; }; foo() { foo; }`, "(g() ({ <[bar]>)); (bar() ({ <[bar]>))"},
		{`chain foo`, "[echo echo bar]"},
		{`tr; foo; en`, "(try times:3 <[bar]>)"},
		{`pipe foo; amp foo`, "[echo x] | [bar]; [echo x] && [bar]"},
		{`for foo in foo; do foo; done; case foo in foo) foo;; (a) a;; esac`,
			"(for foo in foo <[bar]>); (case foo(foo) <[bar]>)(a) <[echo x]>))"},
		{`(foo); { foo; }; $(foo); while foo; do foo; done; foo & foo | foo && ! foo || time foo`,
			"(sub <[bar]>); ({ <[bar]>); [{$([bar]}]; (while <[bar]> <[bar]>); [bar] &; [bar] | " +
				"[bar] && ! [bar] || time [bar]"},
		{"nl foo", "[echo x]; [bar]; [bar]"},
		{`for2 foo in a; do b; done`, "(for bar in a <[b]>)"},
	} {
		if got := tree(c.src, opts); got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}

// TestAliasLoop: an alias inside a backquote of its own value ends.
func TestAliasLoop(t *testing.T) {
	opts := Options{Alias: aliasesOf([]string{"loop", "`loop`", "esc", "`\\`esc\\``"})}
	for i, c := range []struct{ src, want string }{
		{"loop", "[{`[loop]}]"},
		{"esc", "[{`[{`[esc]}]}]"},
	} {
		if got := tree(c.src, opts); got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}
