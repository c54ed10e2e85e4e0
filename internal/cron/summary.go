package cron

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"ftsh/internal/lockfile"
	"ftsh/internal/statedir"
)

// A summary is a run on one line of JSON.
type summary struct {
	Name     string  `json:"name"`
	Host     string  `json:"host"`
	Start    string  `json:"start"`    // RFC 3339
	Duration float64 `json:"duration"` // in seconds
	Status   int     `json:"status"`
	// One of success, status, signal, max-runtime, interrupted, locked and not started.
	Reason   string `json:"reason"`
	Attempts int    `json:"attempts"`
	Error    string `json:"error"` // "" if there is none
}

// maxError is the greatest length of an error in a summary. The line then fits a pipe in one write.
const maxError = 4 << 10

// summarize returns the summary, with a newline, and writes it to its file.
func (r *run) summarize(out *outcome) string {
	host, _ := os.Hostname()
	s := summary{
		Name: r.config.title(), Host: host, Start: out.start.Format("2006-01-02T15:04:05.000Z07:00"),
		Duration: out.end.Sub(out.began).Round(time.Millisecond).Seconds(), Status: out.status,
		Reason: out.reason, Attempts: out.made(),
	}
	if out.failed() {
		s.Error = strings.ToValidUTF8(out.why(), "\uFFFD")
		if len(s.Error) > maxError {
			s.Error = strings.ToValidUTF8(s.Error[:maxError], "") + "…"
		}
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(s); err != nil {
		r.note("summary: %v", err)
	}
	if r.config.Summary != "" {
		if err := replaceFile(r.config.Summary, b.String()); err != nil {
			r.note("the summary cannot be written: %v", err)
		}
	}
	return b.String()
}

// replaceFile replaces the content of a file, so that a reader finds either all the old content or
// all the new. A fifo or a device is written to.
func replaceFile(path, text string) error {
	if err := checkLink(path); err != nil {
		return err
	}
	st, err := os.Stat(path)
	switch {
	case err == nil && st.IsDir():
		return &os.PathError{Op: "open", Path: path, Err: syscall.EISDIR}
	case err == nil && !st.Mode().IsRegular():
		return writeSpecial(path, text)
	case err != nil && !errors.Is(err, os.ErrNotExist):
		return err
	}
	mode := os.FileMode(0o644)
	if st != nil {
		mode = st.Mode().Perm()
	}
	return lockfile.Replace(path, "."+filepath.Base(path)+".*", func(f *os.File) error {
		if _, err := f.WriteString(text); err != nil {
			return err
		}
		return f.Chmod(mode)
	}, nil)
}

// checkLink returns an error if path is a symbolic link not to be followed. A job of root may name
// a file in a directory where others place a link to /etc/passwd. A link must therefore belong to
// this user or root, and lead to a pipe, a fifo or a character device (/dev/stderr, say).
func checkLink(path string) error {
	link, err := os.Lstat(path)
	if err != nil || link.Mode()&os.ModeSymlink == 0 {
		return nil
	}
	sys, ok := link.Sys().(*syscall.Stat_t)
	if !statedir.Mine(link) && (!ok || sys.Uid != 0) {
		return fmt.Errorf("%s: another user's symbolic link: name the file itself", path)
	}
	if st, err := os.Stat(path); err != nil || st.Mode()&(os.ModeNamedPipe|os.ModeCharDevice) == 0 {
		return fmt.Errorf("%s: a symbolic link: name the file itself", path)
	}
	return nil
}

// writeSpecial writes to a fifo with a reader, or to a device. It waits only briefly.
func writeSpecial(path, text string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND|syscall.O_NONBLOCK, 0)
	if err != nil {
		if errors.Is(err, syscall.ENXIO) {
			return fmt.Errorf("%s: nobody reads it", path)
		}
		return err
	}
	defer f.Close()
	if st, err := f.Stat(); err != nil || st.Mode().IsRegular() {
		// It was a special file before the open.
		return fmt.Errorf("%s: another process keeps replacing it", path)
	}
	// If the system supports that for this file.
	_ = f.SetWriteDeadline(time.Now().Add(time.Second))
	_, err = f.WriteString(text)
	return err
}
