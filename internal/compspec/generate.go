package compspec

import (
	"slices"
	"strings"

	"ftsh/internal/pattern"
)

// A Source is the part of a shell that candidates need.
type Source interface {
	// Names returns the names of one action, other than those of files.
	Names(a Actions) []string
	// Programs returns what a command's name can be that begins with prefix.
	Programs(prefix string) []string
	// Files returns the files whose paths begin with a word, which may have quotes.
	Files(word string, wanted Wanted) []string
	// Glob returns the files that match a pattern.
	Glob(pattern string) []string
	// Expand expands a piece of -W as a word, and returns its fields; files are not looked for.
	Expand(word string) ([]string, error)
	// IFS is the value that divides -W into pieces.
	IFS() string
	// Call calls a function, Run a command; each returns candidates.
	Call(function string) ([]string, error)
	Run(command string) ([]string, error)
	// Patterns says how a pattern is read.
	Patterns() pattern.Options
}

// Wanted says which files are looked for.
type Wanted uint8

// The kinds of files. Programs are directories, too.
const (
	AnyFile Wanted = iota
	Directories
	Executables
)

// Candidates returns what may replace word, in bash's order. Only actions and -W look at the word;
// a pattern, a function and a command give what they give.
func (s *Spec) Candidates(word string, src Source) ([]string, error) {
	plain := Unquote(word)
	found := s.named(word, plain, src)
	if s.Glob != nil {
		found = append(found, src.Glob(*s.Glob)...)
	}
	if s.Words != nil {
		words, err := expandWords(*s.Words, plain, src)
		if err != nil {
			return nil, err
		}
		found = append(found, words...)
	}
	if s.Function != nil {
		more, err := src.Call(*s.Function)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	if s.Command != nil {
		more, err := src.Run(*s.Command)
		if err != nil {
			return nil, err
		}
		found = append(found, more...)
	}
	if s.Filter != nil {
		found = filtered(found, *s.Filter, word, src.Patterns())
	}
	s.wrap(found)
	switch {
	case len(found) == 0 && s.Options&DirNames != 0,
		s.Options&PlusDirs != 0:
		found = append(found, src.Files(word, Directories)...)
	}
	return found, nil
}

// wrap adds the prefix and the suffix.
func (s *Spec) wrap(found []string) {
	before, after := "", ""
	if s.Prefix != nil {
		before = *s.Prefix
	}
	if s.Suffix != nil {
		after = *s.Suffix
	}
	if before == "" && after == "" {
		return
	}
	for i, c := range found {
		found[i] = before + c + after
	}
}

// named returns the candidates of the actions, which begin with prefix: the word without quotes.
func (s *Spec) named(word, prefix string, src Source) (found []string) {
	for a := Alias; a <= Variable; a <<= 1 {
		if s.Actions&a == 0 {
			continue
		}
		for _, name := range src.Names(a) {
			if strings.HasPrefix(name, prefix) {
				found = append(found, name)
			}
		}
	}
	if s.Actions&Command != 0 {
		found = append(found, src.Programs(prefix)...)
	}
	if s.Actions&File != 0 {
		found = append(found, src.Files(word, AnyFile)...)
	}
	for _, a := range []Actions{User, Group, Service} {
		if s.Actions&a == 0 {
			continue
		}
		names := src.Names(a)
		slices.Sort(names)
		for _, name := range names {
			if strings.HasPrefix(name, prefix) {
				found = append(found, name)
			}
		}
	}
	if s.Actions&Directory != 0 {
		found = append(found, src.Files(word, Directories)...)
	}
	return found
}

// filtered leaves out the candidates that match a filter, or with ! at its start the others. An
// unquoted & in it stands for the word.
func filtered(found []string, filter, word string, o pattern.Options) []string {
	rest, not := strings.CutPrefix(filter, "!")
	p := pattern.CompileWith(insertWord(rest, word), o)
	return slices.DeleteFunc(found, func(c string) bool { return p.Match(c) != not })
}

// insertWord replaces & in a filter by the word, taken literally; \& is a &.
func insertWord(filter, word string) string {
	var b strings.Builder
	for i := 0; i < len(filter); i++ {
		switch c := filter[i]; {
		case c == '\\' && i+1 < len(filter):
			i++
			if filter[i] != '&' {
				b.WriteByte(c)
			}
			b.WriteByte(filter[i])
		case c == '&':
			for j := 0; j < len(word); j++ {
				if strings.IndexByte(`*?[]\()|@+!`, word[j]) >= 0 {
					b.WriteByte('\\')
				}
				b.WriteByte(word[j])
			}
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
