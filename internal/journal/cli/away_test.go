package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ftsh/internal/journal"
)

// A journal with branches submitted to a batch system is removed only after they are cancelled.
func TestRemoveCancels(t *testing.T) {
	dir := t.TempDir()
	away, path := filepath.Join(dir, "away"), filepath.Join(dir, "each")
	if err := os.Mkdir(away, 0o700); err != nil {
		t.Fatal(err)
	}
	j, err := journal.Open(journal.System(), path, path, "forall")
	if err != nil {
		t.Fatal(err)
	}
	now := journal.Now(time.Now())
	if err := j.Append(journal.Record{Kind: journal.Started, Stamp: now},
		journal.Record{Kind: journal.Away, Stamp: now, Place: journal.Text(away)}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	program := func(text string) {
		if err := os.WriteFile(filepath.Join(away, "ftsh.new"), []byte("#!/bin/sh\n"+text),
			0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(filepath.Join(away, "ftsh.new"),
			filepath.Join(away, "ftsh")); err != nil {
			t.Fatal(err)
		}
	}
	var out, errs bytes.Buffer
	program("echo the queue cannot be seen; exit 1\n")
	if status := Main([]string{"remove", path}, nil, &out, &errs); status != trouble ||
		!strings.Contains(errs.String(), "the queue cannot be seen") {
		t.Errorf("status %d, errors %q", status, errs.String())
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
	program(`[ "$1" = --via-cancel ] && [ -e "$2/cancel" ] && rm -r "$2"`)
	errs.Reset()
	if status := Main([]string{"remove", path}, nil, &out, &errs); status != done {
		t.Errorf("status %d, errors %q", status, errs.String())
	}
	for _, gone := range []string{path, away} {
		if _, err := os.Stat(gone); err == nil {
			t.Errorf("%s is still there", gone)
		}
	}
}
