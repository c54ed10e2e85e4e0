package through

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ftsh/internal/statedir"
)

// DirVariable names the directory of the states.
const DirVariable = statedir.Variable

// A Dir is a directory of states that may be trusted.
type Dir struct {
	path string
	mode os.FileMode // of what is made in it
	boot string
}

// kept is what keeps those who clear old files out of /tmp (systemd-tmpfiles) from one in which nothing changes while a slot is
// held for weeks: then there would be two.
const kept = os.ModeSticky

// OpenDir finds the directory: setting, the value of FTSH_STATE_DIR, or where that is empty /run/ftsh for root and else
// /tmp/ftsh-UID. It makes it, for its owner alone, where it is not there. The user's own has to be the user's, with
// no right for others; one that is named may be a group's, and never one that all may write to.
func OpenDir(setting string) (*Dir, error) {
	boot, err := bootID()
	if err != nil {
		return nil, err
	}
	path, own := statedir.UntilReboot(setting, os.Geteuid())
	d := &Dir{path: path, mode: kept | 0o600, boot: boot}
	mode, err := statedir.MakeShared(path, own)
	if err != nil {
		return nil, err
	}
	if mode&0o020 != 0 {
		d.mode = kept | 0o660 // a group's
	}
	return d, nil
}

// Path is where it is.
func (d *Dir) Path() string { return d.path }

// file is the path of a name's file.
func (d *Dir) file(encoded string) string {
	return filepath.Join(d.path, statedir.SlotFile(encoded, d.boot))
}

// Names lists the names of which something is known, sorted.
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
