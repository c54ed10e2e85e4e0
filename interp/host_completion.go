package interp

import (
	"ftsh/internal/compspec"
	"ftsh/internal/expand"
	"ftsh/internal/flow"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// Programmable completion in the dialect of bash.

// Specs returns the specifications of complete.
func (h *host) Specs() compspec.Table {
	if h.env.bash == nil {
		return compspec.Table{}
	}
	return h.env.bash.specs
}

// SetSpecs replaces them.
func (h *host) SetSpecs(t compspec.Table) {
	if h.env.bash != nil {
		h.env.bash.specs = t
	}
}

// Completing returns the completion that runs, or nil.
func (h *host) Completing() *compspec.InProgress {
	if h.env.bash == nil {
		return nil
	}
	return h.env.bash.completing
}

// Home returns the home directory of a user.
func (h *host) Home(user string) (string, bool) { return (*expander)(h).Home(user) }

// ExpandWord expands the text of a word to fields, braces included, without looking for files.
func (h *host) ExpandWord(text string) ([]string, flow.Outcome) {
	fr := (*frame)(h)
	w, c, out := wordOf(fr, text)
	if w == nil {
		return nil, out
	}
	var fields []string
	for _, word := range c.words.Braced([]*ast.Word{w}) {
		var err error
		if fields, err = word.Split((*expander)(fr), fields); err != nil {
			return nil, onlyWord(fr, expansionFailed(fr, fr.regs.pos, err))
		}
	}
	return fields, flow.Outcome{}
}

// onlyWord makes the outcome of a failed expansion one that ends the builtin alone.
func onlyWord(fr *frame, out flow.Outcome) flow.Outcome {
	if out.Divert == flow.Cancel || fr.cancelled() {
		return out
	}
	return flow.Status(1)
}

// wordOf reads text as the only argument of a command, for a compiler of this environment's
// dialect. The word is nil after a report.
func wordOf(fr *frame, text string) (*ast.Word, *compiler, flow.Outcome) {
	c := fr.sh.compiler(fr.context.script)
	c.speak(fr.env.dialect())
	opts := fr.env.parserOptions(fr.context.script, max(fr.env.vars.Line, 1))
	list, err := syntax.Parse(": "+text, opts)
	if err != nil {
		out := fr.syntaxError(err)
		out.Divert = flow.None
		return nil, c, out
	}
	if s, p := list.Simple(); s != nil && !p.Negated && !p.Timed && len(s.Args) == 2 &&
		len(s.Assigns)+len(s.Redirs) == 0 {
		return s.Args[1], c, flow.Outcome{}
	}
	fr.say("not one word: %s", text)
	return nil, c, flow.Status(1)
}

// ExpandFiles returns the files that match a pattern, sorted.
func (h *host) ExpandFiles(pattern string) []string {
	files, _ := expand.Files((*expander)(h), pattern)
	return files
}

// CallFunction calls a function. Its status is for the caller alone, but a command in it that fails
// ends a brittle list as everywhere.
func (h *host) CallFunction(args []string) (out flow.Outcome, ok bool) {
	fr := (*frame)(h)
	f := fr.env.funcs.m[args[0]]
	if f == nil {
		return flow.Outcome{}, false
	}
	name := fr.regs.name
	out = f.call(fr, args)
	fr.regs.name = name
	return out, true
}

// Output runs text in a subshell, and returns what it prints.
func (h *host) Output(text string) (string, flow.Outcome) {
	fr := (*frame)(h)
	w, c, out := wordOf(fr, `"$(`+text+"\n)\"")
	if w == nil {
		return "", out
	}
	name := fr.regs.name
	output, err := c.words.Word(w).Text((*expander)(fr))
	fr.regs.name = name
	if err != nil {
		return "", onlyWord(fr, expansionFailed(fr, fr.regs.pos, err))
	}
	return output, flow.Outcome{}
}
