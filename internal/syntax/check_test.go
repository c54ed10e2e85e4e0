package syntax

import (
	"strings"
	"testing"
)

// TestCheck: a script is read whole before any of it runs, with exceptions (docs/language.md
// section 2).
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		src   string
		err   string // "" for none
		after uint32
	}{
		{"a\nb\n", "", 0},
		{"a\nb\nfi\n", `s:3:1: syntax error: expected a command, found "fi"`, 0},
		{"a\ntry for 5 parsecs\nb\nend\n",
			`s:2:11: syntax error: expected a unit of time (ms, s, m, h, d or w), found ` +
				`"parsecs" ("try" opened at line 2)`, 0},
		// The text after a command that always leaves is not read.
		{"exit\nfi\n", "", 0},
		{"exit 3; a\nfi\n", "", 0},
		{"a; exit 3\nfi\n", "", 0},
		{"return\nfi", "", 0},
		{"exec tclsh \"$0\"\nfi", "", 0},
		{"command exec tclsh\nfi", "", 0},
		{"{ a; exit; }\nfi", "", 0},
		{"{ a; { b; exit; } >f; } 2>g\nfi", "", 0},
		{"exit; }\nfi", `s:1:7: syntax error: expected a command, found "}"`, 0},
		{"exec 3>f\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		{"exec\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		{"a && exit\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		{"exit | a\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		{"exit &\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		{"! exit\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		{"(exit)\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		{"if a; then exit; fi\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		{"f() { exit; }\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		// A script that uses alias is read command by command.
		{"alias a=b\nfi", "", 0},
		{"a; command alias a=b\nfi", "", 0},
		{"[ x ] && alias a=b\nfi", "", 0},
		{"if a; then alias a=b; fi\nfi", "", 0},
		{"fi\nalias a=b", `s:1:1: syntax error: expected a command, found "fi"`, 0},
		{"(alias a=b)\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		{"f() { alias a=b; }\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		{"x=$(alias)\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		{"echo alias\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		// An error after . or eval waits for that command.
		{". ./f\na\nfi\nb", `s:3:1: syntax error: expected a command, found "fi"`, 6},
		{"a\neval b\n. ./f; c\nfi", `s:4:1: syntax error: expected a command, found "fi"`, 18},
		{"a && . ./f\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 11},
		{"if [ -f x ]; then\n. ./x\nfi\nfi", `s:4:1: syntax error: expected a command, found "fi"`,
			27},
		{"f() { . ./x; }\nfi", `s:2:1: syntax error: expected a command, found "fi"`, 0},
		{"fi\n. ./f", `s:1:1: syntax error: expected a command, found "fi"`, 0},
	} {
		got := Check(c.src, Options{Name: "s", Blocks: true})
		text := ""
		if got.Err != nil {
			text = got.Err.Error()
		}
		if text != c.err || got.After != c.after {
			t.Errorf("%q: got %q after %d, want %q after %d", c.src, text, got.After, c.err,
				c.after)
		}
	}
}

// Check forgets the parts of long here-documents, but not words in them that open no block.
func TestCheckOfLongDocuments(t *testing.T) {
	long := strings.Repeat("$x ${y:-$(z)} `a`\n", 2000)
	nested := "$(cat <<F\n" + long + "F\n)\n"
	for _, c := range []struct {
		text     string
		err      string
		unopened int
	}{
		{"cat <<E\n" + long + "E\nf() { cat <<E; }\n" + long + "E\nend\n", "", 0},
		{"cat <<E <<G\n" + long + nested + long + "E\n" + long + "G\necho $((1 + (2)))\n", "", 0},
		{"cat <<E\n" + long + "$(forany; a; end)\n" + long + "E\n", "", 1},
		{"x=$((cat <<E\n" + long + "E\n) )\ncat <<E\n" + long + "${x\nE\n", "\"}\"", 0},
	} {
		got := Check(c.text, Options{Blocks: true})
		if len(got.Unopened) != c.unopened {
			t.Errorf("%.20q: %d words without a block, want %d", c.text, len(got.Unopened), c.unopened)
		}
		e, _ := got.Err.(*Error)
		switch {
		case c.err == "" && got.Err != nil || c.err != "" && (e == nil || e.Expected != c.err):
			t.Errorf("%.20q: %v, want an error that expects %s", c.text, got.Err, c.err)
		case c.err == "":
			if _, err := Parse(c.text, Options{Blocks: true}); err != nil {
				t.Error(err)
			}
		}
	}
}
