package eventlog

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"ftsh/interp/event"
)

var when = time.Date(2026, 1, 2, 3, 4, 5, 678e6, time.UTC)

func TestRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	l, err := Open(path, Text)
	if err != nil {
		t.Fatal(err)
	}
	at := event.Place{Script: "a/b.ftsh", Line: 12}
	l.Event(event.Event{Kind: event.CommandEnded, Time: when, Place: at,
		Process: event.Process{Args: []string{"one\nline, \x1b[2J\r\x7f\tü"}}})
	refused := errors.New("two\nlines")
	l.Event(event.Event{Kind: event.SignalSent, Time: when, Place: event.Place{Script: "ftsh"},
		Process: event.Process{Pid: 7, Signal: syscall.SIGTERM}, Err: refused})
	l.Close()
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pid := os.Getpid()
	want := fmt.Sprintf("2026-01-02 03:04:05.678 [%d] a/b.ftsh:12 'one\\nline, "+
		"\\x1b[2J\\r\\x7f\tü': exit status 0\n"+
		"2026-01-02 03:04:05.678 [%[1]d] ftsh process 7: SIGTERM: two\\nlines\n", pid)
	if string(got) != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Nested and parallel shells have logs of one file. They do not mix records.
func TestParallel(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	if err := os.WriteFile(path, []byte("before\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	block := strings.Repeat("x", 10000)
	var wg sync.WaitGroup
	for range 4 {
		l, err := Open(path, Text)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		for range 2 {
			wg.Go(func() {
				for range 20 {
					l.Event(event.Event{Kind: event.BlockBegins, Time: when,
						Place: event.Place{Script: "s", Line: 1},
						Block: event.Block{Kind: block}})
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
		if !strings.HasSuffix(l, " s:1 "+block+" begins") || strings.Count(l, "[") != 1 {
			t.Fatalf("mixed: %.80q", l)
		}
	}
}

func TestOpenFails(t *testing.T) {
	if _, err := Open(filepath.Join(t.TempDir(), "none", "log"), Text); !os.IsNotExist(err) {
		t.Errorf("%v", err)
	}
}
