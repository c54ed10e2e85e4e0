package interp

import (
	"errors"
	"path/filepath"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/retry"
	"ftsh/internal/scope"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
	"ftsh/internal/txn"
)

// streams replace the standard output and input of a block's attempts (docs/language.md, section 4:
// output and input of attempts).
type streams struct {
	off   bool      // output is not held, input is not kept
	once  bool      // at most one attempt: input need not be kept
	all   bool      // any output is held, since attempts run at the same time
	input *replay   // nil: input is not kept
	print *printing // of a grouped or tagged forall; else nil
}

// given reports whether the shell itself made the entry for a command, a block or a substitution.
// Inherited entries and those of exec do not count.
func given(e fd.Entry) bool {
	switch e.Origin {
	case fd.ByRedirection, fd.ByCompound, fd.ByBlock, fd.ByPipeline, fd.BySubstitution:
		return e.File != nil
	}
	return false
}

// beginStreams prepares an attempt's output and input. sc is the attempt's scope.
func (b *block) beginStreams(at *attemptEnv, sc *scope.Scope) {
	s, fr := &b.streams, at.fr
	if s.print != nil {
		s.print.begin(at, sc)
	}
	if s.off {
		b.holdBranch(at, sc)
		return
	}
	switch e := fr.env.fds.Entry(1); {
	case given(e) && txn.Holdable(e.File):
		at.out = txn.NewOutput(e.File, heldIn(fr), failing(sc))
		swap(fr, 1, e.File, at.out)
	case s.all && e.File != nil:
		at.out = txn.NewOutput(e.File, heldIn(fr), failing(sc))
		fr.env.fds.Set(1, at.out.Retain(), e.Origin)
	}
	if s.input == nil && !s.once {
		s.input = newReplay(fr)
	}
	s.input.begin(fr, sc)
}

// swap puts an attempt's f in the place of old at descriptor n, and at every other descriptor of
// the same file: their output keeps its order. Standard error keeps old. If the file is open for
// reading and writing (<>), the other descriptors may be used the other way, and keep old.
func swap(fr *frame, n int, old, f fd.File) {
	if !fd.BothWays(old) {
		fr.env.fds.Swap(old, f, 2)
		return
	}
	e := fr.env.fds.Entry(n)
	e.File = f.Retain()
	fr.env.fds.Replace(n, e).Release()
}

// failing returns a function that cancels an attempt if its output cannot be held or its input
// cannot be kept.
func failing(sc *scope.Scope) txn.Failure {
	return func(err error) {
		sc.Cancel(&scope.Cause{Kind: scope.Stream, Scope: sc, Status: 1, Err: err})
	}
}

// tempDir returns the directory for temporary files.
func tempDir(fr *frame) string {
	switch dir := fr.env.vars.Value("TMPDIR"); {
	case dir == "":
		return "/tmp"
	case filepath.IsAbs(dir):
		return dir
	default:
		return filepath.Join(fr.env.pwd, dir)
	}
}

// heldIn says where held output and kept input go when they are too large for memory.
func heldIn(fr *frame) txn.Spill { return txn.Spill{Dir: tempDir(fr), Shared: &fr.sh.outputs.held} }

// takeBack restores the original file at every descriptor of the held output.
func takeBack(fr *frame, o *txn.Output) {
	fr.env.fds.Swap(o, o.To(), -1)
	if p := o.Close(); p != nil {
		fr.sh.outputs.pumps.add(p)
	}
}

// outputState is shared by all blocks of a shell.
type outputState struct {
	pumps pumps
	held  txn.Shared // the memory of held output and kept input
}

// handOverPumps hands the pumps over to cat processes before the shell's process ends. Otherwise
// the writers would die of SIGPIPE.
func handOverPumps(fr *frame) {
	ps := &fr.sh.outputs.pumps
	ps.mu.Lock()
	defer ps.mu.Unlock()
	if len(ps.all) == 0 || !fr.sh.opts.Standalone.OwnProcess {
		return
	}
	cat, err := fr.env.search("cat", defaultPath)
	for _, p := range ps.all {
		from, to, ok := p.Leave()
		if !ok {
			continue
		}
		if err == nil {
			files := fd.NewTable()
			files.Set(0, from, fd.ByBackground)
			files.Set(1, to, fd.ByBackground)
			goOn(fr, cat, files)
			files.CloseAll()
		}
	}
	ps.all = nil
}

