package interp

import (
	"testing"

	"ftsh/internal/flow"
	"ftsh/interp/event"
)

// A missing command is a mistake only if the outcome is still its own.
func TestMistaken(t *testing.T) {
	for _, c := range []struct {
		failed *failure
		status int
		want   bool
	}{
		{nil, 127, false},
		{&failure{Failure: event.Failure{Status: 127}, unfound: true}, 127, true},
		{&failure{Failure: event.Failure{Status: 127}}, 127, false},
		{&failure{Failure: event.Failure{Status: 3}, unfound: true}, 127, false}, // an earlier command's
	} {
		if got := c.failed.mistaken(flow.Status(c.status)); got != c.want {
			t.Errorf("%+v, status %d: %v", c.failed, c.status, got)
		}
	}
}
