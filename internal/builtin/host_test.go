package builtin

import (
	"context"
	"fmt"
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

	"golang.org/x/sys/unix"
)

// fake is a Host for tests: variables, parameters, aliases and descriptors are
// real, what runs commands records the call.
type fake struct {
	Host // what a test does not expect panics
	vars *vars.Store
	args []string
	opts option.Set
	out  strings.Builder
	errs strings.Builder
	fds  *fd.Table
	get  Getopts

	status      int
	catch       int
	loops       int
	function    bool
	returnable  bool
	interactive bool
	mask        int
	wd          string
	dir         int
	aliases     map[string]string
	found       map[string]Found
	after       time.Duration
	calls       []string
	result      flow.Outcome
	chdir       func(string) error
	physical    func() (string, error)
	jobs        *job.Table
	traps       *trap.Table
	limits      map[int]proc.Limit
	interrupted sig.Signal
}

func newFake(t testing.TB) *fake {
	t.Helper()
	f := &fake{
		vars: vars.NewStore(vars.NewNames()), fds: fd.NewTable(),
		aliases: map[string]string{}, found: map[string]Found{}, mask: 0o022, wd: "/", dir: -1,
	}
	t.Cleanup(f.fds.CloseAll)
	return f
}

// openDir opens a directory for a fake's Dir.
func openDir(t *testing.T, path string) int {
	t.Helper()
	n, err := unix.Open(path, unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { unix.Close(n) })
	return n
}

func (f *fake) run(args ...string) flow.Outcome {
	f.out.Reset()
	f.errs.Reset()
	e := Lookup(args[0])
	if e == nil {
		panic("no builtin " + args[0])
	}
	return e.Run(f, args)
}

// capture makes standard error a sink; the function returned says what it got.
func capture(t *testing.T, f *fake) func() string {
	t.Helper()
	c := fd.NewCapture()
	f.fds.Set(2, c.File().Retain())
	return func() string {
		f.fds.Close(2)
		b, err := c.Finish(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
}

func (f *fake) Context() context.Context { return context.Background() }
func (f *fake) Interruptible() (context.Context, func()) {
	return context.Background(), func() {}
}
func (f *fake) Vars() *vars.Store    { return f.vars }
func (f *fake) Params() []string     { return f.args }
func (f *fake) SetParams(a []string) { f.args = a }
func (f *fake) Options() option.Set  { return f.opts }
func (f *fake) SetOption(o option.Opt, on bool) error {
	if !o.Changeable() {
		return fmt.Errorf("cannot be changed")
	}
	f.opts = f.opts.Put(o, on)
	return nil
}
func (f *fake) File(n int) *fd.File { return f.fds.Get(n) }
func (f *fake) Print(s string) error {
	f.out.WriteString(s)
	return nil
}
func (f *fake) WriteFailed(error) flow.Outcome { return flow.Status(1) }
func (f *fake) Errorf(format string, args ...any) {
	fmt.Fprintf(&f.errs, format+"\n", args...)
}
func (f *fake) CatchStatus() int { return f.catch }
func (f *fake) TrapStatus() int  { return f.status }
func (f *fake) Getwd() string    { return f.wd }
func (f *fake) Chdir(path string) error {
	if f.chdir != nil {
		return f.chdir(path)
	}
	f.wd = path
	return nil
}
func (f *fake) NameWd(path string) { f.wd = path }
func (f *fake) PhysicalWd() (string, error) {
	if f.physical != nil {
		return f.physical()
	}
	return f.wd, nil
}
func (f *fake) Jobs() *job.Table   { return f.jobs }
func (f *fake) Traps() *trap.Table { return f.traps }
func (f *fake) Wait(j *job.Job) (int, sig.Signal) {
	if j == nil {
		return 0, f.interrupted
	}
	return j.ID, f.interrupted
}
func (f *fake) Kill(pid int, s sig.Signal) error {
	f.calls = append(f.calls, fmt.Sprintf("%d>%d", s, pid))
	return nil
}
func (f *fake) Limit(resource int) (proc.Limit, error) {
	if l, ok := f.limits[resource]; ok {
		return l, nil
	}
	return proc.Limit{Resource: resource, Cur: unlimited, Max: unlimited}, nil
}
func (f *fake) SetLimit(l proc.Limit) error {
	f.limits[l.Resource] = l
	return nil
}
func (f *fake) Dir() int                            { return f.dir }
func (f *fake) Umask() int                          { return f.mask }
func (f *fake) SetUmask(m int)                      { f.mask = m }
func (f *fake) Alias(n string) (string, bool)       { v, ok := f.aliases[n]; return v, ok }
func (f *fake) SetAlias(n, v string)                { f.aliases[n] = v }
func (f *fake) Unalias(n string) bool               { _, ok := f.aliases[n]; delete(f.aliases, n); return ok }
func (f *fake) UnaliasAll()                         { clear(f.aliases) }
func (f *fake) AliasNames() []string                { return []string{"ll"} }
func (f *fake) UnsetFunction(n string)              { f.calls = append(f.calls, "unset -f "+n) }
func (f *fake) Find(n string) Found                 { return f.found[n] }
func (f *fake) FindPath(n, p string) (string, bool) { return "/bin/" + n, n == "sh" }
func (f *fake) Hash(n string) bool                  { return n == "sh" }
func (f *fake) Rehash()                             { f.calls = append(f.calls, "rehash") }
func (f *fake) Hashed() []string                    { return []string{"/bin/sh"} }
func (f *fake) Eval(text string) flow.Outcome {
	f.calls = append(f.calls, "eval "+text)
	return f.result
}
func (f *fake) Source(path string) flow.Outcome {
	f.calls = append(f.calls, "source "+path)
	return f.result
}
func (f *fake) Exec(args []string) flow.Outcome {
	f.calls = append(f.calls, "exec "+strings.Join(args, " "))
	return f.result
}
func (f *fake) Command(args []string, std bool) flow.Outcome {
	f.calls = append(f.calls, fmt.Sprint("command ", args, std))
	return f.result
}
func (f *fake) KeepRedirections()         { f.calls = append(f.calls, "keep") }
func (f *fake) Loops() int                { return f.loops }
func (f *fake) InFunction() bool          { return f.function }
func (f *fake) LocalOptions()             { f.calls = append(f.calls, "local -") }
func (f *fake) Returnable() bool          { return f.returnable }
func (f *fake) Getopts() *Getopts         { return &f.get }
func (f *fake) Interactive() bool         { return f.interactive }
func (f *fake) Name() string              { return "prog" }
func (f *fake) FailAfter(d time.Duration) { f.after = d }
