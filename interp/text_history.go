package interp

import (
	"fmt"
	"io"
	"strings"

	"ftsh/internal/history"
	"ftsh/internal/option"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// remembered reads a script line by line once its commands go into the history: each line is
// expanded (!!), and the lines of a command become one entry before it runs. The dialect of bash has
// it with `set -o history`.
type remembered struct {
	fr    *frame
	s     *source
	p     *syntax.Parser
	next  func() (string, error)
	line  uint32 // the number of the next line
	entry history.Entry
}

// command returns the next command of the source, from a text that is remembered if it is time.
func (s *source) command(fr *frame) (*ast.List, error) {
	if s.past == nil {
		p, ok := s.p.(*syntax.Parser)
		if !ok || !s.input || !s.c.bash || !fr.env.opts.Has(option.Commands) {
			return s.p.Next()
		}
		s.past = &remembered{fr: fr, s: s, next: s.lines, line: p.Line()}
		if s.past.next == nil {
			s.past.next = linesOf(syntax.WithoutNUL(s.file)[p.Offset():])
		}
		s.past.begin()
	}
	return s.past.command()
}

// linesOf yields the lines of a text.
func linesOf(text string) func() (string, error) {
	return func() (string, error) {
		if text == "" {
			return "", io.EOF
		}
		end := strings.IndexByte(text, '\n') + 1
		if end == 0 {
			end = len(text)
		}
		line := text[:end]
		text = text[end:]
		return line, nil
	}
}

// begin makes a parser of the lines to come.
func (r *remembered) begin() {
	fr := r.fr
	r.p = fr.env.lineParser(r.read, fr.context.script, r.line)
	r.s.p = r.p
	r.s.c.source, r.s.c.bodies, r.s.file = "", "", ""
}

func (r *remembered) command() (*ast.List, error) {
	list, err := r.p.Next()
	r.enter()
	if !r.fr.env.opts.Has(option.Commands) {
		r.fr.env.history().Commit()
	}
	return list, err
}

// enter puts the lines read into the history.
func (r *remembered) enter() {
	if r.entry.Begun() {
		remember(r.fr, r.entry.Text())
	}
	r.entry = history.Entry{}
}

// read returns the next line for the parser. A line with a wrong reference, or one that is only
// shown, is left out.
func (r *remembered) read() (string, error) {
	fr := r.fr
	for {
		if !r.p.Started() {
			r.enter() // an empty line or a comment
			fr.env.history().Commit()
		}
		line, err := r.next()
		r.line++
		if fr.env.opts.Has(option.Verbose) && r.s.lines == nil {
			fr.writeErr(line)
		}
		if !fr.env.opts.Has(option.Commands) || line == "" {
			return line, err
		}
		x, wrong := expandTyped(fr, line, &r.entry)
		if wrong != nil {
			fr.writeErr(fmt.Sprintf("%s:%d:1: %v\n", fr.context.script, r.line-1, wrong))
		}
		if x != "" {
			r.entry.Add(x)
			return x, err
		}
		if err != nil {
			return "", err
		}
	}
}

// expandTyped expands the references in a line that follows those of an entry, and shows it if it
// has changed. It returns "" if the line must not run.
func expandTyped(fr *frame, line string, entry *history.Entry) (string, error) {
	if !fr.env.opts.Has(option.HistExpand) || !entry.Expands() {
		return line, nil
	}
	x, err := fr.env.historyExpander(fr.env.history()).Expand(line, entry.Quote())
	if err != nil {
		return "", err
	}
	if x.Changed {
		fr.writeErr(strings.TrimSuffix(x.Text, "\n") + "\n")
	}
	if x.Only {
		entry.Add(x.Text)
		return "", nil
	}
	return x.Text, nil
}
