package sim

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"ftsh/internal/duration"
)

// spread holds the results of several runs with different seeds, in order. NaN, for events that
// never happened, comes last.
type spread []float64

// over collects a value of each run.
func over[R any](runs []R, value func(R) float64) spread {
	s := make(spread, len(runs))
	for i, r := range runs {
		s[i] = value(r)
	}
	slices.SortFunc(s, func(a, b float64) int {
		switch {
		case math.IsNaN(a) && math.IsNaN(b):
			return 0
		case math.IsNaN(a):
			return 1
		case math.IsNaN(b):
			return -1
		}
		return cmp.Compare(a, b)
	})
	return s
}

// median returns the middle value; of an even number the lower of the two, so that it is one that
// occurred.
func (s spread) median() float64 { return s[(len(s)-1)/2] }

// never counts the NaNs.
func (s spread) never() int {
	n := 0
	for _, x := range s {
		if math.IsNaN(x) {
			n++
		}
	}
	return n
}

// text returns the least and the greatest value, formatted, and how many never happened.
func (s spread) text(format func(float64) string) string {
	n := s.never()
	if n == len(s) {
		return "never"
	}
	low, high := format(s[0]), format(s[len(s)-n-1])
	if low != high {
		low += "–" + high
	}
	if n > 0 {
		low += fmt.Sprintf(", never in %d of %d", n, len(s))
	}
	return low
}

// brief prints seconds in as few letters as a table of ranges needs.
func brief(x float64) string {
	if x < 9.95 {
		return fmt.Sprintf("%.2g s", x)
	}
	if x < 59.5 {
		return fmt.Sprintf("%.0f s", x)
	}
	return duration.Format(time.Duration(math.Round(x)) * time.Second)
}

// whole prints a number without its fraction.
func whole(x float64) string { return fmt.Sprintf("%.0f", x) }

// medians returns, for each point of curves of the same length, the median of the runs.
func medians[R any](runs []R, curve func(R) []float64) []float64 {
	curves := make([][]float64, len(runs))
	for i, r := range runs {
		curves[i] = curve(r)
	}
	middle := make([]float64, len(curves[0]))
	for at := range middle {
		middle[at] = over(curves, func(c []float64) float64 { return c[at] }).median()
	}
	return middle
}

// runSeeds adds an experiment with n seeds from first on to tasks, which fill the returned results.
func runSeeds[R any](tasks *[]task, first uint64, n int,
	run func(ctx context.Context, seed uint64, tick func(float64)) (R, error)) []R {
	runs := make([]R, n)
	for i := range runs {
		*tasks = append(*tasks, func(ctx context.Context, tick func(float64)) (err error) {
			runs[i], err = run(ctx, first+uint64(i), tick)
			return err
		})
	}
	return runs
}
