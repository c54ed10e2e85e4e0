//go:build linux

package watchdog

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/clock"
	"ftsh/internal/proc"
)

// The test program also serves as the process, and as a shell to be killed.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == "serve" {
		Serve(os.Stdin)
		return
	}
	if len(os.Args) == 3 && os.Args[1] == "shell" {
		shellForTest(os.Args[2])
	}
	os.Exit(m.Run())
}

// launches is a Launch whose processes are part of the test.
type launches struct {
	fail  int           // number of launches to fail first
	lines chan string   // the lines they read; "end" at the end
	stuck chan *os.File // if set, gets their input instead
	kills atomic.Int32
	trees map[string]*proc.Tree
}

// tree returns the tree with a tag, always the same for a tag.
func (l *launches) tree(tag string) *proc.Tree {
	if l.trees[tag] == nil {
		l.trees[tag] = proc.Tagged(tag)
	}
	return l.trees[tag]
}

// Signal counts the SIGKILLs.
func (l *launches) Signal(s syscall.Signal) error {
	if s == syscall.SIGKILL {
		l.kills.Add(1)
	}
	return nil
}

// Done is closed: they end at once.
func (l *launches) Done() <-chan struct{} {
	ended := make(chan struct{})
	close(ended)
	return ended
}

func (l *launches) launch(in *os.File) (Process, error) {
	if l.fail > 0 {
		l.fail--
		return nil, errors.New("no process")
	}
	n, err := syscall.Dup(int(in.Fd()))
	if err != nil {
		return nil, err
	}
	mine := os.NewFile(uintptr(n), "in")
	if l.stuck != nil {
		l.stuck <- mine
		return l, nil
	}
	go func() {
		lines := bufio.NewScanner(mine)
		for lines.Scan() {
			l.lines <- lines.Text()
		}
		l.lines <- "end"
		mine.Close()
	}()
	return l, nil
}

func newLaunches() *launches {
	return &launches{lines: make(chan string, 100), trees: make(map[string]*proc.Tree)}
}

