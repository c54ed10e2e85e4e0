package format

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ftsh/internal/bashism"
	"ftsh/internal/transcript"
)

// A corpus holds scripts by name.
type corpus map[string]string

// spec returns the scripts of all transcripts.
func spec(t *testing.T) corpus {
	names, err := filepath.Glob("../../spec/*/*.t")
	if err != nil || len(names) < 50 {
		t.Fatal(names, err)
	}
	c := corpus{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		f, err := transcript.Parse(name, string(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, k := range f.Cases {
			c[name+"/"+k.Name] = k.Script
			if strings.Contains(name, "/bash/") {
				c[name+"/"+k.Name] = "set -o bash\n" + k.Script
			}
		}
	}
	return c
}

// ours returns the scripts of the repository.
func ours(t *testing.T) corpus {
	c := corpus{}
	for _, dir := range []string{"../../examples", "../../bench", "../../tests",
		"../../internal/sim", "../../.ci"} {
		err := filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return err
			}
			text, err := os.ReadFile(p)
			if isShell(text) {
				c[p] = string(text)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(c) < 10 {
		t.Fatalf("only %d scripts", len(c))
	}
	return c
}

// debian returns the installed shell scripts, including scripts of packages.
func debian(t *testing.T) corpus {
	c := corpus{}
	for _, pattern := range []string{"/usr/bin/*", "/usr/sbin/*", "/var/lib/dpkg/info/*inst",
		"/var/lib/dpkg/info/*rm", "/etc/init.d/*"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() ||
				info.Size() > 1<<20 {
				continue
			}
			if text, err := os.ReadFile(name); err == nil && isShell(text) {
				c[name] = string(text)
			}
		}
	}
	if len(c) < 10 {
		t.Skip("no Debian scripts are installed")
	}
	return c
}

// bashScripts returns the installed scripts for bash.
func bashScripts(t *testing.T) corpus {
	c := corpus{}
	for _, pattern := range []string{"/usr/bin/*", "/usr/sbin/*", "/usr/share/*/*", "/usr/share/*/*/*",
		"/usr/share/doc/*/examples/*", "/usr/lib/*/*", "/usr/lib/git-core/*", "/etc/*", "/etc/*/*"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() ||
				info.Size() > 1<<20 {
				continue
			}
			if text, err := os.ReadFile(name); err == nil && bashism.Interpreter(string(text)) {
				c[name] = string(text)
			}
		}
	}
	return c
}

// isShell reports whether a text's first line names ftsh, sh or dash.
func isShell(text []byte) bool {
	line, _, _ := bytes.Cut(text[:min(len(text), 200)], []byte("\n"))
	words := strings.Fields(strings.TrimPrefix(string(line), "#!"))
	if !bytes.HasPrefix(line, []byte("#!")) || len(words) == 0 {
		return false
	}
	shell := filepath.Base(words[0])
	if shell == "env" && len(words) > 1 {
		shell = words[1]
	}
	return shell == "sh" || shell == "dash" || shell == "ftsh"
}

// check formats all scripts of a corpus, and counts. It checks the promises of Script: a formatted
// script means the same, and formatting it again changes nothing.
func check(t *testing.T, c corpus) (looked, formatted int, left map[string]int) {
	t.Helper()
	left = map[string]int{}
	for i, name := range slices.Sorted(maps.Keys(c)) {
		if i%part != 0 {
			continue
		}
		looked++
		text := c[name]
		indents := []uint{4}
		if i%8 == 0 { // a part of the scripts shows the effect of tabs
			indents = append(indents, 0)
		}
		for _, indent := range indents {
			out, err := Script(text, Options{Name: name, Indent: indent})
			var l *Left
			if errors.As(err, &l) {
				if indent == 4 {
					kind, _, _ := strings.Cut(l.Reason, ":")
					left[kind]++
					if kind != "syntax error" {
						t.Log(l)
					}
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if indent == 4 {
				formatted++
			}
			if again, err := Script(out, Options{Name: name, Indent: indent}); err != nil ||
				again != out {
				t.Errorf("%s, indent %d: formatted again it is another: %v", name, indent, err)
			}
		}
	}
	t.Logf("%d of %d formatted", formatted, looked)
	for _, kind := range slices.Sorted(maps.Keys(left)) {
		t.Logf("%4d left: %s", left[kind], kind)
	}
	return looked, formatted, left
}

func TestSpec(t *testing.T) {
	_, formatted, left := check(t, spec(t))
	misread := left["its meaning would change"] + left["the printer cannot read it"] +
		left["formatting it again would change it again"]
	if misread*50 > formatted {
		t.Errorf("%d scripts could not be formatted, of %d", misread, formatted)
	}
}

func TestOurs(t *testing.T) {
	if _, _, left := check(t, ours(t)); len(left) > 0 {
		t.Errorf("left as they are: %v", left)
	}
}

func TestDebian(t *testing.T) {
	if looked, formatted, left := check(t, debian(t)); formatted*100 < looked*97 {
		t.Errorf("%d of %d: %v", formatted, looked, left)
	}
}

func TestBashScripts(t *testing.T) {
	c := bashScripts(t)
	if looked, formatted, left := check(t, c); formatted*100 < looked*97 {
		t.Errorf("%d of %d: %v", formatted, looked, left)
	}
}
