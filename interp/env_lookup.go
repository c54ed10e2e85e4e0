package interp

import (
	"errors"
	"io/fs"
	"maps"
	"strings"
	"syscall"
	"unsafe"

	"ftsh/internal/builtin"
	"ftsh/internal/fd"
	"ftsh/internal/option"
	"ftsh/internal/shellenv"
)

// defaultPath is a PATH for the standard utilities (command -p).
const defaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

var (
	errNotFound = errors.New("not found")
	errNoFile   = errors.New("not a regular file")
)

// hashTable remembers the paths of commands for one value of PATH.
type hashTable struct {
	paths map[string]string
	hits  map[string]int // how often they were run since, in the dialect of bash
	seq   uint64         // vars.Store.Seq of PATH
}

func (h *hashTable) fork() *hashTable {
	return &hashTable{paths: maps.Clone(h.paths), hits: maps.Clone(h.hits), seq: h.seq}
}

// places returns the hash table, emptied if PATH has been assigned since its last use (XCU 2.5.3).
func (e *environment) places() *hashTable {
	h := e.hash
	if seq := e.vars.Seq(e.sh.refs.path); seq != h.seq || h.paths == nil {
		h.paths, h.hits, h.seq = make(map[string]string), nil, seq
	}
	return h
}

// find returns the path of the program name.
func (e *environment) find(name string) (string, error) {
	if strings.IndexByte(name, '/') >= 0 {
		return name, nil
	}
	h := e.places()
	if p, ok := h.paths[name]; ok {
		if e.executable(p) == nil {
			return p, nil
		}
		delete(h.paths, name)
		delete(h.hits, name)
	}
	path, ok := e.vars.Get(e.sh.refs.path)
	if !ok {
		path = defaultPath
	}
	p, err := e.search(name, path)
	if err == nil && p[0] == '/' {
		h.paths[name] = p
	}
	return p, err
}

// hit counts a use of the remembered path of a program.
func (h *hashTable) hit(name string) {
	if _, ok := h.paths[name]; !ok {
		return
	}
	if h.hits == nil {
		h.hits = make(map[string]int)
	}
	h.hits[name]++
}

// lastBuiltin returns the builtin used for name if no program has that name, or nil. With a Command
// hook there is none, because the hook is called instead.
func (e *environment) lastBuiltin(name string) *builtin.Entry {
	b := builtin.Lookup(name)
	if b == nil || !b.Last || e.opts.Has(option.Posix) || e.sh.opts.Standalone.ProgramsOnly ||
		e.sh.opts.Hooks.Command != nil {
		return nil
	}
	return b
}

// search looks for name in the directories of path (XCU 2.9.1.4).
func (e *environment) search(name, path string) (string, error) {
	found := errNotFound
	if name == "" {
		return "", errNotFound
	}
	var space [256]byte // most candidates do not exist: their paths need no memory of their own
	for more := true; more; {
		var dir string
		dir, path, more = strings.Cut(path, ":")
		p := append(space[:0], dir...)
		if dir == "" {
			p = append(p, '.')
		}
		p = append(append(p, '/'), name...)
		err := e.executable(unsafe.String(&p[0], len(p)))
		if err == nil {
			return string(p), nil
		}
		if err != syscall.ENOENT && errors.Is(found, errNotFound) && !missing(err) {
			found = err
		}
	}
	return "", found
}

// missing reports whether err means there is no such file, or, as in dash, only files skipped by
// the search for a command.
func missing(err error) bool {
	for _, e := range [...]error{
		errNotFound, errNoFile, fs.ErrNotExist,
		syscall.ENOTDIR, syscall.ELOOP, syscall.ENAMETOOLONG,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// executable returns nil if path is an executable file, else the reason why it is not.
func (e *environment) executable(path string) error {
	at := shellenv.At(e.Dir())
	st, err := fd.Stat(at, path, true)
	if err != nil {
		return err
	}
	if st.Mode&syscall.S_IFMT != syscall.S_IFREG {
		return errNoFile
	}
	return fd.Access(at, path, fd.MayExecute)
}
