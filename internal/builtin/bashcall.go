package builtin

import (
	"fmt"

	"ftsh/internal/flow"
)

// builtinHost is the part of the shell used by builtin and caller.
type builtinHost interface {
	Streams
	Bash
}

// runBuiltin is bash's `builtin [name [argument…]]`: it runs a builtin although a function has its
// name.
func runBuiltin(h builtinHost, args []string) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return misuse()
	}
	if len(rest) == 0 {
		return flow.Outcome{}
	}
	out, ok := h.Builtin(rest)
	if !ok {
		h.Errorf("%s: not a shell builtin", rest[0])
		return flow.Status(1)
	}
	return out
}

// caller is bash's `caller [n]`: where the running function or file was called, or the one n calls
// further out.
func caller(h builtinHost, args []string) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return misuse()
	}
	calls := h.Calls()
	n := 0
	if len(rest) > 0 {
		if n, ok = number(rest[0]); !ok {
			h.Errorf("%q is not a number", rest[0])
			return misuse()
		}
		if n+1 >= len(calls) {
			return flow.Status(1)
		}
		return printed(h, fmt.Sprintf("%d %s %s\n", calls[n].Line, calls[n+1].Name, calls[n+1].Source))
	}
	switch len(calls) {
	case 0:
		return flow.Status(1)
	case 1:
		return printed(h, fmt.Sprintf("%d NULL\n", calls[0].Line))
	}
	return printed(h, fmt.Sprintf("%d %s\n", calls[0].Line, calls[1].Source))
}

// let is bash's `let expression…`: its status is 1 if the last value is 0.
func let(h variablesHost, args []string) flow.Outcome {
	rest := args[1:]
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		h.Errorf("expected an expression")
		return flow.Status(1)
	}
	last := int64(0)
	for _, text := range rest {
		var err error
		if last, err = h.Vars().Evaluate(text); err != nil {
			h.Errorf("%v", err)
			return flow.Status(1)
		}
	}
	return flow.Status(btoi(last == 0))
}
