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
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"ftsh/internal/version"
)

const usage = `usage: ftsh-sim EXPERIMENT [options] [policy…]

Experiments on how clients that retry treat a server, in virtual time or, with --live, for real.
They print a table, and write figures as PNG and SVG, with the data as CSV.

  outage      a server is stopped for a while; does it come back, and at what cost?
  submit      clients share a queue manager that crashes when it is overrun
  buffer      producers share a disk that is full
  blackhole   file servers, one of which accepts connections and never answers
  recovery    how long after an outage clients are back, by its length and by T, F, M
  policy      the delays of given policies, as a curve and a table
  all         every experiment in virtual time, with its defaults

A policy is written as in a backoff clause: 'ftsh from 1s to 15m', 'full', 'fixed from 30s'.
"ftsh-sim EXPERIMENT --help" lists the options of one, "ftsh-sim --version" prints the version.
`

// Main is the command ftsh-sim. It gives the exit status: 0, 1 when it could not do its work, 2
// when it was called wrongly.
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

// options are those of all experiments.
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
	case "--help", "-h", "-help", "help":
		_, err := fmt.Fprint(stdout, usage)
		return err
	case "--version", "-version":
		_, err := fmt.Fprintln(stdout, version.Of("ftsh-sim"))
		return err
	case "all":
		return o.all(ctx, args[1:])
	case "serve-outage", "serve-submit": // the processes of live experiments, not for people
		if len(args) != 2 {
			return &usageError{"expected a configuration"}
		}
		return serve(strings.TrimPrefix(args[0], "serve-"), args[1], os.Stdin, stdout)
	}
	run, ok := map[string]func(context.Context, *flag.FlagSet, []string) (Report, error){
		"outage": o.outage, "submit": o.submit, "buffer": o.buffer, "blackhole": o.blackHole, "recovery": o.recovery,
		"policy": o.policy,
	}[args[0]]
	if !ok {
		return &usageError{fmt.Sprintf("expected an experiment (outage, submit, buffer, blackhole, recovery, policy or all), found %q", args[0])}
	}
	report, err := run(ctx, o.flags(args[0]), args[1:])
	if err != nil {
		return err
	}
	return o.write(report)
}

// positive is an option of at least 1.
type positive int

func (p *positive) String() string { return strconv.Itoa(int(*p)) }

func (p *positive) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return errors.New("expected a whole number of at least 1")
	}
	*p = positive(n)
	return nil
}

func (o *options) flags(name string) *flag.FlagSet {
	f := flag.NewFlagSet("ftsh-sim "+name, flag.ContinueOnError)
	f.SetOutput(o.stdout)
	f.StringVar(&o.out, "out", ".", "`directory` for the figures")
	f.Uint64Var(&o.seed, "seed", 1, "of the random numbers; the same seed gives the same result")
	if name != "policy" {
		o.seeds = 8
		f.Var((*positive)(&o.seeds), "seeds", "how many runs, each with the next seed; tables have their range, figures their median")
	}
	f.BoolVar(&o.noPlots, "no-plots", false, "only print the tables")
	return f
}

// parse reads options and policies in any order.
func parse(f *flag.FlagSet, args []string) (rest []string, err error) {
	for {
		f.Usage = func() {
			fmt.Fprintf(f.Output(), "usage: %s [options]\n", f.Name())
			f.PrintDefaults()
		}
		if err := f.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, err
			}
			return nil, &usageError{err.Error()}
		}
		if f.NArg() == 0 {
			return rest, nil
		}
		rest = append(rest, f.Arg(0))
		args = f.Args()[1:]
	}
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
	if err := os.MkdirAll(o.out, 0o777); err != nil {
		return err
	}
	for _, f := range report.Figures {
		if _, err := f.Render(o.out); err != nil {
			return err
		}
		fmt.Fprintf(o.stdout, "%s.{png,svg,csv}\n", filepath.Join(o.out, f.Name))
	}
	return nil
}

func (o *options) outage(ctx context.Context, f *flag.FlagSet, args []string) (Report, error) {
	cfg := DefaultOutage()
	clients := f.Int("clients", cfg.Clients, "how many; the server grows with them")
	f.DurationVar(&cfg.StopFor, "stop", cfg.StopFor, "how long the server is stopped, 30s after the start")
	f.DurationVar(&cfg.Duration, "duration", cfg.Duration, "of the whole experiment")
	f.DurationVar(&cfg.Timeout, "timeout", cfg.Timeout, "how long a client waits for an answer")
	f.IntVar(&cfg.Backlog, "backlog", cfg.Backlog, "connections that wait for a stopped server, per 1000 clients")
	f.TextVar(&cfg.Law, "law", cfg.Law, "what decides how long a request takes: the concurrency \"now\", or that on its \"arrival\"")
	f.DurationVar(&cfg.Dial, "dial", cfg.Dial, "how long a connection that is not taken is tried for; 0: until its request is given up")
	live := addLiveFlags(f, "examples/mirrors.ftsh", "")
	policies, err := parse(f, args)
	if err != nil {
		return Report{}, err
	}
	if *live.live {
		return o.liveOutage(ctx, live, policies, liveOutageConfig(f, cfg, *clients))
	}
	if *clients < 1 {
		return Report{}, &usageError{"expected at least one client"}
	}
	if err := cfg.check(); err != nil {
		return Report{}, err
	}
	if len(policies) == 0 {
		policies = outagePolicies()
	}
	cfg.Seed = o.seed
	return NewOutageReport(ctx, o.progress, cfg.Scaled(*clients), o.seeds, policies)
}

