package via

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/handover"
	"ftsh/internal/lockfile"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/statedir"
	"ftsh/internal/vars"
)

// TaskOption makes the shell's program run a task: --via-task DIR SUBMISSION TASK.
const TaskOption = "--via-task"

// IsTask reports whether a command line asks for a task.
func IsTask(args []string) bool { return len(args) == 5 && args[1] == TaskOption }

// The descriptors for the state of a branch's shell, and for its reply. No other of the branch's
// descriptors is open in the shell.
const (
	stateFd = 11
	replyFd = 10
)

// Task runs the branch of a task on this machine, and returns the status for the process: the
// branch's status, 0 if the branch must not run, and 125 if no mark could be written.
func Task(args []string) int {
	d := Dir(args[2])
	k, err1 := strconv.Atoi(args[3])
	i, err2 := strconv.Atoi(args[4])
	if err := errors.Join(err1, err2); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", TaskOption, err)
		return flow.StatusUsage
	}
	run, n, err := d.branchOf(k, i)
	if program := d.program(run); err == nil && filepath.Base(args[0]) != filepath.Base(program) {
		err = syscall.Exec(program, append([]string{program}, args[1:]...), os.Environ())
	}
	if err == nil {
		var mine bool
		if mine, err = d.take(n, k); err == nil && !mine {
			return 0
		}
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", TaskOption, err)
		return StatusLost
	}
	// A branch begins only if its end can be recorded. One that fills the disk has this space
	// reserved.
	if err := lockfile.Reserve(d.mark(n)); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", TaskOption, err)
		return StatusLost
	}
	b, err := readBlock(d, run)
	var m *Mark
	if err == nil {
		m, err = perform(d, n, b)
	}
	if err != nil {
		m = &Mark{Status: flow.StatusNoExec, Reason: err.Error()}
	}
	m.Host, _ = os.Hostname()
	if b != nil && b.First && m.Status != 0 {
		_ = d.Cancel() // the next task may begin before the shell reacts
	}
	if err := m.write(d, n); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", TaskOption, err)
		return StatusLost
	}
	return m.Status
}

// StatusLost is the status of a branch without a mark.
const StatusLost = 125

// branchOf returns the branch for task i of submission k, and its submitting run.
func (d Dir) branchOf(k, i int) (run, n int, err error) {
	run, branches, err := d.readIndex(k)
	if err != nil {
		return 0, 0, err
	}
	if i < 0 || i >= len(branches) {
		return 0, 0, fmt.Errorf("%s has no line for task %d", d.index(k), i)
	}
	return run, branches[i], nil
}

// perform runs branch n.
func perform(d Dir, n int, b *Block) (*Mark, error) {
	data, err := os.ReadFile(d.Of(n, "state"))
	if err != nil {
		return nil, err
	}
	s, err := handover.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	t := &task{dir: d, n: n, block: b, state: s, clock: clock.System()}
	return t.run()
}

// A task is a branch running here.
type task struct {
	dir   Dir
	n     int
	block *Block
	state *handover.State
	clock clock.Clock
	tree  *proc.Tree
	env   []string      // of the shell's process
	limit clock.Instant // 0: none
	kind  string        // of the limit
	late  bool          // the shell's successor was ended at the limit
}

// begin adapts the state to this machine.
func (t *task) begin() {
	e := &t.state.Environment
	t.tree = proc.NewTreeInside(os.Getenv(proc.TagVariable), "")
	if t.block.Contained {
		_ = proc.BecomeSubreaper() // daemons of the branch come to this process
	}
	t.env = environ(os.Environ(), t.tree.Tag())
	now := t.clock.Now()
	if t.block.Timeout > 0 {
		t.limit, t.kind = now.Add(t.block.Timeout), LimitTimeout
	}
	if !t.block.Deadline.IsZero() {
		if at := now.Add(t.block.Deadline.Sub(t.clock.Wall())); t.limit == 0 || at < t.limit {
			t.limit, t.kind = max(at, 1), LimitDeadline
		}
	}
	t.state.Context.Deadline = int64(t.limit)
	traced := slices.ContainsFunc(e.Variables.All, func(v vars.Var) bool {
		return v.Name == traceVariable && v.Attrs&vars.Exported != 0 && v.Value != ""
	})
	e.Variables.All = fromMachine(e.Variables.All, t.env)
	if traced {
		path := t.dir.Of(t.n, "trace")
		t.env = append(t.env, traceVariable+"="+path)
		e.Variables.All = append(e.Variables.All, vars.Var{Name: traceVariable, Value: path,
			Attrs: vars.IsSet | vars.Exported})
	}
	if t.limit != 0 {
		at := t.clock.Wall().Add(t.limit.Sub(now))
		e.Variables.All = append(e.Variables.All, vars.Var{
			Name: "FTSH_DEADLINE", Value: strconv.FormatInt(at.Unix(), 10),
			Attrs: vars.IsSet | vars.Exported,
		})
	}
	t.state.Reply = replyFd
}

