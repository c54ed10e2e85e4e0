package builtin

import (
	"testing"

	"ftsh/internal/flow"
	"ftsh/internal/sig"
	"ftsh/internal/trap"
)

func TestKill(t *testing.T) {
	f := &struct {
		rest
		fakeStreams
		fakeJobs
		fakeSignals
	}{fakeJobs: jobsOf([]int{101, 102})}
	f.table.AddPids([]int{103}, 103, "c")
	wrong := flow.Status(2)
	check(t, f, []call{
		{args: []string{"kill", "12"}},
		{args: []string{"kill", "-9", "12", "0"}},
		{args: []string{"kill", "-s", "int", "--", "-7"}},
		{args: []string{"kill", "-sHUP", "1"}},
		{args: []string{"kill", "-SIGSTOP", "1"}},
		{args: []string{"kill", "-s", "0", "1"}},
		{args: []string{"kill", "--", "-5"}},
		{args: []string{"kill", "%1", "%2"}},
		{args: []string{"kill", "-x", "1"}, errs: "\"x\" is not a signal\n", want: wrong},
		{args: []string{"kill", "-s"}, errs: "option -s needs an argument\n", want: wrong},
		{args: []string{"kill"}, errs: "expected a process or job\n", want: wrong},
		{args: []string{"kill", "abc"}, errs: "\"abc\" is not a process or job\n",
			want: flow.Status(1)},
		{args: []string{"kill", "-l", "9", "137", "0", "TERM"}, out: "KILL\nKILL\n0\n15\n"},
		{args: []string{"kill", "-l", "127"}, errs: "\"127\" is not a signal or status\n",
			want: flow.Status(1)},
	})
	want := []string{"15>12", "9>12", "9>0", "2>-7", "1>1", "19>1", "0>1", "15>-5", "15>101",
		"15>102", "15>-103"}
	if len(f.sent) != len(want) {
		t.Fatalf("sent %q, want %q", f.sent, want)
	}
	for i := range want {
		if f.sent[i] != want[i] {
			t.Errorf("sent %q, want %q", f.sent[i], want[i])
		}
	}
}

func TestWait(t *testing.T) {
	f := &struct {
		rest
		fakeStreams
		fakeCancellation
		fakeJobs
	}{fakeJobs: jobsOf([]int{101}, []int{102})}
	check(t, f, []call{
		{args: []string{"wait", "101", "102"}, want: flow.Status(2)},
		{args: []string{"wait", "102", "999"}, want: flow.Status(127)},
		{args: []string{"wait", "999", "%1"}, want: flow.Status(1)},
		{args: []string{"wait"}},
		{args: []string{"wait", "x"}, errs: "\"x\" is not a process or job\n",
			want: flow.Status(2)},
	})
	f.interrupted = sig.SIGINT
	check(t, f, []call{{args: []string{"wait"}, want: flow.Status(130)},
		{args: []string{"wait", "101", "102"}, want: flow.Status(130)}})
}

func TestJobs(t *testing.T) {
	f := &struct {
		rest
		fakeStreams
		fakeJobs
		fakeSignals
	}{fakeJobs: jobsOf([]int{101, 102})}
	check(t, f, []call{
		{args: []string{"jobs", "-p"}, out: "101\n"},
		{args: []string{"jobs"}, out: "[1] + Running                    a\n"},
		{args: []string{"bg"}, errs: "%%: job started without job control\n", want: flow.Status(2)},
	})
}

func TestTrap(t *testing.T) {
	f := &struct {
		rest
		fakeStreams
		fakeSignals
	}{fakeSignals: fakeSignals{traps: trap.NewTable(0)}}
	check(t, f, []call{
		{args: []string{"trap", "echo it's", "EXIT", "INT", "15"}},
		{args: []string{"trap", "", "HUP"}},
		{args: []string{"trap"}, out: "trap -- 'echo it'\"'\"'s' EXIT\ntrap -- '' HUP\ntrap -- 'echo it'\"'\"'s' INT\ntrap -- 'echo it'\"'\"'s' TERM\n"},
		{args: []string{"trap", "-p", "HUP", "QUIT"}, out: "trap -- '' HUP\ntrap -- - QUIT\n"},
		{args: []string{"trap", "0", "1"}},
		{args: []string{"trap", "-", "INT"}},
		{args: []string{"trap", "TERM"}},
		{args: []string{"trap"}},
		{args: []string{"trap", "--", "-x", "NOSUCH", "USR1"},
			errs: "\"NOSUCH\" is not a condition\n", want: flow.Status(1)},
		{args: []string{"trap"}, out: "trap -- '-x' USR1\n"},
		{args: []string{"trap", "-x"}, errs: "unknown option -x\n",
			want: flow.Outcome{Status: 2, Divert: flow.Fatal}},
	})
}

func TestUlimit(t *testing.T) {
	f := &masked{}
	check(t, f, []call{
		{args: []string{"ulimit", "10"}},
		{args: []string{"ulimit", "-f"}, out: "10\n"},
		{args: []string{"ulimit", "-Sn", "100"}},
		{args: []string{"ulimit", "-Hn"}, out: "unlimited\n"},
		{args: []string{"ulimit", "-n"}, out: "100\n"},
		{args: []string{"ulimit", "-SH", "-v", "unlimited"}},
		{args: []string{"ulimit", "-v"}, out: "unlimited\n"},
		{args: []string{"ulimit", "3x"}, errs: "\"3x\" is not a limit\n", want: flow.Status(2)},
		{args: []string{"ulimit", "-d", "99999999999999999"},
			errs: "\"99999999999999999\" is not a limit\n", want: flow.Status(2)},
		{args: []string{"ulimit", "1", "2"}, errs: "too many arguments\n", want: flow.Status(2)},
	})
}
