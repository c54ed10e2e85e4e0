package sim

import (
	"context"
	"io"
	"math"
	"slices"

	"ftsh/backoff"
)

// outagePolicies are the two of the source, and then every other.
func outagePolicies() []string {
	list := []string{"fixed from 100ms", "gauss", "ftsh", "full"}
	for _, name := range backoff.Names() {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// NewOutageReport runs the outage with each policy. The first few are drawn.
func NewOutageReport(ctx context.Context, progress io.Writer, cfg OutageConfig, policies []string) (Report, error) {
	specs, err := parsePolicies(policies)
	if err != nil {
		return Report{}, err
	}
	results := make([]OutageResult, len(specs))
	tasks := make([]task, len(specs))
	for i, s := range specs {
		tasks[i] = func(ctx context.Context, tick func(float64)) (err error) {
			results[i], err = Outage(ctx, cfg, s.Policy(), tick)
			return err
		}
	}
	if err := runTasks(ctx, progress, "outage", tasks); err != nil {
		return Report{}, err
	}
	return outageReport(cfg, specs, results), nil
}

func outageReport(cfg OutageConfig, specs []backoff.Spec, results []OutageResult) Report {
	stop := []Interval{{cfg.StopAt.Seconds(), (cfg.StopAt + cfg.StopFor).Seconds(), "stopped"}}
	figure := func(name, title, y string, bin int, log bool, value func(OutageResult) []float64) Figure {
		f := Figure{Name: "outage-" + name, Title: title, XLabel: "time (s)", YLabel: y, LogY: log, Spans: stop}
		for i := range min(len(specs), 4) {
			x, y := means(value(results[i]), bin)
			f.Curves = append(f.Curves, Curve{Name: specs[i].String(), X: x, Y: y})
		}
		return f
	}
	report := Report{
		Figures: []Figure{
			figure("throughput", "Answers that clients got in time (means of 5 s)", "answers per second", 5, false,
				func(r OutageResult) []float64 { return r.OK }),
			figure("concurrency", "Requests that the server works on (most in each second)", "concurrent requests", 1, true,
				func(r OutageResult) []float64 { return r.Concurrency }),
			figure("load", "Requests that clients send (means of 5 s)", "requests per second", 5, false,
				func(r OutageResult) []float64 { return r.Attempts }),
		},
		Tables: []Table{outageTable(cfg, specs, results)},
	}
	report.Figures = append(report.Figures, outageCosts(specs, results))
	return report
}

func outageTable(cfg OutageConfig, specs []backoff.Spec, results []OutageResult) Table {
	t := Table{
		Title: "outage: " + count(float64(cfg.Clients)) + " clients, stopped for " + secs(cfg.StopFor.Seconds()),
		Head: []string{"policy", "answers/s before", "back to 90 % after", "late on average", "last one after", "peak load", "requests/s",
			"wasted", "gave up"},
		Notes: []string{
			"back to 90 %: from the return until answers are at 90 % of before, for 5 s; late: of those who waited at the return",
			"peak load: most concurrent requests; requests/s: most in a second after the stop; wasted: unanswered since the stop",
		},
	}
	for i, r := range results {
		mean, worst := secs(r.LateMean), secs(r.LateWorst)
		if r.Waited == 0 {
			mean, worst = "-", "-"
		}
		t.Rows = append(t.Rows, []string{specs[i].String(), count(math.Round(r.Steady)), secs(r.Recovery), mean, worst,
			count(r.Peak), count(r.PeakRate), count(r.Wasted), count(float64(r.GaveUp))})
	}
	return t
}

// outageCosts sets what a policy makes clients wait against what it makes the server bear.
func outageCosts(specs []backoff.Spec, results []OutageResult) Figure {
	f := Figure{Name: "outage-costs", Title: "What each policy costs, if the server comes back",
		XLabel: "requests that brought nothing, from the stop on", YLabel: "mean lateness (s)"}
	c := Curve{Name: "policies"}
	for i, r := range results {
		if math.IsNaN(r.Recovery) || r.Waited == 0 {
			continue
		}
		if same := slices.Index(c.X, r.Wasted); same >= 0 && c.Y[same] == r.LateMean {
			c.Labels[same] += ", " + specs[i].String() // ftsh and thain, where no limit cuts in
		} else {
			c.X, c.Y, c.Labels = append(c.X, r.Wasted), append(c.Y, r.LateMean), append(c.Labels, specs[i].String())
		}
	}
	if c.X != nil {
		f.Curves = []Curve{c}
	}
	return f
}

func parsePolicies(texts []string) ([]backoff.Spec, error) {
	specs := make([]backoff.Spec, len(texts))
	for i, text := range texts {
		s, err := backoff.ParseText(text, backoff.Default())
		if err != nil {
			return nil, &policyError{text, err}
		}
		specs[i] = s
	}
	return specs, nil
}

type policyError struct {
	text string
	err  error
}

func (e *policyError) Error() string { return "policy '" + e.text + "': " + e.err.Error() }
func (e *policyError) Unwrap() error { return e.err }
