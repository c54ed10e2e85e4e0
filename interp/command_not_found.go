package interp

import (
	"strconv"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/option"
)

// notFoundHandler is the function of the dialect of bash that runs instead of a command that is not
// found, in a subshell, with the command's words as its arguments.
const notFoundHandler = "command_not_found_handle"

// handleNotFound runs the handler for a command. ran is false if there is none, or the command is
// found; and in the handler itself, so that it ends.
func handleNotFound(fr *frame, args []string) (out flow.Outcome, ran bool) {
	fn := fr.env.funcs.m[notFoundHandler]
	if fn == nil || fr.env.bash == nil || !fr.env.opts.Has(option.Bash) ||
		strings.Contains(args[0], "/") || fr.sh.opts.Hooks.Command != nil {
		return flow.Outcome{}, false
	}
	for c := fr.env.bash.calls; c != nil; c = c.outer {
		if c.function && c.name == notFoundHandler {
			return flow.Outcome{}, false
		}
	}
	if _, err := fr.env.find(args[0]); err == nil || !missing(err) ||
		fr.env.lastBuiltin(args[0]) != nil {
		return flow.Outcome{}, false
	}
	sub, err := fr.fork(forSubshell)
	if err != nil {
		return fr.noSubshell(err), true
	}
	defer sub.env.close()
	out = sub.finish(fn.call(sub, append([]string{notFoundHandler}, args...)))
	adopt(fr, sub)
	return out, true
}

// nestLimit reports whether a call of a function would be deeper than FUNCNEST allows. The error
// ends the running line of the script, as in bash.
func (f *function) nestLimit(fr *frame, name string) (flow.Outcome, bool) {
	value, _ := fr.env.vars.Get(fr.sh.refs.funcnest)
	if value == "" {
		return flow.Outcome{}, false
	}
	most, err := strconv.ParseInt(value, 10, 64)
	if err != nil || most <= 0 || int64(fr.context.functions) < most {
		return flow.Outcome{}, false
	}
	fr.say("%s: functions nested more than %d deep (FUNCNEST)", name, most)
	return flow.Outcome{Status: 1, Divert: flow.Fatal}, true
}
