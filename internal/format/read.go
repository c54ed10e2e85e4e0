package format

import (
	"errors"
	"io"
	"strings"

	"ftsh/internal/bashism"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// A script is a text as the shell reads it.
type script struct {
	text     string
	list     *ast.List
	comments []string // without trailing blanks
	places   []ast.Span
	aliases  table
	bash     bool // it begins in the dialect of bash
}

// read parses a text. The error is a *Left.
func read(text string, opts Options) (*script, error) {
	name := opts.Name
	if i := strings.IndexByte(text, 0); i >= 0 {
		return nil, &Left{name, placeOf(text, i), "a NUL byte, which a script must not contain"}
	}
	s := &script{text: text, list: &ast.List{}, bash: opts.Bash || bashism.Dialect(text)}
	p := syntax.New(text, syntax.Options{Name: name, Blocks: true, Comments: true, Bash: s.bash})
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
				return nil, &Left{name, list.Pos(),
					"the shell always exits here, and the text after it may not be a script"}
			}
		}
		p.Follow(list)
		if pos := s.aliases.define(list); pos.IsValid() {
			return nil, &Left{name, pos,
				"this alias has a value that is not literal: the text after it may be parsed differently"}
		}
	}
	s.places = p.Comments()
	for _, c := range s.places {
		s.comments = append(s.comments, strings.TrimSpace(text[c.From.Offset:c.To.Offset]))
	}
	return s, nil
}

// otherwise returns other readings of the script. One is without blocks, as by sh, or by bash. If it defines
// aliases, another one has them in force from its beginning, and reads command by command, as the
// shell does once there are aliases. A reading is nil if it has an error.
func (s *script) otherwise() []*ast.List {
	plain := s.whole(syntax.Options{})
	if len(s.aliases) == 0 {
		return []*ast.List{plain}
	}
	return []*ast.List{plain, s.whole(syntax.Options{Blocks: true, ByCommand: true,
		Alias: s.aliases.lookup})}
}

// whole reads the script with other options; nil if it has an error.
func (s *script) whole(opts syntax.Options) *ast.List {
	opts.Bash = s.bash
	p := syntax.New(s.text, opts)
	if !s.bash {
		list, _ := p.All()
		return list
	}
	all := &ast.List{}
	for {
		list, err := p.Next()
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			return nil
		}
		all.AndOrs = append(all.AndOrs, list.AndOrs...)
		p.Follow(list) // groups of patterns
	}
}

// A table holds the aliases defined by a script.
type table map[string]string

func (t table) lookup(name string) (string, bool) {
	value, ok := t[name]
	return value, ok
}

// define adds the aliases defined in n. unknown is the position of one whose value is not known.
func (t *table) define(n ast.Node) (unknown ast.Pos) {
	ast.Walk(n, func(n ast.Node) bool {
		cmd, ok := n.(*ast.Simple)
		if !ok || len(cmd.Args) < 2 {
			return true
		}
		if name, _ := syntax.Static(cmd.Args[0]); name != "alias" {
			return true
		}
		for _, w := range cmd.Args[1:] {
			text, known := syntax.Static(w)
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

// unread returns the error for a text with a syntax error.
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

// withoutComments removes the lines of a text that are comments.
func withoutComments(text string) string {
	var kept []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") {
			kept = append(kept, line)
		}
	}
	return strings.Join(kept, "")
}

// placeOf converts an offset of a text to a position.
func placeOf(text string, offset int) ast.Pos {
	head := text[:offset]
	return ast.Pos{
		Offset: uint32(offset),
		Line:   uint32(strings.Count(head, "\n")) + 1,
		Col:    uint32(offset-strings.LastIndexByte(head, '\n')-1) + 1,
	}
}
