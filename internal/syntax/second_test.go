package syntax

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"ftsh/internal/bashism"
	"ftsh/parser/ast"
)

// installedScripts returns the scripts on this machine, and those below the directories of
// FTSH_CORPUS, whose first line names bash, or sh.
func installedScripts(bash bool) (names []string) {
	dirs := []string{"/usr/bin", "/usr/sbin", "/usr/share", "/usr/lib", "/usr/libexec", "/etc",
		"/var/lib/dpkg/info"}
	dirs = append(dirs, filepath.SplitList(os.Getenv("FTSH_CORPUS"))...)
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && isScriptOf(path, bash) {
				names = append(names, path)
			}
			return nil
		})
	}
	return names
}

// isScriptOf reports whether the first line of a file names bash, or sh.
func isScriptOf(path string, bash bool) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, 100)
	n, _ := io.ReadFull(f, head)
	line, _, _ := strings.Cut(string(head[:n]), "\n")
	if !strings.HasPrefix(line, "#!") {
		return false
	}
	if bash {
		return bashism.Interpreter(line)
	}
	words := strings.Fields(line[2:])
	return len(words) > 0 && (filepath.Base(words[0]) == "sh" || filepath.Base(words[0]) == "dash")
}

// followed parses a text command by command, as the shell reads it.
func followed(src string, opts Options) (*ast.List, error) {
	p := New(src, opts)
	all := &ast.List{}
	for {
		list, err := p.Next()
		if errors.Is(err, io.EOF) {
			return all, nil
		}
		if err != nil {
			return all, err
		}
		all.AndOrs = append(all.AndOrs, list.AndOrs...)
		p.Follow(list)
	}
}

// TestSecondOpinion compares the tree with that of mvdan.cc/sh's parser, node for node, on every
// script of the machine for bash and for sh.
func TestSecondOpinion(t *testing.T) {
	for _, c := range []struct {
		name string
		bash bool
		lang syntax.LangVariant
	}{{"bash", true, syntax.LangBash}, {"sh", false, syntax.LangPOSIX}} {
		t.Run(c.name, func(t *testing.T) {
			scripts := installedScripts(c.bash)
			if len(scripts) < 10 {
				t.Skip("no scripts are installed")
			}
			same, excepted := 0, 0
			for _, name := range scripts {
				src, err := os.ReadFile(name)
				if err != nil {
					continue
				}
				why := compareTrees(string(src), name, c.bash, c.lang)
				switch {
				case why == "":
					same++
				case exceptionOf(why, string(src)) != "":
					excepted++
					t.Logf("%s: %s: %s", name, exceptionOf(why, string(src)), why)
				default:
					t.Errorf("%s: %s", name, why)
				}
			}
			t.Logf("%d scripts, %d with the same tree, %d exceptions", len(scripts), same, excepted)
		})
	}
}

// compareTrees returns the first difference between the trees of a text, "" if there is none.
func compareTrees(src, name string, bash bool, lang syntax.LangVariant) string {
	list, err := followed(src, Options{Name: name, Bash: bash})
	file, other := syntax.NewParser(syntax.Variant(lang)).Parse(bytes.NewReader([]byte(src)), name)
	switch {
	case err != nil && other != nil:
		return ""
	case err != nil:
		return "error of ours alone: " + err.Error()
	case other != nil:
		return "error of mvdan.cc/sh alone: " + message(other)
	}
	o, t := ours{form{src: src}}, theirs{form{src: src}}
	o.list(list)
	t.list(file.Stmts)
	for i := range max(len(o.lines), len(t.lines)) {
		a, b := "nothing", "nothing"
		if i < len(o.lines) {
			a = o.lines[i]
		}
		if i < len(t.lines) {
			b = t.lines[i]
		}
		if a != b {
			return "ours: " + strings.TrimSpace(a) + "; mvdan.cc/sh: " + strings.TrimSpace(b) +
				"; after " + strings.TrimSpace(strings.Join(o.lines[max(0, i-2):i], ", "))
		}
	}
	return ""
}

// message returns the text of an error without its place.
func message(err error) string {
	var parse syntax.ParseError
	if errors.As(err, &parse) {
		return parse.Text
	}
	var lang syntax.LangError
	if errors.As(err, &lang) {
		return lang.Feature + ": not in this language"
	}
	return err.Error()
}

// exceptionOf returns the reason for an allowed difference between the trees.
func exceptionOf(why, src string) string {
	for _, e := range []struct{ why, text, reason string }{
		{"invalid UTF-8 encoding", "", "a shell script may hold any bytes: only its characters are those of the locale"},
		{"mvdan.cc/sh alone: slicing: not in", "", "a bad substitution is an error when it is expanded, as in dash"},
		{"mvdan.cc/sh alone: `&>` redirects: not in", "", "in sh &> is & and >, as in dash"},
		{"ours: 0 and; mvdan.cc/sh: 0 not", "", "in [[ ! a && b ]] the ! is of a alone, as in bash"},
		{"mvdan.cc/sh alone: not a valid arithmetic operator", "((", "(( that begin no expression are two (, as in bash"},
		{"mvdan.cc/sh alone: `[` must follow a name", "((", "(( that begin no expression are two (, as in bash"},
		{`\; mvdan.cc/sh`, "\\`", "the end of a word before an escaped backquote: with the backslash or without"},
	} {
		if strings.Contains(why, e.why) && strings.Contains(src, e.text) {
			return e.reason
		}
	}
	return ""
}
