//go:build linux

package tests

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A page is a Markdown file with runnable fenced blocks. The word after the fence is the kind of a
// block:
//
//	sh, bash, ftsh      commands for the named shell (sh is dash)
//	sh file=NAME        a program in PATH for the commands of the page (any of the three)
//	text                the output of each command block right before it, with errors, and a last
//	                    line [status N] if the status is not 0
//
// Blocks belong together if they have only blank lines between them, or tags of a table that puts
// them next to each other. Commands without a text block print nothing and end with 0. Other blocks
// are passed over. A comment <!-- not yet: REASON --> right before a block of commands means it
// does not work today, and the block is skipped. Every block of commands runs in an empty directory
// of its own.
type page struct {
	programs []snippet
	groups   []group
}

// A snippet is one fenced block.
type snippet struct {
	line   int
	shell  string // sh, bash or ftsh
	name   string // of a program
	notYet string
	text   string
}

// A group is a set of blocks with the same output.
type group struct {
	commands []snippet
	want     string
}

// parsePage reads a page.
func parsePage(text string) (*page, error) {
	p := &page{}
	var open []snippet
	layout := regexp.MustCompile(`^(</?(table|tr|td)>)+$`)
	done := func(want string) {
		if len(open) > 0 {
			p.groups = append(p.groups, group{open, want})
			open = nil
		}
	}
	lines := strings.SplitAfter(text, "\n")
	notYet := ""
	for i := 0; i < len(lines); i++ {
		l := strings.TrimSpace(lines[i])
		switch {
		case strings.HasPrefix(l, "<!-- not yet"):
			reason, ok := strings.CutPrefix(strings.TrimSuffix(l, " -->"), "<!-- not yet: ")
			if !ok || reason == "" {
				return nil, fmt.Errorf("line %d: expected <!-- not yet: REASON -->", i+1)
			}
			notYet = reason
			continue
		case strings.HasPrefix(l, "```"):
			s := snippet{line: i + 1, notYet: notYet}
			for i++; ; i++ {
				if i >= len(lines) {
					return nil, fmt.Errorf("line %d: the block is not closed", s.line)
				}
				if strings.TrimSpace(lines[i]) == "```" {
					break
				}
				s.text += lines[i]
			}
			words := strings.Fields(strings.TrimPrefix(l, "```"))
			switch {
			case len(words) == 0:
			case words[0] == "text":
				if len(open) == 0 {
					return nil, fmt.Errorf("line %d: a text block behind no commands", s.line)
				}
				done(s.text)
			case words[0] == "sh" || words[0] == "bash" || words[0] == "ftsh":
				s.shell = words[0]
				if len(words) == 1 {
					open = append(open, s)
					break
				}
				var ok bool
				if s.name, ok = strings.CutPrefix(words[1], "file="); !ok || s.name == "" ||
					len(words) > 2 {
					return nil, fmt.Errorf("line %d: expected file=NAME", s.line)
				}
				p.programs = append(p.programs, s)
			}
		case l != "" && !layout.MatchString(l):
			done("")
		}
		if l != "" && notYet != "" {
			if !strings.HasPrefix(l, "```") {
				return nil, fmt.Errorf("line %d: a block of commands must follow <!-- not yet -->",
					i+1)
			}
			notYet = ""
		}
	}
	done("")
	if len(p.groups) == 0 {
		return nil, errors.New("no commands")
	}
	return p, nil
}

