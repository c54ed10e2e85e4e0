package sim

import (
	"context"
	"flag"
	"slices"
)

// Live runs are bounded by their durations, and by these numbers of processes.
const (
	mostLiveClients = 1000
	liveClientsText = "expected 1 to 1000 clients with --live"
)

// given returns the value of a flag from the command line, or the default of live runs.
func given[T any](f *flag.FlagSet, name string, value, otherwise T) T {
	found := false
	f.Visit(func(g *flag.Flag) { found = found || g.Name == name })
	if found {
		return value
	}
	return otherwise
}

// liveOutageConfig returns the configuration of a live run: cfg, changed by the command line.
func liveOutageConfig(f *flag.FlagSet, cfg, wanted OutageConfig, clients int) OutageConfig {
	usual := cfg.Duration - cfg.StopFor
	share := float64(cfg.Clients) / float64(wanted.Clients)
	f.Visit(func(g *flag.Flag) {
		switch g.Name {
		case "backlog":
			cfg.Backlog = int(float64(wanted.Backlog) * share)
		case "law":
			cfg.Law = wanted.Law
		case "stop":
			cfg.StopFor, cfg.Duration = wanted.StopFor, usual+wanted.StopFor
		case "timeout":
			cfg.Timeout = wanted.Timeout
		}
	})
	cfg.Duration = given(f, "duration", wanted.Duration, cfg.Duration)
	return cfg.Scaled(given(f, "clients", clients, cfg.Clients))
}

func (o *options) liveOutage(ctx context.Context, f liveFlags, policies []string,
	cfg OutageConfig) (Report, error) {
	if cfg.Clients > mostLiveClients {
		return Report{}, &usageError{liveClientsText}
	}
	if err := cfg.check(); err != nil {
		return Report{}, err
	}
	live, done, err := f.open("outage")
	if err != nil {
		return Report{}, err
	}
	defer done()
	if len(policies) == 0 {
		policies = []string{"fixed from 100ms", "gauss"}
	}
	cfg.Seed = o.seed
	return NewLiveOutageReport(ctx, o.progress, cfg, live, policies)
}

// liveThrough runs the outage with clients going through a name, for given numbers of them.
func (o *options) liveThrough(ctx context.Context, f liveFlags, policies []string, cfg OutageConfig,
	sizes []int) (Report, error) {
	if slices.Max(sizes) > mostLiveClients {
		return Report{}, &usageError{liveClientsText}
	}
	if err := cfg.check(); err != nil {
		return Report{}, err
	}
	f.examples = [2]string{"", "together.ftsh"}
	live, done, err := f.open("outage")
	if err != nil {
		return Report{}, err
	}
	defer done()
	if live.Script == "" {
		live.Script = live.tool("alone.ftsh")
	}
	cfg.Seed = o.seed
	return NewLiveThroughReport(ctx, o.progress, cfg, live, sizes, policies)
}

func (o *options) liveSubmit(ctx context.Context, f liveFlags, most, step int) (Report, error) {
	if most > mostLiveClients {
		return Report{}, &usageError{liveClientsText}
	}
	live, done, err := f.open("submit")
	if err != nil {
		return Report{}, err
	}
	defer done()
	cfg := LiveSubmitConfig()
	cfg.Seed = o.seed
	return NewLiveSubmitReport(ctx, o.progress, cfg, live, liveSteps(most, step))
}

// liveSteps returns the multiples of step up to most, or most alone.
func liveSteps(most, step int) (sizes []int) {
	for n := step; n <= most; n += step {
		sizes = append(sizes, n)
	}
	if len(sizes) == 0 {
		sizes = []int{most}
	}
	return sizes
}

func (o *options) liveBuffer(ctx context.Context, f liveFlags, cfg BufferConfig, most,
	step int) (Report, error) {
	if most > mostLiveClients {
		return Report{}, &usageError{liveClientsText}
	}
	live, done, err := f.open("buffer")
	if err != nil {
		return Report{}, err
	}
	defer done()
	if live.Script == "" {
		live.Script = live.tool("store.ftsh")
	}
	cfg.Seed = o.seed
	return NewLiveBufferReport(ctx, o.progress, cfg, live, liveSteps(most, step))
}

func (o *options) liveBlackHole(ctx context.Context, f liveFlags, clients int) (Report, error) {
	if clients > mostLiveClients {
		return Report{}, &usageError{liveClientsText}
	}
	live, done, err := f.open("blackhole")
	if err != nil {
		return Report{}, err
	}
	defer done()
	cfg := LiveBlackHoleConfig()
	cfg.Clients, cfg.Seed = clients, o.seed
	return NewLiveBlackHoleReport(ctx, o.progress, cfg, live)
}
