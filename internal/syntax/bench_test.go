package syntax

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// longScript is a script of about n lines, similar to those installed by packages.
func longScript(n int) string {
	var b strings.Builder
	for i := range n / 20 {
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
	return b.String()
}

func BenchmarkCheck(b *testing.B) {
	src := longScript(20000)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if c := Check(src, Options{Blocks: true}); c.Err != nil {
			b.Fatal(c.Err)
		}
	}
}

// BenchmarkCheckWhole reads a script as set -n does.
func BenchmarkCheckWhole(b *testing.B) {
	src := longScript(20000)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if c := CheckWhole(src, Options{Blocks: true}); c.Err != nil {
			b.Fatal(c.Err)
		}
	}
}

func BenchmarkNext(b *testing.B) {
	src := longScript(20000)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		p := New(src, Options{Blocks: true})
		for {
			if _, err := p.Next(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkEval parses a short text, as in eval or a trap.
func BenchmarkEval(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		p := New(`x=$y; test "$x" = 1 && echo yes`, Options{Blocks: true})
		if _, err := p.Next(); err != nil {
			b.Fatal(err)
		}
	}
}
