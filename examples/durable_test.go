//go:build linux

package examples_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// testDurable ends durable.ftsh by SIGKILL in the middle of its work on fetched files, and runs it
// again: successful steps are not repeated.
func testDurable(t *testing.T, p place) {
	p.lookup(t, "curl")
	names := p.file(t, "names", "one\ntwo\nslow\n", 0o644)
	p.file(t, "work/.keep", "", 0o644)
	work := filepath.Join(p.dir, "work")
	slow := filepath.Join(work, "slow.new")
	if err := syscall.Mkfifo(slow, 0o644); err != nil { // without a reader the branch waits
		t.Fatal(err)
	}
	run := func() *program { return p.start(t, "", nil, "durable.ftsh", "file://"+names, work) }
	first := run()
	for _, name := range []string{"one", "two"} {
		first.until(t, name+" is done", func() bool {
			_, err := os.Stat(filepath.Join(work, name+".done"))
			return err == nil
		})
		p.file(t, "work/"+name+".done", "not made again\n", 0o644)
	}
	// Its end has to be recorded, too.
	first.until(t, "two ends are recorded", func() bool {
		text, _ := os.ReadFile(filepath.Join(work, ".make"))
		return strings.Count(string(text), `"kind":"succeeded"`) == 2
	})
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-first.ended
	if err := os.Remove(slow); err != nil {
		t.Fatal(err)
	}
	p.file(t, "names", "other\n", 0o644)
	second := run()
	// The watchdog ends the processes left.
	for <-second.ended; second.cmd.ProcessState.ExitCode() == 75; <-second.ended {
		second = run()
	}
	second.wait(t, 0)
	for name, want := range map[string]string{"one": "not made again\n", "two": "not made again\n",
		"slow": "SLOW\n"} {
		if got := p.read(t, "work/"+name+".done"); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := strings.Count(p.read(t, "work/told"), "\n"); got != 1 {
		t.Errorf("told %d times", got)
	}
}
