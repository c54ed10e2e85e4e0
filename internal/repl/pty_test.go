//go:build linux

package repl_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"

	"github.com/creack/pty"
)

// shell is built once for all tests here.
var shell subject.Build

func TestMain(m *testing.M) {
	code := m.Run()
	shell.Remove()
	os.Exit(code)
}

// A terminal is a shell on a pseudo-terminal, and its output.
type terminal struct {
	t    *testing.T
	cmd  *exec.Cmd
	tty  *os.File
	home string

	mu   sync.Mutex
	out  []byte
	at   int // end of the matched output
	more chan struct{}
}

// built returns the shell under test.
func built(t *testing.T) subject.Shell {
	t.Helper()
	if subject.Standing() {
		t.Skip("the prompt of ftsh is tested")
	}
	return shell.Get(t)
}

// open starts the shell on a terminal and waits for its prompt.
func open(t *testing.T, sh subject.Shell, env []string, args ...string) *terminal {
	t.Helper()
	term := &terminal{t: t, home: t.TempDir(), more: make(chan struct{}, 1)}
	term.cmd = exec.Command(sh.Path, args...)
	term.cmd.Dir = term.home
	term.cmd.Env = append(append(subject.Env(),
		"PATH=/usr/bin:/bin", "TERM=xterm", "HOME="+term.home, "PS1=@ ", "PS2=% ",
		"LC_ALL=C"), env...)
	tty, err := pty.StartWithSize(term.cmd, &pty.Winsize{Rows: 24, Cols: 200})
	if err != nil {
		t.Fatal(err)
	}
	term.tty = tty
	go term.read()
	t.Cleanup(func() {
		tty.Close()
		_ = term.cmd.Process.Kill()
		_ = term.cmd.Wait()
	})
	return term
}

