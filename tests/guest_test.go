//go:build linux

package tests

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"ftsh/internal/standalone"
	"ftsh/internal/subject"
	"ftsh/interp"
)

// TestNothingIsLeftByAGuest does the same to shells inside this process, and counts goroutines too.
func TestNothingIsLeftByAGuest(t *testing.T) {
	if subject.Standing() {
		t.Log("another shell stands in: there is nothing to embed")
		return
	}
	dir := t.TempDir()
	tmp := filepath.Join(dir, "tmp")
	if err := os.Mkdir(tmp, 0o755); err != nil {
		t.Fatal(err)
	}
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o755); err != nil {
		t.Fatal(err)
	}
	ftsh := shell.Get(t).Path
	mark := "LEAK_TEST=" + strconv.Itoa(os.Getpid())
	run := func() {
		var stdout, stderr bytes.Buffer
		sh, err := interp.New(interp.Options{
			Stdout: &stdout, Stderr: &stderr, Dir: work,
			Env:        append(subject.Env(), "PATH=/usr/bin:/bin", "TMPDIR="+tmp, mark),
			Standalone: &standalone.Options{Reexec: []string{ftsh}},
		})
		if err != nil {
			t.Fatal(err)
		}
		// A guest shares its process's signals: no trap is fired here.
		script := withoutTraps(everyConstruct) + blockConstructs
		if _, err := sh.Run(context.Background(), "leak", script); err != nil {
			t.Error(err)
		}
		if err := sh.Close(); err != nil {
			t.Error(err)
		}
		if stdout.Len() > 0 {
			t.Errorf("the script complains:\n%s%s", stdout.String(), stderr.String())
		}
	}
	run()
	run()
	goroutines, descriptors := settled(runtime.NumGoroutine, 0), settled(openDescriptors, 0)
	for range 5 {
		run()
	}
	if n := settled(runtime.NumGoroutine, goroutines); n > goroutines {
		buf := make([]byte, 1<<20)
		t.Errorf("goroutines: %d, then %d\n%s", goroutines, n, buf[:runtime.Stack(buf, true)])
	}
	if n := settled(openDescriptors, descriptors); n > descriptors {
		t.Errorf("descriptors: %d, then %d", descriptors, n)
	}
	if p := marked(mark); len(p) > 0 {
		t.Errorf("processes left behind: %v", p)
	}
	for _, d := range []string{work, tmp} {
		if left, err := os.ReadDir(d); err != nil || len(left) > 0 {
			t.Errorf("left in %s: %v (%v)", d, left, err)
		}
	}
}

// withoutTraps drops the lines that signal the shell itself.
func withoutTraps(script string) string {
	var keep []string
	for _, l := range strings.Split(script, "\n") {
		if !strings.Contains(l, "trap ") {
			keep = append(keep, l)
		}
	}
	return strings.Join(keep, "\n")
}

// settled reads a count until it is at most want, or for two seconds, as goroutines or processes
// about to end may still be counted.
func settled(count func() int, want int) int {
	n := count()
	for range 200 {
		if n <= want {
			break
		}
		time.Sleep(10 * time.Millisecond)
		next := count()
		if want == 0 && next == n {
			break
		}
		n = next
	}
	return n
}

func openDescriptors() int {
	names, _ := filepath.Glob("/proc/self/fd/*")
	return len(names)
}

// marked lists living processes with an entry in their environment.
func marked(entry string) []string {
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	var out []string
	for _, d := range dirs {
		env, _ := os.ReadFile(d + "/environ")
		for _, e := range strings.Split(string(env), "\x00") {
			if e == entry {
				cmdline, _ := os.ReadFile(d + "/cmdline")
				out = append(out, filepath.Base(d)+" "+
					strings.ReplaceAll(string(cmdline), "\x00", " "))
			}
		}
	}
	return out
}
