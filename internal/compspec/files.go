package compspec

import (
	"slices"
	"strings"
	"syscall"

	"ftsh/internal/fd"
)

// A Place is where paths are looked up.
type Place struct {
	Dir  int                              // the descriptor for relative paths, or -1
	Home func(user string) (string, bool) // "" is the user
	Stop <-chan struct{}                  // closed: directories are read no further
	// Value returns a variable for a directory such as $HOME/; nil: a $ is a $.
	Value func(name string) (string, bool)
}

// Files returns the files whose paths begin with prefix, sorted, each as it is written: a tilde
// at its start stays.
func (p Place) Files(prefix string, wanted Wanted) (found []string) {
	base := strings.LastIndexByte(prefix, '/') + 1
	written, start := prefix[:base], prefix[base:]
	dir, ok := p.expand(written)
	if !ok {
		return nil
	}
	p.entries(dir, func(name string) {
		switch {
		case !strings.HasPrefix(name, start), start == "" && (name == "." || name == ".."):
		case wanted != AnyFile && !p.is(dir+name, wanted):
		default:
			found = append(found, written+name)
		}
	})
	slices.Sort(found)
	return found
}

// Programs returns the programs in the directories of a PATH whose names begin with prefix, sorted
// within each directory.
func (p Place) Programs(path, prefix string) (found []string) {
	for dir := range strings.SplitSeq(path, ":") {
		if dir != "" {
			dir += "/"
		}
		first := len(found)
		p.entries(dir, func(name string) {
			if strings.HasPrefix(name, prefix) && p.isProgram(dir+name) {
				found = append(found, name)
			}
		})
		slices.Sort(found[first:])
	}
	return found
}

// expand replaces a tilde at the start, and variables, in a directory that ends with a slash or is
// empty.
func (p Place) expand(written string) (string, bool) {
	if strings.HasPrefix(written, "~") {
		user, rest, _ := strings.Cut(written[1:], "/")
		home, ok := p.Home(user)
		if !ok {
			return "", false
		}
		written = strings.TrimRight(home, "/") + "/" + rest
	}
	if p.Value == nil {
		return written, true
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(written, "$")
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		name, after := variableName(rest)
		if name == "" {
			b.WriteByte('$')
			written = rest
			continue
		}
		value, _ := p.Value(name)
		b.WriteString(value)
		written = after
	}
}

// variableName divides text after a $ into the name of a variable, perhaps in braces, and the rest.
func variableName(text string) (name, rest string) {
	if inner, ok := strings.CutPrefix(text, "{"); ok {
		name, rest = variableName(inner)
		if rest, ok = strings.CutPrefix(rest, "}"); ok {
			return name, rest
		}
		return "", text
	}
	n := 0
	for n < len(text) && (text[n] == '_' || text[n]|0x20 >= 'a' && text[n]|0x20 <= 'z' ||
		n > 0 && text[n] >= '0' && text[n] <= '9') {
		n++
	}
	return text[:n], text[n:]
}

// entries calls yield for the entries of a directory, as far as it can be read.
func (p Place) entries(dir string, yield func(name string)) {
	if dir == "" {
		dir = "."
	}
	_ = fd.ReadDir(p.at(), dir, func(name string, _ bool) error {
		select {
		case <-p.Stop:
			return syscall.EINTR
		default:
			yield(name)
			return nil
		}
	})
}

func (p Place) at() int {
	if p.Dir < 0 {
		return fd.AtCwd
	}
	return p.Dir
}

// is reports whether a file is wanted.
func (p Place) is(path string, wanted Wanted) bool {
	st, err := fd.Stat(p.at(), path, true)
	if err == nil && st.Mode&syscall.S_IFMT == syscall.S_IFDIR {
		return true
	}
	return wanted == Executables && err == nil && fd.Access(p.at(), path, fd.MayExecute) == nil
}

// isProgram reports whether a file can be run.
func (p Place) isProgram(path string) bool {
	st, err := fd.Stat(p.at(), path, true)
	return err == nil && st.Mode&syscall.S_IFMT == syscall.S_IFREG &&
		fd.Access(p.at(), path, fd.MayExecute) == nil
}
