package interp

import (
	"context"
	"os"
	"syscall"

	"ftsh/internal/fd"
)

// scriptable reports whether a file that the kernel would not run is a script:
// text, as far as its first bytes tell (XCU 2.9.1.6 lets a shell refuse others).
func (sh *Shell) scriptable(dir int, path string) bool {
	if len(sh.opts.Reexec) == 0 {
		return false
	}
	f, err := fd.Open(context.Background(), dirOrCwd(dir), path, syscall.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return true
	}
	defer f.Release()
	buf := make([]byte, 256)
	got, _ := f.Read(context.Background(), buf)
	for _, c := range buf[:max(got, 0)] {
		switch c {
		case 0:
			return false
		case '\n':
			return true
		}
	}
	return true
}

// scriptArgs is the command that runs path as a script: of this shell, where it is one
// for scripts.
func (sh *Shell) scriptArgs(path string, args []string) (string, []string) {
	if sh.opts.ProgramsOnly {
		return "/bin/sh", append([]string{"sh", path}, args[1:]...)
	}
	argv := append([]string{sh.opts.Name}, sh.opts.Reexec[1:]...)
	argv = append(argv, path)
	return sh.reexecProgram(), append(argv, args[1:]...)
}

// reexecProgram is the program of Options.Reexec. To ask for the path of the one
// that runs costs as much as a tenth of a start, and few scripts need it.
func (sh *Shell) reexecProgram() string {
	if program := sh.opts.Reexec[0]; program != "" {
		return program
	}
	if path, err := os.Executable(); err == nil {
		return path
	}
	return "/proc/self/exe"
}
