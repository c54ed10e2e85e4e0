package format

import (
	"errors"
	"strings"
	"testing"
)

func TestScript(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"blocks", `try for 1 hour   # until it works
  submit   # it
end
try 5 times   every 30 seconds \
   timeout 5 s
# first
 a
	# before check
  check ; b
catch    # all failed
c
  end   >x 2>&1|cat
`, `try for 1 hour # until it works
    submit     # it
end
try 5 times every 30 seconds \
    timeout 5 s
    # first
    a
    # before check
check
    b
catch # all failed
    c
end >x 2>&1 | cat
`},
		{"sense", "try for 1 hour;a\nsense\n[ -w x ]  # free\n  check;b\nend\ntry forever; " +
			"a;sense;b;catch;c;end\n",
			"try for 1 hour\n    a\nsense\n    [ -w x ] # free\ncheck\n    b\nend\ntry forever; " +
				"a; sense; b; catch; c; end\n"},
		{"on one line", "try 3 times;a;check;b;catch;c;end\n",
			"try 3 times; a; check; b; catch; c; end\n"},
		{"a header with a list", "forany h  timeout 5 s in a, b ,c\nx\nend\nforall h jobs " +
			"${J:-8} in \"$@\"  ;\nx; end\nforall h\nx\nend\n",
			"forany h timeout 5 s in a, b ,c\n    x\nend\nforall h jobs ${J:-8} in \"$@\"\n    " +
				"x\nend\nforall h\n    x\nend\n"},
		{"blocks in blocks, in functions and loops",
			"f(){\ntry 2 times\nfor i in 1 2;do\nforany x in $i\nx\nend\ndone\nend\n}\n",
			"f() {\n    try 2 times\n        for i in 1 2; do\n            forany x in $i\n      " +
				"          x\n            end\n        done\n    end\n}\n"},
		{"a ; before end", "try 2 times; (a &); end\ntry 2 times; case a in a) b;; esac; end\n",
			"try 2 times; (a &); end\ntry 2 times; case a in a) b ;; esac; end\n"},
		{"blocks in substitutions",
			"x=`try 3 times; a \\`b\\`; end` y=\"$( try forever\na # c\nend )\"\n",
			"x=$(try 3 times; a $(b); end) y=\"$(try forever\n    a # c\nend)\"\n"},
		{"blocks in here-documents and headers",
			"cat <<E\n  $(try 3 times;a;end)\nE\ntry for \"$(try 2 times;d;end)\"\nx\nend\n",
			"cat <<E\n  $(try 3 times; a; end)\nE\ntry for \"$(try 2 times; d; end)\"\n    " +
				"x\nend\n"},
		{"here-documents stay as they are", "if a; then\ncat <<E\n  b   c\n\tE\nE\n  fi\n",
			"if a; then\n    cat <<E\n  b   c\n\tE\nE\nfi\n"},
		{"comments", "#!/usr/bin/env ftsh\n# a\n\n\n\n   # b   \nx   # c\nlonger x # d\n\ny # e\n",
			"#!/usr/bin/env ftsh\n# a\n\n# b\nx        # c\nlonger x # d\n\ny # e\n"},
		{"comments in one column, though block words are short",
			"try 2 times # a\nlong command here # b\nend # c\n",
			"try 2 times           # a\n    long command here # b\nend                   # c\n"},
		{"case", "case $x in (a|b) c;; d)\ne\n;& *) ;; esac\n",
			"case $x in a | b) c ;; d)\n    e\n    ;&\n*) ;; esac\n"},
		{"no newline at the end", "a;b", "a\nb\n"},
		{"bytes that are not UTF-8", "  echo \xff'\xfe\x80' # \xe9\n",
			"echo \xff'\xfe\x80' # \xe9\n"},
		{"control characters", "  echo 'a\rb\fc\vd\x1b' \"\r\n\"\n",
			"echo 'a\rb\fc\vd\x1b' \"\r\n\"\n"},
		{"private characters", "  echo \U000F0041 \xff\n", "echo \U000F0041 \xff\n"},
		{"time, and quotes of POSIX 2024", "time   try 2 times\na\nend\necho   $'a\\'b'\n",
			"time try 2 times\n    a\nend\necho $'a\\'b'\n"},
		{"an alias that opens a block", "alias again='try 3 times'\nagain\na\nend\n",
			"alias again='try 3 times'\nagain\na\nend\n"},
		{"no block in posix mode", "set -o posix\ntry 3 times\na\nend\n",
			"set -o posix\ntry 3 times\na\nend\n"},
		{"a function called try", "try() { \"$@\"; }\ntry  make\n",
			"try() { \"$@\"; }\ntry make\n"},
		{"comments behind exit", "a\nexit   1\n  # Local Variables:\n",
			"a\nexit 1\n# Local Variables:\n"},
		{"nothing", "\n \n", ""},
		{"a comment alone", "  # a", "# a\n"},
		{"two parentheses, which bash reads as arithmetic",
			"if a;then\n((i++))\n( (b) )\nx=$( (c) )\nfi\n",
			"if a; then\n    ((i++))\n    ( (b))\n    x=$( (c))\nfi\n"},
		{"operators at the end of a line", "a &&\n\n# why\nb|\nc ||  d \\\n&& e # f\n",
			"a &&\n\n    # why\n    b |\n        c || d &&\n    e # f\n"},
		{"patterns on several lines", "case x in\na|\\\nb) c;;\n(esac)\n# empty\n;;\nesac\n",
			"case x in\na | \\\n    b) c ;;\n(esac)\n    # empty\n    ;;\nesac\n"},
		{"a comment in the column of else",
			"if a; then\nb\n  # of b\n# of c\nelif c; then\nd # e\nelse\n f\nfi\n",
			"if a; then\n    b\n    # of b\n# of c\nelif c; then\n    d # e\nelse\n    f\nfi\n"},
		{"a comment before then", "if a # b\n# c\nthen d; fi\n",
			"if a; then # b\n    # c\n    d\nfi\n"},
		{"arguments, assignments and redirections stay in their order",
			"a=1 >x  b=2   c 2>&1 d <y\n", "a=1 >x b=2 c 2>&1 d <y\n"},
		{"here-documents of one line, and in a substitution",
			"cat <<A - <<\\B|x # c\na $(y;z)\nA\n$(b;)\nB\nv=$(cat <<E\n e\nE\n)\n",
			"cat <<A - <<\\B | x # c\na $(\n    y\n    z\n)\nA\n$(b;)\nB\nv=$(\n    cat <<E\n " +
				"e\nE\n)\n"},
		{"time and !", "!  time -p  a|b\nuntil ! a;do b;done\nwhile a\nb\ndo c&\ndone &\n",
			"! time -p a | b\nuntil ! a; do b; done\nwhile\n    a\n    b\ndo\n    c &\ndone &\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Script(c.in, Options{Name: "s", Indent: 4})
			if err != nil || got != c.want {
				t.Fatalf("%v\ngot:\n%s\nwant:\n%s", err, got, c.want)
			}
			if again, err := Script(got, Options{Name: "s", Indent: 4}); err != nil ||
				again != got {
				t.Fatalf("again: %v\n%s", err, again)
			}
		})
	}
}

