package backoff_test

import (
	"math"
	"testing"
	"time"

	. "ftsh/backoff"
)

func TestSchedule(t *testing.T) {
	s := func(least, mean, greatest float64) Span {
		return Span{time.Duration(least * 1e9), time.Duration(mean * 1e9),
			time.Duration(greatest * 1e9)}
	}
	for _, c := range []struct {
		spec string
		want []Step
	}{
		{"ftsh", []Step{{s(1, 1.5, 2), s(1, 1.5, 2)}, {s(2, 3, 4), s(3, 4.5, 6)},
			{s(4, 6, 8), s(7, 10.5, 14)}}},
		{"ftsh to 3s", []Step{{s(1, 1.5, 2), s(1, 1.5, 2)}, {s(1.5, 2.25, 3), s(2.5, 3.75, 5)}}},
		{"ethernet", []Step{{s(0, 0.5, 1), s(0, 0.5, 1)}, {s(0, 1.5, 3), s(0, 2, 4)}}},
		{"google-drive", []Step{{s(1, 1.5, 2), s(1, 1.5, 2)}, {s(2, 2.5, 3), s(3, 4, 5)}}},
		{"thain from 4s to 6s", []Step{{s(4, 5.5, 6), s(4, 5.5, 6)},
			{s(6, 6, 6), s(10, 11.5, 12)}}},
		{"fixed from 10s to 15s jitter 0.5", []Step{{s(5, 10, 15), s(5, 10, 15)}}},
		{"fixed from 15s to 15s jitter 0.5", []Step{{s(5, 10, 15), s(5, 10, 15)}}},
		{"decorrelated", []Step{{s(1, 2, 3), s(1, 2, 3)}}},
		{"full", []Step{{s(0, 0.5, 1), s(0, 0.5, 1)}, {s(0, 1, 2), s(0, 1.5, 3)}}},
	} {
		got := Schedule(mustSpec(t, c.spec).Policy(), len(c.want))
		if len(got) != len(c.want) {
			t.Fatalf("%s: %v", c.spec, got)
		}
		for i := range got {
			if got[i] != c.want[i] {
				t.Errorf("%s: step %d = %v, want %v", c.spec, i, got[i], c.want[i])
			}
		}
	}
}

func TestScheduleEnds(t *testing.T) {
	for spec, want := range map[string]int{"ethernet": 15, "google-http": 9, "google-drive": 5,
		"aws-simpledb": 5, "ftsh": 40} {
		if got := len(Schedule(mustSpec(t, spec).Policy(), 40)); got != want {
			t.Errorf("%s: %d delays, want %d", spec, got, want)
		}
	}
	if Schedule(Stop{}, 5) == nil || len(Schedule(Stop{}, 5)) != 0 ||
		len(Schedule(Fixed{}, -1)) != 0 {
		t.Error("an empty schedule")
	}
	saturated := Schedule(Exponential{From: sec, To: Unbounded, Factor: 10}, 400)
	if saturated[399].Total != (Span{Unbounded, Unbounded, Unbounded}) {
		t.Errorf("400 steps: %v", saturated[399].Total)
	}
}

// TestExpectations compares the expected delays in closed form with averages of many samples.
func TestExpectations(t *testing.T) {
	specs := append(Names(), "ftsh jitter 0.3", "ftsh to 10s jitter 0.8", "thain from 700ms to 5s",
		"linear to 20s jitter equal")
	for _, spec := range specs {
		p := mustSpec(t, spec).Policy()
		known := Schedule(p, 8)
		sampled := Schedule(Func(p.Next), 8)
		if len(known) != len(sampled) {
			t.Fatalf("%s: %d and %d steps", spec, len(known), len(sampled))
		}
		for i := range known {
			a, b := known[i].Total.Mean.Seconds(), sampled[i].Total.Mean.Seconds()
			if math.Abs(a-b) > 0.02*math.Max(a, b) {
				t.Errorf("%s: expected total after %d delays is %v by form and %v by sample", spec,
					i+1, a, b)
			}
		}
	}
}

// TestSampledExpectation: without a limit cutting in, E[d] of decorrelated jitter obeys E' = (T +
// 3E)/2: 2, 3.5, 5.75, 9.125 s.
func TestSampledExpectation(t *testing.T) {
	got := Schedule(Decorrelated{From: sec, To: Unbounded}, 4)
	for i, want := range []float64{2, 3.5, 5.75, 9.125} {
		if mean := got[i].Delay.Mean.Seconds(); math.Abs(mean-want) > 0.02*want {
			t.Errorf("step %d: %v s, want %v", i, mean, want)
		}
	}
	if got[2].Total.Greatest != 39*sec || got[2].Total.Least != 3*sec {
		t.Errorf("bounds after 3: %v", got[2].Total)
	}
}
