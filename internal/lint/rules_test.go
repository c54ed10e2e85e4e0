package lint

import (
	"fmt"
	"strings"
	"testing"
)

// A ruleCase is a script and its findings: "line:column message", with the message or its
// beginning.
type ruleCase struct {
	script string
	want   []string
}

func runRule(t *testing.T, rule string, cases []ruleCase) {
	t.Helper()
	finds, silent := false, false
	for _, c := range cases {
		finds, silent = finds || len(c.want) > 0, silent || len(c.want) == 0
		var got []string
		for _, f := range Script(c.script) {
			if f.Rule == rule {
				got = append(got, fmt.Sprintf("%d:%d %s", f.Pos.Line, f.Pos.Col, f.Message))
			} else if f.Rule == SyntaxError {
				t.Errorf("%q: %s", c.script, f.Message)
			}
		}
		ok := len(got) == len(c.want)
		for i := range min(len(got), len(c.want)) {
			ok = ok && strings.HasPrefix(got[i], c.want[i])
		}
		if !ok {
			t.Errorf("%s\ngot:  %s\nwant: %s", c.script, strings.Join(got, "\n      "),
				strings.Join(c.want, "\n      "))
		}
	}
	if !finds || !silent {
		t.Error("cases for both are needed: what it finds, and what not")
	}
}

func TestSyntaxError(t *testing.T) {
	got := Script("a\nif b; then\n")
	if len(got) != 1 || got[0].Rule != SyntaxError || got[0].Level != Error ||
		got[0].Message != `expected a command, found end of file ("if" opened at line 2)` ||
		got[0].Pos.Line != 3 {
		t.Error(got)
	}
	if got := Script("a\nif b\r\nc\r\nfi\r\n"); len(got) != 1 ||
		!strings.HasSuffix(got[0].Message, `found end of file ("if" opened at line 2)`) {
		t.Error(got)
	}
	if got := Script("a\nexit\n)) no script\n"); len(got) != 0 {
		t.Error(got)
	}
	// A malformed block, in the shell's words.
	got = Script("try max 5 times\n\ta\nend\n")
	if len(got) == 0 || got[0].Rule != SyntaxError ||
		got[0].Message != `expected a limit, found "max" ("try" opened at line 1): after try `+
			`comes a limit: try 3 times` {
		t.Error(got)
	}
	got = Script("a\ntry timeout 5s\n\ta\ncatch\n\tb\n")
	if len(got) == 0 || got[0].Rule != SyntaxError || got[0].Pos.Line != 2 ||
		got[0].Message != `expected "end" for this try, found end of file: no end closes this try` {
		t.Error(got)
	}
	for _, f := range Script("try() { a; }\ntry max 5 times\nb\nend\n") {
		if f.Rule == SyntaxError {
			t.Error(f)
		}
	}
	// The text before a syntax error is looked at.
	if got := Script("rm $1\nif\n"); len(got) != 2 || got[0].Rule != UnquotedDestructive {
		t.Error(got)
	}
}

func TestRetryWithoutLimit(t *testing.T) {
	runRule(t, RetryWithoutLimit, []ruleCase{
		{"try forever\n a\nend", []string{"1:1 nothing ends this: give it a time limit"}},
		{"f() {\n try forever on 75\n  a\n end\n}", []string{"2:2 nothing ends this"}},
		{"try for 1 hour\n try forever\n  a\n end\nend", nil},
		{"try forever backoff ethernet\n a\nend", nil},
		{"try forever backoff ethernet\n a\nsense\n b\nend", []string{"1:1 nothing ends this"}},
		{"try for 1 h\n a\nsense\n until curl $u; do sleep 1; done\nend", nil},
		{"try 3 times\n a\nend\ntry for 1 h\n b\nend\ntry\n c\nend", nil},
		{"until curl $u; do\n sleep 5\ndone",
			[]string{"1:1 this loop never ends if curl never works: write try for 1 " +
				"hour every 10 seconds; curl $u; end"}},
		{"while ! ssh h true; do echo waiting; sleep 1; done",
			[]string{"1:1 this loop never ends if ssh never works"}},
		{"while curl $u; do sleep 1; done", nil},
		{"until [ -e f ]; do sleep 1; done", nil},
		{"until kill -0 $p; do sleep 1; done", nil},
		{"until curl $u; do i=$((i+1)); [ $i -lt 5 ] || exit; sleep 1; done", nil},
		{"try for 1 hour\n until curl $u; do sleep 1; done\nend", nil},
		{"f() { :; }\nuntil f; do sleep 1; done", nil},
	})
}

