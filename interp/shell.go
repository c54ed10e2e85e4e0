package interp

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"ftsh/internal/builtin"
	"ftsh/internal/clock"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
	"ftsh/internal/vars"
	"ftsh/parser/ast"
)

// A Shell is one shell: its main environment and what its subshells share.
// It is for one goroutine at a time, apart from Interrupt.
type Shell struct {
	opts      Options
	names     *vars.Names
	clock     clock.Clock
	rand      *source64
	entry     sig.Record
	signals   *sig.Dispatcher // nil unless the shell owns its process
	main      *frame
	root      *scope
	line      atomic.Pointer[scope] // the command line that runs at a prompt
	early     atomic.Pointer[cause] // SIGINT that came when none ran, since one was read
	pid       int
	pidText   string
	refPath   vars.Ref
	refOptind vars.Ref

	mu     sync.Mutex
	frames map[*frame]struct{} // environments that traps may run in
	wake   chan struct{}       // closed and replaced when a trapped signal arrives

	monitored   atomic.Bool // job control is on: for environments that do not own the options
	lines       uint32      // read at the prompt
	deliverMu   sync.Mutex
	listening   atomic.Bool // the goroutine for signals runs
	ids         atomic.Uint64
	live        atomic.Int64 // branches and pipeline elements that run in this process
	session     string       // the unique part of FTSH_TRY_ID
	reaper      sync.Once
	closed      chan struct{}
	exited      bool
	pending     *ast.List  // what a resumed shell runs
	hasEnv      bool       // the file that ENV names has been read
	diesOf      sig.Signal // a signal that ends the shell at the end, without trap
	guests      []*os.File
	tty         *fd.File       // the terminal whose foreground group job control sets; nil: none
	formerGroup int            // the process group that the shell was started in, 0: its own
	warned      bool           // of stopped jobs, by the last command
	asides      sync.WaitGroup // asynchronous lists that run in this process
	sinks       []*fd.Capture

	startLimits []proc.Limit // what children get of the limits that the runtime changed
}

// New makes a shell. The error says what in the options is wrong.
func New(opts Options) (*Shell, error) {
	if opts.Name == "" {
		opts.Name = "ftsh"
	}
	if opts.KillTimeout <= 0 {
		opts.KillTimeout = DefaultKillTimeout
	}
	sh := &Shell{
		opts: opts, names: vars.NewNames(),
		pid: os.Getpid(), frames: make(map[*frame]struct{}),
		wake: make(chan struct{}), closed: make(chan struct{}),
	}
	sh.pidText = strconv.Itoa(sh.pid)
	sh.refPath, sh.refOptind = sh.names.Ref("PATH"), sh.names.Ref("OPTIND")
	sh.rand = &source64{opts.Rand}
	if sh.clock = clock.System(); opts.GoClock {
		sh.clock = clock.Go()
	}
	if opts.OwnProcess {
		sh.entry = sig.AtEntry()
		if sh.entry.Recorded {
			sh.startLimits = []proc.Limit{proc.LimitOf(syscall.RLIMIT_NOFILE, sh.entry.Nofile)}
		}
	}
	sh.root = &scope{sh: sh, swept: make(chan struct{})}
	sh.root.ctx, sh.root.cancelFn = context.WithCancelCause(context.Background())
	sh.root.tree = proc.NewTreeInside(outerTree(opts.Env), "")
	sh.root.ownTree = true
	sh.root.react()
	fr, err := sh.mainFrame()
	if err != nil {
		return nil, err
	}
	sh.main = fr
	if opts.OwnProcess {
		sh.signals = sig.NewDispatcher(sh.entry)
		sh.watchSignals()
		if err := sh.startMonitor(); err != nil {
			return nil, err
		}
	}
	return sh, nil
}

// DefaultKillTimeout is the time between SIGTERM and SIGKILL unless Options say
// otherwise.
const DefaultKillTimeout = 30 * time.Second

// mainFrame makes the main environment.
func (sh *Shell) mainFrame() (*frame, error) {
	o := &sh.opts
	fr := &frame{
		sh: sh, scope: sh.root, vars: vars.NewStore(sh.names), params: o.Args, arg0: o.Name,
		traps: trap.NewTable(sh.entry.Ignored), umask: -1, script: o.Name, hash: &hashTable{},
	}
	var err error
	if fr.fds, err = sh.standardFiles(); err != nil {
		return nil, err
	}
	fr.vars.Import(o.Env)
	fr.startVariables()
	for _, name := range o.Set {
		opt, ok := option.ByName(name)
		if !ok {
			return nil, fmt.Errorf("no option %q", name)
		}
		if err := fr.SetOption(opt, true); err != nil {
			return nil, fmt.Errorf("option %s: %w", name, err)
		}
	}
	if o.Posix {
		fr.opts = fr.opts.Put(option.Posix, true)
	}
	if o.Interactive {
		fr.opts = fr.opts.Put(option.Interactive, true)
	}
	if err := fr.startIn(o.Dir); err != nil {
		return nil, err
	}
	fr.watchTraps()
	sh.register(fr)
	fr.registered = true
	return fr, nil
}

// startVariables sets what XCU 2.5.3 has set at the start.
func (fr *frame) startVariables() {
	set := func(name, value string) { _ = fr.vars.Assign(name, value) }
	set("IFS", " \t\n")
	set("OPTIND", "1")
	fr.getopts = builtin.Getopts{Index: 1, Seq: fr.vars.Seq(fr.sh.refOptind)}
	for name, value := range map[string]string{"PS1": "$ ", "PS2": "> ", "PS4": "+ "} {
		if _, ok := fr.vars.Lookup(name); !ok {
			set(name, value)
		}
	}
	set("PPID", strconv.Itoa(os.Getppid()))
	fr.vars.Unmark(fr.sh.names.Ref("IFS"), vars.Exported)
	fr.vars.SetDynamic(fr.sh.names.Ref("LINENO"))
}