// goOn starts cat with files, as a program that outlives the shell.
func goOn(fr *frame, path string, files *fd.Table) {
	spec, err := fr.spec(path, []string{"cat"}, placement{background: true})
	if err != nil {
		return
	}
	if spec.Files, err = files.Map(); err == nil {
		_, _ = fr.sh.root.Tree().Start(spec)
	}
}

// publishAttempt publishes the output of an attempt if it succeeded or leaves the block, and drops
// it otherwise. The attempt's scope is closed already, so the block's scope bounds the publishing.
func (b *block) publishAttempt(at *attemptEnv, a *attempt) {
	s, fr := &b.streams, at.fr
	b.publishBranch(at, a)
	switch {
	case at.print != nil && a.verdict == retry.Unheld:
		b.overfull(at, a)
		return
	case s.off:
		b.severed(fr, a)
		return
	}
	sp := spoiling{unkept: s.input.err()}
	if o := at.out; o != nil {
		at.out = nil
		switch a.verdict {
		case retry.Succeeded, retry.Diverted:
			if sp.unkept == nil {
				var visible int64
				visible, sp.unpublished = publish(fr, o, b.scope.Context)
				sp.partly = visible > 0
				break
			}
			fallthrough
		default:
			a.last = o.Discard()
		}
		sp.unkept = errors.Join(o.Err(), sp.unkept)
		takeBack(fr, o)
	}
	switch a.verdict {
	case retry.Succeeded, retry.Diverted, retry.FailedOnce, retry.Unheld:
		if sp.unkept != nil || sp.unpublished != nil {
			b.spoiled(fr, a, sp)
		}
	}
}

// severed ends a block if its output is not held and has no reader: no further attempt could do
// better.
func (b *block) severed(fr *frame, a *attempt) {
	if a.verdict != retry.FailedOnce || int(a.out.Status) != statusPipe || b.kind == "forall" {
		return
	}
	if e := fr.env.fds.Entry(1); given(e) && txn.Broken(e.File) {
		b.spoiled(fr, a, spoiling{unpublished: syscall.EPIPE})
	}
}

// spoiling is an error in an attempt's output or input.
type spoiling struct {
	unkept      error // the output could not be held, or the input not kept
	unpublished error // the output could not be published
	partly      bool  // part of the output was published
}

// message returns the error's message, with dir, the directory of held output and kept input.
func (sp *spoiling) message(dir string) string {
	var lost *txn.LostError
	switch err := errors.Join(sp.unkept, sp.unpublished); {
	case errors.As(err, &lost):
		return "the attempt's output and input cannot be read back from " + dir + ": " +
			errorText(lost.Err) + " (see streaming)"
	case sp.unkept != nil:
		return unkept("the attempt's output and input", dir, sp.unkept, "streaming")
	default:
		return "write error: " + errorText(err)
	}
}

// spoiled fails an attempt with spoiled output or input. If part of its output is visible already,
// no further attempt is made.
func (b *block) spoiled(fr *frame, a *attempt, sp spoiling) {
	if c := b.scope.Cause(); c != nil {
		a.out = fr.cancelOutcome()
		a.verdict = retry.Judge(a.out, fr.regs.failure.mistaken(a.out), c, nil, b.scope)
		return
	}
	a.verdict, a.out = retry.FailedForGood, flow.Status(1)
	message := sp.message(tempDir(fr))
	switch {
	case errors.Is(errors.Join(sp.unkept, sp.unpublished), syscall.EPIPE):
		if a.out = brokenPipe(fr); a.out.Divert != flow.None {
			a.verdict = retry.Diverted
			return
		}
		message = "write error: " + errorText(syscall.EPIPE)
	case !sp.partly && (b.durable == nil || !b.durable.done.Load()):
		a.verdict = retry.FailedOnce
	}
	fr.regs.pos = b.pos
	fr.say("%s", message)
	failedIn(fr, b.pos, message, int(a.out.Status))
}

// unkept returns the message that something cannot be kept, with the clause that controls it.
func unkept(what, dir string, err error, clause string) string {
	text := errorText(err)
	if errors.Is(err, syscall.ENOSPC) {
		text += " beyond the reserve"
	}
	return what + " cannot be kept in " + dir + ": " + text + " (see " + clause + ")"
}

