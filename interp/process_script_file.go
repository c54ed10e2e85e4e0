package interp

import (
	"context"
	"os"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/option"
	"ftsh/internal/shellenv"
)

// scriptable reports whether a file refused by the kernel is a script: whether its first line has
// no NUL byte within 256 bytes (XCU 2.9.1.6 lets a shell refuse other files).
func (sh *Shell) scriptable(dir int, path string) bool {
	if len(sh.opts.Standalone.Reexec) == 0 {
		return false
	}
	f, err := fd.Open(context.Background(), shellenv.At(dir), path,
		syscall.O_RDONLY|syscall.O_NONBLOCK, 0)
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

// scriptArgs returns the program and arguments to run path as a script: this shell if it can run
// scripts, else /bin/sh. In the dialect of bash it reads the script in the dialect, like bash.
func scriptArgs(fr *frame, path string, args []string) (string, []string) {
	sh := fr.sh
	if sh.opts.Standalone.ProgramsOnly {
		return "/bin/sh", append([]string{"sh", path}, args[1:]...)
	}
	argv := append([]string{sh.opts.Name}, sh.opts.Standalone.Reexec[1:]...)
	if fr.env.opts.Has(option.Bash) {
		argv = append(argv, "-o", "bash")
	}
	argv = append(argv, path)
	return sh.reexecProgram(), append(argv, args[1:]...)
}

// reexecProgram returns the program of Standalone.Reexec. It is not computed at the start:
// os.Executable takes up to a tenth of the start's time, and few scripts need it.
func (sh *Shell) reexecProgram() string {
	if program := sh.opts.Standalone.Reexec[0]; program != "" {
		return program
	}
	if path, err := os.Executable(); err == nil {
		return path
	}
	return "/proc/self/exe"
}
