//go:build linux

package proc

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/sig"
)

// grove returns a tree with a first process. Its script says "ready" when all processes of the test
// run.
func grove(t *testing.T, script string) (*Tree, *Process) {
	t.Helper()
	if err := BecomeSubreaper(); err != nil {
		t.Fatal(err)
	}
	tree := NewTree("", nil)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	spec := shell(script, FileMap{Child: 0, Parent: 0}, FileMap{Child: 1, Parent: 2},
		FileMap{Child: 2, Parent: 2}, FileMap{Child: 9, Parent: int(w.Fd())})
	spec.Env = append(spec.Env, TagVariable+"="+tree.Tag())
	p, err := Start(spec)
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	tree.Add(p)
	buf := make([]byte, 100)
	if n, _ := r.Read(buf); string(buf[:n]) != "ready\n" {
		t.Fatalf("the script said %q", buf[:n])
	}
	return tree, p
}

// left lists living processes with the tree's tag.
func left(tree *Tree) []string {
	var names []string
	table, err := scan()
	if err != nil {
		panic(err)
	}
	for _, e := range table {
		if !e.dead && tree.marks(e) {
			text, _ := os.ReadFile("/proc/" + itoa(e.pid) + "/cmdline")
			names = append(names, strings.ReplaceAll(string(text), "\x00", " "))
		}
	}
	return names
}

// own lists the children of this process.
func own(t *testing.T) (pids []int) {
	t.Helper()
	table, err := scan()
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range table {
		if e.parent == os.Getpid() {
			pids = append(pids, e.pid)
		}
	}
	return pids
}

// cancel cancels tree while waiting for p, and checks for survivors.
func cancel(t *testing.T, tree *Tree, p *Process, opt CancelOptions) (sent map[sig.Signal]int) {
	t.Helper()
	over := make(chan Status, 1)
	go func() {
		st, err := p.Wait(false)
		if err != nil {
			t.Error(err)
		}
		over <- st
	}()
	sent = make(map[sig.Signal]int)
	opt.Log = func(pid int, s sig.Signal, err error) {
		if err == nil {
			sent[s]++
		}
	}
	if err := tree.Cancel(context.Background(), opt); err != nil {
		t.Errorf("cancel: %v", err)
	}
	if names := left(tree); len(names) > 0 {
		t.Errorf("left: %q", names)
	}
	<-over
	for _, pid := range own(t) {
		t.Errorf("child %d is left", pid)
	}
	return sent
}

func TestCancelEndsWhatResists(t *testing.T) {
	for name, c := range map[string]struct {
		script string
		kills  bool
	}{
		"one":      {"echo ready >&9; exec sleep 100", false},
		"children": {"sleep 100 & sleep 100 | sleep 100 & echo ready >&9; wait", false},
		"setsid":   {"setsid sh -c 'setsid sleep 100 & echo ready >&9; wait' & wait", false},
		"double fork": {"(setsid sh -c 'sleep 100 & sleep 100 &' &); sleep 0.1; echo ready " +
			">&9; sleep 100", false},
		"orphans only": {"(setsid sleep 100 &); echo ready >&9", false},
		"stopped": {"sh -c 'kill -STOP $$; sleep 100' & sleep 0.1; echo ready >&9; wait",
			false},
		"ignores":        {"trap '' TERM; echo ready >&9; sleep 100; sleep 100", true},
		"ignores apart":  {"(setsid sh -c 'trap \"\" TERM; echo ready >&9; sleep 100' &)", true},
		"no environment": {"env -i /bin/sh -c 'setsid sleep 100 & echo ready >&9; wait'", false},
		"nested tag": {"export FTSH_TREE=$FTSH_TREE/in; (setsid sleep 100 &); echo ready >&9",
			false},
	} {
		t.Run(name, func(t *testing.T) {
			tree, p := grove(t, c.script)
			timeout := time.Minute
			if c.kills {
				timeout = 50 * time.Millisecond
			}
			sent := cancel(t, tree, p, CancelOptions{KillTimeout: timeout, Strong: true})
			if (sent[sig.SIGKILL] > 0) != c.kills {
				t.Errorf("sent %v", sent)
			}
		})
	}
}

// A hurried clock advances by a millisecond at each call.
type hurried struct {
	clock.Clock
	now atomic.Int64
}

func (h *hurried) Now() clock.Instant { return clock.Instant(h.now.Add(int64(time.Millisecond))) }

