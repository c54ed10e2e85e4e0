package duration

import (
	"testing"
	"time"
)

func TestOption(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"30": 30 * time.Second, "0.5": 500 * time.Millisecond, "5 minutes": 5 * time.Minute,
		"1h30m": 90 * time.Minute,
	} {
		if got, err := Option(text); got != want || err != nil {
			t.Errorf("%s: %v, %v, want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"0": "expected a duration greater than zero", "0s": "expected a duration greater than zero",
		"soon": `expected a duration such as 90s or 5 minutes, found "soon"`,
		"-1":   `expected a duration such as 90s or 5 minutes, found "-1"`,
	} {
		if got, err := Option(text); err == nil || err.Error() != want {
			t.Errorf("%s: %v, %v, want the error %s", text, got, err, want)
		}
	}
}