// run runs the branch in a shell of its own, so that the mark is written whatever happens to that
// shell.
func (t *task) run() (*Mark, error) {
	t.begin()
	data, err := t.state.Append(nil)
	if err != nil {
		return nil, err
	}
	input, err := t.input()
	if err != nil {
		return nil, err
	}
	defer input.Close()
	var files []*os.File
	for _, what := range []string{"out", "err", "reply"} {
		f, err := os.OpenFile(t.dir.Of(t.n, what), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		files = append(files, f)
	}
	wall, began, kills := t.clock.Wall(), t.clock.Now(), oomKills("/")
	st, err := t.shell(data, input, files)
	if err != nil {
		return nil, err
	}
	took := t.clock.Now().Sub(began)
	m, err := t.mark(st, files)
	if err != nil {
		return nil, err
	}
	m.Began, m.Took, m.Oom = wall, took, m.Status != 0 && oomKills("/") > kills
	return m, nil
}

// input opens standard input.
func (t *task) input() (*os.File, error) {
	if t.block.Input == "" {
		return os.Open(os.DevNull)
	}
	f, err := os.Open(t.block.Input)
	if err == nil {
		_, err = f.Seek(t.block.Offset, io.SeekStart)
	}
	return f, err
}

// shell starts the shell and waits for it. Signals that would end this process are passed on to it.
func (t *task) shell(state []byte, input *os.File, files []*os.File) (proc.Status, error) {
	entry := sig.AtEntry()
	dir, err := fd.OpenDir(fd.AtCwd, t.block.Dir)
	if err != nil {
		return proc.Status{}, fmt.Errorf("cannot enter %s: %w", t.block.Dir, err)
	}
	defer dir.Release()
	program, err := os.Executable()
	if err != nil {
		return proc.Status{}, err
	}
	r, w, err := os.Pipe()
	if err != nil {
		return proc.Status{}, err
	}
	spec := &proc.Spec{
		Path: program, Argv: append([]string{"ftsh"},
			append(t.block.Options, "--handover="+strconv.Itoa(stateFd))...),
		Env: t.env, Dir: dir.Fd(), Umask: t.block.Umask, Ignore: t.state.Environment.Traps.Ignored,
		Group: -1, Tty: -1,
		Limits: []proc.Limit{proc.LimitOf(syscall.RLIMIT_NOFILE, entry.Nofile)},
	}
	for child, f := range map[int]*os.File{0: input, 1: files[0], 2: files[1], replyFd: files[2],
		stateFd: r} {
		if !slices.Contains(t.block.Closed, child) {
			spec.Files = append(spec.Files, proc.FileMap{Child: child, Parent: int(f.Fd())})
		}
	}
	signals := sig.NewDispatcher(entry)
	p, err := t.tree.Start(spec)
	r.Close()
	if err != nil {
		w.Close()
		return proc.Status{}, err
	}
	defer t.pass(signals, p, entry.Ignored)()
	defer t.enforce(p, program)()
	_, _ = w.Write(state) // on failure, the shell has ended
	w.Close()
	st, err := p.Wait(false)
	if t.block.Contained {
		t.end(context.Background())
	}
	return st, err
}

// end ends all processes of the branch.
func (t *task) end(ctx context.Context) {
	_ = t.tree.Cancel(ctx, proc.CancelOptions{KillTimeout: t.block.Grace, Strong: true})
}

// pass passes signals on to the shell until stop is called. Signals ignored when this process was
// started stay ignored.
func (t *task) pass(signals *sig.Dispatcher, p *proc.Process, ignored sig.Set) (stop func()) {
	for s := range (sig.Ending &^ ignored &^ sig.Faults).All() {
		_ = signals.Set(s, sig.Catch)
	}
	done := make(chan struct{})
	go func() {
		wake := signals.Wake()
		for {
			select {
			case <-done:
				return
			case <-wake:
			}
			for s, ok := signals.Take(); ok; s, ok = signals.Take() {
				_ = p.Signal(s)
			}
		}
	}()
	return sync.OnceFunc(func() { close(done) })
}

// enforce applies the time limit to a program in the place of the shell (exec). The shell itself
// keeps to the limit.
func (t *task) enforce(p *proc.Process, program string) (stop func()) {
	if t.limit == 0 {
		return func() {}
	}
	over := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		wait := t.limit.Sub(t.clock.Now())
		for {
			wake := make(chan struct{})
			timer := t.clock.AfterFunc(wait, func() { close(wake) })
			select {
			case <-over:
				timer.Stop()
				return
			case <-wake:
			}
			wait = time.Second
			if is, err := os.Readlink("/proc/" + strconv.Itoa(p.Pid()) + "/exe"); err != nil ||
				is == program {
				continue
			}
			t.late = true
			ctx, cancel := context.WithCancel(context.Background())
			go func() {
				<-over
				cancel()
			}()
			t.end(ctx)
			return
		}
	})
	return func() {
		close(over)
		all.Wait()
	}
}

// mark syncs the branch's files and returns its Mark.
func (t *task) mark(st proc.Status, files []*os.File) (*Mark, error) {
	m := &Mark{Status: st.ShellStatus(), Signal: int(st.Signal())}
	for i, sum := range []*Sum{&m.Out, &m.Err, &m.Reply} {
		f := files[i]
		if err := f.Sync(); err != nil {
			return nil, err
		}
		size, err := f.Seek(0, io.SeekEnd)
		if err == nil {
			*sum, err = SumOf(io.NewSectionReader(f, 0, size))
		}
		if err != nil {
			return nil, err
		}
	}
	if err := statedir.Sync(string(t.dir)); err != nil {
		return nil, err
	}
	if t.late || t.cut(st, files[2]) {
		m.Limit = t.kind
	}
	return m, nil
}

// cut reports whether the time limit ended the shell.
func (t *task) cut(st proc.Status, reply *os.File) bool {
	if t.limit == 0 || t.clock.Now() < t.limit || st.Signaled() {
		return false
	}
	r, err := handover.DecodeReply(io.NewSectionReader(reply, 0, 1<<62))
	return err == nil && r.Outcome.Divert == flow.Cancel && !r.Runaway
}
