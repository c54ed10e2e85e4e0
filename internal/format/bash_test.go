package format

import (
	"testing"

	"ftsh/internal/treehash"
)

// Each construct of the dialect of bash is laid out, keeps its meaning, and stays as it is when it is
// formatted again.
func TestBash(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"if [[ -n $x&&( $y == a*||! -f z )&&$x =~ ^[a-z]+(b|c)$ ]];then :;fi",
			"if [[ -n $x&&( $y == a*||! -f z )&&$x =~ ^[a-z]+(b|c)$ ]]; then :; fi"},
		{"((i=1,j++))\n((  i  ))", "((i=1,j++))\n((  i  ))"},
		{"for((i=0;i<10;i++));do a;done\nfor (( ;; )) { b; }\nfor ((  i = 0  ; i<3; i++ ))\ndo a\ndone",
			"for ((i=0; i<10; i++)); do a; done\nfor ((; ; )); do b; done\nfor ((i = 0  ; i<3; i++ )); do\n" +
				"    a\ndone"},
		{"select  x  in a  b;do\necho $x\ndone\nselect y; do b; done",
			"select x in a b; do\n    echo $x\ndone\nselect y; do b; done"},
		{"coproc   cat -u\ncoproc C   { cat; }", "coproc cat -u\ncoproc C { cat; }"},
		{"function  f { a;}\nfunction g ( b )\nf ( )\n{ c\n}",
			"f() { a; }\ng() (b)\nf() {\n    c\n}"},
		{"diff  <( sort a )  <(sort b;) > >( cat ) 2>>>(c)\nx=<(y)",
			"diff <(sort a) <(sort b) > >(cat) 2>> >(c)\nx=<(y)"},
		{"case $x in a)b;& c)d;;& *)e;; esac", "case $x in a) b ;& c) d ;;& *) e ;; esac"},
		{"echo  ${x/a/b}  ${x//a/b} ${x:1:2} ${x: -1} ${x^^} ${!x} ${!p@} ${x@Q} \"${a[@]:1}\" ${#a[@]}",
			"echo ${x/a/b} ${x//a/b} ${x:1:2} ${x: -1} ${x^^} ${!x} ${!p@} ${x@Q} \"${a[@]:1}\" ${#a[@]}"},
		{"exec  {fd}>file\necho x >&$fd\nexec {fd}>&-", "exec {fd}>file\necho x >&$fd\nexec {fd}>&-"},
		{"cat  <<<  \"$x\"\na&>l;b&>>l\nc|&d", "cat <<<\"$x\"\na &>l\nb &>>l\nc |& d"},
		{"a=(1  \"2 3\"\n [5]=x # c\n)\na+=( 4 );m[k]+=w\ndeclare  -A m=([k]=v  [x y]=\"z\")",
			"a=(1  \"2 3\"\n [5]=x # c\n)\na+=( 4 )\nm[k]+=w\ndeclare -A m=([k]=v  [x y]=\"z\")"},
		{"shopt  -s extglob\necho  @(a|b )* ; case $x in !(a)) b;; esac",
			"shopt -s extglob\necho @(a|b )*\ncase $x in !(a)) b ;; esac"},
		{"echo $\"a\"  $'a\\tb' $[ 1+2 ] {a,b}{1..3} $(<f)",
			"echo $\"a\" $'a\\tb' $[ 1+2 ] {a,b}{1..3} $(<f)"},
		{"time  -p  a\ntime  ! b\n!  ! c\ntime", "time -p a\n! time b\nc\ntime"},
		{"for x in a;{ b; }\nfor x { b; }", "for x in a; do b; done\nfor x; do b; done"},
		{"try 3 times\n[[ a ]]\n((i++))\na=(b)\nend", "try 3 times\n    [[ a ]]\n    ((i++))\n    a=(b)\nend"},
	} {
		for _, first := range []string{"#!/bin/bash\n", "#!/usr/bin/env -S ftsh -o bash\n", "set -o bash\n", ""} {
			in, want := first+c.in+"\n", first+c.want+"\n"
			opts := Options{Name: "s", Indent: 4, Bash: first == ""}
			got, err := Script(in, opts)
			if err != nil || got != want {
				t.Errorf("%s\n%v\ngot:\n%s\nwant:\n%s", in, err, got, want)
				continue
			}
			before, err := read(in, opts)
			if err != nil {
				t.Fatal(err)
			}
			after, err := read(got, opts)
			if err != nil || treehash.Sum(before.list) != treehash.Sum(after.list) {
				t.Errorf("%s\nhas another tree: %v", got, err)
			}
		}
	}
}

// Without the dialect its text is not formatted as if it were in it.
func TestNotBash(t *testing.T) {
	for _, in := range []string{"a=(1  2)\n", "[[ a&&(b) ]]\n", "#!/bin/sh\nfor ((;;)); do a; done\n"} {
		if got, err := Script(in, Options{Name: "s"}); err == nil {
			t.Errorf("%s: %s", in, got)
		}
	}
}
