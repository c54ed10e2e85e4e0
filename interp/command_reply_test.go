package interp

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"time"

	"ftsh/internal/fd"
	"ftsh/internal/flow"
	"ftsh/internal/handover"
	"ftsh/internal/retry"
	"ftsh/interp/event"
)

// ofBlockFailed lists the fields of an Event set for its kind, except Kind itself.
var ofBlockFailed = []string{
	"Kind", "Level", "Time", "Place", "Block.Kind", "Block.ID", "Block.Times", "Block.Limit",
	"Block.Attempt", "Result.Status", "Result.Reason", "Result.Errors", "Result.Omitted", "Elapsed",
}

// A re-executed subshell leaves the same registers as a subshell in this process.
func TestReplyForgetsNothing(t *testing.T) {
	there, here := shell(t), shell(t)
	failed := &failure{
		Failure: event.Failure{
			Place: event.Place{Script: "script", Line: 3, Col: 4},
			Args:  []string{"false", "x"}, Source: "false x", Said: "said", Status: 5,
			Guard: true, Cut: true, Reason: "oom",
		},
		unfound: true, raised: true,
	}
	rec := &record{
		event: Event{
			Kind: event.BlockFailed, Level: event.LevelAttempt, Time: time.Unix(5, 6),
			Place: event.Place{Script: "script", Line: 1, Col: 2},
			Block: event.Block{Kind: "forany", ID: "id", Times: 3, Limit: time.Hour,
				Attempt: 2}, Result: event.Result{Status: 7, Reason: "times", Omitted: 4,
				Errors: []event.FailedAttempts{{
					Attempts: []event.AttemptRange{{First: 1, Last: 3}, {First: 5, Last: 5}},
					Words:    []string{"a", "b"}, Count: 4, Failure: failed.shown(true)}}},
			Elapsed: time.Minute,
		},
		level: event.LevelCommand, deadline: 99, stderr: there.env.fds.Get(2).Retain(), quiet: true,
	}
	for _, name := range ofBlockFailed {
		v := reflect.ValueOf(rec.event)
		for field := range strings.SplitSeq(name, ".") {
			v = v.FieldByName(field)
		}
		if v.IsZero() {
			t.Errorf("%s is not set", name)
		}
	}
	there.facts, here.facts = new(facts), new(facts)
	there.facts.retries.Store(5)
	here.facts.retries.Store(2)
	there.regs.failure, there.regs.after = failed, retry.After{Delay: time.Second, Asked: true}
	there.regs.pos.Line, there.regs.pos.Col, there.regs.pos.Offset = 8, 9, 77
	there.regs.reports.open = []*record{rec, {event: Event{Kind: event.BlockFailed}}}
	data, err := replyOf(there, flow.Outcome{Status: 7, Divert: flow.Abort},
		map[fd.File]int{there.env.fds.Get(2): 2}).Append(nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := handover.DecodeReply(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	here.sh.opts.Log.Events = func(Event) {}
	restoreReply(here, r)
	if r.Outcome != (flow.Outcome{Status: 7, Divert: flow.Abort}) {
		t.Errorf("outcome %+v", r.Outcome)
	}
	if n := here.facts.retries.Load(); n != 7 {
		t.Errorf("%d repeated attempts", n)
	}
	if here.regs.after != there.regs.after || here.regs.pos != there.regs.pos {
		t.Errorf("%+v, %+v", here.regs.after, here.regs.pos)
	}
	if !reflect.DeepEqual(here.regs.failure, failed) {
		t.Errorf("failure %+v", here.regs.failure)
	}
	if len(here.regs.reports.open) != 2 || there.regs.reports.open != nil {
		t.Fatalf("%d records here, %d there", len(here.regs.reports.open),
			len(there.regs.reports.open))
	}
	got := here.regs.reports.open[0]
	if !reflect.DeepEqual(got.event, rec.event) {
		t.Errorf("record %+v", got.event)
	}
	if got.level != rec.level || got.deadline != rec.deadline || got.quiet != rec.quiet ||
		got.stderr != here.env.fds.Get(2) {
		t.Errorf("record %+v", got)
	}
	if here.regs.reports.open[1].stderr != nil {
		t.Error("a closed standard error is open here")
	}
	flushReports(here)
}

// The subshell itself writes a record to a file that it opened: its parent could not.
func TestReplyTellsWhatItAloneCan(t *testing.T) {
	for _, judged := range []int{0, 1} {
		var levels []Level
		fr := shell(t)
		fr.sh.opts.Log.Events = func(e Event) { levels = append(levels, e.Level) }
		fr.context.judged = judged
		fr.regs.reports.open = []*record{{
			event: Event{Kind: event.BlockFailed, Level: event.LevelFailure},
			level: event.LevelProcess, stderr: fd.FromBytes("")}}
		if r := replyOf(fr, flow.Outcome{}, nil); len(r.Records) != 0 {
			t.Errorf("%d records", len(r.Records))
		}
		want := []Level{event.LevelFailure}
		if judged > 0 {
			want = []Level{event.LevelAttempt}
		}
		if !reflect.DeepEqual(levels, want) {
			t.Errorf("judged %d: levels %v, want %v", judged, levels, want)
		}
	}
}
