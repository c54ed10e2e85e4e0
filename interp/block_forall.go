package interp

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// forallPlan is the forall block (docs/language.md, section 5): a branch for every word,
// each in a subshell environment of this process.
type forallPlan struct {
	pos       ast.Pos
	ref       vars.Ref
	jobs      *countWord
	keepgoing bool
	grouped   bool
	tagged    bool
	via       *viaWord
	table     *tableWord
	in        bool
	words     []*expand.Word
	body      op
}

func (c *compiler) forall(n *ast.Forall) op {
	return &blockOp{kind: "forall", hash: textOf(n.Journal, n.Body), pos: n.Pos(),
		clauses: c.clauses(&n.Clauses), catch: c.list(n.Catch), plan: &forallPlan{
			pos: n.Pos(), ref: c.sh.names.Ref(n.Name), jobs: c.count(n.Jobs),
			keepgoing: n.Keepgoing,
			grouped:   n.Grouped, tagged: n.Tagged, via: c.via(n), table: c.table(n.Table),
			in: n.In, words: c.fields(n.Words), body: &finishOp{c.list(n.Body)},
		}}
}

// finishOp ends a branch's subshell: the EXIT trap belongs to the attempt.
type finishOp struct{ body op }

func (o *finishOp) exec(fr *frame) flow.Outcome { return fr.finish(o.body.exec(fr)) }

func (p *forallPlan) variable(names *vars.Names) string { return names.Name(p.ref) }

func (p *forallPlan) header(b *block) (func() ending, error) {
	fr := b.env.fr
	jobs, err := p.atOnce(fr)
	if err != nil {
		return nil, err
	}
	t, err := p.table.value(fr)
	if err != nil {
		return nil, err
	}
	words, out := headerWords(fr, p.pos, p.in, p.words)
	if out.Divert != flow.None || out.Status != 0 {
		return nil, &divertError{out}
	}
	if len(words) > 0 && fr.env.vars.Attrs(p.ref)&vars.Readonly != 0 {
		return nil, &vars.ReadonlyError{Name: fr.sh.names.Name(p.ref)}
	}
	if b.clauses.scratches, err = b.clauses.scratch.each(fr, words, p.ref); err != nil {
		return nil, err
	}
	if err := b.clauses.scratches.distinct(words); err != nil {
		return nil, err
	}
	afar, err := p.via.value(b, jobs)
	if err != nil {
		return nil, err
	}
	b.remote = afar
	r := &branches{plan: p, block: b, words: words, jobs: jobs, first: -1, afar: afar, table: t}
	return func() ending {
		if end, ok := t.open(b); !ok {
			b.durable.stands(errNotBegun)
			return end
		}
		return t.close(b, r.run())
	}, nil
}

// errNotBegun keeps the journal of a block open whose branches have not begun.
var errNotBegun = errors.New("no branch has begun")

// atOnce returns the limit of branches at one time; 0: none.
func (p *forallPlan) atOnce(fr *frame) (int, error) {
	if p.jobs != nil {
		return p.jobs.value(fr)
	}
	if text := fr.env.vars.Value("FTSH_JOBS"); text != "" {
		n, err := parseCount(text)
		if err != nil {
			return 0, fmt.Errorf("FTSH_JOBS: %w", err)
		}
		return n, nil
	}
	return 0, nil
}

// A branch identifies a running branch of a forall.
type branch struct {
	number  int
	word    string
	reasons *branchReasons // of foralls in it
}

// branches are the branches of a running forall.
type branches struct {
	plan  *forallPlan
	block *block
	words []string
	jobs  int
	afar  *remote // runs the branches on a batch system; nil: they run here
	null  fd.File // the branches' input; nil: the block's
	table *table
	past  recollection
	ends  []attempt
	first int // index of the earliest failure; -1: none
}

func (r *branches) run() ending {
	b := r.block
	// No redirection on the block's end gives it an input of its own.
	if int(b.env.fr.env.fds.Entry(0).Block) != b.env.fr.context.blocks {
		null, err := fd.Open(b.scope.Context(), fd.AtCwd, "/dev/null", syscall.O_RDONLY, 0)
		if err != nil {
			if b.env.fr.cancelled() {
				return b.between(b.env.fr.cancelOutcome())
			}
			return ending{reason: reasonTimes, out: b.env.fr.notBegun(flow.StatusUsage,
				"cannot open /dev/null: %s", errorText(err))}
		}
		r.null = null
		defer null.Release()
	}
	r.ends = make([]attempt, len(r.words))
	b.durable.take(r.words, 0)
	r.past = recollect(b, r.words)
	if r.afar != nil && len(r.words) > 0 {
		if end, ok := r.afar.begin(b, len(r.words)); !ok {
			return end
		}
		defer r.afar.end(b)
	} else if end, ok := b.endAway(); !ok {
		return end
	}
	if r.plan.grouped || r.plan.tagged {
		b.streams.print = newPrinting(b, r.plan.grouped, r.plan.tagged, len(r.words))
	}
	if r.jobs != 1 {
		defer writeTogether(b.env.fr)()
	}
	now := make(chan struct{})
	close(now)
	race := race{group: b.env.fr.context.group, scope: b.scope, start: r.start, ended: r.ended,
		next: func(running int) <-chan struct{} {
			if r.afar == nil && r.jobs > 0 && running >= r.jobs || r.afar != nil &&
				running >= window {
				return nil
			}
			return now
		}}
	race.run(len(r.words))
	b.made = len(r.words)
	if p := b.streams.print; p != nil {
		p.finish(b.env.fr)
		for _, f := range p.failed {
			if a := &r.ends[f.place]; a.verdict == retry.Succeeded {
				b.unprinted(b.env.fr, a, f.err)
				r.ended(f.place, *a)
			}
		}
	}
	return r.outcome()
}

