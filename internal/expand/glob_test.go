package expand_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ftsh/internal/expand"
)

// globbed expands the first argument of script.
func globbed(t *testing.T, f *frame, script string) ([]string, error) {
	t.Helper()
	cmds := parse(script)
	return f.compiler().Word(cmds[0].Args[1]).Fields(f, nil)
}

func TestGlobSorted(t *testing.T) {
	dir := t.TempDir()
	want := []string{"-x", "B", "_", "a", "a b", "a-/x", "a/x", "b", "ä", "\xff"}
	for _, name := range want {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if name == "a" {
			continue
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	f := newFrame()
	f.dir = openDir(t, dir)
	got, err := globbed(t, f, "p *")
	if want := []string{"-x", "B", "_", "a", "a b", "a-", "b", "ä", "\xff"}; err != nil ||
		!slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	// By whole names: - sorts before /, though a before a-.
	got, err = globbed(t, f, "p a*/*")
	if want := []string{"a-/x", "a/x"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

func TestGlobAbsolute(t *testing.T) {
	dir := tree(t)
	f := newFrame()
	if err := f.vars.Assign("d", dir); err != nil {
		t.Fatal(err)
	}
	for _, script := range []string{`p $d/dir/f*`, `p "$d"/dir/f*`, `p "$d/dir"/f*`,
		`p $d/dir/f[12]`} {
		got, err := globbed(t, f, script)
		if want := []string{dir + "/dir/f1", dir + "/dir/f2"}; err != nil ||
			!slices.Equal(got, want) {
			t.Errorf("%s: %q, %v; want %q", script, got, err, want)
		}
	}
	if got, err := globbed(t, f, `p /[.]*/..`); err != nil ||
		!slices.Equal(got, []string{"/[.]*/.."}) {
		t.Errorf("%q, %v", got, err)
	}
	if got, err := globbed(t, f, `p "$d"/nosuch*`); err != nil ||
		!slices.Equal(got, []string{dir + "/nosuch*"}) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestGlobUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root reads every directory")
	}
	dir := tree(t)
	if err := os.Chmod(filepath.Join(dir, "dir"), 0); err != nil {
		t.Fatal(err)
	}
	f := newFrame()
	f.dir = openDir(t, dir)
	got, err := globbed(t, f, "p d*/f*")
	if want := []string{"dir2/f1"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
}

// A directory of more than one getdents call, with names of all lengths.
func TestGlobMany(t *testing.T) {
	dir := t.TempDir()
	var want []string
	for i := range 3000 {
		name := "f" + strings.Repeat("x", i%200) + strconv.Itoa(i)
		want = append(want, name)
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(want)
	f := newFrame()
	f.dir = openDir(t, dir)
	got, err := globbed(t, f, "p *")
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%d names, %v", len(got), err)
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f := newFrame()
	f.ctx = ctx
	for _, script := range []string{"p *", "p $x", "p /*/*/*", `p "$y"$x`} {
		if err := f.vars.Assign("x", strings.Repeat("a b ", 1<<16)); err != nil {
			t.Fatal(err)
		}
		got, err := globbed(t, f, script)
		if !errors.Is(err, context.Canceled) || got != nil {
			t.Errorf("%s: %d fields, %v", script, len(got), err)
		}
	}
}

// Splitting in chunks does not divide a character.
func TestSplitChunks(t *testing.T) {
	for shift := range 4 {
		f := newFrame()
		text := strings.Repeat("x", shift) + strings.Repeat("ä☃𝄞 ", 30000)
		for name, value := range map[string]string{"IFS": " ☃", "x": text} {
			if err := f.vars.Assign(name, value); err != nil {
				t.Fatal(err)
			}
		}
		got, err := globbed(t, f, "p $x")
		if err != nil || len(got) != 60000 {
			t.Fatalf("%d fields, %v", len(got), err)
		}
		for i, s := range got {
			if want := [2]string{"ä", "𝄞"}[i%2]; i > 0 && s != want {
				t.Fatalf("field %d is %q, want %q", i, s, want)
			}
		}
	}
}

func TestSubstError(t *testing.T) {
	f := newFrame()
	c := f.compiler()
	_, err := c.Word(parse("p a$(nosuch)b")[0].Args[1]).Fields(f, nil)
	if err == nil || err.Error() != "nosuch: not found" {
		t.Errorf("%v", err)
	}
}

func TestErrorPosition(t *testing.T) {
	f := newFrame()
	for _, script := range []string{"p ${x?}", "p $((1+))", "p ${1=x}"} {
		_, err := globbed(t, f, script)
		var e *expand.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: %v", script, err)
		}
	}
}

// One Word serves several goroutines.
func TestConcurrentUse(t *testing.T) {
	base := newFrame()
	c := base.compiler()
	var words []*expand.Word
	for _, a := range parse(`p $x "$x"y ${x#$y} $((x$y)) $(($x+1)) ${z-$x b} * "${x%"$y"*}"`)[0].Args[1:] {
		words = append(words, c.Word(a))
	}
	dir := openDir(t, tree(t))
	done := make(chan error)
	for g := range 4 {
		go func() {
			f := &frame{ctx: context.Background(), vars: base.vars.Clone(), dir: dir}
			value := strconv.Itoa(g * 11)
			err := errors.Join(f.vars.Assign("x", value), f.vars.Assign("y", "*0+"+strconv.Itoa(g)))
			for range 200 {
				for i, w := range words {
					got, e := w.Fields(f, nil)
					err = errors.Join(err, e)
					if i == 3 && got[0] != strconv.Itoa(g) {
						err = errors.Join(err, errors.New(got[0]))
					}
				}
			}
			done <- err
		}()
	}
	for range 4 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}
