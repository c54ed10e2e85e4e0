package cron

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ftsh/internal/quote"
	"ftsh/internal/tracefile"
)

// keptTraces is how many traces of a job are kept.
const keptTraces = 30

// beginTrace makes the file for the trace of a run, and removes the oldest ones of the job. It returns
// a variable for the job's shell with the name of the file; "" without --trace-dir.
func (r *run) beginTrace(start time.Time) (variable string) {
	dir := r.config.TraceDir
	if dir == "" {
		return ""
	}
	prefix := fileName(r.config.identity()) + "."
	path := absolute(filepath.Join(dir, prefix+start.UTC().Format("20060102T150405.000000Z")+".trace"))
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		var f *os.File
		if f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644); err == nil {
			err = f.Close()
		}
	}
	if err == nil {
		err = removeOldest(dir, prefix)
	}
	if err != nil {
		r.note("the trace: %v", err)
		return ""
	}
	r.trace = path
	return tracefile.Variable + "=" + path
}

// endTrace removes the file of a job whose shell has not begun, such as one without its script.
func (r *run) endTrace() {
	if info, err := os.Stat(r.trace); err == nil && info.Size() == 0 {
		_ = os.Remove(r.trace)
		r.trace = ""
	}
}

// removeOldest removes all traces of a job but the newest ones. Their names are in order of time.
func removeOldest(dir, prefix string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var names []string
	for _, e := range entries {
		if n := e.Name(); strings.HasPrefix(n, prefix) && strings.HasSuffix(n, ".trace") {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	for _, n := range names[:max(len(names)-keptTraces, 0)] {
		if err := os.Remove(filepath.Join(dir, n)); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return nil
}

// traceLine returns the line of the report about the trace, "" if there is none.
func (r *run) traceLine() string {
	if r.trace == "" {
		return ""
	}
	return "    what it did and when: ftsh-view " + quote.Word(r.trace) + "\n"
}
