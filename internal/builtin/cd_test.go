package builtin

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"ftsh/internal/flow"
)

// places makes a directory with a, a/b and link, a link to a/b.
func places(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.MkdirAll(filepath.Join(dir, "a/b"), 0o755),
		os.Symlink("a/b", filepath.Join(dir, "link")),
		os.WriteFile(filepath.Join(dir, "file"), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestCd(t *testing.T) {
	dir := places(t)
	for _, c := range []struct {
		from string
		args []string
		to   string
		out  string
	}{
		{"", []string{"a"}, "/a", ""},
		{"", []string{"./a/../a//b/."}, "/a/b", ""},
		{"/a/b", []string{".."}, "/a", ""},
		{"/link", []string{".."}, "", ""},
		{"", []string{"link"}, "/link", ""},
		{"", []string{"-L", "link/../a"}, "/a", ""},
		{"/a", []string{"--", "b"}, "/a/b", ""},
		{"", []string{"-"}, "/a/b", dir + "/a/b\n"},
		{"", []string{}, "/a", ""},
	} {
		f := &walker{fakeDirectory: in(t, dir+c.from)}
		f.assign(t, "HOME", dir+"/a")
		f.assign(t, "OLDPWD", dir+"/a/b")
		out := run(f, append([]string{"cd"}, c.args...)...)
		if !out.OK() || f.Vars().Value("PWD") != dir+c.to ||
			f.Vars().Value("OLDPWD") != dir+c.from || f.out.String() != c.out {
			t.Errorf("cd %q: %+v, PWD %s, OLDPWD %s, printed %q, said %q", c.args, out,
				f.Vars().Value("PWD"), f.Vars().Value("OLDPWD"), f.out.String(), f.errs.String())
		}
	}
}

func TestCdpath(t *testing.T) {
	dir := places(t)
	f := &walker{fakeDirectory: in(t, dir)}
	f.assign(t, "CDPATH", dir+"/nosuch:"+dir+"/a")
	check(t, f, []call{{args: []string{"cd", "b"}, out: dir + "/a/b\n"}})
	f.wd = dir
	f.assign(t, "CDPATH", ":"+dir+"/a")
	check(t, f, []call{{args: []string{"cd", "a"}}, {args: []string{"cd", "./b"}}})
	if f.wd != dir+"/a/b" {
		t.Errorf("in %s", f.wd)
	}
}

func TestCdErrors(t *testing.T) {
	dir := places(t)
	f := &walker{fakeDirectory: in(t, dir)}
	f.chdir = func(string) error { return syscall.ENOENT }
	check(t, f, []call{
		{args: []string{"cd"}, errs: "HOME is not set\n", want: flow.Status(2)},
		{args: []string{"cd", "-"}, errs: "OLDPWD is not set\n", want: flow.Status(2)},
		{args: []string{"cd", ""}, errs: "the directory is an empty string\n",
			want: flow.Status(2)},
		{args: []string{"cd", "none"}, errs: "none: no such file or directory\n",
			want: flow.Status(2)},
		{args: []string{"cd", "none/.."}, errs: "none/..: no such file or directory\n",
			want: flow.Status(2)},
		{args: []string{"cd", "file/.."}, errs: "file/..: not a directory\n", want: flow.Status(2)},
		{args: []string{"cd", "-x"}, errs: "unknown option -x\n", want: flow.Status(2)},
		{args: []string{"pwd"}, out: dir + "\n"},
	})
}

func TestCdPhysical(t *testing.T) {
	dir := places(t)
	f := &walker{fakeDirectory: in(t, dir)}
	f.physical = func() (string, error) { return dir + "/a/b", nil }
	check(t, f, []call{{args: []string{"cd", "-P", dir + "/link"}},
		{args: []string{"pwd", "-P"}, out: dir + "/a/b\n"}})
	if got := f.Vars().Value("PWD"); got != dir+"/a/b" {
		t.Errorf("PWD is %s", got)
	}
	f.physical = func() (string, error) { return "", syscall.ENOENT }
	check(t, f, []call{{args: []string{"cd", "-eP", dir + "/link"}, want: flow.Status(1)},
		{args: []string{"cd", "-P", dir + "/link"}}})
}
