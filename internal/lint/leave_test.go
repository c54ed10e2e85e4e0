package lint

import "testing"

func TestLeavesBlock(t *testing.T) {
	runRule(t, LeavesBlock, []ruleCase{
		{"try 3 times\n curl $u || exit 1\nend", []string{"2:2 the first failure of curl $u " +
			"leaves the block, and no further attempt is made; leave || exit out: the block " +
			"tries again when a command fails (write failure to fail the attempt, abort to " +
			"give up)"}},
		{"f() {\n try for 1 hour\n  a || return 1\n end\n}",
			[]string{"3:3 the first failure of a leaves the block, and no further attempt is " +
				"made; leave || return out"}},
		{"for h in $l; do\n try 3 times\n  ssh $h x || continue\n  a || break\n end\ndone",
			[]string{"3:3 the first failure of ssh $h x leaves the block for the loop around it",
				"4:3 "}},
		{"forany h in a b\n for x in 1; do a || exit; done\n b && c || { echo no >&2; exit " +
			"1; }\nend", []string{"2:17 ", "3:2 the first failure of b && c leaves"}},
		{"forall h in a b\n a || exit 1\n try 3 times\n  b || exit 1\n end\nend", []string{"4:3 "}},
		{"try 3 times\n for x in a b; do a || continue; b || break; done\n (cd x || exit 1; a)\n " +
			"x=$(a || exit 1)\n a || failure\n a || abort\n { a || exit 1; } | b\nend", nil},
		{"for x in a b; do\n try 3 times\n  [ $x != a ] || continue\n  [ -s $x ] || exit 1\n " +
			"end\ndone", []string{"4:3 "}},
		{"a || exit 1\nf() { a || return 1; }\ntry 3 times\n f\n a || exit 0\ncatch\n a || exit " +
			"1\nend\ntry\n a || exit\nend", nil},
	})
}
