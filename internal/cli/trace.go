package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"ftsh/internal/proc"
	"ftsh/internal/sig"
	"ftsh/internal/tracefile"
	"ftsh/interp/event"
)

// toCollector stands for a collector of OpenTelemetry in place of the file of --trace.
const toCollector = "otlp"

// A tracing is a shell's trace. The zero value is none.
type tracing struct {
	env   []string // the shell's environment, with the file for nested shells
	spans func(event.Span)
	file  *tracefile.Writer

	sender *proc.Process // sends the file when the shell has ended; nil: nobody does
	pipe   *os.File      // ends with the shell
}

// traced begins the trace wanted by the command line or the environment: --trace begins a file, and
// FTSH_TRACE_FILE names the file of the run around. name is the shell's, for messages.
func (inv *invocation) traced(name string, env []string) (*tracing, error) {
	t := &tracing{env: env}
	path, fresh := inv.log.trace, true
	if path == "" {
		path, fresh = variable(env, tracefile.Variable), false
	}
	if path == "" {
		return t, nil
	}
	var err error
	if path == toCollector {
		path, err = t.send()
		fresh = true
	} else {
		t.file, err = tracefile.Open(path, fresh)
	}
	switch {
	case err != nil && !fresh && variable(env, "TRACEPARENT") != "":
		// The run around does not depend on its trace. Another user may have begun the file.
		fmt.Fprintf(os.Stderr, "%s: trace: %v: this shell is not in it\n", name, err)
		return t, nil
	case err != nil:
		return nil, err
	}
	t.spans = t.file.Span
	if fresh {
		t.env = append(slices.DeleteFunc(slices.Clone(env), func(e string) bool {
			return strings.HasPrefix(e, tracefile.Variable+"=")
		}), tracefile.Variable+"="+path)
	}
	return t, nil
}

// send opens a file for the trace, and starts the program for sending it. However the shell ends, its
// end of a pipe is closed, and the program begins. Nothing is left after an error.
func (t *tracing) send() (path string, err error) {
	program, err := sender()
	if err != nil {
		return "", err
	}
	f, err := os.CreateTemp("", "ftsh-trace-*")
	if err != nil {
		return "", err
	}
	path = f.Name()
	f.Close()
	defer func() {
		if err != nil {
			os.Remove(path)
		}
	}()
	file, err := tracefile.Open(path, true)
	if err != nil {
		return "", err
	}
	r, w, err := os.Pipe()
	if err != nil {
		file.Close()
		return "", err
	}
	defer r.Close()
	spec := &proc.Spec{Path: program, Argv: []string{"ftsh-otlp", "--after", path}, Env: os.Environ(),
		Dir: -1, Umask: -1, Group: -1, Tty: -1,
		Files: []proc.FileMap{{Child: 0, Parent: int(r.Fd())}}}
	spec.Ignore = sig.Ending
	if !sig.AtEntry().Closed[2] {
		spec.Files = append(spec.Files, proc.FileMap{Child: 2, Parent: 2})
	}
	p, err := proc.Start(spec)
	if err != nil {
		w.Close()
		file.Close()
		return "", err
	}
	t.file, t.sender, t.pipe = file, p, w
	return path, nil
}

// sender returns the path of ftsh-otlp: it lies beside this program, or in PATH.
func sender() (string, error) {
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), "ftsh-otlp")
		if syscall.Access(beside, 1) == nil {
			return beside, nil
		}
	}
	path, err := exec.LookPath("ftsh-otlp")
	if err != nil {
		return "", fmt.Errorf("%s: the program ftsh-otlp is not installed (for a file of this name: ./%[1]s)",
			toCollector)
	}
	return path, nil
}

// end ends the trace. If it is sent, end waits for the program, which has a time limit.
func (t *tracing) end(name string) {
	if t.file != nil {
		if err := t.file.Close(); err != nil {
			fmt.Fprintf(os.Stderr, "%s: the trace ends early: %v\n", name, err)
		}
	}
	if t.sender != nil {
		t.pipe.Close()
		_, _ = t.sender.Wait(false)
	}
}

// variable returns the value of a variable in an environment; "" if it is not set.
func variable(env []string, name string) string {
	for i := len(env) - 1; i >= 0; i-- {
		if v, ok := strings.CutPrefix(env[i], name+"="); ok {
			return v
		}
	}
	return ""
}
