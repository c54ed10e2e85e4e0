//go:build linux

package tests

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"ftsh/internal/subject"

	"github.com/creack/pty"
)

// atLogin is a command on a machine with its own users, login shells and sshd (testdata/login.sh).
// One user has ftsh as the login shell. The test is skipped if there can be no such machine.
func atLogin(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	if subject.Standing() {
		t.Skip("ftsh as a login shell is tested")
	}
	if os.Getuid() != 0 {
		t.Skip("only root can make users")
	}
	for _, p := range []string{"/usr/sbin/sshd", "ssh", "ssh-keygen", "scp", "useradd", "usermod",
		"chsh", "su", "script", "tmux"} {
		if _, err := exec.LookPath(p); err != nil {
			t.Skipf("%v (.ci/run installs it)", err)
		}
	}
	probe := exec.Command("mount", "-t", "tmpfs", "none", "/mnt")
	probe.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	if out, err := probe.CombinedOutput(); err != nil {
		t.Skipf("no namespace of mounts: %v %s", err, out)
	}
	script, err := filepath.Abs("testdata/login.sh")
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", append([]string{script}, args...)...)
	// In a PID namespace no process survives the test.
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS,
		Cloneflags: syscall.CLONE_NEWPID}
	cmd.Env = append(subject.Env(), "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8",
		"TERM=xterm", "FTSH="+shell.Get(t).Path)
	return cmd
}

// Shells started without a terminal: by sshd, su and script.
func TestLoginWithoutTerminal(t *testing.T) {
	const ssh = "ssh -F /mnt/ssh_config host"
	for _, c := range []struct {
		name, commands, out string
		status              int
	}{
		{"ssh command", ssh + ` 'echo $0 $SHELL $FROM; echo error >&2; exit 7' 2>&1`,
			"ftsh /mnt/ftsh\nerror\n", 7},
		{"ssh input", `echo hello | ` + ssh + ` cat`, "hello\n", 0},
		{"ssh script on standard input", `printf 'echo $0 $FROM\nexit 4\n' | ` + ssh,
			"-ftsh profile\n", 4},
		{"ssh block", ssh + ` 'try 3 times every 10 ms; [ $FTSH_ATTEMPT = 3 ]; echo ` +
			`$FTSH_ATTEMPT; end'`, "3\n", 0},
		{"ssh asynchronous list", ssh + ` '{ echo list; } & wait'`, "list\n", 0},
		{"ssh with a terminal", `TERM=dumb ssh -F /mnt/ssh_config -tt host 'echo $TERM; tty ` +
			`>/dev/null && echo tty; exit 3' </dev/null | tr -d '\r'; ` +
			`TERM=dumb ssh -F /mnt/ssh_config -tt host 'exit 3' </dev/null`, "dumb\ntty\n", 3},
		{"a terminal that is hung up",
			`ssh -F /mnt/ssh_config -tt host 'trap "echo bye >bye" EXIT; try forever; echo up; sleep 1000; end' </dev/null >/tmp/up & p=$!
			until grep -qs up /tmp/up; do sleep 0.1; done; kill $p
			until [ -s /mnt/home/tester/bye ]; do sleep 0.1; done; cat /mnt/home/tester/bye`, "bye\n", 0},
		{"scp", `echo data >/tmp/f; scp -q -F /mnt/ssh_config /tmp/f host:g && scp -q -O -F ` +
			`/mnt/ssh_config host:g /tmp/h && cat /tmp/h`, "data\n", 0},
		{"chsh", `grep ^tester: /etc/passwd | cut -d: -f7`, "/mnt/ftsh\n", 0},
		{"su -", `su - tester -c 'echo $0 $FROM; pwd; exit 3'`, "-ftsh profile\n/mnt/home/tester\n",
			3},
		{"su", `su tester -c 'echo $0 $FROM'`, "ftsh\n", 0},
		{"su - with a script on standard input", `printf 'echo $0 $FROM\n' | su - tester`,
			"-ftsh profile\n", 0},
		{"script", `su - tester -c 'script -qec "echo \$0 \$FROM; exit 5" /dev/null' </dev/null ` +
			`| tr -d '\r'`, "ftsh profile\n", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			out, err := atLogin(t, "bash", "-c", c.commands).CombinedOutput()
			var exit *exec.ExitError
			if err != nil && !errors.As(err, &exit) {
				t.Fatal(err)
			}
			status := 0
			if exit != nil {
				status = exit.ExitCode()
			}
			if string(out) != c.out || status != c.status {
				t.Errorf("%q, status %d; want %q, %d", out, status, c.out, c.status)
			}
		})
	}
}

