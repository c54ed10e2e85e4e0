package cron

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The lines mean the same as to systemd (its test-env-file.c, and systemd.exec(5)).
func TestParseEnv(t *testing.T) {
	for text, want := range map[string][]string{
		"":                                     nil,
		"A=1\nB=two words  \n":                 {"A=1", "B=two words"},
		"# A=0\n; B=0\n\n  C=1":                {"C=1"},
		"A=\nB =x\n":                           {"A=", "B=x"},
		"A='a  $b \\n\nc'\n":                   {"A=a  $b \\n\nc"},
		`A="a\"b\\c\` + "`" + `d\$e\n"` + "\n": {"A=a\"b\\c`d$e\\n"},
		"A=\"a\\\nb\"\n":                       {"A=ab"},
		"A=a\\\nb\\ \\\n  c\nB=1\n":            {"A=ab   c", "B=1"},
		"A='a'\"b\" c\n":                       {"A=abc"},
		"A=it's\n":                             {"A=it's"},
		"A=a=b\n":                              {"A=a=b"},
		"# goes on \\\nA=1\n":                  {"A=1"},
		"A=1\r\nB=2\r\n":                       {"A=1", "B=2"},
		"A=#x\n":                               {"A=#x"},
		"A=$HOME\n":                            {"A=$HOME"},
		"A='x' \n":                             {"A=x"},
		"A=x\\":                                {"A=x"},
	} {
		got, err := parseEnv([]byte(text))
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"A=1\nB\n":         `2: expected NAME=VALUE, found "B"`,
		"1A=x\n":           `1: expected the name of a variable, found "1A"`,
		"export A=x\n":     `1: expected the name of a variable, found "export A"`,
		"=x\n":             `1: expected the name of a variable, found ""`,
		"\nA='x\nB=1\n":    `2: the value of A has a quote that is not closed`,
		"A=\"x\\":          `1: the value of A has a quote that is not closed`,
		"A=\xff\n":         `1: the value of A is no text in UTF-8`,
		"A=a\x00b\n":       `1: the value of A is no text in UTF-8`,
		"A" + long + "=\n": "",
	} {
		_, err := parseEnv([]byte(text))
		if want == "" && err != nil || want != "" && (err == nil || err.Error() != want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

var long = strings.Repeat("A", 1000)

func TestWithEnv(t *testing.T) {
	got := WithEnv([]string{"A=1", "B=2", "A=3"}, []string{"B=4", "C=5", "C=6"})
	if want := []string{"A=1", "B=4", "C=6"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func FuzzParseEnv(f *testing.F) {
	f.Add("A='b'\nC=\"d\\\n\"")
	f.Fuzz(func(t *testing.T, text string) {
		env, err := parseEnv([]byte(text))
		for _, e := range env {
			name, _, ok := strings.Cut(e, "=")
			if err != nil || !ok || !isName(name) || strings.Contains(e, "\x00") {
				t.Errorf("%q: %q, %v", text, e, err)
			}
		}
	})
}

// An endless or overlarge file is refused. A pipe is read.
func TestEnvFileKinds(t *testing.T) {
	dir := t.TempDir()
	large := filepath.Join(dir, "large")
	if err := os.WriteFile(large, append([]byte("A="), make([]byte, 1<<20)...), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/dev/zero": "/dev/zero: expected a regular file or a pipe, found a device",
		dir:         dir + ": expected a regular file or a pipe, found a directory",
		large:       large + ": expected 1 MiB at most, found more",
	} {
		if env, err := EnvFile(path); err == nil || err.Error() != want {
			t.Errorf("%q, %v, want %s", env, err, want)
		}
	}
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if _, err := w.WriteString("A=1\n"); err != nil {
		t.Fatal(err)
	}
	w.Close()
	if env, err := EnvFile(fmt.Sprintf("/dev/fd/%d", r.Fd())); err != nil ||
		!slices.Equal(env, []string{"A=1"}) {
		t.Errorf("%q, %v", env, err)
	}
}
