//go:build unix

package transcript

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

const sample = `# about the file
peers: dash bash
skip bash: no reason

=== first
run: -c
args: zero one
except dash: differs
--- script
echo '

\--- x'

--- stdout noeol
a

--- status 3

=== second
peers: none
todo: later
--- script escaped
\x01\\
--- stdin pipe
--- stderr some

`

func TestParse(t *testing.T) {
	f, err := Parse("sample", sample)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Format(); got != sample {
		t.Errorf("Format:\n%s", got)
	}
	if len(f.Cases) != 2 {
		t.Fatalf("%d cases", len(f.Cases))
	}
	a, b := f.Cases[0], f.Cases[1]
	if a.Script != "echo '\n\n--- x'\n\n" || a.Stdout != "a\n" || a.Status != 3 || a.Mode != ModeC {
		t.Errorf("first: %+v", a)
	}
	if strings.Join(a.Peers, " ") != "dash bash" || a.Except["dash"] != "differs" ||
		a.Skip["bash"] != "no reason" {
		t.Errorf("first: peers %q, except %q, skip %q", a.Peers, a.Except, a.Skip)
	}
	if b.Script != "\x01\\\n" || b.Stdin != "" || !b.StdinPipe || !b.HasStdin ||
		b.StderrRule != StderrSome || len(b.Peers) != 0 || b.Todo != "later" {
		t.Errorf("second: %+v", b)
	}
}

