//go:build linux

package repl_test

import (
	"os"
	"path/filepath"
	"testing"
)

// A line edited in a program runs as the program left it.
func TestEditor(t *testing.T) {
	sh := built(t)
	for name, test := range map[string]func(*testing.T, *terminal){
		"the line": func(t *testing.T, term *terminal) {
			term.run("EDITOR='sed -i s/one/edited/'; echo re''ady", "ready\r\n")
			term.keys("echo one\x18\x05")
			term.expect("echo edited\r\nedited\r\n", "@ ")
			term.run("fc -l -n -2", "\techo one\r\n\techo edited\r\n")
		},
		"with the lines before it": func(t *testing.T, term *terminal) {
			term.run("VISUAL='sed -i s/one/edited/' EDITOR=false; echo re''ady", "ready\r\n")
			term.keys("if true; then\r")
			term.expect("% ")
			term.keys("echo one; fi\x18\x05")
			term.expect("if true; then\r\necho edited; fi\r\nedited\r\n", "@ ")
			term.prompt()
		},
		"the editor fails": func(t *testing.T, term *terminal) {
			term.run("EDITOR='sed -i y/abc/def/ /nowhere'; echo re''ady", "ready\r\n")
			term.keys("echo abc\x18\x05")
			term.expect("/nowhere", "@ ")
			term.run("echo st=$?", "st=2\r\n")
			term.run("fc -l -n -2 -2", "\techo abc\r\n")
		},
		"a private line": func(t *testing.T, term *terminal) {
			term.run("EDITOR='sed -i s/one/edited/'; echo re''ady", "ready\r\n")
			term.keys(" echo one\x18\x05")
			term.expect("\r\nedited\r\n", "@ ")
			term.keys("exit\r")
			term.exited(0)
			historyFile(t, term, ".ftsh_history",
				"EDITOR='sed -i s/one/edited/'; echo re''ady\nexit\n")
		},
		"a line that becomes private": func(t *testing.T, term *terminal) {
			term.run("echo one", "one\r\n")
			term.keys("fc -e 'sed -i s/^/\\ /'\r")
			term.expect("echo one\r\none\r\n", "@ ")
			term.keys("exit\r")
			term.exited(0)
			historyFile(t, term, ".ftsh_history", "echo one\nexit\n")
		},
		"records have its commands": func(t *testing.T, term *terminal) {
			term.run("EDITOR='sed -i s/one/two/'; echo re''ady", "ready\r\n")
			term.keys("try 2 times every 0s; test one = 1; end\x18\x05")
			term.expect("test two = 1: exit status 1", "@ ")
		},
		"of vi": func(t *testing.T, term *terminal) {
			term.run("set -o vi; EDITOR='sed -i s/one/edited/'; echo re''ady", "ready\r\n")
			term.run("echo one; :", "one\r\n")
			term.keys("echo two one" + escape + "v")
			term.expect("edited\r\n", "@ ")
			term.keys(escape + "2v")
			term.expect("echo edited; :\r\nedited\r\n", "@ ")
			term.keys(escape + "99v")
			term.expect("99 is not in the history\r\n", "@ ")
			term.run("echo st=$?", "st=1\r\n")
		},
		"a macro of vi": func(t *testing.T, term *terminal) {
			term.run("set -o vi; alias _e='Iecho \"fo\"'; echo re''ady", "ready\r\n")
			term.keys("und" + escape + "@e\r")
			term.expect("found\r\n", "@ ")
		},
		"vi itself": func(t *testing.T, term *terminal) {
			if _, err := os.Stat("/usr/bin/vi"); err != nil {
				t.Skip("there is no vi")
			}
			term.run("export TMPDIR=$HOME; echo re''ady", "ready\r\n")
			term.keys("echo one\x18\x05")
			term.await("a vi on a file", func() bool {
				files, _ := filepath.Glob(filepath.Join(term.home, "ftsh-fc-*"))
				return len(files) == 1
			})
			term.expect("echo one")
			term.keys(":%s/one/edited/\r:wq\r")
			term.expect("\r\nedited\r\n", "@ ")
			term.prompt()
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, open(t, sh, nil))
		})
	}
}
