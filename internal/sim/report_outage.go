package sim

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"

	"ftsh/backoff"
)

// outagePolicies returns the two policies of the source, with its published client, and then every
// other.
func outagePolicies() []string {
	list := []string{"fixed from 100ms", "gauss", "ftsh", "full", "published"}
	for _, name := range backoff.Names() {
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// contender is a policy under its name in a report.
type contender struct {
	name   string
	policy backoff.Policy
}

// parseContenders reads policies, and "published" for the client published with the source.
func parseContenders(texts []string) ([]contender, error) {
	list := make([]contender, len(texts))
	for i, text := range texts {
		if text == "published" {
			list[i] = contender{text, program{}}
			continue
		}
		specs, err := parsePolicies([]string{text})
		if err != nil {
			return nil, err
		}
		list[i] = contender{specs[0].String(), specs[0].Policy()}
	}
	return list, nil
}

// NewOutageReport runs the outage with each policy, each as often as there are seeds, beginning
// with the seed of cfg. The first few policies are drawn.
func NewOutageReport(ctx context.Context, progress io.Writer, cfg OutageConfig, seeds int,
	policies []string) (Report, error) {
	who, err := parseContenders(policies)
	if err != nil {
		return Report{}, err
	}
	results := make([][]OutageResult, len(who))
	var tasks []task
	for i := range who {
		results[i] = runSeeds(&tasks, cfg.Seed, seeds, func(ctx context.Context, seed uint64,
			tick func(float64)) (OutageResult, error) {
			at := cfg
			at.Seed = seed
			return Outage(ctx, at, who[i].policy, tick)
		})
	}
	if err := runTasks(ctx, progress, "outage", tasks); err != nil {
		return Report{}, err
	}
	return outageReport(cfg, who, results), nil
}

func outageReport(cfg OutageConfig, who []contender, results [][]OutageResult) Report {
	stop := []Interval{{cfg.StopAt.Seconds(), (cfg.StopAt + cfg.StopFor).Seconds(), "stopped"}}
	figure := func(name, title, y string, bin int, log bool,
		value func(OutageResult) []float64) Figure {
		f := Figure{Name: "outage-" + name, Title: title, XLabel: "time (s)", YLabel: y, LogY: log,
			Spans: stop}
		for i := range min(len(who), 4) {
			x, y := means(medians(results[i], value), bin)
			f.Curves = append(f.Curves, Curve{Name: who[i].name, X: x, Y: y})
		}
		return f
	}
	return Report{
		Figures: []Figure{
			figure("throughput", "Answers that clients got in time (means of 5 s)",
				"answers per second", 5, false,
				func(r OutageResult) []float64 { return r.OK }),
			figure("concurrency", "Requests that the server works on (most in each second)",
				"concurrent requests", 1, true,
				func(r OutageResult) []float64 { return r.Concurrency }),
			figure("load", "Requests that clients send (means of 5 s)", "requests per second", 5,
				false,
				func(r OutageResult) []float64 { return r.Attempts }),
			outageCosts(who, results),
		},
		Tables: []Table{outageTable(cfg, who, results)},
	}
}

func outageTable(cfg OutageConfig, who []contender, results [][]OutageResult) Table {
	t := Table{
		Title: fmt.Sprintf("outage: %d clients, stopped for %s, a queue of %d, law %v", cfg.Clients,
			secs(cfg.StopFor.Seconds()),
			cfg.Backlog, cfg.Law),
		Head: []string{"policy", "answers/s before", "back to 90 % after", "late on average",
			"last one after", "peak load", "requests/s",
			"wasted", "gave up"},
		Notes: []string{
			fmt.Sprintf("least and greatest of %d seeds", len(results[0])),
			"back to 90 %: from the return until answers are at 90 % of before, for 5 s; late: of those who waited at the return",
			"peak load: most concurrent requests; requests/s: most in a second after the stop; wasted: unanswered since the stop",
		},
	}
	for i, runs := range results {
		row := []string{who[i].name}
		for _, c := range []struct {
			value  func(OutageResult) float64
			format func(float64) string
		}{
			{func(r OutageResult) float64 { return r.Steady }, whole},
			{func(r OutageResult) float64 { return r.Recovery }, brief},
			{func(r OutageResult) float64 { return r.LateMean }, brief},
			{func(r OutageResult) float64 { return r.LateWorst }, brief},
			{func(r OutageResult) float64 { return r.Peak }, whole},
			{func(r OutageResult) float64 { return r.PeakRate }, whole},
			{func(r OutageResult) float64 { return r.Wasted }, whole},
			{func(r OutageResult) float64 { return float64(r.GaveUp) }, whole},
		} {
			row = append(row, over(runs, c.value).text(c.format))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// outageCosts plots the wait of clients against the load on the server. It leaves out policies
// under which the server does not always come back.
func outageCosts(who []contender, results [][]OutageResult) Figure {
	f := Figure{Name: "outage-costs",
		Title:  "What each policy costs, if the server comes back with every seed",
		XLabel: "requests that brought nothing, from the stop on", YLabel: "mean lateness (s)"}
	c := Curve{Name: "policies"}
	for i, runs := range results {
		if over(runs, func(r OutageResult) float64 { return r.Recovery }).never() > 0 {
			continue
		}
		wasted := over(runs, func(r OutageResult) float64 { return r.Wasted }).median()
		late := over(runs, func(r OutageResult) float64 { return r.LateMean }).median()
		if same := slices.Index(c.X, wasted); same >= 0 && c.Y[same] == late {
			c.Labels[same] += ", " + who[i].name // ftsh and thain, if no limit cuts in
		} else if !math.IsNaN(late) {
			c.X, c.Y, c.Labels = append(c.X, wasted), append(c.Y, late),
				append(c.Labels, who[i].name)
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
