//go:build linux && (amd64 || arm64)

package sig

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// builds are the ways to link a program that uses this package.
func builds() map[string][]string {
	flag := "-ldflags=ftsh/internal/sig/testdata/child=-E ftsh/internal/entry.entry"
	all := map[string][]string{"plain": {}, "entry": {flag}}
	if !emulated() { // these need libraries, and a C compiler, for the processor
		all["pie"] = []string{flag, "-buildmode=pie"}
		all["race"] = []string{flag, "-race"}
	}
	return all
}

// emulated reports whether the programs run under an emulator of their processor (.ci/arm64), named
// by FTSH_TEST_EMULATOR. QEMU's gives other numbers to real-time signals, now and then takes fault
// signals for its own, and prints a message when a signal with a core ends a program.
func emulated() bool { return os.Getenv("FTSH_TEST_EMULATOR") != "" }

// signals are those sent by the tests. Under an emulator a process takes ten times as long: it runs
// with one or two signals of each kind, for the kernel's own list is the same on every processor.
func signals() []Signal {
	if emulated() {
		return []Signal{SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGUSR1, SIGPIPE, SIGTERM, SIGCHLD, SIGCONT,
			SIGSTOP, SIGTSTP, SIGURG, SIGPROF}
	}
	return All()
}

// child builds the test program, once in each way.
func child(t *testing.T, build string) string {
	t.Helper()
	made.Lock()
	defer made.Unlock()
	bin := filepath.Join(made.dir, build)
	if _, err := os.Stat(bin); err == nil {
		return bin
	}
	args := append([]string{"build", "-o", bin}, builds()[build]...)
	if out, err := exec.Command("go", append(args,
		"ftsh/internal/sig/testdata/child")...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return bin
}

var made struct {
	sync.Mutex
	dir string
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "sig")
	if err != nil {
		panic(err)
	}
	made.dir = dir
	code := m.Run()
	os.RemoveAll(dir)
	os.Exit(code)
}

// run runs the program after shell commands that prepare its start, under the emulator of its
// processor if there is one.
func run(bin, prepare, args string) (string, syscall.WaitStatus) {
	cmd := exec.Command("sh", "-c", prepare+"\nexec $FTSH_TEST_EMULATOR "+bin+" "+args)
	cmd.Dir = filepath.Dir(bin)
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0")
	out, err := cmd.CombinedOutput()
	if ee := (*exec.ExitError)(nil); err != nil && !errors.As(err, &ee) {
		return err.Error(), 0
	}
	if emulated() && bytes.HasPrefix(out, []byte("qemu: uncaught target signal")) {
		_, out, _ = bytes.Cut(out, []byte("\n"))
	}
	return string(out), cmd.ProcessState.Sys().(syscall.WaitStatus)
}

// withoutLibrarys drops the C library's own signals from a list of names: make starts its commands
// with them ignored.
func withoutLibrarys(names string) string {
	return strings.NewReplacer("32 ", "", "33 ", "").Replace(names)
}

// Stop signals wait, except for those ignored or caught anyway.
func TestHoldStops(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"new hold self TSTP pending has release take", "true\nfalse\nTSTP\n"},
		{"new hold self TTIN self TTOU has release take", "false\nTTIN\nTTOU\n"},
		{"new ignore TSTP hold self TSTP pending release pending", "false\nfalse\n"},
		{"new catch TSTP hold self TSTP release take", "TSTP\n"},
	} {
		if out, status := run(child(t, "entry"), "", c.args); out != c.want || status != 0 {
			t.Errorf("%s: %q, %v", c.args, out, status)
		}
	}
}

func TestAtEntry(t *testing.T) {
	for build := range builds() {
		bin := child(t, build)
		recorded := build != "plain"
		out, _ := run(bin,
			`trap "" USR1 INT WINCH 40 SEGV; ulimit -Sn 777; ulimit -Hn 1777; exec <&- 2>&-`,
			"record ignored")
		want := "recorded true closed [true false true] nofile 777 1777\nINT USR1 SEGV WINCH RTMIN+6 \n"
		if !recorded {
			want = "recorded false closed [false false false] nofile 1776 1777\nINT \n"
		}
		if emulated() {
			want = strings.Replace(want, "RTMIN+6", "RTMIN+4", 1)
		}
		if withoutLibrarys(out) != want {
			t.Errorf("%s: %q, want %q", build, out, want)
		}
		if out, _ := run(bin, "", "ignored"); withoutLibrarys(out) != "\n" {
			t.Errorf("%s: ignored %q", build, out)
		}
	}
}

