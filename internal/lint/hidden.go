package lint

import "ftsh/parser/ast"

// hiddenFailure looks for COMMAND || true in the body of a block: the block never sees the failure
// of COMMAND. Cleanup commands are exempt, and so are commands with an answer for their status.
func (w walker) hiddenFailure(a *ast.AndOr, in around) {
	n := len(a.Pipelines)
	if !in.brittle || in.tested || in.catch || n < 2 || a.Ops[n-2] != ast.Or ||
		!isTrue(a.Pipelines[n-1]) || a.Background {
		return
	}
	left := a.Pipelines[n-2]
	if isTest(left) {
		return // its status is an answer
	}
	cmd := only(left)
	if cmd == nil && len(left.Commands) == 1 {
		w.report(HiddenFailure, a,
			"the block never sees a failure of this: handle it, or let it fail the attempt")
		return
	}
	if cmd == nil {
		cmd, _ = left.Commands[len(left.Commands)-1].(*ast.Simple)
		if cmd == nil {
			return
		}
	}
	words := utility(cmd.Args)
	if cleansOrAsks(text(words, 0)) || hasFlag(words, "", "ignore-errors") {
		return
	}
	w.report(HiddenFailure, a, "the block never sees that %s fails: leave || true out, or "+
		"handle the failure", w.source(shown(words, cmd)))
}

// shown returns the name of the command for a message.
func shown(words []*ast.Word, cmd *ast.Simple) ast.Node {
	if len(words) > 0 {
		return words[0]
	}
	return cmd
}

// cleansOrAsks reports whether a command's failure seldom matters: it removes things that may be
// missing, or its status is an answer.
func cleansOrAsks(name string) bool {
	switch name {
	case "rm", "rmdir", "unlink", "kill", "pkill", "killall", "wait", "umount", "fusermount",
		"trap", "unset", "unalias", "read",
		"[", "test", "grep", "egrep", "fgrep", "zgrep", "cmp", "diff", "expr", "command", "type",
		"which", "hash", "mkdir", "stty", "tput",
		"renice", "ionice", "chrt", "logger", "echo", "printf", "notify-send", "sync", "true", ":":
		return true
	}
	return false
}
