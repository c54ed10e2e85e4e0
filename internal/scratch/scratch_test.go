package scratch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"ftsh/internal/lockfile"
)

// aim returns the Target of a name in dir.
func aim(t *testing.T, dir, name string, file bool) *Target {
	t.Helper()
	target, err := Aim(dir, name, file)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

// begun returns a new Scratch.
func begun(t *testing.T, target *Target) *Scratch {
	t.Helper()
	s, err := target.Make(NoMask)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// holds reports an error unless the file has the text.
func holds(t *testing.T, path, want string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("%s: %q, %v", path, got, err)
	}
}

// at reports whether the result is made in a new directory of a box.
func at(s *Scratch, box, name string) bool {
	rest, ok := strings.CutPrefix(s.Path, box)
	rest, ok2 := strings.CutSuffix(rest, name)
	return ok && ok2 && rest != "" && !strings.Contains(rest, "/")
}

// names reports an error unless the directory has these entries.
func names(t *testing.T, dir, want string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if all := strings.Join(got, " "); all != want {
		t.Errorf("%s has %q, want %q", dir, all, want)
	}
}

func TestDirectory(t *testing.T) {
	dir := t.TempDir()
	target := aim(t, dir, "data", false)
	for _, content := range []string{"first", "second"} { // the second one replaces the first
		s := begun(t, target)
		if !at(s, dir+"/.data.scratch.0/", "/data") {
			t.Errorf("it is made at %s", s.Path)
		}
		write(t, s.Path+"/file", content)
		if err := s.Publish(content == "second"); err != nil {
			t.Fatal(err)
		}
		if err := s.Remove(); err != nil {
			t.Error(err)
		}
		holds(t, dir+"/data/file", content)
		names(t, dir, "data")
	}
	s := begun(t, target)
	write(t, s.Path+"/file", "third")
	if err := s.Remove(); err != nil {
		t.Error(err)
	}
	holds(t, dir+"/data/file", "second")
	names(t, dir, "data")
}

func TestFile(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/data", "old")
	target := aim(t, dir, dir+"/data", true)
	s := begun(t, target)
	names(t, filepath.Dir(s.Path), "")
	write(t, s.Path, "new")
	if err := s.Publish(false); err != nil {
		t.Fatal(err)
	}
	_ = s.Remove()
	holds(t, dir+"/data", "new")
	names(t, dir, "data")
}

// Nothing made is a mistake of the script, as no attempt can mend it.
func TestNothing(t *testing.T) {
	dir := t.TempDir()
	for _, file := range []bool{false, true} {
		s := begun(t, aim(t, dir, "data", file))
		if err := s.Publish(false); !errors.Is(err, ErrNothing) || !Final(err) {
			t.Errorf("file %v: %v", file, err)
		}
		_ = s.Remove()
	}
	s := begun(t, aim(t, dir, "data", true))
	if err := os.Mkdir(s.Path, 0o777); err != nil {
		t.Fatal(err)
	}
	const want = "expected a file at $FTSH_SCRATCH, found a directory"
	if err := s.Publish(false); err == nil || err.Error() != want || Final(err) {
		t.Errorf("%v", err)
	}
	_ = s.Remove()
	names(t, dir, "")
}

// Attempts at one time have places of their own. A killed process leaves its box without a lock:
// the next one takes it, whatever its mode and content.
func TestBoxes(t *testing.T) {
	dir := t.TempDir()
	target := aim(t, dir, "data", false)
	a, b := begun(t, target), begun(t, target)
	if !at(a, dir+"/.data.scratch.0/", "/data") || !at(b, dir+"/.data.scratch.1/", "/data") {
		t.Errorf("%s and %s", a.Path, b.Path)
	}
	write(t, a.Path+"/file", "half")
	if err := os.Mkdir(a.Path+"/closed", 0o500); err != nil {
		t.Fatal(err)
	}
	a.lock.Close() // as the kernel does it
	target = aim(t, dir, "data", false)
	names(t, dir, ".data.scratch.1")
	_ = b.Remove()

	if err := os.Mkdir(dir+"/.data.scratch.0", 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, dir+"/.data.scratch.0/left", "")
	s := begun(t, target)
	names(t, filepath.Dir(s.Path), "data")
	if info, err := os.Stat(s.box); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("%v, %v", info, err)
	}
	names(t, s.box, filepath.Base(filepath.Dir(s.Path)))
	_ = s.Remove()
}

// A process that outlives its attempt does not know the path of the next one.
func TestNewPaths(t *testing.T) {
	target := aim(t, t.TempDir(), "data", true)
	seen := map[string]bool{}
	for range 10 {
		s := begun(t, target)
		if seen[s.Path] {
			t.Errorf("%s was the path of an earlier attempt", s.Path)
		}
		seen[s.Path] = true
		_ = s.Remove()
	}
}

// What somebody else has put in the place of a box is neither used nor removed.
func TestForeignBox(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/.data.scratch.0", "a file")
	if err := os.Mkdir(dir+"/other", 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, dir+"/other/file", "")
	if err := os.Symlink("other", dir+"/.data.scratch.1"); err != nil {
		t.Fatal(err)
	}
	s := begun(t, aim(t, dir, "data", false))
	if !at(s, dir+"/.data.scratch.2/", "/data") {
		t.Errorf("it is made at %s", s.Path)
	}
	_ = s.Remove()
	names(t, dir, ".data.scratch.0 .data.scratch.1 other")
	names(t, dir+"/other", "file")
	box, err := os.Open(dir + "/other")
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	if err := lockfile.Try(box); err != nil {
		t.Errorf("the directory behind the link is locked: %v", err)
	}
}

