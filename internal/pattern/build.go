package pattern

import "strings"

// A Builder puts a pattern together from quoted and unquoted parts of a word. Its zero value is
// an empty pattern.
type Builder struct {
	Bytes bool // characters are bytes: see CompileBytes

	// The dialect, as in Options. They must not change after the first part.
	Extended, Fold, Caret bool

	src  []byte
	open bool // src ends in a backslash that quotes the next character
}

// AddLiteral adds quoted text: no character of it is special, in a bracket expression too. A
// backslash left over from unquoted text does not quote it and is an ordinary character.
func (b *Builder) AddLiteral(s string) {
	if b.open && s != "" {
		b.src = append(b.src, '\\')
		b.open = false
	}
	for i := 0; i < len(s); i++ {
		if isSpecial(s[i]) || b.Extended && strings.IndexByte("()|+@", s[i]) >= 0 {
			b.src = append(b.src, '\\')
		}
		b.src = append(b.src, s[i])
	}
}

// isSpecial reports whether a character has a meaning anywhere in a pattern.
func isSpecial(c byte) bool { return strings.IndexByte(`*?[]\!^-:.=`, c) >= 0 }

// AddPattern adds unquoted text. Its special characters are special, and a backslash in it quotes
// the next character, in the same part or in the next unquoted one (XCU 2.14.1).
func (b *Builder) AddPattern(s string) {
	b.src = append(b.src, s...)
	for i := 0; i < len(s); i++ {
		b.open = !b.open && s[i] == '\\'
	}
}

// Source returns the text built so far in the form taken by Compile.
func (b *Builder) Source() string { return string(b.src) }

// Compile compiles the text built so far.
func (b *Builder) Compile() *Pattern { return CompileWith(b.Source(), b.options()) }

func (b *Builder) options() Options { return Options{b.Bytes, b.Extended, b.Fold, b.Caret} }

// CompilePath compiles the text built so far as a pathname.
func (b *Builder) CompilePath() []Component { return compilePath(b.Source(), b.options()) }

// A Component is a part of a pathname pattern between slashes.
type Component struct {
	Slashes int // number of slashes before it; 0 only for the first
	*Pattern
	GlobStar bool // it is **, which may mean more than * in the dialect of bash
}

// CompilePath splits src at its slashes, quoted ones too, and compiles each part by itself: no
// bracket expression reaches over a slash, and `*` and `?` match none (XCU 2.14.3). There is at
// least one component; the first is empty with Slashes 0 unless src starts otherwise: "/a*" gives
// one component {1, "a*"}, "a//b" gives {0, "a"}, {2, "b"}, and "a/" gives {0, "a"}, {1, ""}. The
// components, each after its number of slashes and with a name in place of its pattern, form a
// pathname.
func CompilePath(src string) []Component { return compilePath(src, Options{}) }

func compilePath(src string, o Options) []Component {
	cs := make([]Component, 0, 1+strings.Count(src, "/"))
	for first := true; ; first = false {
		n := 0
		for src != "" {
			if src[0] == '/' {
				src = src[1:]
			} else if strings.HasPrefix(src, `\/`) {
				src = src[2:]
			} else {
				break
			}
			n++
		}
		if src == "" && n == 0 && !first {
			return cs
		}
		end := slash(src)
		cs = append(cs, Component{n, compileComponent(src[:end], o), src[:end] == "**"})
		src = src[end:]
	}
}

// compileComponent compiles a component. With Fold, one without special characters is as it was: it
// names a file, and matches nothing.
func compileComponent(src string, o Options) *Pattern {
	if !o.Fold {
		return CompileWith(src, o)
	}
	exact := o
	exact.Fold = false
	if p := CompileWith(src, exact); !p.HasMeta() {
		return p
	}
	return CompileWith(src, o)
}

// slash returns the index of the next slash of src, or of the backslash before it, or the length.
func slash(src string) int {
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '/':
			return i
		case '\\':
			if i+1 < len(src) && src[i+1] == '/' {
				return i
			}
			i++
		}
	}
	return len(src)
}