func TestRetryWithoutDelay(t *testing.T) {
	runRule(t, RetryWithoutDelay, []ruleCase{
		{"try for 1 hour every 0s\n a\nend",
			[]string{"1:22 attempts follow one another without a pause"}},
		{"try forever every 0 seconds\n a\nend", []string{"1:19 attempts follow"}},
		{"try 3 times every 0s\n a\nend", nil},
		{"try 3 times or 1 h every 0s\n a\nsense\n b\nend", []string{"1:26 attempts follow"}},
		{"try for 1 h every 1s\n a\nend\ntry for 1 h every $d\n a\nend", nil},
		{"while ! curl $u; do :; done", []string{"1:1 this loop calls curl again as fast as it fails"}},
		{"until curl $u; do echo again; done", []string{"1:1 this loop calls curl"}},
		{"until curl $u; do wait_a_bit; done", nil},
	})
}

func TestKnownFailures(t *testing.T) {
	const message = "this retries failures that no attempt mends, too: write known in the header " +
		"(ftsh-state known "
	runRule(t, KnownFailures, []ruleCase{
		{"try for 1 hour; condor_submit job.file; end", []string{"1:17 " + message + "condor_submit"}},
		{"try for 10 minutes or 5 times\ncd /data\nLC_ALL=C sudo -n /usr/bin/rsync a b\nend",
			[]string{"3:18 " + message + "rsync"}},
		{"try forever; curl -fsS x >f; end", []string{"1:14 " + message + "curl"}},
		{"try for 1 hour; timeout -s INT 10s env -u A B=c curl x; end",
			[]string{"1:49 " + message + "curl"}},
		{"try for 1 hour known; curl -f x; end", nil},
		{"try for 1 hour permanent '*x*'; curl -f x; end", nil},
		{"try for 1 hour transient '*x*'; curl -f x; end", nil},
		{"try for 1 hour on 7; curl -f x; end", nil},
		{"try for 1 hour except 22; curl -f x; end", nil},
		{"try for 1 hour; sbatch x; check; squeue; end", nil},
		{"try for 1 hour; curl -f x || abort; end", nil},
		{"try for 1 hour; curl -sf x; end", nil},
		{"try for 1 hour; curl -fs --show-error x; end", []string{"1:17 " + message + "curl"}},
		{"try for 9 minutes; curl -f x; end", nil},
		{"try 100 times; curl -f x; end", nil},
		{"try for $LIMIT; curl -f x; end", nil},
		{"try for 1 hour; curl -f x | cat; end", nil},
		{"try for 1 hour; if curl -f x; then y; fi; end", nil},
		{"try for 1 hour; mytool; end", nil},
		{"curl() { :; }; try for 1 hour; curl; end", nil},
		{". lib; try for 1 hour; curl -f x; end", nil},
		{"curl -f x", nil},
	})
}

func TestWaitWithoutLimit(t *testing.T) {
	runRule(t, WaitWithoutLimit, []ruleCase{
		{"until grep -q ready log; do sleep 1; done",
			[]string{"1:1 this loop waits without a time limit: write try for 10 " +
				"minutes every 1 second; grep -q ready log; end"}},
		{"while ! pgrep -x slapd >/dev/null; do\n echo waiting\n sleep 5\ndone",
			[]string{"1:1 this loop waits without a time limit: write try for 10 " +
				"minutes every 5 seconds; pgrep -x slapd >/dev/null; end"}},
		{"until ps ax | grep -q x; do sleep 0.1; done",
			[]string{"1:1 this loop waits without a time limit: write try for 10 " +
				"minutes every 1 second; ps ax | grep -q x; end"}},
		{"until [ -e f ]; do sleep 1; done\nwhile ! test -S s; do sleep 1; done",
			[]string{"1:1 this loop waits", "2:1 this loop waits"}},
		{"while [ ! -e f ]; do sleep $n; done",
			[]string{"1:1 this loop waits without a time limit: write try for 10 " +
				"minutes every 1 second; [ -e f ]; end"}},
		{"f() { until pidof x; do sleep 1; done; }\ntry 3 times\n until mountpoint -q /m; do " +
			"sleep 1; done\nend", []string{"1:7 ", "3:2 "}},
		{"while [ -e lock ]; do sleep 1; done\nwhile grep -q a f; do sleep 1; done\nuntil ! " +
			"pgrep x; do sleep 1; done\nuntil [ ! -e f ]; do sleep 1; done\nwhile ! [ ! -e f ]; " +
			"do sleep 1; done", nil},
		{"try for 1 hour\n until grep -q a f; do sleep 1; done\nend", nil},
		{"until grep -q a f; do i=$((i+1)); [ $i -lt 5 ] || exit; sleep 1; done", nil},
		{"until grep -q a f; do :; done\nuntil [ $i -gt 5 ]; do sleep 1; done\nuntil [ -n \"$x\" " +
			"]; do sleep 1; done\nwhile :; do sleep 1; done", nil},
		{"grep() { :; }\nuntil grep a; do sleep 1; done\nuntil kill -0 $p; do sleep 1; done", nil},
	})
}

