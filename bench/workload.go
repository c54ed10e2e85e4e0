package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A goal is the most that ftsh may take in a row: a multiple of a peer's time. 0 is twice.
type goal float64

const (
	tenfold  goal = 0.1 // a tenth
	level    goal = 1.1 // as fast: less is noise where processes are started
	informed goal = -1  // no goal: the number is for information
)

// fastest, as the peer of a goal, stands for the fastest of the other shells.
const fastest = "the fastest"

// A workload is one row of the table.
type workload struct {
	name   string // for -rows
	title  string
	script string
	peers  string   // the script for other shells, if it is another one
	flags  []string // before the script's name
	args   []string // after it
	inline bool     // the script is given with -c
	repeat int      // runs in one sample, for scripts of a millisecond
	goal   goal
	peer   string // for the goal; "": dash, or fastest
	memory bool   // the script prints its peak memory in KiB as the result
	most   int    // in a memory row, the goal in KiB; 0: none
	// quadratic: the work grows with the square of the size, in every shell.
	quadratic bool
	fixed     bool // has one size only
	// prepare makes the script's input files in its directory.
	prepare func(dir string) error
}

// loop returns a while loop of n rounds, in the plainest form common to all shells.
func loop(n int, body string) string {
	return fmt.Sprintf("i=0\nwhile [ $i -lt %d ]; do\n%s\ni=$((i+1))\ndone\n", n, body)
}

// workloads returns the rows, each at the given scale. At 1 the sizes are those of docs and earlier
// measurements.
func workloads(scale float64) []workload {
	n := func(full int) int { return max(1, int(float64(full)*scale)) }
	return append([]workload{
		{name: "start", title: "start, `-c :`", script: ":", inline: true, repeat: 20},
		{name: "test", title: "`[ ]` and `$((i+1))` loop, 300k",
			script: loop(n(300000), ":") + "echo $i\n"},
		{name: "arith", title: "arithmetic only, 200k",
			script: "x=0 i=0\n" + arithLoop(n(20000)) + "echo $x\n"},
		{name: "func", title: "function calls, 100k",
			script: "f() { n=$1; }\n" + loop(n(100000), "f $i") + "echo $n\n"},
		{name: "string", title: "`${x##*/}` and kin, 100k",
			script: "x=/usr/local/lib/libdemo.so.1.2\n" +
				loop(n(100000), `a=${x##*/} b=${x%/*} c=${a%%.*} d=${#x} e=${none:-"$c"}`) +
				"echo $a $b $c $d $e\n"},
		{name: "split", title: "field splitting with IFS, 10k",
			script: "x=root:x:0:0:root:/root:/bin/sh IFS=:\n" +
				loop(n(10000), "set -- $x") + "echo $# $6\n"},
		{name: "case", title: "`case` patterns, 100k", script: "n=0\n" +
			loop(n(100000), "case file$i.c in *.[oa]) :;; lib*.so) :;; [0-9]*) :;; *7.c) n=$((n+1));; *) :;; esac") + "echo $n\n"},
		{name: "subst", title: "`x=$(echo hi)`, 20k",
			script: loop(n(20000), "x=$(echo hi)") + "echo $x\n", goal: tenfold},
		{name: "subshell", title: "`( : )`, 20k", script: loop(n(20000), "( : )") + "echo $i\n",
			goal: tenfold},
		{name: "true", title: "/bin/true, 2000", script: loop(n(2000), "/bin/true") + "echo $i\n"},
		{name: "pipe", title: "external pipeline, 1000",
			script: loop(n(1000), "/bin/true | /bin/true") + "echo $i\n"},
		{name: "pipeb", title: "`echo x \\| read y`, 5000",
			script: loop(n(5000), "echo x | read y") + "echo $i\n"},
		{name: "read", title: "`while read`, 200k lines",
			script:  "n=0\nwhile read -r a b; do n=$((n+1)); done <lines\necho $n $a\n",
			prepare: writeLines(n(200000))},
		{name: "parse", title: "parse 20,000 lines", flags: []string{"-n"},
			script: longScript(n(20000))},
		{name: "parserun", title: "parse and run them", script: longScript(n(20000))},
		{name: "heredoc", title: "here-document to cat, 1000",
			script: loop(n(1000), "cat <<E >/dev/null\nline $i of a document\nE") + "echo $i\n"},
		{name: "glob", title: "glob of 10,000 files",
			script:  "for r in 1 2 3; do set -- files/*; done\necho $# $1\n",
			prepare: touchFiles(n(10000))},
		{name: "jobs", title: "500 background jobs, wait",
			script: loop(n(500), "/bin/true &") + "wait\necho $i\n"},
		{name: "memory", title: "peak memory (no goal)", script: loop(n(20000), "x=$i") + printPeak,
			memory: true, goal: informed},
		{name: "memparse", title: "peak memory, 20,000 lines (no goal)",
			script: longScript(n(20000)) + printPeak, memory: true, goal: informed},
	}, slices.Concat(moreWorkloads(n), processWorkloads(n), scriptWorkloads())...)
}

