package sim

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Options may stand anywhere, with one hyphen or two, with = or the value after them.
func TestOptionsAnywhere(t *testing.T) {
	const want = `policy fixed
  failures  least     expected  greatest  least in all  expected in all  greatest in all
  1         1 second  1 second  1 second  1 second      1 second         1 second

`
	for _, args := range []string{
		"policy --failures 1 --no-plots fixed",
		"policy fixed -failures 1 -no-plots",
		"policy --failures=1 fixed --no-plots",
		"--failures 1 --no-plots policy fixed",
		"-no-plots --failures=1 policy -- fixed",
		"--seed 2 --no-plots policy fixed --failures 1",
	} {
		if status, out, errs := runMain(strings.Fields(args)...); status != 0 || out != want ||
			errs != "" {
			t.Errorf("%s: status %d, %s\n%s", args, status, errs, out)
		}
	}
	if status, _, errs := runMain("policy", "--no-plots", "--", "--fixed"); status != 2 ||
		!strings.Contains(errs, "policy '--fixed'") {
		t.Errorf("behind --: status %d, %s", status, errs)
	}
}

func TestExperimentHelp(t *testing.T) {
	const want = `usage: ftsh-sim recovery [options] [policy…]

  --hosts n,…        numbers of hosts; numbers above that of clients are left out (default 1,10,100,1000)
  --no-plots         only print the tables; write no files
  --out directory    existing directory for the figures (default .)
  --outage duration  length of the outage for which T, F and M are varied (default 30m)
  --seed n           seed of the random numbers; the same seed gives the same result (default 1)
  --seeds n          number of runs, each with the next seed; tables show their range, figures their median (default 8)
  --through          compare with clients that back off together with the others of their host
  --help             print this
  --version          print the version
`
	for _, help := range []string{"--help", "-help", "-h"} {
		if status, out, errs := runMain("recovery", "ftsh", help); status != 0 || out != want ||
			errs != "" {
			t.Errorf("%s: status %d, %s\n%s", help, status, errs, out)
		}
	}
	for experiment, usage := range map[string]string{
		"outage": "usage: ftsh-sim outage [options] [policy…]\n",
		"policy": "usage: ftsh-sim policy [options] policy…\n",
		"buffer": "usage: ftsh-sim buffer [options]\n",
		"all":    "usage: ftsh-sim all [options]\n",
	} {
		if _, out, _ := runMain(experiment, "--help"); !strings.HasPrefix(out, usage) {
			t.Errorf("%s: %s", experiment, out)
		}
	}
	for _, args := range []string{"--version", "-version", "outage --version",
		"--no-plots --version outage"} {
		if status, out, errs := runMain(strings.Fields(args)...); status != 0 ||
			!strings.HasPrefix(out, "ftsh-sim ") || errs != "" {
			t.Errorf("%s: status %d, %s%s", args, status, out, errs)
		}
	}
}

