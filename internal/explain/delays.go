package explain

import (
	"fmt"
	"strings"
	"time"

	"ftsh/backoff"
)

const (
	// shownDelays is the number of delays in a table.
	shownDelays = 8
	// computedDelays is the number of delays computed, to count the attempts that fit.
	computedDelays = 8192
)

// delays are the delays between the attempts of a try: a fixed interval from start to start, or the
// delays of a policy.
type delays struct {
	every *time.Duration
	steps []backoff.Step
	ends  bool          // the policy gives up after them
	most  time.Duration // no later delay is longer
}

// A computation is the argument of a computation of delays. Some policies are sampled, which takes
// time.
type computation struct {
	policy backoff.Spec
	n      int
}

// delaysOf computes the first n delays of a policy.
func (e *explainer) delaysOf(s backoff.Spec, n int) delays {
	c := computation{s, min(n, computedDelays)}
	d, ok := e.schedules[c]
	if !ok {
		d = delays{steps: backoff.Schedule(s.Policy(), c.n), most: s.To}
		d.ends = len(d.steps) < c.n
		e.schedules[c] = d
	}
	return d
}

// A pick chooses one of the three numbers of a span.
type pick func(backoff.Span) time.Duration

func least(s backoff.Span) time.Duration    { return s.Least }
func expected(s backoff.Span) time.Duration { return s.Mean }
func most(s backoff.Span) time.Duration     { return s.Greatest }

// total returns the longest time that n attempts of one length can take.
func (d delays) total(n int, each time.Duration) time.Duration {
	if d.every != nil {
		return plus(times(n-1, max(*d.every, each)), each)
	}
	return plus(times(n, each), d.waiting(n-1))
}

// waiting returns the greatest sum of the first n delays.
func (d delays) waiting(n int) time.Duration {
	if n == 0 {
		return 0
	}
	if k := len(d.steps); n > k {
		return plus(d.steps[k-1].Total.Greatest, times(n-k,
			max(d.most, d.steps[k-1].Delay.Greatest)))
	}
	return d.steps[n-1].Total.Greatest
}

// fit counts the attempts of one length that start before a deadline, at most limit of them (0: any
// number). As in the shell, a policy's wait that would overrun is shortened, and one attempt
// follows. more is true if there are more attempts than computed.
func (d delays) fit(limit int, each, deadline time.Duration, p pick) (n int, more bool) {
	for t := time.Duration(0); ; {
		n++
		t = plus(t, each)
		if t >= deadline || n == limit {
			return n, false
		}
		if d.every != nil {
			wait := max(*d.every-each, 0)
			if plus(t, wait) >= deadline {
				return n, false
			}
			t += wait
		} else {
			if n > len(d.steps) {
				return n, !d.ends
			}
			wait := p(d.steps[n-1].Delay)
			if wait >= deadline-t {
				return n + 1, false
			}
			t += wait
		}
		if n >= computedDelays {
			return n, true
		}
	}
}

// fits prints how many attempts of one length fit: from the longest delays to the shortest.
func (d delays) fits(limit int, each, deadline time.Duration) string {
	low, _ := d.fit(limit, each, deadline, most)
	high, more := d.fit(limit, each, deadline, least)
	middle, many := d.fit(limit, each, deadline, expected)
	switch {
	case low == high && !more:
		return fmt.Sprint(low)
	case many:
		return fmt.Sprintf("%d or more", low)
	case more:
		return fmt.Sprintf("%d or more, %d expected,", low, middle)
	}
	return fmt.Sprintf("%d to %d, %d expected,", low, high, middle)
}

// table shows the first delays, and the sum of all n if n is not 0. Attempts beginning after the
// deadline are not shown (0: there is none).
func (d delays) table(n int, deadline time.Duration) []string {
	shown := min(len(d.steps), shownDelays)
	if n > 0 {
		shown = min(shown, n)
	}
	for i := range shown {
		if deadline > 0 && d.steps[i].Total.Least >= deadline {
			shown = i + 1
			break
		}
	}
	columns := [][4]string{{"after failure", "least", "expected", "most"}}
	for i, s := range d.steps[:shown] {
		columns = append(columns, [4]string{fmt.Sprint(i + 1), short(s.Delay.Least),
			short(s.Delay.Mean), short(s.Delay.Greatest)})
	}
	if shown < n || n == 0 && !d.ends {
		columns = append(columns, [4]string{"...", "...", "...", "..."})
	}
	if n > 0 && n <= len(d.steps) {
		t := d.steps[n-1].Total
		columns = append(columns, [4]string{"in all", short(t.Least), short(t.Mean),
			short(t.Greatest)})
	}
	return lines(columns)
}

// lines prints columns next to each other, the first one on the left.
func lines(columns [][4]string) []string {
	var rows [4]strings.Builder
	for c, column := range columns {
		width := 0
		for _, cell := range column {
			width = max(width, len(cell))
		}
		for r, cell := range column {
			if c == 0 {
				fmt.Fprintf(&rows[r], "%-*s", width, cell)
			} else {
				fmt.Fprintf(&rows[r], "  %*s", width, cell)
			}
		}
	}
	return []string{rows[0].String(), rows[1].String(), rows[2].String(), rows[3].String()}
}
