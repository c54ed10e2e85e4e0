//go:build linux && !race

package tests

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"

	"ftsh/internal/subject"
)

// TestMemoryOfHeldOutput: holding, recording or replaying output takes no more memory with more
// branches or larger output. The shell reports its peak at its end, in KiB.
func TestMemoryOfHeldOutput(t *testing.T) {
	sh := subject.Get(t)
	dir := t.TempDir()
	random := rand.NewChaCha8([32]byte{})
	file := func(name string, size int, text bool) {
		p := make([]byte, size)
		_, _ = random.Read(p)
		for i := range p {
			if text {
				p[i] = "0123456789abcde\n"[p[i]&15]
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), p, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file("text", 900_000, true)
	file("bytes", 900_000, false)
	file("large", 64<<20, false)
	words := `$(seq 200)`
	for _, c := range []struct {
		name, script string
		size         int64
		most         int // KiB
	}{
		// In brackets: the peak with each output in memory several times, or all outputs at once.
		{"grouped", `forall i grouped in ` + words + `; cat text; end`, 180_000_000, 110 << 10}, // (254 MiB)
		{"grouped behind a slow one", `forall i jobs 8 grouped in ` + words +
			`; [ $i != 1 ] || sleep 2; cat text; end`, 180_000_000, 90 << 10}, // (242 MiB)
		{"words to two places", `forall i grouped in 1; j=0; while [ $j -lt 200000 ]; do ` +
			`j=$((j+1)); echo a; echo b >&2; done; end`, 400_000, 24 << 10}, // (51 MiB)
		{"tries", `i=0; while [ $i -lt 200 ]; do i=$((i+1)); try; cat text; end; done`, 180_000_000,
			24 << 10}, // unchanged
		{"hedges", `i=0; while [ $i -lt 50 ]; do i=$((i+1)); forany w hedge 1ms in 1 2 3; cat ` +
			`text; end; done`, 45_000_000, 32 << 10}, // unchanged
		{"journal at once", `forall i journal d in ` + words + `; cat text; end`, 180_000_000,
			220 << 10}, // (1009 MiB)
		{"journal", `forall i jobs 8 journal a in ` + words + `; cat text; end`, 180_000_000,
			100 << 10}, // (339 MiB)
		{"journal given again", `forall i jobs 8 journal a in ` + words + `; cat text; end`,
			180_000_000, 100 << 10}, // (575 MiB)
		{"journal of bytes", `forall i jobs 8 journal b in ` + words + `; cat bytes; end`,
			180_000_000, 100 << 10}, // (341 MiB)
		{"journal of bytes again", `forall i jobs 8 journal b in ` + words + `; cat bytes; end`,
			180_000_000, 100 << 10}, // (1095 MiB)
		{"large", `try journal c; cat large; end`, 64 << 20, 24 << 10},             // (72 MiB)
		{"large given again", `try journal c; cat large; end`, 64 << 20, 24 << 10}, // (165 MiB)
	} {
		t.Run(c.name, func(t *testing.T) {
			// The status keeps journals incomplete.
			cmd := exec.Command(sh.Path, append(sh.Args, "-c",
				c.script+` >out && grep VmHWM /proc/$$/status && false`)...)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "FTSH_JOURNAL_DIR="+filepath.Join(dir, "j"),
				"TMPDIR="+dir, "FTSH_LOG_LEVEL=silent")
			var errs bytes.Buffer
			cmd.Stderr = &errs
			said, _ := cmd.Output()
			number := regexp.MustCompile(`VmHWM:\s*(\d+) kB`).FindSubmatch(said)
			st, err := os.Stat(filepath.Join(dir, "out"))
			if err != nil || st.Size() != c.size || number == nil {
				t.Fatalf("%q, %v, %q", said, err, &errs)
			}
			if most, err := strconv.Atoi(string(number[1])); err != nil || most > c.most {
				t.Errorf("it took %d KiB, expected at most %d", most, c.most)
			}
		})
	}
}
