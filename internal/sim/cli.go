package sim

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"ftsh/internal/duration"
	"ftsh/internal/version"
)

const usage = `usage: ftsh-sim EXPERIMENT [options] [policy…]

Experiments on how clients that retry treat a server, in virtual time or, with --live, for real.
They print a table, and write figures as SVG, with the data as CSV.

  outage      a server is stopped for a while; does it come back, and at what cost?
  submit      clients share a queue manager that crashes when it is overrun
  buffer      producers share a disk that is full
  blackhole   file servers, one of which accepts connections and never answers
  recovery    how long after an outage clients are back, by its length and by T, F, M
  policy      the delays of given policies, as a curve and a table
  all         every experiment in virtual time, with its defaults

A policy is written as in a backoff clause: 'ftsh from 1s to 15m', 'full', 'fixed from 30s'.
In outage, but not with --live, it may also be "published", the client that the source published.
Options may stand anywhere, with one hyphen or two. "ftsh-sim EXPERIMENT --help" lists those of one
experiment, "ftsh-sim --version" prints the version.
`

// Main is the command ftsh-sim. It returns the exit status: 0, 1 on failure, 2 for a usage error.
func Main(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := command(ctx, args, stdout, stderr)
	var wrong *usageError
	var policy *policyError
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return 0
	case errors.As(err, &wrong), errors.As(err, &policy):
		fmt.Fprintf(stderr, "ftsh-sim: %v\n", err)
		return 2
	default:
		fmt.Fprintf(stderr, "ftsh-sim: %v\n", err)
		return 1
	}
}

type usageError struct{ text string }

func (e *usageError) Error() string { return e.text }

// options are the options common to all experiments.
type options struct {
	out      string
	seed     uint64
	seeds    int
	noPlots  bool
	stdout   io.Writer
	progress io.Writer // nil if standard error is no terminal
}

func command(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	if len(args) == 0 {
		fmt.Fprint(stderr, usage)
		return &usageError{"expected an experiment, found nothing"}
	}
	o := &options{stdout: stdout}
	if f, ok := stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		o.progress = stderr
	}
	switch args[0] {
	// Processes of live experiments, not for people.
	case "serve-outage", "serve-submit", "serve-buffer":
		if len(args) != 2 {
			return &usageError{"expected a configuration"}
		}
		return serve(ctx, strings.TrimPrefix(args[0], "serve-"), args[1], os.Stdin, stdout)
	}
	name, rest := experiment(args)
	switch name {
	case "":
		return &usageError{"expected an experiment (outage, submit, buffer, blackhole, recovery, policy or all), found options alone"}
	case "--help", "-h", "-help", "help":
		_, err := fmt.Fprint(stdout, usage)
		return err
	case "--version", "-version":
		_, err := fmt.Fprintln(stdout, version.Of("ftsh-sim"))
		return err
	case "all":
		return o.all(ctx, rest)
	}
	run, ok := map[string]func(context.Context, *flag.FlagSet, []string) (Report, error){
		"outage": o.outage, "submit": o.submit, "buffer": o.buffer, "blackhole": o.blackHole,
		"recovery": o.recovery,
		"policy":   o.policy,
	}[name]
	if !ok {
		return &usageError{fmt.Sprintf("expected an experiment (outage, submit, buffer, blackhole, recovery, policy or all), found %q", name)}
	}
	report, err := run(ctx, o.flags(name), rest)
	if err != nil {
		return err
	}
	return o.write(report)
}

func (o *options) flags(name string) *flag.FlagSet {
	f := flag.NewFlagSet(name, flag.ContinueOnError)
	f.StringVar(&o.out, "out", ".", "existing `directory` for the figures")
	o.seed = 1
	f.Var(seed{&o.seed}, "seed", "seed of the random numbers; the same seed gives the same result")
	if name != "policy" {
		o.seeds = 8
		countVar(f, &o.seeds, "seeds", 1,
			"number of runs, each with the next seed; tables show their range, figures their median")
	}
	f.BoolVar(&o.noPlots, "no-plots", false, "only print the tables; write no files")
	return f
}

func (o *options) write(report Report) error {
	for _, t := range report.Tables {
		if err := t.Write(o.stdout); err != nil {
			return err
		}
	}
	if o.noPlots {
		return nil
	}
	for _, f := range report.Figures {
		if _, err := f.Render(o.out); err != nil {
			return err
		}
		fmt.Fprintf(o.stdout, "%s.{svg,csv}\n", filepath.Join(o.out, f.Name))
	}
	return nil
}

