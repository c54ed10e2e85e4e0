package syntax

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"mvdan.cc/sh/v3/syntax"

	"ftsh/parser/ast"
)

// debianScripts returns the installed shell scripts.
func debianScripts(t *testing.T) []string {
	var scripts []string
	for _, pattern := range []string{"/usr/bin/*", "/usr/sbin/*", "/etc/init.d/*", "/etc/cron.*/*",
		"/var/lib/dpkg/info/*inst", "/var/lib/dpkg/info/*rm",
		"/usr/lib/*/*", "/usr/share/*/*.sh", "/etc/*/*.sh", "/etc/*/*.d/*", "/lib/*/*.sh",
		"/usr/share/doc/*/examples/*", "/usr/libexec/*"} {
		names, _ := filepath.Glob(pattern)
		for _, name := range names {
			info, err := os.Stat(name)
			if err != nil || !info.Mode().IsRegular() || info.Size() > 1<<20 {
				continue
			}
			head := make([]byte, 64)
			f, err := os.Open(name)
			if err != nil {
				continue
			}
			n, _ := f.Read(head)
			f.Close()
			line, _, _ := bytes.Cut(head[:n], []byte("\n"))
			if bytes.HasPrefix(line, []byte("#!")) && (bytes.HasSuffix(line, []byte("/sh")) ||
				bytes.Contains(line, []byte("/sh ")) || bytes.HasSuffix(line, []byte("/dash"))) {
				scripts = append(scripts, name)
			}
		}
	}
	if len(scripts) < 10 {
		t.Skip("no Debian scripts are installed")
	}
	return scripts
}

// theirStatements returns the offsets of statements in mvdan's parser.
func theirStatements(f *syntax.File) map[uint]bool {
	at := make(map[uint]bool)
	syntax.Walk(f, func(n syntax.Node) bool {
		if s, ok := n.(*syntax.Stmt); ok {
			at[s.Pos().Offset()] = true
		}
		return true
	})
	return at
}

// ourStatements returns the offsets of statements in the other parser's sense: pipelines, with the
// ! before them, the commands after |, and the bodies of functions.
func ourStatements(l *ast.List) map[uint]bool {
	at := make(map[uint]bool)
	ast.Walk(l, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Pipeline:
			at[uint(n.Pos().Offset)] = true
			for _, c := range n.Commands[1:] {
				at[uint(c.Pos().Offset)] = true
			}
		case *ast.FuncDecl:
			at[uint(n.Body.Pos().Offset)] = true
		}
		return true
	})
	return at
}

// TestDebian compares the parser with another one on every installed shell script. Both accept or
// both refuse, and the commands start at the same places, with blocks recognised and without.
func TestDebian(t *testing.T) {
	scripts := debianScripts(t)
	t.Logf("%d scripts", len(scripts))
	for _, name := range scripts {
		src, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		f, other := syntax.NewParser(syntax.Variant(syntax.LangPOSIX)).Parse(bytes.NewReader(src),
			name)
		for _, blocks := range []bool{false, true} {
			l, err := Parse(string(src), Options{Name: name, Blocks: blocks})
			if why := exception(err, other); why != "" {
				t.Logf("%s: %s", name, why)
				continue
			}
			if (err == nil) != (other == nil) {
				t.Errorf("blocks %t: %v; mvdan.cc/sh: %v", blocks, err, other)
				continue
			}
			if err != nil {
				continue
			}
			ours, theirs := ourStatements(l), theirStatements(f)
			for at := range ours {
				if !theirs[at] {
					t.Errorf("%s: a command at offset %d is ours alone: %.30q", name, at, src[at:])
				}
			}
			for at := range theirs {
				if !ours[at] {
					t.Errorf("%s: a command at offset %d is mvdan.cc/sh's alone: %.30q", name, at,
						src[at:])
				}
			}
		}
	}
}

// exception returns the reason for an allowed difference between the parsers on a script.
func exception(ours, theirs error) string {
	var parse syntax.ParseError
	if ours == nil && errors.As(theirs, &parse) && parse.Text == "invalid UTF-8 encoding" {
		return "a shell script may hold any bytes: only its characters are those of the locale"
	}
	var lang syntax.LangError
	if ours == nil && errors.As(theirs, &lang) && lang.Feature == "slicing" {
		return "a bad substitution is an error when it is expanded, as in dash"
	}
	return ""
}
