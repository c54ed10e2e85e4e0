//go:build linux

package proc

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"

	"ftsh/internal/sig"

	"golang.org/x/sys/unix"
)

// shell is the spec of a shell command with nothing changed.
func shell(script string, files ...FileMap) *Spec {
	if len(files) == 0 {
		files = []FileMap{{Child: 0, Parent: 0}, {Child: 1, Parent: 1}, {Child: 2, Parent: 2}}
	}
	return &Spec{Path: "/bin/sh", Argv: []string{"sh", "-c", script}, Env: os.Environ(),
		Dir: -1, Umask: -1, Files: files, Group: -1, Tty: -1}
}

// output runs spec with descriptor 1 connected to the test. It returns the output and the status.
func output(t *testing.T, spec *Spec) (string, Status) {
	t.Helper()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i := range spec.Files {
		if spec.Files[i].Child == 1 {
			spec.Files[i].Parent = int(w.Fd())
		}
	}
	p, err := Start(spec)
	w.Close()
	if err != nil {
		t.Fatal(err)
	}
	out, _ := io.ReadAll(r)
	st, err := p.Wait(false)
	if err != nil {
		t.Fatal(err)
	}
	return string(out), st
}

func TestStartSetsEverythingInTheChild(t *testing.T) {
	dir, err := os.MkdirTemp("", "proc")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	dir, _ = filepath.EvalSymlinks(dir)
	d, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	spec := shell("pwd -P; umask; ulimit -n; trap '' 0; grep -E 'SigIgn|SigBlk' " +
		"/proc/self/status; echo $X; exit 7")
	spec.Dir, spec.Umask = int(d.Fd()), 0o027
	spec.Limits = []Limit{{Resource: unix.RLIMIT_NOFILE, Cur: 99, Max: 100}}
	spec.Ignore.Add(sig.SIGUSR1)
	spec.Ignore.Add(64)
	spec.Env = []string{"X=a b", "PATH=/bin:/usr/bin"}
	out, st := output(t, spec)
	want := dir + "\n0027\n99\nSigBlk:\t0000000000000000\nSigIgn:\t8000000000000200\na b\n"
	if runtime.GOOS == "linux" && out != want {
		t.Errorf("%q, want %q", out, want)
	}
	if !st.Exited() || st.Code() != 7 || st.ShellStatus() != 7 {
		t.Errorf("status %v", st)
	}
}

func TestStartDoesNotInheritWhatTheProcessIgnores(t *testing.T) {
	d := sig.NewDispatcher(sig.AtEntry())
	defer d.Close()
	for _, s := range []sig.Signal{sig.SIGTERM, sig.SIGTSTP, sig.SIGUSR1} {
		if err := d.Set(s, sig.Ignore); err != nil {
			t.Fatal(err)
		}
	}
	spec := shell("")
	spec.Ignore.Add(sig.SIGUSR1)
	spec.Path, spec.Argv = "/bin/cat", []string{"cat", "/proc/self/status"}
	out, _ := output(t, spec)
	// make starts its commands with the C library's own signals, 32 and 33, ignored; they stay so.
	out = strings.ReplaceAll(out, "SigIgn:\t0000000180000200\n", "SigIgn:\t0000000000000200\n")
	out = strings.ReplaceAll(out, "SigIgn:\t0000000080000200\n", "SigIgn:\t0000000000000200\n")
	if !strings.Contains(out, "SigIgn:\t0000000000000200\nSigCgt:\t0000000000000000\n") {
		t.Errorf("%q", out)
	}
}

func TestStartErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string, mode os.FileMode) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
		return name
	}
	long := strings.Repeat("x", 1<<22)
	for _, c := range []struct {
		path, op string
		argv     []string
		change   func(*Spec)
		err      error
	}{
		{path: dir + "/missing", op: "exec", err: syscall.ENOENT},
		{path: dir, op: "exec", err: syscall.EACCES},
		{path: write("plain", "true\n", 0o644), op: "exec", err: syscall.EACCES},
		{path: write("script", "true\n", 0o755), op: "exec", err: syscall.ENOEXEC},
		{path: "/bin/sh/x", op: "exec", err: syscall.ENOTDIR},
		{path: "/bin/true", argv: []string{"true", long}, op: "exec", err: syscall.E2BIG},
		{path: "/bin/true", argv: []string{"a\x00b"}, op: "exec", err: syscall.EINVAL},
		{path: "/bin/true", change: func(s *Spec) {
			s.Files = []FileMap{{Child: 1, Parent: 9999}}
		}, op: "dup", err: syscall.EBADF},
		{path: "/bin/true", change: func(s *Spec) { s.Dir = 0 }, op: "chdir", err: syscall.ENOTDIR},
		{path: "/bin/true", change: func(s *Spec) {
			s.Group = 999999999
		}, op: "process group", err: syscall.EPERM},
	} {
		null, err := os.Open("/dev/null")
		if err != nil {
			t.Fatal(err)
		}
		spec := shell("")
		spec.Files = []FileMap{{Child: 0, Parent: int(null.Fd())}}
		spec.Path, spec.Argv = c.path, c.argv
		if c.change != nil {
			c.change(spec)
			if spec.Dir == 0 {
				spec.Dir = int(null.Fd())
			}
		}
		_, err = Start(spec)
		var se *StartError
		if !errors.As(err, &se) || se.Op != c.op || se.Err != c.err {
			t.Errorf("%.40s: %#v, want %s: %v", c.path, err, c.op, c.err)
		}
		null.Close()
	}
	if n := len(children.known); n != 0 {
		t.Errorf("%d children are left", n)
	}
}

