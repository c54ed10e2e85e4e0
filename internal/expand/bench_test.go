package expand_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ftsh/parser/ast"
)

// benchWord returns the first argument of the last command of script, and a frame after running the
// commands before it.
func benchWord(t testing.TB, script string) (*frame, *ast.Word) {
	t.Helper()
	cmds := parse(script)
	last := cmds[len(cmds)-1]
	f := newFrame()
	if out := f.run(cmds[:len(cmds)-1]); out != "" {
		t.Fatal(out)
	}
	if len(last.Args) == 0 {
		return f, last.Assigns[0].Value
	}
	return f, last.Args[1]
}

// The cases of the short cuts, with their maximal number of allocations.

func fastCases() []struct {
	name, script string
	allocs       int
} {
	return []struct {
		name, script string
		allocs       int
	}{
		{"literal", `p word`, 0},
		{"quoted", `x='a b'; p "$x"`, 0},
		{"unquoted", `x=value; p $x`, 0},
		{"positional", `set -- a b; p $2`, 0},
		{"split", `x='a b c d'; p $x`, 0},
		{"splitIFS", `IFS=:; x=a:b:c:d; p $x`, 0},
		{"all", `set -- a b c; p "$@"`, 0},
		{"join", `x=a; y=b; p "$x/$y"`, 1},
		{"basename", `x=/usr/local/bin/x; p "${x##*/}"`, 0},
		{"dirname", `x=/usr/local/bin/x; p ${x%/*}`, 0},
		{"suffix", `x=file.c; s=.c; p ${x%$s}`, 0},
		{"default", `p ${x:-word}`, 0},
		{"length", `x=12345; p ${#x}`, 0},
		{"increment", `i=12345; p $((i+1))`, 1},
		{"incrementExpanded", `i=12345; p $(($i+1))`, 1},
		{"arithText", `i=5; op=+; p $(($i $op 1))`, 1},
		{"assignment", `x=abc; y=$x`, 0},
	}
}

func TestAllocations(t *testing.T) {
	for _, c := range fastCases() {
		f, w := benchWord(t, c.script)
		word := f.compiler().Word(w)
		dst := make([]string, 0, 16)
		got := testing.AllocsPerRun(100, func() {
			var err error
			if dst, err = word.Fields(f, dst[:0]); err != nil {
				t.Fatal(err)
			}
		})
		if int(got) > c.allocs {
			t.Errorf("%s: %v allocations, want at most %d", c.script, got, c.allocs)
		}
	}
}

func BenchmarkFields(b *testing.B) {
	for _, c := range fastCases() {
		b.Run(c.name, func(b *testing.B) {
			f, w := benchWord(b, c.script)
			word := f.compiler().Word(w)
			dst := make([]string, 0, 16)
			b.ReportAllocs()
			for b.Loop() {
				dst, _ = word.Fields(f, dst[:0])
			}
		})
	}
}

func BenchmarkSplitLong(b *testing.B) {
	f, w := benchWord(b, `p $x`)
	word := f.compiler().Word(w)
	text := strings.Repeat("field another\tthird\n", 5000)
	if err := f.vars.Assign("x", text); err != nil {
		b.Fatal(err)
	}
	var dst []string
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		dst, _ = word.Fields(f, dst[:0])
	}
}

func BenchmarkGlob(b *testing.B) {
	dir := b.TempDir()
	for i := range 10000 {
		if err := os.WriteFile(filepath.Join(dir, "file"+strconv.Itoa(i)+".txt"), nil,
			0o666); err != nil {
			b.Fatal(err)
		}
	}
	f, w := benchWord(b, `p *.txt`)
	d, err := os.Open(dir)
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	f.dir = int(d.Fd())
	word := f.compiler().Word(w)
	b.ReportAllocs()
	for b.Loop() {
		dst, err := word.Fields(f, nil)
		if err != nil || len(dst) != 10000 {
			b.Fatal(len(dst), err)
		}
	}
}

func BenchmarkCompile(b *testing.B) {
	for _, src := range []string{`word`, `"quoted"`, `$x`, `"$x"`, `a"$x"b`, `${x##*/}`,
		`${x:-word}`, `*.c`, `$((i+1))`} {
		b.Run(src, func(b *testing.B) {
			f, w := benchWord(b, "p "+src)
			c := f.compiler()
			b.ReportAllocs()
			for b.Loop() {
				c.Word(w)
			}
		})
	}
}
