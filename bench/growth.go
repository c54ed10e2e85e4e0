package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A growth is one row at three sizes, each ten times the one before.
type growth struct {
	workload workload
	scales   [3]float64
	times    [3]float64 // processor time without the start of the shell, in nanoseconds
}

const (
	// growthBase is the least time of the middle size: below it, noise decides the exponent.
	growthBase = 20e6
	// growthBar is the exponent allowed where the work is linear.
	growthBar = 1.1
	// maxGrowthScale is the largest scale of a middle size.
	maxGrowthScale = 10
)

// grow measures how the processor time of ftsh grows with the size of each row.
func grow(s shell, dir string, rows []workload, runs int, scale float64) (verdict, error) {
	start, err := sizedTime(s, dir, "start", 1, runs)
	if err != nil {
		return verdict{}, err
	}
	var all []growth
	for _, w := range rows {
		if w.memory || w.inline || w.fixed {
			continue
		}
		g, err := growthOf(s, dir, w, runs, scale, start)
		if err != nil {
			return verdict{}, err
		}
		all = append(all, g)
	}
	return growthTable(all), nil
}

// growthOf measures one row. It looks for a middle size that takes long enough.
func growthOf(s shell, dir string, w workload, runs int, scale, start float64) (growth, error) {
	fmt.Fprintln(os.Stderr, w.name)
	g := growth{workload: w}
	at := func(scale float64) (float64, error) {
		t, err := sizedTime(s, dir, w.name, scale, runs)
		return max(0, t-start), err
	}
	middle := scale / 100
	for ; ; middle *= 10 {
		t, err := at(middle)
		if err != nil {
			return g, err
		}
		if t >= growthBase || middle >= maxGrowthScale {
			g.times[1] = t
			break
		}
	}
	g.scales = [3]float64{middle / 10, middle, middle * 10}
	for _, i := range []int{0, 2} {
		t, err := at(g.scales[i])
		if err != nil {
			return g, err
		}
		g.times[i] = t
	}
	return g, nil
}

// sizedTime returns the least processor time of a row at a scale.
func sizedTime(s shell, dir, name string, scale float64, runs int) (float64, error) {
	rows, err := choose(workloads(scale), name)
	if err != nil {
		return 0, err
	}
	work := filepath.Join(dir, name)
	defer os.RemoveAll(work)
	if err := rows[0].install(work); err != nil {
		return 0, err
	}
	var times []float64
	for range runs {
		x, err := sample(rows[0], s, work)
		if err != nil {
			return 0, fmt.Errorf("%s at scale %g: %w", name, scale, err)
		}
		times = append(times, x.cpu)
	}
	return slices.Min(times), nil
}

// exponent returns the power of the size by which time grows from the size i to the next one.
func (g growth) exponent(i int) float64 { return math.Log10(g.times[i+1] / g.times[i]) }

// growthTable formats the result as Markdown, and names the rows that grow too fast.
func growthTable(all []growth) verdict {
	var v verdict
	var b, missed strings.Builder
	b.WriteString("| work | scales | times | exponents |\n|---|---|---|---|\n")
	for _, g := range all {
		fmt.Fprintf(&b, "| %s | %g, %g, %g | %s, %s, %s | %.2f, %.2f |\n", g.workload.title,
			g.scales[0], g.scales[1], g.scales[2], absolute(g.times[0], false),
			absolute(g.times[1], false), absolute(g.times[2], false), g.exponent(0), g.exponent(1))
		if g.workload.quadratic || g.exponent(1) <= growthBar {
			continue
		}
		v.count++
		fmt.Fprintf(&missed, "- missed: %s: exponent %.2f, goal at most %.1f\n", g.workload.title,
			g.exponent(1), growthBar)
	}
	v.text = fmt.Sprintf("%s\nGrowth of ftsh: %d rows, %d above %.1f.\n%s", b.String(), len(all),
		v.count, growthBar, missed.String())
	return v
}
