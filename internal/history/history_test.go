package history

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"syscall"
	"testing"
)

func enter(l *List, commands ...string) {
	for _, c := range commands {
		l.Begin(c)
		l.Commit()
	}
}

func check(t *testing.T, l *List, first int, want ...string) {
	t.Helper()
	n, got := l.Commands()
	if n != first || len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("%d %q, want %d %q", n, got, first, want)
	}
}

func TestList(t *testing.T) {
	l := New(3)
	check(t, l, 1)
	l.Begin("a")
	check(t, l, 1)
	if n := l.Next(); n != 2 {
		t.Errorf("behind the first, which runs: %d", n)
	}
	l.Commit()
	l.Begin("fc")
	l.Discard()
	l.Commit()
	enter(l, "b", "c")
	l.Begin("d")
	l.Begin("e") // enters d
	check(t, l, 2, "b", "c", "d")
	l.Commit()
	check(t, l, 3, "c", "d", "e")
	if n := l.Next(); n != 6 {
		t.Errorf("next: %d", n)
	}
	none := New(0)
	enter(none, "a")
	check(t, none, 2)
}

func TestFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h")
	l := New(10)
	if err := l.Open(path); err != nil {
		t.Fatal(err)
	}
	enter(l, "echo a", "if true\n\tthen echo b\n\nfi", "echo c \\n")
	text, err := os.ReadFile(path)
	if want := "echo a\nif true\n\t\tthen echo b\n\t\n\tfi\necho c \\n\n"; err != nil ||
		string(text) != want {
		t.Errorf("%q, %v; want %q", text, err, want)
	}
	if st, err := os.Stat(path); err != nil || st.Mode() != 0o600 {
		t.Errorf("mode %v, %v", st.Mode(), err)
	}
	again := New(2)
	if err := again.Open(path); err != nil {
		t.Fatal(err)
	}
	check(t, again, 1, "if true\n\tthen echo b\n\nfi", "echo c \\n")
}

// Several shells append to the file at the same time, while others open and cut it. The newest
// commands are all there.
func TestFileOfManyShells(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h")
	old := strings.Repeat("old\n", 2*DefaultSize+1)
	if err := os.WriteFile(path, []byte(old), 0o600); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for shell := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			l := New(10)
			if err := l.Open(path); err != nil {
				t.Error(err)
			}
			for i := range 50 {
				enter(l, fmt.Sprintf("shell %d\n%d", shell, i))
			}
		}()
	}
	wg.Wait()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, c := range decode(string(text)) {
		seen[c] = true
	}
	if len(seen) != 8*50+1 {
		t.Errorf("%d commands", len(seen))
	}
	if all, _ := filepath.Glob(path + "*"); len(all) != 1 {
		t.Errorf("left %v", all)
	}
}

// A history readable by others becomes private, if it is our own and nothing else.
func TestFileIsPrivate(t *testing.T) {
	dir := t.TempDir()
	make := func(name string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("a\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	plain, target, twice := make("plain"), make("target"), make("twice")
	link, other := filepath.Join(dir, "link"), filepath.Join(dir, "other")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(twice, other); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		want os.FileMode
	}{{plain, 0o600}, {link, 0o644}, {other, 0o644}} {
		l := New(10)
		if err := l.Open(c.path); err != nil {
			t.Fatal(err)
		}
		enter(l, "b")
		st, err := os.Stat(c.path)
		if err != nil || st.Mode() != c.want {
			t.Errorf("%s: %v, %v; want %v", c.path, st.Mode(), err, c.want)
		}
		if text, err := os.ReadFile(c.path); err != nil || string(text) != "a\nb\n" {
			t.Errorf("%s: %q, %v", c.path, text, err)
		}
	}
}

// A path to no regular file does not stop the shell.
func TestNoRegularFile(t *testing.T) {
	dir := t.TempDir()
	fifo := filepath.Join(dir, "fifo")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/dev/null": "", fifo: "not a regular file",
		dir: "is a directory"} {
		l := New(10)
		got := ""
		if err := l.Open(path); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", path, got, want)
		}
		enter(l, "b")
		check(t, l, 1, "b")
	}
}

// A partly written command is a command of its own.
func TestCutOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h")
	if err := os.WriteFile(path, []byte("a\nhal"), 0o600); err != nil {
		t.Fatal(err)
	}
	l := New(10)
	if err := l.Open(path); err != nil {
		t.Fatal(err)
	}
	enter(l, "b")
	if text, err := os.ReadFile(path); err != nil || string(text) != "a\nhal\nb\n" {
		t.Errorf("%q, %v", text, err)
	}
}
