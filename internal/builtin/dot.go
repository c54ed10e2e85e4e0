package builtin

import (
	"strings"
	"syscall"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/option"
)

// dotHost is the part of the shell used by dot.
type dotHost interface {
	Streams
	Directory
	Variables
	Runner
}

// dot is `. file`. Operands after the file are ignored, as in dash.
func dot(h dotHost, args []string) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return fatal()
	}
	if len(rest) == 0 {
		h.Errorf("expected a file")
		return fatal()
	}
	path, ok := readableFile(h, rest[0])
	if !ok {
		h.Errorf("%s: not found", rest[0])
		return fatal()
	}
	return h.Source(path)
}

// sourceHost is the part of the shell used by source.
type sourceHost interface {
	dotHost
	Parameters
	Options
}

// source is bash's `source file [argument…]`, which it also calls `.`: a file is found in PATH, else
// in the directory, and its arguments are its positional parameters.
func source(h sourceHost, args []string) flow.Outcome {
	rest, ok := operands(h, args)
	if !ok {
		return misuse()
	}
	if len(rest) == 0 {
		h.Errorf("expected a file")
		return misuse()
	}
	path, ok := rest[0], false
	if strings.Contains(path, "/") || h.Shopts().Has(option.SourcePath) {
		path, ok = readableFile(h, rest[0])
	}
	if !ok {
		path = rest[0] // in the directory, and shown so
	}
	if !accessible(h, path, fd.MayRead) {
		h.Errorf("%s: not found", rest[0])
		if h.Options().Has(option.Posix) {
			return flow.Outcome{Status: 1, Divert: flow.Fatal} // of `.` as a special builtin
		}
		return flow.Status(1)
	}
	if len(rest) == 1 {
		return h.Source(path)
	}
	outer := h.Params()
	h.SetParams(rest[1:])
	out := h.Source(path, rest[1:]...)
	h.SetParams(outer)
	return out
}

// readableFile looks for a readable file, executable or not: in PATH if its name has no slash.
func readableFile(h dotHost, name string) (string, bool) {
	if strings.Contains(name, "/") {
		return name, true
	}
	path, rest, more := "", h.Vars().Value("PATH"), true
	for more {
		var dir string
		dir, rest, more = strings.Cut(rest, ":")
		if dir == "" {
			dir = "."
		}
		path = dir + "/" + name
		if isFile(h, path, syscall.S_IFREG) && accessible(h, path, fd.MayRead) {
			return path, true
		}
	}
	return "", false
}
