package builtin

import (
	"slices"
	"testing"
)

// Each builtin of the dialect of bash has its help.
func TestTopics(t *testing.T) {
	var names []string
	for _, topic := range topics() {
		names = append(names, topic.name)
	}
	if want := BashNames(); !slices.Equal(names, want) {
		t.Errorf("topics: %q\nbuiltins: %q", names, want)
	}
}
