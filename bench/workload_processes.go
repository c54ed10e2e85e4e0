package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
)

// processWorkloads returns the rows about processes, and about blocks. A row whose ftsh script has a
// block compares it with the nearest script without one in the other shells.
func processWorkloads(n func(full int) int) []workload {
	return []workload{
		{name: "bgcolon", title: "500 `: &`, wait",
			script: loop(n(500), ": &") + "wait\necho $i\n"},
		{name: "bgfunc", title: "500 `f &`, wait",
			script: "f() { x=$1; }\n" + loop(n(500), "f a &") + "wait\necho $i\n"},
		{name: "bgexit", title: "500 `(exit 0) &`, wait",
			script: loop(n(500), "(exit 0) &") + "wait\necho $i\n"},
		{name: "bglist", title: "200 `{ echo; } >f &`, wait",
			script: loop(n(200), "{ echo $i; } >out &") + "wait\necho $i\n", goal: informed},
		{name: "block", title: "first block: `try; :; end`, to `:`", script: "try; :; end",
			peers: ":", inline: true, repeat: 20, goal: informed},
		{name: "blocktrue", title: "first block: `try; /bin/true; end`, to `/bin/true; :`",
			script: "try; /bin/true; end", peers: "/bin/true; :", inline: true, repeat: 20,
			goal: informed},
		{name: "through", title: "2,000 admissions with 96 waiters, to `: &`", goal: informed,
			script: "mkdir -p state; export FTSH_STATE_DIR=$PWD/state\n" +
				fmt.Sprintf("forall x jobs 100 in $(seq %d); try through n jobs 4; :; end; end\n",
					n(2000)),
			peers: loop(n(2000), ": &") + "wait\n"},
		{name: "held", title: "held output, 256 MB, to a plain pipe",
			script: "try; cat big; end | cat >/dev/null\n", peers: "cat big | cat >/dev/null\n",
			prepare: writeBig(n(256 << 20))},
	}
}

// writeBig returns a function that makes a file of n bytes.
func writeBig(n int) func(string) error {
	return func(dir string) error {
		line := []byte("a line of a large file, as long as most lines are in logs and listings\n")
		return os.WriteFile(filepath.Join(dir, "big"), bytes.Repeat(line, n/len(line)+1)[:n], 0o644)
	}
}
