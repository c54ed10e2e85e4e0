package duration

import (
	"strconv"
	"strings"
	"time"
)

// Format prints d so that [ParseCompact] reads the same value back: one word, units from the week
// down to the millisecond, a fraction only in the last. Zero is 0s. A negative d, not possible in
// the language, gets a leading minus.
//
//	0s  250ms  1.5s  1h30m  2d  0.000001ms
func Format(d time.Duration) string {
	if d == 0 {
		return "0s"
	}
	var b strings.Builder
	u := uint64(d)
	if d < 0 {
		b.WriteByte('-')
		u = -u
	}
	for _, unit := range [...]struct {
		length uint64
		name   string
	}{{uint64(Week), "w"}, {uint64(Day), "d"}, {uint64(time.Hour), "h"},
		{uint64(time.Minute), "m"}} {
		if n := u / unit.length; n > 0 {
			b.WriteString(strconv.FormatUint(n, 10))
			b.WriteString(unit.name)
			u %= unit.length
		}
	}
	switch {
	case u == 0:
	case u < uint64(time.Second):
		b.WriteString(decimal(u, 6))
		b.WriteString("ms")
	default:
		b.WriteString(decimal(u, 9))
		b.WriteString("s")
	}
	return b.String()
}

// decimal prints u / 10^places without trailing zeros.
func decimal(u uint64, places int) string {
	s := strconv.FormatUint(u, 10)
	for len(s) <= places {
		s = "0" + s
	}
	whole, frac := s[:len(s)-places], strings.TrimRight(s[len(s)-places:], "0")
	if frac == "" {
		return whole
	}
	return whole + "." + frac
}

// Human prints d for people, rounded: three significant digits below a minute, and at most two
// units from there on. [Parse] reads the result, but as the rounded value.
//
//	0 seconds  2.5 ms  340 ms  1 second  12.3 seconds  1 minute 30 seconds  2 hours 5 minutes
func Human(d time.Duration) string {
	if d < 0 {
		return "-" + Human(-max(d, -1<<63+1))
	}
	if d >= 59950*time.Millisecond {
		return humanLong(d)
	}
	// Rounding may carry into the next unit (999.6 ms is 1 second), so that is tried first.
	if s := significant(float64(d)/1e9, 3); d == 0 || s >= 1 {
		return plural(strconv.FormatFloat(s, 'f', -1, 64), "second")
	}
	return strconv.FormatFloat(significant(float64(d)/1e6, 3), 'f', -1, 64) + " ms"
}

func humanLong(d time.Duration) string {
	units := [...]struct {
		length time.Duration
		name   string
	}{{Week, "week"}, {Day, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"},
		{time.Second, "second"}}
	for i := 0; i+1 < len(units); i++ {
		big, small := units[i], units[i+1]
		rounded := d
		if d < 1<<63-1-small.length { // else rounding up would overflow
			rounded = d.Round(small.length)
		}
		if rounded < big.length {
			continue
		}
		s := plural(strconv.FormatInt(int64(rounded/big.length), 10), big.name)
		if rest := rounded % big.length / small.length; rest > 0 {
			s += " " + plural(strconv.FormatInt(int64(rest), 10), small.name)
		}
		return s
	}
	return "1 minute" // not reached: d rounds to at least one minute
}

func plural(number, unit string) string {
	if number == "1" {
		return number + " " + unit
	}
	return number + " " + unit + "s"
}

// significant rounds f to the given number of significant digits.
func significant(f float64, digits int) float64 {
	// This cannot fail: the text was just printed.
	g, _ := strconv.ParseFloat(strconv.FormatFloat(f, 'g', digits, 64), 64)
	return g
}