func TestParseCommonFiles(t *testing.T) {
	const text = "# lib is for all\npeers: dash\n\n--- file lib\na() { :; }\n\nb() { :; }\n--- " +
		"program run\n:\n\n" +
		"=== first\n--- script\n. ./lib\n\n=== second\n--- file own\nx\n--- script\n:\n"
	f, err := Parse("f", text)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Format(); got != text {
		t.Errorf("Format:\n%s", got)
	}
	lib, run, own := ExtraFile{"lib", "a() { :; }\n\nb() { :; }\n", false},
		ExtraFile{"run", ":\n", true}, ExtraFile{"own", "x\n", false}
	for i, want := range [][]ExtraFile{{lib, run}, {lib, run, own}} {
		if c := f.Cases[i]; !slices.Equal(c.Files, want) || len(c.Peers) != 1 {
			t.Errorf("%s: files %v, peers %q", c.Name, c.Files, c.Peers)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"peers dash\n=== x\n--- script\n": `f:1: expected a header such as "peers: ` +
			`dash bash", found "peers dash"`,
		"=== x\nexcept dash:\n--- script\n": `f:2: expected a header such as "peers: ` +
			`dash bash", found "except dash:"`,
		"=== x\n--- stdout\n":                  `f:1: case "x" has no script`,
		"=== x\n--- script\n--- stderr most\n": `f:3: unknown option "most" of section stderr`,
		"=== x\n--- script\n--- oops\n":        `f:3: unknown section "oops"`,
		"=== x\n--- script\n-----\n": `f:3: "-----" is neither a case nor a ` +
			`section (escape it with a backslash)`,
		"=== x\n--- script\n=== x\n--- script\n": `f:3: a case named "x" stands already in line 1`,
		"=== x\n--- script\n--- status 1\ntext\n": `f:3: expected "--- status NUMBER" and ` +
			`nothing below it`,
		"=== x\n--- script\n--- stderr some\ntext\n": `f:3: stderr some takes no text`,
		"--- script\n:\n=== x\n": `f:1: before the first case only files and ` +
			`programs may stand`,
		"--- file\n=== x\n--- script\n":    `f:1: expected a path after file`,
		"=== x\n--- script":                `f: last line has no newline`,
		"=== x\n--- script escaped\n\\q\n": `f:2: bad escape in "\\q"`,
		"=== x\n--- script\n--- file\n":    `f:3: expected a path after file`,
		"=== x\nrun: tty\n--- script\n": `f:2: expected a header such as "peers: ` +
			`dash bash", found "run: tty"`,
		"=== x\nleaves: descriptors\n--- script\n": `f:2: expected a header such as "peers: ` +
			`dash bash", found "leaves: descriptors"`,
		"=== x\n--- script\n--- stdin nothing more\n": `f:3: unknown option "nothing" of ` +
			`section stdin`,
	} {
		if _, err := Parse("f", text); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}

func TestUpdate(t *testing.T) {
	f, err := Parse("f", "=== a\n--- script\ntrue\n--- stderr some\n\n=== b\n--- script\n--- "+
		"stdout\nold\n--- status 1\n")
	if err != nil {
		t.Fatal(err)
	}
	f.Cases[0].Update(Result{Stdout: "--- x\ny\n\n", Stderr: "warning\n"})
	f.Cases[1].Update(Result{Stderr: "\x00", Status: 2})
	want := "=== a\n--- script\ntrue\n--- stderr some\n--- stdout\n\\--- x\ny\n\n--- status 0\n\n" +
		"=== b\n--- script\n--- status 2\n--- stderr noeol escaped\n\\x00\n"
	if got := f.Format(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	g, err := Parse("f", want)
	if err != nil {
		t.Fatal(err)
	}
	if c := g.Cases[0]; c.Stdout != "--- x\ny\n\n" {
		t.Errorf("stdout read again: %q", c.Stdout)
	}
	if c := g.Cases[1]; c.Stderr != "\x00" || c.Stdout != "" || c.Status != 2 {
		t.Errorf("b read again: %+v", c)
	}
}

func runOne(t *testing.T, r *Runner, text string) (*Case, Result) {
	f, err := Parse("f", text)
	if err != nil {
		t.Fatal(err)
	}
	res, err := r.Run(f.Cases[0], Shell{Name: "sh", Path: "/bin/sh"})
	if err != nil {
		t.Fatal(err)
	}
	return f.Cases[0], res
}

func TestRunAgrees(t *testing.T) {
	c, res := runOne(t, &Runner{}, "=== x\nenv: A=b\n--- script\necho $A; cat f; echo e >&2; "+
		"exit 4\n--- file f\nin f\n--- stdout\nb\nin f\n--- stderr\ne\n--- status 4\n")
	if d := c.Compare(res, false); d != nil {
		t.Error(strings.Join(d, "\n"))
	}
	c.Stderr = "other\n"
	if d := c.Compare(res, true); d != nil {
		t.Errorf("a peer's messages are its own: %s", d)
	}
	if d := c.Compare(res, false); len(d) != 1 {
		t.Errorf("another message: %s", d)
	}
}

// A process outliving its shell is found by its mark or, with a new environment, by its session. It
// holds the pipe, which must not block Run.
func TestLeftovers(t *testing.T) {
	for _, script := range []string{"setsid sleep 1000 &", "env -i sleep 1000 &",
		"sleep 1000 | sleep 1000 & exit 3"} {
		r := &Runner{Grace: 50 * time.Millisecond}
		c, res := runOne(t, r, "=== x\n--- script\n"+script+"\n")
		if len(res.Left) == 0 {
			t.Errorf("%s: nothing found", script)
		}
		if d := c.Compare(res, false); len(d) == 0 {
			t.Errorf("%s: passed", script)
		}
		c.Leaves, c.Status = true, res.Status
		if d := c.Compare(res, false); len(d) != 0 {
			t.Errorf("%s: %s", script, d)
		}
	}
}

func TestGuard(t *testing.T) {
	c, res := runOne(t, &Runner{Guard: 100 * time.Millisecond},
		"=== x\n--- script\necho started; sleep 1000; echo no\n--- stdout\nstarted\n")
	if !res.TimedOut || res.Status != 137 || res.Stdout != "started\n" && res.Stdout != "" {
		t.Errorf("%+v", res)
	}
	if d := c.Compare(res, false); len(d) == 0 {
		t.Error("passed")
	}
}

func TestNothingIsLeftOnDisk(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	runOne(t, &Runner{}, "=== x\n--- script\nmkdir -p a/b && touch a/b/c && chmod 0 a/b\n")
	left, err := os.ReadDir(os.Getenv("TMPDIR"))
	if err != nil || len(left) != 0 {
		t.Errorf("left %v, %v", left, err)
	}
}
