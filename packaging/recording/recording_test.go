//go:build linux

package main

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestSpans(t *testing.T) {
	const ms = time.Millisecond
	got := spans([]screen{
		{0, []string{"$"}},
		{110 * ms, []string{"$ a"}},
		{130 * ms, []string{"$ ab"}}, // too soon after the one before
		{900 * ms, []string{"$ ab", "<out>", "", "$"}},
		{1400 * ms, []string{"", "<out>"}},
	}, 50*ms)
	want := []span{
		{0, "$", 0, 100 * ms},
		{0, "$ a", 100 * ms, 150 * ms},
		{0, "$ ab", 150 * ms, 1400 * ms},
		{1, "<out>", 900 * ms, 0},
		{3, "$", 900 * ms, 1400 * ms},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v\nwant %v", got, want)
	}
}

func TestSVG(t *testing.T) {
	got := svg([]screen{{0, []string{"$"}}, {time.Second, []string{"$ a <&> b", "$ # c"}}})
	_, got, ok := strings.Cut(got, "/>\n")
	const want = `<text class="t" style="animation-delay:0.00s,1.00s" x="14" y="26" ` +
		`textLength="7" xml:space="preserve"><tspan class="p">$</tspan></text>` + "\n" +
		`<text class="s" style="animation-delay:1.00s" x="14" y="26" ` +
		`textLength="65" xml:space="preserve"><tspan class="p">$ </tspan>` +
		`<tspan class="i">a &lt;&amp;&gt; b</tspan></text>` + "\n" +
		`<text class="s" style="animation-delay:1.00s" x="14" y="43" ` +
		`textLength="36" xml:space="preserve"><tspan class="p">$ </tspan>` +
		`<tspan class="c"># c</tspan></text>` + "\n" +
		"</svg>\n"
	if !ok || got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// A session with a standard shell: the last screen has it whole.
func TestRecord(t *testing.T) {
	cmd := exec.Command("sh")
	cmd.Env = []string{"PS1=" + prompt, "TERM=xterm"}
	screens, err := record(cmd, []string{"echo one; echo two", "# three"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"$ echo one; echo two", "one", "two", "$ # three", "$"}
	if last := screens[len(screens)-1].rows; !slices.Equal(last, want) {
		t.Errorf("%q, want %q", last, want)
	}
	cmd = exec.Command("sh")
	cmd.Env = []string{"PS1=" + prompt, "TERM=xterm"}
	if _, err := record(cmd, []string{"exit", "echo late"}); err == nil ||
		!strings.HasPrefix(err.Error(), `before "echo late": the shell has ended`) {
		t.Error(err)
	}
}

// The picture in the repository shows the session defined here, and nothing else.
func TestPicture(t *testing.T) {
	file, err := os.Open("../../docs/demo.svg")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var text strings.Builder
	for d := xml.NewDecoder(file); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if !slices.Contains([]string{"svg", "title", "style", "rect", "text", "tspan"},
				token.Name.Local) {
				t.Errorf("an element %s", token.Name.Local)
			}
		case xml.CharData:
			text.Write(token)
		}
	}
	lines := strings.Split(text.String(), "\n")
	for line := range strings.Lines(session) {
		if line = prompt + strings.TrimSpace(line); !slices.Contains(lines, line) {
			t.Errorf("it lacks %q", line)
		}
	}
	for line := range strings.Lines(fetch) {
		if line = strings.TrimRight(line, "\n"); !slices.Contains(lines, line) {
			t.Errorf("it lacks %q", line)
		}
	}
	for _, end := range []string{"got it from good", "nothing is left"} {
		if !strings.Contains(text.String(), "\n"+end) {
			t.Errorf("it lacks %q", end)
		}
	}
}
