package lint

import (
	"strings"

	"ftsh/backoff"
	"ftsh/internal/duration"
	"ftsh/parser/ast"
)

// retry looks for a try without an end, or without pauses.
func (w walker) retry(n *ast.Try, in around) {
	head := ast.Span{From: n.From, To: n.HeadEnd}
	if n.Limit.Forever && !in.limited && (n.Sense != nil || !policyStops(n.Backoff)) {
		w.report(RetryWithoutLimit, &head,
			"nothing ends this: give it a time limit (try for 1 hour), or a block around it "+
				"that has one")
	}
	if n.Sense == nil && (n.Limit.Times != nil || !n.Limit.Forever && n.Limit.For == nil) {
		// Even without pauses, so many attempts come to an end. Attempts deferred by a sense list
		// do not count.
		return
	}
	if zero(n.Every) {
		w.report(RetryWithoutDelay, n.Every,
			"attempts follow one another without a pause, as fast as they fail: write every "+
				"1s, or leave it to the default backoff")
	}
}

// zero reports whether a duration is a literal zero.
func zero(d *ast.Duration) bool {
	if d == nil {
		return false
	}
	texts, ok := texts(d.Words)
	if !ok {
		return false
	}
	v, err := duration.Parse(texts...)
	return err == nil && v == 0
}

// texts returns the text of words, if all are literal.
func texts(words []*ast.Word) ([]string, bool) {
	var out []string
	for _, w := range words {
		t, ok := w.Literal()
		if !ok {
			return nil, false
		}
		out = append(out, t)
	}
	return out, true
}

// policyOf returns the policy of a clause, if it is literal.
func policyOf(b *ast.Backoff) *backoff.Spec {
	if b == nil {
		return nil
	}
	words, ok := texts(b.Words)
	if !ok {
		return nil
	}
	spec, err := backoff.Parse(words, backoff.Default())
	if err != nil {
		return nil
	}
	return &spec
}

// policyStops reports whether a policy gives up by itself, or may.
func policyStops(b *ast.Backoff) bool {
	if b == nil {
		return false
	}
	p := policyOf(b)
	if p == nil {
		return true
	}
	switch p.Name {
	case "ethernet", "google-http", "google-drive", "aws-simpledb":
		return true
	}
	return false
}

// retryLoop looks for a hand-written retry: until PROGRAM or while ! PROGRAM, with a body that only
// waits and prints messages.
func (w walker) retryLoop(n *ast.Loop, in around) {
	cmd := loopCommand(n)
	if cmd == nil || in.limited || !w.isProgram(cmd) ||
		n.Cond.AndOrs[0].Pipelines[0].Negated == n.Until {
		return
	}
	pause, idle := w.idles(n.Body)
	if !idle {
		return
	}
	head := ast.Span{From: n.From, To: n.Cond.To}
	if pause != "" {
		w.report(RetryWithoutLimit, &head,
			"this loop never ends if %s never works: write try for 1 hour every 10 "+
				"seconds; %s; end", name(cmd), w.source(cmd))
		return
	}
	w.report(RetryWithoutDelay, &head,
		"this loop calls %s again as fast as it fails, for ever: write try for 1 hour; %s; end",
		name(cmd), w.source(cmd))
}

// idles reports whether a list only waits and prints messages. pause is the text of the waiting
// command, "" if there is none.
func (w walker) idles(l *ast.List) (pause string, ok bool) {
	for _, a := range l.AndOrs {
		for _, pl := range a.Pipelines {
			c := only(pl)
			if c == nil || len(c.Args) == 0 || len(c.Assigns) > 0 || w.facts.functions[name(c)] {
				return "", false
			}
			switch name(c) {
			case "sleep", "usleep":
				pause = w.source(c)
			case ":", "true", "echo", "printf", "logger":
			default:
				return "", false
			}
		}
	}
	return pause, true
}

// loopCommand returns the single simple command of a loop's condition, nil if there is more.
func loopCommand(n *ast.Loop) *ast.Simple {
	if len(n.Cond.AndOrs) != 1 || len(n.Cond.AndOrs[0].Pipelines) != 1 {
		return nil
	}
	return only(n.Cond.AndOrs[0].Pipelines[0])
}

// isProgram reports whether a command runs a program that acts, rather than looks at a state.
func (w walker) isProgram(cmd *ast.Simple) bool {
	words := utility(cmd.Args)
	switch n := text(words, 0); n {
	case "", "[", "test", "[[", "true", ":", "false", "read", "getopts", "shift", "kill", "wait",
		"command", "type", "hash", "eval", ".",
		"grep", "egrep", "fgrep", "cmp", "diff", "pgrep", "pidof", "mountpoint", "flock", "expr",
		"let", "break":
		return false
	default:
		return !w.facts.functions[n] && !strings.ContainsAny(n, "$`")
	}
}
