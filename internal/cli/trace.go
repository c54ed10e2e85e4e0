package cli

import (
	"slices"
	"strings"

	"ftsh/internal/tracefile"
	"ftsh/interp/event"
)

// spans returns the receiver of the shell's spans, nil if nobody wants them, and the environment with
// the file for nested shells. --trace begins a file, and FTSH_TRACE_FILE names that of the run that
// this shell is a part of.
func (inv *invocation) spans(env []string) (more []string, to func(event.Span), close func(), err error) {
	path, fresh := inv.log.trace, true
	if path == "" {
		for _, e := range env {
			if v, ok := strings.CutPrefix(e, tracefile.Variable+"="); ok {
				path, fresh = v, false
			}
		}
	}
	if path == "" {
		return env, nil, func() {}, nil
	}
	w, err := tracefile.Open(path, fresh)
	if err != nil {
		return nil, nil, nil, err
	}
	if fresh {
		env = append(slices.DeleteFunc(slices.Clone(env), func(e string) bool {
			return strings.HasPrefix(e, tracefile.Variable+"=")
		}), tracefile.Variable+"="+path)
	}
	return env, w.Span, w.Close, nil
}
