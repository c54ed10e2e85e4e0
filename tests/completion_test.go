//go:build linux

package tests

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"

	"ftsh/internal/subject"
)

const completions = "../packaging/completions"

// programs are the programs with completions.
const programs = "ftsh ftry ftsh-sim ftsh-fmt ftsh-lint ftsh-state ftsh-otlp ftsh-view"

// typedLines are typed lines, with tabs, and the resulting arguments of the program.
var typedLines = []struct{ typed, want string }{
	{"ftry --log-lev\tatte\t3 ti\tev\t5s -- true\r",
		"ftry --log-level attempts 3 times every 5s -- true"},
	{"ftry --vers\t\r", "ftry --version"},
	{"ftry fore\tback\tgau\tjitt\tdecor\t-- true\r",
		"ftry forever backoff gauss jitter decorrelated -- true"},
	{"ftry 3 times strea\tsig\tHU\t-- basena\tftr\t\r",
		"ftry 3 times streaming signal HUP -- basename ftry.file"},
	{"ftry 3 times on 75 eve\t1s back\tfixe\tfrom 5 sec\t-- true\r",
		"ftry 3 times on 75 every 1s backoff fixed from 5 seconds -- true"},
	{"ftry for 1m thro\tx bud\t20% back\tful\t-- true\r",
		"ftry for 1m through x budget 20% backoff full -- true"},
	{"ftry timeo\t5 mi\t-- env forev\t\r", "ftry timeout 5 minutes -- env forev"},
	{"ftsh --expl\t--kill-mo\tstr\tscri\tx\r", "ftsh --explain --kill-mode strong script.ftsh x"},
	{"ftsh -o britt\tscri\t\r", "ftsh -o brittle script.ftsh"},
	{"ftsh -O nullg\tscri\t\r", "ftsh -O nullglob script.ftsh"},
	{"ftsh-sim reco\t--outa\t5m decorr\t\r", "ftsh-sim recovery --outage 5m decorrelated"},
	{"ftsh-fmt -i 2 scri\t\r", "ftsh-fmt -i 2 script.ftsh"},
	{"ftsh-lint -f sar\tscri\t\r", "ftsh-lint -f sarif script.ftsh"},
	{"ftsh-otlp --se\tscri\t\r", "ftsh-otlp --send script.ftsh"},
	{"ftsh-state sh\tnightly\r", "ftsh-state show nightly"},
	{"ftsh-view --te\tscri\t\r", "ftsh-view --text script.ftsh"},
	{"ftsh-sim bla\t--pro\t1s --no\t\r", "ftsh-sim blackhole --probe 1s --no-plots"},
	{"ftsh-sim out\t--law arr\tpub\t\r", "ftsh-sim outage --law arrival published"},
}

// The completions of a shell for the tab key, in a terminal.
func TestCompletions(t *testing.T) {
	dir, err := filepath.Abs(completions)
	if err != nil {
		t.Fatal(err)
	}
	shells := map[string]struct {
		args  []string
		setup string
	}{
		"bash": {[]string{"--norc", "--noprofile", "-i"}, "set +o history\nbind 'set bell-style " +
			"none'\nbind 'set enable-bracketed-paste off'\nfor f in " + dir +
			"/bash/*; do . $f; done\nfor p in " + programs + "; " +
			"do eval \"$p() { echo \\\"@ $p \\$* @\\\"; }\"; done\nPS1=ready\n"},
		"zsh": {[]string{"-f", "-i"}, "unset zle_bracketed_paste\nfpath=(" + dir +
			"/zsh $fpath)\nautoload -U compinit\ncompinit -u -D\nunsetopt list_beep\nfor p in " +
			programs + "; do eval \"$p() { echo \\\"@ $p " +
			"\\$* @\\\" }\"; done\nPS1=ready\n"},
		"fish": {[]string{"--no-config", "-i"}, "set fish_complete_path " + dir +
			"/fish $fish_complete_path\nset -g fish_autosuggestion_enabled 0\nset -g " +
			"fish_greeting\nfor p in " + programs + "\n eval " +
			"\"function $p; echo '@' $p \\$argv '@'; end\"\nend\nfunction fish_prompt; echo -n " +
			"ready; end\n"},
	}
	for name, s := range shells {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			need(t, name)
			home := t.TempDir()
			for file, text := range map[string]string{"setup": s.setup, "script.ftsh": "",
				"ftry.file": ""} {
				if err := os.WriteFile(filepath.Join(home, file), []byte(text), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command(name, s.args...)
			cmd.Dir = home
			cmd.Env = []string{"HOME=" + home, "TERM=xterm", "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8",
				"XDG_CONFIG_HOME=" + home, "XDG_DATA_HOME=" + home, "INPUTRC=/dev/null"}
			tty, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: 200})
			if err != nil {
				t.Fatal(err)
			}
			defer func() {
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
				tty.Close()
			}()
			guard := time.AfterFunc(3*time.Minute, func() { _ = cmd.Process.Kill() }) // ends the read
			defer guard.Stop()
			screen := &screenText{from: tty}
			if _, err := io.WriteString(tty, " . ./setup\r"); err != nil {
				t.Fatal(err)
			}
			screen.until(t, regexp.MustCompile(`ready()`))
			for _, l := range typedLines {
				if _, err := io.WriteString(tty, l.typed); err != nil {
					t.Fatal(err)
				}
				got := screen.until(t, regexp.MustCompile(`(?:^|[\r\n])@ ([^@]*) @`))
				if got = strings.Join(strings.Fields(strings.ReplaceAll(got, "=", " ")),
					" "); got != l.want {
					t.Errorf("%q gives %q, want %q", l.typed, got, l.want)
				}
			}
		})
	}
}

// A screenText is the text sent to a terminal.
type screenText struct {
	from io.Reader
	text []byte
}

// until reads until the text matches, forgets it up to there, and returns the first group.
func (s *screenText) until(t *testing.T, re *regexp.Regexp) string {
	t.Helper()
	buf := make([]byte, 4096)
	for {
		if m := re.FindSubmatchIndex(s.text); m != nil {
			got := string(s.text[m[2]:m[3]])
			s.text = s.text[m[1]:]
			return got
		}
		n, err := s.from.Read(buf)
		if s.text = append(s.text, buf[:n]...); err != nil {
			t.Fatalf("%v, and no %v in %q", err, re, s.text)
		}
	}
}

// Every long option of a program's --help is known to every shell.
func TestCompletionsKnowTheOptions(t *testing.T) {
	if subject.Standing() {
		t.Skip("the command line of ftsh is tested")
	}
	long := regexp.MustCompile(`--[a-z][a-z-]+`)
	for program, args := range map[string][][]string{
		"ftsh": {{"--help"}}, "ftry": {{"--help"}},
	} {
		for _, a := range args {
			path := shell.Program(t, program)
			out, err := exec.Command(path, a...).Output()
			if err != nil {
				t.Fatal(err)
			}
			for shell, file := range map[string]string{"bash": "bash/" + program,
				"zsh": "zsh/_" + program, "fish": "fish/" + program + ".fish"} {
				text, err := os.ReadFile(filepath.Join(completions, file))
				if err != nil {
					t.Fatal(err)
				}
				for _, o := range long.FindAllString(string(out), -1) {
					spelled := regexp.QuoteMeta(o)
					if shell == "fish" {
						spelled = "-l " + regexp.QuoteMeta(strings.TrimPrefix(o, "--"))
					}
					if !regexp.MustCompile(spelled + `\b`).Match(text) {
						t.Errorf("%s of %s is not in %s", o, program, file)
					}
				}
			}
		}
	}
}