// expect reads lines sent to a process.
func (l *launches) expect(t *testing.T, want ...string) {
	t.Helper()
	for _, w := range want {
		select {
		case got := <-l.lines:
			if got != w {
				t.Errorf("got %q, want %q", got, w)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("%q did not come", w)
		}
	}
}

func TestAGuardTellsWhatRuns(t *testing.T) {
	l := newLaunches()
	g := &Guard{Clock: clock.System(), Launch: l.launch, KillTimeout: 3 * time.Second}
	g.Enter(clock.System().Now())
	g.Begin(l.tree("before"))
	g.End(l.tree("before"))
	g.Begin(l.tree("/a"))
	l.expect(t, "timeout 3s", "+/a")
	g.Enter(clock.System().Now())
	g.Begin(l.tree("/a/b"))
	g.End(l.tree("/a/b"))
	g.Leave()
	g.End(l.tree("/a"))
	g.Leave()
	l.expect(t, "+/a/b", "-/a", "-/a/b")
	g.Enter(clock.System().Now()) // for a second block, by the same process
	g.Begin(l.tree("/c"))
	l.expect(t, "+/c")
	resume := g.Pause()
	l.expect(t, "end")
	resume()
	l.expect(t, "timeout 3s", "+/c")
	g.Close()
	l.expect(t, "end")
	if n := l.kills.Load(); n != 2 { // before they could take the end for the shell's
		t.Errorf("killed %d, want 2", n)
	}
}

// How an attempt is ended is reported when it begins, and again to the next process.
func TestAGuardTellsHowBlocksEnd(t *testing.T) {
	l := newLaunches()
	g := &Guard{Clock: clock.System(), Launch: l.launch, KillTimeout: 3 * time.Second}
	l.tree("/a").SetEnding(proc.Ending{KillTimeout: 2 * time.Second})
	l.tree("/a/b").SetEnding(proc.Ending{Signal: 2, KillTimeout: time.Second})
	g.Enter(clock.System().Now())
	g.Begin(l.tree("/a"))
	l.expect(t, "timeout 3s", "+/a", "~2s 0 /a")
	g.Begin(l.tree("/a/b"))
	l.expect(t, "+/a/b", "~1s 2 /a/b")
	resume := g.Pause()
	l.expect(t, "end")
	resume()
	l.expect(t, "timeout 3s", "+/a", "~2s 0 /a", "+/a/b", "~1s 2 /a/b")
	g.Close()
}

func TestShortBlocksAreNotWatched(t *testing.T) {
	l := newLaunches()
	g := &Guard{Clock: clock.System(), Launch: l.launch}
	for range 3 {
		g.Enter(clock.System().Now())
		g.Begin(l.tree("/a"))
		g.End(l.tree("/a"))
		g.Leave()
	}
	time.Sleep(2 * Patience)
	g.Close()
	if len(l.lines) > 0 {
		t.Errorf("got %q", <-l.lines)
	}
}

func TestAGuardWithoutLaunchDoesNothing(t *testing.T) {
	g := new(Guard)
	g.Enter(0)
	g.Leave()
	g.Pause()()
	g.Close()
}

// A block to be watched at once has its process when EnterWatched returns, and another one after a
// kill.
func TestEnterWatched(t *testing.T) {
	l := newLaunches()
	ended := make(chan struct{})
	g := &Guard{Clock: clock.System(), Launch: func(in *os.File) (Process, error) {
		p, err := l.launch(in)
		if ended != nil {
			p = mortal{p, ended}
			ended = nil
		} else {
			p = mortal{p, make(chan struct{})}
		}
		return p, err
	}}
	killed := ended
	g.EnterWatched()
	g.Begin(l.tree("/a"))
	l.expect(t, "timeout 0s", "+/a")
	close(killed)
	l.expect(t, "end", "timeout 0s", "+/a")
	g.End(l.tree("/a"))
	g.Leave()
	l.expect(t, "-/a")
}

// A mortal ends when a channel is closed.
type mortal struct {
	Process
	ended chan struct{}
}

func (m mortal) Done() <-chan struct{} { return m.ended }

func TestAProcessThatCannotBeStartedIsTriedAgain(t *testing.T) {
	l := newLaunches()
	l.fail = 2
	g := &Guard{Clock: clock.System(), Launch: l.launch}
	g.Enter(clock.System().Now())
	g.Begin(l.tree("/a"))
	l.expect(t, "timeout 0s", "+/a")
	g.Close()
}

func TestAProcessThatWasKilledIsReplaced(t *testing.T) {
	l := newLaunches()
	l.stuck = make(chan *os.File, 1)
	g := &Guard{Clock: clock.System(), Launch: l.launch}
	g.Enter(clock.System().Now())
	g.Begin(l.tree("/a"))
	(<-l.stuck).Close()
	l.stuck = nil
	g.Begin(l.tree("/b")) // this is never read
	l.expect(t, "timeout 0s")
	for range 2 {
		if got := <-l.lines; got != "+/a" && got != "+/b" {
			t.Errorf("got %q", got)
		}
	}
	g.Close()
}

func TestAProcessThatIsStuckIsReplaced(t *testing.T) {
	l := newLaunches()
	l.stuck = make(chan *os.File, 1)
	g := &Guard{Clock: clock.System(), Launch: l.launch}
	g.Enter(clock.System().Now())
	old := <-l.stuck
	defer old.Close()
	l.stuck = nil
	long := strings.Repeat("x", 60000)
	for i := range 10 { // more than the connection takes
		g.Begin(l.tree(strconv.Itoa(i) + long))
	}
	l.expect(t, "timeout 0s")
	g.Close()
}

// carrying starts a process with a tag.
func carrying(t *testing.T, tag string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("sleep", "1000")
	cmd.Env = append(os.Environ(), proc.TagVariable+"="+tag)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd
}

// served is a Launch of real processes.
type served struct {
	*exec.Cmd
	ended chan struct{}
}

func (s *served) Signal(n syscall.Signal) error { return s.Process.Signal(n) }

func (s *served) Done() <-chan struct{} { return s.ended }

func serve(in *os.File) (*served, error) {
	s := &served{exec.Command(os.Args[0], "serve"), make(chan struct{})}
	s.Stdin = in
	if err := s.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = s.Wait()
		close(s.ended)
	}()
	return s, nil
}

