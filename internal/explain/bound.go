package explain

import (
	"math"
	"strconv"
	"time"

	"ftsh/backoff"
	"ftsh/internal/duration"
)

// A bound is an upper limit of a duration. The zero bound means unlimited, without a reason.
type bound struct {
	kind kind
	max  time.Duration // if finite
	why  string        // the cause of the bound, or of its absence
}

// kind is a kind of bound, from the loosest to the tightest.
type kind uint8

const (
	unbounded kind = iota
	runtime        // there is a bound, with a value known at run time
	finite
)

func never(why string) bound                  { return bound{unbounded, 0, why} }
func atRunTime(why string) bound              { return bound{runtime, 0, why} }
func of(d time.Duration, why string) bound    { return bound{finite, d, why} }
func (b bound) because(why string) bound      { b.why = why; return b }
func (b bound) isAtMost(d time.Duration) bool { return b.kind == finite && b.max <= d }

// String returns the bound in words.
func (b bound) String() string {
	s := ""
	switch b.kind {
	case unbounded:
		s = "unbounded"
	case runtime:
		s = "known at run time"
	case finite:
		s = human(b.max)
	}
	if b.why != "" {
		s += ": " + b.why
	}
	return s
}

// tighter returns the bound if both apply.
func tighter(a, b bound) bound {
	if a.kind == finite && b.kind == finite && b.max < a.max || b.kind > a.kind {
		return b
	}
	return a
}

// longer returns the bound for one or the other.
func longer(a, b bound) bound {
	if a.kind == finite && b.kind == finite && b.max > a.max || b.kind < a.kind {
		return b
	}
	return a
}

// after returns the bound for one after the other.
func after(a, b bound) bound {
	if a.kind == finite && b.kind == finite {
		return of(plus(a.max, b.max), a.why)
	}
	return longer(a, b)
}

// plus adds without wrapping around.
func plus(a, b time.Duration) time.Duration {
	if a > math.MaxInt64-b {
		return math.MaxInt64
	}
	return a + b
}

// times multiplies without wrapping around.
func times(n int, d time.Duration) time.Duration {
	if n > 0 && d > math.MaxInt64/time.Duration(n) {
		return math.MaxInt64
	}
	return time.Duration(n) * d
}

// human prints a length of time for a sentence.
func human(d time.Duration) string {
	if d == backoff.Unbounded {
		return "no bound"
	}
	return duration.Human(d)
}

// short prints one for a table: three digits or more, and no blank.
func short(d time.Duration) string {
	switch {
	case d == backoff.Unbounded:
		return "no bound"
	case d >= time.Minute:
		d = d.Round(time.Second)
	case d >= 10*time.Second:
		d = d.Round(100 * time.Millisecond)
	case d >= time.Second:
		d = d.Round(10 * time.Millisecond)
	case d >= 10*time.Millisecond:
		d = d.Round(time.Millisecond)
	default:
		d = d.Round(10 * time.Microsecond)
	}
	return duration.Format(d)
}

// counted prints a number of things.
func counted(n int, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return strconv.Itoa(n) + " " + thing
}
