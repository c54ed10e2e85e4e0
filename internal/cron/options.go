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

// Options are the options of --cron. The zero value reports a failure and does nothing else.
type Options struct {
	Report        Report
	AfterFailures int           // failed runs in a row before a report; 0 means 1
	Lock          string        // a name, or a path if it has a slash; "": none
	OnLocked      OnLocked      // action if somebody has it
	Wait          time.Duration // how long OnLocked Wait waits
	MaxRuntime    time.Duration // of the job; 0: none
	Splay         time.Duration // limit of the fixed delay before the job; 0: no delay
	EnvFile       string        // "": none
	Summary       string        // JSON file for the last run; "": none
	Metrics       string        // file with the last run for Prometheus; "": none
	TraceDir      string        // directory for traces of the last runs; "": none
	OnSuccess     string        // command; "": none
	OnFailure     string
}

// Report is the condition for printing a job's output.
type Report uint8

// The values of --report.
const (
	ReportFailure Report = iota
	ReportAlways
	ReportNever
)

// OnLocked is the action if somebody has the lock.
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
	case "report", "after-failures", "lock", "on-locked", "max-runtime", "splay", "env-file",
		"summary", "metrics", "trace-dir", "on-success", "on-failure":
		return true
	}
	return false
}

// Set sets the option --name, one of those in Takes.
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
	case "metrics":
		o.Metrics, err = notEmpty(value, "a file")
	case "trace-dir":
		o.TraceDir, err = notEmpty(value, "a directory")
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

// maxName is the greatest length of a lock's name. Its file's name is a little longer.
const maxName = 200

func checkLock(name string) error {
	switch {
	case name == "":
		return errors.New("expected a name, found nothing")
	case strings.ContainsAny(name, "\x00\n\r"):
		return errors.New("expected a name without a newline or a NUL byte")
	case strings.Contains(name, "/"):
		if base := filepath.Base(name); strings.HasSuffix(name, "/") || base == "." ||
			base == ".." {
			return fmt.Errorf("expected a file, found %q", name)
		}
	case len(name) > maxName:
		return fmt.Errorf("a name has %d bytes at most", maxName)
	}
	return nil
}

// counts reports whether failures in a row are counted.
func (o *Options) counts() bool { return o.AfterFailures > 1 || o.Metrics != "" }
