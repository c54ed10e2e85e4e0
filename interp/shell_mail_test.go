package interp

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ftsh/internal/standalone"
)

// prompted runs lines at a prompt and returns the standard error. Each step runs before the line
// that it returns is read.
func prompted(t *testing.T, env []string, steps []func() string) string {
	t.Helper()
	var errs bytes.Buffer
	sh, err := New(Options{Stderr: &errs, Env: append(env, "PS1="),
		Standalone: &standalone.Options{Interactive: true}})
	if err != nil {
		t.Fatal(err)
	}
	read := func(p standalone.Prompt) (string, error) {
		if len(steps) == 0 {
			return "", io.EOF
		}
		line := steps[0]()
		steps = steps[1:]
		return line + "\n", nil
	}
	if _, err := atPrompt(sh, read); err != nil {
		t.Error(err)
	}
	if err := sh.Close(); err != nil {
		t.Error(err)
	}
	return errs.String()
}

// mailed delivers mail: each file gets a later time than the one before.
type mailed struct {
	t   *testing.T
	dir string
	n   int
}

func (m *mailed) to(name, text string) {
	m.t.Helper()
	path := filepath.Join(m.dir, name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		m.t.Fatal(err)
	}
	m.n++
	when := time.Unix(1_000_000_000+int64(m.n), 0)
	if err := os.Chtimes(path, when, when); err != nil {
		m.t.Fatal(err)
	}
}

func (m *mailed) line(line, name, text string) func() string {
	return func() string {
		if name != "" {
			m.to(name, text)
		}
		return line
	}
}

func TestMail(t *testing.T) {
	m := &mailed{t: t, dir: t.TempDir()}
	m.to("old", "mail\n")
	old, fresh := filepath.Join(m.dir, "old"), filepath.Join(m.dir, "a%b")
	for name, c := range map[string]struct {
		env   []string
		steps []func() string
		want  string
	}{
		"MAIL": {
			[]string{"MAIL=" + old, "MAILCHECK=0"},
			[]func() string{
				m.line("echo 1 >&2", "", ""),
				m.line("echo 2 >&2", "old", "more\n"),
				m.line("echo 3 >&2", "", ""),
				m.line("echo 4 >&2", "old", ""),
				m.line("unset MAIL; echo 5 >&2", "old", "again\n"),
			},
			"1\n2\nYou have mail.\n3\n4\n5\n",
		},
		"MAILCHECK is 600 by default": {
			[]string{"MAIL=" + old},
			[]func() string{m.line("echo 1 >&2", "old", "more\n"), m.line("echo 2 >&2", "", "")},
			"1\n2\n",
		},
		"MAILPATH": {
			[]string{"MAIL=" + old, "MAILCHECK=0", "x=you",
				"MAILPATH=" + filepath.Join(m.dir, `a\%b`) + "%For $x, 100%:" + old},
			[]func() string{
				m.line("echo 1 >&2", "", ""),
				m.line("echo 2 >&2", "a%b", "new\n"),
				m.line("echo 3 >&2", "old", "more\n"),
				m.line("MAILPATH="+fresh+"; echo 4 >&2", "", ""),
				m.line("MAILPATH=; echo 5 >&2", "old", "again\n"),
			},
			"1\n2\nFor you, 100%\n3\nYou have mail.\n4\n5\n",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := os.RemoveAll(fresh); err != nil {
				t.Fatal(err)
			}
			if got := prompted(t, c.env, c.steps); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