// runPage runs the blocks of the page in a file, with more variables in the environment.
func runPage(t *testing.T, path string, env ...string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	p, err := parsePage(string(text))
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	need(t, "dash", "bash")
	bin := t.TempDir()
	tested := shell.Get(t)
	shells := map[string][]string{"sh": {"dash"}, "bash": {"bash"},
		"ftsh": append([]string{tested.Path}, tested.Args...)}
	for _, s := range p.programs {
		if err := os.WriteFile(filepath.Join(bin, s.name), []byte(s.text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// Programs and commands of the page may name these.
	for name, path := range map[string]string{
		"ftsh": tested.Path, "ftry": shell.Program(t, "ftry"),
		"ftsh-lint": shell.Program(t, "ftsh-lint"),
	} {
		if err := os.Symlink(path, filepath.Join(bin, name)); err != nil &&
			!errors.Is(err, os.ErrExist) {
			t.Fatal(err)
		}
	}
	env = append([]string{"PATH=" + bin + ":" + filepath.Dir(tested.Path) +
		":/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL=C.UTF-8", "TZ=UTC",
		"GORACE=atexit_sleep_ms=0"}, env...)
	for _, g := range p.groups {
		for _, s := range g.commands {
			t.Run(fmt.Sprintf("line %d %s", s.line, s.shell), func(t *testing.T) {
				t.Parallel()
				if s.notYet != "" {
					t.Skip("not yet: " + s.notYet)
				}
				if got, want := masked(s.run(t, shells[s.shell], env)),
					masked(g.want); got != want {
					t.Errorf("%s:%d:\n%s\nprints\n%s\nand the page says\n%s", path, s.line, s.text,
						got, want)
				}
			})
		}
	}
}

// run runs commands and returns their output.
func (s *snippet) run(t *testing.T, shell, env []string) string {
	home, work := t.TempDir(), t.TempDir()
	script := filepath.Join(home, "script")
	if err := os.WriteFile(script, []byte(s.text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(filepath.Join(home, "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	cmd := exec.Command(shell[0], append(shell[1:len(shell):len(shell)], script)...)
	cmd.Dir = work
	cmd.Env = append([]string{"HOME=" + home, "TMPDIR=" + home}, env...)
	cmd.Stdout, cmd.Stderr = out, out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	guard := time.AfterFunc(3*time.Minute, func() { _ = cmd.Process.Kill() })
	defer guard.Stop()
	var exit *exec.ExitError
	if err := cmd.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	got, err := os.ReadFile(out.Name())
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(got), script, "script")
	if n := cmd.ProcessState.ExitCode(); n != 0 {
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		text += "[status " + strconv.Itoa(n) + "]\n"
	}
	return text
}

// masked hides the differences between runs: the time and the process of a record, and the
// durations, times and places of blocks or jobs.
func masked(text string) string {
	for _, m := range [][2]string{
		{`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} \[\d+\]`, "DATE TIME [PID]"},
		{`(?m)(attempts? failed with status \d+|attempts?) in [0-9.]+ [a-z]+$`, "$1 in TIME"},
		{` on \S+ (failed|succeeded) after [0-9.]+ [a-z]+, started \d{4}-\d\d-\d\d \d\d:\d\d:\d\d`,
			" on HOST $1 after TIME"},
		{`"host":"[^"]+","start":"[^"]+","duration":[0-9.]+,`,
			`"host":"HOST","start":"TIME","duration":TIME,`},
	} {
		text = regexp.MustCompile(m[0]).ReplaceAllString(text, m[1])
	}
	return text
}

func TestParsePage(t *testing.T) {
	p, err := parsePage("# A\n\n```sh file=prog\nx\n```\n```sh\na\n```\n\n<!-- not yet: later " +
		"-->\n\n```ftsh\nb\n```\n```text\nout\n```\n" +
		"```ftsh\nc\n```\nand\n```\nnothing\n```\n<table><tr><td>\n```bash\nd\n```\n\n</td><td>\n```ftsh\ne\n```\n</td></tr></table>\n")
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("%v %v", p.programs, p.groups)
	const want = "[{3 sh prog  x\n}] [{[{6 sh   a\n} {12 ftsh  later b\n}] out\n} {[{18 ftsh   " +
		"c\n}] } {[{26 bash   d\n} {31 ftsh   e\n}] }]"
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for text, want := range map[string]string{
		"```sh\nx\n":          "line 1: the block is not closed",
		"```text\nx\n```\n":   "line 1: a text block behind no commands",
		"```sh name=x\n```\n": "line 1: expected file=NAME",
		"<!-- not yet -->\n":  "line 1: expected <!-- not yet: REASON -->",
		"<!-- not yet: x -->\nwords\n": "line 2: a block of commands must follow <!-- " +
			"not yet -->",
		"# no commands\n\n```\nx\n```\n":    "no commands",
		"```sh\nx\n```\nA\n```text\ny\n```": "line 5: a text block behind no commands",
	} {
		if _, err := parsePage(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
