package fd_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"ftsh/internal/fd"
)

func TestReadDir(t *testing.T) {
	dir := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "sub"), 0o777),
		os.WriteFile(filepath.Join(dir, "sub", "a"), nil, 0o666),
		os.WriteFile(filepath.Join(dir, "sub", ".b"), nil, 0o666),
		os.Symlink("nowhere", filepath.Join(dir, "sub", "link"))); err != nil {
		t.Fatal(err)
	}
	d, err := os.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	var names []string
	add := func(name string, _ bool) error {
		names = append(names, name)
		return nil
	}
	if err := fd.ReadDir(int(d.Fd()), "sub", add); err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	if want := []string{".", "..", ".b", "a", "link"}; !slices.Equal(names, want) {
		t.Errorf("%q, want %q", names, want)
	}
	if err := fd.ReadDir(int(d.Fd()), "sub/a", add); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("%v", err)
	}
	stop := errors.New("stop")
	if err := fd.ReadDir(fd.AtCwd, dir, func(string, bool) error { return stop }); err != stop {
		t.Errorf("%v", err)
	}
	for path, want := range map[string]bool{"sub": true, "sub/": true, "sub/a": true,
		"sub/a/": false, "sub/link": true, "sub/link/": false, "no": false} {
		if got := fd.Exists(int(d.Fd()), path); got != want {
			t.Errorf("%s: %v", path, got)
		}
	}
}
