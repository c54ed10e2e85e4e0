package rehearse

import (
	"slices"

	"ftsh/parser"
	"ftsh/parser/ast"
)

// A script is the parts of a script's tree with a role in a rehearsal.
type script struct {
	journal bool  // a block has a journal
	lines   []int // of simple commands, in order
	catches []int // lines of blocks with a catch list
}

// read reads the tree of a text. Text without a tree, such as one with an alias in place of a word of
// the grammar, has no lines.
func read(job *Job) (s script) {
	tree, err := parser.Parse(job.Text, parser.Options{Name: job.Shown, Blocks: !job.Posix, Bash: job.Bash})
	if err != nil {
		return s
	}
	block := func(n ast.Node, c *ast.Clauses, catch *ast.List) {
		s.journal = s.journal || c.Journal != nil
		if catch != nil {
			s.catches = append(s.catches, int(n.Pos().Line))
		}
	}
	ast.Walk(tree.List, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Simple:
			if len(n.Args) > 0 {
				s.lines = append(s.lines, int(n.Pos().Line))
			}
		case *ast.Try:
			block(n, &n.Clauses, n.Catch)
		case *ast.Forany:
			block(n, &n.Clauses, n.Catch)
		case *ast.Forall:
			block(n, &n.Clauses, n.Catch)
		}
		return true
	})
	slices.Sort(s.lines)
	s.lines = slices.Compact(s.lines)
	slices.Sort(s.catches)
	return s
}
