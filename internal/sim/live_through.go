package sim

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"
)

// LiveThroughConfig is the outage for clients on one host, with or without shared state: a quarter
// or a half of the published one, with server and queue in proportion, so each request meets the
// same conditions. The queue is 1,024 for 1,000 clients: at the return the queued requests cost the
// server more than the margin left by clients backing off alone. The stop is just long enough to
// make this worst.
func LiveThroughConfig() OutageConfig {
	c := DefaultOutage().Scaled(250)
	c.Backlog, c.Dial = 256, 0
	c.StopAt, c.StopFor, c.Duration = 15*time.Second, 25*time.Second, 100*time.Second
	return c
}

// LiveThrough runs one policy for real, with a process of curl for each request. With through, the
// clients go through one name.
func LiveThrough(ctx context.Context, cfg OutageConfig, live Live, words string,
	through bool) (OutageResult, error) {
	c := live.clients(Discipline{Sense: through}, words, cfg.Clients)
	state, err := os.MkdirTemp(live.Dir, "state-") // each run starts without known outages
	if err != nil {
		return OutageResult{}, err
	}
	c.env = append(c.env, "FTSH_LOG_LEVEL=blocks", "FTSH_STATE_DIR="+state, "FETCH_FOR=1 hour",
		fmt.Sprintf("FETCH_TIMEOUT=%g seconds", cfg.Timeout.Seconds()))
	c.own = filepath.Join(live.Dir, "work")
	return runLiveOutage(ctx, cfg, c, func(c *liveClients, server string) {
		c.args = []string{"http://" + server + "/"}
	})
}

// way is a policy and whether clients go through a name.
type way struct {
	words   string
	through bool
}

func (w way) String() string {
	if w.through {
		return w.words + ", through"
	}
	return w.words
}

// ways returns the ways of a report: the default ones, or each given policy alone and through a
// name.
func ways(policies []string) ([]way, error) {
	if len(policies) == 0 {
		return []way{{"fixed from 100ms", false}, {"ftsh", false}, {"ftsh", true}}, nil
	}
	specs, err := parsePolicies(policies)
	if err != nil {
		return nil, err
	}
	var list []way
	for _, s := range specs {
		list = append(list, way{s.String(), false}, way{s.String(), true})
	}
	return list, nil
}

// NewLiveThroughReport runs all ways to wait with each number of clients, one after the other. cfg
// is for the first of these numbers.
func NewLiveThroughReport(ctx context.Context, progress io.Writer, cfg OutageConfig, live Live,
	sizes []int, policies []string) (Report, error) {
	list, err := ways(policies)
	if err != nil {
		return Report{}, err
	}
	bar := newBar(progress, "live through", len(sizes)*len(list))
	stop, back := int(cfg.StopAt/time.Second), int((cfg.StopAt+cfg.StopFor)/time.Second)
	table := Table{Title: "live outage, alone and through one name: stopped for " +
		secs(cfg.StopFor.Seconds()),
		Head: []string{"clients", "policy", "answers/s before", "requests in the stop",
			"most at once", "back to 90 % after", "late on average",
			"last one after", "answers/s at the end"},
		Notes: []string{
			"back to 90 %: from the return until answers are at 90 % of before, for 5 s; late: of those who waited at the return",
			"most at once: at the server from the return on; at the end: in the last 20 s",
		}}
	var report Report
	for _, n := range sizes {
		at := cfg.Scaled(n)
		figures := liveThroughFigures(at)
		for _, w := range list {
			r, err := LiveThrough(ctx, at, live, w.words, w.through)
			if err != nil {
				return Report{}, err
			}
			most := 0.0
			for _, c := range r.Concurrency[back:] {
				most = max(most, c)
			}
			_, last := means(r.OK[len(r.OK)-20:], 20)
			table.Rows = append(table.Rows, []string{count(float64(n)), w.String(), count(r.Steady),
				whole(sum(r.Attempts[stop:back])), whole(most),
				over([]OutageResult{r}, func(r OutageResult) float64 {
					return r.Recovery
				}).text(brief),
				over([]OutageResult{r}, func(r OutageResult) float64 {
					return r.LateMean
				}).text(brief),
				over([]OutageResult{r}, func(r OutageResult) float64 {
					return r.LateWorst
				}).text(brief), count(last[0])})
			for i, c := range r.Concurrency {
				if c == 0 || i >= stop && i < back {
					// The server was stopped, or had no time to report.
					r.Concurrency[i] = math.NaN()
				}
			}
			for i, values := range [][]float64{r.OK, r.Concurrency, r.Attempts} {
				x, y := means(values, liveThroughBin)
				gap := i == 1 // no line leads through the stop
				figures[i].Curves = append(figures[i].Curves,
					Curve{Name: w.String(), X: x, Y: y, Dots: gap})
			}
			bar(1)
		}
		report.Figures = append(report.Figures, figures...)
	}
	report.Tables = []Table{table}
	return report, nil
}

// liveThroughBin is the number of seconds in one point of a figure.
const liveThroughBin = 2

func liveThroughFigures(cfg OutageConfig) []Figure {
	span := []Interval{{cfg.StopAt.Seconds(), (cfg.StopAt + cfg.StopFor).Seconds(), "stopped"}}
	name := func(what string) string { return fmt.Sprintf("live-through-%d-%s", cfg.Clients, what) }
	who := fmt.Sprintf(", %d clients, for real", cfg.Clients)
	return []Figure{
		{Name: name("throughput"), Title: "Answers in time" + who, XLabel: "time (s)",
			YLabel: "answers per second", Spans: span},
		{Name: name("concurrency"), Title: "Requests that the server works on" + who,
			XLabel: "time (s)", YLabel: "concurrent requests",
			LogY: true, Spans: span},
		{Name: name("load"), Title: "Requests that clients send" + who, XLabel: "time (s)",
			YLabel: "requests per second", Spans: span},
	}
}

// sum adds numbers up.
func sum(values []float64) (total float64) {
	for _, v := range values {
		total += v
	}
	return total
}
