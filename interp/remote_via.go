package interp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"ftsh/internal/duration"
	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/syntax"
	"ftsh/internal/via"
	"ftsh/interp/event"
	"ftsh/parser/ast"
)

// viaWord is the via clause.
type viaWord struct {
	word  *expand.Word
	list  *ast.List // the body of a branch
	pos   ast.Pos   // the block's
	first bool      // the first failure cancels the rest
}

func (c *compiler) via(n *ast.Forall) *viaWord {
	if n.Via == nil {
		return nil
	}
	return &viaWord{word: c.words.Word(n.Via), list: n.Body, pos: n.Pos(), first: !n.Keepgoing}
}

// A remote runs the branches of a forall on a batch system (package via). Only the body of such a
// branch differs: it hands the branch's environment over, waits for its end, and leaves the results
// in the frame as a subshell does.
type remote struct {
	word    *viaWord
	name    string // the batch system's
	program string
	block   via.Block
	root    string // the directory for block directories
	named   bool   // FTSH_VIA_DIR is set: do not remove an empty root
	opt     via.Options
	jobs    int

	dir        via.Dir
	lock       *os.File
	numbers    []int // the branches' numbers in the directory, by index in the list
	session    *via.Session
	fr         *frame // the executor's
	ran        sync.WaitGroup
	cancel     context.CancelFunc
	dropErrand func() // takes the cancelling command back from the watchdog

	turns    turnOrder // for printing the output of branches
	reported sync.Once // a refusal of the batch system has been reported
}

// window is the most branches at one time, submitted or not.
const window = 20000

// Defaults of the settings.
const (
	viaChunk = 1000
	viaEvery = 10 * time.Second
	// Network file systems cache a directory for a minute.
	viaPatience = 70 * time.Second
)

