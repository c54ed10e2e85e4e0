//go:build linux

package signals

import (
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"

	"ftsh/internal/subject"
)

var only = flag.String("case", "",
	"run the cases whose name matches this regular expression, and show them")

var built subject.Build

func TestMain(m *testing.M) {
	// Some cases send signals with a core dump by default; it is not needed here.
	_ = syscall.Setrlimit(syscall.RLIMIT_CORE, &syscall.Rlimit{})
	code := m.Run()
	built.Remove()
	os.Exit(code)
}

// selected returns the cases of this run, and whether they are the whole cross product.
func selected(t *testing.T) (cases []Case, whole bool) {
	switch {
	case *only != "":
		re, err := regexp.Compile(*only)
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(product(all()), func(c Case) bool {
			return !re.MatchString(c.String())
		}), false
	case os.Getenv("FTSH_TEST_SIGNALS") != "":
		n, err := strconv.ParseUint(os.Getenv("FTSH_TEST_SIGNALS"), 10, 32)
		if err != nil || n == 0 {
			t.Fatalf("FTSH_TEST_SIGNALS is one in how many cases to run: %v", err)
		}
		return slices.DeleteFunc(product(all()), func(c Case) bool {
			return c.hash()%n != 0
		}), n == 1
	}
	return covering(product(usual())), false
}

func shells(t *testing.T) []shell {
	sh := built.Get(t)
	list := []shell{{name: "ftsh", path: sh.Path, args: sh.Args}}
	for _, words := range []string{"dash", "bash --posix", "ksh", "mksh",
		"yash -o posixly-correct"} {
		w := strings.Fields(words)
		path, err := exec.LookPath(w[0])
		if err != nil {
			t.Logf("%v: not compared with (.ci/run installs it)", err)
			continue
		}
		list = append(list, shell{name: w[0], path: path, args: w[1:]})
	}
	return list
}

func TestSignals(t *testing.T) {
	cases, whole := selected(t)
	home := t.TempDir()
	for _, sh := range shells(t) {
		t.Run(sh.name, func(t *testing.T) {
			used := runAll(t, sh, home, cases)
			for i, k := range known() {
				if k.shell == sh.name && whole && !used[i] {
					t.Errorf("needless exception: %s: %s", k.shell, k.why)
				}
			}
			t.Logf("%d cases", len(cases))
		})
	}
}

// runAll runs the cases under a shell and returns the exceptions needed.
func runAll(t *testing.T, sh shell, home string, cases []Case) (used map[int]bool) {
	used = make(map[int]bool)
	var mu sync.Mutex
	var running sync.WaitGroup
	next := make(chan Case)
	for range 2 * runtime.GOMAXPROCS(0) {
		running.Go(func() {
			for c := range next {
				got, err := sh.run(c, home, stderr())
				mu.Lock()
				judge(t, sh, c, got, err, used)
				mu.Unlock()
			}
		})
	}
	for _, c := range cases {
		next <- c
	}
	close(next)
	running.Wait()
	return used
}

// stderr is for the shells' own messages.
func stderr() io.Writer {
	if *only != "" {
		return os.Stderr
	}
	return nil
}

func judge(t *testing.T, sh shell, c Case, got string, err error, used map[int]bool) {
	want := allowed(c)
	if sh.name == "ftsh" {
		want = want[:1]
	}
	verdict := ""
	switch i, excused := exception(sh.name, c); {
	case err != nil:
		t.Errorf("%s: %v\n%s", c, err, c.script())
	case slices.Contains(want, got):
	case excused:
		used[i] = true
		verdict = " (known: " + known()[i].why + ")"
	default:
		t.Errorf("%s: %s\n\tgot  %s\n\twant %s\n\t%s", sh.name, c, got,
			strings.Join(want, "\n\t  or "), c.script())
	}
	if *only != "" {
		fmt.Printf("%-5s %s: %s%s\n", sh.name, c, got, verdict)
	}
}

// allowed returns the traces allowed by POSIX, with the one required of ftsh first.
func allowed(c Case) []string {
	var list []string
	for _, ch := range choices() {
		if t := expected(c, ch); !slices.Contains(list, t) {
			list = append(list, t)
		}
	}
	return list
}
