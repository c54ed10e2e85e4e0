package interp

import (
	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/parser/ast"
)

// caseOp is the case construct (XCU 2.9.4.3).
type caseOp struct {
	pos   ast.Pos
	word  *expand.Word
	items []caseItem
}

type caseItem struct {
	patterns    []*expand.Word
	body        op // nil: empty
	fallThrough bool
}

func (c *compiler) caseClause(n *ast.Case) op {
	o := &caseOp{pos: n.Pos(), word: c.words.Word(n.Word)}
	for _, item := range n.Items {
		it := caseItem{patterns: c.wordList(item.Patterns), fallThrough: item.FallThrough}
		if item.Body != nil && len(item.Body.AndOrs) > 0 {
			it.body = c.list(item.Body)
		}
		o.items = append(o.items, it)
	}
	return o
}

func (o *caseOp) exec(fr *frame) flow.Outcome {
	fr.env.vars.Line = o.pos.Line
	fr.regs.subst = substResult{}
	word, err := o.word.Text((*expander)(fr))
	if err != nil {
		return expansionFailed(fr, o.pos, err)
	}
	for i := range o.items {
		matched, err := o.items[i].match(fr, word)
		if err != nil {
			return expansionFailed(fr, o.pos, err)
		}
		if fr.regs.subst.failed.Status != 0 && fr.context.brittle {
			return fr.regs.subst.failed
		}
		if matched {
			flushReports(fr)
			return o.run(fr, i)
		}
	}
	flushReports(fr)
	return flow.Outcome{}
}

// run runs item i, and the following ones as long as the items fall through.
func (o *caseOp) run(fr *frame, i int) flow.Outcome {
	var out flow.Outcome
	for ; i < len(o.items); i++ {
		if body := o.items[i].body; body != nil {
			out = body.exec(fr)
			if out.Divert != flow.None || out.Status != 0 && fr.context.brittle {
				return out
			}
		}
		if !o.items[i].fallThrough {
			break
		}
	}
	return out
}

func (it *caseItem) match(fr *frame, word string) (bool, error) {
	for _, p := range it.patterns {
		pat, err := p.Pattern((*expander)(fr))
		if err != nil {
			return false, err
		}
		if len(word) < expand.LongMatch {
			if pat.Match(word) {
				return true, nil
			}
			continue
		}
		ctx := fr.context.scope.Context()
		if found := pat.Until(ctx.Done()).Match(word); found || ctx.Err() != nil {
			return found, ctx.Err()
		}
	}
	return false, nil
}
