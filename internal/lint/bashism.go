package lint

import (
	"slices"
	"strings"

	"ftsh/internal/bashism"
	"ftsh/parser/ast"
)

// shebang looks at the first line.
func (l *linter) shebang() {
	line, _, _ := strings.Cut(l.text, "\n")
	if bashism.Interpreter(l.text) {
		at := ast.Pos{Line: 1, Col: 1}
		end := ast.Pos{Offset: uint32(len(line)), Line: 1, Col: uint32(len(line)) + 1}
		l.reportAt(Bashism, at, end, "this script says that it is one of bash, and ftsh is none")
	}
}

// bashCommand looks at simple commands.
func (w walker) bashCommand(c *ast.Simple) {
	for _, word := range c.Args {
		w.braceExpansion(word)
	}
	n := name(c)
	if n == "" || w.facts.functions[n] {
		return
	}
	say := func(n ast.Node, format string, args ...any) { w.report(Bashism, n, format, args...) }
	switch n {
	case "[", "test":
		for _, word := range c.Args {
			if t, ok := word.Literal(); ok && t == "==" {
				say(word, "== is bash's: write =")
			}
		}
	case "echo":
		if t := text(c.Args, 1); len(t) > 1 && t[0] == '-' && strings.Trim(t[1:], "neE") == "" && t != "-n" {
			say(c.Args[1], "echo prints %s here: it always interprets backslashes; write printf", t)
		}
	case "export":
		if text(c.Args, 1) == "-f" {
			say(c, "functions cannot be exported: write a script, or . a file")
		}
	case "read":
		for _, word := range c.Args[1:] {
			if t := lead(word); len(t) > 1 && t[0] == '-' && strings.Trim(t[1:], "rd") != "" && !strings.ContainsAny(t, "d") {
				say(word, "read has -r and -d here, and not %s", t)
				break
			}
		}
	case "trap":
		if t := text(c.Args, len(c.Args)-1); len(c.Args) > 2 && (t == "ERR" || t == "DEBUG" || t == "RETURN") {
			say(c.Args[len(c.Args)-1], "the condition %s is bash's: blocks, and catch, see failures", t)
		}
	case "printf":
		if text(c.Args, 1) == "-v" {
			say(c.Args[1], "printf -v is bash's: write x=$(printf …)")
		}
	default:
		if instead := bashism.Command(n); instead != "" {
			say(c, "%s", instead)
		}
	}
}

// braceExpansion looks for {a,b} and {1..3}, which are ordinary text.
func (w walker) braceExpansion(word *ast.Word) {
	for _, p := range word.Parts {
		l, ok := p.(*ast.Lit)
		if !ok {
			continue
		}
		open := strings.IndexByte(l.Value, '{')
		if open < 0 {
			continue
		}
		inner, _, closed := strings.Cut(l.Value[open+1:], "}")
		if !closed || strings.Contains(inner, "{") {
			continue
		}
		from, to, dots := strings.Cut(inner, "..")
		if strings.Contains(inner, ",") && open > 0 || strings.Contains(inner, ",") && len(inner) > 2 || dots && isBound(from) && isBound(to) {
			w.report(Bashism, word, "braces are not expanded: this is the word %s itself", w.source(word))
			return
		}
	}
}

// isBound reports whether a text is a bound of {1..3}.
func isBound(s string) bool {
	if len(s) == 1 && s[0] >= 'a' && s[0] <= 'z' {
		return true
	}
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// bashExpansion looks at parameter expansions.
func (w walker) bashExpansion(p *ast.ParamExp) {
	switch {
	case p.Op == ast.ParamBad:
		message := w.source(p) + " is none of ftsh's: it is an error when it is expanded"
		rest := strings.TrimPrefix(strings.TrimPrefix(w.raw(p.From, p.To), "${"), p.Name)
		if instead := bashism.Expansion(p.Name, rest); instead != "" {
			message += "; " + instead
		}
		w.report(Bashism, p, "%s", message)
	case p.Op != ast.ParamPlain && p.Op != ast.ParamLength:
		// it has a default, or asks whether it is set
	case slices.Contains([]string{"RANDOM", "SECONDS", "EPOCHSECONDS", "BASHPID", "BASH_SOURCE", "FUNCNAME", "PIPESTATUS", "BASH_REMATCH", "SRANDOM", "BASH_COMMAND", "DIRSTACK"}, p.Name) &&
		!w.facts.assigned[p.Name] && !w.facts.sources:
		w.report(Bashism, p, "%s is bash's, and unset here%s", p.Name, insteadOf(p.Name))
	}
}

// insteadOf says what to write for a variable of bash's.
func insteadOf(name string) string {
	switch name {
	case "RANDOM", "SRANDOM":
		return ": write $(awk 'BEGIN { srand(); print int(rand() * 32768) }'), or let a block's backoff be random"
	case "SECONDS", "EPOCHSECONDS":
		return ": write $(date +%s)"
	}
	return ""
}

// ampersand looks for cmd &> file, which is cmd & and > file.
func (w walker) ampersand(l *ast.List) {
	for i, a := range l.AndOrs[:max(len(l.AndOrs)-1, 0)] {
		next := l.AndOrs[i+1]
		cmd := only(next.Pipelines[0])
		if !a.Background || cmd == nil || len(cmd.Redirs) == 0 || a.To.Offset != cmd.From.Offset || a.To.Offset != cmd.Redirs[0].From.Offset || cmd.Redirs[0].N >= 0 {
			continue
		}
		span := ast.Span{From: a.From, To: cmd.Redirs[0].To}
		w.report(Bashism, &span, "&> is & and > here: the command runs in the background, and the file is emptied; write >%s 2>&1", w.source(cmd.Redirs[0].Target))
	}
}

// arithmeticCommand looks for (( i > 3 )), which is a subshell in a subshell that runs i.
func (w walker) arithmeticCommand(n *ast.Subshell) {
	if len(n.Body.AndOrs) != 1 || len(n.Body.AndOrs[0].Pipelines) != 1 {
		return
	}
	pl := n.Body.AndOrs[0].Pipelines[0]
	if len(pl.Commands) != 1 || pl.Negated {
		return
	}
	inner, ok := pl.Commands[0].(*ast.Subshell)
	if !ok || inner.From.Offset != n.From.Offset+1 || inner.To.Offset+1 != n.To.Offset {
		return
	}
	w.report(Bashism, n, "(( … )) is a subshell here, whose command is the first word: write [ $((…)) -ne 0 ], or x=$((…))")
}
