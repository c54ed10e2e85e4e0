package interp

import (
	"strconv"
	"sync"
	"syscall"
	"time"

	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// forallOp is the forall block (LANGUAGE.md section 5): a branch for every word,
// each in a subshell environment of this process.
type forallOp struct {
	pos       ast.Pos
	ref       vars.Ref
	jobs      *countWord
	timeout   *durationWord
	keepgoing bool
	unsupport string
	in        bool
	words     []*expand.Word
	body      op
	catch     op
	ownInput  bool // a redirection on end gives standard input
}

func (c *compiler) forall(n *ast.Forall) op {
	o := &forallOp{
		pos: n.Pos(), ref: c.sh.names.Ref(n.Name), jobs: c.count(n.Jobs),
		timeout: c.duration(n.Timeout), keepgoing: n.Keepgoing,
		in: n.In, words: c.wordList(n.Words), body: c.list(n.Body), catch: c.list(n.Catch),
	}
	switch {
	case n.Grouped:
		o.unsupport = "grouped"
	case n.Tagged:
		o.unsupport = "tagged"
	}
	return o
}

func (o *forallOp) exec(fr *frame) flow.Outcome {
	fr.vars.Line = o.pos.Line
	fr.pos = o.pos
	if out, deep := fr.nestedTooDeep(o.pos); deep {
		return out
	}
	b := fr.enterBlock("forall", o.pos)
	out := o.run(fr, b)
	if b.failed && o.catch != nil {
		out = fr.runCatch(b, o.catch, out)
	}
	fr.leaveBlock(b)
	return fr.errexit(out)
}

func (o *forallOp) run(fr *frame, b *blockState) flow.Outcome {
	if o.unsupport != "" {
		return b.usage(fr, fr.notYet(o.pos, o.unsupport))
	}
	timeout, err := o.timeout.value(fr, true)
	if err != nil {
		return b.usage(fr, fr.headerFailed(o.pos, err))
	}
	limit, err := o.limit(fr)
	if err != nil {
		return b.usage(fr, fr.headerFailed(o.pos, err))
	}
	words, out := fr.headerWords(o.pos, o.in, o.words)
	if out.Divert != flow.None || out.Status != 0 {
		return b.expansionFailed(fr, out)
	}
	if len(words) > 0 && fr.vars.Attrs(o.ref)&vars.Readonly != 0 {
		fr.fatal(o.pos, &vars.ReadonlyError{Name: fr.sh.names.Name(o.ref)})
		return b.usage(fr, flow.Status(flow.StatusUsage))
	}
	b.publish(fr)
	var null *fd.File
	if !o.ownInput {
		if null, err = fd.Open(b.scope.ctx, fd.AtCwd, "/dev/null", syscall.O_RDONLY, 0); err != nil {
			if fr.halted() {
				return fr.cancelOutcome()
			}
			return b.fail(fr, reasonTimes, fr.fail(flow.StatusUsage, "cannot open /dev/null: %s", errorText(err)))
		}
		defer null.Release()
	}
	outs := o.branches(fr, b, null, words, limit, timeout)
	return o.outcome(fr, b, outs)
}

// limit is the greatest number of branches at once; 0: none.
func (o *forallOp) limit(fr *frame) (int, error) {
	if o.jobs != nil {
		return o.jobs.value(fr)
	}
	if text := fr.vars.Value("FTSH_JOBS"); text != "" {
		return parseCount(text)
	}
	return 0, nil
}

// A branch is one body of a forall that runs.
type branch struct {
	number int
	word   string
}

// branchEnd is how a branch ended. Those that never began have begun unset.
type branchEnd struct {
	out     flow.Outcome
	begun   bool
	failure *failure
	order   int // position among the failures in time, from 1
}

// branches runs all branches, at most limit at once, and returns how each ended.
func (o *forallOp) branches(fr *frame, b *blockState, null *fd.File, words []string, limit int, timeout time.Duration) []branchEnd {
	ends := make([]branchEnd, len(words))
	if limit <= 0 || limit > len(words) {
		limit = len(words)
	}
	slots := make(chan struct{}, limit)
	var wg sync.WaitGroup
	var mu sync.Mutex
	failures := 0
	// Everything a branch needs is forked here: the parent frame is for one
	// goroutine.
	for i, w := range words {
		select {
		case slots <- struct{}{}:
		case <-b.scope.ctx.Done():
		}
		if b.scope.ctx.Err() != nil {
			break
		}
		if out, ok := fr.enlist(o.pos, 1); !ok {
			ends[i] = branchEnd{out: out, begun: true}
			break
		}
		sub := branchFrame(fr, null, i, w)
		wg.Go(func() {
			defer fr.sh.discharge(1)
			end := o.branch(sub, b, timeout)
			defer func() { <-slots }() // when a failure has been told: it lets none begin
			mu.Lock()
			defer mu.Unlock()
			if end.out.Divert != flow.None || end.out.Status != 0 {
				failures++
				end.order = failures
				if !o.keepgoing && failures == 1 && end.out.Divert != flow.Cancel {
					b.scope.cancel(&cause{scope: b.scope, status: int(end.out.Status), reason: reasonSibling})
				}
			}
			ends[i] = end
		})
	}
	wg.Wait()
	return ends
}

// reasonSibling is why a branch was cancelled when another failed.
const reasonSibling = "another branch failed"

// branchFrame makes the environment of a branch, whose input is null unless that is nil.
func branchFrame(fr *frame, null *fd.File, i int, w string) *frame {
	sub := fr.fork()
	sub.loops = 0
	sub.branch = &branch{number: i + 1, word: w}
	if null != nil {
		if old := sub.fds.Replace(0, null.Retain()); old != nil {
			old.Release()
		}
	}
	return sub
}

// branch runs one branch in its own scope.
func (o *forallOp) branch(sub *frame, outer *blockState, timeout time.Duration) branchEnd {
	defer sub.close()
	b := *outer
	b.attempt = sub.branch.number - 1
	b.shadows, b.errors, b.scope = nil, nil, outer.scope
	end := branchEnd{begun: true}
	if err := sub.vars.Set(o.ref, sub.branch.word); err != nil {
		end.out = sub.fatal(o.pos, err)
		end.out.Divert = flow.None
		return end
	}
	end.out = sub.attempt(&b, &finishOp{o.body}, timeout)
	end.failure = sub.failure
	return end
}

// finishOp is the end of a branch's subshell: its EXIT trap belongs to the attempt.
type finishOp struct{ body op }

func (o *finishOp) exec(fr *frame) flow.Outcome { return fr.finish(o.body.exec(fr)) }

// outcome is the block's: success when all branches succeeded, else the first
// failure (in time, or in list order with keepgoing).
func (o *forallOp) outcome(fr *frame, b *blockState, ends []branchEnd) flow.Outcome {
	b.attempt = len(ends)
	b.set(fr, "FTSH_ATTEMPT", strconv.Itoa(b.attempt))
	if b.outer.ctx.Err() != nil {
		for i := range ends {
			if f := ends[i].failure; f != nil && f.cut {
				fr.failure = f
				break
			}
		}
		return flow.Outcome{Status: int32(b.outer.why().status), Divert: flow.Cancel}
	}
	var first *branchEnd
	for i := range ends {
		e := &ends[i]
		if e.order == 0 {
			continue
		}
		if e.out.Divert != flow.Cancel {
			b.errors = append(b.errors, attemptError{attempt: i + 1, text: e.describe()})
		}
		if first == nil || !o.keepgoing && e.order < first.order {
			first = e
		}
	}
	if first == nil {
		return flow.Outcome{}
	}
	fr.failure = first.failure
	if first.out.Divert == flow.Abort {
		return b.over(fr, first.out)
	}
	return b.fail(fr, reasonTimes, flow.Status(int(first.out.Status)))
}

func (e *branchEnd) describe() string {
	if e.failure != nil {
		return e.failure.describe()
	}
	return "exit status " + strconv.Itoa(int(e.out.Status))
}
