package lint

import "testing"

func TestSubmitsTwice(t *testing.T) {
	const condor = "if the answer of condor_submit is lost, the next attempt submits the job once " +
		"more: write ftsh-submit condor_submit, or a check list that looks for the job"
	runRule(t, SubmitsTwice, []ruleCase{
		{"try for 1 hour; condor_submit job.file; end", []string{"1:17 " + condor}},
		{"try 3 times known\ncd /data\nid=$(sbatch --parsable job.sh)\nend",
			[]string{"3:6 if the answer of sbatch is lost"}},
		{"try 2 times; sudo -u x /opt/bin/qsub job; echo; end", []string{"1:14 if the answer of qsub " +
			"is lost, the next attempt submits the job once more: write ftsh-submit qsub, or a check " +
			"list that looks for the job"}},
		{"try 2 times; bsub <job; end", []string{"1:14 if the answer of bsub is lost, the next " +
			"attempt submits the job once more: write a check list that looks for it"}},
		{"try 3 times; sbatch job || failure; end", []string{"1:14 if the answer of sbatch is lost"}},
		{"try 3 times; try timeout 1m; sbatch job; end; end", []string{"1:30 if the answer"}},
		{"try 3 times; try 2 times; sbatch job; end; end", []string{"1:27 if the answer"}},
		{"try 3 times; try; sbatch job; check; squeue; end; end", nil},
		{"try; sbatch job; end", nil},
		{"sbatch job", nil},
		{"try for 1 hour; sbatch job; check; squeue | grep -q job; end", nil},
		{"try for 1 hour; squeue | grep -q job || sbatch job; end", nil},
		{"try for 1 hour; queued=$(squeue -h); [ \"$queued\" ]; sbatch job; end", nil},
		{"try for 1 hour; ftsh-submit sbatch job; end", nil},
		{"try for 1 hour; sbatch --test-only job; end", nil},
		{"try for 1 hour; work; catch; sbatch cleanup; end", nil},
		{"sbatch() { :; }; try for 1 hour; sbatch job; end", nil},
	})
}
