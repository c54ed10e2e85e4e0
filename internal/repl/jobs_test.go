//go:build linux

package repl_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// A process is a descendant of the shell, read from /proc.
type process struct {
	pid, parent, group, terminalGroup int
	name, state                       string
}

func (p process) foreground() bool { return p.group == p.terminalGroup }

// processes returns the descendants of pid.
func processes(pid int) []process {
	var all []process
	dirs, _ := os.ReadDir("/proc")
	for _, d := range dirs {
		n, err := strconv.Atoi(d.Name())
		if err != nil {
			continue
		}
		text, err := os.ReadFile("/proc/" + d.Name() + "/stat")
		if err != nil {
			continue
		}
		from, to := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')')
		f := strings.Fields(string(text[to+2:]))
		p := process{pid: n, name: string(text[from+1 : to]), state: f[0]}
		p.parent, _ = strconv.Atoi(f[1])
		p.group, _ = strconv.Atoi(f[2])
		p.terminalGroup, _ = strconv.Atoi(f[5])
		all = append(all, p)
	}
	below := map[int]bool{pid: true}
	for range all {
		for _, p := range all {
			if below[p.parent] {
				below[p.pid] = true
			}
		}
	}
	var found []process
	for _, p := range all {
		if below[p.pid] && p.pid != pid {
			found = append(found, p)
		}
	}
	return found
}

// named returns the shell's descendants of that name.
func (term *terminal) named(name string) []process {
	var found []process
	for _, p := range processes(term.cmd.Process.Pid) {
		if p.name == name {
			found = append(found, p)
		}
	}
	return found
}

// feed opens a fifo for writing, as soon as it has a reader, and closes it.
func (term *terminal) feed(name string) {
	term.t.Helper()
	f, err := os.OpenFile(filepath.Join(term.home, name), os.O_WRONLY, 0)
	if err != nil {
		term.t.Fatal(err)
	}
	f.Close()
}

