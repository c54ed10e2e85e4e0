package interp

import (
	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/internal/pattern"
	"ftsh/parser/ast"
)

// caseOp is the case construct (XCU 2.9.4.3).
type caseOp struct {
	pos   ast.Pos
	word  *expand.Word
	items []caseItem
	head  ast.Node // for set -x; nil: not shown
}

type caseItem struct {
	patterns []*expand.Word
	body     op // nil: empty
	after    afterItem
}

// An afterItem is what follows an item of a case.
type afterItem uint8

const (
	endsCase    afterItem = iota // ;;
	runsNext                     // ;&
	matchesNext                  // ;;&
)

func (c *compiler) caseClause(n *ast.Case) op {
	o := &caseOp{pos: n.Pos(), word: c.words.Word(n.Word), head: c.bashNode(n)}
	for _, item := range n.Items {
		it := caseItem{patterns: c.wordList(item.Patterns)}
		switch {
		case item.FallThrough:
			it.after = runsNext
		case item.Continue:
			it.after = matchesNext
		}
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
	traceHead(fr, o.head)
	word, err := o.word.Text((*expander)(fr))
	if err != nil {
		return expansionFailed(fr, o.pos, err)
	}
	return o.from(fr, word, 0, flow.Outcome{})
}

// from tries the items from i on. If none matches, the outcome is none.
func (o *caseOp) from(fr *frame, word string, i int, none flow.Outcome) flow.Outcome {
	for ; i < len(o.items); i++ {
		matched, err := o.items[i].match(fr, word)
		if err != nil {
			return expansionFailed(fr, o.pos, err)
		}
		if fr.regs.subst.failed.Status != 0 && fr.context.brittle {
			return fr.regs.subst.failed
		}
		if matched {
			flushReports(fr)
			return o.run(fr, word, i)
		}
	}
	flushReports(fr)
	return none
}

// run runs item i, and the following ones as its end says.
func (o *caseOp) run(fr *frame, word string, i int) flow.Outcome {
	var out flow.Outcome
	for ; i < len(o.items); i++ {
		if body := o.items[i].body; body != nil {
			out = body.exec(fr)
			if out.Divert != flow.None || out.Status != 0 && fr.context.brittle {
				return out
			}
		}
		if after := o.items[i].after; after != runsNext {
			if after == matchesNext {
				return o.from(fr, word, i+1, out)
			}
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
		if found, err := matchPattern(fr, pat, word); found || err != nil {
			return found, err
		}
	}
	return false, nil
}

// matchPattern reports whether pat matches word. Deadlines and signals interrupt long matches.
func matchPattern(fr *frame, pat *pattern.Pattern, word string) (bool, error) {
	if len(word) < expand.LongMatch {
		return pat.Match(word), nil
	}
	ctx := fr.context.scope.Context()
	found := pat.Until(ctx.Done()).Match(word)
	return found, ctx.Err()
}