// A shell started on a terminal prompts, with job control.
func TestLoginOnATerminal(t *testing.T) {
	for _, c := range []struct{ name, term, command string }{
		{"ssh", "xterm", "ssh -F /mnt/ssh_config host"},
		{"ssh on a dumb terminal", "dumb", "ssh -F /mnt/ssh_config host"},
		{"ssh on a terminal that nobody knows", "no-such-terminal", "ssh -F /mnt/ssh_config host"},
		{"su", "xterm", "su - tester"},
		{"su -P", "xterm", "su -P - tester"},
		{"tmux", "xterm", "su - tester -c 'tmux -f /dev/null'"},
		{"script", "xterm", "su - tester -c 'script -q -c \"exec /mnt/ftsh -l\" /dev/null'"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			cmd := atLogin(t, "bash", "-c", c.command)
			cmd.Env = append(cmd.Env, "TERM="+c.term)
			cmd.SysProcAttr.Setsid, cmd.SysProcAttr.Setctty = true, true
			tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 24, Cols: 100})
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				_ = cmd.Process.Kill()
				tty.Close()
				_ = cmd.Wait()
			}()
			guard := time.AfterFunc(5*time.Minute, func() { _ = cmd.Process.Kill() })
			defer guard.Stop()
			var seen []byte
			expect := func(want string) {
				t.Helper()
				buf := make([]byte, 4096)
				for {
					if i := bytes.Index(seen, []byte(want)); i >= 0 {
						seen = seen[i+len(want):]
						return
					}
					n, err := tty.Read(buf)
					if seen = append(seen, buf[:n]...); err != nil {
						t.Fatalf("no %q in %q: %v", want, seen, err)
					}
				}
			}
			run := func(line, want string) {
				t.Helper()
				if _, err := tty.WriteString(line + "\r"); err != nil {
					t.Fatal(err)
				}
				expect(want)
				expect("@ ")
			}
			expect("@ ")
			run(`echo fr''om $FROM`, "from profile")
			run(`case $-/$0 in *i*m*/*ftsh) echo pro''mpt; esac`, "prompt")
			run(`stty size </dev/tty >/dev/null && echo ter''minal`, "terminal")
			run(`sh -c 'echo wai''ting; kill -STOP $$; echo again'`, "waiting")
			run(`fg; echo behind $?`, "behind 0")
			if _, err := tty.WriteString("sh -c 'echo wai''ting; exec sleep 1000'\r"); err != nil {
				t.Fatal(err)
			}
			expect("waiting")
			if _, err := tty.WriteString("\x03"); err != nil {
				t.Fatal(err)
			}
			expect("@ ")
			run(`echo st''atus $?`, "status 130")
			if _, err := tty.WriteString("exit 5\r"); err != nil {
				t.Fatal(err)
			}
			for buf := make([]byte, 4096); ; { // to the end, or its writer would block
				if _, err := tty.Read(buf); err != nil {
					break
				}
			}
			_ = cmd.Wait()
			if n := cmd.ProcessState.ExitCode(); n != 5 && !strings.Contains(c.command, "script") &&
				c.name != "tmux" {
				t.Errorf("status %d", n)
			}
		})
	}
}
