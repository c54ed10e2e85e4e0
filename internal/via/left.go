package via

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"ftsh/internal/lockfile"
	"ftsh/internal/proc"
)

// program returns the path of the program for tasks submitted by a run. The batch system always
// starts the program of the first run.
func (d Dir) program(run int) string {
	if run == 1 {
		return d.Name("ftsh")
	}
	return d.Name("ftsh." + strconv.Itoa(run))
}

// Take puts the shell's program into the directory, for the branches submitted by the run. It is a
// link if possible. The program stays even if another one is installed in its place. A lasting copy
// is synced, and outlasts a loss of power once its name does.
func (d Dir) Take(program string, run int, lasting bool) error {
	name := d.program(run)
	_ = os.Remove(name) // from a run killed before submitting anything
	if os.Link(program, name) == nil {
		return nil
	}
	from, err := os.Open(program)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	if err == nil && lasting {
		err = to.Sync()
	}
	if e := to.Close(); err == nil {
		err = e
	}
	return err
}

// WriteExecutor records the executor's program and environment, for cancelling after the shell was
// killed.
func (d Dir) WriteExecutor(program string, env []string) error {
	return lockfile.Fill(d.Name("executor"), program+"\x00"+strings.Join(env, "\x00"))
}

// cancelOption makes the shell's program cancel a block whose shell was killed.
const cancelOption = "--via-cancel"

// CancelArgs returns the arguments for cancelling a block.
func CancelArgs(d Dir) []string { return []string{cancelOption, string(d)} }

// IsCancel reports whether a command line asks for it.
func IsCancel(args []string) bool { return len(args) == 3 && args[1] == cancelOption }

// CancelLeft cancels a block whose shell was killed, removes its directory, and returns the status
// for the process. A directory owned by a journal is left for the next run. If the directory is
// gone, the block has ended, or has been cancelled by somebody else. CancelLeft waits for the lock:
// a killed shell closes its descriptors one after the other, and its watchdog may be quicker.
func CancelLeft(args []string) int {
	d := Dir(args[2])
	if err := d.endLeft(lockfile.Wait, forever); err != nil {
		fmt.Fprintf(os.Stderr, "%s: %v\n", cancelOption, err)
		return 1
	}
	return 0
}

// How long an executor's program may take to cancel: any time, or briefly while a block waits to
// begin.
const (
	forever = time.Duration(1<<63 - 1)
	briefly = 10 * time.Second
)

// endLeft cancels what is left of a block whose shell has ended, and removes the directory. If
// cancelling fails, the directory stays for the next run. take is Try or Wait of lockfile: a locked
// directory is left alone, or waited for.
func (d Dir) endLeft(take func(*os.File) error, patience time.Duration) error {
	lock, err := os.OpenFile(d.Name(lockName), os.O_RDWR, 0)
	if err != nil {
		return nil
	}
	defer lock.Close()
	if err := take(lock); err != nil {
		return nil
	}
	if !lockfile.Current(lock, d.Name(lockName)) || d.owned() {
		return nil
	}
	data, err := os.ReadFile(d.Name("executor"))
	if err == nil { // else nothing was submitted
		program, env, _ := strings.Cut(string(data), "\x00")
		if err = d.Cancel(); err == nil {
			err = d.runCancel(program, strings.Split(env, "\x00"), patience)
		}
	} else if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	if err == nil {
		err = d.removeAll()
	}
	return err
}

// removeAll removes the directory and its content. Cancelled tasks may still be writing there.
func (d Dir) removeAll() error {
	for end := time.Now().Add(briefly); ; time.Sleep(soon) {
		err := os.RemoveAll(string(d))
		if !errors.Is(err, syscall.ENOTEMPTY) || time.Now().After(end) {
			return err
		}
	}
}

// runCancel runs the executor's program.
func (d Dir) runCancel(program string, env []string, patience time.Duration) error {
	null, err := os.OpenFile(os.DevNull, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer null.Close()
	spec := &proc.Spec{Path: program, Argv: []string{program, "cancel", string(d)}, Env: env,
		Dir: -1, Umask: -1, Group: 0, Tty: -1}
	for n := range 3 {
		spec.Files = append(spec.Files, proc.FileMap{Child: n, Parent: int(null.Fd())})
	}
	p, err := proc.Start(spec)
	if err != nil {
		return err
	}
	stop := time.AfterFunc(patience, func() { _ = p.Signal(syscall.SIGTERM) })
	defer stop.Stop()
	st, err := p.WaitApart()
	if err == nil && st.ShellStatus() != 0 {
		err = fmt.Errorf("%s cancel: status %d", program, st.ShellStatus())
	}
	return err
}
