package interp

import (
	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// foranyOp is the forany block (LANGUAGE.md section 5).
type foranyOp struct {
	pos     ast.Pos
	ref     vars.Ref
	ordered bool
	timeout *durationWord
	hedge   bool
	in      bool
	words   []*expand.Word
	body    op
	catch   op
}

func (c *compiler) forany(n *ast.Forany) op {
	return &foranyOp{
		pos: n.Pos(), ref: c.sh.names.Ref(n.Name), ordered: n.Ordered,
		timeout: c.duration(n.Timeout), hedge: n.Hedge != nil,
		in: n.In, words: c.wordList(n.Words), body: c.list(n.Body), catch: c.list(n.Catch),
	}
}

func (o *foranyOp) exec(fr *frame) flow.Outcome {
	fr.vars.Line = o.pos.Line
	fr.pos = o.pos
	if out, deep := fr.nestedTooDeep(o.pos); deep {
		return out
	}
	b := fr.enterBlock("forany", o.pos)
	out := o.run(fr, b)
	if b.failed && o.catch != nil {
		out = fr.runCatch(b, o.catch, out)
	}
	fr.leaveBlock(b)
	return fr.errexit(out)
}

func (o *foranyOp) run(fr *frame, b *blockState) flow.Outcome {
	if o.hedge {
		return b.usage(fr, fr.notYet(o.pos, "hedge"))
	}
	timeout, err := o.timeout.value(fr, true)
	if err != nil {
		return b.usage(fr, fr.headerFailed(o.pos, err))
	}
	words, out := fr.headerWords(o.pos, o.in, o.words)
	if out.Divert != flow.None || out.Status != 0 {
		return b.expansionFailed(fr, out)
	}
	if !o.ordered {
		fr.sh.shuffle(words)
	}
	b.publish(fr)
	if len(words) == 0 {
		fr.failedIn(o.pos, "no alternatives", 1)
		b.errors = append(b.errors, attemptError{text: fr.failure.describe()})
	}
	out = flow.Status(1)
	for _, w := range words {
		if err := fr.vars.Set(o.ref, w); err != nil {
			fr.fatal(o.pos, err)
			return b.usage(fr, flow.Status(flow.StatusUsage))
		}
		out = fr.attempt(b, o.body, timeout)
		if !b.retriable(fr, out) {
			return b.over(fr, out)
		}
		if b.lost != nil {
			return b.lostDirectory(fr, b.lost)
		}
	}
	return b.fail(fr, reasonTimes, out)
}
