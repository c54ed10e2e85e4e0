package interp

import (
	"slices"
	"testing"

	"ftsh/internal/syntax"
)

// What the text of a subshell says of traps.
func TestTrapUse(t *testing.T) {
	for _, c := range []struct {
		text    string
		signals bool
		calls   []string
		later   int
	}{
		{text: "trap 'x' TERM", signals: true},
		{text: "trap x EXIT"},
		{text: "trap x 0 EXIT"},
		{text: "trap x EXIT INT", signals: true},
		{text: "trap 'x' 15", signals: true},
		{text: "trap '' PIPE", signals: true},
		{text: "trap - HUP", signals: true},
		{text: "trap HUP", signals: true},
		{text: "trap 2", signals: true},
		{text: "trap 0 2", signals: true},
		{text: "trap 0"},
		{text: "trap -- x INT", signals: true},
		{text: "trap -- x EXIT"},
		{text: "trap"},
		{text: "trap -p INT"},
		{text: "trap x KILL STOP"},
		{text: "trap x nosignal"},
		{text: `trap "$x" EXIT`},
		{text: `trap "$x" TERM`, signals: true},
		{text: `trap $x EXIT`, signals: true},
		{text: `trap "$x"`, signals: true},
		{text: `trap x $y`, signals: true},
		{text: `"trap" x TERM`, signals: true},
		{text: `\trap x TERM`, signals: true},
		{text: `tr'a'p x TERM`, signals: true},
		{text: "command trap x TERM", signals: true},
		{text: "command -p trap x TERM", signals: true},
		{text: "command -v trap x TERM"},
		{text: "X=1 trap x TERM >f", signals: true},
		{text: "{ if a; then :; else trap x TERM; fi; } >f", signals: true},
		{text: "f() { trap x TERM; }", signals: true},
		{text: "while trap x TERM; do :; done", signals: true},
		{text: "echo trap x TERM", calls: []string{"echo"}},
		{text: "(trap x TERM)"},
		{text: "x=$(trap x TERM)"},
		{text: "trap x TERM | cat"},
		{text: "trap x TERM &"},
		{text: "trap x TERM && :", signals: true},
		{text: "! trap x TERM", signals: true},
		{text: "try 2 times; trap x TERM; end", signals: true},
		{text: "f; export g; command h", calls: []string{"f", "h"}},
		{text: "eval 'trap x TERM'", signals: true},
		{text: "eval -- trap x TERM", signals: true},
		{text: "eval trap x 'TERM; f'", signals: true},
		{text: "eval 'f; eval g'", calls: []string{"f", "g"}},
		{text: `eval "$x"; . ./lib; $f; "$@"`, later: 4},
		{text: "eval 'eval \"$x\"'", later: 1},
	} {
		list, err := syntax.Parse(c.text, syntax.Options{Blocks: true})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		u := trapUseOf(list)
		if u.signals != c.signals || !u.signals && (!slices.Equal(u.calls, c.calls) || len(u.later) != c.later) {
			t.Errorf("%s: %v, calls %q, %d later", c.text, u.signals, u.calls, len(u.later))
		}
	}
}
