package interp

import (
	"bytes"
	"context"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ftsh/internal/journal"
)

// The run goes on after a reboot: the wall clock tells how much time has passed.
func TestDurableAcrossBoots(t *testing.T) {
	half, hour := 30*time.Minute, time.Hour
	begun := journal.Record{Kind: journal.Begun, Attempt: 1, Left: &half}
	failed := journal.Record{Kind: journal.Failed, Attempt: 1, Status: 7, Error: "it failed",
		Left: &half, Delay: 20 * time.Minute}
	for _, c := range []struct {
		name   string
		ago    time.Duration // since the last record
		last   []journal.Record
		script string
		want   string
		errs   string // part of standard error
	}{
		{"in time, unknown", 10 * time.Minute, []journal.Record{begun},
			"check; echo check; end; echo $?", "check\n0\n", ""},
		{"too late, unknown", 2 * hour, []journal.Record{begun},
			"check; echo check; false; catch; echo $FTSH_REASON $FTSH_STATUS; end",
			"check\ndeadline 124\n", ""},
		{"too late, and it had failed", 2 * hour, []journal.Record{begun, failed},
			"check; echo check; catch; echo $FTSH_REASON: $FTSH_ERROR; end",
			"deadline: it failed\n", ""},
		{"the delay has passed", 25 * time.Minute, []journal.Record{begun, failed}, "end; echo $?",
			"id 2 1\n0\n", ""},
		{"no attempt is left", 10 * time.Minute, []journal.Record{begun, {Kind: journal.Failed,
			Attempt: 2, Status: 7, Left: &half}, {Kind: journal.Begun, Attempt: 3, Left: &half}},
			"check; false; catch; echo $FTSH_REASON $FTSH_ATTEMPT; end", "times 3\n", ""},
		{"the clock was set back", -hour, []journal.Record{begun},
			"check; echo check; end; echo $?", "check\n0\n",
			" before the last record: no time counts as elapsed since\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "j")
			j, err := journal.Open(journal.System(), path, path, "try")
			if err != nil {
				t.Fatal(err)
			}
			then := journal.Stamp{At: time.Now().Add(-c.ago).UTC(), Boot: "another", Up: time.Hour}
			records := append([]journal.Record{
				{Kind: journal.Opened}, {Kind: journal.Started, ID: "id", Times: 3, Limit: hour,
					Left: &hour},
			}, c.last...)
			for i := range records {
				records[i].Stamp = then
			}
			if err := j.Append(records...); err != nil {
				t.Fatal(err)
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			var out, errs bytes.Buffer
			sh, err := New(Options{Stdout: &out, Stderr: &errs,
				Env: []string{"PATH=/bin:/usr/bin", "J=" + path}})
			if err != nil {
				t.Fatal(err)
			}
			defer sh.Close()
			if _, err := sh.Run(context.Background(), "s",
				`try 3 times or 1 hour journal "$J"; echo "$FTSH_TRY_ID $FTSH_ATTEMPT `+
					`$FTSH_RESUMED"; `+c.script+"\n"); err != nil {
				t.Fatal(err)
			}
			if out.String() != c.want || !strings.Contains(errs.String(), c.errs) || c.errs == "" &&
				errs.Len() > 0 {
				t.Errorf("%q, %q; want %q, %q", out.String(), errs.String(), c.want, c.errs)
			}
		})
	}
}