func TestMask(t *testing.T) {
	dir := t.TempDir()
	for mask, want := range map[int]fs.FileMode{0o022: 0o755, 0o077: 0o700, 0: 0o777} {
		s, err := aim(t, dir, "data", false).Make(mask)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(s.Path); err != nil || info.Mode().Perm() != want {
			t.Errorf("mask %#o: %v, %v", mask, info.Mode(), err)
		}
		_ = s.Remove()
	}
}

// A directory that its owner may not write to gets the name as well, and keeps its mode.
func TestReadOnlyResult(t *testing.T) {
	dir := t.TempDir()
	for range 2 { // the second time, the old one is read-only, too
		s := begun(t, aim(t, dir, "data", false))
		write(t, s.Path+"/file", "x")
		if err := os.Chmod(s.Path, 0o555); err != nil {
			t.Fatal(err)
		}
		if err := s.Publish(false); err != nil {
			t.Fatal(err)
		}
		if err := s.Remove(); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(dir + "/data"); err != nil || info.Mode().Perm() != 0o555 {
			t.Errorf("%v, %v", info, err)
		}
		names(t, dir, "data")
	}
	_ = os.Chmod(dir+"/data", 0o755)
}

// Names that are no plain word.
func TestOddNames(t *testing.T) {
	dir := t.TempDir()
	long := strings.Repeat("ä", 127)
	for _, name := range []string{"two words", "a\nb", "-rf", ".hidden", "[x]*", long, "sub/../data",
		"slash//"} {
		if err := os.MkdirAll(dir+"/sub", 0o777); err != nil {
			t.Fatal(err)
		}
		s := begun(t, aim(t, dir, name, false))
		write(t, s.Path+"/file", name)
		if err := s.Publish(false); err != nil {
			t.Errorf("%q: %v", name, err)
		}
		_ = s.Remove()
		holds(t, dir+"/"+name+"/file", name)
	}
	names(t, dir, "-rf .hidden [x]* a\nb data slash sub two words "+long)
}

// A link is followed, also one that leads to nothing yet.
func TestLinks(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(dir+"/elsewhere", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("elsewhere/real", dir+"/data"); err != nil {
		t.Fatal(err)
	}
	for _, content := range []string{"first", "second"} {
		s := begun(t, aim(t, dir, "data", false))
		if !at(s, dir+"/elsewhere/.real.scratch.0/", "/real") {
			t.Errorf("it is made at %s", s.Path)
		}
		write(t, s.Path+"/file", content)
		if err := s.Publish(false); err != nil {
			t.Fatal(err)
		}
		_ = s.Remove()
		holds(t, dir+"/data/file", content)
	}
	names(t, dir, "data elsewhere")
}

func TestUnsuitable(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/file", "")
	for _, e := range []error{os.Mkdir(dir+"/directory", 0o777),
		syscall.Mkfifo(dir+"/fifo", 0o666), os.Symlink("loop", dir+"/loop")} {
		if e != nil {
			t.Fatal(e)
		}
	}
	for _, c := range []struct {
		name string
		file bool
		want string
	}{
		{"", false, `expected the name of a directory, found ""`},
		{"/", false, `expected the name of a directory to make, found "/"`},
		{"x/..", false, `expected the name of a directory to make, found "x/.."`},
		{".", true, `expected the name of a file to make, found "."`},
		{"x/", true, `expected the name of a file, found "x/"`},
		{"file", false, "expected a directory or nothing at file, found a file (for a file, write: " +
			"scratch file file)"},
		{"directory", true, "expected a file or nothing at directory, found a directory"},
		{"fifo", true, "expected a file or nothing at fifo, found a fifo"},
		{"loop", true, "loop is a symbolic link that leads nowhere"},
		{"none/../x", false, "none/../x cannot be made: there is no directory none/.."},
		{"/none/x", false, "/none/x cannot be made: there is no directory /none"},
		{"none/x", false, "none/x cannot be made: there is no directory none"},
		{"file/x", false, "file/x cannot be made: file is no directory"},
	} {
		if _, err := Aim(dir, c.name, c.file); err == nil || err.Error() != c.want {
			t.Errorf("%q, file %v: %v, want %s", c.name, c.file, err, c.want)
		}
	}
	for _, name := range []string{"../directory", "../../" + filepath.Base(dir)} {
		want := name + " is the working directory, or around it: the result would take its place (cd / first)"
		if _, err := Aim(dir+"/directory", name, false); err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Aim("", "x", false); err == nil ||
		err.Error() != "x cannot be made: the working directory has no path" {
		t.Error(err)
	}
	names(t, dir, "directory fifo file loop")
}

func TestContains(t *testing.T) {
	dir := t.TempDir()
	s := begun(t, aim(t, dir, "data", false))
	defer func() { _ = s.Remove() }()
	for path, want := range map[string]bool{s.Path: true, s.Path + "/a/b": true, s.Path + "x": false,
		dir: false, dir + "/data": false} {
		if s.Contains(path) != want {
			t.Errorf("%s: %v", path, !want)
		}
	}
}
