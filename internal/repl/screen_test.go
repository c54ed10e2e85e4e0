//go:build linux

package repl_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ftsh/internal/subject"

	"github.com/creack/pty"
	"github.com/hinshun/vt10x"
)

// A display is a terminal emulator with a readable screen, running the shell.
type display struct {
	t    *testing.T
	cmd  *exec.Cmd
	tty  *os.File
	vt   vt10x.Terminal
	home string

	mu   sync.Mutex
	raw  []byte
	more chan struct{}
}

// show starts the shell on a screen of 40 by 10, in a directory of its own.
func show(t *testing.T, env ...string) *display {
	t.Helper()
	d := &display{t: t, home: t.TempDir(), more: make(chan struct{}, 1)}
	d.cmd = exec.Command(built(t).Path)
	d.cmd.Dir = d.home
	d.cmd.Env = append(append(subject.Env(),
		"PATH=/usr/bin:/bin", "TERM=xterm", "HOME="+d.home, "PS1=@ ", "PS2=% ",
		"LC_ALL=C.UTF-8"), env...)
	tty, err := pty.StartWithSize(d.cmd, &pty.Winsize{Rows: 10, Cols: 40})
	if err != nil {
		t.Fatal(err)
	}
	d.tty = tty
	d.vt = vt10x.New(vt10x.WithSize(40, 10), vt10x.WithWriter(tty))
	go d.read()
	t.Cleanup(func() {
		_ = d.cmd.Process.Kill()
		_ = d.cmd.Wait()
		tty.Close()
	})
	return d
}

