//go:build linux

package known

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// apt-get works on a state of its own, so that nothing of the machine changes.
func TestProvokedApt(t *testing.T) {
	if _, err := exec.LookPath("apt-get"); err != nil {
		t.Skip("no apt-get")
	}
	l := newLab(t)
	for _, d := range []string{"etc", "state/lists/partial", "cache/archives/partial"} {
		if err := os.MkdirAll(filepath.Join(l.dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	conf := fmt.Sprintf(`Dir::State "%[1]s/state"; Dir::State::status "%[1]s/state/status";
Dir::Cache "%[1]s/cache"; Dir::Etc::sourcelist "%[1]s/etc/list"; Dir::Etc::sourceparts "-";
Acquire::Retries "0"; APT::Update::Error-Mode "any"; APT::Sandbox::User "root";
`, l.dir)
	for name, text := range map[string]string{"apt.conf": conf, "state/status": "", "etc/list": ""} {
		if err := os.WriteFile(filepath.Join(l.dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// A record lock, as apt itself takes it.
	f, err := os.Create(filepath.Join(l.dir, "state/lists/lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lock := syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart}
	if err := syscall.FcntlFlock(f.Fd(), syscall.F_SETLK, &lock); err != nil {
		t.Fatal(err)
	}
	const apt = "export APT_CONFIG=$PWD/apt.conf; "
	from := func(source string) string {
		return apt + "echo \"" + source + "\" >etc/list; apt-get -o Dir::State=$PWD/other update"
	}
	if err := os.MkdirAll(filepath.Join(l.dir, "other/lists/partial"), 0o755); err != nil {
		t.Fatal(err)
	}
	all := []provocation{
		{apt + "apt-get update", "transient"},
		{apt + "apt-get nosuch", "permanent"}, {apt + "apt-get --nosuch", "permanent"},
		{apt + "apt-get install nosuch", "unknown"},
		{from("deb x"), "permanent"},
		{from("deb [trusted=yes] http://$CLOSED/ x main"), "transient"},
		{from("deb [trusted=yes] http://nosuch.invalid/ x main"), "transient"},
		{from("deb [trusted=yes] $WEB/503 x main"), "transient"},
		{from("deb [trusted=yes] $WEB/404 x main"), "unknown"},
	}
	if os.Getuid() == 0 {
		all = append(all, provocation{"setpriv --reuid=65534 --clear-groups apt-get update", "permanent"})
	} else {
		all = append(all, provocation{"apt-get update", "permanent"})
	}
	l.provoke(t, "apt-get", all)
}