func TestHiddenFailure(t *testing.T) {
	runRule(t, HiddenFailure, []ruleCase{
		{"try 3 times\n curl -sf $u || true\nend",
			[]string{"2:2 the block never sees that curl fails"}},
		{"try 3 times\n if a; then\n  make || :\n fi\nend",
			[]string{"3:3 the block never sees that make fails"}},
		{"forall h in a b\n { a; b; } || true\nend",
			[]string{"2:2 the block never sees a failure of this"}},
		{"curl $u || true\nf() { curl $u || true; }", nil},
		{"try 3 times\n rm f || true\n kill $p || :\n grep x f || true\n sudo umount /m || " +
			"true\nend", nil},
		{"try 3 times\n command -v f || true\n ionice -c3 -p $$ || true\n sudo -u u umount /m || :\nend",
			nil},
		{"try 3 times\n a\ncatch\n curl $u || true\nend", nil},
		{"try 3 times\n if curl $u || true; then a; fi\nend", nil},
		{"try 3 times\n curl $u || echo no\nend", nil},
	})
}

func TestLostStatus(t *testing.T) {
	const lost = "1:1 the status of this try is lost: the script goes on when it fails; begin it " +
		"with set -o brittle, or write end || exit"
	runRule(t, LostStatus, []ruleCase{
		{"try 3 times\n a\nend\nb", []string{lost}},
		{"try 3 times; a; end; b", []string{lost}},
		{"try 3 times\n a\nend >log\nb", []string{"1:1 the status of this try"}},
		{"forany h in a b\n c\nend\nforall h in a b\n c\nend\nb",
			[]string{"1:1 the status of this forany", "4:1 the status of this forall"}},
		{"for f in *; do\n try 3 times\n  a\n end\ndone", []string{"2:2 the status of this try"}},
		{"while read -r f; do\n try 3 times\n  a\n end\ndone",
			[]string{"2:2 the status of this try"}},
		{"if x; then\n try 3 times\n  a\n end\nfi\nb", []string{"2:2 the status of this try"}},
		{"f() {\n try 3 times\n  a\n end\n b\n}\nf", []string{"2:2 the status of this try"}},
		{"f() {\n try 3 times\n  a\n end\n b\n}\ng() { f; }\ntry\n f\nend\nif g; then c; fi",
			[]string{"2:2 the status of this try", "8:1 the status of this try"}},
		{"try 3 times\n a\nend\nset -- \"$x\" -e\nb", []string{"1:1 the status of this try"}},
		{"#!/usr/bin/env ftsh\ntry 3 times\n a\nend\nb", []string{"2:1 the status of this try"}},

		{"b\ntry 3 times\n a\nend", nil},
		{"set -o brittle\ntry 3 times\n a\nend\nb", nil},
		{"set -eu\ntry 3 times\n a\nend\nb", nil},
		{"set -uo errexit\ntry 3 times\n a\nend\nb", nil},
		{"#!/bin/ftsh -o brittle\ntry 3 times\n a\nend\nb", nil},
		{"#!/bin/ftsh --cron\ntry 3 times\n a\nend\nb", nil},
		{"#!/bin/ftsh -eu\ntry 3 times\n a\nend\nb", nil},
		{"try 3 times\n a\ncatch\n c\nend\nb", nil},
		{"try 3 times\n a\nend || exit\nb", nil},
		{"try 3 times\n a\nend && b\nc", nil},
		{"if try 3 times; a; end; then b; fi\n! try 3 times; a; end\nc", nil},
		{"try 3 times\n a\nend\nif [ $? -ne 0 ]; then b; fi\nc", nil},
		{"try 3 times\n a\nend\ncase $? in 0) ;; esac\nc", nil},
		{"try 3 times\n a\nend\nrc=$?\nc", nil},
		{"try 3 times\n a\nend\nexit", nil},
		{"try 3 times\n a\nend\nexit $?", nil},
		{"try 3 times\n a\nend\n[ -s data ] || exit 1\nc", nil},
		{"try 3 times\n a\nend\nif [ -s data ]; then b; fi\nc", nil},
		{"try 3 times\n a\nend &\nb", nil},
		{"while :; do\n try 3 times\n  a\n end\n b\n sleep 60\ndone",
			[]string{"2:2 the status of this try"}},
		{"while :; do\n try 3 times\n  a\n end\n sleep 60\ndone", nil},
		{"while true; do\n sleep 60\n try 3 times\n  a\n end\ndone", nil},
		{"f() {\n try 3 times\n  a\n end\n}\nf || exit", nil},
		{"f() {\n try 3 times\n  a\n end\n b\n}\ntry 2 times\n f\nend", nil},
		{"try 3 times\n try\n  a\n end\n b\nend", nil},
		{"if x; then\n try 3 times\n  a\n end\nelse\n b\nfi", nil},
	})
}

