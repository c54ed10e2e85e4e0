package format

import (
	"errors"
	"io"
	"strings"

	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// A script is a text as the shell reads it.
type script struct {
	text     string
	list     *ast.List
	comments []string // less the blanks at their ends
	places   []ast.Span
	plain    *ast.List // read without blocks, as by sh; nil if that is an error
}

// read parses a text. The error is a *Left.
func read(text, name string) (*script, error) {
	if i := strings.IndexByte(text, 0); i >= 0 {
		return nil, &Left{name, placeOf(text, i), "a NUL byte, which no script may hold"}
	}
	s := &script{text: text, list: &ast.List{}}
	p := syntax.New(text, syntax.Options{Name: name, Blocks: true, Comments: true})
	var aliases table
	for {
		list, err := p.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, unread(text, name, err)
		}
		s.list.AndOrs = append(s.list.AndOrs, list.AndOrs...)
		if syntax.Leaves(list) {
			if rest := strings.TrimSpace(withoutComments(text[p.Offset():])); rest != "" {
				return nil, &Left{name, list.Pos(), "the shell is left for good here, and what is behind may be no script"}
			}
		}
		if syntax.SetsPosix(list) {
			p.SetBlocks(false)
		}
		if pos := aliases.define(list); pos.IsValid() {
			return nil, &Left{name, pos, "an alias is defined here whose value is not literal: what is behind may read otherwise"}
		}
	}
	s.places = p.Comments()
	for _, c := range s.places {
		s.comments = append(s.comments, strings.TrimSpace(text[c.From.Offset:c.To.Offset]))
	}
	s.plain, _ = syntax.Parse(text, syntax.Options{Name: name})
	if len(aliases) > 0 {
		if err := s.readAgain(name, aliases); err != nil {
			return nil, unread(text, name, err)
		}
	}
	return s, nil
}

// readAgain reads the script with its aliases in force from its beginning, command by command,
// as the shell does once there are any: that tree is held against the new one, too. The other tree, without
// aliases, has the places of the text's words.
func (s *script) readAgain(name string, aliases table) error {
	p := syntax.New(s.text, syntax.Options{Name: name, Blocks: true, ByCommand: true, Alias: aliases.lookup})
	var err error
	s.plain, err = p.All()
	return err
}

// A table has the aliases that a script defines.
type table map[string]string

func (t table) lookup(name string) (string, bool) {
	value, ok := t[name]
	return value, ok
}

// define takes the aliases that are defined in n. The place is that of one whose
// value is not known.
func (t *table) define(n ast.Node) (unknown ast.Pos) {
	ast.Walk(n, func(n ast.Node) bool {
		cmd, ok := n.(*ast.Simple)
		if !ok || len(cmd.Args) < 2 {
			return true
		}
		if name, _ := syntax.Known(cmd.Args[0]); name != "alias" {
			return true
		}
		for _, w := range cmd.Args[1:] {
			text, known := syntax.Known(w)
			name, value, assigns := strings.Cut(text, "=")
			switch {
			case !known:
				unknown = w.Pos()
			case assigns && *t == nil:
				*t = table{name: value}
			case assigns:
				(*t)[name] = value
			}
		}
		return true
	})
	return unknown
}

// unread says that a text has a syntax error.
func unread(text, name string, err error) error {
	var e *syntax.Error
	if !errors.As(err, &e) {
		return &Left{name, start(), err.Error()}
	}
	reason := "syntax error: expected " + e.Expected + ", found " + e.Found
	if strings.HasSuffix(e.Line, "\r") {
		reason += "; the line ends in a carriage return (CRLF)"
	}
	return &Left{name, e.Pos, reason}
}

// withoutComments takes lines that are comments out of a text.
func withoutComments(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// placeOf is the place of an offset of a text.
func placeOf(text string, offset int) ast.Pos {
	head := text[:offset]
	return ast.Pos{
		Offset: uint32(offset),
		Line:   uint32(strings.Count(head, "\n")) + 1,
		Col:    uint32(offset-strings.LastIndexByte(head, '\n')-1) + 1,
	}
}
