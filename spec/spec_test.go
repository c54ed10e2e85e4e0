package spec

import (
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"ftsh/internal/subject"
	"ftsh/internal/transcript"
)

var (
	update = flag.Bool("update", false,
		"rewrite expected output from what the shell under test does")
	shells = flag.String("shells", "", "run only these shells, comma-separated: ftsh, dash, bash")
)

func TestMain(m *testing.M) {
	flag.Parse()
	// Most cases wait for processes, so one more than the number of processors runs at a time.
	// Still more would crowd each other out under the race detector.
	explicit := false
	flag.Visit(func(f *flag.Flag) { explicit = explicit || f.Name == "test.parallel" })
	if !explicit {
		if err := flag.Set("test.parallel", strconv.Itoa(1+runtime.GOMAXPROCS(0))); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

// TestSpec runs every transcript. Subtests are named by file, case and shell:
// -run 'Spec/posix/quoting.t/single_quotes/dash'.
func TestSpec(t *testing.T) {
	peers := peerShells(t)
	var ours transcript.Shell
	if wanted("ftsh") {
		sh := subject.Get(t)
		ours = transcript.Shell{Name: sh.Name, Path: sh.Path, Args: sh.Args}
	}
	runner := &transcript.Runner{}
	for _, name := range transcripts(t) {
		ours, peers := inDialect(name, ours, peers)
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			f := parse(t, name)
			if *update {
				rewrite(t, name, f, runner, ours)
				return
			}
			for _, c := range f.Cases {
				t.Run(c.Name, func(t *testing.T) {
					// Without this, a case would wait for the one before: Run of a sequential
					// subtest returns when its parallel subtests have ended.
					t.Parallel()
					if wanted("ftsh") {
						t.Run("ftsh", func(t *testing.T) {
							t.Parallel()
							run(t, runner, name, c, ours, "")
						})
					}
					for _, p := range c.Peers {
						if !wanted(p) || c.Skip[p] != "" {
							continue
						}
						sh, ok := peers[p]
						if !ok {
							t.Fatalf("%s:%d: unknown peer %q", name, c.Line, p)
						}
						t.Run(p, func(t *testing.T) {
							if sh.Path == "" {
								t.Skip("not installed (.ci/run installs it)")
							}
							t.Parallel()
							run(t, runner, name, c, sh, p)
						})
					}
				})
			}
		})
	}
}

// inDialect returns the shells for a file. Those in bash/ run in the dialect of bash, next to the real
// one, which is called bash there and so is not in its POSIX mode.
func inDialect(file string, ours transcript.Shell, peers map[string]transcript.Shell) (transcript.Shell,
	map[string]transcript.Shell) {
	if filepath.ToSlash(filepath.Dir(file)) != "bash" {
		return ours, peers
	}
	ours.Args = append(slices.Clone(ours.Args), "-o", "bash")
	path, err := exec.LookPath("bash")
	if err != nil {
		path = ""
	}
	return ours, map[string]transcript.Shell{"bash": {Name: "bash", Path: path}}
}

// run runs one case under one shell; peer is "" for the shell under test.
func run(t *testing.T, r *transcript.Runner, name string, c *transcript.Case, sh transcript.Shell,
	peer string) {
	res, err := r.Run(c, sh)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(res.Stderr, "WARNING: DATA RACE") ||
		strings.Contains(res.Stderr, "goroutine 1 [") {
		t.Fatalf("%s:%d: the shell reports about itself:\n%s", name, c.Line, res.Stderr)
	}
	diffs := c.Compare(res, peer != "")
	why := c.Except[peer]
	if peer == "" {
		why = c.Todo
	}
	switch {
	case why == "" && len(diffs) > 0:
		t.Errorf("%s:%d: %s\n%s\nscript:\n%s", name, c.Line, c.Name, strings.Join(diffs, "\n"),
			c.Script)
	case why != "" && len(diffs) == 0:
		t.Errorf("%s:%d: %s agrees, although it is said not to: %s", name, c.Line, sh.Name, why)
	}
}

func rewrite(t *testing.T, name string, f *transcript.File, r *transcript.Runner,
	sh transcript.Shell) {
	var wg sync.WaitGroup
	slots := make(chan struct{}, 4)
	for _, c := range f.Cases {
		if c.Todo != "" {
			continue
		}
		wg.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			res, err := r.Run(c, sh)
			if err != nil {
				t.Error(err)
				return
			}
			if diffs := c.Compare(res, false); len(diffs) > 0 {
				t.Logf("%s:%d: %s\n%s", name, c.Line, c.Name, strings.Join(diffs, "\n"))
				c.Update(res)
			}
		})
	}
	wg.Wait()
	if err := os.WriteFile(name, []byte(f.Format()), 0o644); err != nil {
		t.Fatal(err)
	}
}

func transcripts(t *testing.T) []string {
	var names []string
	err := filepath.WalkDir(".", func(p string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && strings.HasSuffix(p, ".t") {
			names = append(names, p)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func parse(t *testing.T, name string) *transcript.File {
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := transcript.Parse(name, string(text))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func wanted(shell string) bool {
	return *shells == "" || slices.Contains(strings.Split(*shells, ","), shell)
}

// peerShells finds the shells to compare POSIX cases with; a shell not installed has no path. bash
// is started as sh, its POSIX mode, so $SH needs no option.
func peerShells(t *testing.T) map[string]transcript.Shell {
	peers := map[string]transcript.Shell{}
	for _, name := range []string{"dash", "bash"} {
		if !wanted(name) {
			continue
		}
		path, err := exec.LookPath(name)
		if err != nil {
			peers[name] = transcript.Shell{}
			continue
		}
		if name == "bash" {
			link := filepath.Join(t.TempDir(), "sh")
			if err := os.Symlink(path, link); err != nil {
				t.Fatal(err)
			}
			peers[name] = transcript.Shell{Name: "sh", Path: link}
			continue
		}
		peers[name] = transcript.Shell{Name: name, Path: path}
	}
	return peers
}
