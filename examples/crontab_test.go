//go:build linux

package examples_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// testCrontab lets Debian's cron run jobs of ftsh --cron: a successful one, a failing one, two at
// the same time, one with a killed ftsh, and one reading the text after a %. A line of the
// crontab's shell has a log. Mail from cron goes to a sendmail of ours, mounted over /usr/sbin in
// private.
func testCrontab(t *testing.T, p place) {
	mountable(t)
	p.lookup(t, "cron")
	p.file(t, "spool/.keep", "", 0o644)
	p.file(t, "mail/.keep", "", 0o644)
	p.file(t, "sbin/sendmail", "#!/bin/sh\ncat >"+p.dir+"/mail/part.$$ && mv "+p.dir+
		"/mail/part.$$ "+p.dir+"/mail/mail.$$\n", 0o755)
	lines := []string{
		"SHELL=" + p.ftsh,
		"PATH=" + p.path,
		"MAILTO=root",
		"* * * * * root cd DIR && ftsh --cron -c 'try 2 times every 10 ms; echo noise; [ -e " +
			"good.x ] || { : >good.x; false; }; end'; echo $? >good.status",
		"* * * * * root cd DIR && ftsh --cron --summary bad.json -c 'try 2 times every 10 ms; " +
			"echo before; ls nothing; end'; echo $? >bad.status",
		"* * * * * root cd DIR && ftsh --cron --lock DIR/over -c 'while [ ! -e go ]; do sleep " +
			"0.1; done'; echo $? >>over.status",
		"* * * * * root cd DIR && ftsh --cron --lock DIR/over -c 'while [ ! -e go ]; do sleep " +
			"0.1; done'; echo $? >>over.status",
		"* * * * * root cd DIR && ftsh --cron --lock DIR/kill -c 'setsid sleep 1000 & echo $! " +
			">kill.pid; wait' 2>/dev/null; echo $? >kill.status",
		"* * * * * root cd DIR && ftsh --cron --report always -c cat >percent.out 2>percent.err; " +
			"echo $? >percent.status%one%two",
		"* * * * * root cd DIR && try 1 time; ls missing; end >>log 2>&1; echo $? >log.status",
	}
	p.file(t, "cron.d/ftsh", strings.ReplaceAll(strings.Join(lines, "\n")+"\n", "DIR", p.dir),
		0o644)
	p.file(t, "crontab", "", 0o644)

	cron := p.start(t, "", nil, "unshare", "-m", "sh", "-c", `
		mount --bind cron.d /etc/cron.d && mount --bind crontab /etc/crontab &&
		mount --bind spool /var/spool/cron/crontabs && mount -t tmpfs none /run &&
		mount -t overlay none -o lowerdir=sbin:/usr/sbin /usr/sbin &&
		exec cron -f`)
	content := func(name string) string {
		text, _ := os.ReadFile(filepath.Join(p.dir, name))
		return string(text)
	}
	cron.until(t, "a job was skipped", func() bool {
		return strings.HasPrefix(content("over.status"), "75\n")
	})
	p.file(t, "go", "", 0o644)
	cron.until(t, "the other one ended", func() bool {
		return strings.HasPrefix(content("over.status"), "75\n0\n")
	})

	cron.until(t, "the job to be killed runs", func() bool {
		return strings.HasSuffix(content("kill.pid"), "\n")
	})
	ftsh, err := strconv.Atoi(strings.TrimSpace(strings.TrimPrefix(content("kill"), "ftsh ")))
	if err != nil {
		t.Fatal(err)
	}
	left := strings.TrimSpace(content("kill.pid"))
	if err := syscall.Kill(ftsh, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	p.start(t, "", nil, "ftsh", "--cron", "--lock", p.dir+"/kill", "--on-locked", "wait=2m",
		"--report", "always", "-c",
		"case $(cat /proc/"+left+
			"/stat 2>/dev/null || :) in '' | *') Z '*) exit 0 ;; *) exit 1 ;; esac").wait(t, 0)

	for _, name := range []string{"good", "bad", "kill", "percent", "log"} {
		cron.until(t, name+" ran", func() bool {
			return strings.HasSuffix(content(name+".status"), "\n")
		})
	}
	var mails []string
	cron.until(t, "there is mail", func() bool {
		mails, _ = filepath.Glob(filepath.Join(p.dir, "mail", "mail.*"))
		return len(mails) > 0
	})
	if err := cron.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Error(err)
	}

	for name, want := range map[string]string{
		"good.status": "0\n", "bad.status": "2\n", "kill.status": "137\n", "percent.status": "0\n",
		"percent.out": "one\ntwo\n", "log.status": "2\n",
	} {
		if got := p.read(t, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	for name, parts := range map[string][]string{
		"bad.json": {`"status":2,"reason":"status","attempts":2,"error":"ftsh:1:39: ls nothing: ` +
			`exit status 2"}` + "\n"},
		"log": {"ls: cannot access 'missing'",
			":1 try 1 time: the only attempt failed with status 2 in "},
	} {
		for _, part := range parts {
			if !strings.Contains(p.read(t, name), part) {
				t.Errorf("%s lacks %q:\n%s", name, part, p.read(t, name))
			}
		}
	}
	// cron mails the failed job, and nothing else.
	for _, path := range mails {
		mail := content("mail/" + filepath.Base(path))
		for _, part := range []string{
			"--summary bad.json",
			"\nbefore\nls: cannot access 'nothing': No such file or directory\nbefore\n",
			"\nftsh --cron: try 2 times every 10 ms; echo before; ls nothing; end on ",
			"ftsh:1 try: attempt 2 failed: ftsh:1:39: ls nothing: exit status 2\n",
			"ftsh:1 try 2 times: all 2 attempts failed with status 2 in ",
		} {
			if !strings.Contains(mail, part) {
				t.Errorf("the mail lacks %q:\n%s", part, mail)
			}
		}
	}
}
