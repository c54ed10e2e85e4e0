//go:build linux

package tests

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"ftsh/internal/subject"
)

// The title in ps of a list with a shell of its own: its place, and the name of its first command.
// The title has no word of a command's arguments, expanded or not. No program gets the shell's own
// settings.
func TestTitles(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh shows is tested")
	}
	sh := shell.Get(t)
	for _, c := range []struct{ name, list, want string }{
		{"group", `{ read secret <fifo; } &`, "ftsh: job.sh:3 read|ftsh"},
		{"program in a group", `{ cat secret 2>/dev/null; read x <fifo; } &`,
			"ftsh: job.sh:3 cat|ftsh"},
		{"function", `f secret &`, "ftsh: job.sh:3 f|ftsh"},
		{"assignment before it", `password=secret f &`, "ftsh: job.sh:3 f|ftsh"},
		{"assignment first", `{ password=secret; f; } &`, "ftsh: job.sh:3 f|ftsh"},
		{"assignments alone", `{ password=secret$(read x <fifo); } &`, "ftsh: job.sh:3 read|ftsh"},
		{"function defined in it", `{ g() { echo secret; }; f secret; } &`,
			"ftsh: job.sh:3 f|ftsh"},
		{"name that is expanded", `$name secret &`, "ftsh: job.sh:3|ftsh"},
		{"name that is quoted", `"f" secret &`, "ftsh: job.sh:3 f|ftsh"},
		{"block", `try for 1 hour; f secret; end &`, "ftsh: job.sh:3 f|ftsh"},
		{"pipeline", `f secret 3>&1 | f secret &`, "ftsh: job.sh:3 f|ftsh"},
		{"eval", `eval 'f secret &'`, "ftsh: job.sh:3|ftsh"},
		{"long name", `{ ./0123456789012345678901234567890123456789012345678901234567890123456789 || f; } 2>/dev/null &`,
			"ftsh: job.sh:3 " +
				"./01234567890123456789012345678901234567890123456789012345678901…|ftsh"},
		{"control characters", `{ 'a
b' 2>/dev/null; f; } &`, "ftsh: job.sh:3 a?b|ftsh"},
		{"subshell with a trap", `{ (trap : USR1; read x <fifo) & }`, "ftsh: job.sh:3 trap|ftsh"},
		{"option like words", `{ -ftsh-classic 2>/dev/null; f; } &`,
			"ftsh: job.sh:3 -ftsh-classic|ftsh"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			script := "f() { read x <fifo; }; mkfifo fifo\nname=f; export secret=x\n" + c.list + `
				until title=$(tr '\0\n' '|@' </proc/$!/cmdline); [ "$title" ]; do :; done # amid execve it is empty
				echo "$title$(cat /proc/$!/comm)"
				while read x; do echo "list: $x"; done <<E
				$(printenv | grep FTSH_A | tr '\n' ' ')
E
				kill -KILL 0` // and all its processes waiting for the fifo
			if err := os.WriteFile(filepath.Join(dir, "job.sh"), []byte(script),
				0o644); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(sh.Path, "--log-level=silent", "--kill-timeout=7m", "./job.sh")
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), subject.Env()...)
			cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			if out, err := cmd.CombinedOutput(); string(out) != c.want+"\nlist: \n" {
				t.Errorf("%q, %v; want %q", out, err, c.want)
			}
		})
	}
}

// The options of a list's shell hold in it, and are passed on to no program.
func TestTitlesHideOptions(t *testing.T) {
	if subject.Standing() {
		t.Skip("what ftsh shows is tested")
	}
	dir := t.TempDir()
	cmd := exec.Command(shell.Get(t).Path, "--log-level=attempts", "--log-format=json",
		"--log-file=log", "-c",
		`{ try 1 time; false; end; tr '\0' '|' </proc/self/cmdline; printenv FTSH_ARGUMENTS; { { sh -c 'printenv FTSH_ARGUMENTS'; :; } & wait; }; } & wait
		 (trap : USR1; exec printenv FTSH_ARGUMENTS); echo $?; grep -c '"attempt"' log`)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), subject.Env()...)
	if out, err := cmd.CombinedOutput(); string(out) != "ftsh: ftsh:1 false|1\n2\n" {
		t.Errorf("%q, %v", out, err)
	}
}