func TestJobControl(t *testing.T) {
	sh := built(t)
	for name, test := range map[string]func(*testing.T, *terminal){
		"stop a command": func(t *testing.T, term *terminal) {
			term.keys("sleep 1000\r")
			term.awaitStart("sleep")
			term.keys(ctrlZ)
			term.expect("[1] + Stopped                    sleep 1000\r\n", "@ ")
			term.run("echo st=$?", "st=148\r\n")
			term.run("jobs", "[1] + Stopped                    sleep 1000\r\n")
			term.run("bg", "[1] sleep 1000\r\n")
			term.run("jobs", "[1] + Running                    sleep 1000\r\n")
			term.keys("fg\r")
			term.expect("sleep 1000\r\n")
			term.awaitStart("sleep")
			term.keys(ctrlZ)
			term.expect("[1] + Stopped                    sleep 1000\r\n", "@ ")
			term.keys("fg %sleep\r")
			term.expect("sleep 1000\r\n")
			term.awaitStart("sleep")
			term.keys(ctrlC)
			term.fresh()
			term.run("echo st=$?", "st=130\r\n")
			term.run("jobs; echo no''ne", "\nnone\r\n")
		},
		"stop a subshell that sets a trap": func(t *testing.T, term *terminal) {
			const list = "(trap 'echo cau''ght' INT; sleep 1000; echo st=$?)"
			term.keys(list + "\r")
			term.awaitStart("sleep")
			term.keys(ctrlZ)
			term.expect("[1] + Stopped                    "+list+"\r\n", "@ ")
			term.run("echo st=$?", "st=148\r\n")
			term.keys("fg\r")
			term.expect(list + "\r\n")
			term.awaitStart("sleep")
			term.keys(ctrlC)
			term.expect("caught\r\n", "st=130\r\n", "@ ")
			term.run("jobs; echo no''ne", "\nnone\r\n")
		},
		"interrupt an element that sets a trap": func(t *testing.T, term *terminal) {
			term.keys(": | { trap 'echo cau''ght; exit 3' INT; sleep 1000; echo never; }; echo never\r")
			term.awaitStart("sleep")
			term.keys(ctrlC)
			term.expect("caught\r\n")
			term.fresh()
		},
		"a substitution that sets a trap": func(t *testing.T, term *terminal) {
			term.run("mkfifo f; echo o''k", "ok\r\n")
			term.keys("x=$(trap 'echo cau''ght' USR1; cat f; echo ou''t; exit 3)\r")
			term.await("cat", func() bool { return len(term.named("cat")) == 1 })
			term.keys(ctrlZ)
			term.expect("[1] + Stopped", "@ ")
			term.keys("fg\r")
			term.expect("exit 3)\r\n")
			term.feed("f")
			term.expect("@ ")
			term.run("echo $?; jobs; echo no''ne", "3\r\nnone\r\n")
		},
		"stop a pipeline": func(t *testing.T, term *terminal) {
			term.keys("sleep 1000 | cat | cat\r")
			term.awaitStart("sleep")
			term.await("three members", func() bool { return len(term.named("cat")) == 2 })
			members := append(term.named("sleep"), term.named("cat")...)
			for _, p := range members {
				if p.group != members[0].group || p.group == term.cmd.Process.Pid ||
					!p.foreground() {
					t.Errorf("not in one group of their own in the foreground: %+v", members)
				}
			}
			term.keys(ctrlZ)
			term.expect("[1] + Stopped                    sleep 1000 | cat | cat\r\n", "@ ")
			term.run("bg", "[1] sleep 1000 | cat | cat\r\n")
			term.await("it runs", func() bool { return term.named("sleep")[0].state == "S" })
			term.run("kill %1; wait %1; echo st=$?", "st=143\r\n")
		},
		"stop a subshell": func(t *testing.T, term *terminal) {
			term.keys("(sleep 1000; echo $((1+1))t''wo)\r")
			term.awaitStart("sleep")
			term.keys(ctrlZ)
			term.expect("[1] + Stopped                    (sleep 1000; echo $((1+1))t''wo)\r\n",
				"@ ")
			term.run("echo o''k", "ok\r\n")
			term.keys("fg\r")
			term.awaitStart("sleep")
			term.keys(ctrlC)
			term.fresh()
			term.run("echo st=$?", "st=130\r\n")
		},
		"groups": func(t *testing.T, term *terminal) {
			term.run("sleep 1000 & sleep 1001 & echo o''k", "ok\r\n")
			term.await("two sleep", func() bool { return len(term.named("sleep")) == 2 })
			s := term.named("sleep")
			if s[0].group != s[0].pid || s[1].group != s[1].pid {
				t.Errorf("not in groups of their own: %+v", s)
			}
			term.run("kill %1 %2; wait; echo d''one", "done\r\n")
			term.prompt()
		},
		"what reads in the background stops": func(t *testing.T, term *terminal) {
			term.run("cat & echo o''k", "ok\r\n")
			term.await("cat has stopped", func() bool {
				c := term.named("cat")
				return len(c) == 1 && c[0].state == "T"
			})
			// The shell may notice the stop later than /proc shows it.
			term.run("until jobs >j; grep -q Stop''ped j; do sleep 0.02; done; cat j", "Stopped")
			term.keys("fg\r")
			term.awaitStart("cat")
			term.keys("li''ne\r")
			term.expect("li''ne\r\n", "li''ne\r\n")
			term.keys(ctrlD)
			term.run("echo st=$?", "st=0\r\n")
		},
		"ended jobs are told": func(t *testing.T, term *terminal) {
			term.run("sh -c 'exit 3' & wait $!; echo st=$?", "st=3\r\n")
			term.run("mkfifo f; cat f & echo o''k", "ok\r\n")
			term.feed("f")
			term.await("it is told", func() bool {
				term.keys("\r")
				return term.match("Done                       cat f\r\n")
			})
		},
		"what was told can be waited for": func(t *testing.T, term *terminal) {
			term.run("mkfifo f; { read x <f; exit 3; } & p=$!; echo o''k", "ok\r\n")
			term.feed("f")
			term.await("it is told", func() bool {
				term.keys("\r")
				return term.match("Done(3)                    { read x <f; exit 3; }\r\n")
			})
			term.run("wait $p; echo st=$?", "st=3\r\n")
			term.run("wait $p; echo st=$?", "st=127\r\n")
		},
		"a stop is told on the shell's standard error": func(t *testing.T, term *terminal) {
			term.run("(kill -STOP 0; exit 3) 2>/dev/null",
				"\r\n[1] + Stopped (SIGSTOP)          (kill -STOP 0; exit 3)\r\n")
			term.run("sh -c 'kill -STOP $$' >f 2>&1",
				"\r\n[2] + Stopped (SIGSTOP)          sh -c 'kill -STOP $$' >f 2>&1\r\n")
			term.run("fg %1; echo st=$?", "st=3\r\n")
			term.run("cat f; fg; echo st=$?", "st=0\r\n")
		},
		"elements stop at the terminal": func(t *testing.T, term *terminal) {
			term.keys("{ sleep 1000; echo never; } | { cat; exit 4; }\r")
			term.awaitStart("sleep")
			term.awaitStart("cat")
			term.keys(ctrlZ)
			term.expect("[1] + Stopped", "@ ")
			term.run("kill %1; bg; wait %1; echo st=$?", "st=143\r\n")
		},
		"exit with stopped jobs": func(t *testing.T, term *terminal) {
			term.keys("sleep 1000\r")
			term.awaitStart("sleep")
			term.keys(ctrlZ)
			term.expect("Stopped", "@ ")
			term.run("exit", "there are stopped jobs\r\n")
			term.run("echo st''ays", "stays\r\n")
			term.keys(ctrlD)
			term.expect("there are stopped jobs\r\n", "@ ")
			term.keys("exit 5\r")
			term.exited(5)
		},
		"the leader of a pipeline ends first": func(t *testing.T, term *terminal) {
			for range 5 {
				term.run("true | { sleep 0.02; sh -c 'echo a''b'; } | cat", "ab\r\n")
			}
		},
		"off and on": func(t *testing.T, term *terminal) {
			term.run("set +m; sleep 1000 & echo o''k", "ok\r\n")
			term.await("sleep", func() bool { return len(term.named("sleep")) == 1 })
			if s := term.named("sleep"); s[0].group != term.cmd.Process.Pid {
				t.Errorf("without job control in a group of its own: %+v", s)
			}
			term.run("kill $!; set -m; echo o''n", "on\r\n")
			term.await("the end of sleep", func() bool { return len(term.named("sleep")) == 0 })
			term.keys("sleep 1000\r")
			term.awaitStart("sleep")
			term.keys(ctrlZ)
			term.expect("Stopped", "@ ")
		},
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t, sh, nil)) })
	}
}
