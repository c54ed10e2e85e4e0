package sim

import (
	"math"
	"slices"
	"testing"
)

func TestSpread(t *testing.T) {
	never := math.NaN()
	for _, c := range []struct {
		values []float64
		want   string
	}{
		{[]float64{3, 1, 2}, "1 s–3 s"},
		{[]float64{61.2, 9.96, 59.6}, "10 s–1m1s"},
		{[]float64{4.04, 4.01}, "4 s"},
		{[]float64{never, 40, never, 50}, "40 s–50 s, never in 2 of 4"},
		{[]float64{never, never}, "never"},
	} {
		if got := over(c.values, func(x float64) float64 { return x }).text(brief); got != c.want {
			t.Errorf("%v: %s, want %s", c.values, got, c.want)
		}
	}
	if m := over([]float64{never, 5, 1, 3}, func(x float64) float64 { return x }).median(); m != 3 {
		t.Errorf("median %v", m)
	}
	if m := medians([][]float64{{1, 9}, {2, 7}, {3, 8}}, func(c []float64) []float64 {
		return c
	}); !slices.Equal(m, []float64{2, 8}) {
		t.Errorf("medians %v", m)
	}
}

func TestSteps(t *testing.T) {
	for _, c := range []struct{ got, want []int }{
		{steps(50, 20), []int{20, 40, 50}},
		{steps(40, 20), []int{20, 40}},
		{steps(5, 10), []int{5}},
		{steps(100, 50, 1, 2, 5), []int{1, 2, 5, 50, 100}},
		{steps(3, 2, 1, 2, 5), []int{1, 2, 3}},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}

func TestMeans(t *testing.T) {
	never := math.NaN()
	x, y := means([]float64{1, 2, 3, never, 6, 8, never, never, never, 9}, 3)
	if !slices.Equal(x, []float64{1.5, 4.5, 7.5}) || y[0] != 2 || y[1] != 7 || !math.IsNaN(y[2]) ||
		len(y) != 3 {
		t.Errorf("%v, %v", x, y)
	}
}
