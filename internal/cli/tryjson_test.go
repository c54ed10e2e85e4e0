//go:build linux

package cli_test

import (
	"encoding/json"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// A contained command leaves nothing, and its reader waits for nothing.
func TestTryContained(t *testing.T) {
	newTryBench(t).check(t, []call{
		{name: "jobs", argv: sh("contained", "--", "sh", "-c",
			"for i in 1 2 3; do sleep 1000 & done; echo done"), out: "done\n"},
		{name: "daemons", argv: sh("contained", "grace", "100ms", "--", "sh", "-c",
			"(trap '' TERM HUP; setsid nohup sleep 1000 & exec sleep 1000) & echo done"),
			out: "done\n"},
		{name: "streaming", argv: sh("3 times", "streaming", "contained", "--", "sh", "-c",
			"sleep 1000 & echo done"), out: "done\n"},
		{name: "failure", env: quiet, argv: sh("contained", "--", "sh", "-c", "sleep 1000 & exit 3"),
			status: 3},
		{name: "record", argv: sh("--log-level", "attempts", "contained", "--", "sh", "-c",
			"sleep 1000 & :"), errs: "ftry try: attempt 1 left 1 process, ended: "},
	})
}

// object runs a call and returns the printed object, with N for its duration.
func (b *bench) object(t *testing.T, c call) (line, errs string, status int) {
	t.Helper()
	out, errs, status := b.run(c)
	if strings.Count(out, "\n") != 1 || !json.Valid([]byte(out)) {
		t.Errorf("%q: not an object on a line: %q, errors %q", c.argv, out, errs)
	}
	return regexp.MustCompile(`"duration":[0-9.]+`).ReplaceAllString(strings.TrimSuffix(out, "\n"),
		`"duration":N`), errs, status
}

const nothing = `{"bytes":0,"omitted":0,"head":"","tail":""}`

func TestTryJSON(t *testing.T) {
	b := newTryBench(t)
	for _, c := range []struct {
		name string
		argv []string
		in   string
		want string
	}{
		{"success", sh("--", "sh", "-c", `printf 'a<\377\0\n'; echo "b & c" >&2`), "",
			`{"status":0,"reason":"","error":"","timed_out":false,"killed":false,"attempts":1,` +
				`"duration":N,"left":0,` +
				`"stdout":{"bytes":5,"omitted":0,"head":"a<\ufffd\u0000\n","tail":""},` +
				`"stderr":{"bytes":6,"omitted":0,"head":"b & c\n","tail":""}}`},
		{"the last attempt's output", sh("2 times", "every 0s", "--", "sh", "-c",
			`echo "out $FTSH_ATTEMPT"; echo "err $FTSH_ATTEMPT" >&2; exit 3`, "secret"), "",
			`{"status":3,"reason":"times","error":"sh …: exit status 3","timed_out":false,` +
				`"killed":false,"attempts":2,"duration":N,"left":0,` +
				`"stdout":{"bytes":6,"omitted":0,"head":"out 2\n","tail":""},` +
				`"stderr":{"bytes":6,"omitted":0,"head":"err 2\n","tail":""}}`},
		{"success at the second attempt", sh("2 times", "every 0s", "--", "./flaky", "2"), "",
			`{"status":0,"reason":"","error":"","timed_out":false,"killed":false,"attempts":2,` +
				`"duration":N,"left":0,` +
				`"stdout":{"bytes":11,"omitted":0,"head":"half\nwhole\n","tail":""},` +
				`"stderr":` + nothing + `}`},
		{"timeout", sh("timeout 300ms", "--", "sleep", "1000"), "",
			`{"status":124,"reason":"times","error":"sleep …: exit status 124 (time limit)",` +
				`"timed_out":true,"killed":false,"attempts":1,"duration":N,"left":0,` +
				`"stdout":` + nothing + `,"stderr":` + nothing + `}`},
		{"deadline", sh("for 1 hour", "every 2 hours", "--", "false"), "",
			`{"status":124,"reason":"deadline","error":"false: exit status 1","timed_out":true,` +
				`"killed":false,"attempts":1,"duration":N,"left":0,` +
				`"stdout":` + nothing + `,"stderr":` + nothing + `}`},
		{"permanent", sh("9 times", "on 75", "--", "sh", "-c", "exit 2"), "",
			`{"status":2,"reason":"permanent","error":"sh …: exit status 2","timed_out":false,` +
				`"killed":false,"attempts":1,"duration":N,"left":0,` +
				`"stdout":` + nothing + `,"stderr":` + nothing + `}`},
		{"not found", sh("9 times", "--", "nosuch"), "",
			`{"status":127,"reason":"permanent","error":"nosuch: exit status 127",` +
				`"timed_out":false,"killed":false,"attempts":1,"duration":N,"left":0,` +
				`"stdout":` + nothing +
				`,"stderr":{"bytes":24,"omitted":0,"head":"ftry: nosuch: not found\n","tail":""}}`},
		{"contained", sh("contained", "grace", "100ms", "--", "sh", "-c",
			"sh -c 'trap \"\" TERM; echo >ready; exec sleep 1000' & "+
				"until [ -e ready ]; do sleep 0.01; done; echo hello"), "",
			`{"status":0,"reason":"","error":"","timed_out":false,"killed":true,"attempts":1,` +
				`"duration":N,"left":1,"stdout":{"bytes":6,"omitted":0,"head":"hello\n","tail":""},` +
				`"stderr":` + nothing + `}`},
		{"input", sh("2 times", "every 0s", "--", "sh", "-c", "cat; exit 3"), "input\n",
			`{"status":3,"reason":"times","error":"sh …: exit status 3","timed_out":false,` +
				`"killed":false,"attempts":2,"duration":N,"left":0,` +
				`"stdout":{"bytes":6,"omitted":0,"head":"input\n","tail":""},` +
				`"stderr":` + nothing + `}`},
		{"much output", sh("--json-bytes", "4", "--", "sh", "-c",
			"echo begin; yes | head -c 1000000; echo end"), "",
			`{"status":0,"reason":"","error":"","timed_out":false,"killed":false,"attempts":1,` +
				`"duration":N,"left":0,` +
				`"stdout":{"bytes":1000010,"omitted":1000002,"head":"begi","tail":"end\n"},` +
				`"stderr":` + nothing + `}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.fresh()
			got, errs, _ := b.object(t, call{argv: append(sh("--json"), c.argv...), stdin: c.in,
				env: []string{"FTSH_LOG_LEVEL="}})
			if got != c.want || errs != "" {
				t.Errorf("%s\nwant %s\nerrors %q", got, c.want, errs)
			}
		})
	}
}

// ftry's status is that of the command, and records that were asked for are no part of the output.
func TestTryJSONStatusAndRecords(t *testing.T) {
	b := newTryBench(t)
	got, errs, status := b.object(t, call{argv: sh("--json", "--log-level", "10", "--", "sh", "-c",
		"echo to stderr >&2; exit 3")})
	if status != 3 || !strings.Contains(errs, "the only attempt failed with status 3") ||
		strings.Contains(errs, "to stderr") || !strings.Contains(got, `"head":"to stderr\n"`) {
		t.Errorf("status %d, %s, errors %q", status, got, errs)
	}
	b.check(t, []call{
		{name: "header", argv: sh("--json", "3", "--", "true"), errs: `ftry: expected "times"`,
			status: 2},
		{name: "value", argv: sh("--json=x", "--", "true"),
			errs: `--json: expected no value, found "x"`, status: 2},
		{name: "bytes", argv: sh("--json-bytes", "-1", "--", "true"),
			errs: `expected a number of bytes from 0 to 67108864, found "-1"`, status: 2},
		{name: "bytes alone", argv: sh("--json-bytes", "5", "--", "true"),
			errs: "ftry: --json-bytes: expected --json as well", status: 2},
		{name: "after the header", argv: sh("3 times", "--json", "--", "true"),
			errs: `found "--json": options stand before the header`, status: 2},
	})
}

// Nobody takes a success for one without reading about it.
func TestTryJSONNowhere(t *testing.T) {
	b := newTryBench(t)
	for _, c := range []struct {
		to, command, want string
		status            int
	}{
		{">&-", "touch ran", "ftry: --json: standard output is closed\n", 2},
		{">/dev/full", "true", "ftry: --json: write /dev/stdout: no space left on device\n", 2},
		{">/dev/full", "false", "ftry: --json: write /dev/stdout: no space left on device\n", 1},
	} {
		cmd := b.command(call{})
		cmd.Path = "/bin/sh"
		cmd.Args = sh("sh", "-c", "\"$0\" --json -- "+c.command+" "+c.to+"; s=$?; [ ! -e ran ] && exit $s",
			b.sh.Path)
		out, _ := cmd.CombinedOutput()
		if string(out) != c.want || cmd.ProcessState.ExitCode() != c.status {
			t.Errorf("%s %s: %q, status %d", c.command, c.to, out, cmd.ProcessState.ExitCode())
		}
	}
}

// A process that the command leaves without contained keeps no pipe of the caller open.
func TestTryJSONFreesPipes(t *testing.T) {
	b := newTryBench(t)
	out, _, status := b.run(call{argv: sh("--json", "--", "sh", "-c", "sleep 1000 & echo $!")})
	var res struct{ Stdout struct{ Head string } }
	if err := json.Unmarshal([]byte(out), &res); err != nil || status != 0 {
		t.Fatalf("%q, %v, status %d", out, err, status)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(res.Stdout.Head))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Errorf("the job has not lived on: %v", err)
	}
}

// A signal ends ftry as ever, after the object.
func TestTryJSONSignal(t *testing.T) {
	b := newTryBench(t)
	cmd := b.command(call{argv: sh("--json", "3 times", "--", "sh", "-c",
		"echo begun; kill -TERM $PPID; exec sleep 1000")})
	out, err := cmd.Output()
	if e, ok := err.(*exec.ExitError); !ok ||
		e.Sys().(syscall.WaitStatus).Signal() != syscall.SIGTERM {
		t.Errorf("ended by %v", err)
	}
	if got := string(out); !strings.HasPrefix(got, `{"status":143,"reason":"signal",`) ||
		!strings.Contains(got, `"head":"begun\n"`) {
		t.Errorf("%s", got)
	}
}
