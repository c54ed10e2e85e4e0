package shellenv

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"ftsh/internal/proc"
)

// newDir returns a new directory, by its physical path.
func newDir(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// expectDir fails the test unless a is in the directory want.
func expectDir(t *testing.T, a Attributes, want string) {
	t.Helper()
	if got, err := a.Physical(); got != want || err != nil {
		t.Errorf("in %s (%v), want %s", got, err, want)
	}
}

// forked returns a fork of a, which the test releases.
func forked(t *testing.T, a Attributes, concurrent bool) Attributes {
	t.Helper()
	f, err := a.Fork(concurrent)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Release)
	return f
}

// Attributes that are carried change neither the process nor the environment they were forked from.
func TestCarried(t *testing.T) {
	dir, other, here := newDir(t), newDir(t), newDir(t)
	t.Chdir(here)
	mask := syscall.Umask(0o22)
	defer syscall.Umask(mask)
	a, err := Carried(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	if a.Umask() != 0o22 || a.ChildMask() != -1 || a.Replaceable() {
		t.Errorf("mask %o, %o for children", a.Umask(), a.ChildMask())
	}
	f := forked(t, a, false)
	if err := f.Chdir(other); err != nil {
		t.Fatal(err)
	}
	f.SetUmask(0o77)
	expectDir(t, f, other)
	expectDir(t, a, dir)
	expectDir(t, Own(), here)
	if f.ChildMask() != 0o77 || a.Umask() != 0o22 || Own().Umask() != 0o22 {
		t.Errorf("masks %o, %o, %o", f.ChildMask(), a.Umask(), Own().Umask())
	}
	if err := a.Adopt(f); err != nil {
		t.Fatal(err)
	}
	expectDir(t, a, other)
	if a.ChildMask() != 0o77 {
		t.Errorf("adopted mask %o", a.ChildMask())
	}
	if err := f.Chdir(filepath.Join(other, "missing")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing directory: %v", err)
	}
	expectDir(t, f, other)
}

// A fork that lives on next to its parent is pinned; another one follows the process.
func TestConcurrentForks(t *testing.T) {
	dir, other := newDir(t), newDir(t)
	t.Chdir(dir)
	mask := syscall.Umask(0o22)
	defer syscall.Umask(mask)
	o := Own()
	pinned, following := forked(t, o, true), forked(t, o, false)
	pinnedToo := forked(t, following, true)
	if err := o.Chdir(other); err != nil {
		t.Fatal(err)
	}
	o.SetUmask(0o77)
	expectDir(t, pinned, dir)
	expectDir(t, pinnedToo, dir)
	expectDir(t, following, other)
	if pinned.Umask() != 0o22 || pinnedToo.ChildMask() != 0o22 || following.Umask() != 0o77 {
		t.Errorf("masks %o, %o, %o", pinned.Umask(), pinnedToo.ChildMask(), following.Umask())
	}
	if err := o.Adopt(pinned); err != nil {
		t.Fatal(err)
	}
	expectDir(t, o, dir)
	if m := o.Umask(); m != 0o22 {
		t.Errorf("adopted mask %o", m)
	}
}

// Back returns to a marked directory, also in an environment forked from the marked one.
func TestBack(t *testing.T) {
	dir, other := newDir(t), newDir(t)
	t.Chdir(dir)
	carried, err := Carried(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer carried.Release()
	for _, a := range []Attributes{Own(), carried, forked(t, Own(), false)} {
		for _, back := range []Attributes{a, forked(t, a, true)} {
			mark := a.Mark(dir)
			if err := back.Chdir(other); err != nil {
				t.Fatal(err)
			}
			if _, process := back.(*own); back.In(mark) != process {
				t.Errorf("%T: in the marked directory: %v", back, !process)
			}
			if err := back.Back(mark); err != nil {
				t.Error(err)
			}
			expectDir(t, back, dir)
			mark.Release()
		}
	}
	gone := Own().Mark(filepath.Join(dir, "gone"))
	var path *os.PathError
	if err := Own().Back(gone); !errors.As(err, &path) || path.Op != "cd" {
		t.Errorf("a directory that is gone: %v", err)
	}
}

func TestStartDirectory(t *testing.T) {
	dir := newDir(t)
	link := filepath.Join(newDir(t), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	for pwd, want := range map[string]string{
		"": dir, dir: dir, link: link, link + "/.": dir, "/": dir, ".": dir, dir + "/..": dir,
	} {
		if got := StartDirectory(pwd); got != want {
			t.Errorf("PWD=%s: %s, want %s", pwd, got, want)
		}
	}
}

// Limits are those of the process, then those at the start, then the changed ones.
func TestLimits(t *testing.T) {
	a, err := Carried(".") // the process keeps its limits
	if err != nil {
		t.Fatal(err)
	}
	defer a.Release()
	files := proc.Limit{Resource: syscall.RLIMIT_NOFILE, Cur: 200, Max: 300}
	core := proc.Limit{Resource: syscall.RLIMIT_CORE, Cur: 0, Max: 0}
	fewer := proc.Limit{Resource: syscall.RLIMIT_NOFILE, Cur: 100, Max: 100}
	l := NewLimits([]proc.Limit{files})
	expect := func(name string, l *Limits, changed, child []proc.Limit) {
		t.Helper()
		if !slices.Equal(l.Changed(), changed) || !slices.Equal(l.ForChild(), child) {
			t.Errorf("%s: changed %v, for a child %v", name, l.Changed(), l.ForChild())
		}
	}
	expect("at the start", &l, nil, []proc.Limit{files})
	before, err := proc.GetLimit(syscall.RLIMIT_CORE)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := l.Get(syscall.RLIMIT_CORE); got != before || err != nil {
		t.Errorf("of the process: %v, %v", got, err)
	}
	fork := l
	for _, to := range []proc.Limit{core, fewer} {
		if err := fork.Set(a, to); err != nil {
			t.Fatal(err)
		}
		if got, err := fork.Get(to.Resource); got != to || err != nil {
			t.Errorf("%v, %v", got, err)
		}
	}
	expect("the fork", &fork, []proc.Limit{core, fewer}, []proc.Limit{core, fewer})
	expect("its parent", &l, nil, []proc.Limit{files})
	if err := l.Set(a, core); err != nil {
		t.Fatal(err)
	}
	expect("one changed", &l, []proc.Limit{core}, []proc.Limit{core, files})
	l.Adopt(a, &fork)
	expect("adopted", &l, []proc.Limit{core, fewer}, []proc.Limit{core, fewer})
	if after, err := proc.GetLimit(syscall.RLIMIT_CORE); after != before || err != nil {
		t.Errorf("the process has %v (%v), before %v", after, err, before)
	}
	if err := l.Set(a, proc.Limit{Resource: syscall.RLIMIT_CORE, Cur: 2, Max: 1}); err !=
		syscall.EINVAL {
		t.Errorf("soft above hard: %v", err)
	}
}
