package syntax

import "testing"

func tree(src string, opts Options) string {
	l, err := Parse(src, opts)
	if err != nil {
		return err.Error()
	}
	return dump(l)
}

func TestQuoting(t *testing.T) {
	for i, c := range []struct{ src, want string }{
		{`\a\\\ \é\	`, `[‹a›‹\›‹ ›‹é›‹⇥›]`},
		{"a\\\nb", "[ab]"},
		{"'a\\\nb'", `[‹a\⏎b›]`},
		{"\"a\\\nb\"", `["ab"]`},
		{"''", "[‹›]"},
		{`""`, `[""]`},
		{`'a"b'"c'd"`, `[‹a"b›"c'd"]`},
		{`"\a\$\"\\\'\}"`, `["\a‹$›‹"›‹\›\'\}"]`},
		{"\"\\`\"", "[\"‹`›\"]"},
		{`$'a\'b\n' $'' "$'a'"`, `[‹a'b⏎› ‹› "$'a'"]`},
		{`a\`, `[a‹\›]`},
		{`$ $% "$" "$ " a$`, `[$ $% "$" "$ " a$]`},
		{"$\\\nx ${\\\nx\\\n} $\\\n(\\\na) $\\\n'a'", "[{$x} {$x} {$([a]} ‹a›]"},
		{"a\\", `[a‹\›]`},
		{"'\xff' \xff\\\xff\xfe", "[‹\xff› \xff‹\xff›\xfe]"},
		{"a\rb \r\nc\r", "[a\rb \r]; [c\r]"},
		{"a\x00b '\x00' \x00c", "[ab ‹› c]"},
	} {
		if got := tree(c.src, Options{}); got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}

func TestParameters(t *testing.T) {
	for i, c := range []struct{ src, want string }{
		{`$a $a_1b-c $1 $12 $@ $* $# $? $- $$ $! $0`,
			"[{$a} {$a_1b}-c {$1} {$1}2 {$@} {$*} {$#} {$?} {$-} {$$} {$!} {$0}]"},
		{`${a} ${12} ${@} ${#} ${?}x`, "[{$a} {$12} {$@} {$#} {$?}x]"},
		{`${#a} ${#12} ${#@} ${##} ${#?} ${#-} ${#$} ${#!}`,
			"[{$a#length} {$12#length} {$@#length} {$##length} {$?#length} {$-#length} " +
				"{$$#length} {$!#length}]"},
		{`${#-x} ${#?x} ${##x} ${###} ${#%x} ${#:-x} ${#=x} ${#+x}`,
			"[{$#-x} {$#?x} {$##x} {$###} {$#%x} {$#:-x} {$#=x} {$#+x}]"},
		{`${a-b} ${a=b} ${a?b} ${a+b} ${a:-b} ${a:=b} ${a:?b} ${a:+b}`,
			"[{$a-b} {$a=b} {$a?b} {$a+b} {$a:-b} {$a:=b} {$a:?b} {$a:+b}]"},
		{`${a%b} ${a%%b} ${a#b} ${a##b} ${a%} ${a###} ${a#%}`,
			"[{$a%b} {$a%%b} {$a#b} {$a##b} {$a%} {$a###} {$a#%}]"},
		{`${a-} ${a:?}`, "[{$a-} {$a:?}]"},
		{`${x-a b;c|d&e(f)<g>#h}`, "[{$x-a b;c|d&e(f)<g>#h}]"},
		{`${x-'}'} ${x-"}"} ${x-\}} ${x-$'}'}`, `[{$x-‹}›} {$x-"}"} {$x-‹}›} {$x-‹}›}]`},
		{`"${x-'}'}"`, `["{$x-'}'}"]`},
		{`"${x-"}"}" "${x-\}}" "${x-a"b c"d}"`, `["{$x-"}"}" "{$x-‹}›}" "{$x-a"b c"d}"]`},
		{`${x#'}'} "${x#'}'}" "${x#"}"}" "${x%\}}" "${x##$'}'}"`,
			`[{$x#‹}›} "{$x#‹}›}" "{$x#"}"}" "{$x%‹}›}" "{$x##‹}›}"]`},
		{`"${x-${y#'}'}}" "${x#${y-'}'}}"`, `["{$x-{$y#‹}›}}" "{$x#{$y-‹}›}}"]`},
		{`${x-~} ${x-~/a} ${x-~a} ${x-a~} ${x-~ a} ${x#~/} "${x-~}" "${x#~}"`,
			`[{$x-{~}} {$x-{~}/a} {$x-{~a}} {$x-a~} {$x-~ a} {$x#{~}/} "{$x-~}" "{$x#{~}}"]`},
		{"${x-`echo }`} ${x-$(echo })}", "[{$x-{`[echo }]}} {$x-{$([echo }]}}]"},
		{"${x-a\nb}", "[{$x-a⏎b}]"},
		{`${a^^} ${a/b/c} ${1x} ${a:1} ${} ${!a} ${#a-b} ${a[1]} "${a@Q}" ${ a;}`,
			`[{$a!bad ^^} {$a!bad /b/c} {$1!bad x} {$a!bad 1} {$!bad } {$!!bad a} {$a!bad -b} ` +
				`{$a!bad [1]} "{$a!bad @Q}" {$!bad  a;}]`},
		{`${a${b}c}`, "[{$a!bad {$b}c}]"},
		{`$a[1] $(a)b`, "[{$a}[1] {$([a]}b]"},
	} {
		if got := tree(c.src, Options{}); got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}

func TestSubstitution(t *testing.T) {
	for i, c := range []struct{ src, want string }{
		{`$(a) $( a; b ) $() $( )`, "[{$([a]} {$([a]; [b]} {$(} {$(}]"},
		{"$(\na\n\nb # )\n)", "[{$([a]; [b]}]"},
		{`"$(echo "a)" ')' \))"`, `["{$([echo "a)" ‹)› ‹)›]}"]`},
		{`$(case x in a) b;; (c) d;; esac)`, "[{$((case x(a) <[b]>)(c) <[d]>))}]"},
		{"`a` `` ` ` `a b`c", "[{`[a]} {`} {`} {`[a b]}c]"},
		{"`echo \\`b \\\\\\`c\\\\\\`\\``", "[{`[echo {`[b {`[c]}]}]}]"},
		{"`echo \\$x \\\\\\$x '\\$x' \\a \"\\\"\"`", "[{`[echo {$x} ‹$›x ‹$x› ‹a› \"‹\"›\"]}]"},
		{"\"`echo \\\"a\\\"`\" \"${x-`echo \\\"a\\\"`}\"",
			"[\"{`[echo \"a\"]}\" \"{$x-{`[echo \"a\"]}}\"]"},
		{"`echo 'a\\\nb'` `a\\\nb`", "[{`[echo ‹ab›]} {`[ab]}]"},
		{"`a #b`", "[{`[a]}]"},
		{"`(a)` $((a)) $( (a) ) $((a);b) $((a) | b)",
			"[{`(sub <[a]>)} {((a} {$((sub <[a]>)} {$((sub <[a]>); [b]} {$((sub <[a]>) | [b]}]"},
		{`$((1)) $(( )) $((a+(b*c))) $((x[1])) $(( ${x-1} + $(a) ))`,
			"[{((1} {(( } {((a+(b*c)} {((x[1]} {(( {$x-1} + {$([a]} }]"},
		{"$((`a` \"1\" '2' \\3 \\$ \\\"))", "[{(({`[a]} \"1\" '2' \\3 ‹$› \\\"}]"},
		{`"$((1+(2)))" "$(( "1" ))"`, `["{((1+(2)}" "{(( "1" }"]`},
		{"$((\n1\n+\\\n2))", "[{((⏎1⏎+2}]"},
		{"$(\\\n(1))", "[{((1}]"},
		{`$((echo '(' ) )`, "[{$((sub <[echo ‹(›]>)}]"},
		{`$(($((1))+$((2)))) $(( $( (a) ) ))`, "[{(({((1}+{((2}} {(( {$((sub <[a]>)} }]"},
		{`$(( (1) ) ) `, "[{$((sub <(sub <[1]>)>)}]"},
		{`$((a) )`, "[{$((sub <[a]>)}]"},
		{`$(((a)))`, "[{(((a)}]"},
		{`$(((a) ) )`, "[{$((sub <(sub <[a]>)>)}]"},
	} {
		if got := tree(c.src, Options{}); got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}

func TestHereDocuments(t *testing.T) {
	for i, c := range []struct{ src, want string }{
		{"cat <<E\na\nb\nE\nc", "[cat <<E:a⏎b⏎]; [c]"},
		{"cat <<E", "[cat <<E:]"},
		{"cat <<E\n", "[cat <<E:]"},
		{"cat <<E\na", "[cat <<E:a]"},
		{"cat <<E\na\nE", "[cat <<E:a⏎]"},
		{"cat <<E\nE\nE", "[cat <<E:]; [E]"},
		{"cat <<A <<B; c <<-C | d\na\nA\nb\nB\n\t\tc\n\tC\ne",
			"[cat <<A:a⏎ <<B:b⏎]; [c <<-C:c⏎] | [d]; [e]"},
		{"cat <<'E' <<\\F <<G\"H\"\n$a\\b`\nE\n\\\nF\n\"\nGH",
			"[cat <<‹E›:‹$a\\b`⏎› <<‹F›:‹\\⏎› <<G\"H\":‹\"⏎›]"},
		{"cat <<E\n$a ${b-'c'} $(d\ne) `f` $((g)) \\$h \\\" \\\\ \\i \"j\" 'k' ~\nE",
			"[cat <<E:{$a} {$b-'c'} {$([d]; [e]} {`[f]} {((g} ‹$›h \\\" ‹\\› \\i \"j\" 'k' ~⏎]"},
		{"cat <<E\na\\\nE\nb\\\\\nE", `[cat <<E:aE⏎b‹\›⏎]`},
		{"cat <<-E\n\ta\n\t\tb$x\tc\n\\\n\td\n\tE\n", "[cat <<-E:a⏎b{$x}⇥c⏎d⏎]"},
		{"cat <<-'E'\n\ta\n\t\tb\n\tE\n", "[cat <<-‹E›:‹a⏎b⏎›]"},
		{"cat <<-E\n\ta\n\t\tb\nc\n\tE\n", "[cat <<-E:a⏎b⏎c⏎]"},
		{"cat <<$x <<${y} <<$(z)\na\n$x\nb\n${y}\nc\n$(z)\nd",
			"[cat <<{$x}:a⏎ <<{$y}:b⏎ <<{$([z]}:c⏎]; [d]"},
		{"cat <<E $(b <<F\nf\nF\n)\ne\nE", "[cat {$([b <<F:f⏎]} <<E:e⏎]"},
		{"a $(b <<F)\nF", "[a {$([b <<F:]}]; [F]"},
		{"a `b <<F\nf\nF\n`", "[a {`[b <<F:f⏎]}]"},
		{"f() { cat <<E; }\ne\nE\ng", "(f() ({ <[cat <<E:e⏎]>)); [g]"},
		{"if a <<E; then\ne\nE\nb; fi", "(if <[a <<E:e⏎]> <[b]>)"},
		{"case $(a <<E\ne\nE\n) in x) b;; esac", "(case {$([a <<E:e⏎]}(x) <[b]>))"},
		{"a <<E && b\ne\nE\nc", "[a <<E:e⏎] && [b]; [c]"},
		{"a <<E &&\ne\nE\nb", "[a <<E:e⏎] && [b]"},
		{"(a <<E)\ne\nE", "(sub <[a <<E:e⏎]>)"},
		{"a <<E; (\ne\nE\nb)", "[a <<E:e⏎]; (sub <[b]>)"},
		{"a <<E 3<<F >g\ne\nE\nf\nF", "[a <<E:e⏎ 3<<F:f⏎ >g]"},
		{"cat <<E\n${x-\"a}\"} ${x-\\\"} ${x-a\nb}\nE", `[cat <<E:{$x-"a}"} {$x-‹"›} {$x-a⏎b}⏎]`},
		{"cat <<E\n`echo \\\"a\\\"`\nE", "[cat <<E:{`[echo \"a\"]}⏎]"},
		{"cat <<\"\"\na\n\nb", `[cat <<"":‹a⏎›]; [b]`},
		{"cat <<E\nE \n E\nE\n", "[cat <<E:E ⏎ E⏎]"},
		{"cat <<E\r\na\r\nE\r\nb", "[cat <<E\r:a\r⏎]; [b]"},
		{"for x in a <<E", `1:12: syntax error: expected a word, ";" or newline, found "<<" ` +
			`("for" opened at line 1)`},
		{"a <<E; b \"\n\"\ne\nE", `[a <<E:e⏎]; [b "⏎"]`},
		{"a << E # c\ne\nE", "[a <<E:e⏎]"},
	} {
		if got := tree(c.src, Options{}); got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}

// TestContinuations has a backslash-newline in every possible place.
func TestContinuations(t *testing.T) {
	for i, c := range []struct{ src, want string }{
		{"i\\\nf a; th\\\nen b; f\\\ni\\\n", "(if <[a]> <[b]>)"},
		{"{\\\n a; }\\\n", "({ <[a]>)"},
		{"!\\\n a", "! [a]"},
		{"\\\n!\\\n\\\n a &\\\n& b |\\\n| c ;\\\n d &\\\n", "! [a] && [b] || [c]; [d] &"},
		{"a >\\\n> f <\\\n< E 2\\\n>&\\\n1 1\\\n2>g <\\\n<\\\n-F\ne\nE\n\tf\n\tF",
			"[a >>f <<E:e⏎ 2>&1 12>g <<-F:f⏎]"},
		{"x\\\ny\\\n=\\\nz\\\n~", "[xy=z~]"},
		{"f\\\n(\\\n)\\\n{ a;}", "(f() ({ <[a]>))"},
		{"for\\\n x\\\ny i\\\nn a; d\\\no b; do\\\nne", "(for xy in a <[b]>)"},
		{"case x in a\\\n) b;\\\n; c) d;\\\n& (e\\\nsac) f;; es\\\nac",
			"(case x(a) <[b]>)(c)& <[d]>)(esac) <[f]>))"},
		{"$x\\\ny ${\\\n#\\\nx} ${x\\\n:\\\n-\\\ny} ${x%\\\n%y} ${1\\\n2}",
			"[{$xy} {$x#length} {$x:-y} {$x%%y} {$12}]"},
		{"$(\\\n(1)\\\n)", "[{((1}]"},
		{"export a\\\nb=\\\n~", "[export =:ab={~}]"},
		{"a \\\n#b\nc", "[a]; [c]"},
		{"a#\\\nb", "[a#b]"},
		{"# a\\\nb", "[b]"},
		{"\\\n", ""},
	} {
		if got := tree(c.src, Options{}); got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}
