package interp

import (
	"strings"

	"ftsh/internal/option"
	"ftsh/internal/quote"
	"ftsh/internal/syntax"
)

// trace writes a command for set -x, after PS4 (XCU set, -x).
func (fr *frame) trace(assigns []assign, args []string) {
	if !fr.env.opts.Has(option.XTrace) || len(assigns)+len(args) == 0 {
		return
	}
	if fr.env.opts.Has(option.Bash) {
		traceCommand(fr, args)
		return
	}
	var b strings.Builder
	b.WriteString(promptOf(fr, "PS4"))
	for i := range assigns {
		if i > 0 {
			b.WriteByte(' ')
		}
		name := assigns[i].name
		b.WriteString(name + "=" + quote.Word(fr.env.vars.Value(name)))
	}
	if len(assigns) > 0 && len(args) > 0 {
		b.WriteByte(' ')
	}
	b.WriteString(quote.Words(args))
	b.WriteByte('\n')
	fr.writeErr(b.String())
}

// traceRedirected traces a command whose redirections have been made; undo are the replaced
// descriptors. The trace goes to the shell's standard error, not to the command's.
func (fr *frame) traceRedirected(undo []replaced, assigns []assign, args []string) {
	if !fr.env.opts.Has(option.XTrace) {
		return
	}
	for _, u := range undo {
		if u.n == 2 {
			theirs := fr.env.fds.Replace(2, u.was)
			fr.trace(assigns, args)
			fr.env.fds.Replace(2, theirs)
			return
		}
	}
	fr.trace(assigns, args)
}

// prompt expands PS1, PS2 or PS4 like a here-document (XCU 2.5.3).
func (fr *frame) prompt(name string) string { return fr.promptText(name, fr.env.vars.Value(name)) }

// promptText expands the text of the variable name like a here-document. If the expansion fails, it
// returns the text unchanged.
func (fr *frame) promptText(name, text string) string {
	if strings.IndexByte(text, '$') < 0 && strings.IndexByte(text, '`') < 0 &&
		strings.IndexByte(text, '\\') < 0 {
		return text
	}
	w, err := syntax.Text(text, fr.env.parserOptions(name, 1))
	if err != nil {
		return text
	}
	saved := fr.env.opts
	fr.env.opts = fr.env.opts.Put(option.XTrace, false)
	status := fr.env.status
	out, err := fr.sh.compiler(name).words.HereDoc(w).Text((*expander)(fr))
	fr.env.opts, fr.env.status = saved, status
	if err != nil {
		return text
	}
	return out
}

// Prompt expands a text as a prompt is, for ${x@P}.
func (x *expander) Prompt(text string) string { return bashPrompt((*frame)(x), "@P", text) }
