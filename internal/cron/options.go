package cron

import (
	"errors"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ftsh/internal/duration"
)

// Options are the options of --cron. The zero value reports a failure, and does nothing else that
// they stand for.
type Options struct {
	Report        Report
	AfterFailures int           // how many runs in a row must fail before it is reported; 0 is 1
	Lock          string        // a name, or a path where it has a slash; "": none
	OnLocked      OnLocked      // what happens where somebody has it
	Wait          time.Duration // how long OnLocked Wait waits
	MaxRuntime    time.Duration // of the job; 0: none
	Splay         time.Duration // the job starts within so long, always after the same time; 0: at once
	EnvFile       string        // "": none
	Summary       string        // file for the last run as JSON; "": none
	OnSuccess     string        // command; "": none
	OnFailure     string
}

// Report says when what a job wrote is printed.
type Report uint8

// The values of --report.
const (
	ReportFailure Report = iota
	ReportAlways
	ReportNever
)

// OnLocked says what happens where somebody has the lock.
type OnLocked uint8

// The values of --on-locked.
const (
	Skip OnLocked = iota
	Wait
	Replace
)

// Takes reports whether --name is an option of --cron. All of them have a value.
func Takes(name string) bool {
	switch name {
	case "report", "after-failures", "lock", "on-locked", "max-runtime", "splay", "env-file", "summary",
		"on-success", "on-failure":
		return true
	}
	return false
}

// Set sets the option --name, one of those that Takes knows.
func (o *Options) Set(name, value string) (err error) {
	switch name {
	case "report":
		o.Report, err = parseReport(value)
	case "after-failures":
		if o.AfterFailures, err = strconv.Atoi(value); err != nil || o.AfterFailures < 1 {
			err = fmt.Errorf("expected a number from 1, found %q", value)
		}
	case "lock":
		o.Lock, err = value, checkLock(value)
	case "on-locked":
		o.OnLocked, o.Wait, err = parseOnLocked(value)
	case "max-runtime":
		o.MaxRuntime, err = duration.Option(value)
	case "splay":
		o.Splay, err = duration.Option(value)
	case "env-file":
		o.EnvFile, err = notEmpty(value, "a file")
	case "summary":
		o.Summary, err = notEmpty(value, "a file")
	case "on-success":
		o.OnSuccess, err = notEmpty(value, "a command")
	case "on-failure":
		o.OnFailure, err = notEmpty(value, "a command")
	}
	if err != nil {
		return fmt.Errorf("--%s: %w", name, err)
	}
	return nil
}

func notEmpty(value, what string) (string, error) {
	if value == "" {
		return "", errors.New("expected " + what + ", found nothing")
	}
	return value, nil
}

func parseReport(value string) (Report, error) {
	switch value {
	case "failure":
		return ReportFailure, nil
	case "always":
		return ReportAlways, nil
	case "never":
		return ReportNever, nil
	}
	return 0, fmt.Errorf("expected always, failure or never, found %q", value)
}

func parseOnLocked(value string) (OnLocked, time.Duration, error) {
	switch value {
	case "skip":
		return Skip, 0, nil
	case "replace":
		return Replace, 0, nil
	}
	limit, ok := strings.CutPrefix(value, "wait=")
	if !ok {
		return 0, 0, fmt.Errorf("expected skip, wait=DURATION or replace, found %q", value)
	}
	d, err := duration.Option(limit)
	return Wait, d, err
}

// maxName is how long the name of a lock may be: that of its file is a little longer.
const maxName = 200

func checkLock(name string) error {
	switch {
	case name == "":
		return errors.New("expected a name, found nothing")
	case strings.ContainsAny(name, "\x00\n\r"):
		return errors.New("a name has no newline")
	case strings.Contains(name, "/"):
		if base := filepath.Base(name); strings.HasSuffix(name, "/") || base == "." || base == ".." {
			return fmt.Errorf("expected a file, found %q", name)
		}
	case len(name) > maxName:
		return fmt.Errorf("a name has %d bytes at most", maxName)
	}
	return nil
}