func TestNotIdempotent(t *testing.T) {
	runRule(t, NotIdempotent, []ruleCase{
		{"try 3 times\n echo a >>list\n curl $u\nend", []string{"2:9 each attempt appends again"}},
		{"forany h in a b\n curl $h >>list\n verify\nend",
			[]string{"2:10 each attempt appends again"}},
		{"try 3 times\n curl $u\n echo a >>list\nend", nil},
		{"try 3 times\n : >list\n echo a >>list\n curl $u\nend", nil},
		{"try 3 times\n echo a >>build.log\n echo b >>\"$LOGFILE\"\n echo c >>/dev/stderr\n " +
			"curl $u\nend", nil},
		{"try 1 times\n echo a >>list\n curl $u\nend\ntry\n echo a >>list\n b\nend", nil},
		{"try 3 times\n for i in 1 2; do echo $i >>list; done\nend",
			[]string{"2:27 each attempt appends again"}},
		{"try 3 times\n mkdir d\n cp f d\nend",
			[]string{"2:2 the next attempt finds the directory there already"}},
		{"try 3 times\n mkdir -p d\n mkdir -m 700 -p e\n cp f d\nend", nil},
		{"try 3 times\n rm -rf d\n mkdir d\n mkdir d/e\n cp f d\nend", nil},
		{"try 3 times\n [ -d d ] || mkdir d\n if a; then mkdir e; fi\n cp f d\nend", nil},
		{"try 3 times\n t=$(mktemp -d)\n mkdir \"$t/x\"\n cp f \"$t/x\"\nend", nil},
		{"try 3 times\n cd \"$(mktemp -d)\"\n mkdir build\n echo a >>list\n make\nend", nil},
		{"try 3 times\n cd \"$dir\"\n mkdir build\n make\nend",
			[]string{"3:2 the next attempt finds the directory there"}},
		{"try 3 times\n cd \"$(mktemp -d)\"\n mkdir /srv/build\n make\nend",
			[]string{"3:2 the next attempt finds the directory there"}},
		{"try 3 times\n mkdir lock\nend", nil},
		{"try 3 times\n ln -s a b\n git clone $u\n useradd x\n a\nend",
			[]string{"2:2 the next attempt finds the link there", "3:2 the next attempt may find the directory there",
				"4:2 useradd fails in the next attempt"}},
		{"try 3 times\n ln -sf a b\n a\nend", nil},
		{"try 3 times\n list=\"$list $x\"\n a\nend",
			[]string{"2:2 list keeps what earlier attempts added"}},
		{"try 3 times\n list=\n for x in a; do list=\"$list $x\"; done\n a\nend", nil},
		{"try 3 times\n n=$((n+1))\n PATH=$PATH:/x\n a\nend", nil},
		{"try 3 times\n a\ncatch\n echo a >>list\n b\nend", nil},
		{"f() {\n echo a >>list\n b\n}\nforall x in a b\n echo $x >>list\n c\nend", nil},
	})
}

func TestUnquotedDestructive(t *testing.T) {
	runRule(t, UnquotedDestructive, []ruleCase{
		{"rm -rf $dir/", []string{"1:8 rm gets as many words as $dir happens to have: write " +
			"\"$dir\""}},
		{"sudo -u www rm -rf $dir/", []string{"1:20 rm gets as many words as $dir"}},
		{"sudo mv ${a} \"$b\"", []string{"1:9 mv gets as many words as ${a}"}},
		{"chown -R u $(cat f) $*",
			[]string{"1:12 chown gets as many words as the output of $(cat f)", "1:21 chown gets"}},
		{"rsync --delete $a b:", []string{"1:16 rsync gets"}},
		{"rm -rf \"$dir\" \"$@\" ${x+\"$x\"} f.$$ f.$((n+1))", nil},
		{"chown u $f\ncp $a $b\necho $x", nil},
		{"tmp=/tmp/x.$$\nlist='a b'\nrm $tmp $tmp.1", nil},
		{"for f in a b; do rm $f; done", nil},
		{"for f in *; do rm $f; done", []string{"1:19 rm gets"}},
		{"t=$(mktemp)\ntrap 'rm $t' EXIT\nrm $t", nil},
		{"t=a\nread t\nrm $t", []string{"3:4 rm gets"}},
		{"rm $RM_OPTS \"$f\"\nrm $files", nil},
		{"rm() { :; }\nrm $x", nil},
	})
}

func TestUnreachableCatch(t *testing.T) {
	runRule(t, UnreachableCatch, []ruleCase{
		{"try forever\n a\ncatch\n b\nend",
			[]string{"3:1 this catch list runs only if a command is not found"}},
		{"try 3 times\n a || true\n x=1\ncatch\n b\nend",
			[]string{"4:1 nothing in the body can fail"}},
		{"try forever on 75\n a\ncatch\n b\nend", nil},
		{"try forever\n a\nsense\n s\ncatch\n b\nend", nil},
		{"try forever backoff ethernet\n a\ncatch\n b\nend", nil},
		{"try forever\n a || abort\ncatch\n b\nend", nil},
		{"f() { abort; }\ntry forever\n f\ncatch\n b\nend", nil},
		{". ./lib\ntry forever\n f\ncatch\n b\nend", nil},
		{"try forever every $d\n a\ncatch\n b\nend", nil},
		{"try for 1 hour\n a || true\ncatch\n b\nend", nil},
		{"try 3 times\n a\ncatch\n b\nend", nil},
		{"try 3 times\n x=$(a)\ncatch\n b\nend", nil},
		{"try forever\n \"$@\"\ncatch\n b\nend", nil},
	})
}

