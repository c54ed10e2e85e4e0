//go:build linux

package tests

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The input and output of attempts beyond a mebibyte is kept in $TMPDIR. Here $TMPDIR has a fault
// until the third attempt.

// uses are the kinds of data kept there. Each script prints the same once the fault has ended.
var uses = map[string]string{
	"output of a program": `x=$(try 4 times every 0s; mend; big; echo; echo end$FTSH_ATTEMPT; end)
echo "$? ${#x} ${x##*x}"`,
	"output of a builtin": `x=$(try 4 times every 0s; mend; lines; echo end$FTSH_ATTEMPT; end)
echo "$? $((${#x}-29)) ${x##*1}"`,
	"input of a program": `big | try 4 times every 0s; mend; n=$(wc -c); echo "0 $((n+5)) "; ` +
		`echo end$FTSH_ATTEMPT; end`,
	"input of a builtin": `lines | try 4 times every 0s
	mend; n=5
	while read -r l; do [ ${#l} = 100000 ]; n=$((n+${#l})); done
	echo "0 $n "; echo end$FTSH_ATTEMPT
end`,
	"output of an " +
		"alternative": `x=$(try 4 times every 0s; mend; forany i ordered hedge 1h in a; big; end; echo; echo end$FTSH_ATTEMPT; end)
echo "$? ${#x} ${x##*x}"`,
	"input of alternatives": `big >in
try 4 times every 0s
	mend
	n=$(cat in | forany i ordered hedge 1h in a; wc -c; end)
	echo "0 $((n+5)) "; echo end$FTSH_ATTEMPT
end`,
}

const kept = "0 3000005 \nend3\n"

// prologue makes 3000000 bytes in two ways; each attempt begins with mend.
const prologue = `big() { head -c 3000000 /dev/zero | tr '\0' x; }
lines() { i=0; while [ $i -lt 30 ]; do printf '%0100000d\n' 1; i=$((i+1)); done; }
mend() { if [ $FTSH_ATTEMPT -ge 3 ]; then mended; fi; }
`

// sick runs every use with a fault: spoil is a command that begins it, mended one that ends it.
func sick(t *testing.T, spoil, mended, message string, wrap func(*testing.T, *exec.Cmd)) {
	for name, use := range uses {
		t.Run(name, func(t *testing.T) {
			cmd := faulty(t, prologue+"mended() { "+mended+"; }\n"+spoil+"\n"+use)
			tmp := filepath.Join(cmd.Dir, "tmp")
			if err := os.Mkdir(tmp, 0o777); err != nil {
				t.Fatal(err)
			}
			cmd.Env = append(cmd.Env, "TMPDIR="+tmp)
			if wrap != nil {
				wrap(t, cmd)
			}
			var errs strings.Builder
			cmd.Stderr = &errs
			out, err := cmd.Output()
			if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == cannot {
				t.Skipf("not possible here: %s", errs.String())
			}
			if err != nil || string(out) != kept {
				t.Errorf("%v, %.200q", err, out)
			}
			lines := strings.Split(strings.TrimSuffix(errs.String(), "\n"), "\n")
			for _, line := range lines {
				if !strings.HasSuffix(line, " cannot be kept in "+tmp+": "+message+
					" (see streaming)") {
					t.Errorf("%q", line)
				}
			}
			if len(lines) != 2 {
				t.Errorf("%d messages, want 2: %q", len(lines), lines)
			}
		})
	}
}

// cannot is the status of a script without the permission to bring a fault about.
const cannot = 77

// mounted gives a command a file system of 8 MiB in memory at tmp, visible to it alone.
func mounted(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	unshare, err := exec.LookPath("unshare")
	if err != nil {
		t.Fatal(err)
	}
	flags := "-m"
	if os.Geteuid() != 0 {
		flags = "-rm"
	}
	const mount = `mount -t tmpfs -o size=8m,mode=700 none "$0" || exit 77; exec "$@"`
	cmd.Args = append([]string{"unshare", flags, "sh", "-c", mount, filepath.Join(cmd.Dir, "tmp"),
		cmd.Path}, cmd.Args[1:]...)
	cmd.Path = unshare
}

func TestFullTmpdir(t *testing.T) {
	sick(t, "head -c 9000000 /dev/zero 2>/dev/null >$TMPDIR/ballast", "rm -f $TMPDIR/ballast",
		"no space left on device beyond the reserve", mounted)
}

func TestReadOnlyTmpdir(t *testing.T) {
	sick(t, "mount -o remount,ro $TMPDIR", "mount -o remount,rw $TMPDIR", "read-only file system",
		mounted)
}

