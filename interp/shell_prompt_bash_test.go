package interp

import (
	"bytes"
	"io"
	"testing"

	"ftsh/internal/standalone"
)

// In the dialect of bash PROMPT_COMMAND runs before PS1 is shown, with bash's escape sequences, and
// PS0 is shown before a command runs.
func TestBashPrompt(t *testing.T) {
	var out, errs, prompts bytes.Buffer
	sh, err := New(Options{Stdout: &out, Stderr: &errs, Set: []string{"bash"}, Dir: "/usr",
		Env:        []string{"HISTFILE=/dev/null", "HOME=/usr", "PATH=/usr/bin:/bin"},
		Standalone: &standalone.Options{Interactive: true}})
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{
		"PROMPT_COMMAND='echo \"pc $?\"; false'; PS1='\\w \\W \\#! '; PS0='[run \\#]\\n'\n",
		"[[ a == b ]]\n",
		"echo \"status $?\"; PROMPT_COMMAND=([0]='echo one' [2]='echo two')\n",
		"type -t enable; PROMPT_COMMAND='exit 7'\n",
		"echo not here\n",
	}
	read := func(p standalone.Prompt) (string, error) {
		prompts.WriteString(p.Text + "|")
		if len(lines) == 0 {
			return "", io.EOF
		}
		line := lines[0]
		lines = lines[1:]
		return line, nil
	}
	status, err := atPrompt(sh, read)
	if err != nil || status != 7 {
		t.Errorf("status %d, %v", status, err)
	}
	if got, want := out.String(), "pc 0\npc 1\nstatus 1\none\ntwo\nbuiltin\n"; got != want {
		t.Errorf("output %q, want %q", got, want)
	}
	if got, want := errs.String(), "[run 2]\n[run 3]\n[run 4]\n"; got != want {
		t.Errorf("messages %q, want %q", got, want)
	}
	if got, want := prompts.String(), "$ |~ ~ 2! |~ ~ 3! |~ ~ 4! |"; got != want {
		t.Errorf("prompts %q, want %q", got, want)
	}
}

// IGNOREEOF passes over as many ends of the input in a row.
func TestIgnoreEOF(t *testing.T) {
	var out, errs bytes.Buffer
	sh, err := New(Options{Stdout: &out, Stderr: &errs, Set: []string{"bash"},
		Env:        []string{"HISTFILE=/dev/null", "PATH=/usr/bin:/bin"},
		Standalone: &standalone.Options{Interactive: true}})
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"IGNOREEOF=2\n", "", "", "echo on\n", "", "", ""}
	read := func(standalone.Prompt) (string, error) {
		if len(lines) == 0 {
			t.Fatal("the shell reads on")
		}
		line := lines[0]
		lines = lines[1:]
		if line == "" {
			return "", io.EOF
		}
		return line, nil
	}
	if status, err := atPrompt(sh, read); err != nil || status != 0 {
		t.Errorf("status %d, %v", status, err)
	}
	if out.String() != "on\n" || len(lines) != 0 || bytes.Count(errs.Bytes(), []byte("exit")) != 4 {
		t.Errorf("output %q, messages %q, left %q", out.String(), errs.String(), lines)
	}
}

// At the prompt of the dialect references to earlier commands are expanded, shown and entered as
// expanded. A wrong one gives its command up.
func TestHistoryExpansionAtThePrompt(t *testing.T) {
	var out, errs bytes.Buffer
	sh, err := New(Options{Stdout: &out, Stderr: &errs, Set: []string{"bash"}, Name: "ftsh",
		Env:        []string{"HISTFILE=/dev/null", "PATH=/usr/bin:/bin"},
		Standalone: &standalone.Options{Interactive: true}})
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"echo a b\n", "echo !$ '\n", "!!'\n", "!none\n", "!!:p\n", "^a^z\n",
		"set +H; echo !!\n", "history -d 1; history 3\n"}
	read := func(standalone.Prompt) (string, error) {
		if len(lines) == 0 {
			return "", io.EOF
		}
		line := lines[0]
		lines = lines[1:]
		return line, nil
	}
	if status, err := atPrompt(sh, read); err != nil || status != 0 {
		t.Errorf("status %d, %v", status, err)
	}
	want := "a b\nb \n!!\necho b \n!!\n    2  echo b '\n!!'\n    3  set +H; echo echo b '\n!!'\n" +
		"    4  history -d 1; history 3\n"
	if got := out.String(); got != want {
		t.Errorf("output %q, want %q", got, want)
	}
	want = "echo b '\nftsh: !none: event not found\necho b '\n!!'\n" +
		"ftsh: :s^a^z: substitution failed\nset +H; echo echo b '\n!!'\n"
	if got := errs.String(); got != want {
		t.Errorf("messages %q, want %q", got, want)
	}
}
