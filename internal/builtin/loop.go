package builtin

import "ftsh/internal/flow"

// breakLoop is `break [n]`.
func breakLoop(h controlHost, args []string) flow.Outcome { return leaveLoops(h, args, flow.Break) }

// continueLoop is `continue [n]`.
func continueLoop(h controlHost, args []string) flow.Outcome {
	return leaveLoops(h, args, flow.Continue)
}

// leaveLoops leaves at most as many loops as there are. Outside of loops it does nothing, as in
// dash. In a block that would be a silent success, so it is an error there.
func leaveLoops(h controlHost, args []string, d flow.Divert) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return fatal()
	}
	n := 1
	if len(rest) > 0 {
		if n, ok = number(rest[0]); !ok || n == 0 {
			h.Errorf("%q is not a number of loops", rest[0])
			return fatal()
		}
	}
	loops := h.Loops()
	if loops < 0 {
		h.Errorf("a forall branch is not a loop and cannot leave a loop around it")
		return fatal()
	}
	if mistake := h.NoLoop(args[0]); loops == 0 && mistake != "" {
		h.Errorf("%s", mistake)
		return fatal()
	}
	if n = min(n, loops); n == 0 {
		return flow.Outcome{}
	}
	return flow.Outcome{Divert: d, Depth: uint16(min(n, 1<<16-1))}
}
