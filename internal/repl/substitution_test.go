//go:build linux

package repl_test

import "testing"

// A command waiting for a command substitution is one job with it, and stops as a whole. Its
// assignments after it continues are its own.
func TestStopASubstitution(t *testing.T) {
	sh := built(t)
	for name, c := range map[string]struct{ text, st string }{
		"an assignment":      {`x=$(cat f)`, "0"},
		"its status":         {`x=$(cat f; exit 7)`, "7"},
		"a builtin's":        {`export x="$(cat f)"`, "0"},
		"a program's":        {`sh -c "exit $(cat f)"`, "5"},
		"a redirection's":    {`: >"$(cat f)"`, "0"},
		"a default's":        {`x=${none:-$(cat f)}`, "0"},
		"of a here-document": {"cat <<E >here\r$(cat f)\rE", "0"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			term := open(t, sh, nil)
			term.prompt()
			term.fifo("f")
			term.run("x=out; echo o''k", "ok\r\n")
			term.keys(c.text + "\r")
			term.await("cat", func() bool { return len(term.named("cat")) > 0 })
			term.keys(ctrlZ)
			term.expect("[1] + Stopped  ", "@ ")
			term.run(`echo "st=$? <$x>"`, "st=148 <out>\r\n")
			term.keys("fg\r")
			term.expect("fg", "\r\n"+c.text[:3])
			term.write("f", "5\n")
			term.fresh()
			term.run(`echo "st=$? <$x>"`, "st="+c.st+" <out>\r\n")
		})
	}
}
