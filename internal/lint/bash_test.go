package lint

import (
	"fmt"
	"strings"
	"testing"
)

// The rules find in text of the dialect of bash what they find in text of sh.
func TestBash(t *testing.T) {
	for _, c := range []struct {
		script string
		want   []string // line:column rule, and the beginning of the message
	}{
		// Commands in each construct.
		{"try 3 times\n for ((i=0; i<3; i++)); do curl $u || true; done\nend || exit",
			[]string{"2:28 hidden-failure the block never sees that curl fails"}},
		{"try 3 times\n select x in a b; do make || :; done\nend || exit",
			[]string{"2:22 hidden-failure"}},
		{"try 3 times\n [[ -n $(curl $u || true) ]]\nend || exit",
			[]string{"2:10 hidden-failure"}},
		{"[[ -n $(rm $x) ]]\n(( $(rm $x) ))\na=($(rm $x))\na[$(rm $x)]=1\nb <(rm $x)\ncoproc rm $x",
			[]string{"1:12 unquoted-destructive", "2:9 unquoted-destructive", "3:9 unquoted-destructive",
				"4:8 unquoted-destructive", "5:8 unquoted-destructive", "6:11 unquoted-destructive"}},
		{"function f { rm $x; }\ncase x in a) rm $y;& b) rm $z;;& esac",
			[]string{"1:17 unquoted-destructive", "2:17 unquoted-destructive", "2:28 unquoted-destructive"}},
		{"for ((;;)); do try forever; a; end; done\ncoproc { try forever every 0s; a; end; }",
			[]string{"1:16 lost-status", "1:16 retry-without-limit", "2:10 retry-without-limit",
				"2:28 retry-without-delay"}},
		{"rm ${files[@]} ${files[*]} ${x//a/b} ${y[1]}", []string{"1:4 unquoted-destructive rm gets as many words as " +
			"${files[@]} happens to have: write \"${files[@]}\"", "1:16 unquoted-destructive",
			"1:28 unquoted-destructive", "1:38 unquoted-destructive"}},
		{"x=a; rm \"${files[@]}\" ${x/a/b} ${#y[@]} ${!y[@]} ${flags[0]} ${y[0]+\"${y[@]}\"}", nil},
		// Tests.
		{"try 3 times\n [[ -e f ]] && a\n b\nend || exit",
			[]string{"2:2 guard-ends-list when the test is false, this fails the block's list: write if [[ -e f ]]; then"}},
		{"set -o brittle\n((n)) && a\nb", []string{"2:1 guard-ends-list"}},
		{"try 3 times\n [[ -e f ]] && [[ -e g ]]\n [[ -e f ]] || a\n ((i++)) || true\n [[ a ]] || :\nend || exit", nil},
		{"try 3 times; a; end\n[[ $? = 0 ]] || b", nil},
		{"until [[ -e f ]]; do sleep 1; done\nwhile [[ ! -s f ]]; do echo; sleep 2; done",
			[]string{"1:1 wait-without-limit this loop waits without a time limit: write try for 10 minutes " +
				"every 1 second; [[ -e f ]]; end",
				"2:1 wait-without-limit this loop waits without a time limit: write try for 10 minutes every 2 " +
					"seconds; [[ -s f ]]; end"}},
		{"while [[ -e f ]]; do sleep 1; done\nuntil [[ $x == y ]]; do sleep 1; done\nwhile [[ ! -n $x ]]; do sleep 1; done", nil},
		// Variables.
		{"n=0\na | while read -r x; do ((n++)); done\necho $n",
			[]string{"3:6 lost-assignment n was assigned in a command of a pipeline"}},
		{"list=()\na | while read -r x; do list+=(\"$x\"); s+=y; done\necho \"${list[@]}\" $s",
			[]string{"3:7 lost-assignment list was", "3:19 lost-assignment s was"}},
		{"a | mapfile -t l\necho \"${l[0]}\"\nb | for ((i=0, j+=1; i<3; i++)); do c; done\necho $i $j",
			[]string{"2:7 lost-assignment l was", "4:6 lost-assignment i was", "4:9 lost-assignment j was"}},
		{"n=0\na | { ((n == 0)); ((n=1, n++)); b $n; }\necho $n\nwhile read -r x; do ((n++)); done < <(a)\necho $n", nil},
		{"try 3 times\n s+=a\n b+=(c)\n d\nend || exit",
			[]string{"2:2 not-idempotent s keeps what earlier attempts added", "3:2 not-idempotent b keeps"}},
		{"try 3 times\n s= b=()\n s+=a\n b+=(c)\n n[1]+=2\n d\nend || exit", nil},
		{"try 3 times\n a &>>f\n b\nend || exit", []string{"2:4 not-idempotent each attempt appends again"}},
		{"while read -r x; do ssh h a <<<b; ssh h c; done <f", []string{"1:35 loop-input"}},
		{"x=a\nprintf -v x '%s' 'b c'\nrm $x\ny=(\"a b\")\nrm $y\nselect z in 'a b'; do rm $z; done",
			[]string{"3:4 unquoted-destructive", "5:4 unquoted-destructive", "6:26 unquoted-destructive"}},
	} {
		for _, first := range []string{"#!/usr/bin/env -S ftsh -o bash\n", "set -o bash\n"} {
			var got []string
			for _, f := range Script(first + c.script) {
				got = append(got, fmt.Sprintf("%d:%d %s %s", f.Pos.Line-1, f.Pos.Col, f.Rule, f.Message))
			}
			ok := len(got) == len(c.want)
			for i := range min(len(got), len(c.want)) {
				ok = ok && strings.HasPrefix(got[i], c.want[i])
			}
			if !ok {
				t.Errorf("%s\ngot:  %s\nwant: %s", first+c.script, strings.Join(got, "\n      "),
					strings.Join(c.want, "\n      "))
			}
		}
		if found := Bash(c.script); len(found) != len(c.want) {
			t.Errorf("by option: %s\n%v", c.script, found)
		}
	}
}
