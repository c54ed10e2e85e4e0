package interp

import (
	"slices"

	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/internal/retry"
	"ftsh/internal/through"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// foranyPlan is the forany block (docs/language.md, section 5).
type foranyPlan struct {
	pos     ast.Pos
	ref     vars.Ref
	ordered bool
	hedge   *durationWord // nil: one alternative after another
	through *throughWords // nil: no memory
	table   *tableWord
	in      bool
	words   []*expand.Word
	body    op

	alternative op // the body, for concurrent alternatives
}

func (c *compiler) forany(n *ast.Forany) op {
	body := c.list(n.Body)
	return &blockOp{kind: "forany", hash: textOf(n.Journal, n.Body), pos: n.Pos(),
		clauses: c.clauses(&n.Clauses), catch: c.list(n.Catch), streams: n.Streaming,
		plan: &foranyPlan{
			pos: n.Pos(), ref: c.sh.names.Ref(n.Name), ordered: n.Ordered,
			hedge:   c.duration(n.Hedge),
			through: c.through(n.Through), table: c.table(n.Table), in: n.In, words: c.fields(n.Words),
			body: body, alternative: &alternativeOp{body},
		}}
}

func (p *foranyPlan) variable(names *vars.Names) string { return names.Name(p.ref) }

func (p *foranyPlan) header(b *block) (func() ending, error) {
	delay, err := p.hedge.value(b.env.fr, false)
	if err != nil {
		return nil, err
	}
	t, err := p.table.value(b.env.fr)
	if err != nil {
		return nil, err
	}
	words, out := headerWords(b.env.fr, p.pos, p.in, p.words)
	if out.Status != 0 || out.Divert != flow.None {
		return nil, &divertError{out}
	}
	if b.clauses.scratches, err = b.clauses.scratch.each(b.env.fr, words, p.ref); err != nil {
		return nil, err
	}
	var last through.Terms
	if b.clauses.memory, last, err = p.through.memory(b.env.fr, words, p.ref); err != nil {
		return nil, err
	}
	if !p.ordered || p.hedge != nil || b.clauses.memory != nil {
		b.list = slices.Clone(words)
	}
	if !p.ordered {
		b.env.fr.sh.rand.shuffle(words)
	}
	if b.clauses.memory != nil {
		b.clauses.memory.order(b, words, &last)
	}
	if p.hedge != nil && len(words) > 0 {
		return p.hedged(b, words, delay, t)
	}
	b.streams.once = len(words) == 1
	return func() ending {
		if end, ok := t.open(b); !ok {
			return end
		}
		return t.close(b, p.alternatives(b, b.durable.take(words, b.made), t))
	}, nil
}

// alternatives makes one attempt for each word until one succeeds.
func (p *foranyPlan) alternatives(b *block, words []string, t *table) ending {
	if len(words) == 0 && b.made == 0 {
		failedIn(b.env.fr, p.pos, "no alternatives", 1)
		b.keep(&attempt{failure: b.env.fr.regs.failure})
	}
	status, mistakes := b.durable.status(1), 0
	outer := b.env.fr.facts
	defer func() { b.env.fr.facts = outer }()
	for _, w := range words {
		if err := b.env.fr.env.vars.Set(p.ref, w); err != nil {
			return b.badHeader(err)
		}
		b.env.fr.facts = new(facts)
		a := b.again(w, p.body)
		completeFacts(b, &a, outer)
		t.ended(b, &a)
		if a.verdict == retry.Mistaken { // only this alternative fails
			mistakes++
			a.verdict = retry.FailedOnce
		}
		if a.verdict == retry.Cancelled {
			b.errors.Cut = append(b.errors.Cut, w)
		}
		if end, over := b.conclude(&a); over {
			return end
		}
		if status = int(a.out.Status); !b.failedWord(b.env.fr, &a) {
			return failsWith(reasonJournal, 1)
		}
	}
	if mistakes > 0 && mistakes == len(words) {
		return failsWith(reasonPermanent, status)
	}
	taken(b.env.fr)
	return failsWith(reasonTimes, status)
}
