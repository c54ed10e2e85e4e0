package rehearse

import (
	"bytes"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// files are the files in the directory of an ended run, by path.
type files map[string]file

// A file is a file's kind and its lines in any order, since concurrent commands may write them in
// any order.
type file struct {
	kind  fs.FileMode
	lines int
	size  int64
	sum   [16]byte
}

// look returns the files of a directory; none if it is gone. Of a file that must not be read there is
// the kind alone.
func look(dir string) (files, error) {
	found := files{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case path == dir && errors.Is(err, fs.ErrNotExist):
			return nil
		case path != dir && errors.Is(err, fs.ErrPermission):
			return fs.SkipDir // it is found already
		case err != nil || path == dir:
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		f := file{kind: d.Type()}
		switch {
		case d.Type().IsRegular():
			text, err := os.ReadFile(path)
			if errors.Is(err, fs.ErrPermission) {
				break
			}
			if err != nil {
				return err
			}
			if isJournal(text) {
				break // it has the times of attempts
			}
			lines := slices.Collect(bytes.Lines(text))
			slices.SortFunc(lines, bytes.Compare)
			f.lines, f.size, f.sum = len(lines), int64(len(text)), sum(lines...)
		case d.Type()&fs.ModeSymlink != 0:
			to, err := os.Readlink(path)
			if err != nil {
				return err
			}
			f.sum = sum([]byte(to))
		}
		found[name] = f
		return nil
	})
	return found, err
}

// sum returns the checksum of text in pieces. No cryptography: the packages of the standard library
// for that take a fortieth of the start of every shell.
func sum(pieces ...[]byte) (s [16]byte) {
	h := fnv.New128a()
	for _, p := range pieces {
		h.Write(p)
	}
	h.Sum(s[:0])
	return s
}

// isJournal reports whether a file is the journal of a block.
func isJournal(text []byte) bool {
	first, _, _ := bytes.Cut(text, []byte("\n"))
	return bytes.HasPrefix(first, []byte(`{"sum":`)) && bytes.Contains(first, []byte(`"kind":"journal"`))
}

// A reference is the common result of two runs without a fault. If they differ, less is asked of a run
// with a fault.
type reference struct {
	same   files           // alike in both
	vague  files           // in both, with other content
	random map[string]bool // directories with other names
}

func refer(a, b files) *reference {
	r := &reference{same: files{}, vague: files{}, random: map[string]bool{}}
	for name, f := range a {
		switch g, ok := b[name]; {
		case !ok:
			r.random[filepath.Dir(name)] = true
		case f == g:
			r.same[name] = f
		default:
			if f.lines != g.lines {
				f.lines = -1
			}
			r.vague[name] = f
		}
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			r.random[filepath.Dir(name)] = true
		}
	}
	return r
}

// loosen takes what differs in one more run without a fault as what may differ, such as the time of day
// in a file or its name. It reports whether something does.
func (r *reference) loosen(now files) (changed bool) {
	for name, f := range r.same {
		g, ok := now[name]
		if ok && f == g {
			continue
		}
		changed = true
		delete(r.same, name)
		if !ok {
			r.random[filepath.Dir(name)] = true
			continue
		}
		if f.lines != g.lines {
			f.lines = -1
		}
		r.vague[name] = f
	}
	return changed
}

// differ says how the files of a run differ from the reference, "" if they do not. more: a new file
// is a difference too.
func (r *reference) differ(now files, more bool) string {
	var said []string
	for name, f := range r.same {
		switch g, ok := now[name]; {
		case !ok:
			said = append(said, name+" is missing")
		case f != g:
			said = append(said, name+" "+change(f, g))
		}
	}
	for name, f := range r.vague {
		switch g, ok := now[name]; {
		case !ok:
			said = append(said, name+" is missing")
		case f.kind != g.kind || f.lines >= 0 && f.lines != g.lines:
			said = append(said, name+" "+change(f, g))
		}
	}
	for name := range now {
		_, same := r.same[name]
		_, vague := r.vague[name]
		if more && !same && !vague && !r.inRandom(name) {
			said = append(said, name+" is left")
		}
	}
	slices.Sort(said)
	if len(said) > 3 {
		said = append(said[:2], fmt.Sprintf("%d more differ", len(said)-2))
	}
	return strings.Join(said, ", ")
}

func (r *reference) inRandom(name string) bool {
	for dir := filepath.Dir(name); ; dir = filepath.Dir(dir) {
		if r.random[dir] {
			return true
		}
		if dir == "." {
			return false
		}
	}
}

// change says how a file differs.
func change(want, got file) string {
	switch {
	case want.kind != got.kind:
		return "is of another kind"
	case got.size == 0:
		return "is empty"
	case want.lines >= 0 && want.lines != got.lines:
		return fmt.Sprintf("has %s, not %d", plural(got.lines, "line"), want.lines)
	case got.size < want.size:
		return "is shorter"
	}
	return "has other content"
}

func plural(n int, what string) string { return fmt.Sprintf("%d %s", n, noun(n, what)) }

func noun(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return what
}

// copyTree copies a directory.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		return copyFile(path, filepath.Join(to, name), d)
	})
}

func copyFile(from, to string, d fs.DirEntry) error {
	info, err := d.Info()
	switch {
	case err != nil:
		return err
	case d.IsDir():
		return os.MkdirAll(to, info.Mode().Perm()|0o700)
	case d.Type()&fs.ModeSymlink != 0:
		target, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	case !d.Type().IsRegular():
		return nil
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(out, in)
	if end := out.Close(); err == nil {
		err = end
	}
	if err == nil {
		err = os.Chtimes(to, info.ModTime(), info.ModTime())
	}
	return err
}

// missing describes missing files, and those shorter than they must be.
func (r *reference) missing(now files) string {
	have := files{}
	for name, f := range now {
		if want, ok := r.same[name]; ok && f != want && f.size >= want.size && f.kind == want.kind {
			f = want // running twice may add lines
		}
		if want, ok := r.vague[name]; ok && f.lines > want.lines {
			f.lines = want.lines
		}
		have[name] = f
	}
	return r.differ(have, false)
}