func TestGuardEndsList(t *testing.T) {
	runRule(t, GuardEndsList, []ruleCase{
		{"try 3 times\n [ -e f ] && rm f\n a\nend",
			[]string{"2:2 when the test is false, this fails the block's list: write if [ " +
				"-e f ]; then … fi"}},
		{"forall h in a b\n for x in 1; do test -e $x && b; done\nend",
			[]string{"2:17 when the test"}},
		{"try 3 times\n a\ncatch\n [ -e f ] && rm f\nend", []string{"4:2 when"}},
		{"[ -e f ] && rm f\nf() { [ -e f ] && rm f; }", nil},
		{"try 3 times\n [ -e f ] && [ -s f ]\n [ -e f ] && a || b\n [ -e f ] || b\nend", nil},
		{"try 3 times\n if [ -e f ] && a; then b; fi\nend", nil},
		// A brittle script.
		{"[ -e f ] && a\nset -o brittle\nfor x in a b; do\n [ -e $x ] && continue\n b\ndone",
			[]string{"4:2 when the test is false, this ends the brittle script: write if [ " +
				"-e $x ]; then … fi, or append || :"}},
		{"#!/usr/bin/ftsh --cron\ntest -e f && rm f",
			[]string{"2:1 when the test is false, this ends"}},
		{"#!/usr/bin/env -S ftsh -o brittle\ngrep -q x f && a\ncommand -v x >/dev/null && " +
			"b\ngrep x f && a", []string{"2:1 when", "3:1 when"}},
		{"set -e -o brittle\nf() {\n [ -e f ] && rm f\n}\nf\ng() {\n [ -e f ] && rm f\n}\nif g; " +
			"then a; fi\nh() {\n [ -e f ] && rm f\n a\n}\nif h; then a; fi",
			[]string{"3:2 ", "11:2 "}},
		{"set -o brittle\na b && exit 0\nfor x in a b; do\n grep $x f && continue\n c\ndone\n" +
			"f() {\n a && return\n b\n}\nf", []string{"2:1 where a b fails, this ends the " +
			"brittle script, so what follows never runs: write if a b; then exit 0; fi, or " +
			"append || :", "4:2 where grep $x f fails", "8:2 where a fails"}},
		{"set -o brittle\nfor x in a b; do\n c $x && break\ndone\n! a && exit\na && b\ntry 3 " +
			"times\n a && exit 0\n b\nend\na && exit 0", nil},
		{"set -o brittle\nset +o brittle\n[ -e f ] && a", nil},
		{"set -o brittle\n[ -e f ] && a || :\n[ -e f ] && [ -s f ]\n[ -e f ] && grep -q x f\nif " +
			"[ -e f ] && a; then b; fi\n! { [ -e f ] && a; }", nil},
		{"set -e\n[ -e f ] && a\nset -o errexit brittle\n[ -e f ] && a", nil},
	})
}

func TestLeavesBlock(t *testing.T) {
	runRule(t, LeavesBlock, []ruleCase{
		{"try 3 times\n curl $u || exit 1\nend", []string{"2:2 the first failure of curl $u " +
			"leaves the block, and no further attempt is made; leave || exit out: the block " +
			"tries again when a command fails (write failure to fail the attempt, abort to " +
			"give up)"}},
		{"f() {\n try for 1 hour\n  a || return 1\n end\n}",
			[]string{"3:3 the first failure of a leaves the block, and no further attempt is " +
				"made; leave || return out"}},
		{"for h in $l; do\n try 3 times\n  ssh $h x || continue\n  a || break\n end\ndone",
			[]string{"3:3 the first failure of ssh $h x leaves the block for the loop around it",
				"4:3 "}},
		{"forany h in a b\n for x in 1; do a || exit; done\n b && c || { echo no >&2; exit " +
			"1; }\nend", []string{"2:17 ", "3:2 the first failure of b && c leaves"}},
		{"forall h in a b\n a || exit 1\n try 3 times\n  b || exit 1\n end\nend", []string{"4:3 "}},
		{"try 3 times\n for x in a b; do a || continue; b || break; done\n (cd x || exit 1; a)\n " +
			"x=$(a || exit 1)\n a || failure\n a || abort\n { a || exit 1; } | b\nend", nil},
		{"for x in a b; do\n try 3 times\n  [ $x != a ] || continue\n  [ -s $x ] || exit 1\n " +
			"end\ndone", []string{"4:3 "}},
		{"a || exit 1\nf() { a || return 1; }\ntry 3 times\n f\n a || exit 0\ncatch\n a || exit " +
			"1\nend\ntry\n a || exit\nend", nil},
	})
}

