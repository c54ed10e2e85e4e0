package through

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ftsh/internal/statedir"
)

// DirVariable is the environment variable naming the directory of the states.
const DirVariable = statedir.Variable

// A Dir is a trusted directory of states.
type Dir struct {
	path string
	mode os.FileMode // of files made in it
	boot string
}

// kept is the sticky bit: systemd-tmpfiles, clearing old files out of /tmp, leaves a file with it
// alone. A file may stay unchanged for weeks while a slot is held; removing it would give the name
// a second one.
const kept = os.ModeSticky

// OpenDir opens the directory of the states, and makes it for its owner alone if it is missing.
// setting is the value of FTSH_STATE_DIR. If it is empty, the directory is /run/ftsh for root and
// /tmp/ftsh-UID for others; it must then belong to the user, with no rights for anybody else. A
// directory named by setting may be a group's, but never writable by all.
func OpenDir(setting string) (*Dir, error) {
	boot, err := bootID()
	if err != nil {
		return nil, err
	}
	return openDir(setting, boot)
}

// openDir is OpenDir for a known boot of the kernel.
func openDir(setting, boot string) (*Dir, error) {
	path, own := statedir.UntilReboot(setting, os.Geteuid())
	d := &Dir{path: path, mode: kept | 0o600, boot: boot}
	mode, err := statedir.MakeShared(path, own)
	if err != nil {
		return nil, err
	}
	if mode&0o020 != 0 {
		d.mode = kept | 0o660 // shared by a group
	}
	return d, nil
}

// Path returns the path of the directory.
func (d *Dir) Path() string { return d.path }

// file returns the path of a name's file.
func (d *Dir) file(encoded string) string {
	return filepath.Join(d.path, statedir.SlotFile(encoded, d.boot))
}

// Names lists the names with a state, sorted.
func (d *Dir) Names() ([]string, error) {
	entries, err := os.ReadDir(d.path)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if encoded, boot, ok := strings.Cut(e.Name(), "@"); ok && boot == d.boot {
			if name, ok := Decode(encoded); ok {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return names, nil
}
