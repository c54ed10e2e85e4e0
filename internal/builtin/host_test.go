package builtin

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/option"
	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
	"ftsh/internal/vars"
)

// Each group of a Host has a fake with a usable zero value. A test puts together the fakes needed
// by its builtins, and rest:
//
//	f := &struct {
//		rest
//		fakeStreams
//		fakeAliases
//	}{fakeAliases: fakeAliases{}}

// rest is the groups not needed by a test: calling them panics. It lies one level below Host, so
// that a fake's methods take precedence.
type rest struct{ Host }

// A tested host is one with fake streams.
type tested interface {
	Host
	streams() *fakeStreams
}

// run runs the builtin of the table named by args.
func run(h tested, args ...string) flow.Outcome {
	h.streams().out.Reset()
	h.streams().errs.Reset()
	e := Lookup(args[0])
	if e == nil {
		panic("no builtin " + args[0])
	}
	return e.Run(h, args)
}

// fakeStreams keeps output and diagnostics. Its descriptors are real.
type fakeStreams struct {
	out, errs strings.Builder
	fds       map[int]fd.File
}

func (f *fakeStreams) streams() *fakeStreams { return f }
func (f *fakeStreams) File(n int) fd.File    { return f.fds[n] }
func (f *fakeStreams) ReadLine(ctx context.Context, from fd.File, delim byte,
	limit int) ([]byte, error) {
	return from.ReadLine(ctx, delim, limit)
}
func (f *fakeStreams) Print(s string) error {
	f.out.WriteString(s)
	return nil
}
func (f *fakeStreams) WriteFailed(error) flow.Outcome { return flow.Status(1) }
func (f *fakeStreams) Warn(text string) {
	if file := f.fds[2]; file != nil {
		_, _ = file.Write(context.Background(), []byte(text))
	}
}
func (f *fakeStreams) Errorf(format string, args ...any) {
	fmt.Fprintf(&f.errs, format+"\n", args...)
}

// open makes a file descriptor n.
func (f *fakeStreams) open(n int, file fd.File) {
	if f.fds == nil {
		f.fds = map[int]fd.File{}
	}
	f.fds[n] = file
}

