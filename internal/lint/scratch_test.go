package lint

import "testing"

func TestMisusedScratch(t *testing.T) {
	const unset = "FTSH_SCRATCH is not set here"
	runRule(t, MisusedScratch, []ruleCase{
		{"try 2 times scratch d; a >$FTSH_SCRATCH/x; catch; rm -rf \"$FTSH_SCRATCH\"/*; end",
			[]string{"1:59 " + unset}},
		{"try 2 times scratch d; a; check; ls ${FTSH_SCRATCH}/x; end", []string{"1:37 " + unset}},
		{"forany h scratch file f in a b; a; catch; x \"$FTSH_SCRATCH\"; end", []string{"1:46 " + unset}},
		{"try 2 times scratch \"$d\"; sort x >\"$FTSH_SCRATCH\"; end",
			[]string{"1:34 FTSH_SCRATCH is a directory here: write scratch file \"$d\" in the header"}},
		{"try scratch file f; a -o \"$FTSH_SCRATCH/x\"; b \"$FTSH_SCRATCH\"/y; end",
			[]string{"1:26 FTSH_SCRATCH is a file here", "1:47 FTSH_SCRATCH is a file here"}},
		{"try scratch file f; a >\"$FTSH_SCRATCH\"; b \"$FTSH_SCRATCH.tmp\"; end", nil},
		{"try scratch d; a >\"$FTSH_SCRATCH/x\"; b <\"$FTSH_SCRATCH\"; end", nil},
		{"try scratch file f; a -O f; b; end", []string{"1:26 an attempt makes its result at \"$FTSH_SCRATCH\""}},
		{"try scratch 'd'; a >d/x <e; end", []string{"1:21 an attempt makes its result at"}},
		{"try scratch file f; a -O \"$FTSH_SCRATCH\"; cmp f \"$FTSH_SCRATCH\"; end", nil},
		{"try scratch file f; sh -c 'a >$FTSH_SCRATCH' f; end", nil},
		{"try scratch d; try scratch d/e; a d/e; end; end", []string{"1:35 an attempt makes its result at"}},
		{"try scratch \"$d\"; a $d; end", nil},
		{"try scratch d; try; a; catch; b \"$FTSH_SCRATCH\"; end; end", nil},
		{"try scratch d; try scratch file e; a; catch; b \"$FTSH_SCRATCH\"; end; end", nil},
		{"try scratch d; a; catch; try scratch file e; b >\"$FTSH_SCRATCH\"; end; end", nil},
		{"try scratch d; a; catch; b \"${FTSH_SCRATCH-none}\"; end", nil},
		{"FTSH_SCRATCH=x; try scratch d; a; catch; b \"$FTSH_SCRATCH\"; end", nil},
	})
}
