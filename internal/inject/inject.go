package inject

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"ftsh/internal/virtual"
	"ftsh/interp"
	"ftsh/interp/event"
)

// An Injector is a shell's part in a rehearsed run. It is safe for concurrent use.
type Injector struct {
	// Clock is the time of the run.
	Clock *virtual.Clock

	plan *Plan
	self string // the program for Part
	book *book

	mu     sync.Mutex
	random *rand.Rand
}

// Join makes this shell a part of the run named by the environment, nil if there is none. self is
// the program of ftsh; "" means the running one.
func Join(env []string, self string) (*Injector, error) {
	dir := ""
	for _, e := range env {
		if v, ok := strings.CutPrefix(e, Variable+"="); ok {
			dir = v
		}
	}
	if dir == "" {
		return nil, nil
	}
	in, err := join(dir, self)
	if err != nil {
		return nil, fmt.Errorf("rehearsal: %w", err)
	}
	return in, nil
}

func join(dir, self string) (*Injector, error) {
	plan, err := readPlan(dir)
	if err != nil {
		return nil, err
	}
	page, err := virtual.Open(filepath.Join(dir, ClockFile))
	if err != nil {
		return nil, err
	}
	in := &Injector{plan: plan, self: self, random: rand.New(rand.NewPCG(plan.Seed, 0))}
	if in.Clock, err = page.Join(); err != nil {
		return nil, err
	}
	if in.book, err = openBook(dir); err != nil {
		return nil, err
	}
	if in.self == "" {
		if in.self, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	in.Clock.Stuck = func() { in.stuck(StuckWaits) }
	return in, nil
}

// stuck ends the run, and notes the reason.
func (in *Injector) stuck(why string) {
	if in.Clock.First() != 0 { // else this was left by the run
		in.book.note(&Record{Ended: true, Stuck: why})
	}
	in.crash()
}

// crash ends the run's first shell, and this one, as a power failure would.
func (in *Injector) crash() {
	if first := in.Clock.First(); first > 0 && first != os.Getpid() {
		_ = syscall.Kill(first, syscall.SIGKILL)
	}
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// Rand is Sources.Rand.
func (in *Injector) Rand() float64 {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.random.Float64()
}

// Span keeps count of the running processes. It is called for each span of the shell.
func (in *Injector) Span(s event.Span) {
	switch {
	case s.Kind == event.SpanDelay || s.Kind == event.SpanQueue:
		in.Clock.Played(!s.Ended())
	case s.Kind != event.SpanProcess || s.Process.Pid == os.Getpid():
	case s.Ended():
		in.Clock.Ended(s.Process.Pid)
	default:
		in.Clock.Began(s.Process.Pid)
	}
}

// Command is Hooks.Command.
func (in *Injector) Command(ctx context.Context, c *interp.Command) (int, error) {
	if d, ok := naps(c.Args); ok {
		return in.nap(ctx, d)
	}
	if Ours(c.Args) {
		return c.Run()
	}
	at, total := in.book.reach(in.place(c.Place), c.Args)
	if in.plan.Most > 0 && total > in.plan.Most {
		in.stuck(StuckLoops)
	}
	r := &Record{Address: at, Ended: true, Fault: in.fault(at)}
	status, err := in.run(ctx, c, r)
	r.Worked = r.Worked || r.Fault == "" && status == 0 && err == nil
	r.Status = status
	in.book.note(r)
	return status, err
}

// nap sleeps in the time of the run.
func (in *Injector) nap(ctx context.Context, d time.Duration) (int, error) {
	in.Clock.Played(true)
	defer in.Clock.Played(false)
	if in.Clock.Sleep(ctx, d) != nil {
		return 128 + int(syscall.SIGTERM), nil
	}
	return 0, nil
}

// place returns a place as the plan shows it.
func (in *Injector) place(p event.Place) string {
	if p.Script == in.plan.Script {
		p.Script = in.plan.Shown
	}
	return p.String()
}

// fault returns the plan's fault for a command.
func (in *Injector) fault(at Address) Fault {
	for _, s := range in.plan.Faults {
		if s.Place == at.Place && (s.Nth == at.Nth || s.Fault.stays() && s.Nth < at.Nth) {
			return s.Fault
		}
	}
	return ""
}

// run runs a command under the record's fault.
func (in *Injector) run(ctx context.Context, c *interp.Command, r *Record) (int, error) {
	switch r.Fault {
	case "":
		return c.Run()
	case Crash:
		in.crash()
	case Cut:
		if s, err := c.Run(); err == nil && s == 0 {
			r.Worked = true
		}
		in.book.note(r)
		in.crash()
	case Files:
		return 0, syscall.EMFILE
	case Procs:
		return 0, syscall.EAGAIN
	case Kill:
		return 128 + int(syscall.SIGKILL), nil
	case Hang:
		return in.hang(ctx, c)
	}
	status, says := failure(c.Args, r.Fault)
	if says == "" {
		says = fmt.Sprintf("rehearsal: it %s", r.Fault)
	}
	switch r.Fault {
	case Lost, Half, Disk:
		r.Worked = r.Fault != Disk
		return in.part(c, r.Fault, status)
	}
	fmt.Fprintf(c.Stderr, "%s: %s\n", c.Args[0], says)
	return status, nil
}

// hang waits until the command is cancelled, or for a time limit of its own.
func (in *Injector) hang(ctx context.Context, c *interp.Command) (int, error) {
	if d, status, ok := limitOf(c.Args); ok && in.Clock.Sleep(ctx, d) == nil {
		return status, nil
	}
	_ = in.Clock.Hang(ctx)
	return 128 + int(syscall.SIGTERM), nil
}

// part lets Part run the command.
func (in *Injector) part(c *interp.Command, f Fault, status int) (int, error) {
	if c.Path == "" {
		return c.Run()
	}
	path := c.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.Dir, path)
	}
	c.Path, c.Args = in.self, partArgs(f, status, path, c.Args)
	return c.Run()
}
