package explain

import (
	"strings"

	"ftsh/parser/ast"
)

// known describes the clauses that judge a failure by what the failed command says.
func (e *explainer) known(d *description, n *ast.Try) {
	patterns := func(words []*ast.Word) string {
		all := make([]string, len(words))
		for i, w := range words {
			all[i] = e.source(w)
		}
		return strings.Join(all, ", ")
	}
	if n.Permanent != nil {
		d.row("permanent", "a failure that says "+patterns(n.Permanent)+" ends the block")
	}
	if n.Transient != nil {
		d.row("transient", "a failure that says "+patterns(n.Transient)+" is retried")
	}
	if n.Known {
		d.row("known", "then by what is known of the failed program (ftsh-state known)")
	}
}
