package lint

import "testing"

func TestGuardEndsList(t *testing.T) {
	runRule(t, GuardEndsList, []ruleCase{
		{"try 3 times\n [ -e f ] && rm f\n a\nend",
			[]string{"2:2 when the test is false, this fails the block's list: write if [ " +
				"-e f ]; then … fi"}},
		{"forall h in a b\n for x in 1; do test -e $x && b; done\nend",
			[]string{"2:17 when the test"}},
		{"try 3 times\n a\ncatch\n [ -e f ] && rm f\nend", []string{"4:2 when"}},
		{"[ -e f ] && rm f\nf() { [ -e f ] && rm f; }", nil},
		{"try 3 times\n [ -e f ] && [ -s f ]\n [ -e f ] && a || b\n [ -e f ] || b\nend", nil},
		{"try 3 times\n if [ -e f ] && a; then b; fi\nend", nil},
		// A brittle script.
		{"[ -e f ] && a\nset -o brittle\nfor x in a b; do\n [ -e $x ] && continue\n b\ndone",
			[]string{"4:2 when the test is false, this ends the brittle script: write if [ " +
				"-e $x ]; then … fi, or append || :"}},
		{"#!/usr/bin/ftsh --cron\ntest -e f && rm f",
			[]string{"2:1 when the test is false, this ends"}},
		{"#!/usr/bin/env -S ftsh -o brittle\ngrep -q x f && a\ncommand -v x >/dev/null && " +
			"b\ngrep x f && a", []string{"2:1 when", "3:1 when"}},
		{"set -e -o brittle\nf() {\n [ -e f ] && rm f\n}\nf\ng() {\n [ -e f ] && rm f\n}\nif g; " +
			"then a; fi\nh() {\n [ -e f ] && rm f\n a\n}\nif h; then a; fi",
			[]string{"3:2 ", "11:2 "}},
		{"set -o brittle\na b && exit 0\nfor x in a b; do\n grep $x f && continue\n c\ndone\n" +
			"f() {\n a && return\n b\n}\nf", []string{"2:1 where a b fails, this ends the " +
			"brittle script, so what follows never runs: write if a b; then exit 0; fi, or " +
			"append || :", "4:2 where grep $x f fails", "8:2 where a fails"}},
		{"set -o brittle\nfor x in a b; do\n c $x && break\ndone\n! a && exit\na && b\ntry 3 " +
			"times\n a && exit 0\n b\nend\na && exit 0", nil},
		{"set -o brittle\nset +o brittle\n[ -e f ] && a", nil},
		{"set -o brittle\n[ -e f ] && a || :\n[ -e f ] && [ -s f ]\n[ -e f ] && grep -q x f\nif " +
			"[ -e f ] && a; then b; fi\n! { [ -e f ] && a; }", nil},
		{"set -e\n[ -e f ] && a\nset -o errexit brittle\n[ -e f ] && a", nil},
	})
}
