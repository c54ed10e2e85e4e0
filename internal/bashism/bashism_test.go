package bashism

import "testing"

func TestCommand(t *testing.T) {
	for name, want := range map[string]string{
		"[[":      "bash's [[: write [ ... ] with expansions in quotes, and case for patterns",
		"source":  "bash's source: write . file, or . ./file for a file in the working directory",
		"let":     "bash's let: write x=$((...))",
		"declare": "bash's declare: write x=..., local, export or readonly",
		"typeset": "bash's typeset: write x=..., local, export or readonly",
		"shopt": `bash's shopt: leave it out; instead of nullglob write for f in *.c; do [ -e ` +
			`"$f" ] || continue; ...; done`,
		"enable":  "bash's enable: leave it out",
		"builtin": "bash's builtin: write command",
		"g++":     "",
		"disown":  "bash's disown: leave it out; jobs started with & outlive the shell",
		"logout":  "bash's logout: write exit",
		"suspend": "bash's suspend: write kill -STOP $$",
		"history": "bash's history: write fc -l",
		"!!":      "bash's !!: press Up, or write fc -s",
		"a+=b":    `bash's +=: write a="$a..."`,
		"a[0]=b":  arrays,
		"nosuch":  "", "a-b+=c": "", "=": "", "+=": "", "[": "", "a[0]": "", "": "", "x=1": "",
	} {
		if got := Command(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestArithmeticCommand(t *testing.T) {
	const subshell = "(( )) is a subshell in a subshell: write [ $((...)) -ne 0 ], or x=$((...))"
	for name, want := range map[string]string{
		"i++": "bash's ((i++)): write i=$((i + 1))", "--n": "bash's ((--n)): write n=$((n - 1))",
		"i": subshell, "x+=1": subshell, "3": subshell,
		"[[": Command("[["),
	} {
		if got := ArithmeticCommand(name); got != want {
			t.Errorf("%q: %q, want %q", name, got, want)
		}
	}
}

func TestExpansion(t *testing.T) {
	for _, c := range []struct{ name, rest, want string }{
		{"x", "//a/b", "write sed, or ${x#...} and ${x%...}"},
		{"x", ":1:2", "write cut -c, or ${x#?} and ${x%?}"},
		{"x", "[@]", arrays},
		{"x", "^^", "write tr '[:lower:]' '[:upper:]', or the reverse"},
		{"x", "@Q", "bash's ${x@...}"},
		{"@", ":2", "write shift, and \"$@\""},
		{"!", "x", `write eval "x=\$$name"`},
		{"x", "!y", ""},
		{"", "\"y\"", ""},
		{"x", "", ""},
	} {
		if got := Expansion(c.name, c.rest); got != c.want {
			t.Errorf("%q %q: %q, want %q", c.name, c.rest, got, c.want)
		}
	}
}

func TestSyntax(t *testing.T) {
	const (
		function     = "bash's function: write name() { ...; }"
		substitution = "there is no <( ) or >( ): write a pipe, or a file from mktemp"
		arithmetic   = "there is no ((...)): write [ $((...)) -ne 0 ], or x=$((...))"
		patterns     = "there are no patterns such as @(a|b): write case with a | b"
		coproc       = "bash's coproc: write mkfifo and a command with &"
	)
	for _, c := range []struct{ before, rest, want string }{
		{"x=", "(a b)", arrays},
		{"declare -a x=", "(1)", arrays},
		{"x+=(", "a)", arrays},
		{"", "x+=()", arrays},
		{"x[1]=(", "a)", arrays},
		{"cat <", "(x)", substitution},
		{"tee >", "(x)", substitution},
		{"cat <<", "< x", "there is no <<<: write printf '%s\\n' word | command"},
		{"for ", "((i=0;i<3;i++))",
			"there is no for ((...)): write i=0; while [ $i -lt 3 ]; do ...; i=$((i+1)); done"},
		{"if [[ $x =~ ^", "(a|b)", Command("[[")},
		{"function f", "() {", function},
		{"a\nfunction f {\n b\n", "}", function},
		{"a |", "& b", "there is no |&: write 2>&1 |"},
		{"case a in a) b;;", "& esac", "there is no ;;&: write another case"},
		{"select x in a; ", "do", "bash's select: write printf and read"},
		{"cat < ", "<(ls)", substitution},
		{"exec > ", ">(tee f) 2>&1", substitution},
		{"a &> ", ">(tee f)", substitution},
		{"ls !", "(a)", patterns},
		{"case x in +", "([0-9])) a;; esac", patterns},
		{"[[ -f x && ( -d y || -d z ) ", "]]", Command("[[")},
		{"[[ $x =~ ^[0-9]{1,3}", "(a)$ ]]", Command("[[")},
		{"[[ ", "a == b) ]]", Command("[[")},
		{"f() ", "[[ a ]]", Command("[[")},
		{"x\nwhile (( 2 > ", "(a+b) )); do", arithmetic},
		{"((i++)) || ((j = ", "(2)))", arithmetic},
		{"coproc { a; ", "}", coproc},
		{"coproc X { a; ", "}", coproc},
		{"for i in a b; ", "{ c; }", "write do and done instead of { and }"},
		{"function f if a; ", "then b; fi", function},
		{"[[ a ]]; echo ", "(b)", ""},
		{"echo $((1)) ", "(b)", ""},
		{"((a)); echo ", "(b)", ""},
		{"echo a ", "(b)", ""},
		{"f() { coproc b; }; ", "}", ""},
		{"x= ", "(", ""},
		{"a=b=", "(c)", ""},
		{"f ", "(a)", ""},
		{"f(", "a)", ""},
		{"cat <<", "(", ""},
		{"f() {\n a; }\n", "}", ""},
		{"my_function f {\n", "}", ""},
		{"for ", "(a)", ""},
		{"a & ", "& b", ""},
		{"", "", ""},
	} {
		if got := Syntax(c.before, c.rest); got != c.want {
			t.Errorf("%q %q: %q, want %q", c.before, c.rest, got, c.want)
		}
	}
}

func TestInterpreter(t *testing.T) {
	for text, want := range map[string]bool{
		"#!/bin/bash\na": true, "#! /usr/bin/bash -e": true, "#!/usr/bin/env bash": true,
		"#!/usr/bin/env -S A=b bash -e": true,
		"#!/bin/sh\n#!/bin/bash":        false, "#!/bin/bashful": false, "# bash": false, "": false,
		"#!": false, "#!/usr/bin/env": false, "#!/bin/sh bash": false,
	} {
		if got := Interpreter(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
