//go:build linux

package tests

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

const agentsGuide = "../docs/guides/ci-and-agents.md"

// TestContainedTable runs the rows of the guide's table under the real timeout, in a session of
// their own whose group gets SIGKILL at the end, and contained.
func TestContainedTable(t *testing.T) {
	t.Parallel()
	need(t, "timeout", "setsid", "nohup", "bash")
	text, err := os.ReadFile(agentsGuide)
	if err != nil {
		t.Fatal(err)
	}
	p, err := parsePage(string(text))
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	for _, s := range p.programs {
		if err := os.WriteFile(filepath.Join(bin, s.name), []byte(s.text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	_, table, _ := strings.Cut(string(text), "<!-- TestContainedTable")
	var rows []string
	want := make([][]string, len(runners(t)))
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.TrimSuffix(strings.TrimPrefix(line, "| "), " |\n"), " | ")
		if len(cells) != 2+len(want) || !strings.HasPrefix(cells[1], "`") {
			continue
		}
		rows = append(rows, strings.Trim(cells[1], "`"))
		for i := range want {
			want[i] = append(want[i], cells[2+i])
		}
	}
	if len(rows) != 9 {
		t.Fatalf("%d rows, want 9", len(rows))
	}
	for i, run := range runners(t) {
		t.Run(run.name, func(t *testing.T) {
			t.Parallel()
			run.check(t, rows, want[i], bin, false)
		})
	}
}

// A runner that is killed cannot end anything itself.
func TestContainedRunnerIsKilled(t *testing.T) {
	t.Parallel()
	need(t, "timeout", "setsid")
	rows := []string{"setsid sleep 1000 &"}
	runners(t)[0].check(t, rows, []string{"left"}, t.TempDir(), true)
	runners(t)[2].check(t, rows, []string{"gone"}, t.TempDir(), true)
}

// A runner runs sh -c with a command.
type runner struct {
	name  string
	argv  []string
	group bool // kill the process group at the end
}

func runners(t *testing.T) []runner {
	return []runner{
		{name: "timeout", argv: []string{"timeout", "-k", "1s", "1h"}},
		{name: "group", group: true},
		{name: "contained", argv: []string{shell.Program(t, "ftry"), "timeout", "1h", "grace",
			"100ms", "contained", "--"}},
	}
}

// check runs commands that start one process each, and compares what is "left" or "gone" at the
// end. With kill, the runner gets SIGKILL while it runs.
func (r *runner) check(t *testing.T, rows, want []string, bin string, kill bool) {
	dir := t.TempDir()
	fifo := func(name string) string {
		path := filepath.Join(dir, name)
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	gate, script := fifo("gate"), ""
	held := make([]*os.File, len(rows)) // read ends: they are at their end when the process is gone
	for i, row := range rows {
		path := fifo("held" + strconv.Itoa(i))
		f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		held[i] = f
		script += "{ " + row + "\n} 3>" + path + "\n"
	}
	argv := append(slices.Clone(r.argv), "sh", "-c", script+"read x <"+gate)
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin:" + bin, "FTSH_LOG_LEVEL=0"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: r.group}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer endHolders(t, dir, held)
	until(t, "the processes", func() bool { return len(holders(dir, arrived)) == len(rows) })
	var err error
	if kill {
		err = cmd.Process.Kill()
	} else {
		err = os.WriteFile(gate, []byte("go\n"), 0)
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil && !kill {
		t.Fatalf("%s: %v", r.name, err)
	}
	if r.group {
		_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	}
	for i, w := range want {
		if w == "gone" {
			until(t, "the end of "+rows[i], func() bool { return ended(held[i]) })
		} else if ended(held[i]) {
			t.Errorf("%s: %s is gone, want left", r.name, rows[i])
		}
	}
	if kill && slices.Contains(want, "left") {
		until(t, "the gate of the shell that is left", func() bool {
			w, err := os.OpenFile(gate, os.O_WRONLY|syscall.O_NONBLOCK, 0)
			return err == nil && w.Close() == nil
		})
	}
}

// holders returns the processes with a fifo of dir open at number 3 whose name and state are of
// interest, by its path. A process may have several.
func holders(dir string, interesting func(name string, state byte) bool) map[string][]int {
	found := make(map[string][]int)
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, proc := range dirs {
		stat, err := os.ReadFile(proc + "/stat")
		from, to := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
		if err != nil || to < from || to+2 >= len(stat) ||
			!interesting(string(stat[from+1:to]), stat[to+2]) {
			continue
		}
		path, err := os.Readlink(proc + "/fd/3")
		if err == nil && filepath.Dir(path) == dir {
			pid, _ := strconv.Atoi(filepath.Base(proc))
			found[path] = append(found[path], pid)
		}
	}
	return found
}

// arrived finds the process that a command is about: a sleep, or a stopped shell.
func arrived(name string, state byte) bool { return name == "sleep" || state == 'T' }

func anything(string, byte) bool { return true }

// endHolders ends what is left.
func endHolders(t *testing.T, dir string, held []*os.File) {
	until(t, "the end of what is left", func() bool {
		for _, pids := range holders(dir, anything) {
			for _, pid := range pids {
				_ = syscall.Kill(pid, syscall.SIGKILL)
			}
		}
		return !slices.ContainsFunc(held, func(f *os.File) bool { return !ended(f) })
	})
}

// ended reports whether no process has the other end of a fifo open.
func ended(f *os.File) bool {
	_ = f.SetReadDeadline(time.Now().Add(time.Millisecond))
	_, err := f.Read(make([]byte, 1))
	return err == io.EOF
}

// until waits for a condition.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited two minutes for: %s", what)
		}
	}
}
