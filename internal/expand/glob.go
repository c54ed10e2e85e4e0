package expand

import (
	"context"
	"slices"
	"strings"

	"ftsh/internal/fd"
	"ftsh/internal/option"
	"ftsh/internal/pattern"
)

// A glob is a pathname pattern (XCU 2.6.6). Only a slash matches a slash, quoted or not.
type glob struct {
	parts []globPart
}

// A globPart is the part between slashes.
type globPart struct {
	pat    *pattern.Pattern // nil: there is only prefix
	prefix string           // slashes and literal text

	stars bool // it is **; in effect with the option globstar
	again bool // after this ** there was another
}

// newGlob compiles a pattern; the stretches in quoted are literal. It returns nil if there is
// nothing to match.
func newGlob(text string, quoted []span, bytes bool) *glob {
	return compileGlob(build(text, quoted, pattern.Options{Bytes: bytes}).CompilePath())
}

func compileGlob(components []pattern.Component) *glob {
	g := new(glob)
	magic := false
	for _, c := range components {
		p := globPart{prefix: strings.Repeat("/", c.Slashes)}
		if lit, ok := c.Literal(); ok {
			p.prefix += lit
		} else {
			p.pat, p.stars = c.Pattern, c.GlobStar
			magic = true
		}
		g.parts = append(g.parts, p)
	}
	if !magic {
		return nil
	}
	return g
}

// expand appends the sorted names of the files matching g, or text if there are none.
func (g *glob) expand(sh Shell, text string, dst []string) ([]string, error) {
	if g == nil || sh.Options().Has(option.NoGlob) {
		return append(dst, text), nil
	}
	w := walker{ctx: sh.Context(), dir: sh.Dir(), parts: g.parts}
	if w.dir < 0 {
		w.dir = fd.AtCwd
	}
	if err := w.walk(nil, 0); err != nil {
		return dst, err
	}
	if len(w.ends) == 0 {
		return append(dst, text), nil
	}
	return w.sorted(dst), nil
}

// sorted appends the names found. They share one copy of all names.
func (w *walker) sorted(dst []string) []string {
	all := string(w.names)
	first := len(dst)
	dst = slices.Grow(dst, len(w.ends))
	from := 0
	for _, to := range w.ends {
		dst = append(dst, all[from:to])
		from = to
	}
	slices.Sort(dst[first:])
	return dst
}

// globField expands a field made at run time.
func globField(sh Shell, text string, quoted []span, dst []string) ([]string, error) {
	return newGlob(text, quoted, sh.Vars().Bytes()).expand(sh, text, dst)
}

// A walker looks for the files of one glob.
type walker struct {
	ctx   context.Context
	dir   int
	parts []globPart
	bash  *globbing // in the dialect of bash; else nil
	names []byte    // of the files found, end to end
	ends  []int     // where each ends
}

// walk finds files below path that match the parts from i on.
func (w *walker) walk(path []byte, i int) error {
	for i < len(w.parts) && w.parts[i].pat == nil {
		path = append(path, w.parts[i].prefix...)
		i++
	}
	if i == len(w.parts) {
		if fd.Exists(w.dir, string(path)) {
			w.found(path, "")
		}
		return nil
	}
	if err := w.ctx.Err(); err != nil {
		return err
	}
	p := &w.parts[i]
	if p.stars && w.bash != nil && w.bash.stars {
		return w.walkStars(path, i)
	}
	path = append(path, p.prefix...)
	if i == len(w.parts)-1 {
		return w.list(path, p.pat, false, func(name string) { w.found(path, name) })
	}
	var below []string
	err := w.list(path, p.pat, true, func(name string) { below = append(below, name) })
	for _, name := range below {
		if err != nil {
			break
		}
		err = w.walk(append(slices.Clip(path), name...), i+1)
	}
	return err
}

// list calls yield for every entry of the directory path matching pat. An unreadable directory has
// no entries.
func (w *walker) list(path []byte, pat *pattern.Pattern, dirs bool, yield func(name string)) error {
	return w.read(path, func(name string, mayBeDir bool) {
		switch {
		case dirs && !mayBeDir:
		case w.bash == nil && pat.MatchComponent(name) || w.bash != nil && w.bash.matches(pat, name):
			yield(name)
		}
	})
}

// read calls yield for every entry of the directory path.
func (w *walker) read(path []byte, yield func(name string, mayBeDir bool)) error {
	dir := "."
	if len(path) > 0 {
		dir = string(path)
	}
	n := 0
	var cancelled error
	_ = fd.ReadDir(w.dir, dir, func(name string, mayBeDir bool) error {
		if n++; n%1024 == 0 {
			if cancelled = w.ctx.Err(); cancelled != nil {
				return cancelled
			}
		}
		yield(name, mayBeDir)
		return nil
	})
	return cancelled
}

func (w *walker) found(path []byte, name string) {
	if w.bash != nil && w.bash.ignored != nil && w.bash.ignores(string(path)+name) {
		return
	}
	w.names = append(append(w.names, path...), name...)
	w.ends = append(w.ends, len(w.names))
}
