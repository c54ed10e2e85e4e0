package builtin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ftsh/internal/flow"
)

// dirStackHost is the part of the shell used by pushd, popd and dirs.
type dirStackHost interface {
	cdHost
	Bash
}

// dirStack returns the stack of directories: the working directory and those under it.
func dirStack(h dirStackHost) []string { return append([]string{h.Getwd()}, h.Dirs()...) }

// dirIndex reads +N, counted from the top of a stack, or -N, counted from its end. It returns -1 if
// the argument is none of them.
func dirIndex(h dirStackHost, arg string, stack []string) (n int, ok bool) {
	if len(arg) < 2 || arg[0] != '+' && arg[0] != '-' {
		return -1, true
	}
	n, err := strconv.Atoi(arg[1:])
	if err != nil || n < 0 {
		return -1, true
	}
	if arg[0] == '-' {
		n = len(stack) - 1 - n
	}
	switch {
	case len(stack) == 1 && n != 0:
		h.Errorf("the directory stack is empty")
		return 0, false
	case n < 0 || n >= len(stack):
		h.Errorf("%s: the stack has only %d directories", arg, len(stack))
		return 0, false
	}
	return n, true
}

// dirArgs takes -n and -- from the arguments of pushd and popd.
func dirArgs(args []string) (rest []string, stay bool) {
	rest = args[1:]
	for len(rest) > 0 && rest[0] == "-n" {
		rest, stay = rest[1:], true
	}
	if len(rest) > 0 && rest[0] == "--" {
		rest = rest[1:]
	}
	return rest, stay
}

// pushd is bash's `pushd [-n] [directory|+N|-N]`.
func pushd(h dirStackHost, args []string) flow.Outcome {
	rest, stay := dirArgs(args)
	stack := dirStack(h)
	if len(rest) > 1 {
		h.Errorf("too many arguments")
		return flow.Status(1)
	}
	if len(rest) == 0 {
		if len(stack) == 1 {
			h.Errorf("no other directory")
			return flow.Status(1)
		}
		stack[0], stack[1] = stack[1], stack[0]
		return toDir(h, stack, stay)
	}
	n, ok := dirIndex(h, rest[0], stack)
	switch {
	case !ok:
		return flow.Status(1)
	case n < 0 && len(rest[0]) > 1 && (rest[0][0] == '-' || rest[0][0] == '+') && args[1] != "--":
		h.Errorf("%q is no place on the stack: write +N or -N", rest[0])
		return misuse()
	case n >= 0:
		return toDir(h, slices.Concat(stack[n:], stack[:n]), stay)
	case stay:
		return toDir(h, slices.Insert(stack, 1, rest[0]), true)
	}
	if out := cd(h, []string{"cd", "--", rest[0]}); !out.OK() {
		return flow.Status(1)
	}
	h.SetDirs(stack)
	return listDirs(h)
}

// toDir makes a stack the shell's: it goes to the first directory, unless the shell stays.
func toDir(h dirStackHost, stack []string, stay bool) flow.Outcome {
	if !stay {
		if out := cd(h, []string{"cd", "--", stack[0]}); !out.OK() {
			return flow.Status(1)
		}
	}
	h.SetDirs(stack[1:])
	return listDirs(h)
}

// popd is bash's `popd [-n] [+N|-N]`.
func popd(h dirStackHost, args []string) flow.Outcome {
	rest, stay := dirArgs(args)
	stack := dirStack(h)
	n := 0
	if len(rest) > 0 {
		var ok bool
		if n, ok = dirIndex(h, rest[0], stack); !ok {
			return flow.Status(1)
		}
		if n < 0 || len(rest) > 1 {
			h.Errorf("%q is no place on the stack: write +N or -N", rest[len(rest)-1])
			return misuse()
		}
	}
	if len(stack) == 1 {
		h.Errorf("the directory stack is empty")
		return flow.Status(1)
	}
	if n == 0 && !stay {
		return toDir(h, stack[1:], false)
	}
	return toDir(h, slices.Delete(stack, max(n, 1), max(n, 1)+1), true)
}

func listDirs(h dirStackHost) flow.Outcome { return dirs(h, []string{"dirs"}) }

// dirs is bash's `dirs [-clpv] [+N|-N]`.
func dirs(h dirStackHost, args []string) flow.Outcome {
	stack := dirStack(h)
	long, lines, numbered, only := false, false, false, -1
	for _, arg := range args[1:] {
		n, ok := dirIndex(h, arg, stack)
		if !ok {
			return flow.Status(1)
		}
		if n >= 0 {
			only = n
			continue
		}
		letters, ok := strings.CutPrefix(arg, "-")
		if !ok || strings.Trim(letters, "clpv") != "" {
			h.Errorf("%q is no option: write -c, -l, -p, -v, +N or -N", arg)
			return misuse()
		}
		if strings.Contains(letters, "c") {
			h.SetDirs(nil)
			return flow.Outcome{}
		}
		long = long || strings.Contains(letters, "l")
		numbered = numbered || strings.Contains(letters, "v")
		lines = lines || numbered || strings.Contains(letters, "p")
	}
	if home := h.Vars().Value("HOME"); !long && home != "" {
		for i, dir := range stack {
			if rest, ok := strings.CutPrefix(dir, home); ok && (rest == "" || rest[0] == '/') {
				stack[i] = "~" + rest
			}
		}
	}
	if only >= 0 {
		stack = stack[only : only+1]
	}
	if !lines {
		return printed(h, strings.Join(stack, " ")+"\n")
	}
	var b strings.Builder
	for i, dir := range stack {
		if numbered {
			fmt.Fprintf(&b, "%2d  ", i+max(only, 0))
		}
		b.WriteString(dir + "\n")
	}
	return printed(h, b.String())
}
