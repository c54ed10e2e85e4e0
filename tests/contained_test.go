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

// TestContainedTable runs each row of the guide's table under the real timeout, in a session of its
// own whose group gets SIGKILL at the end, and contained.
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
	rows := 0
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(line, "|\n"), " | ")
		if len(cells) != 5 || !strings.Contains(cells[1], "`") || cells[1] == "command" {
			continue
		}
		rows++
		command := strings.Trim(strings.TrimSpace(cells[1]), "`")
		for i, run := range runners(t) {
			want := strings.TrimSpace(cells[2+i])
			t.Run(run.name+"/"+strings.TrimSpace(cells[0]), func(t *testing.T) {
				t.Parallel()
				if got := run.leaves(t, command, bin, want, false); got != want {
					t.Errorf("%s: %s, want %s", command, got, want)
				}
			})
		}
	}
	if rows != 9 {
		t.Errorf("%d rows, want 9", rows)
	}
}

// A runner that is killed cannot end anything itself.
func TestContainedRunnerIsKilled(t *testing.T) {
	t.Parallel()
	need(t, "timeout", "setsid")
	for _, c := range []struct {
		runner int
		want   string
	}{{0, "left"}, {2, "gone"}} {
		run := runners(t)[c.runner]
		if got := run.leaves(t, "setsid sleep 1000 &", t.TempDir(), c.want,
			true); got != c.want {
			t.Errorf("%s: %s, want %s", run.name, got, c.want)
		}
	}
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

// leaves runs a command that starts one process, and reports whether that is "left" or "gone" at
// the end. It waits only for an expected end. With kill, the runner gets SIGKILL while it runs.
func (r *runner) leaves(t *testing.T, command, bin, want string, kill bool) string {
	dir := t.TempDir()
	gate := filepath.Join(dir, "gate")
	if err := syscall.Mkfifo(gate, 0o600); err != nil {
		t.Fatal(err)
	}
	open, held, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer open.Close()
	link, err := os.Readlink("/proc/self/fd/" + strconv.Itoa(int(held.Fd())))
	if err != nil {
		t.Fatal(err)
	}
	argv := append(slices.Clone(r.argv), "sh", "-c", command+"\nread x <gate")
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Dir = dir
	cmd.Env = []string{"PATH=/usr/bin:/bin:" + bin, "FTSH_LOG_LEVEL=0"}
	cmd.ExtraFiles = []*os.File{held} // number 3 of all that the command starts
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: r.group}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	held.Close()
	defer endHolders(t, link, open)
	until(t, "the process", func() bool { return len(holders(link, arrived)) > 0 })
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
	state := "gone"
	until(t, want, func() bool {
		if want == "left" && len(holders(link, anything)) > 0 {
			state = "left"
		}
		return state == "left" || ended(open)
	})
	return state
}

// ended reports whether no process has the other end of a pipe open.
func ended(open *os.File) bool {
	_ = open.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
	_, err := open.Read(make([]byte, 1))
	return err == io.EOF
}

// until waits for a condition.
func until(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); !is(); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("waited two minutes for: %s", what)
		}
	}
}

// holders returns the processes with a pipe open at number 3 whose name and state are of interest.
func holders(link string, interesting func(name string, state byte) bool) (pids []int) {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	for _, dir := range dirs {
		stat, err := os.ReadFile(dir + "/stat")
		from, to := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
		if err != nil || to < from || to+2 >= len(stat) ||
			!interesting(string(stat[from+1:to]), stat[to+2]) {
			continue
		}
		if l, err := os.Readlink(dir + "/fd/3"); err == nil && l == link {
			pid, _ := strconv.Atoi(filepath.Base(dir))
			pids = append(pids, pid)
		}
	}
	return pids
}

// arrived finds the process that a command is about: a sleep, or a stopped shell.
func arrived(name string, state byte) bool { return name == "sleep" || state == 'T' }

func anything(string, byte) bool { return true }

// endHolders ends what is left.
func endHolders(t *testing.T, link string, open *os.File) {
	until(t, "the end of what is left", func() bool {
		for _, pid := range holders(link, anything) {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
		return ended(open)
	})
}