func (o *options) submit(ctx context.Context, f *flag.FlagSet, args []string) (Report, error) {
	cfg := DefaultSubmit()
	most := f.Int("clients", 500, "the greatest number of clients")
	step := f.Int("step", 10, "of the number of clients")
	f.DurationVar(&cfg.Duration, "duration", cfg.Duration, "of one run")
	f.IntVar(&cfg.Descriptors, "descriptors", cfg.Descriptors, "of the queue manager")
	f.IntVar(&cfg.Reserve, "reserve", cfg.Reserve, "descriptors that an Ethernet client leaves free")
	f.DurationVar(&cfg.Look, "look", cfg.Look, "what a look of an Ethernet client takes of the queue manager's machine")
	first := f.Duration("first", time.Second, "first delay of every discipline")
	greatest := f.Duration("most", time.Hour, "greatest delay of Aloha and Ethernet")
	live := addLiveFlags(f, "examples/submit.ftsh", "examples/ethernet.ftsh")
	if err := noRest(parse(f, args)); err != nil {
		return Report{}, err
	}
	if *most < 1 || *step < 1 {
		return Report{}, &usageError{"expected at least one client and a step of at least one"}
	}
	if *live.live {
		return o.liveSubmit(ctx, live, given(f, "clients", *most, 240), given(f, "step", *step, 60))
	}
	cfg.Seed = o.seed
	return NewSubmitReport(ctx, o.progress, cfg, o.seeds, *most, *step, Disciplines(*first, *greatest))
}

func (o *options) buffer(ctx context.Context, f *flag.FlagSet, args []string) (Report, error) {
	cfg := DefaultBuffer()
	most := f.Int("producers", 100, "the greatest number of producers")
	step := f.Int("step", 10, "of the number of producers")
	f.DurationVar(&cfg.Duration, "duration", cfg.Duration, "of one run")
	if err := noRest(parse(f, args)); err != nil {
		return Report{}, err
	}
	if *most < 1 || *step < 1 {
		return Report{}, &usageError{"expected at least one producer and a step of at least one"}
	}
	cfg.Seed = o.seed
	return NewBufferReport(ctx, o.progress, cfg, o.seeds, *most, *step, defaultDisciplines())
}

func (o *options) blackHole(ctx context.Context, f *flag.FlagSet, args []string) (Report, error) {
	cfg := DefaultBlackHole()
	f.IntVar(&cfg.Clients, "clients", cfg.Clients, "how many")
	f.DurationVar(&cfg.Duration, "duration", cfg.Duration, "of the experiment")
	f.DurationVar(&cfg.Timeout, "timeout", cfg.Timeout, "for a file")
	f.DurationVar(&cfg.Sense, "probe", cfg.Sense, "timeout for the one-byte probe of an Ethernet client")
	live := addLiveFlags(f, "examples/mirrors.ftsh", "")
	if err := noRest(parse(f, args)); err != nil {
		return Report{}, err
	}
	if *live.live {
		return o.liveBlackHole(ctx, live, cfg.Clients)
	}
	cfg.Seed = o.seed
	return NewBlackHoleReport(ctx, o.progress, cfg, o.seeds, defaultDisciplines())
}

func (o *options) recovery(ctx context.Context, f *flag.FlagSet, args []string) (Report, error) {
	outage := f.Duration("outage", 30*time.Minute, "length of the outage for which T, F and M are varied")
	policies, err := parse(f, args)
	if err != nil {
		return Report{}, err
	}
	if len(policies) == 0 {
		policies = recoveryPolicies()
	}
	return NewRecoveryReport(ctx, o.progress, *outage, o.seed, o.seeds, policies)
}

func (o *options) policy(_ context.Context, f *flag.FlagSet, args []string) (Report, error) {
	n := f.Int("failures", 16, "how many delays to show")
	policies, err := parse(f, args)
	if err != nil {
		return Report{}, err
	}
	if len(policies) == 0 {
		return Report{}, &usageError{"expected a policy such as 'ftsh from 1s to 15m', found nothing"}
	}
	return NewPolicyReport(policies, *n)
}

func (o *options) all(ctx context.Context, args []string) error {
	f := o.flags("all")
	if err := noRest(parse(f, args)); err != nil {
		return err
	}
	for _, run := range []func(context.Context, *flag.FlagSet, []string) (Report, error){
		o.outage, o.submit, o.buffer, o.blackHole, o.recovery,
	} {
		given := []string{"-out", o.out, "-seed", fmt.Sprint(o.seed), "-seeds", fmt.Sprint(o.seeds)}
		report, err := run(ctx, o.flags("all"), given)
		if err != nil {
			return err
		}
		if err := o.write(report); err != nil {
			return err
		}
	}
	report, err := NewPolicyReport([]string{"ftsh", "full", "decorrelated", "ethernet", "google-http", "fibonacci"}, 16)
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