// capture makes standard error a sink; the returned function gives its content.
func (f *fakeStreams) capture(t *testing.T) func() string {
	t.Helper()
	c := fd.NewCapture()
	f.open(2, c.Retain())
	return func() string {
		f.fds[2].Release()
		delete(f.fds, 2)
		b, err := c.Finish(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
}

// fakeCancellation never ends anything.
type fakeCancellation struct{}

func (fakeCancellation) Context() context.Context { return context.Background() }
func (fakeCancellation) RunTraps() flow.Outcome   { return flow.Outcome{} }

func (fakeCancellation) Interruptible() (context.Context, func()) {
	return context.Background(), func() {}
}

// fakeVariables are real variables.
type fakeVariables struct{ store *vars.Store }

func (f *fakeVariables) Target(text string) string { return text }

func (f *fakeVariables) Vars() *vars.Store {
	if f.store == nil {
		f.store = vars.NewStore(vars.NewNames())
	}
	return f.store
}

// assign sets a variable.
func (f *fakeVariables) assign(t testing.TB, name, value string) {
	t.Helper()
	if err := f.Vars().Assign(name, value); err != nil {
		t.Fatal(err)
	}
}

type fakeParameters struct {
	params []string
	state  Getopts
}

func (f *fakeParameters) Name() string         { return "prog" }
func (f *fakeParameters) Params() []string     { return f.params }
func (f *fakeParameters) SetParams(a []string) { f.params = a }
func (f *fakeParameters) Getopts() *Getopts    { return &f.state }

type fakeOptions struct {
	set         option.Set
	shopts      option.Shopts
	interactive bool
}

func (f *fakeOptions) Options() option.Set { return f.set }
func (f *fakeOptions) Interactive() bool   { return f.interactive }

func (f *fakeOptions) Shopts() option.Shopts     { return f.shopts }
func (f *fakeOptions) SetShopts(s option.Shopts) { f.shopts = s }

func (f *fakeOptions) SetOption(o option.Opt, on bool) error {
	if !o.Changeable() {
		return fmt.Errorf("cannot be changed")
	}
	f.set = f.set.Put(o, on)
	return nil
}

// fakeDirectory goes to any directory, without looking.
type fakeDirectory struct {
	wd       string
	at       *os.File // where relative names start; nil: the process's directory
	chdir    func(string) error
	physical func() (string, error)
}

// in opens a directory to be in.
func in(t *testing.T, path string) fakeDirectory {
	t.Helper()
	d, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return fakeDirectory{wd: path, at: d}
}

func (f *fakeDirectory) Getwd() string      { return f.wd }
func (f *fakeDirectory) NameWd(path string) { f.wd = path }
func (f *fakeDirectory) Dir() int {
	if f.at == nil {
		return -1
	}
	return int(f.at.Fd())
}
func (f *fakeDirectory) Chdir(path string) error {
	if f.chdir != nil {
		return f.chdir(path)
	}
	f.wd = path
	return nil
}
func (f *fakeDirectory) PhysicalWd() (string, error) {
	if f.physical != nil {
		return f.physical()
	}
	return f.wd, nil
}

type fakeProcess struct {
	mask   int
	limits []proc.Limit // the last one of a resource counts; the others are unlimited
}

func (f *fakeProcess) Umask() int     { return f.mask }
func (f *fakeProcess) SetUmask(m int) { f.mask = m }
func (f *fakeProcess) Limit(resource int) (proc.Limit, error) {
	for _, l := range slices.Backward(f.limits) {
		if l.Resource == resource {
			return l, nil
		}
	}
	return proc.Limit{Resource: resource, Cur: unlimited, Max: unlimited}, nil
}
func (f *fakeProcess) SetLimit(l proc.Limit) error {
	f.limits = append(f.limits, l)
	return nil
}

// fakeJobs has jobs that end at once, with their number as the status.
type fakeJobs struct {
	table       *job.Table
	interrupted sig.Signal
}

func (f *fakeJobs) WaitAny(jobs []*job.Job, _ bool) (*job.Job, sig.Signal) {
	if len(jobs) == 0 {
		jobs = f.table.All()
	}
	if len(jobs) == 0 || f.interrupted != 0 {
		return nil, f.interrupted
	}
	return jobs[0], 0
}

// jobsOf makes a job of each list of process ids, named a, b and so on.
func jobsOf(jobs ...[]int) fakeJobs {
	table := job.NewTable()
	for i, pids := range jobs {
		table.AddPids(pids, 0, string(rune('a'+i)))
	}
	return fakeJobs{table: table}
}

func (f *fakeJobs) Jobs() *job.Table { return f.table }
func (f *fakeJobs) Wait(j *job.Job) (int, sig.Signal) {
	if j == nil {
		return 0, f.interrupted
	}
	return j.ID, f.interrupted
}
func (f *fakeJobs) Background(*job.Job) error { return nil }
func (f *fakeJobs) Foreground(j *job.Job, say func() flow.Outcome) flow.Outcome {
	if out := say(); !out.OK() {
		return out
	}
	return flow.Status(j.ID)
}

// fakeSignals has a real table of traps, and records the signals to send.
type fakeSignals struct {
	traps *trap.Table
	sent  []string
}

func (f *fakeSignals) Traps() *trap.Table { return f.traps }
func (f *fakeSignals) Kill(pid int, s sig.Signal) error {
	f.sent = append(f.sent, fmt.Sprintf("%d>%d", s, pid))
	return nil
}

type fakeAliases map[string]string

func (f fakeAliases) Alias(n string) (string, bool) { v, ok := f[n]; return v, ok }
func (f fakeAliases) SetAlias(n, v string)          { f[n] = v }
func (f fakeAliases) Unalias(n string) bool         { _, ok := f[n]; delete(f, n); return ok }
func (f fakeAliases) UnaliasAll()                   { clear(f) }
func (f fakeAliases) AliasNames() []string {
	var names []string
	for n := range f {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

type fakeFunctions struct {
	inside bool
	calls  []string
}

func (f *fakeFunctions) UnsetFunction(n string) { f.calls = append(f.calls, "unset "+n) }
func (f *fakeFunctions) InFunction() bool       { return f.inside }
func (f *fakeFunctions) LocalOptions()          { f.calls = append(f.calls, "local -") }

// fakeSearch finds its own entries; among the standard utilities, sh.
type fakeSearch map[string]Found

func (f fakeSearch) Find(n string) Found                  { return f[n] }
func (f fakeSearch) FindStandard(n string) (string, bool) { return "/bin/" + n, n == "sh" }
func (f fakeSearch) Hash(n string) bool                   { return n == "sh" }
func (f fakeSearch) Rehash()                              {}
func (f fakeSearch) Hashed() []Remembered                 { return []Remembered{{Path: "/bin/sh"}} }
func (f fakeSearch) Remember(name, path string)           {}

// fakeRunner records the commands to run.
type fakeRunner struct {
	calls  []string
	result flow.Outcome
}

func (f *fakeRunner) call(what ...any) flow.Outcome {
	f.calls = append(f.calls, strings.TrimSuffix(fmt.Sprintln(what...), "\n"))
	return f.result
}
func (f *fakeRunner) Eval(text string) flow.Outcome                     { return f.call("eval", text) }
func (f *fakeRunner) Source(path string, _ ...string) flow.Outcome      { return f.call("source", path) }
func (f *fakeRunner) Exec(args []string, _ string, _ bool) flow.Outcome { return f.call("exec", args) }
func (f *fakeRunner) KeepRedirections()                                 { f.call("keep") }
func (f *fakeRunner) Command(args []string, standard bool) flow.Outcome {
	return f.call("command", args, standard)
}

type fakeControl struct {
	loops      int
	returnable bool
	status     int
}

func (f *fakeControl) Loops() int         { return f.loops }
func (*fakeControl) NoLoop(string) string { return "" }
func (f *fakeControl) Returnable() bool   { return f.returnable }
func (f *fakeControl) ExitStatus() int    { return f.status }
func (f *fakeControl) ReturnStatus() int  { return f.status }

type fakeBlocks struct {
	failed   int
	after    time.Duration
	text     string
	detached []string
}

func (f *fakeBlocks) FailedStatus() int       { return f.failed }
func (f *fakeBlocks) Fail(_ int, text string) { f.text = text }
func (f *fakeBlocks) Wall() time.Time {
	return time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
}
func (f *fakeBlocks) FailAfter(d time.Duration)         { f.after = d }
func (f *fakeBlocks) Detach(args []string) flow.Outcome { f.detached = args; return flow.Status(5) }

// The groups of builtins used by several tests.

type printer struct {
	rest
	fakeStreams
	fakeCancellation
	fakeVariables
}

type tester struct {
	rest
	fakeStreams
	fakeDirectory
}

type walker struct {
	rest
	fakeStreams
	fakeDirectory
	fakeVariables
}

type reader struct {
	rest
	fakeStreams
	fakeCancellation
	fakeVariables
	fakeOptions
}

type scanner struct {
	rest
	fakeStreams
	fakeVariables
	fakeParameters
}