func TestLostAssignment(t *testing.T) {
	runRule(t, LostAssignment, []ruleCase{
		{"forall h in a b\n x=$(ssh $h id)\nend\necho $x\necho $x",
			[]string{"4:6 x was assigned in a branch of a forall, which is a subshell, and is " +
				"lost here: write values to a file of each branch"}},
		{"n=0 failed=\nforall h in a b\n ssh $h x || failed=\"$failed $h\"\n n=$((n + " +
			"1))\nend\nif [ -n \"$failed\" ]; then echo $((n)); fi",
			[]string{"6:10 failed was assigned", "6:32 n was"}},
		{"forall h in a b\n a\ncatch\n echo \"$h failed\"\nend",
			[]string{"4:8 h is not set in the catch list of its forall: the words whose branches " +
				"failed are the lines of $FTSH_FAILED"}},
		{"forall h in a b\n a\nend\necho $h", []string{"4:6 h was assigned"}},
		{"f() {\n forall h in a b\n  read x <f\n end\n a $x\n}", []string{"5:4 x was"}},
		{"forall h in a b\n forall g in c d\n  x=1\n end\n echo $x\nend", []string{"5:7 x was"}},
		{"forall h in a b\n x=1\n echo $x\n try\n  y=1\n catch\n  echo $h $y\n " +
			"end\nend\nx=2\necho $x", nil},
		{"x=1\nforall h in a b\n x=2\n x=$((x + 1))\nend\necho $x", nil},
		{"echo $x\nforall h in a b\n x=1 LC_ALL=C a\n x=1\n PATH=/a:$PATH\nend\necho $x $PATH",
			nil},
		{". ./lib\nforall h in a b\n x=1\nend\necho $x", nil},
		{"forall h in a b\n x=1\nend\nforall h in a b\n x=1\n echo $x $h\nend\nfor h in a; do " +
			"echo $h; done\ng() { echo $x; }", nil},
		{"forany h in a b\n x=1\nend\necho $x $h\nforall i in a\n y=1 a $y\nend\necho $y", nil},
		// Commands of a pipeline.
		{"failed=\na | while read -r u; do\n b $u || failed=\"$failed $u\"\ndone\necho " +
			"\"failed: $failed\"", []string{"5:15 failed was assigned in a command of a " +
			"pipeline, which is a subshell, and is lost here: give a loop its input with done " +
			"<file, or use the value inside of the pipeline"}},
		{"a | read -r x\necho $x", []string{"2:6 x was assigned in a command of a pipeline"}},
		{"try 3 times\n a | { n=$(b); c; }\n d $n\nend", []string{"3:4 n was"}},
		{"a | while read -r u; do n=$((n + 1)); echo $n; done\nb | while read -r n; do c $n; " +
			"done\nx=1\na | { x=2; b $x; }\necho $x\nx=1 a | b\n(y=1; a)\necho $y", nil},
		{"f() { a | while read -r x; do y=$x; done; }\necho $x $y\n. ./lib\na | read z\necho $z",
			nil},
	})
}

func TestLoopInput(t *testing.T) {
	runRule(t, LoopInput, []ruleCase{
		{"while read -r h; do\n ssh $h uptime\ndone <hosts", []string{"2:2 ssh reads the lines " +
			"that are meant for the read of the loop, which then ends: write ssh -n"}},
		{"a | while IFS= read -r h; do\n if try 3 times; ssh $h a; end; then x=$(sudo ssh $h b); " +
			"fi\ndone", []string{"2:18 ssh reads", "2:42 ssh"}},
		{"while read -r f; do ffmpeg -i $f o; done", []string{"1:21 ffmpeg reads the lines that " +
			"are meant for the read of the loop, which then ends: write ffmpeg -nostdin"}},
		{"while read -r h; do\n ssh -n $h a\n ssh -fN $h\n ssh $h a </dev/null\n a | ssh $h b\n " +
			"{ ssh $h a; } <f\n ssh $h a <<E\nE\n ssh $h a &\n try; ssh $h a; end <f\n " +
			"forall x in a b; ssh $h $x; end\n ffmpeg -nostdin -i $h o\n scp a $h:\ndone <f", nil},
		{"while read -r h <&3; do ssh $h a; done 3<f\nfor h in a; do ssh $h a; done\nf() { ssh " +
			"$h a; }\nwhile read -r h; do f; done <f", nil},
	})
}