// brokenPipe ends an environment as SIGPIPE would, when the shell itself writes to a broken pipe.
// The blocks in it end before; a shell that is its own process dies of the signal. If the signal is
// ignored, or has an action, now due, only the write has failed, and the caller reports it.
func brokenPipe(fr *frame) flow.Outcome {
	if fr.env.traps.Ignored().Has(sig.SIGPIPE) || fr.env.traps.Arrived(sig.SIGPIPE) {
		return flow.Status(1)
	}
	fr.env.traps.Set(trap.Exit, trap.Default)
	fr.env.piped = true
	if !fr.env.subshell {
		fr.sh.signals.diesOf = sig.SIGPIPE
	}
	return flow.Outcome{Status: int32(statusPipe), Divert: flow.Exit}
}

// leaveBlocks publishes the output of the attempts that exec leaves, and gives the command the
// original descriptors. stop: the output could not be published.
func leaveBlocks(fr *frame) (out flow.Outcome, stop bool) {
	for b := fr.context.block; b != nil && b.env.fr == fr; b = b.parent {
		if s := b.env.scratch; s != nil {
			return fr.execsInScratch(s), true
		}
		b.execs()
		o := b.env.out
		if o == nil {
			continue
		}
		_, err := publish(fr, o, fr.context.scope.Context)
		b.env.out = nil
		takeBack(fr, o)
		switch {
		case fr.cancelled():
			return fr.cancelOutcome(), true
		case errors.Is(err, syscall.EPIPE):
			if out := brokenPipe(fr); out.Divert != flow.None {
				return out, true
			}
		}
		if err != nil {
			return fr.fail(1, "write error: %s", why(fr, err)), true
		}
	}
	return flow.Outcome{}, false
}

// stayBlocks undoes leaveBlocks after a failed exec: the attempts go on.
func stayBlocks(fr *frame) {
	for b := fr.context.block; b != nil && b.env.fr == fr; b = b.parent {
		if b.durable != nil {
			b.durable.gone.Store(false)
		}
	}
}

// A replay lets each attempt of a block read the input from the beginning.
type replay struct {
	file fd.File    // the block's input
	kept *txn.Input // of a pipe: the data read so far
	at   int64      // of a regular file: its offset at the block's start
	text string     // of a here-document
	copy fd.File    // the running attempt's copy of the here-document
	made bool       // an attempt has begun
}

// ownInput reports whether standard input was given to the running block itself.
func ownInput(fr *frame, e fd.Entry) bool {
	return e.File != nil && int(e.Block) == fr.context.blocks &&
		(e.Origin == fd.ByBlock || e.Origin == fd.ByPipeline)
}

// newReplay returns a replay of standard input if it was given to the block itself, and nil if it
// passes through.
func newReplay(fr *frame) *replay {
	e := fr.env.fds.Entry(0)
	if !ownInput(fr, e) {
		return nil
	}
	r := &replay{file: e.File.Retain()}
	if text, ok := fd.Text(e.File); ok {
		r.text, r.copy = text, e.File.Retain()
		return r
	}
	switch e.File.Kind() {
	case fd.KindRegular:
		at, err := fd.Offset(e.File)
		if err == nil {
			r.at = at
			return r
		}
	case fd.KindPipe:
		r.kept = txn.NewInput(e.File, heldIn(fr))
		swap(fr, 0, e.File, r.kept)
		return r
	}
	r.file.Release()
	return nil
}

// begin makes the next attempt read from the beginning.
func (r *replay) begin(fr *frame, sc *scope.Scope) {
	switch {
	case r == nil:
		return
	case r.kept != nil:
		r.kept.Begin(failing(sc))
	case r.copy != nil:
		text := fd.FromBytes(r.text)
		fr.env.fds.Swap(r.copy, text, 2)
		r.copy.Release()
		r.copy = text
	case r.made:
		_ = fd.SetOffset(r.file, r.at)
	}
	r.made = true
}

// err returns the error of keeping the input; nil: there is none.
func (r *replay) err() error {
	if r == nil || r.kept == nil {
		return nil
	}
	return r.kept.Err()
}

// halt suspends the reading of a pipe between two attempts; finish ends it after the last one.
func (r *replay) halt() {
	if r != nil && r.kept != nil {
		r.kept.Halt()
	}
}

func (r *replay) finish() {
	if r != nil && r.kept != nil {
		r.kept.Finish()
	}
}

// end releases the input at the end of the block. Permanent duplicates of it (exec) read on from
// where the attempt stopped.
func (r *replay) end() {
	switch {
	case r == nil:
		return
	case r.kept != nil:
		r.kept.Finish()
		r.kept.Release()
	case r.copy != nil:
		r.copy.Release()
	}
	r.file.Release()
}
