package lint

import (
	"path"

	"ftsh/parser/ast"
)

// submitsTwice looks for a program that submits a job, in an attempt that is repeated although
// nobody looks whether the job is there: a scheduler may accept a job and lose its answer.
func (w walker) submitsTwice(n *ast.Try) {
	if !retries(n) || n.Check != nil || looks(n.Body) {
		return
	}
	ast.Walk(n.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.If, *ast.Case, *ast.FuncDecl:
			return false
		case *ast.Try: // a retrying one is looked at by itself
			return n.Check == nil && !retries(n)
		case *ast.AndOr: // what stands after && and || depends on a condition
			if len(n.Pipelines) > 1 {
				for _, c := range n.Pipelines[0].Commands {
					if c, ok := c.(*ast.Simple); ok {
						w.submission(c)
					}
				}
				return false
			}
		case *ast.Simple:
			w.submission(n)
		}
		return true
	})
}

// submission reports a command that submits a job.
func (w walker) submission(c *ast.Simple) {
	words := utility(c.Args)
	program := path.Base(text(words, 0))
	if w.facts.functions[program] || !submits(words) {
		return
	}
	remedy := "write a check list that looks for it"
	if program != "bsub" {
		remedy = "write ftsh-submit " + program + ", or a check list that looks for the job"
	}
	w.report(SubmitsTwice, c, "if the answer of %s is lost, the next attempt submits the job once "+
		"more: %s", program, remedy)
}

// submits reports whether a command submits a job.
func submits(words []*ast.Word) bool {
	switch path.Base(text(words, 0)) {
	case "sbatch", "condor_submit", "qsub", "bsub":
	default:
		return false
	}
	for _, w := range words[1:] {
		switch lead(w) {
		case "--help", "-h", "-help", "--version", "-V", "-version", "--test-only", "-dry-run", "-dump":
			return false
		}
	}
	return true
}

// looks reports whether an attempt looks at a queue.
func looks(attempt *ast.List) bool {
	found := false
	eachSimple(attempt, func(c *ast.Simple) {
		switch path.Base(text(utility(c.Args), 0)) {
		case "squeue", "sacct", "scontrol", "condor_q", "condor_history", "qstat", "qacct", "bjobs":
			found = true
		}
	})
	return found
}
