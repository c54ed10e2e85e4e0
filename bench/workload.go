package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A goal is the required speed of ftsh in a row, relative to dash.
type goal int

const (
	notSlower goal = iota // at most twice dash's time
	tenfold               // a tenth of dash's time
	informed              // no goal: the number is for information
)

// A workload is one row of the table.
type workload struct {
	name   string // for -rows
	title  string
	script string
	peers  string   // the script for other shells, if it is another one
	flags  []string // before the script's name
	inline bool     // the script is given with -c
	repeat int      // runs in one sample, for scripts of a millisecond
	goal   goal
	memory bool // the script prints its peak memory in KiB as the result
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
	}, processWorkloads(n)...)
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
