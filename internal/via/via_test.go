package via

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"ftsh/internal/vars"
)

func TestMark(t *testing.T) {
	f := newFake(t)
	if err := os.WriteFile(f.dir.Of(3, "out"), []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	m := &Mark{Status: 137, Signal: 9, Limit: LimitTimeout, Reason: "no \"x\"\n", Host: "node 1",
		Out: Sum{3, 0x364b3fb7}}
	if err := m.write(f.dir, 3); err != nil {
		t.Fatal(err)
	}
	if all, err := f.dir.ended(); err != nil || !reflect.DeepEqual(all, []int{3}) {
		t.Errorf("%v, %v", all, err)
	}
	got, err := f.dir.read(3)
	if err != nil || *got != *m {
		t.Errorf("%+v, %v", got, err)
	}
	for _, other := range []string{"", "ab", "abd"} {
		if err := os.WriteFile(f.dir.Of(3, "out"), []byte(other), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := f.dir.read(3); !errors.Is(err, errTorn) {
			t.Errorf("%q: %v", other, err)
		}
	}
	// Later output does not belong to it.
	if err := os.WriteFile(f.dir.Of(3, "out"), []byte("abc and more"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := f.dir.read(3); err != nil {
		t.Error(err)
	}
	text := m.text()
	for n := range len(text) {
		if _, err := parseMark(text[:n]); err == nil {
			t.Errorf("a part of a mark is one: %q", text[:n])
		}
	}
}

func TestBlock(t *testing.T) {
	d := Dir(t.TempDir())
	b := &Block{
		Options: []string{"--log-level=10", "a b\n"}, Dir: "/d\n", Umask: 0o27, Input: "/in put",
		Offset: 7, Closed: []int{0, 2}, First: true,
		Timeout: time.Hour, Deadline: time.Unix(1e9, 5), Grace: time.Second,
	}
	if err := b.Write(d, 1); err != nil {
		t.Fatal(err)
	}
	if got, err := readBlock(d, 1); err != nil || !reflect.DeepEqual(got, b) {
		t.Errorf("%+v, %v", got, err)
	}
	if got, want := b.Longest(time.Unix(1e9-60, 5)), 2*time.Minute+time.Second; got != want {
		t.Errorf("longest %v, want %v", got, want)
	}
	b.Deadline = time.Time{}
	if got, want := b.Longest(time.Unix(0, 0)), time.Hour+time.Minute+time.Second; got != want {
		t.Errorf("longest %v, want %v", got, want)
	}
	if got := (&Block{}).Longest(time.Unix(0, 0)); got != 0 {
		t.Errorf("longest %v", got)
	}
}

// A branch is claimed once for each submission, and not after a cancellation.
func TestTake(t *testing.T) {
	d := newFake(t).dir
	for i, want := range []bool{true, false} {
		if got, err := d.take(4, 1); err != nil || got != want {
			t.Errorf("claim %d: %v, %v", i, got, err)
		}
	}
	if got, err := d.take(4, 2); err != nil || !got {
		t.Errorf("another submission: %v, %v", got, err)
	}
	if err := d.Cancel(); err != nil {
		t.Fatal(err)
	}
	if got, err := d.take(5, 1); err != nil || got {
		t.Errorf("cancelled: %v, %v", got, err)
	}
	if got, err := Dir("/nonexistent").take(5, 1); err != nil || got {
		t.Errorf("removed: %v, %v", got, err)
	}
}

// Create removes the directories held by nobody, and nothing else.
func TestLeftovers(t *testing.T) {
	root := filepath.Join(t.TempDir(), "via")
	held, lock, err := Create(root, "held")
	if err != nil {
		t.Fatal(err)
	}
	left, lock2, err := Create(root, "left")
	if err != nil {
		t.Fatal(err)
	}
	lock2.Close()
	if err := os.Mkdir(filepath.Join(root, "other"), 0o700); err != nil {
		t.Fatal(err)
	}
	mine, lock3, err := Create(root, "mine")
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{string(held): true, string(left): false,
		root + "/other": true, string(mine): true} {
		if _, err := os.Stat(path); (err == nil) != want {
			t.Errorf("%s: %v", path, err)
		}
	}
	if info, err := os.Stat(string(mine)); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	_ = mine.Remove(lock3, true)
	_ = held.Remove(lock, true)
	if err := os.Remove(filepath.Join(root, "other")); err != nil {
		t.Fatal(err)
	}
	last, lock4, err := Create(root, "last")
	if err != nil {
		t.Fatal(err)
	}
	_ = last.Remove(lock4, true)
	if _, err := os.Stat(root); err == nil {
		t.Error("the directory around stays, empty")
	}
}

// A cancelling process waits for a shell still closing its lock.
func TestCancelLeftWaits(t *testing.T) {
	root := filepath.Join(t.TempDir(), "via")
	d, lock, err := Create(root, "left")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan int)
	go func() { done <- CancelLeft(append([]string{"ftsh"}, CancelArgs(d)...)) }()
	time.Sleep(50 * time.Millisecond) // too short a time only weakens the test
	lock.Close()
	if status := <-done; status != 0 {
		t.Errorf("status %d", status)
	}
	if _, err := os.Stat(string(d)); err == nil {
		t.Error("the directory is still there")
	}
}

func TestParseQueue(t *testing.T) {
	q, err := ParseQueue("1 0-2\n1 5\n2 7\n\n")
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range map[taskID]bool{{1, 0}: true, {1, 2}: true, {1, 3}: false, {1, 5}: true,
		{2, 7}: true, {2, 0}: false, {3, 0}: false} {
		if q.has(p) != want {
			t.Errorf("%v: %v", p, !want)
		}
	}
	for _, text := range []string{"1", "1 a", "a 1", "1 2 3", "1 2-", "1 -2-3"} {
		if _, err := ParseQueue(text); err == nil {
			t.Errorf("%q was taken", text)
		}
	}
}

func TestSettle(t *testing.T) {
	exported := vars.IsSet | vars.Exported
	got := fromMachine([]vars.Var{
		{Name: "TMPDIR", Value: "/here", Attrs: exported},
		{Name: "SLURM_JOB_ID", Value: "1", Attrs: exported},
		{Name: "HOSTNAME", Value: "mine", Attrs: vars.IsSet},
		{Name: "HOME", Value: "/h", Attrs: exported},
		{Name: "FTSH_LOG_FILE", Value: "/log", Attrs: exported},
		{Name: "FTSH_TREE", Value: "x", Attrs: exported},
	}, environ([]string{"SLURM_JOB_ID=2", "HOME=/other", "FTSH_TREE=outer", "FTSH_LOG_FILE=/l",
		"CUDA_VISIBLE_DEVICES=1", "PATH=/bin"}, "tag"))
	var text strings.Builder
	for _, v := range got {
		text.WriteString(v.Name + "=" + v.Value + "\n")
	}
	if want := "HOSTNAME=mine\nHOME=/h\nFTSH_TREE=tag\nSLURM_JOB_ID=2\nCUDA_VISIBLE_DEVICES=1\n"; text.String() != want {
		t.Errorf("%q, want %q", text.String(), want)
	}
}

// Blocks of shells sharing a root begin and end at the same time. The last one removes the root.
func TestRootsComeAndGo(t *testing.T) {
	root := filepath.Join(t.TempDir(), "root")
	var all sync.WaitGroup
	for shell := range 8 {
		all.Go(func() {
			for n := range 200 {
				d, lock, err := Create(root, fmt.Sprintf("%d-%d", shell, n))
				if err != nil {
					t.Error(err)
					return
				}
				if err := d.Remove(lock, true); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
}

// A directory owned by others, or writable by them, is refused, even by root. It is left unchanged.
func TestRootsOfOthers(t *testing.T) {
	for _, c := range []struct {
		name, why string
		make      func(root string) error
	}{
		{"a group's", "others may write to it (mode 0770): chmod go-w", func(root string) error {
			return os.Chmod(root, 0o770)
		}},
		{"everybody's", "others may write to it (mode 0777): chmod go-w", func(root string) error {
			return os.Chmod(root, 0o777|os.ModeSticky)
		}},
		{"another's", "another user owns it: use a directory of your own", func(root string) error {
			return os.Chown(root, 65534, -1)
		}},
	} {
		root := filepath.Join(t.TempDir(), "root")
		if err := os.Mkdir(root, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := c.make(root); errors.Is(err, os.ErrPermission) {
			continue // only root can
		} else if err != nil {
			t.Fatal(err)
		}
		if _, _, err := Create(root, "new"); err == nil || err.Error() != "open "+root+": "+c.why {
			t.Errorf("%s: %v", c.name, err)
		}
		if all, err := os.ReadDir(root); err != nil || len(all) != 0 {
			t.Errorf("%s: %v, %v", c.name, all, err)
		}
	}
}

// A journal's directory is not continued if others can write into it, and its program does not run.
func TestAdoptedDirectoryOfOthers(t *testing.T) {
	root := filepath.Join(t.TempDir(), "root")
	d, lock, err := Create(root, "left")
	if err != nil {
		t.Fatal(err)
	}
	lock.Close()
	for _, at := range []string{root, string(d)} {
		if err := os.Chmod(at, 0o777); err != nil {
			t.Fatal(err)
		}
		want := "open " + at + ": others may write to it (mode 0777): chmod go-w"
		if lock, err := d.Reopen(context.Background()); err == nil || err.Error() != want {
			t.Errorf("%v, %v", lock, err)
		}
		if err := d.Abandon(); err == nil || err.Error() != want {
			t.Error(err)
		}
		if err := os.Chmod(at, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if lock, err = d.Reopen(context.Background()); err != nil {
		t.Fatal(err)
	}
	lock.Close()
}

// A directory named by the user stays.
func TestNamedRootsStay(t *testing.T) {
	root := filepath.Join(t.TempDir(), "root")
	d, lock, err := Create(root, "one")
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Remove(lock, false); err != nil {
		t.Error(err)
	}
	if all, err := os.ReadDir(root); err != nil || len(all) != 0 {
		t.Errorf("%v, %v", all, err)
	}
}

// Leftovers are cancelled by the program named in them. Those of others are left alone.
func TestWhatOthersLeaveIsNotRun(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(root, dir string) error
		ran  bool
	}{
		{"this user's", func(_, _ string) error { return nil }, true},
		{"others may write to it", func(_, dir string) error {
			return os.Chmod(dir, 0o770)
		}, false},
		{"unpacked with an archive", func(_, dir string) error {
			return os.Chmod(dir, 0o755)
		}, false},
		{"a link", func(root, dir string) error {
			if err := os.Rename(dir, root+".elsewhere"); err != nil {
				return err
			}
			return os.Symlink(root+".elsewhere", dir)
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			root := filepath.Join(t.TempDir(), "root")
			d := Dir(filepath.Join(root, "left"))
			ran := root + ".ran"
			script := root + ".program"
			if err := os.WriteFile(script, []byte("#!/bin/sh\n: >'"+ran+"'\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(string(d), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(d.Name(lockName), nil, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := d.WriteExecutor(script, nil); err != nil {
				t.Fatal(err)
			}
			if err := c.make(root, string(d)); err != nil {
				t.Fatal(err)
			}
			of, lock, err := Create(root, "new")
			if err != nil {
				t.Fatal(err)
			}
			defer of.Remove(lock, true)
			if _, err := os.Stat(ran); (err == nil) != c.ran {
				t.Error(err)
			}
		})
	}
}
