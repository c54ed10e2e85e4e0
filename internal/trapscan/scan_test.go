package trapscan

import (
	"slices"
	"testing"

	"ftsh/internal/syntax"
)

// A subshell needs a process of its own if its text sets a trap or asks for a process ID.
func TestOf(t *testing.T) {
	for _, c := range []struct {
		text    string
		process bool
		calls   []string
		later   int
	}{
		{text: "trap 'x' TERM", process: true},
		{text: "trap x EXIT"},
		{text: "trap x 0 EXIT"},
		{text: "trap x EXIT INT", process: true},
		{text: "trap 'x' 15", process: true},
		{text: "trap '' PIPE", process: true},
		{text: "trap - HUP", process: true},
		{text: "trap HUP", process: true},
		{text: "trap 2", process: true},
		{text: "trap 0 2", process: true},
		{text: "trap 0"},
		{text: "trap -- x INT", process: true},
		{text: "trap -- x EXIT"},
		{text: "trap"},
		{text: "trap -p INT"},
		{text: "trap x KILL STOP"},
		{text: "trap x nosignal"},
		{text: `trap "$x" EXIT`},
		{text: `trap "$x" TERM`, process: true},
		{text: `trap $x EXIT`, process: true},
		{text: `trap "$x"`, process: true},
		{text: `trap x $y`, process: true},
		{text: `"trap" x TERM`, process: true},
		{text: `\trap x TERM`, process: true},
		{text: `tr'a'p x TERM`, process: true},
		{text: "command trap x TERM", process: true},
		{text: "command -p trap x TERM", process: true},
		{text: "command -v trap x TERM"},
		{text: "X=1 trap x TERM >f", process: true},
		{text: "{ if a; then :; else trap x TERM; fi; } >f", process: true},
		{text: "f() { trap x TERM; }", process: true},
		{text: "while trap x TERM; do :; done", process: true},
		{text: "echo trap x TERM", calls: []string{"echo"}},
		{text: "(trap x TERM)"},
		{text: "x=$(trap x TERM)"},
		{text: "trap x TERM | cat"},
		{text: "trap x TERM &"},
		{text: "trap x TERM && :", process: true},
		{text: "! trap x TERM", process: true},
		{text: "try 2 times; trap x TERM; end", process: true},
		{text: "f; export g; command h", calls: []string{"f", "h"}},
		{text: "eval 'trap x TERM'", process: true},
		{text: "eval -- trap x TERM", process: true},
		{text: "eval trap x 'TERM; f'", process: true},
		{text: "eval 'f; eval g'", calls: []string{"f", "g"}},
		{text: `eval "$x"; . ./lib; $f; "$@"`, later: 4},
		{text: "eval 'eval \"$x\"'", later: 1},
		{text: `sh -c 'echo $PPID'; :`, process: true},
		{text: `:; sh -c 'echo $PPID'`, process: true},
		{text: `"$shell" -c "echo \$PPID"; :`, process: true},
		{text: `python3 -c 'import os; print(os.getppid())'; :`, process: true},
		{text: "sh <<'E'; :\necho $PPID\nE", process: true},
		{text: `sh -c 'echo $PPID'`, calls: []string{"sh"}},
		{text: `exec sh -c 'echo $PPID'`},
		{text: `x=1; PATH=/bin exec sh -c 'echo $PPID'`},
		{text: `x=$(sh -c 'echo $PPID')`, process: true},
		{text: `x=$(y=1; exec sh -c 'echo $PPID')`, process: true},
		{text: `x=$(sh -c 'echo $PPID'; :)`},
		{text: `(sh -c 'kill $PPID'); :`, process: true},
		{text: `sh -c 'kill $PPID' & :`, process: true},
		{text: `sh -c 'echo $PPID' | cat`, process: true},
		{text: `{ if sh -c 'kill $PPID'; then :; fi; }`, process: true},
		{text: `read pid x </proc/self/stat`, process: true},
		{text: `while read x; do :; done </proc/self/status`, process: true},
		{text: `eval "sh -c 'echo \$PPID'"`, process: true},
		{text: `sh -c "echo $PPID"; echo "$PPID" PPID`, calls: []string{"sh", "echo"}},
		{text: `echo 'echo $PPID' >script; pp id`, calls: []string{"echo", "pp"}},
	} {
		list, err := syntax.Parse(c.text, syntax.Options{Blocks: true})
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		u := Of(list)
		if u.process != c.process || !u.process && (!slices.Equal(u.calls, c.calls) || len(u.later) != c.later) {
			t.Errorf("%s: %v, calls %q, %d later", c.text, u.process, u.calls, len(u.later))
		}
	}
}
