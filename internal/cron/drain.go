package cron

import (
	"io"
	"os"
	"strconv"
	"sync"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/proc"
)

// DrainOption, with a number, starts a process that reads so many pipes, its descriptors from 0 on,
// to their ends. Processes surviving a job write there, and meet no broken pipe and no full one.
const DrainOption = "--nowhere"

// Drain is the draining process. It reports whether args ask for it.
func Drain(args []string) bool {
	if len(args) != 3 || args[1] != DrainOption {
		return false
	}
	_, _ = syscall.Setsid()
	n, _ := strconv.Atoi(args[2])
	var all sync.WaitGroup
	for i := range min(n, 2) {
		all.Go(func() { _, _ = io.Copy(io.Discard, os.NewFile(uintptr(i), "pipe")) })
	}
	all.Wait()
	return true
}

// drain starts a process that drains pipes, and closes them here.
func (r *run) drain(pipes []*os.File) error {
	if len(pipes) == 0 {
		return nil
	}
	var files []proc.FileMap
	for i, p := range pipes {
		defer p.Close()
		conn, err := p.SyscallConn()
		if err != nil {
			return err
		}
		err = conn.Control(func(n uintptr) {
			_ = syscall.SetNonblock(int(n), false) // the process may block in reads
			files = append(files, fd.Mapping{Child: i, Parent: int(n)})
		})
		if err != nil {
			return err
		}
	}
	p, err := proc.Start(&proc.Spec{
		Path: r.Program, Argv: []string{r.Name, DrainOption, strconv.Itoa(len(pipes))},
		Env: os.Environ(),
		Dir: -1, Umask: -1, Group: -1, Tty: -1, Limits: r.limits, Files: files,
	})
	if err != nil {
		return err
	}
	p.Watch(func(proc.Status) {})
	return nil
}
