package sim

import (
	"context"
	"fmt"
	"io"
)

// NewLiveBufferReport runs all disciplines at a few numbers of producers, one after the other, and
// draws the results with the simulated curves.
func NewLiveBufferReport(ctx context.Context, progress io.Writer, cfg BufferConfig, live Live,
	sizes []int) (Report, error) {
	// examples/ethernet.ftsh says "backoff from 100ms to 1 minute" itself.
	how, words, err := liveDisciplines("fixed from 100ms", "ftsh from 100ms to 1m",
		"ftsh from 100ms to 1m")
	if err != nil {
		return Report{}, err
	}
	most := sizes[len(sizes)-1]
	report, err := NewBufferReport(ctx, nil, cfg, liveSeeds, most, max(most/10, 1), how)
	if err != nil {
		return Report{}, err
	}
	rate, collisions := report.Figures[0], report.Figures[1]
	rate.Name, rate.Title = "live-buffer-throughput",
		"What the consumer gets: simulated (lines; medians) and real (marks)"
	collisions.Name = "live-buffer-collisions"
	collisions.Title = "Files given up in " + secs(cfg.Duration.Seconds()) +
		": simulated (lines; medians) and real (marks)"
	table := Table{Title: "live buffer: throughput in MB/s (collisions), real / simulated",
		Head:  []string{"producers"},
		Notes: []string{"deferred: attempts that were not made, since df showed too little"}}
	rows := make([][]string, len(sizes))
	bar := newBar(progress, "live buffer", len(how)*len(sizes))
	throughput := func(r BufferResult) float64 { return r.Consumed / cfg.Duration.Seconds() / 1e6 }
	lost := func(r BufferResult) float64 { return float64(r.Collisions) }
	two := func(x float64) string { return fmt.Sprintf("%.2f", x) }
	for d := range how {
		table.Head = append(table.Head, how[d].Name)
		for _, f := range []*Figure{&rate, &collisions} {
			f.Curves[d].Name += ", simulated"
			f.Curves[d].Low, f.Curves[d].High = nil, nil
		}
		r, c := rate.real(d, how[d].Name, nil, nil), collisions.real(d, how[d].Name, nil, nil)
		for i, n := range sizes {
			at := cfg
			at.Producers = n
			real, err := LiveBuffer(ctx, at, live, how[d], words[d])
			if err != nil {
				return Report{}, err
			}
			var tasks []task
			simulated := runSeeds(&tasks, cfg.Seed,
				liveSeeds, func(ctx context.Context, seed uint64, tick func(float64)) (BufferResult,
					error) {
					at := at
					at.Seed = seed
					return Buffer(ctx, at, how[d], tick)
				})
			if err := runTasks(ctx, nil, "", tasks); err != nil {
				return Report{}, err
			}
			r.X, r.Y = append(r.X, float64(n)), append(r.Y, throughput(real))
			c.X, c.Y = append(c.X, float64(n)), append(c.Y, lost(real))
			cell := fmt.Sprintf("%s (%d) / %s (%s)", two(throughput(real)), real.Collisions,
				over(simulated, throughput).text(two), over(simulated, lost).text(whole))
			if how[d].Sense {
				cell += fmt.Sprintf(", %d deferred", real.Deferred)
			}
			rows[i] = append(rows[i], cell)
			bar(1)
		}
		rate.Curves, collisions.Curves = append(rate.Curves, r), append(collisions.Curves, c)
	}
	for i, n := range sizes {
		table.Rows = append(table.Rows, append([]string{fmt.Sprint(n)}, rows[i]...))
	}
	return Report{Figures: []Figure{rate, collisions}, Tables: []Table{table}}, nil
}