// A shell says "Killed" if its child is killed first.
func TestCancelKillsParentsFirst(t *testing.T) {
	for timeout := 1; timeout <= 12; timeout++ {
		tree, p := grove(t, "trap '' TERM; sleep 100 & sleep 100 & echo ready >&9; wait")
		over := make(chan error, 1)
		go func() {
			_, err := p.Wait(false)
			over <- err
		}()
		var killed []int
		err := tree.Cancel(context.Background(), CancelOptions{
			KillTimeout: time.Duration(timeout) * time.Millisecond, Strong: true,
			Clock: &hurried{Clock: clock.Go()},
			Log: func(pid int, s sig.Signal, err error) {
				if s == sig.SIGKILL {
					killed = append(killed, pid)
				}
			},
		})
		if err := errors.Join(err, <-over); err != nil {
			t.Fatal(err)
		}
		if len(killed) < 3 || killed[0] != p.pid {
			t.Errorf("timeout %d ms: %v killed, want %d first", timeout, killed, p.pid)
		}
	}
}

func TestCancelLetsCleanUp(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cleaned")
	tree, p := grove(t, "trap 'sleep 0.2 && (sleep 0.1; : >"+file+
		"); exit' TERM; echo ready >&9; sleep 100 & wait")
	cancel(t, tree, p, CancelOptions{KillTimeout: time.Hour, Strong: true})
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}

func TestCancelEndsACleaningUpThatHangs(t *testing.T) {
	tree, p := grove(t, "trap 'setsid sleep 100; exit' TERM; echo ready >&9; sleep 100 & wait")
	if sent := cancel(t, tree, p, CancelOptions{KillTimeout: 4 * time.Second,
		Strong: true}); sent[sig.SIGKILL] > 0 {
		t.Errorf("sent %v", sent)
	}
}

func TestCancelOfManyProcesses(t *testing.T) {
	tree, p := grove(t, `i=0; while [ $i -lt 40 ]; do
		sh -c 'sleep 100 & (setsid sleep 100 &); setsid sh -c "sleep 100 & wait" & wait' & i=$((i+1)); done
		sleep 0.3; echo ready >&9; wait`)
	cancel(t, tree, p, CancelOptions{KillTimeout: time.Minute, Strong: true})
}

func TestCancelOfWhatForksAllTheTime(t *testing.T) {
	tree, p := grove(t, `echo ready >&9; trap '' TERM; while :; do (sleep 0.01 &); (setsid sh -c `+
		`'sleep 0.02 & exit' &); done`)
	cancel(t, tree, p, CancelOptions{KillTimeout: 100 * time.Millisecond, Strong: true})
}

func TestWeakCancelKillsOnce(t *testing.T) {
	tree, p := grove(t, "trap '' TERM; echo ready >&9; while :; do sleep 100; done")
	sent := make(map[sig.Signal]int)
	err := tree.Cancel(context.Background(), CancelOptions{KillTimeout: 30 * time.Millisecond,
		Clock: clock.Go(),
		Log:   func(_ int, s sig.Signal, _ error) { sent[s]++ }})
	if err != nil || sent[sig.SIGKILL] == 0 {
		t.Errorf("%v, sent %v", err, sent)
	}
	if st, err := p.Wait(false); err != nil || st.Signal() != sig.SIGKILL {
		t.Errorf("%v %v", st, err)
	}
	cancelRest(t, tree)
}

func cancelRest(t *testing.T, tree *Tree) {
	if err := tree.Cancel(context.Background(), CancelOptions{Strong: true}); err != nil {
		t.Error(err)
	}
}

func TestCancelGivesUpWithItsContext(t *testing.T) {
	tree, p := grove(t, "trap '' TERM; echo ready >&9; while :; do sleep 0.05; done")
	ctx, stop := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer stop()
	if err := tree.Cancel(ctx, CancelOptions{KillTimeout: time.Hour,
		Strong: true}); err != context.DeadlineExceeded {
		t.Errorf("%v", err)
	}
	cancel(t, tree, p, CancelOptions{Strong: true})
}

func TestCancelLeavesOthersAlone(t *testing.T) {
	outside, q := grove(t, "echo ready >&9; exec sleep 100")
	inside, p := grove(t, "(setsid sleep 100 &); echo ready >&9; wait")
	over := make(chan struct{})
	go func() { p.Wait(false); close(over) }()
	if err := inside.Cancel(context.Background(), CancelOptions{KillTimeout: time.Minute,
		Strong: true}); err != nil {
		t.Error(err)
	}
	<-over
	if n := len(left(outside)); n != 1 {
		t.Errorf("%d processes of the other tree are left", n)
	}
	cancel(t, outside, q, CancelOptions{KillTimeout: time.Minute, Strong: true})
}

// A descendant is known by its number alone: nobody has asked for the tag of the tree.
func TestCancelFindsAnOrphanByItsNumber(t *testing.T) {
	if err := BecomeSubreaper(); err != nil {
		t.Fatal(err)
	}
	tree := NewTree("", NewTree("", nil))
	p, err := tree.Start(shell("sleep 100 & exec sleep 100"))
	if err != nil {
		t.Fatal(err)
	}
	wait := func(there func() (bool, error)) {
		for {
			ok, err := there()
			if err != nil {
				t.Fatal(err)
			}
			if ok {
				return
			}
			time.Sleep(time.Millisecond)
		}
	}
	var child []int
	wait(func() (bool, error) {
		child, err = childrenOf(entry{identity: identity{pid: p.Pid()}})
		return len(child) > 0, err
	})
	_ = p.Signal(sig.SIGKILL)
	wait(func() (bool, error) {
		e, _, err := look(child[0])
		return e.parent == os.Getpid(), err
	})
	cancel(t, tree, p, CancelOptions{KillTimeout: time.Minute, Strong: true})
}

