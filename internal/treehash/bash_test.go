package treehash

import (
	"testing"

	"ftsh/internal/syntax"
)

// Each construct of bash has a sum of its own, and its layout has no part in it.
func TestBash(t *testing.T) {
	sum := func(text string) string {
		l, err := syntax.Parse(text, syntax.Options{Name: "s", Bash: true, Extglob: true, Blocks: true})
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		return Sum(l)
	}
	seen := map[string]string{}
	for _, texts := range [][]string{
		{"[[ a == b ]]", "[[   a == b\n ]]"}, {"[[ a == c ]]"}, {"[[ a != b ]]"}, {"[[ ! a == b ]]"},
		{"[[ a && b || c ]]"}, {"[[ a && ( b || c ) ]]"}, {"[[ a =~ b ]]"}, {"[[ -f a ]]"}, {"[[ -d a ]]"},
		{"((i++))"}, {"((i--))"}, {"(( (i) ))"}, {"$((i++))"},
		{"for ((i=0;i<3;i++)); do a; done", "for ((  i=0;i<3; i++))\n{ a; }"},
		{"for ((i=0;i<4;i++)); do a; done"}, {"for ((;;)); do a; done"}, {"for i in; do a; done"},
		{"select i in; do a; done"}, {"select i; do a; done"}, {"coproc a", "coproc   a"}, {"coproc C { a; }"},
		{"coproc { a; }"}, {"a <(b)", "a  <( b; )"}, {"a >(b)"}, {"a <(c)"},
		{"case a in a) b;& esac"}, {"case a in a) b;;& esac"}, {"case a in a) b;; esac"},
		{"echo ${x/a/b}"}, {"echo ${x//a/b}"}, {"echo ${x/#a/b}"}, {"echo ${x/a/c}"}, {"echo ${x/a}"},
		{"echo ${x:1}"}, {"echo ${x:1:2}"}, {"echo ${x^}"}, {"echo ${x^^}"}, {"echo ${x,}"}, {"echo ${!x}"},
		{"echo ${!x@}"}, {"echo ${!x*}"}, {"echo ${x@Q}"}, {"echo ${x@U}"}, {"echo ${x[0]}"}, {"echo ${x[@]}"},
		{"echo ${x[*]}"}, {"echo ${!x[@]}"}, {"echo ${#x[@]}"}, {"echo ${x[@]:1}"},
		{"f() { a; }", "function f { a; }", "function f()\n{\na;}"},
		{"a >&$b"}, {"a &>b"}, {"a &>>b"}, {"a {b}>c"}, {"a <<<b"}, {"a |& b"}, {"a | b"}, {"a 2>&1 | b"},
		{"a=(b)", "a=(  b\n)"}, {"a=(b c)"}, {"a=([1]=b)"}, {"a+=(b)"}, {"a[1]=b"}, {"a[1]+=b"}, {"a+=b"}, {"a=b"},
		{"echo @(a|b)"}, {"echo !(a|b)"}, {"time a"}, {"time -p a"},
	} {
		for _, text := range texts {
			if got := sum(text); got != sum(texts[0]) {
				t.Errorf("%s: another sum than %s", text, texts[0])
			} else if other, ok := seen[got]; ok && other != texts[0] {
				t.Errorf("%s: the sum of %s", text, other)
			}
		}
		seen[sum(texts[0])] = texts[0]
	}
}
