package eventlog

import (
	"bytes"
	"testing"

	"ftsh/interp/event"
)

// GitHub Actions shows a failure at the command that failed last, and nothing that was handled.
func TestAnnotation(t *testing.T) {
	block := event.Event{Kind: event.BlockFailed, Level: event.LevelFailure,
		Place: event.Place{Script: "a,b:c", Line: 1, Col: 1},
		Block: event.Block{Kind: "try", Times: 1, Attempt: 1},
		Result: event.Result{Status: 1, Reason: "times", Errors: []event.FailedAttempts{{Count: 1,
			Attempts: []event.AttemptRange{{First: 1, Last: 1}}, Failure: event.Failure{Place: event.
					Place{Script: "a,b:c", Line: 2, Col: 3}, Source: "echo 100%", Status: 1}}}}}
	const want = "::error file=a%2Cb%3Ac,line=2,col=3,title=ftsh::try 1 time: the only attempt " +
		"failed with status 1 in 0 seconds%0A1: a,b:c:2:3: echo 100%25: exit status 1\n"
	var out bytes.Buffer
	l := &Log{Annotate: true}
	for _, change := range []func(*event.Event){
		func(*event.Event) {},
		func(e *event.Event) { e.Level = event.LevelAttempt },
		func(e *event.Event) { e.Result.Reported = true },
		func(e *event.Event) { e.Result.GivenUp = true },
		func(e *event.Event) { e.Kind = event.AttemptFailed },
		func(e *event.Event) { e.Result.Errors, e.Place.Line = nil, 0 },
	} {
		e := block
		change(&e)
		out.Reset()
		e.Stderr = &out
		l.Event(e)
		if got := out.String(); bytes.Contains(out.Bytes(), []byte("::error")) != (e.Kind == block.Kind &&
			e.Level == block.Level && !e.Result.Reported && !e.Result.GivenUp && e.Place.Line > 0) {
			t.Errorf("%s", got)
		}
	}
	if got := annotation(&block); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
