package lint

import "testing"

func TestKnownFailures(t *testing.T) {
	const message = "this retries failures that no attempt mends, too: write known in the header " +
		"(ftsh-state known "
	runRule(t, KnownFailures, []ruleCase{
		{"try for 1 hour; condor_submit job.file; end", []string{"1:17 " + message + "condor_submit"}},
		{"try for 10 minutes or 5 times\ncd /data\nLC_ALL=C sudo -n /usr/bin/rsync a b\nend",
			[]string{"3:18 " + message + "rsync"}},
		{"try forever; curl -fsS x >f; end", []string{"1:14 " + message + "curl"}},
		{"try for 1 hour; timeout -s INT 10s env -u A B=c curl x; end",
			[]string{"1:49 " + message + "curl"}},
		{"try for 1 hour known; curl -f x; end", nil},
		{"try for 1 hour permanent '*x*'; curl -f x; end", nil},
		{"try for 1 hour on 7; curl -f x; end", nil},
		{"try for 1 hour except 22; curl -f x; end", nil},
		{"try for 1 hour; sbatch x; check; squeue; end", nil},
		{"try for 1 hour; curl -f x || abort; end", nil},
		{"try for 1 hour; curl -sf x; end", nil},
		{"try for 1 hour; curl -fs --show-error x; end", []string{"1:17 " + message + "curl"}},
		{"try for 9 minutes; curl -f x; end", nil},
		{"try 100 times; curl -f x; end", nil},
		{"try for $LIMIT; curl -f x; end", nil},
		{"try for 1 hour; curl -f x | cat; end", nil},
		{"try for 1 hour; if curl -f x; then y; fi; end", nil},
		{"try for 1 hour; mytool; end", nil},
		{"curl() { :; }; try for 1 hour; curl; end", nil},
		{". lib; try for 1 hour; curl -f x; end", nil},
		{"curl -f x", nil},
		{"try for 1 hour; curl -s x; end", []string{"1:17 " + message + "curl"}},
		{"try 3 times known; timeout 5 curl -sf x; end", []string{"1:30 known learns nothing from " +
			"this curl, which does not say why it failed: write curl -fsS"}},
		{"try for 1 hour known\ncurl --fail --silent x >f\nend", []string{"2:1 known learns nothing"}},
		{"try for 1 hour known; wget -qO f x; end", []string{"1:23 known learns nothing from this " +
			"wget, which does not say why it failed: write wget -nv"}},
		{"try for 1 hour known; curl -fsS x; end", nil},
		{"try for 1 hour known; curl -s x; end", nil},
		{"try for 1 hour known; wget -nv x; end", nil},
		{"try for 1 hour; wget -q x; end", nil},
		{"try 3 times known; sh -ec 'cd /x; /usr/bin/curl -f x'; end", []string{"1:20 known learns " +
			"nothing from this curl, since the command that fails is sh: write curl in the block itself"}},
		{"try 3 times known; cat list | xargs -n 1 curl -fsSO; end", []string{"1:31 known learns " +
			"nothing from this curl, since the command that fails is xargs: write a loop, or a forall, " +
			"around curl"}},
		{"try 3 times known; sh -c 'make'; sh curl; xargs rm; sh -e x -c curl; end", nil},
		{"try 3 times; sh -c 'curl x'; end", nil},
	})
}