// outageFlags defines the options of an outage, with cfg and clients as defaults.
func outageFlags(f *flag.FlagSet, cfg *OutageConfig, clients *int) {
	countVar(f, clients, "clients", 1, "number of clients; the server grows with them")
	spanVar(f, &cfg.StopFor, "stop", time.Millisecond,
		"how long the server is stopped, 30s after the start")
	spanVar(f, &cfg.Duration, "duration", time.Second, "length of the whole experiment")
	spanVar(f, &cfg.Timeout, "timeout", time.Millisecond, "how long a client waits for an answer")
	countVar(f, &cfg.Backlog, "backlog", 1,
		"connections waiting for a stopped server, per 1000 clients")
	f.TextVar(&cfg.Law, "law", cfg.Law,
		"`law` for the time of a request: it follows the concurrency \"now\" or on \"arrival\"")
	spanVar(f, &cfg.Dial, "dial", 0,
		"how long to try for a connection; 0: until the client gives up its request")
}

// throughFlags are the options of the experiments with clients that may go through a name.
type throughFlags struct {
	through *bool
	hosts   []int
	flags   *flag.FlagSet
}

func addThroughFlags(f *flag.FlagSet) *throughFlags {
	t := &throughFlags{hosts: []int{1, 10, 100, 1000}, flags: f}
	t.through = f.Bool("through", false,
		"compare with clients that back off together with the others of their host")
	f.Var(several{&t.hosts}, "hosts",
		"numbers of hosts; numbers above that of clients are left out")
	return t
}

// of returns the numbers of hosts for so many clients.
func (t *throughFlags) of(clients int) ([]int, error) {
	given := false
	t.flags.Visit(func(g *flag.Flag) { given = given || g.Name == "hosts" })
	hosts := slices.DeleteFunc(slices.Clone(t.hosts), func(n int) bool { return n > clients })
	switch {
	case given && !*t.through:
		return nil, &usageError{"--hosts needs --through"}
	case len(hosts) == 0:
		return nil, &usageError{fmt.Sprintf("--hosts %v is more than there are clients, %d",
			several{&t.hosts}, clients)}
	}
	return hosts, nil
}

func (o *options) outage(ctx context.Context, f *flag.FlagSet, args []string) (Report, error) {
	cfg := DefaultOutage()
	clients := cfg.Clients
	outageFlags(f, &cfg, &clients)
	together := addThroughFlags(f)
	live := addLiveFlags(f, "mirrors.ftsh", "")
	policies, err := o.parse(f, args)
	if err == nil {
		err = live.check(f, "backlog", "clients", "duration", "law", "stop", "timeout", "through")
	}
	switch {
	case err != nil:
		return Report{}, err
	case *live.live && *together.through:
		sizes := []int{250, 500}
		if n := given(f, "clients", clients, 0); n != 0 {
			sizes = []int{n}
		}
		return o.liveThrough(ctx, live, policies, liveOutageConfig(f, LiveThroughConfig(), cfg,
			sizes[0]), sizes)
	case *live.live:
		return o.liveOutage(ctx, live, policies, liveOutageConfig(f, LiveOutageConfig(), cfg,
			clients))
	}
	if err := cfg.check(); err != nil {
		return Report{}, err
	}
	hosts, err := together.of(clients)
	if err != nil {
		return Report{}, err
	}
	cfg.Seed = o.seed
	if *together.through {
		return NewThroughOutageReport(ctx, o.progress, cfg.Scaled(clients), o.seeds,
			orElse(policies, throughPolicies), hosts)
	}
	return NewOutageReport(ctx, o.progress, cfg.Scaled(clients), o.seeds,
		orElse(policies, outagePolicies))
}

// orElse returns list, or another one if it is empty.
func orElse(list []string, other func() []string) []string {
	if len(list) == 0 {
		return other()
	}
	return list
}

func (o *options) submit(ctx context.Context, f *flag.FlagSet, args []string) (Report, error) {
	cfg := DefaultSubmit()
	most, step, first, greatest := 500, 10, time.Second, time.Hour
	countVar(f, &most, "clients", 1, "greatest number of clients")
	countVar(f, &step, "step", 1, "step of the number of clients")
	spanVar(f, &cfg.Duration, "duration", time.Second, "length of a run")
	countVar(f, &cfg.Descriptors, "descriptors", 1, "descriptors of the queue manager")
	countVar(f, &cfg.Reserve, "reserve", 0, "descriptors that an Ethernet client leaves free")
	spanVar(f, &cfg.Look, "look", 0,
		"time that a look of an Ethernet client takes on the queue manager's machine")
	spanVar(f, &first, "first", time.Millisecond, "first delay of every discipline")
	spanVar(f, &greatest, "most", time.Millisecond, "greatest delay of Aloha and Ethernet")
	live := addLiveFlags(f, "submit.ftsh", "descriptors.ftsh")
	err := noRest(o.parse(f, args))
	if err == nil {
		err = live.check(f, "clients", "step")
	}
	if err != nil {
		return Report{}, err
	}
	if *live.live {
		return o.liveSubmit(ctx, live, given(f, "clients", most, 240), given(f, "step", step, 60))
	}
	switch {
	case step > most:
		err = &usageError{fmt.Sprintf("--step %d is more than --clients %d", step, most)}
	case cfg.Reserve >= cfg.Descriptors:
		err = &usageError{fmt.Sprintf("--reserve %d leaves nothing of --descriptors %d",
			cfg.Reserve, cfg.Descriptors)}
	case first > greatest:
		err = &usageError{fmt.Sprintf("--first %s is more than --most %s", duration.Format(first),
			duration.Format(greatest))}
	}
	if err != nil {
		return Report{}, err
	}
	cfg.Seed = o.seed
	return NewSubmitReport(ctx, o.progress, cfg, o.seeds, most, step, Disciplines(first, greatest))
}