// startIn sets the working directory. A shell that does not own its process
// carries its own.
func (fr *frame) startIn(dir string) error {
	if fr.sh.opts.OwnProcess && dir == "" {
		fr.pwd = startDirectory(fr.vars.Value("PWD"))
	} else {
		if dir == "" {
			dir = "."
		}
		d, err := openDirectory(-1, dir)
		if err != nil {
			return &os.PathError{Op: "open", Path: dir, Err: err}
		}
		fr.dir = d
		if fr.pwd, err = d.DirPath(); err != nil {
			return err
		}
	}
	if err := fr.vars.Assign("PWD", fr.pwd); err != nil {
		return err
	}
	fr.vars.Mark(fr.sh.names.Ref("PWD"), vars.Exported) // as in dash, and by cd
	return nil
}

// standardFiles makes descriptors 0 to 2, and for a shell that owns its process
// takes over every other that it inherited.
func (sh *Shell) standardFiles() (*fd.Table, error) {
	if sh.opts.OwnProcess {
		return fd.Inherit(sh.closedAtEntry()...), nil
	}
	return sh.guestFiles()
}

func (sh *Shell) closedAtEntry() []int {
	var ns []int
	for n, c := range sh.entry.Closed {
		if c {
			ns = append(ns, n)
		}
	}
	return ns
}

// Run runs text as a script that messages call name. The status is the
// script's. The error is not nil when the shell was ended by a signal (a
// Signaled) or ctx ended (its cause): that cancels what runs, and in a shell that
// does not own its process the jobs as well.
func (sh *Shell) Run(ctx context.Context, name, text string) (int, error) {
	return sh.do(ctx, func(fr *frame) flow.Outcome {
		if out := fr.sourceEnv(); out.Divert == flow.Exit {
			return out
		}
		return fr.runText(name, text)
	})
}

// A Signaled says that a signal ended the shell.
type Signaled struct{ Signal os.Signal }

func (s *Signaled) Error() string { return "ended by signal: " + s.Signal.String() }

// do runs f in the main environment, ends the shell's environment when f says
// so, and tells how.
func (sh *Shell) do(ctx context.Context, f func(*frame) flow.Outcome) (int, error) {
	if sh.exited {
		return flow.StatusUsage, errors.New("the shell has exited")
	}
	stop := context.AfterFunc(ctx, func() {
		sh.root.cancel(&cause{status: flow.StatusSignalled + int(sig.SIGTERM), reason: context.Cause(ctx).Error()})
	})
	defer stop()
	fr := sh.main
	out := f(fr)
	defer sh.flush()
	if out.Divert == flow.None && fr.cancelled() || out.Divert == flow.Cancel {
		out = fr.cancelOutcome() // the status is the cause's
	}
	switch out.Divert {
	case flow.None:
		fr.status = int(out.Status)
		return int(out.Status), nil
	case flow.Fatal:
		if sh.opts.Interactive {
			fr.status = int(out.Status)
			return fr.status, nil
		}
	}
	return sh.leave(out, ctx)
}

// leave ends the main environment: its EXIT trap runs, and what caused a
// cancellation is told.
func (sh *Shell) leave(out flow.Outcome, ctx context.Context) (int, error) {
	sh.exited = true
	why := sh.root.why()
	out = sh.main.runExitTrap(out)
	if why == nil {
		why = sh.root.why() // what came during the trap ends the shell as well
	}
	switch {
	case sh.diesOf != 0:
		return int(out.Status), &Signaled{sh.diesOf}
	case why != nil && why.signal != 0:
		return int(out.Status), &Signaled{why.signal}
	case ctx.Err() != nil:
		return int(out.Status), context.Cause(ctx)
	}
	return int(out.Status), nil
}

// Exited reports whether the shell has left (exit, or an error that ends it).
func (sh *Shell) Exited() bool { return sh.exited }

// Close ends the shell: its EXIT trap runs if it has not, everything that still
// runs in its blocks is cancelled, and its descriptors are closed.
func (sh *Shell) Close() (int, error) {
	status, err := sh.main.status, error(nil)
	if !sh.exited {
		status, err = sh.leave(flow.Status(sh.main.status), context.Background())
	}
	sh.main.close()
	select {
	case <-sh.closed:
	default:
		close(sh.closed)
	}
	sh.root.close(false)
	sh.asides.Wait()
	sh.closeGuest()
	sh.closeTerminal()
	return status, err
}

// source64 adapts Options.Rand to what policies draw from.
type source64 struct{ f func() float64 }

// Float64 returns a uniform number in [0,1).
func (s *source64) Float64() float64 {
	if s.f == nil {
		return rand.Float64()
	}
	return s.f()
}

// IntN returns a uniform number in [0,n).
func (s *source64) IntN(n int) int {
	if s.f == nil {
		return rand.IntN(n)
	}
	return min(int(s.f()*float64(n)), n-1)
}

// NormFloat64 returns a normal variate.
func (s *source64) NormFloat64() float64 {
	if s.f == nil {
		return rand.NormFloat64()
	}
	// Twelve uniform variates: mean 6, variance 1 (Irwin–Hall).
	sum := -6.0
	for range 12 {
		sum += s.f()
	}
	return sum
}
