//go:build linux

package interp_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ftsh/internal/fd"
	"ftsh/interp"
)

// before sets up an environment for forking, with two functions. look reports every change of the
// environment; change changes all of it, again and again.
const before = `
mkdir dir other tools new
for t in tools new; do printf '#!/bin/sh\necho %s\n' $t >$t/tool; chmod +x $t/tool; done
top=$PWD; cd dir; umask 022; ulimit -S -n 80; exec 5>five; trap 'echo t1' USR1
PATH=$top/tools:$PATH; x=1; export y=exported; readonly r=1; set -- p1 p2; alias a='echo a1'
f() { echo f1; }; g() { h() { echo "h $x"; }; h; }; hash tool
getopts ab o -a -b
look() {
	n=0
	while [ $n -lt 40 ]; do
		n=$((n + 1))
		[ "$x $y ${z-unset} $o $OPTIND" = '1 exported unset a 2' ] || echo "variables: $x $y ${z-unset} $o $OPTIND"
		[ "$(f) $(g)" = 'f1 h 1' ] || echo "functions: $(f) $(g)"
		[ "$(alias)" = "a='echo a1'" ] || echo "aliases: $(alias)"
		[ "$*" = 'p1 p2' ] || echo "parameters: $*"
		case $- in *[fu]*) echo "options: $-";; esac
		[ "$PWD" = "$top/dir" ] || echo "directory: $PWD"
		: >here || echo 'no file'; : >"$top/dir/here"
		[ "$(umask) $(ulimit -S -n)" = '0022 80' ] || echo "umask and limit: $(umask) $(ulimit -S -n)"
		[ "$(trap -p USR1) $(trap -p USR2)" = "trap -- 'echo t1' USR1 trap -- - USR2" ] || echo "traps: $(trap)"
		[ "$(command -v tool)" = "$top/tools/tool" ] || echo "place: $(command -v tool)"
		echo $n >&5
	done
	[ "$(tool) $(sh -c 'echo $y; umask; ulimit -S -n')" = 'tools exported
0022
80' ] || echo children
}
change() {
	m=0
	while [ $m -lt 40 ]; do
		m=$((m + 1))
		x=$m; y=$m; export y x; z=$m; local l=$m; g >/dev/null; getopts ab o -b -a; OPTIND=1
		f() { echo "f$m"; }; f >/dev/null; g() { h() { :; }; h; }; unset -f h; i() { :; }
		alias a="echo $m" b=c; unalias b
		set -- $m; set -fu; cd "$top/other"; cd ..; umask 077; umask 0; ulimit -S -n 90; ulimit -S -n 70
		trap "echo $m" USR1 USR2; trap - USR2; exec 5>&-; exec 5>"$top/other/five"
		PATH=$top/new:/usr/bin:/bin; hash -r; hash tool; command -v tool >/dev/null
		unset z; set +fu; unalias -a; : & wait
	done
}
`

// An environment keeps its state while its origin, or another fork of the same origin, changes. The
// race detector checks that nothing is shared.
func TestForksBesideAChangingEnvironment(t *testing.T) {
	for name, text := range map[string]string{
		"list":               `{ look "$@"; } & change; wait`,
		"function":           `look "$@" & change; wait`,
		"lists":              `look "$@" & look "$@" & change & look "$@" & wait`,
		"list in a list":     `{ { look "$@"; } & change; wait; } & change; wait`,
		"list of a subshell": `( look "$@" & change; wait ) & change; wait`,
		"program": `sh -c 'read go; echo "$y $(umask) $(ulimit -S -n) ${PWD##*/}" >&5; echo end >&5' <<end & change; wait
end
			printf 'exported 0022 80 dir\nend\n' | cmp - "$top/dir/five"`,
		"stopped subshell": `set -m; (sh -c 'kill -STOP 0'; set +m; look "$@") 2>/dev/null; ` +
			`change; bg >/dev/null; change; wait`,
		"stopped pipeline": `set -m; { sh -c 'kill -STOP 0'; look "$@"; } 2>/dev/null | { look ` +
			`"$@"; cat; }; bg >/dev/null; change; wait`,
		"pipeline": `look "$@" | { look "$@"; cat; } | { change; cat; } | { look ` +
			`"$@"; cat; }`,
		"branches":         `forall k in 1 2 3; case $k in 2) change;; *) look "$@";; esac; end`,
		"list of a branch": `forall k in 1 2; look "$@" & change; wait $!; end`,
		"substitution":     `echo "$(look "$@" & change; wait)$(look "$@")" | grep .`,
	} {
		t.Run(name, func(t *testing.T) {
			r := script(t, interp.Options{Dir: t.TempDir()}, before+text+"\necho end")
			r.want(t, "end\n", "?", 0)
			if t.Failed() {
				t.Log(r.errs)
			}
		})
	}
}

// A list outlives the call of Run that started it, and starts others.
func TestListBesideAnotherRun(t *testing.T) {
	var out bytes.Buffer
	dir := t.TempDir()
	sh, err := interp.New(interp.Options{Dir: dir, Env: []string{searchPath}, Stdout: &out,
		Stderr: &out})
	if err != nil {
		t.Fatal(err)
	}
	run := func(text string) {
		if status, err := sh.Run(context.Background(), "test", text); status != 0 || err != nil {
			t.Errorf("status %d, %v", status, err)
		}
	}
	run(before + `mkfifo "$top/go" "$top/gone"; { read line <"$top/go"; look "$@" & echo ` +
		`>"$top/gone"; wait; look "$@"; } &`)
	for _, fifo := range []string{"go", "gone"} { // between two runs
		f, err := os.OpenFile(filepath.Join(dir, fifo), os.O_RDWR, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if fifo == "go" {
			_, err = f.WriteString("\n")
		} else {
			_, err = f.Read(make([]byte, 1))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	run("change; wait; echo end")
	if err := sh.Close(); err != nil {
		t.Error(err)
	}
	if out.String() != "end\n" {
		t.Errorf("got %q", out.String())
	}
}

// The umask of a guest is its own, even if it is looser than the process's.
func TestUmaskOfAGuest(t *testing.T) {
	r := script(t, interp.Options{Dir: t.TempDir()},
		`umask; umask 0; : >a; mkdir b; (umask 077; : >c; { umask 070; : >d; } & wait); : >e
		umask 0777; (umask 02; : >f) | { umask 020; : >g; }; cat <<end >/dev/null; ls -ld ? | cut -c1-10
		text
end`)
	r.want(t, fmt.Sprintf("%04o\n", fd.Umask())+`-rw-rw-rw-
drwxrwxrwx
-rw-------
-rw----rw-
-rw-rw-rw-
-rw-rw-r--
-rw-r--rw-
`, "", 0)
}
