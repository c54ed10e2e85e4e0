//go:build !linux || (!amd64 && !arm64)

package proc

import (
	"errors"
	"fmt"
	"strings"
	"syscall"

	"ftsh/internal/sig"
)

// start starts a process through the standard library. A shell in between makes the settings that
// the library cannot make.
func start(spec *Spec) (int, error) {
	fail := func(err error) (int, error) {
		return 0, &StartError{Op: "exec", Path: spec.Path, Err: err}
	}
	high := 2
	for _, m := range spec.Files {
		high = max(high, m.Child)
	}
	files := make([]uintptr, high+1)
	for i := range files {
		files[i] = ^uintptr(0)
	}
	for _, m := range spec.Files {
		files[m.Child] = uintptr(m.Parent)
	}
	attr := &syscall.ProcAttr{Env: spec.Env, Files: files, Sys: &syscall.SysProcAttr{}}
	if spec.Dir >= 0 {
		attr.Dir = fmt.Sprint("/dev/fd/", spec.Dir)
	}
	if spec.Group >= 0 {
		attr.Sys.Setpgid, attr.Sys.Pgid = true, spec.Group
	}
	if spec.Tty >= 0 {
		attr.Sys.Foreground, attr.Sys.Ctty = true, spec.Tty
	}
	path, argv := spec.Path, spec.Argv
	if script := prelude(spec); script != "" && syscall.Access(path, 1) == nil {
		argv = append([]string{"sh", "-c", script + `exec "$0" "$@"`, path},
			argv[min(1, len(argv)):]...)
		path = "/bin/sh"
	}
	pid, err := syscall.ForkExec(path, argv, attr)
	if err != nil {
		return fail(err)
	}
	return pid, nil
}

// prelude returns the commands of the shell in between, "" if it is not needed.
func prelude(spec *Spec) string {
	var b strings.Builder
	if spec.Umask >= 0 {
		fmt.Fprintf(&b, "umask %03o; ", spec.Umask)
	}
	if add := spec.Ignore &^ sig.Ignoring(); add != 0 {
		b.WriteString("trap ''")
		for s := range add.All() {
			fmt.Fprint(&b, " ", sig.Name(s))
		}
		b.WriteString("; ")
	}
	return b.String()
}

// Exec replaces the process; it returns only on failure. Unlike on Linux, descriptors are set in
// the table used by the runtime.
func Exec(spec *Spec) error {
	fail := func(op string, err error) error {
		return &StartError{Op: op, Path: spec.Path, Err: err}
	}
	if len(spec.Argv) == 0 {
		return fail("exec", errors.New("no name"))
	}
	if spec.Dir >= 0 {
		if err := syscall.Fchdir(spec.Dir); err != nil {
			return fail("chdir", err)
		}
	}
	if spec.Umask >= 0 {
		syscall.Umask(spec.Umask)
	}
	if err := dupAll(spec.Files); err != nil {
		return fail("dup", err)
	}
	for _, l := range spec.Limits {
		lim := rlimit(l)
		if err := syscall.Setrlimit(l.Resource, &lim); err != nil {
			return fail("limit", err)
		}
	}
	return fail("exec", syscall.Exec(spec.Path, spec.Argv, spec.Env))
}
