package eventlog

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ftsh/interp"
)

var when = time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)

func TestRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	l.Event(interp.Event{Time: when, Script: "a/b.ftsh", Line: 12, Message: "two\nlines, \x1b[2J\r\x7f\tü"})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pid := os.Getpid()
	want := fmt.Sprintf("2026-01-02 03:04:05.678 [%d] a/b.ftsh:12 two\\nlines, \\x1b[2J\\r\\x7f\tü\n", pid)
	if string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Logs of one file, as nested and parallel shells have them, do not mix records.
func TestParallel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, []byte("before\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	message := strings.Repeat("x", 10000)
	var wg sync.WaitGroup
	for range 4 {
		l, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		for range 2 {
			wg.Go(func() {
				for range 20 {
					l.Event(interp.Event{Time: when, Script: "s", Line: 1, Message: message})
				}
			})
		}
	}
	wg.Wait()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(got), "\n"), "\n")
	if len(lines) != 161 || lines[0] != "before" {
		t.Fatalf("%d lines, first %q", len(lines), lines[0])
	}
	for _, l := range lines[1:] {
		if !strings.HasSuffix(l, " s:1 "+message) || strings.Count(l, "[") != 1 {
			t.Fatalf("mixed: %.80q", l)
		}
	}
}

func TestOpenFails(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "none", "log")); !os.IsNotExist(err) {
		t.Errorf("%v", err)
	}
}