func TestBlockWord(t *testing.T) {
	runRule(t, BlockWord, []ruleCase{
		{"try $n times\n a\ndone_\n", []string{"1:1 this opens no block"}},
		{"a\nend", []string{"2:1 no block is open here"}},
		{"tyr 3 times\n a", []string{"1:1 is \"tyr\" meant to be \"try\"?"}},
		{"Try for 1 hour\n a", []string{"1:1 is \"Try\" meant"}},
		{"foral h in a b\n a", []string{"1:1 is \"foral\" meant to be \"forall\"?"}},
		{"try 3 times\n a\ncacth\n b\nend", []string{"3:1 is \"cacth\" meant to be \"catch\"?"}},
		{"try for 1 h\n a\nsesne\n b\nend", []string{"3:1 is \"sesne\" meant to be \"sense\"?"}},
		{"try 3 times\n a\nend\nsense", []string{"4:1 no block is open here"}},
		{"try() { :; }\ntry $n times\nend() { :; }\nend", nil},
		{"try make install\ntry ar d lib.a x.o\ntry \"$1\"", nil},
		{"tr 3 times\ndry run\ncheck\nsense\nend x", nil},
		{"try 3 times\n env\n watch\nend", nil},
	})
}

func TestPasswordArgument(t *testing.T) {
	runRule(t, PasswordArgument, []ruleCase{
		{"curl -u \"$user:$pw\" $u",
			[]string{"1:6 everybody on this machine can see the password of -u"}},
		{"curl -H \"Authorization: Bearer $t\" $u",
			[]string{"1:6 everybody on this machine can see the token in this header"}},
		{"wget --password=secret $u\nwget --password \"$p\"",
			[]string{"1:6 everybody on this machine can see the value of --password", "2:6 "}},
		{"curl https://me:secret@host/x\ngit clone \"https://$u:$p@host/\"",
			[]string{"1:6 everybody on this machine can see the password in this URL",
				"2:11 "}},
		{"mysql -psecret\nmysql -p\"$p\"\nsshpass -p x ssh h\nopenssl enc -pass pass:x",
			[]string{"1:7 ", "2:7 ", "3:9 ", "4:13 "}},
		{"docker login -u me -p \"$p\"", []string{"1:20 "}},
		{"docker run -p 80:80 x", nil},
		{"mysql -p\nsshpass -e ssh h\nopenssl enc -pass env:P -pass file:f\ncurl -u user " +
			"$u\ncurl -K f", nil},
		{"wget --password-file=f\nx --password=file:/f --token=@f\nx --password\ncurl " +
			"https://host:8080/a@b\nssh user@host", nil},
		{"echo --password=x\nprintf '%s' --token=\"$t\"\nf() { :; }\nf --password x", nil},
		{"PGPASSWORD=x psql", nil},
	})
}

func TestBashism(t *testing.T) {
	runRule(t, Bashism, []ruleCase{
		{"#!/bin/bash\na", []string{"1:1 the first line names bash: started by its name, the " +
			"script runs in bash"}},
		{"#!/bin/bash\necho 'a\\tb' $HOSTNAME",
			[]string{"1:1 ", `2:6 echo interprets \t here: write printf '%s\n' and the words`,
				"2:13 HOSTNAME is bash's, and unset here: write $(uname -n)"}},
		{"#!/bin/sh\necho 'a\\tb' $HOSTNAME $UID", nil},
		{"[[ -e f ]]\n[ a == b ]\nsource f\nlet x=1\ndeclare -a y\nshopt -s x",
			[]string{"1:1 bash's [[: write [ ... ]", "2:5 == is bash's: write =",
				"3:1 bash's source: write .", "4:1 bash's let: write x=$((...))",
				"5:1 bash's declare", "6:1 bash's shopt"}},
		{"echo -e 'a\\n'\necho -ne x", []string{"1:6 echo prints -e here",
			"2:6 echo prints -ne here"}},
		{"cp f{,.old}\nmkdir {a,b}\nfor i in {1..3}; do :; done\ntouch {1..3}",
			[]string{"1:4 braces are not expanded: this is the word f{,.old} itself",
				"2:7 braces are not expanded: this is the word {a,b} itself; write the words",
				"3:10 braces are not expanded: this is the word {1..3} itself; write $(seq 1 3)",
				"4:7 braces"}},
		{"a &>f\nb", []string{"1:1 &> is & and > here"}},
		{"(( i > 3 ))", []string{"1:1 (( … )) is a subshell here"}},
		{"x=${y//a/b} z=${y:1:2} w=${y^^} v=${a[0]}",
			[]string{"1:3 ${y//a/b} is none of ftsh's", "1:15 ", "1:26 ", "1:35 "}},
		{"echo $RANDOM", []string{"1:6 RANDOM is bash's, and unset here"}},
		{"a+=b", []string{"1:1 bash's +=: write a=\"$a...\""}},
		{"read -t 5 y\nexport -f f\ntrap a ERR\nprintf -v x y",
			[]string{"1:6 read -t is bash's: write try timeout 5s",
				"2:8 export -f is bash's: functions cannot", "3:8 the condition ERR",
				"4:8 printf -v"}},
		{"a &>>f\nb |\nc &>g | d", []string{"1:1 &>> is & and >> here", "2:1 &> is & and > here"}},
		{"x=$(< f)\ny=$(<\"$f\")", []string{"1:3 $(< file) is empty here: write $(cat f)",
			"2:3 $(< file) is empty here: write $(cat \"$f\")"}},
		{"type -t ls\nwait -n\nset -E\nexit -1", []string{"1:6 type -t is bash's: write " +
			"command -v NAME", "2:6 wait -n is bash's", "3:5 set -E is bash's: leave it out",
			"4:6 a status is 0 to 255 here: write exit 255"}},
		{"echo $((2**n)) $((i++))\nls >& f",
			[]string{"1:6 there is no **: write", "1:16 there is no ++ or --: write i=$((i + 1))",
				"2:4 >& takes a descriptor here: write >f 2>&1"}},
		{"read -p x y\ng++ a.c\necho $((a - -1)) $(cat < f) >&2\nls >&$fd", nil},
		{"#!/bin/sh\necho -n x\necho - -e\necho \"$RANDOM_\"\nRANDOM=3; echo $RANDOM", nil},
		{"find . -exec rm {} \\;\necho '{a,b}' \"{1..3}\" {} { } {a}\nawk '{a,b}'\ngit show " +
			"HEAD@{1}", nil},
		{"a & >f\n((a); b)\n( (a) )\necho $((1 > 2))", nil},
		{"source() { :; }\nsource f\nread -r x\nread -d '' x\n${x:-$RANDOM_} ${RANDOM:-1}", nil},
	})
}

