package via

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"ftsh/internal/flow"
	"ftsh/internal/proc"
)

// Take makes the program one that branches find in the directory: by a link where that can be, so that it is there even if
// another is installed in its place.
func (d Dir) Take(program string) error {
	if os.Link(program, d.Name("ftsh")) == nil {
		return nil
	}
	from, err := os.Open(program)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(d.Name("ftsh"), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	if e := to.Close(); err == nil {
		err = e
	}
	return err
}

// WriteEnviron keeps the environment of the executor's program.
func (d Dir) WriteEnviron(env []string) error {
	return os.WriteFile(d.Name("environ"), []byte(strings.Join(env, "\x00")), 0o600)
}

// cancelOption is the option by which the shell's program cancels a block whose shell was killed.
const cancelOption = "--via-cancel"

// CancelArgs are the words behind the program's name for that; program is the executor's.
func CancelArgs(d Dir, program string) []string { return []string{cancelOption, string(d), program} }

// IsCancel reports whether the words of a command line ask for it.
func IsCancel(args []string) bool { return len(args) == 4 && args[1] == cancelOption }

// CancelLeft cancels a block whose shell was killed, and returns the status of the process. If the
// directory is gone, the block had ended.
func CancelLeft(args []string) int {
	d, program := Dir(args[2]), args[3]
	env, err := os.ReadFile(d.Name("environ"))
	if errors.Is(err, os.ErrNotExist) {
		return 0
	}
	if err == nil {
		err = d.Cancel()
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", cancelOption, err)
		return flow.StatusUsage
	}
	p, err := proc.Start(&proc.Spec{
		Path: program, Argv: []string{program, "cancel", string(d)}, Env: strings.Split(string(env), "\x00"),
		Dir: -1, Umask: -1, Group: -1, Tty: -1,
		Files: []proc.FileMap{{Child: 0, Parent: 0}, {Child: 1, Parent: 1}, {Child: 2, Parent: 2}},
	})
	if err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", cancelOption, err)
		return flow.StatusNoExec
	}
	st, _ := p.Wait(false)
	return st.ShellStatus()
}