func TestMissingTmpdir(t *testing.T) {
	sick(t, "rmdir $TMPDIR", "mkdir -p $TMPDIR", "no such file or directory", nil)
}

func TestTmpdirThatIsNoDirectory(t *testing.T) {
	sick(t, "rmdir $TMPDIR; : >$TMPDIR", "[ -d $TMPDIR ] || { rm $TMPDIR; mkdir $TMPDIR; }",
		"not a directory", nil)
}

// The script itself holds nearly all descriptors, with too few left for the temporary files of
// twelve branches, each of which keeps its own until the others have begun.
func TestTooFewDescriptorsForTemporaryFiles(t *testing.T) {
	cmd := faulty(t, prologue+
		`mended() { while [ $n -gt 3 ]; do n=$((n-1)); eval "exec $n<&-"; done; }
n=3; while command eval "exec $n</dev/zero" 2>/dev/null; do n=$((n+1)); done
for i in 1 2 3 4; do n=$((n-1)); eval "exec $n<&-"; done
try 4 times every 0s
	mend
	forall i grouped in 1 2 3 4 5 6 7 8 9 10 11 12
		lines
		try 2 times every 0.3s; [ $FTSH_ATTEMPT = 2 ]; end
	end >/dev/null
	echo end$FTSH_ATTEMPT
end`)
	cmd.Args = append([]string{"sh", "-c", `ulimit -n 64; exec "$0" "$@"`, cmd.Path},
		cmd.Args[1:]...)
	cmd.Path = "/bin/sh"
	var errs strings.Builder
	cmd.Stderr = &errs
	const message = "the branch's output cannot be kept in /tmp: too many open files (see " +
		"grouped)"
	if out, err := cmd.Output(); err != nil || string(out) != "end3\n" ||
		!strings.Contains(errs.String(), message) {
		t.Errorf("%v, %q, %.1000q", err, out, errs.String())
	}
}

// sickfs runs a command on a disk with errors.
func sickfs(t *testing.T, op string) func(*testing.T, *exec.Cmd) {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("needs the right to mount")
	}
	program := filepath.Join(t.TempDir(), "sickfs")
	if out, err := exec.Command("go", "build", "-o", program,
		"ftsh/tests/testdata/sickfs").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return func(t *testing.T, cmd *exec.Cmd) {
		cmd.Args = append([]string{"sickfs", op, filepath.Join(cmd.Dir, "tmp"), cmd.Path},
			cmd.Args[1:]...)
		cmd.Path = program
	}
}

func TestErrorsOfTheDisk(t *testing.T) {
	for _, op := range []string{"create", "write"} {
		t.Run(op, func(t *testing.T) {
			sick(t, "", ": >$TMPDIR.mended", "input/output error", sickfs(t, op))
		})
	}
}

// The kept data cannot be read again.
func TestErrorsOfTheDiskWhenReading(t *testing.T) {
	wrap := sickfs(t, "read")
	for name, c := range map[string]struct{ script, out string }{
		// The first attempt has read all, and the second gets an error: no end, and no part.
		"input of a program": {`big | try 4 times every 0s; mend; wc -c; echo end$FTSH_ATTEMPT; ` +
			`[ $FTSH_ATTEMPT -gt 1 ]; end; echo "$?"`,
			"3000000\nend1\n3000000\nend3\n0\n"},
		"input of a builtin": {`lines | try 4 times every 0s; mend; n=0; while read -r l; do ` +
			`n=$((n+1)); done; echo $n end$FTSH_ATTEMPT; [ $FTSH_ATTEMPT -gt 1 ]; end; echo "$?"`,
			"30 end1\n30 end3\n0\n"},
		// A part is visible, so there is no second attempt.
		"output": {`big() { head -c 3000000 /dev/zero | tr '\0' x; }; x=$(try 4 times every 0s; ` +
			`big; end); echo "$? ${#x}"`, "1 1048576\n"},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := faulty(t, prologue+"mended() { : >$TMPDIR.mended; }\n"+c.script)
			tmp := filepath.Join(cmd.Dir, "tmp")
			if err := os.Mkdir(tmp, 0o777); err != nil {
				t.Fatal(err)
			}
			cmd.Env = append(cmd.Env, "TMPDIR="+tmp, "FTSH_LOG_LEVEL=0")
			wrap(t, cmd)
			var errs strings.Builder
			cmd.Stderr = &errs
			out, err := cmd.Output()
			if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == cannot {
				t.Skipf("not possible here: %s", errs.String())
			}
			if err != nil || string(out) != c.out {
				t.Errorf("%v, %q", err, out)
			}
			if got := errs.String(); strings.Count(got, "\n") != 1 || !strings.HasSuffix(got,
				" cannot be read back from "+tmp+": input/output error (see streaming)\n") {
				t.Errorf("%q", got)
			}
		})
	}
}

