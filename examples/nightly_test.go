//go:build linux

package examples_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// testNightly lets Debian's cron run nightly.ftsh, with ftsh as the shell of the crontab. The
// daemon sees only our crontab: /etc/crontab, /etc/cron.d and the users' crontabs are under private
// mounts.
func testNightly(t *testing.T, p place) {
	mountable(t)
	p.lookup(t, "cron")
	p.file(t, "from/a", "first\n", 0o644)
	p.file(t, "from/deep/b", "second\n", 0o600)
	p.file(t, "to/stale", "of yesterday\n", 0o644)
	p.file(t, "spool/.keep", "", 0o644)
	lines := []string{
		"SHELL=" + p.ftsh,
		"PATH=" + p.path,
		"NIGHTLY_FOR=1 second",
		"FTSH_LOG_LEVEL=0",
		"FTSH_STATE_DIR=" + p.dir + "/state",
		// Blocks in the crontab itself: the shell really is ftsh.
		"* * * * * root cd HERE && try 1 time; nightly.ftsh HERE/from HERE/to; end >good.out " +
			"2>&1; echo $? >good.status",
		"* * * * * root cd HERE && ftsh --cron nightly.ftsh HERE/nothing HERE/copy >bad.out " +
			"2>&1; echo $? >bad.status",
		"* * * * * root cd HERE && nightly.ftsh HERE/from HERE/busy >busy.out 2>&1; echo $? " +
			">busy.status",
	}
	p.file(t, "cron.d/ftsh", strings.ReplaceAll(strings.Join(lines, "\n")+"\n", "HERE", p.dir),
		0o644)
	p.file(t, "crontab", "", 0o644)
	busy := p.start(t, "", []string{"FTSH_STATE_DIR=" + p.dir + "/state"}, "ftsh", "-c",
		`try through "nightly:$1/busy" jobs 1; : >held; while :; do sleep 1000; done; end`, "ftsh",
		p.dir)
	busy.until(t, "the lock is held", func() bool {
		_, err := os.Stat(filepath.Join(p.dir, "held"))
		return err == nil
	})

	cron := p.start(t, "", nil, "unshare", "-m", "sh", "-c", `
		mount --bind cron.d /etc/cron.d && mount --bind crontab /etc/crontab &&
		mount --bind spool /var/spool/cron/crontabs && mount -t tmpfs none /run &&
		exec cron -f`)
	for _, name := range []string{"good", "bad", "busy"} {
		cron.until(t, name+" ran", func() bool {
			content, err := filepath.Glob(filepath.Join(p.dir, name+".status"))
			return err == nil && len(content) == 1 &&
				strings.HasSuffix(p.read(t, name+".status"), "\n")
		})
	}
	if err := cron.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}

	for name, want := range map[string]string{
		"good.out": "", "good.status": "0\n", "to/a": "first\n", "to/deep/b": "second\n",
		"to.old/stale": "of yesterday\n",
		"bad.status":   "1\n",
		"busy.out":     "nightly: another one is running, nothing done\n", "busy.status": "0\n",
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
