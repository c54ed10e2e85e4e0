//go:build linux

package examples_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// testNightly lets Debian's cron run nightly.ftsh, with ftsh as the shell of the
// crontab. The daemon sees a crontab of ours only: /etc/crontab, /etc/cron.d
// and the users' crontabs lie below private mounts.
func testNightly(t *testing.T, p place) {
	mountable(t)
	p.lookup(t, "cron")
	p.file(t, "from/a", "first\n", 0o644)
	p.file(t, "from/deep/b", "second\n", 0o600)
	p.file(t, "to/stale", "of yesterday\n", 0o644)
	p.file(t, "busy.lock", "", 0o644)
	p.file(t, "spool/.keep", "", 0o644)
	lines := []string{
		"SHELL=" + p.ftsh,
		"PATH=" + p.path,
		"NIGHTLY_FOR=1 second",
		"FTSH_LOG_LEVEL=0",
		// Blocks in the crontab itself: the shell really is ftsh.
		"* * * * * root cd DIR && try 1 time; nightly.ftsh DIR/from DIR/to; end >good.out 2>&1; echo $? >good.status",
		"* * * * * root cd DIR && nightly.ftsh DIR/nothing DIR/copy >bad.out 2>&1; echo $? >bad.status",
		"* * * * * root cd DIR && nightly.ftsh DIR/from DIR/busy >busy.out 2>&1; echo $? >busy.status",
	}
	p.file(t, "cron.d/ftsh", strings.ReplaceAll(strings.Join(lines, "\n")+"\n", "DIR", p.dir), 0o644)
	p.file(t, "crontab", "", 0o644)
	lock, err := os.Open(filepath.Join(p.dir, "busy.lock"))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}

	cron := p.start(t, "", nil, "unshare", "-m", "sh", "-c", `
		mount --bind cron.d /etc/cron.d && mount --bind crontab /etc/crontab &&
		mount --bind spool /var/spool/cron/crontabs && mount -t tmpfs none /run &&
		exec cron -f`)
	for _, name := range []string{"good", "bad", "busy"} {
		cron.until(t, name+" ran", func() bool {
			content, err := filepath.Glob(filepath.Join(p.dir, name+".status"))
			return err == nil && len(content) == 1 && strings.HasSuffix(p.read(t, name+".status"), "\n")
		})
	}
	if err := cron.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}

	for name, want := range map[string]string{
		"good.out": "", "good.status": "0\n", "to/a": "first\n", "to/deep/b": "second\n", "to.old/stale": "of yesterday\n",
		"bad.status": "1\n",
		"busy.out":   "nightly: another one is running, nothing done\n", "busy.status": "0\n",
	} {
		if got := p.read(t, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	report := p.read(t, "bad.out")
	for _, part := range []string{
		"nightly: " + p.dir + "/nothing was NOT copied to " + p.dir + "/copy\n",
		"given up because of: deadline\n",
		`cp -R -p -- "$from" "$to.new": exit status 1` + "\n",
	} {
		if !strings.Contains(report, part) {
			t.Errorf("the report lacks %q:\n%s", part, report)
		}
	}
}
