package sim

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"
	"syscall"
	"time"
)

// LiveOutageConfig is the outage with a fifth of the clients and of the server, the load that two
// cores can bear with a process for each request, and with a stop of 30 s. A client is a process
// that ends its connection with its request. With a queue of 100, neither is fixed retry saved by a
// short queue, nor backoff lost by a long one.
func LiveOutageConfig() OutageConfig {
	c := DefaultOutage().Scaled(200)
	c.Backlog, c.Dial = 100, 0
	c.StopAt, c.StopFor, c.Duration = 15*time.Second, 30*time.Second, 90*time.Second
	return c
}

// LiveOutage runs one policy for real: the server is a process, stopped by SIGSTOP and continued by
// SIGCONT. Connections to the stopped server wait in the kernel's queue.
func LiveOutage(ctx context.Context, cfg OutageConfig, live Live, words string) (OutageResult,
	error) {
	c := live.clients(Discipline{}, words, cfg.Clients)
	return runLiveOutage(ctx, cfg, c, func(c *liveClients, server string) {
		live.fetching(c, []string{server}, cfg.Timeout, cfg.Timeout)
	})
}

// runLiveOutage runs clients; prepare tells them the server's address. It counts the attempts
// reported by the clients.
func runLiveOutage(ctx context.Context, cfg OutageConfig, c liveClients,
	prepare func(c *liveClients, server string)) (OutageResult, error) {
	n := int(cfg.Duration / time.Second)
	result := OutageResult{OK: make([]float64, n), Attempts: make([]float64, n),
		Concurrency: make([]float64, n)}
	server, err := startServer(ctx, "outage", serverConfig{Outage: &cfg})
	if err != nil {
		return result, err
	}
	started := time.Now()
	second := func(t time.Time) int { return min(int(t.Sub(started)/time.Second), n-1) }
	ended := make(chan struct{})
	go func() { // reads until the server has ended
		defer close(ended)
		for server.lines.Scan() {
			var working float64
			if _, err := fmt.Sscanf(server.lines.Text(), "working %g", &working); err == nil {
				at := second(time.Now())
				result.Concurrency[at] = max(result.Concurrency[at], working)
			}
		}
	}()
	stopped := make(chan error, 1)
	var mu sync.Mutex
	back := started.Add(cfg.StopAt + cfg.StopFor)
	err = timed(ctx, cfg.Duration, func(ctx context.Context) error {
		go func() { stopped <- stopAndContinue(ctx, server.cmd.Process.Pid, cfg) }()
		prepare(&c, fmt.Sprintf("127.0.0.1:%d", server.port))
		c.pause = func(r *rand.Rand) time.Duration { return exponential(r, cfg.Interval) }
		c.onLine = func(line []byte) {
			if attemptBegins(line) && ctx.Err() == nil {
				mu.Lock()
				result.Attempts[second(time.Now())]++
				mu.Unlock()
			}
		}
		c.done = func(began, ended time.Time) {
			result.OK[second(ended)]++
			if late := ended.Sub(back).Seconds(); began.Before(back) && late >= 0 {
				result.Waited++
				result.LateMean += late // the sum, until summarize
				result.LateWorst = max(result.LateWorst, late)
			}
		}
		return c.run(ctx, cfg.Seed)
	})
	err = errors.Join(err, <-stopped)
	server.close()
	<-ended
	result.summarize(cfg.StopAt, cfg.StopFor)
	return result, err
}

// attemptBegins reports whether a record of the shell's log is the start of an attempt of a try.
func attemptBegins(record []byte) bool { return bytes.Contains(record, []byte(" try attempt ")) }

func stopAndContinue(ctx context.Context, pid int, cfg OutageConfig) error {
	if !sleep(ctx, cfg.StopAt) {
		return nil
	}
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		return err
	}
	sleep(ctx, cfg.StopFor)
	return syscall.Kill(pid, syscall.SIGCONT)
}

// liveSeeds is the number of simulations compared with a real run.
const liveSeeds = 8

// NewLiveOutageReport runs the policies one after the other, and draws them with the simulated
// curves.
func NewLiveOutageReport(ctx context.Context, progress io.Writer, cfg OutageConfig, live Live,
	policies []string) (Report, error) {
	specs, err := parsePolicies(policies)
	if err != nil {
		return Report{}, err
	}
	span := []Interval{{cfg.StopAt.Seconds(), (cfg.StopAt + cfg.StopFor).Seconds(), "stopped"}}
	ok := Figure{Name: "live-outage-throughput",
		Title:  "Answers in time (means of 5 s): simulated (lines) and real (marks)",
		XLabel: "time (s)", YLabel: "answers per second", Spans: span}
	load := Figure{Name: "live-outage-concurrency",
		Title:  "Requests that the server works on: simulated (lines) and real (marks)",
		XLabel: "time (s)", YLabel: "concurrent requests", LogY: true, Spans: span}
	table := Table{Title: "live outage: " + count(float64(cfg.Clients)) + " clients, stopped for " +
		secs(cfg.StopFor.Seconds()),
		Head: []string{"policy", "", "answers/s before", "back to 90 % after", "peak load"}}
	bar := newBar(progress, "live outage", len(specs))
	var okReal, loadReal []Curve
	for i, s := range specs {
		var tasks []task
		simulated := runSeeds(&tasks, cfg.Seed, liveSeeds, func(ctx context.Context, seed uint64,
			tick func(float64)) (OutageResult, error) {
			at := cfg
			at.Seed = seed
			return Outage(ctx, at, s.Policy(), tick)
		})
		if err := runTasks(ctx, nil, "", tasks); err != nil {
			return Report{}, err
		}
		real, err := LiveOutage(ctx, cfg, live, s.String())
		if err != nil {
			return Report{}, err
		}
		for _, r := range []struct {
			name string
			runs []OutageResult
		}{{"simulated", simulated}, {"real", []OutageResult{real}}} {
			table.Rows = append(table.Rows, []string{s.String(), r.name,
				over(r.runs, func(r OutageResult) float64 { return r.Steady }).text(count),
				over(r.runs, func(r OutageResult) float64 { return r.Recovery }).text(brief),
				over(r.runs, func(r OutageResult) float64 { return r.Peak }).text(whole)})
		}
		x, y := means(medians(simulated, func(r OutageResult) []float64 { return r.OK }), 5)
		ok.Curves = append(ok.Curves, Curve{Name: s.String() + ", simulated", X: x, Y: y})
		x, y = means(real.OK, 5)
		okReal = append(okReal, ok.real(i, s.String(), x, y))
		x, y = means(medians(simulated, func(r OutageResult) []float64 { return r.Concurrency }), 3)
		load.Curves = append(load.Curves, Curve{Name: s.String() + ", simulated", X: x, Y: y})
		for i := range real.Concurrency {
			if at := time.Duration(i) * time.Second; at > cfg.StopAt-time.Second &&
				at < cfg.StopAt+cfg.StopFor {
				real.Concurrency[i] = math.NaN() // a stopped server does not report
			}
		}
		x, y = means(real.Concurrency, 3)
		loadReal = append(loadReal, load.real(i, s.String(), x, y))
		bar(1)
	}
	ok.Curves, load.Curves = append(ok.Curves, okReal...), append(load.Curves, loadReal...)
	return Report{Figures: []Figure{ok, load}, Tables: []Table{table}}, nil
}
