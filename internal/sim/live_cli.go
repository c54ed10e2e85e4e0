package sim

import (
	"context"
	"flag"
)

// Live runs are bounded: by their durations, and by these numbers of processes.
const (
	mostLiveClients = 1000
	liveClientsText = "expected 1 to 1000 clients with --live"
)

// given is the value of a flag if it was on the command line, else the default of live runs.
func given(f *flag.FlagSet, name string, value, otherwise int) int {
	found := false
	f.Visit(func(g *flag.Flag) { found = found || g.Name == name })
	if found {
		return value
	}
	return otherwise
}

func (o *options) liveOutage(ctx context.Context, f liveFlags, policies []string, clients int) (Report, error) {
	if clients < 1 || clients > mostLiveClients {
		return Report{}, &usageError{liveClientsText}
	}
	live, done, err := f.open()
	if err != nil {
		return Report{}, err
	}
	defer done()
	if len(policies) == 0 {
		policies = []string{"fixed from 100ms", "gauss"}
	}
	base := LiveOutageConfig()
	cfg := base.Scaled(clients)
	cfg.Seed = o.seed
	return NewLiveOutageReport(ctx, o.progress, cfg, live, policies)
}

func (o *options) liveSubmit(ctx context.Context, f liveFlags, most, step int) (Report, error) {
	if most < 1 || most > mostLiveClients || step < 1 {
		return Report{}, &usageError{liveClientsText}
	}
	live, done, err := f.open()
	if err != nil {
		return Report{}, err
	}
	defer done()
	var sizes []int
	for n := step; n <= most; n += step {
		sizes = append(sizes, n)
	}
	if len(sizes) == 0 {
		sizes = []int{most}
	}
	cfg := LiveSubmitConfig()
	cfg.Seed = o.seed
	return NewLiveSubmitReport(ctx, o.progress, cfg, live, sizes)
}

func (o *options) liveBlackHole(ctx context.Context, f liveFlags, clients int) (Report, error) {
	if clients < 1 || clients > mostLiveClients {
		return Report{}, &usageError{liveClientsText}
	}
	live, done, err := f.open()
	if err != nil {
		return Report{}, err
	}
	defer done()
	cfg := LiveBlackHoleConfig()
	cfg.Clients, cfg.Seed = clients, o.seed
	return NewLiveBlackHoleReport(ctx, o.progress, cfg, live)
}
