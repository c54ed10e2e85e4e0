package interp

import (
	"errors"
	"strconv"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/history"
	"ftsh/internal/option"
	"ftsh/internal/vars"
)

// firstPrompt expands PS1. Outside of the dialect of bash ! is the number of the command.
func firstPrompt(fr *frame) string {
	text := promptOf(fr, "PS1")
	if !fr.env.opts.Has(option.Bash) {
		text = numbered(text, fr.sh.prompt.history.Next())
	}
	return text
}

// promptCommand runs the commands of PROMPT_COMMAND, in the dialect of bash, each in a scope of its
// own. They leave $? as it is.
func promptCommand(fr *frame) {
	if !fr.env.opts.Has(option.Bash) {
		return
	}
	v, ok := fr.env.vars.Itself(fr.sh.names.Ref("PROMPT_COMMAND"))
	if !ok {
		return
	}
	texts := []string{v.Value}
	if v.Attrs&(vars.Indexed|vars.Associative) != 0 {
		texts = texts[:0]
		for _, e := range v.Elements {
			texts = append(texts, e.Value)
		}
	}
	status := fr.env.status
	for _, text := range texts {
		if text == "" {
			continue
		}
		out := runLine(fr, func() flow.Outcome { return evalText(fr, text, "PROMPT_COMMAND") })
		if out.Divert == flow.Exit {
			fr.sh.prompt.over = &out
			return
		}
		fr.env.status = status
	}
}

// showPS0 prints the prompt that bash shows before a command runs.
func showPS0(fr *frame) {
	if fr.env.opts.Has(option.Bash) && fr.env.vars.Value("PS0") != "" {
		fr.writeErr(promptOf(fr, "PS0"))
	}
}

// ignoredEnds is the number of ends of the input that an IGNOREEOF without a number passes over.
const ignoredEnds = 10

// ignoresEOF reports whether IGNOREEOF, in the dialect of bash, passes over this end of the input.
func ignoresEOF(fr *frame) bool {
	value, set := fr.env.vars.Lookup("IGNOREEOF")
	if !set || !fr.env.opts.Has(option.Bash) {
		return false
	}
	most, err := strconv.Atoi(value)
	if err != nil {
		most = ignoredEnds
	}
	fr.sh.prompt.ends++
	return fr.sh.prompt.ends <= most
}

// errGivenUp ends the reading of a command with a wrong reference, or with one that is only shown.
var errGivenUp = errors.New("given up")

// expandInput expands the references in lines typed after those of an entry.
func expandInput(fr *frame, lines string, entry *history.Entry) (string, error) {
	var all strings.Builder
	for line := range strings.Lines(lines) {
		line, err := expandTyped(fr, line, entry)
		if err != nil {
			fr.writeErr(fr.context.script + ": " + err.Error() + "\n")
		}
		if line == "" {
			if err == nil { // :p
				remember(fr, entry.Text())
				fr.sh.prompt.history.Commit()
			}
			return "", errGivenUp
		}
		all.WriteString(line)
		entry.Add(line)
	}
	return all.String(), nil
}
