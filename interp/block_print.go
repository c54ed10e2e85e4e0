package interp

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"time"

	"ftsh/internal/flow"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/internal/txn"
)

// A printing prints the branches of a grouped or tagged forall.
type printing struct {
	block   *block
	grouped bool
	tagged  bool
	turn    *txn.Turn
	ctx     context.Context // lasts a little longer than the scope around the block
	stop    func()

	// If grouped: ended branches arrive on ready, and a goroutine prints them in the order of the
	// list.
	ready  chan printed
	failed []printed     // the branches with a write error
	done   chan struct{} // closed when everything has been printed
}

// printed is an ended branch, with its index in the list.
type printed struct {
	place int
	what  *txn.Branch
	err   error
}

// lastWords is how long the output of a branch may wait for a reader once the block has been
// cancelled.
const lastWords = time.Second

func newPrinting(b *block, grouped, tagged bool, n int) *printing {
	p := &printing{block: b, grouped: grouped, tagged: tagged, turn: txn.NewTurn()}
	b.env.fr.sh.startSignals()
	ctx, cancel := context.WithCancel(context.Background())
	unbound := context.AfterFunc(b.around.scope.Context(), func() {
		b.env.fr.sh.clock.AfterFunc(lastWords, cancel)
	})
	p.ctx, p.stop = ctx, func() {
		unbound()
		cancel()
	}
	if grouped {
		p.ready, p.done = make(chan printed, n), make(chan struct{})
		go p.print(n)
	}
	return p
}

// begin replaces a branch's standard output and error.
func (p *printing) begin(at *attemptEnv, sc *scope.Scope) {
	fr, tag := at.fr, ""
	if p.tagged {
		tag = strings.ReplaceAll(fr.context.branch.word, "\n", `\n`) + "\t"
	}
	at.print = txn.NewBranch(sc.Context(), p.turn, tag, p.grouped, heldIn(fr), failing(sc))
	out, errs := fr.env.fds.Entry(1), fr.env.fds.Entry(2)
	if out.File != nil {
		fr.env.fds.Set(1, at.print.Output(out.File), out.Origin)
	}
	if errs.File != nil {
		fr.env.fds.Set(2, at.print.Errors(errs.File), errs.Origin)
	}
}

// end ends the output of the branch with index place, after its last command. The error says why
// part of the output could not be written.
func (p *printing) end(at *attemptEnv, place int) error {
	defer at.fr.context.group.blocking()()
	left, err := at.print.End(p.ctx)
	if p.grouped {
		p.ready <- printed{place: place, what: at.print}
	}
	p.leave(left)
	return err
}

func (p *printing) leave(left []*txn.Pump) {
	for _, pump := range left {
		p.block.env.fr.sh.outputs.pumps.add(pump)
	}
}

// print prints up to n branches, each after all branches before it.
func (p *printing) print(n int) {
	defer close(p.done)
	waiting := make([]*txn.Branch, n)
	next := 0
	one := func() {
		if b := waiting[next]; b != nil {
			left, err := b.Print(p.ctx)
			p.leave(left)
			if err != nil {
				p.failed = append(p.failed, printed{place: next, err: err})
			}
		}
		waiting[next] = nil
		next++
	}
	for r := range p.ready {
		for waiting[r.place] = r.what; next < n && waiting[next] != nil; {
			one()
		}
	}
	for next < n { // skip branches never made
		one()
	}
}

// finish waits until everything has been printed.
func (p *printing) finish(fr *frame) {
	defer fr.context.group.blocking()()
	if p.grouped {
		close(p.ready)
		<-p.done
	}
	p.stop()
}

// unprinted fails a branch because its output could not be written. fr is the environment for the
// message.
func (b *block) unprinted(fr *frame, a *attempt, err error) {
	a.verdict, a.out = retry.FailedOnce, flow.Status(1)
	if errors.Is(err, syscall.EPIPE) {
		a.out = flow.Status(statusPipe)
		return
	}
	message := "write error: " + errorText(err)
	fr.regs.pos = b.pos
	fr.say("%s", message)
	failedIn(fr, fr.regs.pos, message, 1)
	a.failure = fr.regs.failure
}

// overfull fails a branch because its output could not be held.
func (b *block) overfull(at *attemptEnv, a *attempt) {
	fr := at.fr
	err := error(syscall.ENOSPC)
	if c := a.cause; c != nil && c.Err != nil {
		err = c.Err
	}
	message := unkept("the branch's output", tempDir(fr), err, "grouped")
	a.verdict, a.out = retry.FailedOnce, flow.Status(1)
	b.giveErrors(fr)
	fr.regs.pos = b.pos
	fr.say("%s", message)
	failedIn(fr, b.pos, message, 1)
}

// giveErrors gives a branch the block's standard error, since its own is printed or closed by now.
func (b *block) giveErrors(fr *frame) {
	if e := b.env.fr.env.fds.Entry(2); e.File != nil {
		fr.env.fds.Set(2, e.File.Retain(), e.Origin)
	}
}
