//go:build linux

package release

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// installByMake shows that make install puts every program, page and completion in its place, and
// that make uninstall removes them. dir is a copy of the repository.
func installByMake(t *testing.T, dir string) {
	t.Helper()
	root := t.TempDir()
	run := func(target string) {
		t.Helper()
		cmd := exec.Command("make", target, "DESTDIR="+root, "PREFIX=/opt/ftsh", "VERSION=1.2.3",
			"SOURCE_DATE_EPOCH=1700000000")
		cmd.Dir = dir
		cmd.WaitDelay = 5 * time.Minute
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("make %s: %v\n%s", target, err, out)
		}
	}
	run("install")
	var got []string
	for _, f := range filesIn(t, root) {
		got = append(got, strings.TrimPrefix(f, "opt/ftsh/"))
	}
	var want []string
	for _, p := range programs(t) {
		want = append(want, "bin/"+p, "share/man/man1/"+p+".1",
			"share/bash-completion/completions/"+p,
			"share/zsh/site-functions/_"+p, "share/fish/vendor_completions.d/"+p+".fish")
	}
	want = append(want, "bin/ftsh-via-condor", "bin/ftsh-via-gridengine", "bin/ftsh-via-local",
		"bin/ftsh-via-slurm")
	want = append(want, "bin/ftsh-submit", "share/man/man1/ftsh-submit.1",
		"lib/ftsh/submit/condor_submit", "lib/ftsh/submit/qsub",
		"lib/ftsh/submit/sbatch")
	want = append(want, "share/man/man7/ftsh.7", "share/vim/vimfiles/syntax/ftsh.vim",
		"share/vim/vimfiles/ftdetect/ftsh.vim")
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%q\nwant\n%q", got, want)
	}
	for _, p := range programs(t) {
		out, err := exec.Command(filepath.Join(root, "opt/ftsh/bin", p), "--version").Output()
		if string(out) != p+" 1.2.3\n" || err != nil {
			t.Errorf("%s: %q, %v", p, out, err)
		}
	}
	page, err := os.ReadFile(filepath.Join(root, "opt/ftsh/share/man/man7/ftsh.7"))
	if err != nil || !strings.Contains(string(page), `"2023-11-14"`) {
		t.Errorf("ftsh(7) has not the date of the commit: %v, %.200s", err, page)
	}
	run("uninstall")
	if left := filesIn(t, root); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
}

// programs are the programs in cmd/.
func programs(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir("../../cmd")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// copyOfRepository is a copy of the repository's files, without .git and built files.
func copyOfRepository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	out, err := exec.Command("sh", "-c",
		"tar -C ../.. --exclude=./.git --exclude=./bin -cf - . | tar -C \"$1\" -xf -", "sh",
		dir).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// filesIn are the files below a directory, sorted.
func filesIn(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// The version of a checkout is its commit's: the tag, or the time and name of the commit. It also
// shows uncommitted changes.
func TestVersionOfACheckout(t *testing.T) {
	need(t, "git")
	script, err := os.ReadFile("../../packaging/version")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "packaging", "version")
	if err := os.Mkdir(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, script, 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(words ...string) string {
		t.Helper()
		cmd := exec.Command(words[0], words[1:]...)
		cmd.Dir = dir
		cmd.Env = []string{"PATH=/usr/bin:/bin", "HOME=" + dir,
			"GIT_CEILING_DIRECTORIES=" + filepath.Dir(dir), "TZ=America/New_York",
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a",
			"GIT_COMMITTER_EMAIL=a@b",
			"GIT_AUTHOR_DATE=1700000000 +0000", "GIT_COMMITTER_DATE=1700000000 +0000"}
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%q: %v", words, err)
		}
		return strings.TrimSpace(string(out))
	}
	version := func(want string) {
		t.Helper()
		if got := run("sh", "packaging/version"); !regexp.MustCompile("^" + want +
			"$").MatchString(got) {
			t.Errorf("%q, want %s", got, want)
		}
	}
	version("unknown")
	run("git", "init", "-q")
	run("git", "add", ".")
	run("git", "commit", "-qm", "first")
	version(`0\.0\.0\+20231114221320\.[0-9a-f]{12}`)
	run("git", "tag", "v1.2.3")
	version(`1\.2\.3`)
	if err := os.WriteFile(path, append(script, '\n'), 0o755); err != nil {
		t.Fatal(err)
	}
	version(`1\.2\.3\+dirty`)
	run("git", "commit", "-qam", "second")
	version(`1\.2\.3\+20231114221320\.[0-9a-f]{12}`)
	if err := os.WriteFile(path, script, 0o755); err != nil {
		t.Fatal(err)
	}
	version(`1\.2\.3\+20231114221320\.[0-9a-f]{12}\.dirty`)
}

// The container file copies the same files as make install.
func TestContainerFile(t *testing.T) {
	text, err := os.ReadFile("../../examples/container/Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "\nRUN make install DESTDIR=/out PREFIX=/usr\n") {
		t.Error("it is installed in another way")
	}
	copied := regexp.MustCompile(`/out/usr/bin/([a-z-]+)`).FindAllStringSubmatch(string(text), -1)
	if len(copied) != 2 {
		t.Errorf("%q", copied)
	}
	for _, c := range copied {
		if !slices.Contains(programs(t), c[1]) {
			t.Errorf("there is no program %s", c[1])
		}
	}
}

// need finds programs, or fails the test.
func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			t.Fatalf("%v (.ci/run installs it)", err)
		}
	}
}
