//go:build linux

package repl_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// typed types a line on a clear screen, and waits for the screen.
func (d *display) typed(keys, want string) {
	d.t.Helper()
	d.keys("\x15\x0c")
	d.shows("@ ▏\n")
	d.keys(keys)
	d.shows(want)
}

// showAfter starts the shell on a screen after these commands.
func showAfter(t *testing.T, commands string) *display {
	t.Helper()
	file := filepath.Join(t.TempDir(), "rc")
	if err := os.WriteFile(file, []byte(commands), 0o600); err != nil {
		t.Fatal(err)
	}
	d := show(t, "ENV="+file)
	d.files("file")
	d.shows("@ ▏\n")
	return d
}

// A specification of the user's own complete decides about arguments.
func TestOwnSpecifications(t *testing.T) {
	d := showAfter(t, `set -o bash
		complete -W 'alpha beta' w; complete -o default -F none n
		f() { COMPREPLY=(--o=); compopt -o nospace; seen=$2:$3:$COMP_CWORD; }; complete -F f f
		l() { complete -W late $1; return 124; }; complete -D -F l
		complete -E -W ready; complete -I -W 'initial w'`)
	d.typed("\t", "@ ready ▏\n")
	d.typed("true; in\t", "@ true; initial ▏\n")
	d.typed("w al\t", "@ w alpha ▏\n")
	d.typed("./w be\t", "@ ./w beta ▏\n")
	d.typed("w zz\t\tx", "@ w zzx▏\n") // none, and no files
	d.typed("n fi\t", "@ n file ▏\n")
	d.typed("f --\t", "@ f --o=▏\n")
	d.typed("echo \"[$seen]\"\r", "@ echo \"[$seen]\"\n[]\n@ ▏\n")
	d.typed("any la\t", "@ any late ▏\n")
	d.typed("complete | grep -c any\r", "@ complete | grep -c any\n0\n@ ▏\n")
	d.typed("set -o noprogcomp\r", "@ set -o noprogcomp\n@ ▏\n")
	d.typed("w fi\t", "@ w file ▏\n")
	d.typed("set +o noprogcomp\r", "@ set +o noprogcomp\n@ ▏\n")
	d.typed("w al\t", "@ w alpha ▏\n")
	d.typed("shopt -u progcomp\r", "@ shopt -u progcomp\n@ ▏\n")
	d.typed("w fi\t", "@ w file ▏\n")
}

// A completion that takes too long ends with its processes, and files are offered.
func TestSlowCompletion(t *testing.T) {
	d := showAfter(t, `set -o bash
		f() { sh -c 'trap "" TERM; echo $$ >pid; exec sleep 60'; }; complete -F f f`)
	began := time.Now()
	d.typed("f fi\t", "@ f file ▏\n")
	if took := time.Since(began); took < 2*time.Second || took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	text, err := os.ReadFile(filepath.Join(d.home, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, 0); err != syscall.ESRCH {
		t.Errorf("process %d is left: %v", pid, err)
	}
	d.typed("echo ok\r", "@ echo ok\nok\n@ ▏\n")
}

// The files of the package bash-completion work in a shell without the dialect, and leave nothing
// in it.
func TestFilesOfCompletions(t *testing.T) {
	if _, err := os.Stat("/usr/share/bash-completion/completions/ssh"); err != nil {
		t.Skip("the package bash-completion is not there")
	}
	d := show(t)
	d.files("a b", "dir/")
	d.shows("@ ▏\n")
	d.typed("ls --col\t", "@ ls --color▏\n--color   --color=\n")
	d.typed("cat a\t", "@ cat a\\ b ▏\n")
	d.typed("cat \"a\t", "@ cat \"a b\" ▏\n")
	d.typed("cat ~/di\t", "@ cat ~/dir/▏\n")
	d.typed("dd if=d\t", "@ dd if=dir/▏\n")
	d.typed("ssh -o LocalC\t", "@ ssh -o LocalCommand=▏\n")
	d.typed("set | grep -c ^BASH_C\r", "@ set | grep -c ^BASH_C\n0\n@ ▏\n")
	d.typed("command -v _ssh; set -o | grep bash\r",
		"@ command -v _ssh; set -o | grep bash\nbash            off\n@ ▏\n")
	d.typed("set -o posix\r", "@ set -o posix\n@ ▏\n")
	d.typed("ls --col\t", "@ ls --col▏\n")
}
