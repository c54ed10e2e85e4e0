package expand

import (
	"slices"
	"strings"

	"ftsh/internal/fd"
	"ftsh/internal/option"
	"ftsh/internal/pattern"
)

// A globbing is pathname expansion by the options of shopt, in the dialect of bash.
type globbing struct {
	pattern.Options
	dots     bool // names with a period at their start need none in the pattern
	skipDots bool // . and .. match nothing
	stars    bool // ** matches directories at any depth
	ignored  [][]pattern.Component
}

// bashField expands a field of a word in the dialect of bash.
func bashField(sh Shell, text string, quoted []span, dst []string) ([]string, error) {
	if sh.Options().Has(option.NoGlob) {
		return append(dst, text), nil
	}
	o := sh.Shopts()
	g := globbing{dots: o.Has(option.DotGlob), skipDots: o.Has(option.GlobSkipDots),
		stars: o.Has(option.GlobStar)}
	g.Options = pattern.Options{Bytes: sh.Vars().Bytes(), Caret: true,
		Extended: o.Has(option.ExtGlob), Fold: o.Has(option.NoCaseGlob)}
	if list := sh.Vars().Value("GLOBIGNORE"); list != "" {
		g.ignore(list)
		g.dots, g.skipDots = true, true
	}
	made := compileGlob(build(text, quoted, g.Options).CompilePath())
	if made == nil {
		return append(dst, text), nil
	}
	w := walker{ctx: sh.Context(), dir: sh.Dir(), parts: made.parts, bash: &g}
	if w.dir < 0 {
		w.dir = fd.AtCwd
	}
	if g.stars {
		w.parts = joinStars(w.parts)
	}
	if err := w.walk(nil, 0); err != nil {
		return dst, err
	}
	switch {
	case len(w.ends) > 0:
		return w.sorted(dst), nil
	case o.Has(option.FailGlob):
		return dst, &Error{Name: text, Msg: "no file matches (shopt -s failglob)"}
	case o.Has(option.NullGlob):
		return dst, nil
	}
	return append(dst, text), nil
}

// Files returns the files that match a pattern of bash, sorted; none if none does.
func Files(sh Shell, text string) ([]string, error) {
	found, err := bashField(sh, text, nil, nil)
	if len(found) == 1 && found[0] == text && !fd.Exists(dirOf(sh), text) {
		return nil, err
	}
	return found, err
}

func dirOf(sh Shell) int {
	if d := sh.Dir(); d >= 0 {
		return d
	}
	return fd.AtCwd
}

// ignore takes the patterns of GLOBIGNORE. A colon in brackets or after a backslash separates
// nothing.
func (g *globbing) ignore(list string) {
	from, inSet := 0, false
	add := func(to int) {
		if from < to {
			b := build(list[from:to], nil, g.Options)
			g.ignored = append(g.ignored, b.CompilePath())
		}
		from = to + 1
	}
	for i := 0; i < len(list); i++ {
		switch c := list[i]; {
		case c == '\\':
			i++
		case c == '[' && strings.Contains(list[i:], "]"):
			inSet = true
		case c == ']' && inSet && list[i-1] != ':': // not that of a class
			inSet = false
		case c == ':' && !inSet:
			add(i)
		}
	}
	add(len(list))
}

// ignores reports whether GLOBIGNORE removes a name from the result.
func (g *globbing) ignores(name string) bool {
	for _, p := range g.ignored {
		if matchesPath(p, name) {
			return true
		}
	}
	return false
}

// matchesPath reports whether a pathname pattern matches all of a name.
func matchesPath(p []pattern.Component, name string) bool {
	for _, c := range p {
		for range c.Slashes {
			if !strings.HasPrefix(name, "/") {
				return false
			}
			name = name[1:]
		}
		end := strings.IndexByte(name, '/')
		if end < 0 {
			end = len(name)
		}
		if !c.Match(name[:end]) {
			return false
		}
		name = name[end:]
	}
	return name == ""
}

// matches reports whether a name of a directory matches a part.
func (g *globbing) matches(pat *pattern.Pattern, name string) bool {
	if name == "." || name == ".." {
		return !g.skipDots && pat.MatchComponent(name)
	}
	if g.dots {
		return pat.Match(name)
	}
	return pat.MatchComponent(name)
}

// joinStars makes one part of several ** in a row, and one slash of those after it.
func joinStars(parts []globPart) []globPart {
	var made []globPart
	for _, p := range parts {
		if n := len(made); p.stars && n > 0 && made[n-1].stars {
			made[n-1].again = true
			continue
		} else if n > 0 && made[n-1].stars {
			p.prefix = "/" + strings.TrimLeft(p.prefix, "/")
		}
		made = append(made, p)
	}
	return made
}

// walkStars finds files below path, where part i is **: it stands for any number of directories.
func (w *walker) walkStars(path []byte, i int) error {
	p := &w.parts[i]
	globbed := p.again || slices.ContainsFunc(w.parts[:i], func(p globPart) bool { return p.pat != nil })
	start := append(slices.Clip(path), p.prefix...)
	if i == len(w.parts)-1 {
		switch {
		case len(start) == 0 || !fd.Exists(w.dir, string(start)):
		case globbed && len(path) > 0: // as in bash: a, but of a literal name a/
			w.found(path, "")
		default:
			w.found(start, "")
		}
		return w.descend(start, true, func(path []byte, name string) error {
			w.found(path, name)
			return nil
		})
	}
	next := w.parts[i+1]
	rest := strings.TrimLeft(next.prefix, "/")
	// As in bash, a first ** alone does not find names in the directory that a link names.
	links := len(start) > 0 || next.pat == nil && rest == ""
	// The directory itself: there the slash is before ** already.
	here := *w
	here.parts = slices.Clone(w.parts)
	here.parts[i+1].prefix = rest
	if len(start) > 0 || rest != "" || next.pat != nil {
		if err := here.walk(start, i+1); err != nil {
			return err
		}
	}
	w.names, w.ends = here.names, here.ends
	return w.descend(start, false, func(path []byte, name string) error {
		path = append(slices.Clip(path), name...)
		if !links && !fd.IsDirectory(w.dir, string(path)) {
			return nil
		}
		return w.walk(path, i+1)
	})
}

// descend calls yield for all names below a directory; with files false only for those that may be
// directories. It does not follow links.
func (w *walker) descend(dir []byte, files bool,
	yield func(dir []byte, name string) error) error {
	if err := w.ctx.Err(); err != nil {
		return err
	}
	type entry struct {
		name     string
		mayBeDir bool
	}
	var names []entry
	if err := w.read(dir, func(name string, mayBeDir bool) {
		hidden := strings.HasPrefix(name, ".") && (!w.bash.dots || name == "." || name == "..")
		if !hidden && (files || mayBeDir) {
			names = append(names, entry{name, mayBeDir})
		}
	}); err != nil {
		return err
	}
	for _, e := range names {
		if err := yield(dir, e.name); err != nil {
			return err
		}
		below := append(append(slices.Clip(dir), e.name...), '/')
		if e.mayBeDir && fd.IsDirectory(w.dir, string(below[:len(below)-1])) {
			if err := w.descend(below, files, yield); err != nil {
				return err
			}
		}
	}
	return nil
}
