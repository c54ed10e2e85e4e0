package builtin

import (
	"strconv"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/job"
	"ftsh/internal/sig"
)

const contSignal = sig.SIGCONT

// killHost is the part of the shell used by kill and bg.
type killHost interface {
	Streams
	JobControl
	Signals
}

// kill is `kill [-s signal|-signal] pid…` and `kill -l [status]`. A pid is a process,
// a group if it is negative or 0, or a job.
func kill(h killHost, args []string) flow.Outcome {
	rest := args[1:]
	if len(rest) > 0 && rest[0] == "-l" {
		return listSignals(h, rest[1:])
	}
	s, rest, ok := signalOption(h, rest)
	if !ok {
		return misuse()
	}
	return killAll(h, rest, s)
}

// killAll sends a signal to each target.
func killAll(h killHost, targets []string, s sig.Signal) flow.Outcome {
	if len(targets) == 0 {
		h.Errorf("expected a process or job")
		return misuse()
	}
	status := 0
	for _, target := range targets {
		if !killTarget(h, target, s) {
			status = 1
		}
	}
	return flow.Status(status)
}

// signalOption takes the signal to send off the arguments; SIGTERM by default.
func signalOption(h Streams, args []string) (s sig.Signal, rest []string, ok bool) {
	s = sig.SIGTERM
	if len(args) == 0 || len(args[0]) < 2 || args[0][0] != '-' {
		return s, args, true
	}
	if args[0] == "--" {
		return s, args[1:], true
	}
	name := args[0][1:]
	rest = args[1:]
	if name[0] == 's' {
		// -s NAME, -sNAME; but -stop, -segv and their like are signals.
		if _, isName := signalOrZero(name); !isName {
			if name = name[1:]; name == "" {
				if len(rest) == 0 {
					h.Errorf("option -s needs an argument")
					return 0, nil, false
				}
				name, rest = rest[0], rest[1:]
			}
		}
	}
	if s, ok = signalOrZero(name); !ok {
		h.Errorf("%q is not a signal", name)
		return 0, nil, false
	}
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	return s, rest, true
}

// signalOrZero reads a signal, or 0, which only checks whether one could be sent.
func signalOrZero(name string) (sig.Signal, bool) {
	if name == "0" {
		return 0, true
	}
	return sig.Parse(name)
}

func killTarget(h killHost, target string, s sig.Signal) bool {
	if strings.HasPrefix(target, "%") {
		j, err := h.Jobs().Find(target)
		if err != nil {
			noJob(h, target, err)
			return false
		}
		return signalJob(h, j, s)
	}
	pid, err := strconv.ParseInt(target, 10, 32)
	if err != nil {
		h.Errorf("%q is not a process or job", target)
		return false
	}
	if err := h.Kill(int(pid), s); err != nil {
		h.Errorf("%s: %v", target, err)
		return false
	}
	if s == contSignal {
		h.Jobs().ResumedProcess(int(pid))
	}
	return true
}

// signalJob sends s to all processes of a job. A stopped job is continued after SIGTERM or SIGHUP. A
// continued job counts as running at once, so that a following wait is for its end.
func signalJob(h killHost, j *job.Job, s sig.Signal) bool {
	targets := j.Targets()
	if len(targets) == 0 {
		h.Errorf("job %d has ended", j.ID)
		return false
	}
	ok := true
	for _, pid := range targets {
		if err := h.Kill(pid, s); err != nil {
			h.Errorf("job %d: %v", j.ID, err)
			ok = false
		}
	}
	if !ok || j.State != job.Stopped {
		return ok
	}
	switch s {
	case sig.SIGTERM, sig.SIGHUP:
		for _, pid := range targets {
			_ = h.Kill(pid, contSignal)
		}
		fallthrough
	case contSignal:
		h.Jobs().Resumed(j)
	}
	return ok
}

// listSignals is `kill -l`: all names, or the name for a signal's number or the status of a process
// killed by it; of a name, the number.
func listSignals(h Streams, rest []string) flow.Outcome {
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	var b strings.Builder
	if len(rest) == 0 {
		for _, s := range sig.All() {
			b.WriteString(sig.Name(s) + "\n")
		}
		return printed(h, b.String())
	}
	status := 0
	for _, a := range rest {
		n, isNumber := number(a)
		if isNumber && n > flow.StatusSignalled {
			n -= flow.StatusSignalled
		}
		switch s, ok := sig.Parse(a); {
		case isNumber && n == 0:
			b.WriteString("0\n")
		case isNumber && sig.Name(sig.Signal(n)) != strconv.Itoa(n):
			b.WriteString(sig.Name(sig.Signal(n)) + "\n")
		case !isNumber && ok:
			b.WriteString(strconv.Itoa(int(s)) + "\n")
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
