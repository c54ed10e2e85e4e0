package lint

import "testing"

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
