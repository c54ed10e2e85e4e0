package history

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"ftsh/internal/lockfile"
	"ftsh/internal/statedir"
)

// The file has one command after the other, each line with its newline. The further lines of a
// command begin with a tab. No command in the history does, because a command beginning with a
// blank is not entered.
const continued = "\n\t"

// mode is the mode of a new file: commands may be private.
const mode = 0o600

// Open inserts the commands of a file before those entered from now on, and appends the latter to
// the file. A file of more than twice the list's size is cut to that size. The error is the reason
// why the file cannot be read; it need not exist.
func (l *List) Open(path string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	f, err := openFile(path, os.O_RDONLY)
	switch {
	case errors.Is(err, os.ErrNotExist):
		l.file = path
		return nil
	case errors.Is(err, errDevice): // /dev/null: it is empty and stays empty
		return nil
	case err != nil:
		return err
	}
	l.file = path
	makePrivate(f, path)
	text, err := io.ReadAll(f)
	f.Close()
	if err != nil {
		return err
	}
	commands := decode(string(text))
	for _, c := range commands {
		l.push(c, 0)
	}
	l.first = 1
	l.seen = len(commands)
	if len(commands) > 2*max(l.size, DefaultSize) {
		return l.cut(path)
	}
	return nil
}

var (
	errDevice  = errors.New("a device")
	errNotFile = errors.New("not a regular file")
)

// openFile opens a regular file. It never waits, not even for a writer of a fifo.
func openFile(path string, flags int) (*os.File, error) {
	f, err := os.OpenFile(path, flags|syscall.O_NONBLOCK|syscall.O_NOCTTY, mode)
	if err != nil {
		var pe *os.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		return nil, err
	}
	st, err := f.Stat()
	switch {
	case err != nil:
	case st.Mode()&os.ModeCharDevice != 0:
		err = errDevice
	case st.IsDir():
		err = syscall.EISDIR
	case !st.Mode().IsRegular():
		err = errNotFile
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// makePrivate closes our own history to others: another program, or an older version of this one,
// may have let them in. The target of a symbolic link, or a file with other names, may be meant for
// others. Besides, a user with access to the directory could make us change any file of ours.
func makePrivate(f *os.File, path string) {
	link, err := os.Lstat(path)
	if err != nil || !link.Mode().IsRegular() {
		return
	}
	st, err := f.Stat()
	if err != nil || !os.SameFile(link, st) || st.Mode().Perm()&0o077 == 0 {
		return
	}
	if statedir.Mine(st) && lockfile.Names(st) == 1 {
		_ = f.Chmod(st.Mode().Perm() &^ 0o077)
	}
}

func encode(command string) string {
	return strings.ReplaceAll(command, "\n", continued) + "\n"
}

func decode(text string) []string {
	var commands []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		switch more, ok := strings.CutPrefix(line, "\t"); {
		case ok && len(commands) > 0:
			commands[len(commands)-1] += "\n" + more
		case line != "":
			commands = append(commands, line)
		}
	}
	return commands
}

// appendTo appends a command in one write. A shell that cuts the file replaces it, so the opened
// file is checked again under the lock that excludes a cut.
func appendTo(path, command string) error {
	for {
		f, err := openFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE)
		if err != nil {
			return err
		}
		_ = lockfile.Share(f) // a file system may have no locks
		if !isStill(f, path) {
			f.Close()
			continue
		}
		_, err = f.WriteString(missingNewline(f) + encode(command))
		return errors.Join(err, f.Close())
	}
}

// missingNewline returns the newline missing at the end of a file: a full disk may have truncated
// the last command.
func missingNewline(f *os.File) string {
	st, err := f.Stat()
	if err != nil || st.Size() == 0 {
		return ""
	}
	var last [1]byte
	if _, err := f.ReadAt(last[:], st.Size()-1); err == nil && last[0] != '\n' {
		return "\n"
	}
	return ""
}

// isStill reports whether path leads to f, or to nothing.
func isStill(f *os.File, path string) bool {
	real, err := filepath.EvalSymlinks(path)
	return err != nil || lockfile.Current(f, real)
}

// cut leaves the newest commands in the file. It does nothing while another shell uses the file.
func (l *List) cut(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if lockfile.Try(f) != nil || !isStill(f, path) {
		return nil
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	commands := decode(string(text))
	commands = commands[len(commands)-min(len(commands), max(l.size, DefaultSize)):]
	var kept strings.Builder
	for _, c := range commands {
		kept.WriteString(encode(c))
	}
	// A symbolic link stays one: its target is replaced.
	path, err = filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	return lockfile.Replace(path, filepath.Base(path)+".", func(t *os.File) error {
		_, err := t.WriteString(kept.String())
		return err
	}, nil)
}
