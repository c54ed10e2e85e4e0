package sim

import (
	"fmt"
	"math"

	"gonum.org/v1/plot"
)

// linearTicks labels five to ten round numbers; package plot labels only two or three.
type linearTicks struct{}

func (linearTicks) Ticks(low, high float64) []plot.Tick {
	step := math.Pow(10, math.Floor(math.Log10(high-low)))
	switch n := (high - low) / step; {
	case n < 2:
		step /= 5
	case n < 5:
		step /= 2
	}
	var ticks []plot.Tick
	for i := math.Ceil(low / step * 0.999999); i*step <= high+step*1e-6; i++ {
		ticks = append(ticks, plot.Tick{Value: i * step, Label: fmt.Sprintf("%.10g", i*step)})
	}
	return ticks
}

// logTicks labels powers of ten, and more if there are few of those.
type logTicks struct{}

func (logTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	decades := math.Log10(high / low)
	for e := math.Floor(math.Log10(low)); e <= math.Ceil(math.Log10(high)); e++ {
		for m := 1.0; m < 10; m++ {
			v := m * math.Pow(10, e)
			if v < low*0.999999 || v > high*1.000001 {
				continue
			}
			t := plot.Tick{Value: v}
			if m == 1 || decades < 2.5 && (m == 2 || m == 5) || decades < 1 && m != 9 && m != 7 {
				t.Label = fmt.Sprintf("%.12g", v)
			}
			ticks = append(ticks, t)
		}
	}
	return ticks
}