// value evaluates the clause and its settings, and changes nothing yet; nil has no value. State
// that cannot be handed over is a usage error.
func (w *viaWord) value(b *block, jobs int) (*remote, error) {
	if w == nil {
		return nil, nil
	}
	fr := b.env.fr
	a := &remote{word: w, jobs: jobs}
	var err error
	if a.name, err = w.word.Text((*expander)(fr)); err != nil {
		return nil, err
	}
	switch {
	case !syntax.IsSystem(a.name):
		return nil, fmt.Errorf("expected %s, found %q", syntax.ExpectedSystem, a.name)
	case !fr.sh.opts.Standalone.OwnProcess || len(fr.sh.opts.Standalone.Reexec) == 0:
		return nil, errors.New("via: expected a shell that runs as a program of its own")
	}
	a.opt = via.Options{Jobs: jobs, Chunk: viaChunk, Every: viaEvery, Patience: viaPatience}
	for name, d := range map[string]*time.Duration{"FTSH_VIA_POLL": &a.opt.Every,
		"FTSH_VIA_PATIENCE": &a.opt.Patience} {
		if text := fr.env.vars.Value(name); text != "" {
			if *d, err = duration.Option(text); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	if text := fr.env.vars.Value("FTSH_VIA_CHUNK"); text != "" {
		if a.opt.Chunk, err = parseCount(text); err != nil {
			return nil, fmt.Errorf("FTSH_VIA_CHUNK: %w", err)
		}
		a.opt.Chunk = min(a.opt.Chunk, window/2)
	}
	if err := a.preconditions(b); err != nil {
		return nil, fmt.Errorf("via %s: %w", a.name, err)
	}
	return a, nil
}

// preconditions collects the block's properties for its branches: directory, mask, input and time
// limits. It fails if one of them cannot be had on another machine.
func (a *remote) preconditions(b *block) error {
	fr := b.env.fr
	var failed error
	fr.env.fds.Each(func(n int, _ fd.File) {
		if n > 2 && failed == nil && !startedWith(fr, n) {
			failed = fmt.Errorf("descriptor %d is open, and cannot go to another machine", n)
		}
	})
	if failed != nil {
		return failed
	}
	dir, err := relativeDir(fr)
	if err != nil {
		return err
	}
	a.root = fr.env.vars.Value("FTSH_VIA_DIR")
	if a.named = a.root != ""; !a.named {
		a.root = via.DefaultRoot
	}
	if !filepath.IsAbs(a.root) {
		a.root = filepath.Join(dir, a.root)
	}
	ending := b.clauses.ending
	if ending.KillTimeout == 0 {
		ending.KillTimeout = fr.sh.killTimeout(fr.context.scope.Tree())
	}
	a.block = via.Block{Dir: dir, Umask: fr.env.attrs.Umask(), Timeout: b.clauses.timeout,
		Grace: ending.KillTimeout, First: a.word.first && b.clauses.journal == nil,
		Contained: b.clauses.contained}
	for n := range 3 {
		if fr.env.fds.Get(n) == nil &&
			(n > 0 || int(fr.env.fds.Entry(0).Block) == fr.context.blocks) {
			a.block.Closed = append(a.block.Closed, n)
		}
	}
	// The machine enforces the timeout, from the branch's start there.
	b.clauses.timeout = 0
	a.opt.Ending = ending.KillTimeout + 30*time.Second
	for _, o := range fr.sh.opts.Standalone.Reexec[1:] {
		if !strings.HasPrefix(o, "--log-file") {
			a.block.Options = append(a.block.Options, o)
		}
	}
	if int(fr.env.fds.Entry(0).Block) == fr.context.blocks {
		a.block.Input, a.block.Offset, err = inputOf(fr)
	}
	return err
}

// startedWith reports whether the shell inherited the descriptor n, and it is no duplicate of
// another one.
func startedWith(fr *frame, n int) bool {
	e := fr.env.fds.Entry(n)
	number, err := e.File.Fd()
	return e.Origin == fd.Inherited && err == nil && number == n
}

// relativeDir returns the working directory: $PWD if it names the directory, else its real path.
func relativeDir(fr *frame) (string, error) {
	at := "."
	if n := fr.env.Dir(); n >= 0 {
		at = fmt.Sprintf("/proc/self/fd/%d", n)
	}
	here, err := os.Stat(at)
	if err != nil {
		return "", err
	}
	if there, err := os.Stat(fr.env.pwd); err == nil && filepath.IsAbs(fr.env.pwd) &&
		os.SameFile(here, there) {
		return fr.env.pwd, nil
	}
	return filepath.EvalSymlinks(at)
}

// inputOf returns the file of the block's input redirection, and its offset.
func inputOf(fr *frame) (path string, offset int64, err error) {
	f := fr.env.fds.Get(0)
	if f == nil {
		return "", 0, nil
	}
	only := errors.New("standard input must be a file or /dev/null")
	if f.Kind() != fd.KindRegular {
		if n, err := f.Fd(); err == nil {
			if path, _ := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", n)); path == os.DevNull {
				return "", 0, nil
			}
		}
		return "", 0, only
	}
	n, err := f.Fd()
	if err != nil {
		return "", 0, err
	}
	var opened syscall.Stat_t
	if err := syscall.Fstat(n, &opened); err != nil {
		return "", 0, err
	}
	path, err = os.Readlink(fmt.Sprintf("/proc/self/fd/%d", n))
	if err != nil {
		return "", 0, err
	}
	var named syscall.Stat_t
	if err := syscall.Stat(path, &named); err != nil || named.Ino != opened.Ino ||
		named.Dev != opened.Dev {
		return "", 0, only
	}
	offset, err = syscall.Seek(n, 0, io.SeekCurrent)
	return path, offset, err
}

// begin makes the block's directory, or goes on with the journal's, and starts the session for n
// branches. False: it could not, and the ending says why.
func (a *remote) begin(b *block, n int) (ending, bool) {
	fr := b.env.fr
	var err error
	if a.program, err = fr.env.find("ftsh-via-" + a.name); err == nil {
		a.program, err = filepath.Abs(a.program)
	}
	if err != nil {
		fr.regs.pos = b.pos
		message := "via " + a.name + ": ftsh-via-" + a.name + ": not found"
		fr.say("%s", message)
		fr.regs.failure = &failure{Failure: event.Failure{Place: fr.context.place(b.pos), Said: message,
			Status: flow.StatusNotFound}, unfound: true}
		b.keep(&attempt{failure: fr.regs.failure})
		b.durable.stands(err)
		return failsWith(reasonPermanent, flow.StatusNotFound), false
	}
	err = a.open(b, n)
	if err == nil {
		return ending{}, true
	}
	switch {
	case a.lock == nil:
	case b.durable.away() != "":
		a.lock.Close()
	default:
		_ = a.dir.Remove(a.lock, !a.named)
	}
	if b.durable.failure() != nil {
		return failsWith(reasonJournal, 1), false
	}
	b.durable.stands(err)
	fr.regs.pos = b.pos
	out := fr.notBegun(flow.StatusNoExec, "via %s: %s", a.name, whyPath(fr, err))
	b.keep(&attempt{failure: fr.regs.failure})
	return ending{reason: reasonTimes, out: out}, false
}

// whyPath returns why for an error with a path, preceded by the path.
func whyPath(fr *frame, err error) string {
	if path := new(fs.PathError); errors.As(err, &path) {
		return path.Path + ": " + why(fr, path.Err)
	}
	return why(fr, err)
}

func (a *remote) open(b *block, n int) error {
	fr := b.env.fr
	sub, err := fr.fork(forBranch)
	if err != nil {
		return err
	}
	a.fr = sub
	if d := b.scope.Deadline(); d != 0 {
		a.block.Deadline = fr.sh.clock.Wall().Add(d.Sub(fr.sh.clock.Now()))
	}
	found, err := a.prepareDir(b, n)
	if err == nil {
		err = a.furnish(b, found)
	}
	if err != nil {
		sub.env.close()
		return err
	}
	a.dropErrand = fr.sh.blocks.guard.Errand(append([]string{fr.sh.reexecProgram()},
		via.CancelArgs(a.dir)...))
	a.opt.Branches, a.opt.Run, a.opt.Found = n, found.Run, found
	a.opt.Longest = func() time.Duration { return a.block.Longest(fr.sh.clock.Wall()) }
	a.opt.Silence = a.silenceReporter(b)
	a.session = via.NewSession(a.dir, a.executor(), fr.sh.clock, a.opt)
	ctx, cancel := context.WithCancel(context.Background())
	stop := context.AfterFunc(b.scope.Context(), cancel)
	a.cancel = func() {
		stop()
		cancel()
	}
	a.ran.Go(func() { a.session.Run(ctx) })
	return nil
}

// furnish writes everything branches and their executor need in the directory, except their states.
func (a *remote) furnish(b *block, found *via.Found) error {
	err := a.block.Write(a.dir, found.Run)
	if err == nil {
		err = a.dir.Take(b.env.fr.sh.reexecProgram(), found.Run, b.durable != nil)
	}
	if err == nil {
		err = a.dir.WriteExecutor(a.program, a.executor().environ())
	}
	if err == nil && b.durable != nil {
		err = a.recordWords(b, found)
	}
	return err
}

// end ends the session after all branches, and removes the directory.
func (a *remote) end(b *block) {
	back := b.env.fr.context.group.blocking()
	a.session.End()
	a.ran.Wait()
	a.cancel()
	a.dropErrand()
	_ = a.dir.Remove(a.lock, !a.named)
	back()
	a.fr.env.close()
}
