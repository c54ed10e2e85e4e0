package statedir

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// values returns variables from words NAME=VALUE.
func values(env string) func(string) string {
	return func(name string) string {
		for word := range strings.FieldsSeq(env) {
			if k, v, _ := strings.Cut(word, "="); k == name {
				return v
			}
		}
		return ""
	}
}

func TestLasting(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]fs.FileMode{"mine": 0o755, "group": 0o770, "all": 0o777} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		env  string
		root bool
		want string
	}{
		{"FTSH_STATE_DIR=/none/a HOME=/h XDG_STATE_HOME=/s", true, "/none/a"},
		{"FTSH_STATE_DIR=/none/a HOME=/h XDG_STATE_HOME=/s", false, "/none/a"},
		{"FTSH_STATE_DIR=none/a", false, dir + "/none/a"},
		{"FTSH_STATE_DIR=mine", true, dir + "/mine"},
		{"FTSH_STATE_DIR=group", true, "/var/lib/ftsh"},
		{"FTSH_STATE_DIR=all HOME=/h", false, "/h/.local/state/ftsh"},
		{"HOME=/h XDG_STATE_HOME=/s", true, "/var/lib/ftsh"},
		{"HOME=/h XDG_STATE_HOME=/s", false, "/s/ftsh"},
		{"HOME=/h XDG_STATE_HOME=s", false, "/h/.local/state/ftsh"},
	} {
		if got, err := Lasting(values(c.env), c.root, dir); got != c.want || err != nil {
			t.Errorf("%s, root %v: %s, %v", c.env, c.root, got, err)
		}
	}
	const want = "no directory for state: neither FTSH_STATE_DIR nor HOME is set"
	if got, err := Lasting(values("HOME=h"), false, dir); err == nil || err.Error() != want {
		t.Errorf("%s, %v", got, err)
	}
}

func TestUntilReboot(t *testing.T) {
	for _, c := range []struct {
		setting string
		uid     int
		want    string
		own     bool
	}{
		{"", 0, "/run/ftsh", true},
		{"", 7, "/tmp/ftsh-7", true},
		{"/a", 0, "/a", false},
		{"a", 7, "a", false},
	} {
		if got, own := UntilReboot(c.setting, c.uid); got != c.want || own != c.own {
			t.Errorf("%q, %d: %s, %v", c.setting, c.uid, got, own)
		}
	}
}

// FTSH_STATE_DIR holds slots, journals and counts. Their names tell them apart.
func TestReserved(t *testing.T) {
	for name, want := range map[string]bool{
		"cron":    true,
		"crontab": false,
		"a@b":     false,
		"host@b07fe632-f9cf-42f6-9926-aabd697e8a9a":               true,
		SlotFile("a%2Fb", "b07fe632-f9cf-42f6-9926-aabd697e8a9a"): true,
		"@b07fe632-f9cf-42f6-9926-aabd697e8a9a":                   false,
		"":                                                        false,
	} {
		if got := Reserved(name); got != want {
			t.Errorf("%q: %v", name, got)
		}
	}
}

func TestMake(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b", "c")
	for range 2 {
		if err := Make(deep); err != nil {
			t.Fatal(err)
		}
	}
	for _, at := range []string{deep, filepath.Dir(deep)} {
		if info, err := os.Stat(at); err != nil || info.Mode() != fs.ModeDir|0o700 {
			t.Errorf("%s: %v, %v", at, info, err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Make(filepath.Join(dir, "file", "a")); err == nil {
		t.Error("a directory in a file")
	}
}

func TestMakeShared(t *testing.T) {
	dir := t.TempDir()
	made := filepath.Join(dir, "made")
	if mode, err := MakeShared(made, true); mode != 0o700 || err != nil {
		t.Errorf("%v, %v", mode, err)
	}
	link := filepath.Join(dir, "link")
	if err := os.Symlink(made, link); err != nil {
		t.Fatal(err)
	}
	if mode, err := MakeShared(link, false); mode != 0o700 || err != nil {
		t.Errorf("a link that is named: %v, %v", mode, err)
	}
	if _, err := MakeShared(link, true); err == nil {
		t.Error("a link in the place of the default")
	}
	for _, c := range []struct {
		mode fs.FileMode
		own  bool
		want string
	}{
		{0o770, false, ""},
		{0o770, true, ": others have rights to it (mode 0770)"},
		{0o702, false, ": others may write to it (mode 0702)"},
		{0o702, true, ": others may write to it (mode 0702)"},
	} {
		if err := os.Chmod(made, c.mode); err != nil {
			t.Fatal(err)
		}
		mode, err := MakeShared(made, c.own)
		if c.want == "" && (mode != c.mode || err != nil) || c.want != "" &&
			(err == nil || err.Error() != made+c.want) {
			t.Errorf("%v: %v, %v", c, mode, err)
		}
	}
	if os.Geteuid() == 0 {
		if err := errors.Join(os.Chmod(made, 0o700), os.Chown(made, 12345, 12345)); err != nil {
			t.Fatal(err)
		}
		if _, err := MakeShared(made, true); err == nil ||
			err.Error() != made+": another user owns it" {
			t.Errorf("another user's: %v", err)
		}
		const want = ": another user owns it: use a directory of your own"
		if err := PrivateDir(made); err == nil || err.Error() != "open "+made+want {
			t.Errorf("another user's: %v", err)
		}
	}
}

func TestPrivateDir(t *testing.T) {
	dir := t.TempDir()
	if err := PrivateDir(dir); err != nil {
		t.Error(err)
	}
	if err := PrivateDir(filepath.Join(dir, "none")); err != nil {
		t.Errorf("none: %v", err)
	}
	if err := os.Chmod(dir, 0o720); err != nil {
		t.Fatal(err)
	}
	if err := PrivateDir(dir); err == nil || err.Error() != "open "+dir+
		": others may write to it (mode 0720): chmod go-w" {
		t.Errorf("a group's: %v", err)
	}
}

func TestMine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	mine := func() bool {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return Mine(info)
	}
	if !mine() {
		t.Error("a new file is not the user's")
	}
	if os.Chown(path, 12345, -1) == nil && mine() { // only root can give a file away
		t.Error("a file of user 12345 is the user's")
	}
}