func (term *terminal) read() {
	buf := make([]byte, 4096)
	for {
		n, err := term.tty.Read(buf)
		term.mu.Lock()
		term.out = append(term.out, buf[:n]...)
		term.mu.Unlock()
		select {
		case term.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// expect waits for a text after the last match. The limit is a guard.
func (term *terminal) expect(texts ...string) {
	term.t.Helper()
	guard := time.After(3 * time.Minute)
	for _, text := range texts {
		for !term.match(text) {
			select {
			case <-term.more:
			case <-guard:
				term.mu.Lock()
				defer term.mu.Unlock()
				term.t.Fatalf("no %q in %q (before it: %q)", text, term.out[term.at:],
					term.out[:term.at])
			}
		}
	}
}

func (term *terminal) match(text string) bool {
	term.mu.Lock()
	defer term.mu.Unlock()
	i := bytes.Index(term.out[term.at:], []byte(text))
	if i >= 0 {
		term.at += i + len(text)
	}
	return i >= 0
}

// keys types a text key by key, as a user does.
func (term *terminal) keys(text string) {
	term.t.Helper()
	if _, err := term.tty.WriteString(text); err != nil {
		term.t.Fatal(err)
	}
}

// run types a command line and waits for its output and the next prompt. Text typed before the
// prompt would find the terminal in the mode of commands. The line itself must not contain the
// wanted text.
func (term *terminal) run(line, want string) {
	term.t.Helper()
	term.keys(line + "\r")
	term.expect(want, "@ ")
}

// prompt waits until the shell reads a line: it answers.
func (term *terminal) prompt() {
	term.t.Helper()
	term.run(`echo rea''dy`, "ready\r\n")
}

// fresh waits for a prompt on a new line. The prompt of a line being typed is redrawn again and
// again.
func (term *terminal) fresh() {
	term.t.Helper()
	term.expect(begins + "@ ")
}

// awaitStart waits until a foreground program has started.
func (term *terminal) awaitStart(program string) {
	term.t.Helper()
	term.await(program+" in the foreground", func() bool {
		for _, p := range processes(term.cmd.Process.Pid) {
			if p.name == program && p.foreground() {
				return true
			}
		}
		return false
	})
}

func (term *terminal) await(what string, ok func() bool) {
	term.t.Helper()
	for range 6000 {
		if ok() {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	term.mu.Lock()
	defer term.mu.Unlock()
	term.t.Fatalf("never: %s in %q", what, term.out[term.at:])
}

// exited waits for the end of the shell.
func (term *terminal) exited(status int) {
	term.t.Helper()
	_ = term.cmd.Wait()
	if got := term.cmd.ProcessState.ExitCode(); got != status {
		term.t.Errorf("exit status %d, want %d; wrote %q", got, status, term.out)
	}
}

// begins is the output before the first row of an edited line.
const begins = "\x1b[?2004h\r"

const (
	ctrlC, ctrlD, ctrlZ, ctrlBackslash = "\x03", "\x04", "\x1a", "\x1c"
	up, left                           = "\x1b[A", "\x1b[D"
)

func TestPrompt(t *testing.T) {
	sh := built(t)
	for name, test := range map[string]func(*testing.T, *terminal){
		"commands": func(t *testing.T, term *terminal) {
			term.expect("@ ")
			term.run(`echo a""b`, "ab\r\n")
			term.run(`x=1; echo "<$x>"`, "<1>\r\n")
			term.keys("exit 3\r")
			term.exited(3)
		},
		"continuation": func(t *testing.T, term *terminal) {
			term.keys("if true\r")
			term.expect("% ")
			term.keys("then echo y''es\r")
			term.run("fi", "yes\r\n")
			term.keys("cat <<E\r")
			term.expect("% ")
			term.keys("one$((1+1))\r")
			term.run("E", "one2\r\n")
			term.keys("try 2 times\r")
			term.expect("% ")
			term.keys("echo bo''dy\r")
			term.run("end", "body\r\n")
			term.keys("echo 'open\r")
			term.expect("% ")
			term.keys(ctrlC)
			term.expect("^C", "@ ")
			term.prompt()
		},
		"an empty line": func(t *testing.T, term *terminal) {
			term.prompt()
			for _, line := range []string{"", "   ", "# comm''ent"} {
				term.keys(line + "\r")
				term.fresh()
			}
			term.keys("if\r\r")
			term.expect(begins+"% ", begins+"% ")
		},
		"editing": func(t *testing.T, term *terminal) {
			term.keys("echo bc" + left + left + "a''")
			term.run("", "abc\r\n")
			term.keys("echo x''y\x15echo z")
			term.run("''w", "zw\r\n")
		},
		"history": func(t *testing.T, term *terminal) {
			term.run("echo fi''rst", "first\r\n")
			term.run("echo sec''ond", "second\r\n")
			term.run(up+up, "first\r\n")
			term.run(up+up, "second\r\n")
			term.keys("exit\r")
			term.exited(0)
			got, err := os.ReadFile(filepath.Join(term.home, ".ftsh_history"))
			if want := "echo fi''rst\necho sec''ond\necho fi''rst\necho sec''ond\nexit\n"; err != nil || string(got) != want {
				t.Errorf("history %q, %v; want %q", got, err, want)
			}
		},
		"end of file": func(t *testing.T, term *terminal) {
			term.run("(exit 7); echo a''b; (exit 7)", "ab\r\n")
			term.keys(ctrlD)
			term.exited(7)
		},
		"ignoreeof": func(t *testing.T, term *terminal) {
			term.run("set -o ignoreeof; echo o''n", "on\r\n")
			term.keys(ctrlD)
			term.expect("use exit", "@ ")
			term.keys("exit 4\r")
			term.exited(4)
		},
		"syntax error": func(t *testing.T, term *terminal) {
			term.run("echo )", "syntax error")
			term.run("echo $?", "2\r\n")
			term.run("try for 5 parsecs", "parsecs")
			term.prompt()
		},
		"errors do not end it": func(t *testing.T, term *terminal) {
			term.run("echo ${none?ga''ne}", "ga''ne")
			term.prompt()
			term.run("nonexistent_command", "not found")
			term.run("echo $?", "127\r\n")
			term.run("shift 100", "shift")
			term.run(". ./none; echo no", "none")
			term.prompt()
		},
		"interrupt at the prompt": func(t *testing.T, term *terminal) {
			term.prompt()
			term.keys("echo typed" + ctrlC)
			term.expect("^C", "@ ")
			term.run("echo $?", "130\r\n")
		},
		"interrupt a command": func(t *testing.T, term *terminal) {
			term.keys("sleep 1000; echo n''o\r")
			term.awaitStart("sleep")
			term.keys(ctrlC)
			term.fresh()
			term.run("echo st=$?", "st=130\r\n")
			if bytes.Contains(term.out, []byte("no\r\n")) {
				t.Error("the list went on")
			}
		},
		"interrupt a pipeline": func(t *testing.T, term *terminal) {
			term.keys("sleep 1000 | cat; echo n''o\r")
			term.awaitStart("sleep")
			term.keys(ctrlC)
			term.fresh()
			term.run("echo st=$?", "st=130\r\n")
		},
		"interrupt a block": func(t *testing.T, term *terminal) {
			term.keys("try for 1 hour; sleep 1000; end\r")
			term.awaitStart("sleep")
			term.keys(ctrlC)
			term.fresh()
			term.run("echo st=$?", "st=130\r\n")
		},
		"interrupt a loop": func(t *testing.T, term *terminal) {
			term.keys("echo go''es; while :; do :; done\r")
			term.expect("goes\r\n")
			term.keys(ctrlC)
			term.fresh()
			term.run("echo st=$?", "st=130\r\n")
		},
		"interrupt a wait": func(t *testing.T, term *terminal) {
			term.keys("sleep 1000 & echo go''es; wait\r")
			term.expect("goes\r\n")
			term.keys(ctrlC)
			term.fresh()
			term.run("echo st=$?", "st=130\r\n")
			term.run("kill %1; wait; echo o''k", "ok\r\n")
		},
		"signals": func(t *testing.T, term *terminal) {
			term.prompt()
			for _, s := range []syscall.Signal{syscall.SIGTERM, syscall.SIGINT, syscall.SIGQUIT,
				syscall.SIGTSTP, syscall.SIGTTIN, syscall.SIGTTOU} {
				if err := term.cmd.Process.Signal(s); err != nil {
					t.Fatal(err)
				}
				term.prompt()
			}
			term.run("sh -c 'kill -TERM $$'; echo st=$?", "st=143\r\n")
			term.run("trap 'echo go''t' TERM; kill $$", "got\r\n")
			if err := term.cmd.Process.Signal(syscall.SIGHUP); err != nil {
				t.Fatal(err)
			}
			_ = term.cmd.Wait()
			if st := term.cmd.ProcessState.Sys().(syscall.WaitStatus); !st.Signaled() ||
				st.Signal() != syscall.SIGHUP {
				t.Errorf("ended with %v, want SIGHUP", term.cmd.ProcessState)
			}
		},
	} {
		t.Run(name, func(t *testing.T) { test(t, open(t, sh, nil)) })
	}
	t.Run("ENV", func(t *testing.T) {
		rc := filepath.Join(t.TempDir(), "rc")
		if err := os.WriteFile(rc, []byte("greet() { echo h''ello; }\nPS1='# '\nfalse\n"),
			0o644); err != nil {
			t.Fatal(err)
		}
		term := open(t, sh, []string{"DIR=" + filepath.Dir(rc), "ENV=$DIR/rc"})
		term.expect("# ")
		term.keys("greet\r")
		term.expect("hello\r\n", "# ")
	})
	t.Run("HISTFILE empty", func(t *testing.T) {
		term := open(t, sh, []string{"HISTFILE="})
		term.prompt()
		term.keys("exit\r")
		term.exited(0)
		if left, _ := os.ReadDir(term.home); len(left) > 0 {
			t.Errorf("left %v", left)
		}
	})
	t.Run("terminal is restored", func(t *testing.T) {
		term := open(t, sh, nil)
		term.run("stty -a | tr ';' '\\n' | grep -c -w -e icanon -e isig -e echo", "1\r\n")
	})
}

func TestVerboseAtThePrompt(t *testing.T) {
	term := open(t, built(t), nil, "-v")
	term.prompt() // before it, the terminal would show the line once more
	term.keys("echo a''b\r")
	term.expect("echo a''b", "\r\necho a''b\r\n", "ab\r\n")
}
