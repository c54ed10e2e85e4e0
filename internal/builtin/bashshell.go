package builtin

import (
	"os"
	"syscall"

	"ftsh/internal/flow"
	"ftsh/internal/option"
	"ftsh/internal/sig"
)

// suspendHost is the part of the shell used by suspend.
type suspendHost interface {
	Streams
	Options
	Signals
	Bash
}

// suspend is bash's `suspend [-f]`: it stops the shell until it gets a SIGCONT. Without -f that
// needs job control, and a shell that is no login shell.
func suspend(h suspendHost, args []string) flow.Outcome {
	o := options{h: h, args: args}
	force := false
	for c := o.next("f"); c != 0; c = o.next("f") {
		if c == wrongOption {
			return misuse()
		}
		force = true
	}
	switch {
	case len(o.rest()) > 0:
		h.Errorf("too many arguments")
		return misuse()
	case !force && !h.Options().Has(option.Monitor):
		h.Errorf("cannot suspend: no job control")
		return flow.Status(1)
	case !force && h.Login():
		h.Errorf("cannot suspend a login shell")
		return flow.Status(1)
	}
	to := os.Getpid()
	if h.Options().Has(option.Monitor) {
		to = -syscall.Getpgrp()
	}
	if err := h.Kill(to, sig.SIGSTOP); err != nil {
		h.Errorf("%v", err)
		return flow.Status(1)
	}
	return flow.Outcome{}
}

// logoutHost is the part of the shell used by logout.
type logoutHost interface {
	controlHost
	Bash
}

// logout is bash's `logout [n]`: exit, in a login shell.
func logout(h logoutHost, args []string) flow.Outcome {
	if !h.Login() {
		h.Errorf("not a login shell: write exit")
		return flow.Status(1)
	}
	return bashExit(h, args)
}

// bind is bash's bind. The keys of ftsh's editor are set with set -o emacs and set -o vi alone. A
// file such as ~/.bashrc binds keys for comfort, so bind only warns, as bash's does in a script,
// where it edits no lines.
func bind(h optionsHost, args []string) flow.Outcome {
	if h.Interactive() {
		h.Errorf("warning: keys cannot be bound: set -o emacs and set -o vi choose among two sets of them")
		return flow.Outcome{}
	}
	h.Errorf("warning: line editing is not on")
	return flow.Outcome{}
}
