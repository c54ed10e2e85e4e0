package inject

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"syscall"

	"ftsh/internal/sig"
)

// PartOption is the first argument of a process running a program without something.
const PartOption = "--rehearse-part"

// partArgs returns the arguments of such a process: fault, status, the program's file, and its
// words.
func partArgs(f Fault, status int, path string, args []string) []string {
	return append([]string{"ftsh", PartOption, string(f), strconv.Itoa(status), path}, args...)
}

// IsPart reports whether a command line is one of Part.
func IsPart(args []string) bool { return len(args) > 5 && args[1] == PartOption }

// Part runs a program under a fault, and returns the exit status of the process.
func Part(args []string) int {
	status, err := strconv.Atoi(args[3])
	if err != nil {
		return 2
	}
	path, words := args[4], args[5:]
	if Fault(args[2]) == Disk {
		return noDisk(path, words)
	}
	runtime.LockOSThread() // the program ends with this thread
	cmd := exec.Command(path)
	cmd.SysProcAttr = together()
	cmd.Args, cmd.Stdin, cmd.Stderr = words, os.Stdin, os.Stderr
	var out bytes.Buffer
	switch st, err := os.Stdout.Stat(); {
	case Fault(args[2]) == Half:
		cmd.Stdout = &out
	case err == nil && st.Mode().IsRegular():
		cmd.Stdout = os.Stdout // text in a file is the work, not the answer
	}
	_ = cmd.Run()
	_, _ = io.Copy(os.Stdout, bytes.NewReader(out.Bytes()[:out.Len()/2]))
	say(words[0], Fault(args[2]))
	return status
}

// noDisk becomes the program, unable to write to files: they may have a size of 0
// (setrlimit(2)).
func noDisk(path string, words []string) int {
	_ = sig.NewDispatcher(sig.AtEntry()).Set(sig.SIGXFSZ, sig.Ignore) // the write fails, as on a full disk
	zero := syscall.Rlimit{}
	_ = syscall.Getrlimit(syscall.RLIMIT_FSIZE, &zero)
	zero.Cur = 0
	_ = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &zero)
	_ = syscall.Exec(path, words, os.Environ())
	return 126
}

// say prints the message of a program under a fault.
func say(name string, f Fault) {
	_, _ = os.Stderr.WriteString(name + ": rehearsal: it " + f.String() + "\n")
}
