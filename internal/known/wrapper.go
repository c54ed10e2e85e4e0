package known

import "strings"

// A wrapper is a program that runs the command among its words, and passes its status on.
type wrapper struct {
	valued   string // the options that take the next word as their value
	operands int    // before the command
}

func wrappers() map[string]wrapper {
	return map[string]wrapper{
		"command": {}, "nohup": {}, "setsid": {}, "chronic": {}, "time": {},
		"env": {valued: "uC"}, "nice": {valued: "n"}, "ionice": {valued: "cn"},
		"sudo": {valued: "ugpCrtTURDh"}, "doas": {valued: "uC"}, "stdbuf": {valued: "ioe"},
		"timeout": {valued: "ks", operands: 1},
	}
}

// unwrap returns the command among the words of a wrapper.
func unwrap(name string, words []string) (command []string, wraps bool) {
	w, ok := wrappers()[name]
	if !ok {
		return nil, false
	}
	operands := w.operands
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch {
		case word == "--":
		case strings.HasPrefix(word, "--"):
		case strings.HasPrefix(word, "-") && word != "-":
			if len(word) == 2 && strings.Contains(w.valued, word[1:]) {
				i++
			}
		case (name == "env" || name == "sudo") && strings.Contains(word, "="):
		case operands > 0:
			operands--
		default:
			return words[i:], true
		}
	}
	return nil, true
}
