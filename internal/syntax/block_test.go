package syntax

import (
	"strings"
	"testing"
)

func TestBlocks(t *testing.T) {
	for i, c := range []struct{ src, want string }{
		{"try for 1 hour # comment\n a\nend", "(try for:1 hour <[a]>)"},
		{"try 5 times every 30 seconds\ncd x\nrm y\ncatch\necho $z\nfailure\nend",
			"(try times:5 every:30 seconds <[cd x]; [rm y]>)(catch <[echo {$z}]; [failure]>)"},
		{"try for 30 minutes\nforany host in xxx, yyy, zzz\nw \"$host\"\nend\necho ok\nend",
			`(try for:30 minutes <(forany host in xxx yyy zzz <[w "{$host}"]>); [echo ok]>)`},
		{`forall host jobs 8 in $hosts; ssh "$host" reboot; end`,
			`(forall host jobs:8 in {$hosts} <[ssh "{$host}" reboot]>)`},
		{`try; a; end`, "(try <[a]>)"},
		{`try 3 times; a; end | b && c || try forever; d; end &`,
			"(try times:3 <[a]>) | [b] && [c] || (try forever <[d]>) &"},
		{`! try 3 times; a; end >f 2>&1 </dev/null | b`,
			"! (try times:3 <[a]>) >f 2>&1 </dev/null | [b]"},
		{`time try 3 times; a; end`, "time (try times:3 <[a]>)"},
		{`if try; a; end; then b; fi; while try 2 times; a; end; do b; done`,
			"(if <(try <[a]>)> <[b]>); (while <(try times:2 <[a]>)> <[b]>)"},
		{`f() try 3 times; a; end`, "(f() (try times:3 <[a]>))"},
		{"f()\ntry 3 times\na\nend >x", "(f() (try times:3 <[a]>) >x)"},
		{"x=$(try 3 times; a; end) y=`try; a; end` \"$(try 1s; a; end)\"",
			"[x={$((try times:3 <[a]>)} y={`(try <[a]>)} \"{$((try for:1s <[a]>)}\"]"},
		{`case x in a) try 3 times; a; end;; b) try; b; end esac`,
			"(case x(a) <(try times:3 <[a]>)>)(b) <(try <[b]>)>))"},
		{`(try 3 times; a; end); { try 3 times; a; end }; { try; a; end; }`,
			"(sub <(try times:3 <[a]>)>); ({ <(try times:3 <[a]>)>); ({ <(try <[a]>)>)"},
		{"try 3 times; cat <<E; end\ne\nE\nb", "(try times:3 <[cat <<E:e⏎]>); [b]"},
		{"try 3 times\nif a; then b; fi end", "(try times:3 <(if <[a]> <[b]>)>)"},
		{"try 3 times\n(a)\ncatch\n(b) end", "(try times:3 <(sub <[a]>)>)(catch <(sub <[b]>)>)"},
		{"try 3 times\na\ncheck\nb\ncatch; c; end",
			"(try times:3 <[a]>)(check <[b]>)(catch <[c]>)"},
		{"try for 1 h\na\nsense\ns\ncheck\nb\ncatch; c; end",
			"(try for:1 h <[a]>)(sense <[s]>)(check <[b]>)(catch <[c]>)"},
		{"try forever; a; sense; b; catch; c; end",
			"(try forever <[a]>)(sense <[b]>)(catch <[c]>)"},
		{"try; try for $D; a; sense; b; end; end", "(try <(try for:{$D} <[a]>)(sense <[b]>)>)"},
		{"try 1 time; a; check; b; end", "(try times:1 <[a]>)(check <[b]>)"},
		{"try 3 times or 1 hour; a; end; try 1 hour or 3 times; a; end; try for 3 times 1 " +
			"hour; a; end", "(try times:3 for:1 hour <[a]>); (try times:3 for:1 hour <[a]>); " +
			"(try times:3 for:1 hour <[a]>)"},
		{"try for 1 hour 30 minutes; a; end; try 1h30m; a; end; try 1h 30m; a; end; try 1.5h; a; " +
			"end; try .5s; a; end", "(try for:1 hour 30 minutes <[a]>); (try for:1h30m <[a]>); " +
			"(try for:1h 30m <[a]>); (try for:1.5h <[a]>); (try for:.5s <[a]>)"},
		{"try for 90 s or 2 times timeout 5 s backoff full from 1 s to 1 m on 1,64-78 " +
			"streaming; a; end", "(try times:2 for:90 s timeout:5 s backoff:full from 1 s to 1 m " +
			"on:1,64-78 streaming <[a]>)"},
		{"try 3 times permanent '*x*' \"$p\" *z* known transient *a\\ b every 5s; a; end",
			"(try times:3 every:5s known permanent:‹*x*› \"{$p}\" *z* transient:*a‹ ›b <[a]>)"},
		{"try forever except 2 every 0 s timeout 1 m; a; end",
			"(try forever every:0 s timeout:1 m except:2 <[a]>)"},
		{"try through lock jobs 1; a; end", "(try through:lock jobs:1 <[a]>)"},
		{"try for 10 minutes through \"http:$h\" budget 20% jobs 8 nowait break 5 in 30s on " +
			"75; a; end", `(try for:10 minutes on:75 through:"http:{$h}" budget:20% jobs:8 ` +
			`nowait break:5 in:30s <[a]>)`},
		{"try for 1 hour through condor backoff to 5m; a; end",
			"(try for:1 hour backoff:to 5m through:condor <[a]>)"},
		{"try 3 times backoff to 5m through $x break $k in $d jobs $n; a; end",
			"(try times:3 backoff:to 5m through:{$x} jobs:{$n} break:{$k} in:{$d} <[a]>)"},
		{"try $n times; a; end; try for $d; a; end; try $n s; a; end; try ${n} times or $d every " +
			"$e; a; end; try \"$n\" times; a; end",
			`(try times:{$n} <[a]>); (try for:{$d} <[a]>); (try for:{$n} s <[a]>); (try ` +
				`times:{$n} for:{$d} every:{$e} <[a]>); (try times:"{$n}" <[a]>)`},
		{"try timeout 5 s; a; end; try streaming; a; end",
			"(try timeout:5 s <[a]>); (try streaming <[a]>)"},
		{"try 3 times backoff fixed from $t timeout 1 s; a; end",
			"(try times:3 timeout:1 s backoff:fixed from {$t} <[a]>)"},
		{"forany x; a; end; forall x; a; end; forany x ordered; a; end",
			"(forany x <[a]>); (forall x <[a]>); (forany x ordered <[a]>)"},
		{"try 3 times journal a$b keep streaming; c; end",
			"(try times:3 streaming journal:a{$b} keep <[c]>)"},
		{"forall x journal keep jobs 2 in a; c; end", "(forall x jobs:2 journal:keep in a <[c]>)"},
		{"forany x ordered timeout 5 s hedge 1 s streaming in a b; c; catch; d; end",
			"(forany x ordered timeout:5 s hedge:1 s streaming in a b <[c]>)(catch <[d]>)"},
		{"forall x via slurm; c; end", "(forall x via:slurm <[c]>)"},
		{"forall x jobs 2 via $v in; c; end", "(forall x jobs:2 via:{$v} in <[c]>)"},
		{"forall x jobs $n timeout 1 h keepgoing grouped tagged in; c; catch; d; end",
			"(forall x jobs:{$n} timeout:1 h keepgoing grouped tagged in <[c]>)(catch <[d]>)"},
		{"forany x in a,b, \"c\", $d, 'e,' \\, ,, , f,,; a; end",
			`(forany x in a,b "c" {$d} ‹e,› ‹,› , f, <[a]>)`},
		{"forany x in a,\n\nb\nend", "(forany x in a <[b]>)"},
		{"forany x in $h ordered y; a; end; forall x in a timeout b; c; end",
			"(forany x in {$h} ordered y <[a]>); (forall x in a timeout b <[c]>)"},
		{"forall x in timeout 5 s; c; end; forall x in a ordered; b; end",
			"(forall x in timeout 5 s <[c]>); (forall x in a ordered <[b]>)"},
		{"try 3 times; if a; then end; catch; check; fi; end",
			"(try times:3 <(if <[a]> <[end]; [catch]; [check]>)>)"},
		{"try 3 times; \\check; \"end\"; a end; end",
			`(try times:3 <[‹c›heck]; ["end"]; [a end]>)`},
		{"try 3 times; try 2 times; a; end; end; try; try; a; end; end",
			"(try times:3 <(try times:2 <[a]>)>); (try <(try <[a]>)>)"},
		{"end; catch a; check | b", "[end]; [catch a]; [check] | [b]"},
		{"tr\\\ny 3 ti\\\nmes; a; en\\\nd", "(try times:3 <[a]>)"},
		{"try 3 times; export end; echo catch; end", "(try times:3 <[export end]; [echo catch]>)"},
		{"f() { end; }; try 2 times; f; end", "(f() ({ <[end]>)); (try times:2 <[f]>)"},
		// The words of a script of its own.
		{"try() { \"$@\"; }; try make install", `(try() ({ <["{$@}"]>)); [try make install]`},
		{"try timeout 5 curl x; a; end", "[try timeout 5 curl x]; [a]; [end]"},
		{"try ar d lib.a x.o\ntry \"$1\"\ntry $x\ntry",
			`[try ar d lib.a x.o]; [try "{$1}"]; [try {$x}]; [try]`},
		{"try | a; try && b; try & c; try >f", "[try] | [a]; [try] && [b]; [try] &; [c]; [try >f]"},
		{"try\na\n", "[try]; [a]"},
		{"{ try\na\n}; end", "({ <[try]; [a]>); [end]"},
		{"forany a b in c; forall | x; forall $x in y",
			"[forany a b in c]; [forall] | [x]; [forall {$x} in y]"},
		{"a=1 try 3 times; >f try 3 times; 'try' 3 times; echo try 3 times",
			"[a=1 try 3 times]; [try 3 times >f]; [‹try› 3 times]; [echo try 3 times]"},
		{"try 3times; a; try -x", "[try 3times]; [a]; [try -x]"},
		{"if try; then a; fi", "(if <[try]> <[a]>)"},
	} {
		if got := tree(c.src, Options{Blocks: true}); got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}

// TestBlocksOff: without blocks their words are ordinary ones.
func TestBlocksOff(t *testing.T) {
	for i, c := range []struct{ src, want string }{
		{"try 3 times; a; end", "[try 3 times]; [a]; [end]"},
		{"forany x in a, b; a; catch; b; end", "[forany x in a, b]; [a]; [catch]; [b]; [end]"},
		{"try for 0 parsecs; time a", "[try for 0 parsecs]; time [a]"},
	} {
		if got := tree(c.src, Options{}); got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}

// TestByCommand: if the end is not known yet, the header decides, unless a function of that name
// exists.
func TestByCommand(t *testing.T) {
	for i, c := range []struct{ src, want string }{
		{"try\na\nend", "(try <[a]>)"},
		{"try", "[try]"},
		{"try make\na", "[try make]; [a]"},
		{"try timeout 5 s\na\nend", "(try timeout:5 s <[a]>)"},
		{"forany x\na\nend", "(forany x <[a]>)"},
		{"forall x y\na", "[forall x y]; [a]"},
		{"forall y\na", "[forall y]; [a]"},
		{"try 3 times; a; end", "(try times:3 <[a]>)"},
	} {
		opts := Options{Blocks: true, ByCommand: true, HasFunc: func(name string) bool {
			return name == "forall"
		}}
		if got := tree(c.src, opts); got != c.want {
			t.Errorf("%q: got\n%s, want\n%s\nFILL %d %q", c.src, got, c.want, i, got)
		}
	}
}

// Wrong heads inside one another take no exponential time: this would not end.
func TestWrongHeadsInOneAnother(t *testing.T) {
	for _, head := range []string{"try 3\n", "try up to 3 times\n"} {
		src := strings.Repeat(head, 60) + "a\n" + strings.Repeat("end\n", 60)
		if got := tree(src, Options{Blocks: true}); !strings.Contains(got, "try 3 times") {
			t.Errorf("%q inside itself: %s", head, got)
		}
	}
}