func TestBadValues(t *testing.T) {
	for args, want := range map[string]string{
		"outage --clients 0":   `--clients: expected a number from 1 to 100000, found "0"`,
		"outage -clients many": `--clients: expected a number from 1 to 100000, found "many"`,
		"outage --backlog -1":  `--backlog: expected a number from 1 to 100000, found "-1"`,
		"outage --stop 0": `--stop: expected a time from 1ms to 1w, as 90s or 1h30m, ` +
			`found "0"`,
		"outage --timeout soon": `--timeout: expected a time from 1ms to 1w, as ` +
			`90s or 1h30m, found "soon"`,
		"outage --duration 1s": "--duration 1s: the server is stopped after " +
			"30s for 1m57s, and its return has to be seen, so expected at least 2m32s",
		"outage --stop 8m": "--duration 8m: the server is stopped after " +
			"30s for 8m, and its return has to be seen, so expected at least 8m35s",
		"outage --law maybe": `--law: expected now or arrival, found "maybe"`,
		"outage --dial soon": `--dial: expected a time from 0s to 1w, as 90s ` +
			`or 1h30m, found "soon"`,
		"outage --seeds 0": `--seeds: expected a number from 1 to 100000, found "0"`,
		"submit --look -1s": `--look: expected a time from 0s to 1w, as 90s or 1h30m, ` +
			`found "-1s"`,
		"policy --seeds 2 fixed": "unknown option --seeds of policy",
		"outage --seed -1":       `--seed: expected a number from 0 on, found "-1"`,
		"submit --clients 5":     "--step 10 is more than --clients 5",
		"submit --reserve 9000":  "--reserve 9000 leaves nothing of --descriptors 8192",
		"submit --first 2h":      "--first 2h is more than --most 1h",
		"buffer --producers 0":   `--producers: expected a number from 1 to 100000, found "0"`,
		"blackhole --probe 9w": `--probe: expected a time from 1ms to 1w, as ` +
			`90s or 1h30m, found "9w"`,
		"policy --failures 0 fixed":   `--failures: expected a number from 1 to 100000, found "0"`,
		"policy --failures":           "--failures: expected a value, found nothing",
		"policy --clients 3 fixed":    "unknown option --clients of policy",
		"policy fixed --no-plots=yes": "--no-plots takes no value",
		"--no-plots": "expected an experiment (outage, submit, " +
			"buffer, blackhole, recovery, policy or all), found options alone",
		"outage --hosts 5": "--hosts needs --through",
		"recovery --hosts 1,many": `--hosts: expected numbers from 1 to 100000, ` +
			`as 1,100, found "1,many"`,
		"recovery --through --hosts 5000,9000": "--hosts 5000,9000 is more than there are " +
			"clients, 2000",
		"outage --through=yes": "--through takes no value",
		"--through --no-plots": "expected an experiment (outage, submit, " +
			"buffer, blackhole, recovery, policy or all), found options alone",
		"outage --script x":           "--script needs --live",
		"outage --live --dial 3s":     "--dial has no effect with --live",
		"blackhole --live --probe 3s": "--probe has no effect with --live",
		"submit --live --no-plots --clients 0 x": `--clients: expected a number from 1 to ` +
			`100000, found "0"`,
	} {
		if status, out, errs := runMain(strings.Fields(args)...); status != 2 || out != "" ||
			errs != "ftsh-sim: "+want+"\n" {
			t.Errorf("%s: status %d, %s%s", args, status, out, errs)
		}
	}
	if status, _, errs := runMain("policy", "--no-plots", ""); status != 2 ||
		errs != "ftsh-sim: an argument is empty\n" {
		t.Errorf("status %d, %s", status, errs)
	}
}

// No directory is made, and with --no-plots no file either, in no experiment.
func TestNothingIsMade(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	status, out, errs := runMain("policy", "--out", "figures", "fixed")
	if status != 2 || out != "" ||
		errs != "ftsh-sim: --out: there is no directory \"figures\": make it, or say --no-plots\n" {
		t.Errorf("status %d, %s%s", status, out, errs)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if status, _, errs := runMain("policy", "--out", file, "fixed"); status != 2 ||
		errs != "ftsh-sim: --out: \""+file+"\" is no directory\n" {
		t.Errorf("status %d, %s", status, errs)
	}
	for _, args := range []string{
		"outage --clients 10 --stop 20s --duration 2m --dial 0 --seeds 1 fixed",
		"submit --clients 5 --step 5 --duration 5s --look 0 --seeds 1",
		"buffer --producers 2 --duration 5s --seeds 1", "blackhole --duration 30s --seeds 1",
		"recovery --outage 1s --seeds 1 fixed", "policy fixed --out figures",
	} {
		if status, _, errs := runMain(append(strings.Fields(args), "--no-plots")...); status != 0 {
			t.Errorf("%s: status %d, %s", args, status, errs)
		}
	}
	if made, err := os.ReadDir(dir); err != nil || len(made) != 0 {
		t.Errorf("%v, %v", made, err)
	}
}

func TestAllWithoutPlots(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs every experiment")
	}
	dir := t.TempDir()
	t.Chdir(dir)
	if status, _, errs := runMain("all", "--no-plots", "--seeds", "1"); status != 0 {
		t.Errorf("status %d, %s", status, errs)
	}
	if made, err := os.ReadDir(dir); err != nil || len(made) != 0 {
		t.Errorf("%v, %v", made, err)
	}
}
