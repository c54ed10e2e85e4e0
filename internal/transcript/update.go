package transcript

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Format prints the file as parsed, with the changes made by Update.
func (f *File) Format() string {
	var b strings.Builder
	put := func(lines []string) {
		for _, l := range lines {
			b.WriteString(l)
			b.WriteByte('\n')
		}
	}
	all := func(sections []*section) {
		for _, s := range sections {
			b.WriteString("--- " + s.head + "\n")
			put(s.body)
			put(s.trail)
		}
	}
	put(f.preamble)
	all(f.common)
	for _, c := range f.Cases {
		b.WriteString("=== " + c.Name + "\n")
		put(c.header)
		all(c.sections)
	}
	return b.String()
}

// Update makes r the expectation of c. A stderr rule of "some" or "any" stays if it still holds.
func (c *Case) Update(r Result) {
	c.Stdout, c.Status = r.Stdout, r.Status
	c.replace("stdout", r.Stdout, r.Stdout != "")
	if !stderrHolds(c.StderrRule, c.Stderr, r.Stderr) {
		c.Stderr, c.StderrRule = r.Stderr, StderrExact
		c.replace("stderr", r.Stderr, r.Stderr != "")
	}
	c.replace("status "+strconv.Itoa(r.Status), "", r.Status != 0)
}

// replace replaces the section of the same kind; a new one goes to the end. keep is false for a
// section equal to the default, which is dropped.
func (c *Case) replace(head, text string, keep bool) {
	kind, _, _ := strings.Cut(head, " ")
	s := &section{head: head}
	if kind != "status" {
		s.head, s.body = encode(kind, text)
	}
	var trail []string
	if n := len(c.sections); n > 0 {
		trail, c.sections[n-1].trail = c.sections[n-1].trail, nil
	}
	done := !keep
	var out []*section
	for _, old := range c.sections {
		if strings.Fields(old.head)[0] != kind {
			out = append(out, old)
		} else if !done {
			out, done = append(out, s), true
		}
	}
	if !done {
		out = append(out, s)
	}
	last := out[len(out)-1]
	if n := len(last.body); n > 0 && last.body[n-1] == "" {
		// Trailing blank lines would be read as layout: close them off.
		if strings.Fields(last.head)[0] != "status" && c.Status == 0 {
			last = &section{head: "status 0"}
			out = append(out, last)
		}
	}
	last.trail = trail
	c.sections = out
}

// encode is the inverse of decode: the section line and the lines below.
func encode(kind, text string) (head string, body []string) {
	head = kind
	if text == "" {
		return head, nil
	}
	escaped := !utf8.ValidString(text)
	for _, r := range text {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f {
			escaped = true
		}
	}
	text, eol := strings.CutSuffix(text, "\n")
	if !eol {
		head += " noeol"
	}
	if escaped {
		head += " escaped"
	}
	for _, l := range strings.Split(text, "\n") {
		if escaped {
			q := strconv.Quote(l)
			l = strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`)
		}
		if guarded(`\` + l) {
			l = `\` + l
		}
		body = append(body, l)
	}
	return head, body
}

// Compare lists the differences of r from the expectation of c; nil if there are none. A peer's
// messages are its own: its standard error only counts as empty or not.
func (c *Case) Compare(r Result, peer bool) []string {
	var diffs []string
	if r.Stdout != c.Stdout {
		diffs = append(diffs, fmt.Sprintf("stdout: want\n%sgot\n%s", indent(c.Stdout),
			indent(r.Stdout)))
	}
	if r.Status != c.Status {
		diffs = append(diffs, fmt.Sprintf("status: want %d, got %d", c.Status, r.Status))
	}
	rule := c.StderrRule
	if peer && rule == StderrExact && c.Stderr != "" {
		rule = StderrSome
	}
	if !stderrHolds(rule, c.Stderr, r.Stderr) {
		want := indent(c.Stderr)
		if rule == StderrSome {
			want = "    (some)\n"
		}
		diffs = append(diffs, fmt.Sprintf("stderr: want\n%sgot\n%s", want, indent(r.Stderr)))
	}
	if len(diffs) > 0 && r.Stderr != "" && stderrHolds(rule, c.Stderr, r.Stderr) {
		diffs = append(diffs, "stderr (as expected):\n"+indent(r.Stderr))
	}
	if r.TimedOut {
		diffs = append(diffs, "the shell did not end and was killed")
	}
	if len(r.Left) > 0 && !c.Leaves {
		diffs = append(diffs, "processes left behind:\n"+indent(strings.Join(r.Left, "\n")))
	}
	return diffs
}

func stderrHolds(rule StderrRule, want, got string) bool {
	switch rule {
	case StderrAny:
		return true
	case StderrSome:
		return got != ""
	}
	return want == got
}

func indent(s string) string {
	if s == "" {
		return "    (nothing)\n"
	}
	eol := strings.HasSuffix(s, "\n")
	s = "    " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n    ") + "\n"
	if !eol {
		s += "    (no newline at the end)\n"
	}
	return s
}
