package interp

import (
	"strings"

	"ftsh/internal/expand"
	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/parser/ast"
)

// subst compiles a command substitution (XCU 2.6.3). It runs in this process:
// what builtins write goes into memory, and only a process makes it a pipe.
func (c *compiler) subst(n *ast.CmdSubst, depth int) expand.Subst {
	body := c.list(n.Body)
	return func(sh expand.Shell) (string, error) { return sh.(*frame).substitute(body, depth) }
}

// substitute runs body, which stands in depth words.
func (fr *frame) substitute(body op, depth int) (string, error) {
	sub := fr.fork()
	sub.tested = 0
	sub.depth.lists += depth
	capture := fd.NewCapture()
	if old := sub.fds.Replace(1, capture.File()); old != nil {
		old.Release()
	}
	out := sub.finish(body.exec(sub))
	sub.close()
	fr.adopt(sub)
	text, err := capture.Finish(fr.scope.ctx)
	fr.subst.ran = true
	fr.subst.status = int(out.Status)
	if out.Divert != flow.None {
		return "", &divertError{out}
	}
	if err != nil {
		return "", err
	}
	if out.Status != 0 && fr.subst.failed.Status == 0 {
		fr.subst.failed = out
	}
	if fr.cancelled() {
		return "", &divertError{fr.cancelOutcome()}
	}
	return trimOutput(string(text)), nil
}

// trimOutput removes what a substitution does not keep: newlines at the end, and
// NUL bytes, which no value can hold.
func trimOutput(s string) string {
	s = strings.TrimRight(s, "\n")
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.TrimRight(strings.ReplaceAll(s, "\x00", ""), "\n")
	}
	return s
}
