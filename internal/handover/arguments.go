package handover

import (
	"slices"
	"strconv"
	"strings"
)

// Option is the last argument of a program that continues with a list of another shell. Its value
// is the number of the descriptor from which it reads the state.
const Option = "--handover"

// argumentsVariable holds the arguments of a re-executed shell. Programs run by its list do not get
// the variable, since their environment comes from the state.
const argumentsVariable = "FTSH_ARGUMENTS"

// Hide returns the arguments and environment of a process that shows title and is passed
// argv in its environment.
func Hide(title string, argv, env []string) ([]string, []string) {
	var all strings.Builder
	for _, a := range argv {
		all.WriteString(strconv.Itoa(len(a)) + ":" + a)
	}
	// Put first, it precedes any variable of the script with that name.
	return []string{title}, append([]string{argumentsVariable + "=" + all.String()}, env...)
}

// Arguments returns the arguments and environment of this program, from os.Args and os.Environ. For
// a program started by a shell (Hide) they differ: its arguments are in the environment, and the
// list of processes shows the list that it runs.
func Arguments(args, env []string) ([]string, []string) {
	if len(args) > 1 {
		return args, env
	}
	for i, e := range env {
		text, ok := strings.CutPrefix(e, argumentsVariable+"=")
		if !ok {
			continue
		}
		if hidden := hiddenArguments(text); hidden != nil {
			return hidden, slices.Delete(slices.Clone(env), i, i+1)
		}
	}
	return args, env
}

// hiddenArguments decodes the value of argumentsVariable. It returns nil if the value is not from a
// shell starting another.
func hiddenArguments(text string) (argv []string) {
	for text != "" {
		size, rest, _ := strings.Cut(text, ":")
		n, err := strconv.Atoi(size)
		if err != nil || n < 0 || n > len(rest) {
			return nil
		}
		argv, text = append(argv, rest[:n]), rest[n:]
	}
	if len(argv) < 2 || !strings.HasPrefix(argv[len(argv)-1], Option+"=") {
		return nil
	}
	return argv
}