// start makes the environment of branch i, and returns the function that runs it.
func (r *branches) start(i int) func() attempt {
	fr := r.block.env.fr
	leave, body := func() {}, r.plan.body
	if r.afar != nil {
		n := r.afar.numbers[i]
		leave, body = func() {
			r.afar.session.Leave(n)
		}, &remoteBranchOp{r.afar, r.block, n, r.block.durable.goesOn(i)}
	}
	if out, ok := fr.enlist(r.plan.pos, 1); !ok {
		leave()
		return unmade(i+1, r.words[i], out)
	}
	sub, err := fr.fork(forBranch)
	if err != nil {
		leave()
		fr.sh.discharge(1)
		return unmade(i+1, r.words[i], fr.noSubshell(err))
	}
	sub.context.branch = &branch{number: i + 1, word: r.words[i], reasons: r.within(i)}
	sub.facts = &facts{earlier: r.before(i).attempts}
	last := r.before(i).reason
	if r.null != nil {
		sub.env.fds.Set(0, r.null.Retain(), fd.ByBackground)
	}
	return func() attempt {
		defer fr.sh.discharge(1)
		defer leave()
		defer sub.env.close()
		if err := sub.env.vars.Set(r.plan.ref, r.words[i]); err != nil {
			out := fatal(sub, r.plan.pos, err)
			return attempt{number: i + 1, word: r.words[i], verdict: retry.FailedOnce, out: out,
				failure: sub.regs.failure}
		}
		at := &attemptEnv{fr: sub}
		at.beginsWith(sub.sh.blocks.refs.viaReason, last)
		var a attempt
		if s := r.block.durable.success(i); s != nil {
			a = r.block.branchAgain(at, i+1, r.words[i], s)
		} else {
			a = r.block.attempt(at, i+1, r.words[i], body)
		}
		if at.print != nil {
			sub.env.fds.CloseAll()
			err := r.block.streams.print.end(at, i)
			if err != nil && a.verdict == retry.Succeeded {
				r.block.giveErrors(sub)
				r.block.unprinted(sub, &a, err)
			}
		}
		a.facts = sub.facts
		completeFacts(r.block, &a, fr.facts)
		return a
	}
}

// ended keeps the result of a branch. Without keepgoing, the first failure cancels the rest.
func (r *branches) ended(i int, a attempt) *scope.Cause {
	a.lost = nil // a lost directory concerns only the branch
	r.ends[i] = a
	r.remember(i, &a)
	if p := r.block.durable.progress(i); p != nil && p.Success != nil && a.verdict == retry.Succeeded {
		r.table.known(r.block, &a, p)
	} else {
		r.table.ended(r.block, &a)
	}
	if r.first >= 0 || !a.verdict.Counts() {
		return nil
	}
	r.first = i
	if r.plan.keepgoing {
		return nil
	}
	return &scope.Cause{Kind: scope.Sibling, Status: int(a.out.Status)}
}

// failed returns the words of failed branches.
func (r *branches) failed() (words []string) {
	for i := range r.ends {
		if r.ends[i].verdict.Counts() {
			words = append(words, r.words[i])
		}
	}
	return words
}

// outcome returns the block's ending: success if all branches succeeded, else the first failure (in
// time, or in list order with keepgoing).
func (r *branches) outcome() ending {
	b := r.block
	b.env.fr.regs.failure = nil
	var said *failure // FTSH_ERROR, of the same branch as the status and FTSH_VIA_REASON
	for i := range r.ends {
		a := &r.ends[i]
		if a.verdict == retry.Cancelled && a.failure != nil && a.failure.Cut {
			b.errors.Cut = append(b.errors.Cut, r.words[i])
		}
		switch {
		case a.verdict.Counts():
			b.keep(a)
			if r.plan.keepgoing && i < r.first {
				r.first = i
			}
			if i == r.first {
				said = b.errors.Last
			}
		case b.env.fr.regs.failure == nil && a.failure != nil && a.failure.Cut:
			b.env.fr.regs.failure = a.failure // ended by a time limit around the block
		}
	}
	if r.first < 0 {
		return ending{}
	}
	failed := strings.Join(r.failed(), "\n")
	b.env.set(b.env.fr.sh.blocks.refs.failed, failed)
	a := &r.ends[r.first]
	setViaReason(b, a)
	b.env.fr.regs.failure, b.errors.Last = a.failure, said
	end, over := b.conclude(a)
	if !over {
		end = failsWith(reasonTimes, int(a.out.Status))
	}
	end.failed = failed
	return end
}
