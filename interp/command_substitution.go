package interp

import (
	"strings"

	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/parser/ast"
)

// subst compiles a command substitution (XCU 2.6.3). It mostly runs in this process: the
// output of builtins goes to memory, and a pipe is made only once a process needs it.
func (c *compiler) subst(n *ast.CmdSubst, depth int) expand.Subst {
	body := op(c.subshellList(n.Body, n))
	if c.bash {
		if file := c.fileSubst(n); file != nil {
			body = file
		}
		body = &withoutErrexit{body}
		if n.File() != nil {
			return func(sh expand.Shell) (string, error) {
				return fileContents((*frame)(sh.(*expander)), body, depth)
			}
		}
	}
	return func(sh expand.Shell) (string, error) {
		return substitute((*frame)(sh.(*expander)), body, depth)
	}
}

// substitute runs body and returns its output. depth is the number of enclosing words.
func substitute(fr *frame, body op, depth int) (string, error) {
	flushReports(fr)
	taken := fr.context.judged > 0 && (fr.regs.subst.taken || fr.context.brittle)
	sub, err := fr.fork(forSubstitution)
	if err != nil {
		return "", err
	}
	sub.context.depth.lists += depth
	capture := fd.NewCapture()
	sub.env.fds.Set(1, capture.Retain(), fd.BySubstitution)
	out := sub.finish(body.exec(sub))
	closing(sub, capture, taken)
	sub.env.close()
	adopt(fr, sub)
	carry(fr, sub)
	back := fr.context.group.blocking()
	text, err := capture.Finish(fr.context.scope.Context())
	back()
	fr.regs.subst.ran = true
	fr.regs.subst.status = int(out.Status)
	if fr.env.opts.Has(option.Bash) {
		fr.env.status = int(out.Status) // $? at once, as in out=$(cmd) rc=$?
	}
	if out.Divert != flow.None {
		return "", &divertError{out}
	}
	if err != nil {
		return "", err
	}
	if out.Status != 0 && fr.regs.subst.failed.Status == 0 {
		fr.regs.subst.failed = out
	}
	if fr.cancelled() {
		return "", &divertError{fr.cancelOutcome()}
	}
	return trimOutput(string(text)), nil
}

// trimOutput removes trailing newlines, and NUL bytes, since a value cannot hold them.
func trimOutput(s string) string {
	s = strings.TrimRight(s, "\n")
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.TrimRight(strings.ReplaceAll(s, "\x00", ""), "\n")
	}
	return s
}
