package builtin

import (
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
)

// bashKill is bash's `kill [-s signal|-n number|-signal] pid…` and `kill -l|-L [signal…]`. A wrong
// signal has status 1.
func bashKill(h killHost, args []string) flow.Outcome {
	rest := args[1:]
	if len(rest) > 0 && (rest[0] == "-l" || rest[0] == "-L") {
		return bashListSignals(h, rest[1:])
	}
	s := sig.SIGTERM
	if len(rest) > 0 && len(rest[0]) > 1 && rest[0][0] == '-' && rest[0] != "--" {
		name := rest[0][1:]
		rest = rest[1:]
		if name == "s" || name == "n" {
			if len(rest) == 0 {
				h.Errorf("option -%s needs an argument", name)
				return flow.Status(1)
			}
			name, rest = rest[0], rest[1:]
		} else if _, ok := signalOrZero(name); !ok && (name[0] == 's' || name[0] == 'n') {
			name = name[1:]
		}
		var ok bool
		if s, ok = signalOrZero(name); !ok {
			h.Errorf("%q is not a signal", name)
			return flow.Status(1)
		}
	}
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	return killAll(h, rest, s)
}

// bashListSignals is kill -l: the table of signals, or for each number, or status of a process, its
// name, and for each name its number. 0 is EXIT.
func bashListSignals(h Streams, rest []string) flow.Outcome {
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	if len(rest) == 0 {
		return printed(h, signalTable())
	}
	var b strings.Builder
	status := 0
	for _, a := range rest {
		n, isNumber := number(a)
		if isNumber && n > flow.StatusSignalled {
			n -= flow.StatusSignalled
		}
		name := sig.Name(sig.Signal(n))
		s, known := trap.ParseBash(a)
		switch {
		case isNumber && n == 0:
			b.WriteString("EXIT\n")
		case isNumber && name != itoa(n):
			b.WriteString(name + "\n")
		case !isNumber && known && s >= 0:
			b.WriteString(itoa(int(s)) + "\n")
		default:
			h.Errorf("%q is not a signal or status", a)
			status = 1
		}
	}
	if out := printed(h, b.String()); !out.OK() {
		return out
	}
	return flow.Status(status)
}