func TestReapUnknownStealsNothing(t *testing.T) {
	tree, p := grove(t, "(setsid true &); sleep 0.1; echo ready >&9; exit 5")
	time.Sleep(50 * time.Millisecond)
	deadline := time.Now().Add(10 * time.Second)
	for len(own(t)) > 1 && time.Now().Before(deadline) {
		ReapUnknown()
	}
	if st, err := p.Wait(false); err != nil || st.Code() != 5 {
		t.Errorf("%v %v", st, err)
	}
	cancelRest(t, tree)
}

// environmentOf returns the environment of a process, "" while it has none.
func environmentOf(pid int) string {
	text, _ := os.ReadFile("/proc/" + itoa(pid) + "/environ")
	return string(text)
}

func TestTags(t *testing.T) {
	outer := NewTree("a", nil)
	inner := NewTree("b", outer)
	if inner.Tag() != "a/b" {
		t.Errorf("tag %q", inner.Tag())
	}
	if x, y := NewTree("", nil).Tag(), NewTree("", nil).Tag(); x == y || x == "" {
		t.Errorf("tags %q, %q", x, y)
	}
	for value, want := range map[string]bool{"a": true, "a/b": true, "ab": false, "": false,
		"b/a": false} {
		spec := shell("")
		spec.Path, spec.Argv, spec.Env = "/bin/sleep", []string{"sleep", "100"},
			[]string{"X=1", "FTSH_TREE=" + value}
		p, err := Start(spec)
		if err != nil {
			t.Fatal(err)
		}
		// execve is not over when Start returns. The environment is there at its very end.
		for !strings.Contains(environmentOf(p.Pid()), "X=1\x00") {
			time.Sleep(time.Millisecond)
		}
		if got := outer.marks(entry{identity: identity{pid: p.Pid()}}); got != want {
			t.Errorf("%q: %v", value, got)
		}
		_ = p.Signal(sig.SIGKILL)
		if _, err := p.Wait(false); err != nil {
			t.Error(err)
		}
	}
}

// TestMain makes the test binary a program that calls Exec, one that traces, or a faulty one.
func TestMain(m *testing.M) {
	if runForTest(os.Args) {
		os.Exit(0)
	}
	if pid := os.Getenv("PROC_TEST_TRACE"); pid != "" {
		traceForTest(pid)
		os.Exit(0)
	}
	if os.Getenv("PROC_TEST_EXEC") == "" {
		os.Exit(m.Run())
	}
	os.Unsetenv("PROC_TEST_EXEC")
	// A file in the runtime's poller, to get an epoll descriptor.
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	go r.Read(make([]byte, 1))
	time.Sleep(time.Millisecond)
	spec := &Spec{Path: "/bin/cat", Argv: []string{"cat", "/proc/self/fd/5"}, Dir: -1, Umask: 0o77,
		Group: -1, Tty: -1}
	if os.Getenv("PROC_TEST_MISSING") != "" {
		spec.Path = "/nowhere"
		spec.Limits = []Limit{{Resource: syscall.RLIMIT_CORE, Cur: 0, Max: 0}}
	}
	f, err := os.Open(os.Getenv("PROC_TEST_FILE"))
	if err != nil {
		panic(err)
	}
	for n := range 40 {
		if n > 2 {
			spec.Files = append(spec.Files, FileMap{Child: n, Parent: int(f.Fd())})
		} else {
			spec.Files = append(spec.Files, FileMap{Child: n, Parent: n})
		}
	}
	err = Exec(spec)
	w.Write([]byte("x"))
	os.Stdout.WriteString(err.Error() + "\n")
	os.Exit(0)
}

func TestExecOverTheRuntimesDescriptors(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, []byte("text\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	runs := 200
	if testing.Short() {
		runs = 20
	}
	for i := range runs {
		spec := shell("")
		spec.Path, spec.Argv = os.Args[0], os.Args[:1]
		spec.Env = append(spec.Env, "PROC_TEST_EXEC=1", "PROC_TEST_FILE="+file)
		want := "text\n"
		if i%10 == 0 {
			spec.Env, want = append(spec.Env, "PROC_TEST_MISSING=1"),
				"/nowhere: no such file or directory\n"
		}
		if out, st := output(t, spec); out != want || !st.Exited() || st.Code() != 0 {
			t.Fatalf("%q, %v; want %q", out, st, want)
		}
	}
}
