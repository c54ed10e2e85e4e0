package lint

import (
	"fmt"
	"strings"
	"testing"
)

// A ruleCase is a script and its findings: "line:column message", with the message or its
// beginning.
type ruleCase struct {
	script string
	want   []string
}

func runRule(t *testing.T, rule string, cases []ruleCase) {
	t.Helper()
	finds, silent := false, false
	for _, c := range cases {
		finds, silent = finds || len(c.want) > 0, silent || len(c.want) == 0
		var got []string
		for _, f := range Script(c.script) {
			if f.Rule == rule {
				got = append(got, fmt.Sprintf("%d:%d %s", f.Pos.Line, f.Pos.Col, f.Message))
			} else if f.Rule == SyntaxError {
				t.Errorf("%q: %s", c.script, f.Message)
			}
		}
		ok := len(got) == len(c.want)
		for i := range min(len(got), len(c.want)) {
			ok = ok && strings.HasPrefix(got[i], c.want[i])
		}
		if !ok {
			t.Errorf("%s\ngot:  %s\nwant: %s", c.script, strings.Join(got, "\n      "),
				strings.Join(c.want, "\n      "))
		}
	}
	if !finds || !silent {
		t.Error("cases for both are needed: what it finds, and what not")
	}
}

func TestSyntaxError(t *testing.T) {
	got := Script("a\nif b; then\n")
	if len(got) != 1 || got[0].Rule != SyntaxError || got[0].Level != Error ||
		got[0].Message != `expected a command, found end of file ("if" opened at line 2)` ||
		got[0].Pos.Line != 3 {
		t.Error(got)
	}
	if got := Script("a\nif b\r\nc\r\nfi\r\n"); len(got) != 1 ||
		!strings.HasSuffix(got[0].Message, `found end of file ("if" opened at line 2)`) {
		t.Error(got)
	}
	if got := Script("a\nexit\n)) no script\n"); len(got) != 0 {
		t.Error(got)
	}
	// A malformed block, in the shell's words.
	got = Script("try max 5 times\n\ta\nend\n")
	if len(got) == 0 || got[0].Rule != SyntaxError ||
		got[0].Message != `expected a limit, found "max" ("try" opened at line 1): after try `+
			`comes a limit: try 3 times` {
		t.Error(got)
	}
	got = Script("a\ntry timeout 5s\n\ta\ncatch\n\tb\n")
	if len(got) == 0 || got[0].Rule != SyntaxError || got[0].Pos.Line != 2 ||
		got[0].Message != `expected "end" for this try, found end of file: no end closes this try` {
		t.Error(got)
	}
	for _, f := range Script("try() { a; }\ntry max 5 times\nb\nend\n") {
		if f.Rule == SyntaxError {
			t.Error(f)
		}
	}
	// The text before a syntax error is looked at.
	if got := Script("rm $1\nif\n"); len(got) != 2 || got[0].Rule != UnquotedDestructive {
		t.Error(got)
	}
}

// Every rule has a test named after it.
func TestEveryRuleIsTested(t *testing.T) {
	tested := []string{SyntaxError, RetryWithoutLimit, RetryWithoutDelay, KnownFailures,
		SubmitsTwice, MisusedScratch, WaitWithoutLimit,
		HiddenFailure, LeavesBlock, LostStatus,
		LostAssignment, LoopInput, NotIdempotent, UnquotedDestructive, UnreachableCatch, GuardEndsList,
		BlockWord, PasswordArgument, Bashism,
		Original, Directive}
	if len(Rules()) != len(tested) {
		t.Errorf("%d rules, %d tested", len(Rules()), len(tested))
	}
	for i, r := range Rules() {
		if r.Name != tested[i] {
			t.Errorf("%s: in another order", r.Name)
		}
	}
}
