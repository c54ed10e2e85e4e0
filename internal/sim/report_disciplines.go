package sim

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"
)

// steps returns the numbers up to most for an experiment: multiples of step, and most.
func steps(most, step int, first ...int) []int {
	sizes := first
	for n := step; n < most; n += step {
		if len(sizes) == 0 || n > sizes[len(sizes)-1] {
			sizes = append(sizes, n)
		}
	}
	return append(slices.DeleteFunc(sizes, func(n int) bool { return n >= most }), most)
}

// banded is a curve through the medians of runs, with a band from the least to the greatest.
func banded[R any](name string, sizes []int, runs [][]R, value func(R) float64) Curve {
	c := Curve{Name: name}
	for i, n := range sizes {
		s := over(runs[i], value)
		c.X, c.Y = append(c.X, float64(n)), append(c.Y, s.median())
		c.Low, c.High = append(c.Low, s[0]), append(c.High, s[len(s)-1])
	}
	return c
}

const bandNote = "medians; thin: least and greatest of %d seeds"

// NewSubmitReport runs the job submission for numbers of clients up to most, each as often as there
// are seeds, and draws the figure of the paper. For the greatest number it also draws the course
// over time.
func NewSubmitReport(ctx context.Context, progress io.Writer, cfg SubmitConfig, seeds, most,
	step int, how []Discipline) (Report, error) {
	sizes := steps(most, step)
	results := make([][][]SubmitResult, len(how))
	var tasks []task
	for d := range how {
		results[d] = make([][]SubmitResult, len(sizes))
		for i, n := range sizes {
			results[d][i] = runSeeds(&tasks, cfg.Seed,
				seeds, func(ctx context.Context, seed uint64, tick func(float64)) (SubmitResult,
					error) {
					at := cfg
					at.Clients, at.Seed = n, seed
					return Submit(ctx, at, how[d], tick)
				})
		}
	}
	if err := runTasks(ctx, progress, "submit", tasks); err != nil {
		return Report{}, err
	}
	jobs := Figure{Name: "submit-jobs", Title: "Jobs submitted in " + secs(cfg.Duration.Seconds()) +
		" (" + fmt.Sprintf(bandNote, seeds) + ")",
		XLabel: "clients that submit", YLabel: "jobs submitted"}
	free := Figure{Name: "submit-descriptors",
		Title:  fmt.Sprintf("Free descriptors with %d clients, one run", most),
		XLabel: "time (s)", YLabel: "free descriptors"}
	table := Table{Title: "submit: jobs in " + secs(cfg.Duration.Seconds()) +
		" (crashes of the queue manager)",
		Head: []string{"clients"}, Notes: []string{fmt.Sprintf("least and greatest of %d seeds",
			seeds)}}
	for d := range how {
		jobs.Curves = append(jobs.Curves, banded(how[d].Name, sizes,
			results[d], func(r SubmitResult) float64 {
				return float64(r.Jobs)
			}))
		last := results[d][len(sizes)-1][0]
		free.Curves = append(free.Curves, Curve{Name: how[d].Name, X: seconds(len(last.Free)),
			Y: last.Free})
		table.Head = append(table.Head, how[d].Name)
	}
	if len(free.Curves) > 0 {
		level := Curve{Name: "below this Ethernet clients wait", X: free.Curves[0].X}
		for range level.X {
			level.Y = append(level.Y, float64(cfg.Reserve))
		}
		free.Curves = append(free.Curves, level)
	}
	for i, n := range sizes {
		if n%50 != 0 && n != most && i != 0 {
			continue
		}
		row := []string{count(float64(n))}
		for d := range how {
			row = append(row, fmt.Sprintf("%s (%s)",
				over(results[d][i], func(r SubmitResult) float64 {
					return float64(r.Jobs)
				}).text(whole),
				over(results[d][i], func(r SubmitResult) float64 {
					return float64(r.Crashes)
				}).text(whole)))
		}
		table.Rows = append(table.Rows, row)
	}
	return Report{Figures: []Figure{jobs, free}, Tables: []Table{table}}, nil
}

