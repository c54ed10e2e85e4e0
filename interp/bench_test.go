//go:build linux

package interp_test

import (
	"context"
	"fmt"
	"io"
	"testing"

	"ftsh/interp"
)

// BenchmarkBlock measures the cost of blocks without processes. Subtract the first row, the cost of
// the loop.
func BenchmarkBlock(b *testing.B) {
	benchmark(b, []row{
		{"none", ":"},
		{"try", "try 2 times; :; end"},
		{"limited", "try for 1 hour; :; end"},
		{"retried", "try 2 times every 0s; [ $FTSH_ATTEMPT = 2 ]; end"},
		{"held", "try 2 times; echo x; end >/dev/null"},
		{"forany", "forany w in a; :; end"},
		{"forall", "forall w in a; :; end"},
	})
}

// BenchmarkEval measures texts that run once.
func BenchmarkEval(b *testing.B) {
	benchmark(b, []row{
		{"assign", `eval "x$((i%100))=\$i"`},
		{"builtin", `eval "set -- $i \"\$1\""`},
		{"function", `eval "f$((i%100))() { echo $i; }"`},
	})
}

// A row is a benchmark of commands in a loop.
type row struct{ name, body string }

func benchmark(b *testing.B, rows []row) {
	for _, bench := range rows {
		b.Run(bench.name, func(b *testing.B) {
			sh, err := interp.New(interp.Options{Stdout: io.Discard, Stderr: io.Discard,
				Env: []string{searchPath}})
			if err != nil {
				b.Fatal(err)
			}
			defer sh.Close()
			b.ReportAllocs()
			text := fmt.Sprintf("i=0; while [ $i -lt %d ]; do %s; i=$((i+1)); done", b.N,
				bench.body)
			if status, err := sh.Run(context.Background(), "bench", text); status != 0 ||
				err != nil {
				b.Fatal(status, err)
			}
		})
	}
}
