package lint

import (
	"strings"

	"ftsh/parser/ast"
)

// notIdempotent looks for commands of a retried block that do harm, or fail, in the second attempt
// because of the first. The last command of an attempt is exempt: nothing fails after it, so it is
// done once.
func (w walker) notIdempotent(c *ast.Simple, in around) {
	if in.attempt == nil || in.guarded || in.last || in.tested || in.catch {
		return
	}
	words := utility(c.Args)
	n := text(words, 0)
	if w.facts.functions[n] {
		return
	}
	say := func(what string) {
		w.report(NotIdempotent, c, "%s", what)
	}
	switch {
	case n == "mkdir" && !hasFlag(words, "p", "parents") && !w.fresh(c, operands(words), in):
		say("the next attempt finds the directory there already: write mkdir -p, or remove it " +
			"first")
	case n == "mkfifo" && !w.fresh(c, operands(words), in):
		say("the next attempt finds the fifo there already: remove it first")
	case n == "ln" && !hasFlag(words, "f", "force") && !w.fresh(c, operands(words), in):
		say("the next attempt finds the link there already: write ln -f")
	case n == "tee" && hasFlag(words, "a", "append") && !isLog(operands(words)) &&
		!w.fresh(c, operands(words), in):
		say("each attempt appends again: write a file for each attempt, and append it after " +
			"the block")
	case (n == "useradd" || n == "groupadd") && !hasFlag(words, "f", "force"):
		say(n + " fails in the next attempt if it worked in this one: test first whether it " +
			"is there")
	case n == "git" && text(words, 1) == "clone" && !w.fresh(c, operands(words[1:]), in):
		say("the next attempt may find the directory there already: remove it first, or " +
			"fetch into it")
	}
	w.grows(c, in)
}

// grows looks for x="$x …": x keeps the additions of earlier attempts.
func (w walker) grows(c *ast.Simple, in around) {
	if len(c.Args) > 0 {
		return
	}
	for _, a := range c.Assigns {
		grown := a.Bash != nil && a.Bash.Append && a.Bash.Index == nil
		for _, p := range unquoted(a.Value.Parts) {
			if e, ok := p.(*ast.ParamExp); ok && e.Name == a.Name && e.Op == ast.ParamPlain {
				grown = true
			}
		}
		if grown && a.Name != "PATH" &&
			!strings.HasSuffix(a.Name, "PATH") && !w.assignedBefore(a, in.attempt) {
			w.report(NotIdempotent, a,
				"%s keeps what earlier attempts added: reset it at the start of the attempt", a.Name)
		}
	}
}

// unquoted returns parts with the contents of double quotes in place of the quotes.
func unquoted(parts []ast.WordPart) []ast.WordPart {
	var out []ast.WordPart
	for _, p := range parts {
		if d, ok := p.(*ast.DblQuoted); ok {
			out = append(out, d.Parts...)
			continue
		}
		out = append(out, p)
	}
	return out
}

// assignedBefore reports whether the attempt gives a variable a fresh value before a.
func (w walker) assignedBefore(a *ast.Assign, body *ast.List) bool {
	found := false
	ast.Walk(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Assign:
			if n != a && n.Name == a.Name && n.From.Offset < a.From.Offset &&
				(n.Bash == nil || !n.Bash.Append) && !mentions(n.Value, map[string]bool{a.Name: true}) {
				found = true
			}
		case *ast.Simple:
			if name(n) == "read" && n.From.Offset < a.From.Offset {
				found = found || len(n.Args) > 1 && lead(n.Args[len(n.Args)-1]) == a.Name
			}
		}
		return !found
	})
	return found
}

// appends looks for >> in an attempt.
func (w walker) appends(r *ast.Redirect, in around) {
	if r.Op != ast.RedirAppend && r.Op != ast.RedirBothAppend || in.attempt == nil || in.guarded || in.last || in.catch {
		return
	}
	target := []*ast.Word{r.Target}
	if strings.HasPrefix(lead(r.Target), "/dev/") || isLog(target) || w.isLogVariable(r.Target) ||
		w.freshFile(r, in) {
		return
	}
	w.report(NotIdempotent, r, "each attempt appends again: empty the file first, or write "+
		"a file for each attempt and append it after the block")
}

// isLog reports whether words name logs, because a log has a line for each attempt.
func isLog(words []*ast.Word) bool {
	for _, w := range words {
		var b strings.Builder
		leadOf(&b, w.Parts)
		if strings.Contains(strings.ToLower(b.String()), "log") ||
			strings.Contains(lastLiteral(w), "log") {
			return true
		}
	}
	return false
}