func TestIndent(t *testing.T) {
	for _, c := range []struct {
		indent uint
		want   string
	}{
		{0, "try 2 times\n\tcat <<-E\n\t\ta\n\tE\nend\n"},
		{2, "try 2 times\n  cat <<-E\n  a\n  E\nend\n"},
	} {
		in := "try 2 times\ncat <<-E\n\ta\n\tE\nend\n"
		if c.indent == 2 {
			in, c.want = "try 2 times\na\nend\n", "try 2 times\n  a\nend\n"
		}
		if got, err := Script(in, Options{Name: "s", Indent: c.indent}); err != nil ||
			got != c.want {
			t.Errorf("indent %d: %v\n%s", c.indent, err, got)
		}
	}
}

// A script that cannot be formatted safely is left as it is, and the error has its place.
func TestLeft(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"a\n  try 3 tims\nb\nend\nif\n",
			"s:2:9: left as it is: syntax error: expected a unit of time (ms, s, m, h, d or w), " +
				"found \"tims\""},
		{"if a; then\r\nb\r\nfi\r\n",
			`s:4:1: left as it is: syntax error: expected "then", found end of file`},
		{"a\x00b\n", `s:1:2: left as it is: a NUL byte, which a script must not contain`},
		{"a\nexec tclsh \"$0\"\nputs {\n",
			"s:2:1: left as it is: the shell always exits here, and the text after it may " +
				"not be a script"},
		{"a\n  alias x=\"$y\"\nx\n",
			"s:2:9: left as it is: this alias has a value that is not literal: the text " +
				"after it may be parsed differently"},
		{"echo " + strings.Repeat("x", 1<<20) + " # a\nb # c\nd # e\nf # g\nh # i\nj # k\n",
			"s:1:1: left as it is: comments after lines this long cannot be aligned"},
		{"a() { :; }\nalias a='((('\n",
			"s:1:1: left as it is: it cannot be parsed with its aliases in effect from the start"},
		{"a\necho $((5 - - 3))\n", ""},
		{"a\necho $((- -3)) $((1 +))\n", ""},
		{"cat <<E\nto the end", "s:1:1: left as it is: formatting it again would change it again"},
	} {
		got, err := Script(c.in, Options{Name: "s", Indent: 4})
		if c.want == "" {
			if err != nil {
				t.Errorf("%q: %v", c.in, err)
			}
			continue
		}
		var l *Left
		if !errors.As(err, &l) || err.Error() != c.want || got != "" {
			t.Errorf("%.99q: %q\n%v\nwant\n%s", c.in, got, err, c.want)
		}
	}
}