func TestOriginal(t *testing.T) {
	runRule(t, Original, []ruleCase{
		{"date -> now", []string{"1:6 -> is of the original ftsh, and would write a file now " +
			"here: write now=$(date ...)"}},
		{"cut -f1 -< line\nx ->> log\nx ->& all\nx 2-> err\nx ->v",
			[]string{"1:9 -< is of the original ftsh, and would read a file line", "2:3 ->> is",
				"3:3 ->& is", "4:3 2-> is", "5:3 -> is"}},
		{"cat - > f\ncat - >f\ncat ->/f\ncat -> f.txt\ncat -> \"$f\"\ncat ->&2\ncut -f 2->f\ncat " +
			"- <<E\nE\ntar cf - a > b", nil},
		{"function f\n a\nend\nx=$a .add. 1\nforall i in 1 .to. 5\n a\nend",
			[]string{"1:1 this is a function of the original ftsh: write f() { ...; }",
				"4:6 .add. is of the original ftsh: write $((a + b))", "5:15 .to. is"}},
		{"if .exists. f; then a; fi\nwhile $x .lt. 5; do a; done\nf() { return $1 .add. 1; }",
			[]string{"1:4 .exists. is", "2:10 .lt. is", "3:17 .add. is"}},
		{"grep .eq. f\nfor o in .eq. .ne. .lt.; do a; done\necho 1 .add. 2\nfunction f\n{\n " +
			"a\n}\nfunction() { :; }", nil},
	})
}

func TestDirective(t *testing.T) {
	runRule(t, Directive, []ruleCase{
		{"# ftsh-lint disable=no-such\na\n# ftsh-lint disable=syntax-error\n# ftsh-lint enable=x",
			[]string{"1:1 there is no rule \"no-such\"", "3:1 a syntax error cannot be turned off",
				"4:1 expected disable=RULE"}},
		{"# ftsh-lint disable=bashism why\n[[ a ]]\n# ftsh-lint finds this\n# uses ftsh-lint " +
			"disable=x\n# ftsh-linter", nil},
	})
}

func TestDisable(t *testing.T) {
	runRule(t, Bashism, []ruleCase{
		{"# ftsh-lint disable=bashism because\n[[ a ]]\n[[ b ]]", []string{"3:1 "}},
		{"# ftsh-lint disable=not-idempotent,bashism\nif a; then\n [[ a ]]\nfi", nil},
		{"if a; then\n # ftsh-lint disable=bashism\n\n # prose\n [[ a ]] && \\\n  [[ b ]]\n [[ " +
			"c ]]\nfi", []string{"7:2 "}},
		{"a # ftsh-lint disable=bashism\n[[ a ]]", nil},
		{"# ftsh-lint disable=hidden-failure\n[[ a ]]", []string{"2:1 "}},
		{"x=$(\n # ftsh-lint disable=bashism\n [[ a ]]\n)", nil},
		{"cat <<E\n# ftsh-lint disable=bashism\nE\n[[ a ]]", []string{"4:1 "}},
	})
}

// Every rule has a test named after it.
func TestEveryRuleIsTested(t *testing.T) {
	tested := []string{SyntaxError, RetryWithoutLimit, RetryWithoutDelay, KnownFailures,
		WaitWithoutLimit,
		HiddenFailure, LeavesBlock, LostStatus,
		LostAssignment, LoopInput, NotIdempotent, UnquotedDestructive, UnreachableCatch, GuardEndsList,
		BlockWord, PasswordArgument, Bashism,
		Original, Directive}
	if len(Rules()) != len(tested) {
		t.Errorf("%d rules, %d tested", len(Rules()), len(tested))
	}
	for i, r := range Rules() {
		if r.Name != tested[i] {
			t.Errorf("%s: in another order", r.Name)
		}
	}
}