func TestDefaultsAreTheSystems(t *testing.T) {
	bin := child(t, "entry")
	for _, s := range signals() {
		if Stops(s) {
			continue
		}
		for _, how := range []string{"kill", "self"} {
			out, st := run(bin, "ulimit -c 0", fmt.Sprint("new ", how, " ", int(s), " alive"))
			if emulated() && st.Signaled() {
				out = "" // the emulator may deliver a signal to oneself after the call
			}
			if Ends(s) && (s != SIGPIPE && s != SIGXFSZ || how == "kill") {
				if out != "" || !st.Signaled() || st.Signal() != s {
					t.Errorf("%s %s: %q, %#x", how, Name(s), out, st)
				}
			} else if out != "alive\n" || !st.Exited() {
				t.Errorf("%s %s: %q, %#x", how, Name(s), out, st)
			}
		}
	}
}

// Without a Dispatcher, in the first moments of a process, a signal acts as on any other program:
// the entry point keeps the runtime from taking it.
func TestBeforeTheDispatcher(t *testing.T) {
	for build := range builds() {
		if build == "plain" {
			continue
		}
		bin := child(t, build)
		for _, s := range signals() {
			if Stops(s) {
				continue
			}
			out, st := run(bin, "ulimit -c 0", fmt.Sprint("kill ", int(s), " alive"))
			if Ends(s) {
				if out != "" || !st.Signaled() || st.Signal() != s {
					t.Errorf("%s %s: %q, %#x", build, Name(s), out, st)
				}
			} else if out != "alive\n" || !st.Exited() {
				t.Errorf("%s %s: %q, %#x", build, Name(s), out, st)
			}
			if s == SIGKILL || s == SIGCHLD { // SIGCHLD is ignored by the system
				continue
			}
			out, st = run(bin, fmt.Sprintf(`trap "" %d`, s), fmt.Sprint("kill ", int(s), " alive"))
			if out != "alive\n" || !st.Exited() {
				t.Errorf("%s ignored %s: %q, %#x", build, Name(s), out, st)
			}
		}
		if out, st := run(bin, "", "preempt alive"); out != "alive\n" {
			t.Errorf("%s: %q, %#x", build, out, st)
		}
	}
}

func TestDie(t *testing.T) {
	bin := child(t, "entry")
	for _, s := range signals() {
		out, st := run(bin, "ulimit -c 0", fmt.Sprint("new die ", int(s)))
		switch {
		case out != "":
			t.Errorf("%s: printed %q", Name(s), out)
		case !Ends(s) && st.ExitStatus() != 128+int(s):
			t.Errorf("%s: %#x", Name(s), st)
		case Ends(s) && (!st.Signaled() || st.Signal() != s):
			t.Errorf("%s: %#x", Name(s), st)
		}
	}
}

func TestDieWhileCaughtOrIgnored(t *testing.T) {
	bin := child(t, "entry")
	for _, args := range []string{"new catch TERM die TERM", "new ignore TERM die TERM",
		"die TERM"} {
		if out, st := run(bin, "", args); out != "" || st.Signal() != SIGTERM {
			t.Errorf("%s: %q, %#x", args, out, st)
		}
	}
}

func TestIgnoredStaysIgnored(t *testing.T) {
	bin := child(t, "entry")
	for _, s := range signals() {
		if s == SIGKILL || s == SIGSTOP {
			continue
		}
		out, _ := run(bin, fmt.Sprintf(`trap "" %d`, s), fmt.Sprint("new kill ", int(s), " alive"))
		if out != "alive\n" {
			t.Errorf("ignored at entry %s: %q", Name(s), out)
		}
		out, _ = run(bin, "", fmt.Sprint("new ignore ", int(s), " kill ", int(s), " alive"))
		if out != "alive\n" {
			t.Errorf("ignored %s: %q", Name(s), out)
		}
	}
}