// A live shell keeps its processes when it closes the Guard, even if the watchdog is stopped.
func TestCloseEndsNothingButTheProcess(t *testing.T) {
	tag := "/living-" + strconv.Itoa(os.Getpid())
	running := carrying(t, tag)
	defer func() {
		_ = running.Process.Kill()
		_ = running.Wait()
	}()
	for _, stop := range []bool{false, true} {
		launched := make(chan *served, 1)
		g := &Guard{Clock: clock.System(), Launch: func(in *os.File) (Process, error) {
			s, err := serve(in)
			if err == nil {
				launched <- s
			}
			return s, err
		}}
		g.Enter(clock.System().Now())
		g.Begin(proc.Tagged(tag))
		s := <-launched
		if stop {
			if err := s.Signal(syscall.SIGSTOP); err != nil {
				t.Fatal(err)
			}
		}
		g.Close()
		if s.ProcessState == nil {
			t.Error("it has not ended")
		}
		if err := syscall.Kill(running.Process.Pid, 0); err != nil {
			t.Fatalf("the running process: %v", err)
		}
	}
}

// shellForTest is a shell with a watchdog and two processes, one of them in an ended attempt. It
// prints a line, and waits to be killed.
func shellForTest(tag string) {
	r, w, err := os.Pipe()
	if err != nil {
		panic(err)
	}
	watch := exec.Command(os.Args[0], "serve")
	watch.Stdin = r
	if err := watch.Start(); err != nil {
		panic(err)
	}
	_, _ = io.WriteString(w, "timeout 1s\n+"+tag+"\n+"+tag+"-ended\n-"+tag+"-ended\n")
	for _, tag := range []string{tag, tag + "-ended"} {
		// Only SIGKILL ends this one.
		cmd := exec.Command("sh", "-c", "trap '' TERM; echo $$; exec sleep 1000")
		cmd.Env = append(os.Environ(), proc.TagVariable+"="+tag)
		cmd.Stdout = os.Stdout
		if err := cmd.Start(); err != nil {
			panic(err)
		}
	}
	select {}
}

func TestServeEndsTheBlocksOfAKilledShell(t *testing.T) {
	tag := "/killed-" + strconv.Itoa(os.Getpid())
	shell := exec.Command(os.Args[0], "shell", tag)
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	shell.Stdout = w
	err = shell.Start()
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(r)
	for range 2 {
		if line, err := out.ReadString('\n'); err != nil {
			t.Fatal(line, err)
		}
	}
	if err := shell.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = shell.Wait()
	tagged := func(tag string) int {
		n, _ := exec.Command("sh", "-c",
			`grep -lz "^$0\$" /proc/[0-9]*/environ 2>/dev/null | wc -l`,
			proc.TagVariable+"="+tag).Output()
		count, _ := strconv.Atoi(strings.TrimSpace(string(n)))
		return count
	}
	for end := time.Now().Add(30 * time.Second); tagged(tag) > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it lives on")
		}
	}
	if n := tagged(tag + "-ended"); n != 1 {
		t.Errorf("%d processes of the attempt that has ended, want 1", n)
	}
	_ = exec.Command("sh", "-c",
		`for f in $(grep -lz "^$0\$" /proc/[0-9]*/environ 2>/dev/null); do kill -9 $(basename `+
			`${f%/environ}); done`,
		proc.TagVariable+"="+tag+"-ended").Run()
}
