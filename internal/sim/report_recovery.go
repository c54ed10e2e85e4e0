package sim

import (
	"context"
	"fmt"
	"io"
	"time"

	"ftsh/internal/duration"
)

// recoveryPolicies are drawn against the length of the outage.
func recoveryPolicies() []string {
	return []string{"ftsh", "ftsh to 1m", "full", "decorrelated", "gauss", "linear",
		"fixed from 10s"}
}

func recoveryOutages() []time.Duration {
	var list []time.Duration
	for d := 10 * time.Second; d <= 4*time.Hour; d = d * 3 / 2 {
		list = append(list, d)
	}
	return list
}

// NewRecoveryReport runs outages of many lengths with each policy, and one outage with many values
// of T, F and M, to choose by.
func NewRecoveryReport(ctx context.Context, progress io.Writer, outage time.Duration, seed uint64,
	seeds int, policies []string) (Report, error) {
	specs, err := parsePolicies(policies)
	if err != nil {
		return Report{}, err
	}
	outages := recoveryOutages()
	byLength := make([][][]RecoveryResult, len(specs))
	var tasks []task
	for s := range specs {
		byLength[s] = make([][]RecoveryResult, len(outages))
		for i := range outages {
			byLength[s][i] = runSeeds(&tasks, seed,
				seeds, func(ctx context.Context, seed uint64, tick func(float64)) (RecoveryResult,
					error) {
					cfg := DefaultRecovery(outages[i])
					cfg.Seed = seed
					return Recovery(ctx, cfg, specs[s].Policy(), tick)
				})
		}
	}
	choices, choiceTasks := newChoices(outage, seed, seeds)
	if err := runTasks(ctx, progress, "recovery", append(tasks, choiceTasks...)); err != nil {
		return Report{}, err
	}
	added := Figure{Name: "recovery-added",
		Title: "How long after an outage 95 % of the clients are back", LogX: true, LogY: true,
		XLabel: "length of the outage (s)", YLabel: "time after the outage (s)"}
	load := Figure{Name: "recovery-load", Title: "What it costs during the outage", LogX: true,
		LogY:   true,
		XLabel: "length of the outage (s)", YLabel: "failed attempts per client"}
	same := Curve{Name: "as long as the outage"}
	for _, o := range outages {
		same.X, same.Y = append(same.X, o.Seconds()), append(same.Y, o.Seconds())
	}
	for s, spec := range specs {
		a, l := Curve{Name: spec.String(), X: same.X}, Curve{Name: spec.String(), X: same.X}
		for i := range outages {
			a.Y, l.Y = append(a.Y, over(byLength[s][i], added95).median()),
				append(l.Y, over(byLength[s][i], attempts).median())
		}
		added.Curves, load.Curves = append(added.Curves, a), append(load.Curves, l)
	}
	added.Curves = append(added.Curves, same)
	return Report{Figures: []Figure{added, load, choices.figure()},
		Tables: []Table{choices.table()}}, nil
}

func added95(r RecoveryResult) float64  { return r.Added95 }
func attempts(r RecoveryResult) float64 { return r.Attempts }

// choices is a grid of parameters for one outage.
type choices struct {
	outage  time.Duration
	factors []float64
	mosts   []time.Duration
	results [][][]RecoveryResult // by factor, by greatest delay, by seed
}

func newChoices(outage time.Duration, seed uint64, seeds int) (*choices, []task) {
	c := &choices{outage: outage, factors: []float64{1.25, 1.5, 2, 3, 5},
		mosts: []time.Duration{10 * time.Second, 30 * time.Second,
			time.Minute, 2 * time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour,
			4 * time.Hour}}
	var tasks []task
	c.results = make([][][]RecoveryResult, len(c.factors))
	for f, factor := range c.factors {
		c.results[f] = make([][]RecoveryResult, len(c.mosts))
		for m, most := range c.mosts {
			c.results[f][m] = runSeeds(&tasks, seed,
				seeds, func(ctx context.Context, seed uint64, tick func(float64)) (RecoveryResult,
					error) {
					specs, err := parsePolicies([]string{fmt.Sprintf("ftsh to %s factor %g",
						duration.Format(most), factor)})
					if err != nil {
						return RecoveryResult{}, err
					}
					cfg := DefaultRecovery(outage)
					cfg.Seed = seed
					return Recovery(ctx, cfg, specs[0].Policy(), tick)
				})
		}
	}
	return c, tasks
}

func (c *choices) figure() Figure {
	f := Figure{Name: "recovery-choice",
		Title: "Until 95 % are back, by M (marks) and F (lines), after an outage of " +
			secs(c.outage.Seconds()),
		LogX: true, LogY: true, XLabel: "failed attempts per client during the outage",
		YLabel: "time after the outage (s)"}
	for i, factor := range c.factors {
		curve := Curve{Name: fmt.Sprintf("ftsh factor %g", factor)}
		for _, runs := range c.results[i] {
			curve.X, curve.Y = append(curve.X, over(runs, attempts).median()),
				append(curve.Y, over(runs, added95).median())
		}
		f.Curves = append(f.Curves, curve)
	}
	return f
}

func (c *choices) table() Table {
	t := Table{Title: "recovery: for an outage of " + secs(c.outage.Seconds()) +
		", until 95 % are back (failed attempts per client)",
		Head: []string{"M"},
		Notes: []string{"policy ftsh with T = 1 s; T shifts the first few delays only",
			fmt.Sprintf("least and greatest of %d seeds", len(c.results[0][0]))}}
	for _, f := range c.factors {
		t.Head = append(t.Head, fmt.Sprintf("F = %g", f))
	}
	for m, most := range c.mosts {
		row := []string{duration.Format(most)}
		for f := range c.factors {
			runs := c.results[f][m]
			row = append(row, fmt.Sprintf("%s (%s)", over(runs, added95).text(brief),
				over(runs, attempts).text(count)))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