// isLogVariable reports whether a variable in a word is named like a log, a trace or errors.
func (w walker) isLogVariable(word *ast.Word) bool {
	s := strings.ToLower(w.source(word))
	for _, part := range []string{"log", "trace", "err", "hist", "record"} {
		if strings.Contains(s, part) {
			return true
		}
	}
	return false
}

// lastLiteral returns the literal text at the end of a word.
func lastLiteral(w *ast.Word) string {
	parts := unquoted(w.Parts)
	if len(parts) == 0 {
		return ""
	}
	if l, ok := parts[len(parts)-1].(*ast.Lit); ok {
		return l.Value
	}
	return ""
}

// fresh reports whether a command's target is new in each attempt: an earlier command of the
// attempt removed it, or its name contains a value made by the attempt.
func (w walker) fresh(c *ast.Simple, targets []*ast.Word, in around) bool {
	made := w.made(in.attempt, c.From)
	for _, t := range targets {
		if mentions(t, made) {
			return true
		}
	}
	if len(targets) == 0 || w.elsewhere(targets[len(targets)-1], in.attempt, c.From, made) {
		return true
	}
	return w.removed(w.source(targets[len(targets)-1]), in.attempt, c.From)
}

// freshFile is fresh for the target of a redirection; a > before it empties the file.
func (w walker) freshFile(r *ast.Redirect, in around) bool {
	made := w.made(in.attempt, r.From)
	if mentions(r.Target, made) || w.elsewhere(r.Target, in.attempt, r.From, made) {
		return true
	}
	target := w.source(r.Target)
	if w.removed(target, in.attempt, r.From) {
		return true
	}
	found := false
	ast.Walk(in.attempt, func(n ast.Node) bool {
		if e, ok := n.(*ast.Redirect); ok && (e.Op == ast.RedirOut || e.Op == ast.RedirClobber || e.Op == ast.RedirBoth) &&
			e.From.Offset < r.From.Offset && w.source(e.Target) == target {
			found = true
		}
		return !found
	})
	return found
}

// elsewhere reports whether a relative name lies in a directory made by the attempt, because of a
// cd before a position.
func (w walker) elsewhere(target *ast.Word, body *ast.List, before ast.Pos,
	made map[string]bool) bool {
	if t := lead(target); t == "" || t[0] == '/' || t[0] == '~' {
		return false
	}
	found := false
	eachSimple(body, func(cmd *ast.Simple) {
		if name(cmd) != "cd" || cmd.From.Offset >= before.Offset || len(cmd.Args) < 2 {
			return
		}
		dir := cmd.Args[len(cmd.Args)-1]
		found = mentions(dir, made)
		ast.Walk(dir, func(n ast.Node) bool {
			_, ok := n.(*ast.CmdSubst)
			found = found || ok
			return true
		})
	})
	return found
}

// made returns the variables set by the attempt before a position from a command's output, and
// FTSH_ATTEMPT.
func (w walker) made(body *ast.List, before ast.Pos) map[string]bool {
	made := map[string]bool{"FTSH_ATTEMPT": true, "FTSH_TRY_ID": false}
	ast.Walk(body, func(n ast.Node) bool {
		if a, ok := n.(*ast.Assign); ok && a.From.Offset < before.Offset {
			for _, p := range unquoted(a.Value.Parts) {
				if _, ok := p.(*ast.CmdSubst); ok {
					made[a.Name] = true
				}
			}
		}
		return true
	})
	return made
}

// mentions reports whether a word expands one of the variables.
func mentions(word *ast.Word, names map[string]bool) bool {
	found := false
	ast.Walk(word, func(n ast.Node) bool {
		if e, ok := n.(*ast.ParamExp); ok && names[e.Name] {
			found = true
		}
		if e, ok := n.(*ast.BashExp); ok && names[e.Name] {
			found = true
		}
		return !found
	})
	return found
}

// removed reports whether the attempt removes target, or a directory around it, before a position.
func (w walker) removed(target string, body *ast.List, before ast.Pos) bool {
	found := false
	eachSimple(body, func(cmd *ast.Simple) {
		words := utility(cmd.Args)
		n := text(words, 0)
		if cmd.From.Offset >= before.Offset || n != "rm" && n != "rmdir" && n != "unlink" {
			return
		}
		for _, o := range operands(words) {
			gone := strings.Trim(w.source(o), `"`)
			if t := strings.Trim(target, `"`); gone != "" &&
				(t == gone || strings.HasPrefix(t, gone+"/")) {
				found = true
			}
		}
	})
	return found
}
