package sim

import (
	"context"
	"fmt"
	"io"
	"time"
)

// LiveBlackHoleConfig is the black hole, twenty times as fast.
func LiveBlackHoleConfig() BlackHoleConfig {
	return BlackHoleConfig{
		Clients: 3, Servers: 3, Transfer: 500 * time.Millisecond, Probe: time.Millisecond,
		Timeout: 3 * time.Second,
		Sense:   500 * time.Millisecond, Duration: 45 * time.Second, Bin: time.Second, Seed: 1,
	}
}

// LiveBlackHole runs one discipline for real.
func LiveBlackHole(ctx context.Context, cfg BlackHoleConfig, live Live, d Discipline,
	words string) (BlackHoleResult, error) {
	bins := int(cfg.Duration / cfg.Bin)
	result := BlackHoleResult{Transfers: make([]float64, bins)}
	started := time.Now()
	err := timed(ctx, cfg.Duration, func(ctx context.Context) error {
		mirrors, closeAll, err := startFileServers(ctx, cfg)
		if err != nil {
			return err
		}
		defer closeAll()
		c := live.clients(d, words, cfg.Clients)
		live.fetching(&c, mirrors, cfg.Timeout, cfg.Sense)
		c.spread = time.Second
		c.done = func(_, ended time.Time) {
			result.Files++
			for i := int(ended.Sub(started) / cfg.Bin); i >= 0 && i < bins; i++ {
				result.Transfers[i]++
			}
		}
		return c.run(ctx, cfg.Seed)
	})
	return result, err
}

// NewLiveBlackHoleReport runs all disciplines, and draws them with the simulated curves.
func NewLiveBlackHoleReport(ctx context.Context, progress io.Writer, cfg BlackHoleConfig,
	live Live) (Report, error) {
	how, words, err := liveDisciplines("fixed from 50ms", "ftsh from 50ms to 3m",
		"ftsh from 50ms to 3m")
	if err != nil {
		return Report{}, err
	}
	report, err := NewBlackHoleReport(ctx, nil, cfg, liveSeeds, how)
	if err != nil {
		return Report{}, err
	}
	files := report.Figures[0]
	files.Name, files.Title = "live-blackhole",
		"Files read past a black hole: simulated (lines) and real (marks)"
	table := Table{Title: fmt.Sprintf("live blackhole: files that %d clients read in %s",
		cfg.Clients, secs(cfg.Duration.Seconds())),
		Head: []string{"discipline", "real", "simulated"}}
	bar := newBar(progress, "live blackhole", len(how))
	for i := range how {
		files.Curves[i].Name += ", simulated"
		real, err := LiveBlackHole(ctx, cfg, live, how[i], words[i])
		if err != nil {
			return Report{}, err
		}
		x, y := seconds(len(real.Transfers)), real.Transfers
		x, y = every(x, 3), every(y, 3)
		files.Curves = append(files.Curves, files.real(i, how[i].Name, x, y))
		table.Rows = append(table.Rows, []string{how[i].Name, fmt.Sprint(real.Files),
			report.Tables[0].Rows[i][1]})
		bar(1)
	}
	return Report{Figures: []Figure{files}, Tables: []Table{table}}, nil
}