// The comparison detects possible mistakes of a printer.
func TestDiffer(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"a; b", "a\n b\n", ""},
		{"a; b", "a & b", "its meaning would change"},
		{"a 'b'", "a b", "its meaning would change"},
		{"a\nb $c", "a\nb \"$c\"", "its meaning would change"},
		{"a `b`", "a $(b)", ""},
		{"a >b 2>c", "a 2>c >b", "its meaning would change"},
		{"echo $((1+2 - -3))", "echo $(( 1 + 2- -3 ))", "its meaning would change"},
		{"echo $((1 - -3))", "echo $((1--3))", "its meaning would change"},
		{"echo $((a b))", "echo $((ab))", "its meaning would change"},
		{"echo $((1 $a))", "echo $((1$a))", "its meaning would change"},
		{"cat <<E\n a\nE\n", "cat <<E\na\nE\n", "its meaning would change"},
		{"cat <<-E\n\t\ta\n\tE\n", "cat <<-E\n\ta\nE\n", ""},
		{"try 2 times\na\nend", "try 3 times\na\nend", "its meaning would change"},
		{"try 2 times\na\ncheck\nb\nend", "try 2 times\na\ncatch\nb\nend",
			"its meaning would change"},
		{"a # b\n# c\n", "# c\na # b\n", "this comment would move before another one, or be lost"},
		{"a # b\n", "a\n", "this comment would move before another one, or be lost"},
		{"a\n", "a # b\n", "it would have more comments"},
		{"alias x='a #'\nx; b\n", "alias x='a #'\nx\nb\n",
			"its meaning would change in sh, or with its aliases"},
		{"a\\\nb", "ab", ""},
	} {
		before, err := read(c.before, Options{Name: "before"})
		if err != nil {
			t.Errorf("%q: %v", c.before, err)
			continue
		}
		after, err := read(c.after, Options{Name: "after"})
		if err != nil {
			t.Errorf("%q: %v", c.after, err)
			continue
		}
		l := differ(before, after)
		if c.want == "" && l != nil || c.want != "" &&
			(l == nil || !strings.HasPrefix(l.Reason, c.want)) {
			t.Errorf("%q, %q: %v, want %q", c.before, c.after, l, c.want)
		}
	}
}

// No text, however odd, makes Script panic, or return a text with another meaning. The seeds are
// here.
func FuzzScript(f *testing.F) {
	for _, s := range []string{"try 2 times; a; end", "case a in b) c;& esac", "x=`a \\`b\\``",
		"cat <<E\n$(try for 1 s\na\ncatch\nb\nend)\nE", "alias a='b '\na c", "\xff\r\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		out, err := Script(text, Options{Name: "s", Indent: 4})
		var l *Left
		if err != nil && !errors.As(err, &l) {
			t.Fatal(err)
		}
		if err != nil {
			return
		}
		if again, err := Script(out, Options{Name: "s", Indent: 4}); err != nil || again != out {
			t.Fatalf("%q\n%q\nagain: %v %q", text, out, err, again)
		}
	})
}

// With tabs the body of <<- moves with its command, substitutions in it laid out.
func TestTabsOfADocument(t *testing.T) {
	const in = "if a; then\ncat <<-E\nb\n\t\tc\n\n\t$(x;y)\n\tE\nfi\n"
	const want = "if a; then\n\tcat " +
		"<<-E\n\t\tb\n\t\t\t\tc\n\n\t\t\t$(\n\t\t\t\tx\n\t\t\t\ty\n\t\t\t)\n\tE\nfi\n"
	if got, err := Script(in, Options{Name: "s"}); err != nil || got != want {
		t.Errorf("%v\n%s", err, got)
	}
}