// The held output cannot be published. Nothing of it is visible, so there is a next attempt.
func TestFullDestination(t *testing.T) {
	for name, c := range map[string]struct{ script, out, errs string }{
		"a file": {"cd tmp; head -c 9000000 /dev/zero 2>/dev/null >ballast; try 4 times every " +
			"0s; [ $FTSH_ATTEMPT -lt 3 ] || rm -f ballast; echo end$FTSH_ATTEMPT; end >f; cat f",
			"end3\n", "ftsh:1:57: write error: no space left on device\nftsh:1:57: write error: " +
				"no space left on device\n"},
		"a part of a file": {"cd tmp; head -c 6000000 /dev/zero >ballast; try 4 times every 0s; " +
			"yes | head -c 4000000; end >f || echo failed",
			"failed\n", "ftsh:1:45: write error: no space left on device\n"},
		"a device": {"forany x ordered hedge 1h in a; echo $x; end >/dev/full || echo failed",
			"failed\n",
			"ftsh:1:1: write error: no space left on device\n"},
		"grouped": {"forall x grouped in a; /bin/echo $x; end >/dev/full || echo failed",
			"failed\n",
			"ftsh:1:1: write error: no space left on device\n"},
		"tagged": {"forall x tagged in a; /bin/echo $x; end >/dev/full || echo failed", "failed\n",
			"ftsh:1:1: write error: no space left on device\n"},
		"errors of branches": {"for how in grouped tagged; do eval \"forall x $how in a b; " +
			"nosuchcommand || :; end 2>/dev/full && echo $how\"; done",
			"grouped\ntagged\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			cmd := faulty(t, c.script)
			program := cmd.Path
			if err := os.Mkdir(filepath.Join(cmd.Dir, "tmp"), 0o777); err != nil {
				t.Fatal(err)
			}
			mounted(t, cmd)
			var errs strings.Builder
			cmd.Stderr = &errs
			out, err := cmd.Output()
			if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == cannot {
				t.Skipf("not possible here: %s", errs.String())
			}
			if got := strings.ReplaceAll(errs.String(), program, "ftsh"); err != nil ||
				string(out) != c.out || got != c.errs {
				t.Errorf("%v, %q, %q", err, out, got)
			}
		})
	}
}

// SIGKILL leaves no temporary file.
func TestKilledShellLeavesNoTemporaryFile(t *testing.T) {
	for name, script := range map[string]string{
		"output": `x=$(try; yes | head -c 5000000; echo ready >&2; sleep 1000; end)`,
		"input": `yes | head -c 5000000 | try 2 times; wc -c >/dev/null; echo ready >&2; sleep ` +
			`1000; end`,
	} {
		t.Run(name, func(t *testing.T) {
			cmd := faulty(t, script)
			tmp := t.TempDir()
			cmd.Env = append(cmd.Env, "TMPDIR="+tmp)
			r, w, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			cmd.Stderr = w
			err = cmd.Start()
			w.Close()
			if err != nil {
				t.Fatal(err)
			}
			said := make([]byte, 6)
			if _, err := r.Read(said); err != nil || string(said) != "ready\n" {
				t.Fatalf("%q, %v", said, err)
			}
			time.Sleep(time.Second) // until it is watched
			var spooled []string
			links, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", cmd.Process.Pid))
			for _, l := range links {
				if to, _ := os.Readlink(l); strings.HasPrefix(to, tmp) {
					spooled = append(spooled, to)
				}
			}
			if len(spooled) != 1 {
				t.Errorf("temporary files: %q, want one", spooled)
			}
			if err := cmd.Process.Signal(syscall.SIGKILL); err != nil {
				t.Fatal(err)
			}
			_ = cmd.Wait()
			if err := r.SetReadDeadline(time.Now().Add(30 * time.Second)); err != nil {
				t.Fatal(err)
			}
			if n, err := r.Read(said); n > 0 || os.IsTimeout(err) {
				t.Errorf("something lives on: %q, %v", said[:n], err)
			}
			if left, err := os.ReadDir(tmp); err != nil || len(left) > 0 {
				t.Errorf("left: %v, %v", left, err)
			}
		})
	}
}