func TestDescriptorsInEveryOrder(t *testing.T) {
	const n = 5
	const base = 50
	var files [n]*os.File
	for i := range files {
		f, err := os.CreateTemp(t.TempDir(), "")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if err := unix.Dup3(int(f.Fd()), base+i, unix.O_CLOEXEC); err != nil {
			t.Fatal(err)
		}
		defer unix.Close(base + i)
		files[i] = f
	}
	// Each rotation maps the files onto their own numbers.
	for shift := range n {
		spec := shell("for i in 50 51 52 53 54; do readlink /proc/self/fd/$i; done")
		spec.Env = []string{"PATH=/bin:/usr/bin"}
		spec.Files = []FileMap{{Child: 1, Parent: 1}}
		want := ""
		for i := range files {
			spec.Files = append(spec.Files, FileMap{Child: base + i, Parent: base + (i+shift)%n})
			want += files[(i+shift)%n].Name() + "\n"
		}
		if out, _ := output(t, spec); out != want {
			t.Errorf("shift %d: %q, want %q", shift, out, want)
		}
	}
}

func itoa(n int) string {
	var b bytes.Buffer
	if n >= 10 {
		b.WriteString(itoa(n / 10))
	}
	b.WriteByte(byte('0' + n%10))
	return b.String()
}

func TestNothingElseIsInherited(t *testing.T) {
	for n := 3; n < 300; n++ { // inherited by the test itself
		unix.CloseOnExec(n)
	}
	spec := &Spec{Path: "/bin/ls", Argv: []string{"ls", "/proc/self/fd"}, Dir: -1, Umask: -1,
		Group: -1, Tty: -1,
		Files: []FileMap{{Child: 1, Parent: 1}}}
	if out, _ := output(t, spec); out != "0\n1\n" { // 0 is ls's own
		t.Errorf("%q", out)
	}
}

func TestGroups(t *testing.T) {
	spec := shell("exec sleep 100")
	spec.Group = 0
	leader, err := Start(spec)
	if err != nil {
		t.Fatal(err)
	}
	spec = shell("exec sleep 100")
	spec.Group = leader.Pid()
	member, err := Start(spec)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []*Process{leader, member} {
		if g, _ := syscall.Getpgid(p.Pid()); g != leader.Pid() {
			t.Errorf("group %d, want %d", g, leader.Pid())
		}
	}
	_ = syscall.Kill(-leader.Pid(), syscall.SIGKILL)
	for _, p := range []*Process{leader, member} {
		if st, err := p.Wait(false); err != nil || st.Signal() != sig.SIGKILL ||
			st.ShellStatus() != 137 {
			t.Errorf("%v %v", st, err)
		}
		if err := p.Signal(sig.SIGTERM); err != syscall.ESRCH {
			t.Errorf("signal to a dead process: %v", err)
		}
	}
}

func TestWaitForStops(t *testing.T) {
	p, err := Start(shell("kill -STOP $$; exit 3"))
	if err != nil {
		t.Fatal(err)
	}
	st, err := p.Wait(true)
	if err != nil || !st.Stopped() || st.Signal() != sig.SIGSTOP ||
		st.ShellStatus() != 128+int(sig.SIGSTOP) {
		t.Fatalf("%v %v", st, err)
	}
	_ = p.Signal(sig.SIGCONT)
	for !st.Exited() {
		if st, err = p.Wait(true); err != nil {
			t.Fatal(err)
		}
	}
	if st.Code() != 3 {
		t.Errorf("%v", st)
	}
}

func TestManyStartersAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			for i := range 25 {
				code := (g*25 + i) % 100
				p, err := Start(shell("exit " + itoa(code)))
				if err != nil {
					t.Error(err)
					return
				}
				if st, err := p.Wait(false); err != nil || st.Code() != code {
					t.Errorf("%v %v, want %d", st, err, code)
				}
			}
		})
		wg.Go(func() { runtime.GC() })
	}
	wg.Wait()
}

func TestBackgroundChildrenTakeNoThreads(t *testing.T) {
	const n = 500
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	before := threads(t)
	ended := make(chan Status, n)
	for range n {
		spec := shell("", FileMap{Child: 0, Parent: int(r.Fd())})
		spec.Path, spec.Argv = "/bin/cat", []string{"cat"}
		p, err := Start(spec)
		if err != nil {
			t.Fatal(err)
		}
		p.Watch(func(st Status) { ended <- st })
	}
	// On a busy machine the runtime needs some of its own.
	if more := threads(t) - before; runtime.GOOS == "linux" && more > n/5 {
		t.Errorf("%d more threads", more)
	}
	w.Close()
	for range n {
		if st := <-ended; st.Signal() != 0 {
			t.Errorf("%v", st)
		}
	}
}

func threads(t *testing.T) int {
	list, err := os.ReadDir("/proc/self/task")
	if err != nil && runtime.GOOS == "linux" {
		t.Fatal(err)
	}
	return len(list)
}

func BenchmarkTrue(b *testing.B) {
	spec := shell("")
	spec.Path, spec.Argv = "/bin/true", []string{"true"}
	for b.Loop() {
		p, err := Start(spec)
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.Wait(false); err != nil {
			b.Fatal(err)
		}
	}
}

func TestChildReapedBySomebodyElse(t *testing.T) {
	p, err := Start(shell("exit 3"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := syscall.Wait4(p.Pid(), nil, 0, nil); err != nil {
		t.Fatal(err)
	}
	ended := make(chan Status)
	p.Watch(func(st Status) { ended <- st })
	if st := <-ended; st.Code() != 127 {
		t.Errorf("%v", st)
	}
}
