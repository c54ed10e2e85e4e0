package history

import (
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"ftsh/internal/lockfile"
)

// The file of a script is bash's: the lines of the commands, each command after a line with # and
// its time if times are kept. Such a file knows where commands of several lines begin.

// Read appends the commands of a file of bash's form.
func (l *List) Read(path string) error { return l.readFrom(path, false) }

// ReadNew appends those commands of a file that have not been read or appended before.
func (l *List) ReadNew(path string) error { return l.readFrom(path, true) }

func (l *List) readFrom(path string, only bool) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	text, err := readWhole(path)
	if err != nil {
		return err
	}
	var all []Command
	if path == l.file {
		for _, c := range decode(text) {
			all = append(all, Command{c, 0})
		}
	} else {
		all = decodeBash(text)
	}
	if l.script {
		l.commit()
	}
	unread := all
	if only {
		unread = l.unread(all, path == l.file)
	}
	for _, c := range unread {
		l.push(c.Text, c.Time)
	}
	l.seen, l.own = len(all), nil
	return nil
}

// unread returns the commands of a file that are new to this list.
func (l *List) unread(all []Command, shared bool) []Command {
	all = all[min(l.seen, len(all)):]
	if !shared {
		return all
	}
	var others []Command
	own := l.own
	for _, c := range all {
		if len(own) > 0 && c.Text == own[0] {
			own = own[1:]
			continue
		}
		others = append(others, c)
	}
	return others
}

func readWhole(path string) (string, error) {
	f, err := openFile(path, os.O_RDONLY)
	if errors.Is(err, errDevice) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	return string(text), err
}

// Write replaces a file by the list, with the times of the commands if times is set.
func (l *List) Write(path string, times bool) error {
	_, all := l.All()
	l.mu.Lock()
	defer l.mu.Unlock()
	var b strings.Builder
	for _, c := range all {
		l.encode(&b, path, c, times)
	}
	l.fresh, l.seen, l.own = 0, len(all), nil
	return replaceFile(path, b.String())
}

// WriteNew appends to a file the commands entered since the last call.
func (l *List) WriteNew(path string, times bool) error {
	_, all := l.All()
	l.mu.Lock()
	defer l.mu.Unlock()
	if path == l.file { // they are there already
		return nil
	}
	n := l.fresh
	if l.running != "" {
		n++
	}
	n = min(n, len(all))
	var b strings.Builder
	for _, c := range all[len(all)-n:] {
		l.encode(&b, path, c, times)
	}
	f, err := openFile(path, os.O_RDWR|os.O_APPEND|os.O_CREATE)
	if errors.Is(err, errDevice) {
		return nil
	}
	if err != nil {
		return err
	}
	l.fresh = 0
	if l.running != "" {
		l.fresh = -1 // it has been written
	}
	l.seen += n
	_ = lockfile.Share(f) // a file system may have no locks
	_, err = io.WriteString(f, b.String())
	return errors.Join(err, f.Close())
}

// Fresh reports whether commands have been entered since the last WriteNew.
func (l *List) Fresh() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.fresh > 0 || l.fresh == 0 && l.running != ""
}

func (l *List) encode(b *strings.Builder, path string, c Command, times bool) {
	if path == l.file {
		b.WriteString(encode(c.Text))
		return
	}
	if times && c.Time != 0 {
		b.WriteString("#" + strconv.FormatInt(c.Time, 10) + "\n")
	}
	b.WriteString(c.Text + "\n")
}

// replaceFile gives a file a text. A file that does not exist is made for its user alone.
func replaceFile(path, text string) error {
	f, err := openFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC)
	if errors.Is(err, errDevice) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	return errors.Join(err, f.Close())
}

// decodeBash reads a file of bash's form. If it begins with a time, the lines between two times
// are one command.
func decodeBash(text string) []Command {
	var all []Command
	timed, begun, now := false, false, int64(0)
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if at, ok := timeOf(line); ok {
			timed = timed || len(all) == 0
			begun, now = false, at
			continue
		}
		switch {
		case timed && begun && now != 0:
			all[len(all)-1].Text += "\n" + line
		case line != "":
			all = append(all, Command{line, now})
			begun = true
		}
	}
	return all
}

func timeOf(line string) (int64, bool) {
	digits, ok := strings.CutPrefix(line, "#")
	if !ok || digits == "" || digits[0] < '0' || digits[0] > '9' {
		return 0, false
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	return n, err == nil
}

// Shorten leaves the newest lines of a file.
func Shorten(path string, lines int) error {
	text, err := readWhole(path)
	if err != nil {
		return err
	}
	over := strings.Count(text, "\n") - lines
	if over <= 0 {
		return nil
	}
	for range over {
		_, text, _ = strings.Cut(text, "\n")
	}
	return replaceFile(path, text)
}