// moreWorkloads returns rows in which ftsh was once slow, for its own design. n scales a size.
func moreWorkloads(n func(int) int) []workload {
	return []workload{
		{name: "append", title: "`x=\"${x}…\"`, 40k", goal: 0.3, peer: "ksh",
			script: loop(n(40000), `x="${x}0123456789"`) + "echo ${#x}\n"},
		{name: "params", title: "`set -- \"$@\" x`, 3000", quadratic: true,
			script: loop(n(3000), `set -- "$@" x`) + "echo $#\n"},
		{name: "source", title: "`. file` of 20,000 lines", goal: 1.8,
			script: ". ./lines\n", prepare: writeScript(n(20000))},
		{name: "evalfile", title: "`eval \"$(cat file)\"` of the same", goal: 1.9,
			script: `eval "$(cat lines)"` + "\n", prepare: writeScript(n(20000))},
		{name: "eval", title: "`eval` of a short text, 50k",
			script: loop(n(50000), `eval "x$((i%100))=\$i"`) + "echo $x99\n"},
		{name: "define", title: "10,000 functions", script: definitions(n(10000)) + "f0\n"},
		{name: "definenew", title: "10,000 functions by eval",
			script: loop(n(10000), `eval "f$i() { echo $i \"\$1\"; }"`) + "f0\n"},
		{name: "document", title: "here-document with expansions, 10 MB", goal: 1.2,
			script: "x=word\ncat <<E >/dev/null\n" +
				strings.Repeat("a line of text with $x and ${x} in it, and with a few words\n",
					n(10000000)/60) + "E\n"},
		{name: "recurse", title: "recursion 500 deep, 100 times", goal: 1.1,
			script: "f() { [ $1 -eq 0 ] || f $(($1-1)); }\n" + loop(n(100), "f 500") + "echo $i\n"},
		{name: "hash", title: "`hash -r; command -v`, 20k", goal: 1.1,
			script: loop(n(20000), "hash -r; command -v sed >/dev/null") + "echo $i\n"},
		{name: "null", title: "`echo >/dev/null`, 100k", goal: 1.1,
			script: loop(n(100000), "echo x >/dev/null") + "echo $i\n"},
		{name: "globbig", title: "glob of 100,000 files", goal: 1.1,
			script: "set -- files/*\necho $# $1\n", prepare: touchFiles(n(100000))},
		{name: "pipelong", title: "a pipeline of 1,000 programs", goal: 1.1,
			script: "echo x" + strings.Repeat(" | cat", n(1000)) + "\n"},
		{name: "trap", title: "a trap for a signal, 20k", goal: 1.1,
			script: "n=0\ntrap 'n=$((n+1))' USR1\n" + loop(n(20000), "kill -USR1 $$") +
				"echo $n\n"},
		{name: "memsource", title: "peak memory, `. file` of 20,000 lines", memory: true,
			script: ". ./lines\n" + printPeak, prepare: writeScript(n(20000)), most: 15 << 10},
		{name: "memdefine", title: "peak memory, 100,000 functions", memory: true,
			script: definitions(n(100000)) + printPeak, most: 150 << 10},
		{name: "memdocument", title: "peak memory, here-document of 10 MB", memory: true,
			script: "x=word\ncat <<E >/dev/null\n" +
				strings.Repeat("a line of text with $x and ${x} in it, and with a few words\n",
					n(10000000)/60) + "E\n" + printPeak, most: 40 << 10},
	}
}

// definitions returns a script of n functions on a line each.
func definitions(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "f%d() { echo %d \"$1\"; }\n", i, i)
	}
	return b.String()
}

func writeScript(n int) func(string) error {
	return func(dir string) error {
		return os.WriteFile(filepath.Join(dir, "lines"), []byte(longScript(n)), 0o644)
	}
}

// printPeak prints the shell's own high-water mark. rusage would not do: after exec it still has
// the mark of the forking process.
const printPeak = "while read -r k v u; do case $k in VmHWM:) echo $v;; esac; done </proc/$$/status\n"

func arithLoop(n int) string {
	return loop(n, "x=$((x+i)) x=$((x*3)) x=$((x%10007)) x=$((x<<2)) x=$((x^i))\n"+
		"x=$((x-i)) x=$((x>>1)) x=$((x&65535)) x=$((x>7?x:-x)) x=$((x+(i-1)*2))")
}

// longScript returns a typical script of about n lines: functions without calls, some of the lines
// run.
func longScript(n int) string {
	var b strings.Builder
	for i := 0; i < n/20; i++ {
		fmt.Fprintf(&b, `# part %d of the script: what it does is said here
part_%d() {
    name=$1 dir="${2:-/var/lib/demo}"
    if [ -z "$name" ] || [ ! -d "$dir" ]; then
        echo "usage: part name [dir]" >&2
        return 2
    fi
    for f in "$dir"/*.conf "$dir"/local/*; do
        case $f in
            *~|*.bak) continue ;;
            *.conf) count=$((count + 1)) ;;
            *) echo "skipped: ${f##*/}" >>"$log" 2>&1 ;;
        esac
    done
    sed -e 's/a/b/' "$dir/$name" | sort -u | head -n 5 >"$dir/out.$$" && mv "$dir/out.$$" "$dir/out"
    result=$(printf '%%s\n' "$name" 'quoted text' "$dir")
}
last=%d
state="part $last done"

`, i, i, i)
	}
	b.WriteString("echo $state\n")
	return b.String()
}

func writeLines(n int) func(string) error {
	return func(dir string) error {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, "word%d rest\n", i)
		}
		return os.WriteFile(filepath.Join(dir, "lines"), []byte(b.String()), 0o644)
	}
}

func touchFiles(n int) func(string) error {
	return func(dir string) error {
		if err := os.Mkdir(filepath.Join(dir, "files"), 0o755); err != nil {
			return err
		}
		for i := range n {
			// Spread, to give sorting some work.
			name := fmt.Sprintf("file%05d.%x", i*7919%n, i)
			if err := os.WriteFile(filepath.Join(dir, "files", name), nil, 0o644); err != nil {
				return err
			}
		}
		return nil
	}
}