func (o *options) buffer(ctx context.Context, f *flag.FlagSet, args []string) (Report, error) {
	cfg := DefaultBuffer()
	most, step := 100, 10
	countVar(f, &most, "producers", 1, "greatest number of producers")
	countVar(f, &step, "step", 1, "step of the number of producers")
	spanVar(f, &cfg.Duration, "duration", time.Second, "length of a run")
	live := addLiveFlags(f, "", "ethernet.ftsh")
	err := noRest(o.parse(f, args))
	if err == nil {
		err = live.check(f, "producers", "step", "duration")
	}
	if err != nil {
		return Report{}, err
	}
	if *live.live {
		usual := LiveBufferConfig()
		usual.Duration = given(f, "duration", cfg.Duration, usual.Duration)
		return o.liveBuffer(ctx, live, usual, given(f, "producers", most, 40),
			given(f, "step", step, 10))
	}
	cfg.Seed = o.seed
	return NewBufferReport(ctx, o.progress, cfg, o.seeds, most, step, defaultDisciplines())
}

func (o *options) blackHole(ctx context.Context, f *flag.FlagSet, args []string) (Report, error) {
	cfg := DefaultBlackHole()
	countVar(f, &cfg.Clients, "clients", 1, "number of clients")
	spanVar(f, &cfg.Duration, "duration", time.Second, "length of the experiment")
	spanVar(f, &cfg.Timeout, "timeout", time.Millisecond, "timeout for a file")
	spanVar(f, &cfg.Sense, "probe", time.Millisecond,
		"timeout for the one-byte probe of an Ethernet client")
	live := addLiveFlags(f, "mirrors.ftsh", "replicas.ftsh")
	err := noRest(o.parse(f, args))
	if err == nil {
		err = live.check(f, "clients")
	}
	if err != nil {
		return Report{}, err
	}
	if *live.live {
		return o.liveBlackHole(ctx, live, cfg.Clients)
	}
	cfg.Seed = o.seed
	return NewBlackHoleReport(ctx, o.progress, cfg, o.seeds, defaultDisciplines())
}

func (o *options) recovery(ctx context.Context, f *flag.FlagSet, args []string) (Report, error) {
	outage := 30 * time.Minute
	spanVar(f, &outage, "outage", time.Millisecond,
		"length of the outage for which T, F and M are varied")
	together := addThroughFlags(f)
	policies, err := o.parse(f, args)
	if err != nil {
		return Report{}, err
	}
	hosts, err := together.of(DefaultRecovery(outage).Clients)
	if err != nil {
		return Report{}, err
	}
	if *together.through {
		return NewThroughRecoveryReport(ctx, o.progress, outage, o.seed, o.seeds,
			orElse(policies, throughPolicies), hosts)
	}
	return NewRecoveryReport(ctx, o.progress, outage, o.seed, o.seeds,
		orElse(policies, recoveryPolicies))
}

func (o *options) policy(_ context.Context, f *flag.FlagSet, args []string) (Report, error) {
	n := 16
	countVar(f, &n, "failures", 1, "number of delays to show")
	policies, err := o.parse(f, args)
	if err != nil {
		return Report{}, err
	}
	if len(policies) == 0 {
		return Report{}, &usageError{"expected a policy such as 'ftsh from 1s to 15m', found nothing"}
	}
	return NewPolicyReport(policies, n)
}

func (o *options) all(ctx context.Context, args []string) error {
	if err := noRest(o.parse(o.flags("all"), args)); err != nil {
		return err
	}
	given := []string{"--out", o.out, "--seed", fmt.Sprint(o.seed), "--seeds", fmt.Sprint(o.seeds)}
	if o.noPlots {
		given = append(given, "--no-plots")
	}
	for _, run := range []func(context.Context, *flag.FlagSet, []string) (Report, error){
		o.outage, o.submit, o.buffer, o.blackHole, o.recovery,
	} {
		report, err := run(ctx, o.flags("all"), given)
		if err != nil {
			return err
		}
		if err := o.write(report); err != nil {
			return err
		}
	}
	report, err := NewPolicyReport([]string{"ftsh", "full", "decorrelated", "ethernet",
		"google-http", "fibonacci"}, 16)
	if err != nil {
		return err
	}
	return o.write(report)
}

func noRest(rest []string, err error) error {
	if err == nil && len(rest) > 0 {
		return &usageError{"unexpected argument '" + strings.Join(rest, " ") + "'"}
	}
	return err
}
