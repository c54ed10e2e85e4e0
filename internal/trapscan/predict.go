package trapscan

import (
	"strings"

	"ftsh/internal/syntax"
	"ftsh/internal/trap"
	"ftsh/parser/ast"
)

// An Environment is the shell environment in which a subshell begins.
type Environment interface {
	// Parameter returns the value of a variable or a positional parameter, $@ and $* included.
	Parameter(name string) (value string, set bool)
	// Function returns a function; nil if there is none.
	Function(name string) Function
	// FunctionsMention reports whether the text of any function mentions traps or process IDs.
	FunctionsMention() bool
	// ParserOptions returns how the environment reads the text of eval.
	ParserOptions() syntax.Options
	// Source returns the text that the command . reads from a file named name. The text is
	// empty if reading would have effects (a fifo), or if the file is too large to be scanned.
	Source(name string) string
}

// A Function is a defined function. Functions are compared, so they are pointers.
type Function interface {
	// TrapUse returns the scan of the body.
	TrapUse() *Use
	// MentionsTraps reports whether the text mentions traps or process IDs. It does not
	// parse a body that has not been parsed yet.
	MentionsTraps() bool
}

// Predict reports whether the commands that are known only when they run need a process, if they
// run in env now.
func (u *Use) Predict(env Environment) bool {
	var calls []string
	for _, n := range u.later {
		use := predict(env, n)
		if use.process {
			return true
		}
		calls = append(calls, use.calls...)
	}
	if !env.FunctionsMention() {
		return false
	}
	process, _ := callsNeedProcess(env, calls, true)
	return process
}

// CallsNeedProcess reports whether a function that u calls, directly or not, needs a process, and
// whether the answer depends on more of env than its functions. If look is false, it leaves out
// what depends on more.
func (u *Use) CallsNeedProcess(env Environment, look bool) (process, depends bool) {
	return callsNeedProcess(env, u.calls, look)
}

func callsNeedProcess(env Environment, names []string, look bool) (process, depends bool) {
	var seen map[Function]bool
	for i := 0; i < len(names); i++ {
		f := env.Function(names[i])
		if f == nil || seen[f] {
			continue
		}
		if seen == nil {
			seen = make(map[Function]bool)
			names = names[:len(names):len(names)]
		}
		seen[f] = true
		use := f.TrapUse()
		if use.process {
			return true, false
		}
		names = append(names, use.calls...)
		for _, n := range use.later {
			if name, _ := syntax.Static(n.Args[0]); name == "." || name == "source" || !f.MentionsTraps() {
				continue // to read a file, or scan an eval, for each call would cost too much
			}
			depends = true
			if look {
				more := predict(env, n)
				if more.process {
					return true, true
				}
				names = append(names, more.calls...)
			}
		}
	}
	return false, depends
}

// predict scans a command whose text is known only when it runs.
func predict(env Environment, n *ast.Simple) (u Use) {
	var b strings.Builder
	for _, w := range withoutCommand(n.Args) {
		b.WriteString(expand(env, w.Parts) + " ")
	}
	name, rest := firstWord(b.String())
	for name == "command" || name == "builtin" || name == "-p" || name == "--" {
		name, rest = firstWord(rest)
	}
	text := ""
	switch name {
	case "eval":
		text = rest
	case ".", "source":
		file, _ := firstWord(rest)
		text = env.Source(file)
	case "trap":
		return Use{process: namesSignal(rest)}
	default:
		return Use{calls: []string{name}}
	}
	if env.FunctionsMention() || Mentions(text) {
		u.text(text, env.ParserOptions(), 1)
	}
	return u
}

func firstWord(text string) (word, rest string) {
	word, rest, _ = strings.Cut(strings.TrimLeft(text, " \t\n"), " ")
	return word, rest
}

// namesSignal reports whether the operands of trap, with their quotes removed, name a signal.
func namesSignal(operands string) bool {
	for word := range strings.FieldsSeq(operands) {
		if c, ok := trap.Parse(word); ok && c != trap.Exit {
			return true
		}
	}
	return false
}

// expand is the value of word parts now, as far as expanding them has no effects.
func expand(env Environment, parts []ast.WordPart) string {
	if len(parts) == 1 {
		return expandPart(env, parts[0])
	}
	var b strings.Builder
	for _, p := range parts {
		b.WriteString(expandPart(env, p))
	}
	return b.String()
}

func expandPart(env Environment, p ast.WordPart) string {
	switch p := p.(type) {
	case *ast.Lit:
		return p.Value
	case *ast.Quoted:
		return p.Value
	case *ast.DblQuoted:
		return expand(env, p.Parts)
	case *ast.ParamExp:
		value, set := env.Parameter(p.Name)
		switch p.Op {
		case ast.ParamLength, ast.ParamBad:
			return ""
		case ast.ParamAlternate:
			if set && (value != "" || !p.Colon) {
				return expand(env, p.Arg.Parts)
			}
			return ""
		case ast.ParamDefault, ast.ParamAssign:
			if !set || value == "" && p.Colon {
				return expand(env, p.Arg.Parts)
			}
		}
		return value
	}
	return ""
}
