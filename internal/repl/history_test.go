//go:build linux

package repl_test

import (
	"os"
	"path/filepath"
	"testing"

	"ftsh/internal/subject"
)

const escape = "\x1b"

func historyFile(t *testing.T, term *terminal, name, want string) {
	t.Helper()
	got, err := os.ReadFile(filepath.Join(term.home, name))
	if err != nil || string(got) != want {
		t.Errorf("%s holds %q, %v; want %q", name, got, err, want)
	}
}

func TestHistory(t *testing.T) {
	sh := built(t)
	for name, test := range map[string]func(*testing.T, *terminal){
		"a command of several lines is one": func(t *testing.T, term *terminal) {
			term.keys("if true\r")
			term.expect("% ")
			term.keys("then echo o''ne\r")
			term.run("fi", "one\r\n")
			term.run("echo tw''o", "two\r\n")
			term.keys(up + up)
			term.expect("if true\x1b[K\r\nthen echo o''ne\x1b[K\r\nfi")
			term.run("", "one\r\n")
			term.run("fc -l",
				"1\tif true\r\n\tthen echo o''ne\r\n\tfi\r\n2\techo tw''o\r\n3\tif true\r\n")
			term.keys("exit\r")
			term.exited(0)
			historyFile(t, term, ".ftsh_history",
				"if true\n\tthen echo o''ne\n\tfi\necho tw''o\nif true\n\tthen echo o''ne\n\tfi\nfc -l\nexit\n")
			if st, err := os.Stat(filepath.Join(term.home, ".ftsh_history")); err != nil ||
				st.Mode() != 0o600 {
				t.Errorf("mode %v, %v", st.Mode(), err)
			}
		},
		"what begins with a blank is private": func(t *testing.T, term *terminal) {
			term.run(" echo se''cret", "secret\r\n")
			term.run("fc -l; echo do''ne", "done\r\n")
			term.keys("exit\r")
			term.exited(0)
			historyFile(t, term, ".ftsh_history", "fc -l; echo do''ne\nexit\n")
		},
		"a program in the place of the shell": func(t *testing.T, term *terminal) {
			term.keys("exec sh -c 'exit 4'\r")
			term.exited(4)
			historyFile(t, term, ".ftsh_history", "exec sh -c 'exit 4'\n")
		},
		"an element of a pipeline has it": func(t *testing.T, term *terminal) {
			term.run("echo a''b", "ab\r\n")
			term.run("fc -l | sed s/^1/on''e/", "one\techo a''b\r\n")
		},
		"fc with an editor": func(t *testing.T, term *terminal) {
			term.run("echo x''y; echo x''z", "xz\r\n")
			term.run("FCEDIT=\"sed -i s/x''/w''/\"; echo s''et", "set\r\n")
			term.run("fc 1", "echo w''y; echo x''z\r\nwy\r\nxz\r\n")
			term.run("printf '%s\\n' '2s/.*/echo n''ew/' w q >s; echo s''cript", "script\r\n")
			term.run("fc -e 'ed -s <s' 1 1; echo st=$?", "st=1\r\n")
			term.run("fc -l 3", "3\techo w''y; echo x''z\r\n4\tprintf")
		},
		"vi and emacs": func(t *testing.T, term *terminal) {
			term.run("set -o vi; echo o''n", "on\r\n")
			term.run("echo bc''d"+escape+"0wsa", "acd\r\n")
			term.run("set +o vi; echo o''ff", "off\r\n")
			term.keys("echo bc" + left + left + "a''")
			term.run("", "abc\r\n")
		},
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t, sh, nil)) })
	}
}

// The number of the next command is in the prompt. A second shell continues after the first's
// commands.
func TestHistoryFiles(t *testing.T) {
	sh := built(t)
	env := []string{"HISTFILE=none", "FTSH_HISTFILE=h", "HISTSIZE=2", "PS1=$((1+1))!!!@ "}
	first := open(t, sh, env)
	first.expect("2!1@ ")
	first.keys("echo a''a\r")
	first.expect("aa\r\n", "2!2@ ")
	second := openIn(t, sh, first.home, env)
	second.expect("2!2@ ")
	second.keys("echo b''b\r")
	second.expect("bb\r\n", "2!3@ ")
	first.keys("echo c''c\r")
	first.expect("cc\r\n", "2!3@ ")
	historyFile(t, first, "h", "echo a''a\necho b''b\necho c''c\n")
	third := openIn(t, sh, first.home, env)
	third.keys("fc -l\r")
	third.expect("1\techo b''b\r\n2\techo c''c\r\n")
}

func openIn(t *testing.T, sh subject.Shell, dir string, env []string) *terminal {
	t.Helper()
	return open(t, sh, append(env, "FTSH_HISTFILE="+filepath.Join(dir, "h")))
}
