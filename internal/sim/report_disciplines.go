package sim

import (
	"context"
	"fmt"
	"io"
	"time"
)

// NewSubmitReport runs the job submission for numbers of clients up to most, and draws the figure of
// the paper; and for the greatest number, what happens over time.
func NewSubmitReport(ctx context.Context, progress io.Writer, cfg SubmitConfig, most, step int, how []Discipline) (Report, error) {
	var sizes []int
	for n := 0; n <= most; n += step {
		sizes = append(sizes, n)
	}
	results := make([][]SubmitResult, len(how))
	var tasks []task
	for d := range how {
		results[d] = make([]SubmitResult, len(sizes))
		for i, n := range sizes {
			tasks = append(tasks, func(ctx context.Context, tick func(float64)) (err error) {
				at := cfg
				at.Clients = n
				results[d][i], err = Submit(ctx, at, how[d], tick)
				return err
			})
		}
	}
	if err := runTasks(ctx, progress, "submit", tasks); err != nil {
		return Report{}, err
	}
	jobs := Figure{Name: "submit-jobs", Title: "Jobs submitted in " + secs(cfg.Duration.Seconds()), XLabel: "clients that submit",
		YLabel: "jobs submitted"}
	free := Figure{Name: "submit-descriptors", Title: fmt.Sprintf("Free descriptors with %d clients", sizes[len(sizes)-1]),
		XLabel: "time (s)", YLabel: "free descriptors"}
	table := Table{Title: "submit: jobs in " + secs(cfg.Duration.Seconds()) + " (crashes of the queue manager)",
		Head: []string{"clients"}}
	for d := range how {
		c := Curve{Name: how[d].Name}
		for i, n := range sizes {
			c.X, c.Y = append(c.X, float64(n)), append(c.Y, float64(results[d][i].Jobs))
		}
		jobs.Curves = append(jobs.Curves, c)
		last := results[d][len(sizes)-1]
		free.Curves = append(free.Curves, Curve{Name: how[d].Name, X: seconds(len(last.Free)), Y: last.Free})
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
		if n%50 != 0 && n != most {
			continue
		}
		row := []string{count(float64(n))}
		for d := range how {
			row = append(row, fmt.Sprintf("%d (%d)", results[d][i].Jobs, results[d][i].Crashes))
		}
		table.Rows = append(table.Rows, row)
	}
	return Report{Figures: []Figure{jobs, free}, Tables: []Table{table}}, nil
}

// NewBufferReport runs the shared buffer for numbers of producers up to most.
func NewBufferReport(ctx context.Context, progress io.Writer, cfg BufferConfig, most, step int, how []Discipline) (Report, error) {
	sizes := []int{1, 2, 5}
	for n := step; n <= most; n += step {
		if n > 5 {
			sizes = append(sizes, n)
		}
	}
	results := make([][]BufferResult, len(how))
	var tasks []task
	for d := range how {
		results[d] = make([]BufferResult, len(sizes))
		for i, n := range sizes {
			tasks = append(tasks, func(ctx context.Context, tick func(float64)) (err error) {
				at := cfg
				at.Producers = n
				results[d][i], err = Buffer(ctx, at, how[d], tick)
				return err
			})
		}
	}
	if err := runTasks(ctx, progress, "buffer", tasks); err != nil {
		return Report{}, err
	}
	rate := Figure{Name: "buffer-throughput", Title: "What the consumer gets out of a full buffer", XLabel: "producers",
		YLabel: "throughput (MB/s)"}
	collisions := Figure{Name: "buffer-collisions", Title: "Files given up in " + secs(cfg.Duration.Seconds()) + " because the buffer was full", XLabel: "producers",
		YLabel: "collisions", LogY: true}
	table := Table{Title: "buffer: throughput in MB/s (collisions)", Head: []string{"producers"}}
	for d := range how {
		a, b := Curve{Name: how[d].Name}, Curve{Name: how[d].Name}
		for i, n := range sizes {
			r := results[d][i]
			a.X, a.Y = append(a.X, float64(n)), append(a.Y, r.Consumed/cfg.Duration.Seconds()/1e6)
			b.X, b.Y = append(b.X, float64(n)), append(b.Y, float64(r.Collisions))
		}
		rate.Curves, collisions.Curves = append(rate.Curves, a), append(collisions.Curves, b)
		table.Head = append(table.Head, how[d].Name)
	}
	for i, n := range sizes {
		row := []string{count(float64(n))}
		for d := range how {
			r := results[d][i]
			row = append(row, fmt.Sprintf("%.2f (%d)", r.Consumed/cfg.Duration.Seconds()/1e6, r.Collisions))
		}
		table.Rows = append(table.Rows, row)
	}
	return Report{Figures: []Figure{rate, collisions}, Tables: []Table{table}}, nil
}

// NewBlackHoleReport runs the file servers with a black hole among them.
func NewBlackHoleReport(ctx context.Context, progress io.Writer, cfg BlackHoleConfig, how []Discipline) (Report, error) {
	results := make([]BlackHoleResult, len(how))
	tasks := make([]task, len(how))
	for d := range how {
		tasks[d] = func(ctx context.Context, tick func(float64)) (err error) {
			results[d], err = BlackHole(ctx, cfg, how[d], tick)
			return err
		}
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
	files := Figure{Name: "blackhole-transfers", Title: "Files read from servers of which one is a black hole",
		XLabel: "time (s)", YLabel: "files read so far"}
	lost := Figure{Name: "blackhole-waste", Title: "What the black hole swallowed", XLabel: "time (s)",
		YLabel: "client time lost (s)"}
	table := Table{Title: fmt.Sprintf("blackhole: %d clients, %s", cfg.Clients, secs(cfg.Duration.Seconds())),
		Head: []string{"discipline", "files read", "timeouts of a file", "timeouts of a probe", "client time lost"}}
	for d := range how {
		r := results[d]
		files.Curves = append(files.Curves, Curve{Name: how[d].Name, X: bins(len(r.Transfers)), Y: r.Transfers})
		waste := make([]float64, len(r.Wasted))
		for i := range waste {
			waste[i] = r.Wasted[i]*cfg.Timeout.Seconds() + r.Deferred[i]*cfg.Sense.Seconds()
		}
		lost.Curves = append(lost.Curves, Curve{Name: how[d].Name, X: bins(len(waste)), Y: waste})
		table.Rows = append(table.Rows, []string{how[d].Name, count(float64(r.Files)), count(float64(r.Collisions)),
			count(float64(r.Deferrals)),
			secs(float64(r.Collisions)*cfg.Timeout.Seconds() + float64(r.Deferrals)*cfg.Sense.Seconds())})
	}
	return Report{Figures: []Figure{files, lost}, Tables: []Table{table}}, nil
}

// defaultDisciplines are those of the virtual experiments.
func defaultDisciplines() []Discipline { return Disciplines(time.Second, time.Hour) }