// NewBufferReport runs the shared buffer for numbers of producers up to most.
func NewBufferReport(ctx context.Context, progress io.Writer, cfg BufferConfig, seeds, most,
	step int, how []Discipline) (Report, error) {
	sizes := steps(most, step, 1, 2, 5)
	results := make([][][]BufferResult, len(how))
	var tasks []task
	for d := range how {
		results[d] = make([][]BufferResult, len(sizes))
		for i, n := range sizes {
			results[d][i] = runSeeds(&tasks, cfg.Seed,
				seeds, func(ctx context.Context, seed uint64, tick func(float64)) (BufferResult,
					error) {
					at := cfg
					at.Producers, at.Seed = n, seed
					return Buffer(ctx, at, how[d], tick)
				})
		}
	}
	if err := runTasks(ctx, progress, "buffer", tasks); err != nil {
		return Report{}, err
	}
	rate := Figure{Name: "buffer-throughput",
		Title: "What the consumer gets out of a full buffer (" + fmt.Sprintf(bandNote, seeds) +
			")",
		XLabel: "producers", YLabel: "throughput (MB/s)"}
	collisions := Figure{Name: "buffer-collisions", Title: "Files given up in " +
		secs(cfg.Duration.Seconds()) + " because the buffer was full (medians)",
		XLabel: "producers", YLabel: "collisions", LogY: true}
	table := Table{Title: "buffer: throughput in MB/s (collisions)", Head: []string{"producers"},
		Notes: []string{fmt.Sprintf("least and greatest of %d seeds", seeds)}}
	throughput := func(r BufferResult) float64 { return r.Consumed / cfg.Duration.Seconds() / 1e6 }
	lost := func(r BufferResult) float64 { return float64(r.Collisions) }
	for d := range how {
		rate.Curves = append(rate.Curves, banded(how[d].Name, sizes, results[d], throughput))
		c := banded(how[d].Name, sizes, results[d], lost)
		c.Low, c.High = nil, nil // they lie on the line
		collisions.Curves = append(collisions.Curves, c)
		table.Head = append(table.Head, how[d].Name)
	}
	for i, n := range sizes {
		row := []string{count(float64(n))}
		for d := range how {
			row = append(row, fmt.Sprintf("%s (%s)",
				over(results[d][i], throughput).text(func(x float64) string {
					return fmt.Sprintf("%.2f", x)
				}),
				over(results[d][i], lost).text(whole)))
		}
		table.Rows = append(table.Rows, row)
	}
	return Report{Figures: []Figure{rate, collisions}, Tables: []Table{table}}, nil
}

// NewBlackHoleReport runs the file servers with a black hole among them.
func NewBlackHoleReport(ctx context.Context, progress io.Writer, cfg BlackHoleConfig, seeds int,
	how []Discipline) (Report, error) {
	results := make([][]BlackHoleResult, len(how))
	var tasks []task
	for d := range how {
		results[d] = runSeeds(&tasks, cfg.Seed, seeds, func(ctx context.Context, seed uint64,
			tick func(float64)) (BlackHoleResult, error) {
			at := cfg
			at.Seed = seed
			return BlackHole(ctx, at, how[d], tick)
		})
	}
	if err := runTasks(ctx, progress, "blackhole", tasks); err != nil {
		return Report{}, err
	}
	bins := func(n int) []float64 {
		x := seconds(n)
		for i := range x {
			x[i] *= cfg.Bin.Seconds()
		}
		return x
	}
	files := Figure{Name: "blackhole-transfers",
		Title:  fmt.Sprintf("Files read from servers of which one is a black hole (medians of %d seeds)", seeds),
		XLabel: "time (s)", YLabel: "files read so far"}
	lost := Figure{Name: "blackhole-waste",
		Title:  fmt.Sprintf("What the black hole swallowed (medians of %d seeds)", seeds),
		XLabel: "time (s)",
		YLabel: "client time lost (s)"}
	table := Table{Title: fmt.Sprintf("blackhole: %d clients, %s", cfg.Clients,
		secs(cfg.Duration.Seconds())),
		Head: []string{"discipline", "files read", "timeouts of a file", "timeouts of a probe",
			"client time lost"},
		Notes: []string{fmt.Sprintf("least and greatest of %d seeds", seeds)}}
	waste := func(files, probes float64) float64 {
		return files*cfg.Timeout.Seconds() + probes*cfg.Sense.Seconds()
	}
	for d := range how {
		read := medians(results[d], func(r BlackHoleResult) []float64 { return r.Transfers })
		files.Curves = append(files.Curves, Curve{Name: how[d].Name, X: bins(len(read)), Y: read})
		wasted := medians(results[d], func(r BlackHoleResult) []float64 {
			w := make([]float64, len(r.Wasted))
			for i := range w {
				w[i] = waste(r.Wasted[i], r.Deferred[i])
			}
			return w
		})
		lost.Curves = append(lost.Curves, Curve{Name: how[d].Name, X: bins(len(wasted)), Y: wasted})
		row := []string{how[d].Name}
		for _, value := range []func(BlackHoleResult) float64{
			func(r BlackHoleResult) float64 { return float64(r.Files) },
			func(r BlackHoleResult) float64 { return float64(r.Collisions) },
			func(r BlackHoleResult) float64 { return float64(r.Deferrals) },
		} {
			row = append(row, over(results[d], value).text(whole))
		}
		table.Rows = append(table.Rows, append(row,
			over(results[d], func(r BlackHoleResult) float64 {
				return waste(float64(r.Collisions), float64(r.Deferrals))
			}).text(brief)))
	}
	return Report{Figures: []Figure{files, lost}, Tables: []Table{table}}, nil
}

// defaultDisciplines returns the disciplines of the virtual experiments.
func defaultDisciplines() []Discipline { return Disciplines(time.Second, time.Hour) }
