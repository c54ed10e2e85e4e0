//go:build linux

package tests

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"ftsh/internal/subject"
)

// everyBlock has each kind of block, and attempts that leave processes: children, orphans in a
// session of their own, children of programs.
const everyBlock = `
try 3 times every 10ms; false; /bin/false; catch; :; end
try for 1 hour every 10ms; /bin/true; end
try 2 times timeout 100ms grace 1s; sleep 1000; catch; :; end
try for 200ms grace 1s; (setsid sleep 1000 & sleep 1000); catch; :; end
try for 200ms grace 1s; sh -c '(setsid sleep 1000 &); sleep 1000 & wait'; catch; :; end
forany a in x y z; [ $a = z ] && /bin/true; end
forany a hedge 50ms grace 1s in x y; [ $a = y ] || sleep 1000; end
forany a timeout 100ms grace 1s in x y; [ $a = y ] || sleep 1000; end
forall a jobs 2 in x y z; /bin/true $a; end
forall a timeout 100ms grace 1s in x y; sleep 1000; catch; :; end
v=$(try; /bin/echo over; end)
echo $v
`

// scans returns the lines of a trace with a read of the process table, or with a look at a process
// outside the trace.
func scans(trace string) (found []string) {
	ours := map[string]bool{}
	for l := range strings.Lines(trace) {
		pid, _, _ := strings.Cut(l, " ")
		ours[pid] = true
	}
	process := regexp.MustCompile(`(?:"/proc/|</proc>, "|</proc/)(\d+)`)
	for l := range strings.Lines(trace) {
		_, call, _ := strings.Cut(l, " ")
		call = strings.TrimSpace(call)
		switch at := process.FindStringSubmatch(call); {
		case strings.HasPrefix(call, "getdents64(") && strings.Contains(call, "</proc>,"),
			at != nil && !ours[at[1]]:
			found = append(found, strings.TrimSpace(l))
		}
	}
	return found
}

// The cost of blocks does not depend on other processes of the host. While blocks run, and when
// they end their remaining processes, the shell does not list the processes of the host, and looks
// only at processes it has started.
func TestBlocksLookAtTheirOwnProcesses(t *testing.T) {
	if subject.Standing() {
		t.Skip("other shells have no blocks")
	}
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("no strace")
	}
	traced := func(script string) string {
		t.Helper()
		trace := filepath.Join(t.TempDir(), "trace")
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		defer cancel()
		cmd := exec.CommandContext(ctx, "strace", "-f", "-y", "-s", "256", "-o", trace,
			"-e", "trace=open,openat,getdents64,readlink,readlinkat,execve",
			shell.Get(t).Path, "-c", script)
		cmd.Env = append(os.Environ(), subject.Env()...)
		cmd.Dir, cmd.WaitDelay = t.TempDir(), 30*time.Second
		out, err := cmd.CombinedOutput()
		if strings.Contains(string(out), "ptrace(") {
			t.Skipf("nothing can be traced here: %s", out)
		}
		if err != nil || !strings.HasSuffix(string(out), "over\n") {
			t.Fatalf("%v: %s", err, out)
		}
		text, err := os.ReadFile(trace)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	// The look at the trace finds a scan, and a process outside the script.
	if found := scans(traced(`: /proc/[0-9]*; echo over`)); len(found) == 0 {
		t.Error("a scan of the table was not seen")
	}
	if found := scans(traced(`read -r line </proc/1/stat; echo over`)); len(found) != 1 {
		t.Errorf("a look at process 1 was not seen: %q", found)
	}
	trace := traced(everyBlock)
	if found := scans(trace); len(found) > 0 {
		t.Errorf("the blocks looked at processes of others:\n%s", strings.Join(found, "\n"))
	}
	if !strings.Contains(trace, `/children"`) {
		t.Error("no block looked for its processes: nothing was tested")
	}
}
