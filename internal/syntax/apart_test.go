package syntax

import (
	"strings"
	"testing"

	"ftsh/parser/ast"
)

// The words mean the same as in the header of a block.
func TestTryHeader(t *testing.T) {
	for _, words := range [][]string{
		{},
		{"3", "times"},
		{"for", "10", "minutes", "on", "75"},
		{"for 10 minutes", "on", "75"},
		{"for", "5 minutes", "or", "3", "times", "every", "30s"},
		{" \tforever\n", "backoff", "ethernet", "from", "1ms"},
		{"90s", "timeout", "5", "s", "except", "1,2", "streaming", "grace", "0s", "signal", "INT", "contained"},
	} {
		got, err := TryHeader("ftry", words, true)
		if err != nil {
			t.Errorf("%q: %v", words, err)
			continue
		}
		block := parse(t, "try "+strings.Join(strings.Fields(strings.Join(words, " ")), " ")+
			"\n:\nend\n")
		want := block.AndOrs[0].Pipelines[0].Commands[0].(*ast.Try)
		if g, w := headerText(got), headerText(want); g != w {
			t.Errorf("%q: %s, want %s", words, g, w)
		}
	}
}

func parse(t *testing.T, text string) *ast.List {
	t.Helper()
	list, err := Parse(text, Options{Blocks: true})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// headerText describes a header.
func headerText(n *ast.Try) string {
	var b strings.Builder
	words := func(name string, ws ...*ast.Word) {
		b.WriteString(name)
		for _, w := range ws {
			if w != nil {
				b.WriteString(" " + literal(w))
			}
		}
		b.WriteString("; ")
	}
	duration := func(name string, d *ast.Duration) {
		if d != nil {
			words(name, d.Words...)
		}
	}
	words("times", n.Limit.Times)
	duration("for", n.Limit.For)
	duration("every", n.Every)
	duration("timeout", n.Timeout)
	duration("grace", n.Grace)
	words("signal", n.Signal)
	words("on", n.On)
	words("except", n.Except)
	if n.Backoff != nil {
		words("backoff", n.Backoff.Words...)
	}
	if n.Limit.Forever {
		words("forever")
	}
	if n.Streaming {
		words("streaming")
	}
	if n.Contained {
		words("contained")
	}
	return b.String()
}

// The error for a wrong header gives the expected words, and the words in their original form.
func TestTryHeaderIsWrong(t *testing.T) {
	for _, c := range []struct {
		words    []string
		unended  bool
		expected string
		found    string
		line     string // with a mark before the place
	}{
		{[]string{"for", "5", "parsecs"}, false, "a unit of time (ms, s, m, h, d or w)",
			`"parsecs"`, "ftry for 5 ^parsecs --"},
		{[]string{"for 5 parsecs"}, false, "a unit of time (ms, s, m, h, d or w)", `"parsecs"`,
			"ftry for 5 ^parsecs --"},
		{[]string{"3"}, false, `"times" (ftry 3 times)`, `"--"`, "ftry 3 ^--"},
		{[]string{"3", "timeout", "1s"}, false, `"times" (ftry 3 times)`, `"timeout"`,
			"ftry 3 ^timeout 1s --"},
		{[]string{"3", "times", "every"}, false, "a duration such as 90s or 5 minutes", `"--"`,
			"ftry 3 times every ^--"},
		{[]string{"3", "times", ""}, false,
			"a limit, every, timeout, backoff, on, except, known, permanent, transient, streaming, grace, signal, through, " +
				"journal, contained, scratch, or --", `"\"\""`, `ftry 3 times ^"" --`},
		{[]string{"$N", "times"}, false,
			"a limit, every, timeout, backoff, on, except, known, permanent, transient, streaming, grace, signal, through, " +
				"journal, contained, scratch, or --", `"$N"`, "ftry ^$N times --"},
		{[]string{"3", "times", "do"}, false,
			"a limit, every, timeout, backoff, on, except, known, permanent, transient, streaming, grace, signal, through, " +
				"journal, contained, scratch, or --", `"do"`, "ftry 3 times ^do --"},
		{[]string{"every", "5s"}, false, "a limit (a count, a duration or forever) next to every",
			`"every"`, "ftry ^every 5s --"},
		{[]string{"3", "times", "./flaky", "-x"}, true,
			"a limit, every, timeout, backoff, on, except, known, permanent, transient, streaming, grace, signal, through, " +
				"journal, contained, scratch, or --", `"./flaky"`, "ftry 3 times ^./flaky -x"},
		{[]string{"3", "times"}, true, "-- and a command", "nothing", "ftry 3 times^"},
		{[]string{"for"}, true, "a number of times, a duration or forever", "nothing", "ftry for^"},
		{nil, true, "-- and a command", "nothing", "ftry^"},
		{[]string{"3", "times", "on", "x\x00y;$(rm)"}, false,
			"exit statuses from 1 to 255, such as 75 or 1,2 or 64-78", `"xy;$(rm)"`,
			"ftry 3 times on ^xy;$(rm) --"},
	} {
		_, err := TryHeader("ftry", c.words, !c.unended)
		e, ok := err.(*Error)
		if !ok {
			t.Errorf("%q: no error", c.words)
			continue
		}
		col := int(e.Pos.Col) - 1
		line := e.Line[:col] + "^" + e.Line[col:]
		if e.Expected != c.expected || e.Found != c.found || line != c.line {
			t.Errorf("%q: expected %s, found %s at %s", c.words, e.Expected, e.Found, line)
		}
	}
}
