package explain

import (
	"strconv"
	"strings"
	"time"

	"ftsh/backoff"
	"ftsh/internal/duration"
	"ftsh/internal/syntax"
	"ftsh/parser/ast"
)

// A value is a value in a header, if known.
type value[T any] struct {
	v     T
	known bool
	note  string // its source: a default, an expansion
}

// words returns the text of header words. A word that is ${NAME:-TEXT} as a whole has its default,
// and note mentions it.
func (e *explainer) words(words []*ast.Word) (texts []string, note string, known bool) {
	for _, w := range words {
		text, ok := syntax.Static(w)
		if !ok {
			name := ""
			if text, name, ok = defaulted(w); !ok {
				return nil, e.cut(int(words[0].Pos().Offset),
					int(words[len(words)-1].End().Offset)), false
			}
			note = "the default of " + name
		}
		texts = append(texts, text)
	}
	return texts, note, true
}

// defaulted returns the default of a word that is ${NAME-TEXT} or ${NAME:-TEXT}.
func defaulted(w *ast.Word) (text, name string, ok bool) {
	parts := w.Parts
	if len(parts) == 1 {
		if q, quoted := parts[0].(*ast.DblQuoted); quoted {
			parts = q.Parts
		}
	}
	if len(parts) != 1 {
		return "", "", false
	}
	x, ok := parts[0].(*ast.ParamExp)
	if !ok || x.Op != ast.ParamDefault {
		return "", "", false
	}
	text, ok = syntax.Static(x.Arg)
	return text, x.Name, ok
}

// duration returns the duration of a clause.
func (e *explainer) duration(d *ast.Duration) value[time.Duration] {
	texts, note, ok := e.words(d.Words)
	if !ok {
		return value[time.Duration]{note: note}
	}
	v, err := duration.Parse(strings.Join(texts, " "))
	if err != nil {
		return value[time.Duration]{note: e.source(d)}
	}
	return value[time.Duration]{v, true, note}
}

// count returns the number of a clause.
func (e *explainer) count(w *ast.Word) value[int] {
	texts, note, ok := e.words([]*ast.Word{w})
	if !ok {
		return value[int]{note: note}
	}
	return counting(texts[0], note)
}

func counting(text, note string) value[int] {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n <= 0 {
		return value[int]{note: text}
	}
	return value[int]{n, true, note}
}

// number returns the number of words of a list after in.
func (e *explainer) number(in bool, words []*ast.Word) value[int] {
	if !in {
		return value[int]{note: `"$@"`}
	}
	for _, w := range words {
		if !single(w) {
			return value[int]{note: e.source(w)}
		}
	}
	return value[int]{v: len(words), known: true}
}

// single reports whether a word surely gives one field.
func single(w *ast.Word) bool {
	for _, p := range w.Parts {
		switch p := p.(type) {
		case *ast.Quoted, *ast.Tilde:
		case *ast.Lit:
			if strings.ContainsAny(p.Value, "*?[") {
				return false
			}
		case *ast.DblQuoted:
			for _, q := range p.Parts {
				if x, ok := q.(*ast.ParamExp); ok && (x.Name == "@" || x.Arg != nil) {
					return false
				}
				if _, ok := q.(*ast.BashExp); ok { // perhaps an array
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// backoffOf returns the policy of a try.
func (e *explainer) backoffOf(b *ast.Backoff) value[backoff.Spec] {
	if b == nil {
		return value[backoff.Spec]{v: e.policy, known: true}
	}
	texts, note, ok := e.words(b.Words)
	if !ok {
		return value[backoff.Spec]{note: note}
	}
	spec, err := backoff.Parse(texts, e.policy)
	if err != nil {
		return value[backoff.Spec]{note: e.source(b)}
	}
	return value[backoff.Spec]{spec, true, note}
}

// limit returns the bound set by a duration; without the clause, no bound.
func (e *explainer) limit(d *ast.Duration, why string) bound {
	if d == nil {
		return bound{}
	}
	v := e.duration(d)
	if !v.known {
		return atRunTime(why + ", " + v.note)
	}
	if v.note != "" {
		why += ", " + v.note
	}
	return of(v.v, why)
}
