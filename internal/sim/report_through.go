package sim

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"ftsh/internal/duration"
)

// throughPolicies returns the policies compared with and without through.
func throughPolicies() []string { return []string{"ftsh"} }

// crowd is a contender, alone or with the clients of each host sharing state.
type crowd struct {
	contender
	hosts int // 0: alone
}

func (c crowd) String() string {
	switch c.hosts {
	case 0:
		return c.name
	case 1:
		return c.name + ", through, 1 host"
	}
	return fmt.Sprintf("%s, through, %d hosts", c.name, c.hosts)
}

// crowds returns each policy alone, and through a name on each number of hosts.
func crowds(policies []string, hosts []int) ([]crowd, error) {
	who, err := parseContenders(policies)
	if err != nil {
		return nil, err
	}
	var list []crowd
	for _, w := range who {
		list = append(list, crowd{w, 0})
		for _, n := range hosts {
			list = append(list, crowd{w, n})
		}
	}
	return list, nil
}

// column is a column of a table of runs.
type column[R any] struct {
	head   string
	value  func(R) float64
	format func(float64) string
}

// tabulate makes a row of ranges for each crowd.
func tabulate[R any](t *Table, who []crowd, results [][]R, columns []column[R]) {
	t.Head = []string{"policy"}
	for _, c := range columns {
		t.Head = append(t.Head, c.head)
	}
	for i, runs := range results {
		row := []string{who[i].String()}
		for _, c := range columns {
			row = append(row, over(runs, c.value).text(c.format))
		}
		t.Rows = append(t.Rows, row)
	}
}

// NewThroughOutageReport runs the outage with each policy, alone and through a name on so many
// hosts. The first of them are drawn.
func NewThroughOutageReport(ctx context.Context, progress io.Writer, cfg OutageConfig, seeds int,
	policies []string, hosts []int) (Report, error) {
	who, err := crowds(policies, hosts)
	if err != nil {
		return Report{}, err
	}
	results := make([][]OutageResult, len(who))
	var tasks []task
	for i := range who {
		results[i] = runSeeds(&tasks, cfg.Seed, seeds, func(ctx context.Context, seed uint64,
			tick func(float64)) (OutageResult, error) {
			at := cfg
			at.Seed, at.Hosts = seed, who[i].hosts
			return Outage(ctx, at, who[i].policy, tick)
		})
	}
	if err := runTasks(ctx, progress, "outage", tasks); err != nil {
		return Report{}, err
	}
	stop := []Interval{{cfg.StopAt.Seconds(), (cfg.StopAt + cfg.StopFor).Seconds(), "stopped"}}
	figure := func(name, title, y string, bin int, log bool,
		value func(OutageResult) []float64) Figure {
		f := Figure{Name: fmt.Sprintf("through-%d-%s", cfg.Backlog, name), Title: title,
			XLabel: "time (s)", YLabel: y, LogY: log, Spans: stop}
		for i := range min(len(who), 5) {
			x, y := means(medians(results[i], value), bin)
			f.Curves = append(f.Curves, Curve{Name: who[i].String(), X: x, Y: y})
		}
		return f
	}
	t := Table{
		Title: fmt.Sprintf("outage: %d clients through one name, stopped for %s, a queue of %d, law %v", cfg.Clients, secs(cfg.StopFor.Seconds()),
			cfg.Backlog, cfg.Law),
		Notes: []string{
			fmt.Sprintf("least and greatest of %d seeds", seeds),
			"in the queue: at the return; back to 90 %: from the return until answers are at 90 % of before, for 5 s",
			"late: of those who waited at the return; peak load: most concurrent requests; wasted: unanswered since the stop",
		},
	}
	tabulate(&t, who, results, []column[OutageResult]{
		{"in the queue", func(r OutageResult) float64 { return float64(r.Queued) }, whole},
		{"back to 90 % after", func(r OutageResult) float64 { return r.Recovery }, brief},
		{"late on average", func(r OutageResult) float64 { return r.LateMean }, brief},
		{"last one after", func(r OutageResult) float64 { return r.LateWorst }, brief},
		{"peak load", func(r OutageResult) float64 { return r.Peak }, whole},
		{"wasted", func(r OutageResult) float64 { return r.Wasted }, whole},
	})
	of := fmt.Sprintf(", a queue of %d", cfg.Backlog)
	return Report{
		Figures: []Figure{
			figure("throughput", "Answers that clients got in time"+of+" (means of 5 s)",
				"answers per second", 5, false,
				func(r OutageResult) []float64 { return r.OK }),
			figure("concurrency", "Requests that the server works on"+of+" (most in each second)",
				"concurrent requests", 1, true,
				func(r OutageResult) []float64 { return r.Concurrency }),
		},
		Tables: []Table{t},
	}, nil
}

