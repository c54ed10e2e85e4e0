package lint

import "testing"

func TestLostAssignment(t *testing.T) {
	runRule(t, LostAssignment, []ruleCase{
		{"forall h in a b\n x=$(ssh $h id)\nend\necho $x\necho $x",
			[]string{"4:6 x was assigned in a branch of a forall, which is a subshell, and is " +
				"lost here: write values to a file of each branch"}},
		{"n=0 failed=\nforall h in a b\n ssh $h x || failed=\"$failed $h\"\n n=$((n + " +
			"1))\nend\nif [ -n \"$failed\" ]; then echo $((n)); fi",
			[]string{"6:10 failed was assigned", "6:32 n was"}},
		{"forall h in a b\n a\ncatch\n echo \"$h failed\"\nend",
			[]string{"4:8 h is not set in the catch list of its forall: the words whose branches " +
				"failed are the lines of $FTSH_FAILED"}},
		{"forall h in a b\n a\nend\necho $h", []string{"4:6 h was assigned"}},
		{"f() {\n forall h in a b\n  read x <f\n end\n a $x\n}", []string{"5:4 x was"}},
		{"forall h in a b\n forall g in c d\n  x=1\n end\n echo $x\nend", []string{"5:7 x was"}},
		{"forall h in a b\n x=1\n echo $x\n try\n  y=1\n catch\n  echo $h $y\n " +
			"end\nend\nx=2\necho $x", nil},
		{"x=1\nforall h in a b\n x=2\n x=$((x + 1))\nend\necho $x", nil},
		{"echo $x\nforall h in a b\n x=1 LC_ALL=C a\n x=1\n PATH=/a:$PATH\nend\necho $x $PATH",
			nil},
		{". ./lib\nforall h in a b\n x=1\nend\necho $x", nil},
		{"forall h in a b\n x=1\nend\nforall h in a b\n x=1\n echo $x $h\nend\nfor h in a; do " +
			"echo $h; done\ng() { echo $x; }", nil},
		{"forany h in a b\n x=1\nend\necho $x $h\nforall i in a\n y=1 a $y\nend\necho $y", nil},
		// Blocks with a journal.
		{"try journal a\n id=$(sbatch x)\nend\ntry journal b\n wait_for $id\nend",
			[]string{"5:11 id was assigned in a block with a journal, and is not set in a run that " +
				"finds the block done: write x=$(try … journal …; end)"}},
		{"forany h journal a in x y\n v=1\nend\necho $h $v", []string{"4:9 v was"}},
		{"id=$(try journal a\n x=1\n echo $x\ncatch\n echo $x\nend)\necho $id\ny=2\ntry journal b\n " +
			"y=1\nend\necho $y", nil},
		// Commands of a pipeline.
		{"failed=\na | while read -r u; do\n b $u || failed=\"$failed $u\"\ndone\necho " +
			"\"failed: $failed\"", []string{"5:15 failed was assigned in a command of a " +
			"pipeline, which is a subshell, and is lost here: give a loop its input with done " +
			"<file, or use the value inside of the pipeline"}},
		{"a | read -r x\necho $x", []string{"2:6 x was assigned in a command of a pipeline"}},
		{"try 3 times\n a | { n=$(b); c; }\n d $n\nend", []string{"3:4 n was"}},
		{"a | while read -r u; do n=$((n + 1)); echo $n; done\nb | while read -r n; do c $n; " +
			"done\nx=1\na | { x=2; b $x; }\necho $x\nx=1 a | b\n(y=1; a)\necho $y", nil},
		{"f() { a | while read -r x; do y=$x; done; }\necho $x $y\n. ./lib\na | read z\necho $z",
			nil},
		{"set -o bash\nshopt -s lastpipe\na | read x\necho $x\nread y <f | b\necho $y",
			[]string{"6:6 y was assigned in a command of a pipeline"}},
	})
}
