package sim

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"time"
)

// LiveSubmitConfig is the submission at a size that two cores can run for real: descriptors for 160
// connections, and everything five times as fast. The clients start slowly, since each start is
// half a dozen processes. The simulated curve next to it has the same numbers. A look costs the
// manager nothing, since it is practically idle while it works on a job.
func LiveSubmitConfig() SubmitConfig {
	return SubmitConfig{
		Spread: 10 * time.Second, Prepare: 60 * time.Millisecond, Descriptors: 800, PerClient: 5,
		Reserve: 150,
		Service: 50 * time.Millisecond, Slowdown: 640, Restart: 6 * time.Second,
		Duration: 40 * time.Second, Seed: 1,
	}
}

// LiveSubmit runs one discipline with one number of clients for real. The crash of the manager is
// real, too: it runs into its RLIMIT_NOFILE.
func LiveSubmit(ctx context.Context, cfg SubmitConfig, live Live, d Discipline,
	words string) (SubmitResult, error) {
	var result SubmitResult
	pidfile := filepath.Join(live.Dir, "pid")
	server := serverConfig{Submit: &cfg, PIDFile: pidfile}
	first, err := startServer(ctx, "submit", server)
	if err != nil {
		return result, err
	}
	server.Port = first.port
	managerEnded := make(chan error, 1)
	err = timed(ctx, cfg.Duration, func(ctx context.Context) error {
		go func() { managerEnded <- keepManager(ctx, first, cfg, server, &result.Crashes) }()
		c := live.clients(d, words, cfg.Clients)
		url := fmt.Sprintf("http://127.0.0.1:%d/submit", first.port)
		if err := live.submitting(&c, d, url, pidfile, cfg.Reserve); err != nil {
			return err
		}
		c.spread = cfg.Spread
		c.done = func(_, _ time.Time) { result.Jobs++ }
		return c.run(ctx, cfg.Seed)
	})
	return result, errors.Join(err, <-managerEnded)
}

// keepManager restarts the manager some time after each crash.
func keepManager(ctx context.Context, s *liveServer, cfg SubmitConfig, server serverConfig,
	crashes *int) error {
	for {
		err := waitServer(ctx, s)
		if ctx.Err() != nil {
			return nil
		}
		exit, ok := err.(*exec.ExitError)
		if !ok || exit.ExitCode() != managerCrash {
			return fmt.Errorf("the queue manager ended: %w", err)
		}
		*crashes++
		if !sleep(ctx, cfg.Restart) {
			return nil
		}
		if s, err = startServer(ctx, "submit", server); err != nil {
			if ctx.Err() != nil {
				return nil
			}
			return err
		}
	}
}

func waitServer(ctx context.Context, s *liveServer) error {
	// An error means it has ended.
	stop := context.AfterFunc(ctx, func() { _ = s.cmd.Process.Kill() })
	defer stop()
	return s.cmd.Wait()
}

// NewLiveSubmitReport runs all disciplines at a few numbers of clients, one after the other, and
// draws the results with the simulated curves.
func NewLiveSubmitReport(ctx context.Context, progress io.Writer, cfg SubmitConfig, live Live,
	sizes []int) (Report, error) {
	// examples/descriptors.ftsh says "backoff from 1 s to 5 minutes" itself.
	how, words, err := liveDisciplines("fixed from 1s", "ftsh from 1s to 1m", "ftsh from 1s to 5m")
	if err != nil {
		return Report{}, err
	}
	most := sizes[len(sizes)-1]
	report, err := NewSubmitReport(ctx, nil, cfg, liveSeeds, most, max(most/24, 1), how)
	if err != nil {
		return Report{}, err
	}
	jobs := report.Figures[0]
	jobs.Name, jobs.Title = "live-submit", "Jobs submitted in "+secs(cfg.Duration.Seconds())+
		": simulated (lines; medians) and real (marks)"
	for i := range jobs.Curves {
		jobs.Curves[i].Name += ", simulated"
		jobs.Curves[i].Low, jobs.Curves[i].High = nil, nil
	}
	bar := newBar(progress, "live submit", len(how)*len(sizes))
	table := Table{Title: "live submit: jobs in " + secs(cfg.Duration.Seconds()) +
		" (crashes), real / simulated", Head: []string{"clients"}}
	rows := make([][]string, len(sizes))
	for d := range how {
		table.Head = append(table.Head, how[d].Name)
		c := jobs.real(d, how[d].Name, nil, nil)
		for i, n := range sizes {
			at := cfg
			at.Clients = n
			real, err := LiveSubmit(ctx, at, live, how[d], words[d])
			if err != nil {
				return Report{}, err
			}
			var tasks []task
			simulated := runSeeds(&tasks, cfg.Seed,
				liveSeeds, func(ctx context.Context, seed uint64, tick func(float64)) (SubmitResult,
					error) {
					at := at
					at.Seed = seed
					return Submit(ctx, at, how[d], tick)
				})
			if err := runTasks(ctx, nil, "", tasks); err != nil {
				return Report{}, err
			}
			c.X, c.Y = append(c.X, float64(n)), append(c.Y, float64(real.Jobs))
			rows[i] = append(rows[i], fmt.Sprintf("%d (%d) / %s (%s)", real.Jobs, real.Crashes,
				over(simulated, func(r SubmitResult) float64 {
					return float64(r.Jobs)
				}).text(whole),
				over(simulated, func(r SubmitResult) float64 {
					return float64(r.Crashes)
				}).text(whole)))
			bar(1)
		}
		jobs.Curves = append(jobs.Curves, c)
	}
	for i, n := range sizes {
		table.Rows = append(table.Rows, append([]string{fmt.Sprint(n)}, rows[i]...))
	}
	return Report{Figures: []Figure{jobs}, Tables: []Table{table}}, nil
}