// NewThroughRecoveryReport runs outages of many lengths with each policy, alone and through a name
// on so many hosts, and tabulates one.
func NewThroughRecoveryReport(ctx context.Context, progress io.Writer, outage time.Duration,
	seed uint64, seeds int, policies []string, hosts []int) (Report, error) {
	who, err := crowds(policies, hosts)
	if err != nil {
		return Report{}, err
	}
	outages := slices.DeleteFunc(recoveryOutages(), func(d time.Duration) bool {
		return d > 30*time.Minute
	}) // waiting clients poll, so longer outages take long
	outages = append(outages, outage)
	results := make([][][]RecoveryResult, len(who)) // by crowd, length, seed
	var tasks []task
	for w := range who {
		results[w] = make([][]RecoveryResult, len(outages))
		for i := range outages {
			results[w][i] = runSeeds(&tasks, seed,
				seeds, func(ctx context.Context, seed uint64, tick func(float64)) (RecoveryResult,
					error) {
					cfg := DefaultRecovery(outages[i])
					cfg.Seed, cfg.Hosts = seed, who[w].hosts
					return Recovery(ctx, cfg, who[w].policy, tick)
				})
		}
	}
	if err := runTasks(ctx, progress, "recovery", tasks); err != nil {
		return Report{}, err
	}
	lengths := outages[:len(outages)-1]
	figure := func(name, title, y string, value func(RecoveryResult) float64) Figure {
		f := Figure{Name: "through-recovery-" + name, Title: title, LogX: true, LogY: true,
			XLabel: "length of the outage (s)", YLabel: y}
		for w := range min(len(who), 5) {
			c := Curve{Name: who[w].String()}
			for i, o := range lengths {
				c.X, c.Y = append(c.X, o.Seconds()),
					append(c.Y, over(results[w][i], value).median())
			}
			f.Curves = append(f.Curves, c)
		}
		return f
	}
	clients := DefaultRecovery(outage).Clients
	t := Table{
		Title: fmt.Sprintf("recovery: %d clients through one name, after an outage of %s", clients,
			duration.Format(outage)),
		Notes: []string{fmt.Sprintf("least and greatest of %d seeds; at once: the most that were back in one second", seeds)},
	}
	last := make([][]RecoveryResult, len(who))
	for w := range who {
		last[w] = results[w][len(outages)-1]
	}
	tabulate(&t, who, last, []column[RecoveryResult]{
		{"back on average after", func(r RecoveryResult) float64 { return r.AddedMean }, brief},
		{"95 % after", added95, brief},
		{"failed attempts per client", attempts, count},
		{"at once", func(r RecoveryResult) float64 {
			return r.ReturnPeak * float64(clients)
		}, whole},
	})
	return Report{
		Figures: []Figure{
			figure("added", "How long after an outage 95 % of the clients are back",
				"time after the outage (s)", added95),
			figure("load", "What it costs during the outage", "failed attempts per client",
				attempts),
		},
		Tables: []Table{t},
	}, nil
}
