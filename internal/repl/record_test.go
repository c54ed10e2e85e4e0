//go:build linux

package repl_test

import (
	"regexp"
	"testing"
)

// On a terminal a record has neither date nor process ID, because the user knows both. Elsewhere it
// has them.
func TestRecordOnATerminal(t *testing.T) {
	t.Parallel()
	const fails = "try 2 times every 0s; false; end"
	const said = `s:1 try 2 times: all 2 attempts failed with status 1 in [0-9]+[^\r\n]*\r\n    1, 2: s:1:[0-9]+: false: exit status 1\r\n`
	for name, c := range map[string]struct{ script, want string }{
		"a terminal": {fails, said},
		"a file": {"{ " + fails + "; } 2>log; cat log",
			`[-0-9]{10} [0-9:.]{12} \[[0-9]+\] ` + said},
		"a log file": {"FTSH_LOG_FILE=log " + `"$SH" -c '` + fails + `' s; cat log`,
			`[-0-9]{10} [0-9:.]{12} \[[0-9]+\] ` + said},
		"a bad value": {"N=x; try $N times; true; end",
			`s:1:6: expected a whole number greater than zero, found "x"\r\n`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := screen(t, []string{"TERM=dumb", "SH=" + built(t).Path}, "-c", c.script, "s")
			if !regexp.MustCompile("^" + c.want + "$").MatchString(got) {
				t.Errorf("%q", got)
			}
		})
	}
}