func TestEverySignalCanBeCaught(t *testing.T) {
	for build := range builds() {
		if build != "entry" && build != "race" {
			continue
		}
		bin := child(t, build)
		for _, s := range signals() {
			if s == SIGKILL || s == SIGSTOP || build == "race" &&
				!slices.Contains([]Signal{SIGUSR1, SIGURG, SIGCHLD, SIGSEGV, SIGPROF, 40}, s) {
				continue
			}
			want := "false\n" + Name(s) + "\nfalse\n"
			if s == SIGCHLD { // the test's own child sends it as well
				want = "false\nCHLD\n"
			}
			out, _ := run(bin, "", fmt.Sprint("new catch ", int(s), " pending kill ", int(s),
				" take pending"))
			if s == SIGCHLD {
				out = strings.TrimSuffix(out, "false\n")
				out = "false\n" + out[strings.Index(out, "\n")+1:]
			}
			if out != want {
				t.Errorf("%s: %q, want %q", Name(s), out, want)
			}
			if !Ends(s) {
				continue
			}
			out, st := run(bin, "ulimit -c 0",
				fmt.Sprint("new catch ", int(s), " default ", int(s), " kill ", int(s), " alive"))
			if out != "" || st.Signal() != s {
				t.Errorf("%s at default again: %q, %#x", Name(s), out, st)
			}
		}
	}
}

func TestTheRuntimeKeepsWhatItNeeds(t *testing.T) {
	bin := child(t, "entry")
	for _, c := range []struct{ args, out string }{
		{"new catch SEGV fault", "runtime error: invalid memory address or nil pointer dereference\n"},
		{"new fault", "runtime error: invalid memory address or nil pointer dereference\n"},
		{"new ignore SEGV fault", "runtime error: invalid memory address or nil pointer dereference\n"},
		{"new catch URG preempt pending", "false\n"},
		{"new brokenpipe alive", "broken pipe\nalive\n"},
		{"new catch PIPE brokenpipe pending", "broken pipe\nfalse\n"},
		{"new ignore PIPE brokenpipe alive", "broken pipe\nalive\n"},
	} {
		if out, st := run(bin, "", c.args); out != c.out {
			t.Errorf("%s: %q, %#x; want %q", c.args, out, st, c.out)
		}
	}
	const args, want = "new catch TERM catch USR1 close fault alive",
		"runtime error: invalid memory address or nil pointer dereference\nalive\n"
	// A program with handlers from before.
	if out, st := run(child(t, "plain"), "", args); out != want {
		t.Errorf("%s: %q, %#x; want %q", args, out, st, want)
	}
}

// A fault or a call refused by a filter ends the process even if the signal is caught: a return
// from the handler would repeat it.
func TestBrokenCodeEnds(t *testing.T) {
	if emulated() {
		t.Skip("the emulator has faults of its own")
	}
	bin := child(t, "entry")
	for _, name := range []string{"ILL", "TRAP", "SYS"} {
		if out, st := run(bin, "ulimit -c 0",
			"new catch "+name+" asif "+name+" alive"); out != "" || Name(st.Signal()) != name {
			t.Errorf("%s: %q, %#x", name, out, st)
		}
	}
	if out, st := run(bin, "", "new catch ILL kill ILL take alive"); out != "ILL\nalive\n" ||
		st != 0 {
		t.Errorf("sent: %q, %#x", out, st)
	}
}

func TestKillAndStopHaveNoDisposition(t *testing.T) {
	d := NewDispatcher(AtEntry())
	defer d.Close()
	for _, s := range []Signal{SIGKILL, SIGSTOP, 0, 65, 32} {
		if err := d.Set(s, Catch); err != syscall.EINVAL {
			t.Errorf("%d: %v", s, err)
		}
	}
}

func TestDispatcherInThisProcess(t *testing.T) {
	d := NewDispatcher(AtEntry())
	defer d.Close()
	for _, s := range []Signal{SIGUSR1, SIGUSR2, SIGCHLD} {
		if err := d.Set(s, Catch); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Set(SIGTERM, Ignore); err != nil {
		t.Fatal(err)
	}
	if !d.Ignored().Has(SIGTERM) || !Ignoring().Has(SIGTERM) {
		t.Error("TERM is not ignored")
	}
	if err := d.Set(SIGCHLD, Ignore); err != nil {
		t.Fatal(err)
	}
	if !d.Ignored().Has(SIGCHLD) || Ignoring().Has(SIGCHLD) {
		t.Error("CHLD is to be ignored by children alone")
	}
	for range 200 {
		syscall.Kill(os.Getpid(), SIGUSR2)
		syscall.Kill(os.Getpid(), SIGUSR1)
		<-d.Wake()
		var got []Signal
		for len(got) < 2 {
			if s, ok := d.Take(); ok {
				got = append(got, s)
			}
		}
	}
	d.Raise(SIGUSR1)
	if s, ok := d.Take(); !ok || s != SIGUSR1 {
		t.Errorf("raised: %v %v", s, ok)
	}
}
