package history

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// The file has a command after the other, each line with its newline. A command's lines behind
// the first begin with a tab, which no command in the history does: one that begins with a blank
// is not entered.
const continued = "\n\t"

// mode is that of a new file: commands may hold what concerns nobody else.
const mode = 0o600

// Open puts the commands of a file before those that are entered from now on, which go there, too.
// A file that has grown to more than twice the list's size is cut to that. The error says why
// it cannot be read; it need not exist.
func (l *List) Open(path string) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.file = path
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	commands := decode(string(text))
	for _, c := range commands {
		l.push(c)
	}
	l.first = 1
	if len(commands) > 2*max(l.size, DefaultSize) {
		return l.cut(path)
	}
	return nil
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

// appendTo appends a command in one write. Who cuts the file puts another in its place, so
// what was opened is looked at again under the lock that keeps cutters out.
func appendTo(path, command string) error {
	for {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, mode)
		if err != nil {
			return err
		}
		_ = syscall.Flock(int(f.Fd()), syscall.LOCK_SH) // a file system may have no locks
		if !isStill(f, path) {
			f.Close()
			continue
		}
		_, err = f.WriteString(encode(command))
		f.Close()
		return err
	}
}

// isStill reports whether path leads to f, or to nothing.
func isStill(f *os.File, path string) bool {
	mine, err := f.Stat()
	if err != nil {
		return true
	}
	there, err := os.Stat(path)
	return err != nil || os.SameFile(mine, there)
}

// cut leaves the newest commands in the file. Where another shell is at it, it is left alone.
func (l *List) cut(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil || !isStill(f, path) {
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
	// A symbolic link stays one: what it leads to is replaced.
	path, err = filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	t, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".")
	if err != nil {
		return err
	}
	_, err = t.WriteString(kept.String())
	if err = errors.Join(err, t.Close()); err == nil {
		err = os.Rename(t.Name(), path)
	}
	if err != nil {
		os.Remove(t.Name())
	}
	return err
}