func (d *display) read() {
	buf := make([]byte, 4096)
	for {
		n, err := d.tty.Read(buf)
		_, _ = d.vt.Write(buf[:n])
		d.mu.Lock()
		d.raw = append(d.raw, buf[:n]...)
		d.mu.Unlock()
		select {
		case d.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// screen returns the text of the screen, with ▏ before the cursor.
func (d *display) screen() string {
	d.vt.Lock()
	defer d.vt.Unlock()
	cols, rows := d.vt.Size()
	cursor := d.vt.Cursor()
	var b strings.Builder
	for y := range rows {
		var row strings.Builder
		for x := range cols {
			if x == cursor.X && y == cursor.Y {
				row.WriteRune('▏')
			}
			if c := d.vt.Cell(x, y).Char; c != 0 {
				row.WriteRune(c)
			} else {
				row.WriteByte(' ')
			}
		}
		b.WriteString(strings.TrimRight(row.String(), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// shows waits until the screen is as wanted. The limit is a guard.
func (d *display) shows(want string) {
	d.t.Helper()
	want = strings.TrimPrefix(want, "\n")
	guard := time.After(30 * time.Second)
	for d.screen() != want {
		select {
		case <-d.more:
		case <-guard:
			d.t.Fatalf("the screen is\n%s\nwant\n%s", d.screen(), want)
		}
	}
}

func (d *display) keys(text string) {
	d.t.Helper()
	if _, err := d.tty.WriteString(text); err != nil {
		d.t.Fatal(err)
	}
}

// resize changes the size of the screen, like a terminal that cuts lines off.
func (d *display) resize(cols, rows int) {
	d.t.Helper()
	d.vt.Resize(cols, rows)
	if err := pty.Setsize(d.tty, &pty.Winsize{Rows: uint16(rows), Cols: uint16(cols)}); err != nil {
		d.t.Fatal(err)
	}
}

// files makes files, and directories for names ending in a slash.
func (d *display) files(names ...string) {
	d.t.Helper()
	for _, n := range names {
		path := filepath.Join(d.home, n)
		var err error
		if strings.HasSuffix(n, "/") {
			err = os.Mkdir(path, 0o755)
		} else {
			err = os.WriteFile(path, nil, 0o644)
		}
		if err != nil {
			d.t.Fatal(err)
		}
	}
}

// Output without a newline at its end stays, and is marked.
func TestOutputWithoutNewline(t *testing.T) {
	d := show(t)
	d.shows("@ ▏\n")
	d.keys("printf '%s' abc\r")
	d.shows(`
@ printf '%s' abc
abc%
@ ▏
`)
	// A full row does not lack a newline.
	d.keys("printf '%040d' 7\r")
	d.shows(`
@ printf '%s' abc
abc%
@ printf '%040d' 7
0000000000000000000000000000000000000007
@ ▏
`)
	d.keys("\x0cecho a\r")
	d.shows("@ echo a\na\n@ ▏\n")
}

func TestPaste(t *testing.T) {
	d := show(t)
	d.shows("@ ▏\n")
	d.keys("\x1b[200~echo 1\rfor i in 2 3; do\n\techo $i\r\ndone\n\x1b[201~")
	d.shows(`
@ echo 1
for i in 2 3; do
        echo $i
done
▏
`)
	d.keys("\x7f\r")
	d.shows(`
@ echo 1
for i in 2 3; do
        echo $i
done
1
2
3
@ ▏
`)
	d.keys("\x0c" + up) // one entry with an editable line
	d.shows(`
@ echo 1
for i in 2 3; do
        echo $i
done▏
`)
	d.keys(up + up + up + "\x05" + "0\r")
	d.shows(`
@ echo 10
for i in 2 3; do
        echo $i
done
10
2
3
@ ▏
`)
	d.keys("\x0c\x1b[200~echo a\x03\nfalse") // the end of the paste is lost
	d.shows("@ ▏\n")
	d.keys("\x03")
	d.shows("@ ^C\n@ ▏\n")
}

// A line of several rows is drawn anew in a window of another size, without copies.
func TestResize(t *testing.T) {
	d := show(t)
	d.shows("@ ▏\n")
	d.keys("echo above\recho 1234567890123456789012345678901234567890 tail")
	d.shows(`
@ echo above
above
@ echo 123456789012345678901234567890123
4567890 tail▏
`)
	d.resize(30, 10)
	d.shows(`
@ echo above
above
@ echo 12345678901234567890123
45678901234567890 tail▏
`)
	d.resize(60, 10)
	d.shows(`
@ echo above
above
@ echo 1234567890123456789012345678901234567890 tail▏
`)
	d.keys("\x01\x1bf\x1bfX")
	d.shows(`
@ echo above
above
@ echo 1234567890123456789012345678901234567890X▏ tail
`)
	d.resize(20, 10)
	d.keys("Y")
	d.shows(`
@ echo above
above
@ echo 1234567890123
45678901234567890123
4567890XY▏ tail
`)
}

// A line higher than the screen shows the part with the cursor.
func TestHigherThanTheScreen(t *testing.T) {
	d := show(t)
	d.shows("@ ▏\n")
	d.resize(40, 4)
	d.keys("\x1b[200~echo a\necho b\necho c\necho d\necho e\x1b[201~")
	d.shows("echo b\necho c\necho d\necho e▏\n")
	d.keys(up + up + up + up)
	d.shows("@ echo a▏\necho b\necho c\necho d\n")
}

func TestEdges(t *testing.T) {
	d := show(t)
	d.shows("@ ▏\n")
	d.keys("echo 890123456789012345678901234567890123") // to the last column
	d.shows("@ echo 890123456789012345678901234567890\n123▏\n")
	d.keys("\x7f\x7f\x7f")
	d.shows("@ echo 890123456789012345678901234567890\n▏\n")
	d.keys("\x15a\x16\x01\x16\tb\x1b[D\x1b[D\x1b[D")
	d.shows("@ a▏^A   b\n")
}

func TestSearch(t *testing.T) {
	d := show(t)
	d.shows("@ ▏\n")
	d.keys("echo one\recho two\recho on\r\x0c\x12on")
	d.shows("(search) on: echo ▏on\n")
	d.keys("e")
	d.shows("(search) one: echo ▏one\n")
	d.keys("\x12")
	d.shows("(no match) one: echo ▏one\n")
	d.keys("\r")
	d.shows("@ echo one\none\n@ ▏\n")
	d.keys("\x0cx\x12two\x07")
	d.shows("@ x▏\n")
}

func TestKeys(t *testing.T) {
	d := show(t)
	d.shows("@ ▏\n")
	d.keys("echo a 'b c'\r\x0cecho \x1b.")
	d.shows("@ echo 'b c'▏\n")
	d.keys("\x1b.")
	d.shows("@ echo 'b c'▏\n")
	d.keys(ctrlBackslash)
	d.shows("@ echo 'b c'^\\Quit\n@ ▏\n")
	d.keys("echo $?\r")
	d.shows("@ echo 'b c'^\\Quit\n@ echo $?\n131\n@ ▏\n")
	d.keys("\x0cset -o vi\r\x0cab cd\x1bbiX\x1bA\x0c")
	d.shows("@ ab Xcd▏\n")
	d.keys("\x1b0dwu$xp") // a change, taken back, and two more
	d.shows("@ ab Xc▏d\n")
	d.keys("\x03")
	d.keys("set +o vi\r\x0cecho \x1b.")
	d.shows("@ echo vi▏\n")
}

// Text typed while a command runs is the command's, to the last byte it reads; the rest is for the
// next line.
func TestTypedAhead(t *testing.T) {
	d := show(t)
	d.shows("@ ▏\n")
	d.keys("read x; read y; echo $y-$x; cat -A\rone\rtwo\rthree\recho four\r")
	d.shows("@ read x; read y; echo $y-$x; cat -A\ntwo-one\nthree$\necho four$\n▏\n")
	d.keys("\x04")
	d.shows("@ read x; read y; echo $y-$x; cat -A\ntwo-one\nthree$\necho four$\n@ ▏\n")
	d.keys("\x0ctrue\recho five\r")
	d.shows("@ true\n@ echo five\nfive\n@ ▏\n")
}

func TestCompletion(t *testing.T) {
	d := show(t, "OTHER=sub")
	d.files("a b.txt", "größe", "it's", "-x", "sub/", "sub/inner file", "sub/.hidden", "$v")
	d.shows("@ ▏\n")
	for _, c := range []struct{ typed, want string }{
		{"cat a\t", `cat a\ b.txt `},
		{"cat 'a\t", `cat 'a b.txt' `},
		{"cat \"a\t", `cat "a b.txt" `},
		{"cat gr\t", `cat größe `},
		{"cat it\t", `cat it\'s `},
		{"cat 'it\t", `cat 'it'\''s' `},
		{`cat \$` + "\t", `cat \$v `},
		{"cat su\t\t", `cat sub/inner\ file `},
		{"cat ~/su\t", "cat ~/sub/"},
		{"cat $OTHER/\t", `cat $OTHER/inner\ file `},
		{"cat \"$OTHER/\t", `cat "$OTHER/inner file" `},
		{"cd \t", "cd sub/"},
		{"x=su\t", "x=sub/"},
		{"ls >su\t", "ls >sub/"},
		{"echo $OTH\t", "echo $OTHER"},
		{"echo \"${OTH\t", `echo "${OTHER}`},
		{"echo $(whoam\t", "echo $(whoami "},
		{"foral\t", "forall "},
		{"unali\t", "unalias "},
		{"if gete\t", "if getent "},
		{"try for 1 h\t", "try for 1 hour "},
		{"try for 2 minutes or 3 t\t", "try for 2 minutes or 3 times "},
		{"try 3 times ev\t", "try 3 times every "},
		{"try for 2 hours every 5 s\t", "try for 2 hours every 5 seconds "},
		{"forany x in su\t", "forany x in sub/"},
		{"forall f ke\t", "forall f keepgoing "},
		{"kill -TER\t", "kill -TERM "},
	} {
		d.keys(c.typed)
		d.shows("@ " + c.want + "▏\n")
		d.keys("\x03\x0c")
		d.shows("@ ▏\n")
	}
	d.keys("myfunction() { :; }; sleep 1000 & :\r\x0cmyf\t")
	d.shows("@ myfunction ▏\n")
	d.keys("\x15fg \t")
	d.shows("@ fg %1 ▏\n")
	d.keys("\x03\x0ccat \t")
	d.shows(`
@ cat ▏
$v       a b.txt  it's
-x       größe    sub/
`)
	d.keys("\t\t")
	d.shows(`
@ cat ./-x▏
$v       a b.txt  it's
-x       größe    sub/
`)
	d.keys("\x1b[Z\r") // back, and accepted
	d.shows("@ cat \\$v ▏\n")
	d.keys("\x15kill %1; wait\r\x0c")
	d.shows("@ ▏\n")
}

// The default prompt.
func TestDefaultPrompt(t *testing.T) {
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	host, _, _ = strings.Cut(host, ".")
	sign := "$ "
	if os.Geteuid() == 0 {
		sign = "# "
	}
	rc := filepath.Join(t.TempDir(), "rc")
	if err := os.WriteFile(rc, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	d := show(t, "ENV="+rc)
	d.files("sub/")
	d.shows("@ ▏\n")
	d.keys("unset PS1\rexec $0\r\x0c") // PS1 is exported here
	d.shows(host + ":~" + sign + "▏\n")
	d.keys("cd sub; (exit 3)\r")
	d.shows(host + ":~" + sign + "cd sub; (exit 3)\n" + host + ":~/sub [3]" + sign + "▏\n")
}

func TestErrorsAtThePrompt(t *testing.T) {
	d := show(t)
	d.shows("@ ▏\n")
	d.keys("echo a; cd /none\r")
	d.shows(`
@ echo a; cd /none
a
ftsh: cd: /none: no such file or directo
ry
    echo a; cd /none
            ^
@ ▏
`)
	d.keys("\x0cecho )\r")
	d.shows(`
@ echo )
ftsh: syntax error: expected a command,
found ")"
    echo )
         ^
@ ▏
`)
	d.keys("\x0c" + up)
	d.shows("@ echo )▏\n")
	d.keys("\x7f;\r\x0cnosuch\r")
	d.shows("@ nosuch\nftsh: nosuch: not found\n@ ▏\n")
	d.keys("\x0cnosuch | cat\r")
	d.shows("@ nosuch | cat\nftsh: nosuch: not found\n@ ▏\n")
}

// A dumb terminal gets nothing but text, and its driver edits the line.
func TestDumbTerminal(t *testing.T) {
	d := show(t, "TERM=dumb")
	d.shows("@ ▏\n")
	d.keys("printf a\x7fb\r")
	d.shows("@ printf b\nb@ ▏\n")
	d.keys("echo x\x03")
	d.shows("@ printf b\nb@ echo x^C\n@ ▏\n")
	d.keys("echo $?\r")
	d.shows("@ printf b\nb@ echo x^C\n@ echo $?\n130\n@ ▏\n")
	d.keys("cat\rmine\r")
	d.shows("@ printf b\nb@ echo x^C\n@ echo $?\n130\n@ cat\nmine\nmine\n▏\n")
	d.keys("\x04\x04")
	if err := d.cmd.Wait(); err == nil || d.cmd.ProcessState.ExitCode() != 0 {
		_ = err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if i := strings.IndexByte(string(d.raw), '\x1b'); i >= 0 {
		t.Errorf("an escape sequence in %q", d.raw)
	}
}
