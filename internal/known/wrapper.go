package known

import (
	"path/filepath"
	"slices"
	"strings"
)

// A wrapper is a program that runs the command among its words, and passes its status on.
type wrapper struct {
	valued   string // the options whose value is the next word
	operands int    // before the command
	assigns  bool   // NAME=VALUE may stand before the command
}

// wrapperOf returns the wrapper of that name. An option after which no command runs (command -v)
// counts as one with a value.
func wrapperOf(name string) (w wrapper, ok bool) {
	switch name {
	case "exec", "detach", "busybox", "nohup", "setsid", "chronic", "eatmydata":
		return wrapper{}, true
	case "command":
		return wrapper{valued: "-v -V"}, true
	case "env":
		return wrapper{valued: "-u --unset -C --chdir", assigns: true}, true
	case "nice":
		return wrapper{valued: "-n --adjustment"}, true
	case "ionice":
		return wrapper{valued: "-c --class -n --classdata -p --pid -P --pgid -u --uid"}, true
	case "sudo":
		return wrapper{valued: "-u --user -g --group -p --prompt -C --close-from -r --role -t --type " +
			"-T --command-timeout -U --other-user -R --chroot -D --chdir -h --host", assigns: true}, true
	case "doas":
		return wrapper{valued: "-u -C"}, true
	case "stdbuf":
		return wrapper{valued: "-i --input -o --output -e --error"}, true
	case "time":
		return wrapper{valued: "-f --format -o --output"}, true
	case "timeout":
		return wrapper{valued: "-k --kill-after -s --signal", operands: 1}, true
	}
	return wrapper{}, false
}

// command returns the index of the command among the wrapper's words, len(words) if there is none.
func command[T any](w wrapper, words []T, text func(T) string) int {
	valued, operands := strings.Fields(w.valued), w.operands
	for i := 1; i < len(words); i++ {
		word := text(words[i])
		switch {
		case slices.Contains(valued, word):
			i++
		case strings.HasPrefix(word, "-"), w.assigns && strings.Contains(word, "="):
		case operands > 0:
			operands--
		default:
			return i
		}
	}
	return len(words)
}

// Unwrap returns the words of the command that runs in the end: of sudo -u git curl x these are
// curl x. text returns the text of a word, as far as it is known. Words whose first one runs no other
// command are returned as they are.
func Unwrap[T any](words []T, text func(T) string) []T {
	for len(words) > 0 {
		w, ok := wrapperOf(filepath.Base(text(words[0])))
		if !ok {
			break
		}
		i := command(w, words, text)
		if i == len(words) {
			break
		}
		words = words[i:]
	}
	return words
}
