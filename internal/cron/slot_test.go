//go:build linux

package cron_test

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"ftsh/internal/through"
)

// lockName returns a name not used by any other test's lock or block.
func (b *bench) lockName() (name, path string) {
	b.t.Helper()
	b.env = append(b.env, "FTSH_STATE_DIR="+b.dir+"/slots")
	name = "ftsh-test-" + strings.ReplaceAll(b.t.Name(), "/", "-") + "-" + strconv.Itoa(os.Getpid())
	for _, dir := range []string{"/run/lock", "/var/lock", "/tmp"} {
		if st, err := os.Stat(dir); err == nil && st.Mode()&0o002 != 0 {
			path = filepath.Join(dir, "ftsh-"+name+".lock")
			break
		}
	}
	b.t.Cleanup(func() { _ = os.Remove(path) })
	return name, path
}

// block starts a shell that runs text, with name as $1.
func (b *bench) block(text, name string) *job {
	b.t.Helper()
	return b.shell("-c", text, "ftsh", name)
}

// known returns the holders and waiters of a name, and a holder's script.
func (b *bench) known(name string) (holders, waiters int, script string) {
	d, err := through.OpenDir(b.dir + "/slots")
	if err != nil {
		b.t.Fatal(err)
	}
	f, err := d.Open(name)
	if err != nil {
		b.t.Fatal(err)
	}
	defer f.Close()
	s, err := f.Peek()
	if err != nil {
		b.t.Fatal(err)
	}
	for row, h := range s.Holders {
		if h.Serial != 0 && f.HolderLives(row) {
			holders, script = holders+1, h.Script
		}
	}
	for row, w := range s.Waiters {
		if w.Ticket != 0 && f.WaiterLives(row) {
			waiters++
		}
	}
	return holders, waiters, script
}

// A job and the blocks of scripts exclude each other, wait in one queue, and are shown. Commands of
// the job are inside its lock.
func TestLockIsASlot(t *testing.T) {
	b := newBench(t)
	name, _ := b.lockName()
	first := b.start("--lock", name, "--report", "always", "-c",
		"try through "+name+" jobs 1 nowait; echo within; end; echo >begun; while [ ! -e go ]; "+
			"do sleep 0.05; done")
	until(t, "the first", b.there("begun"))
	b.block(`try through "$1" jobs 1 nowait; echo never; catch; echo "$FTSH_REASON"; end`,
		name).end("busy\n", "", 0)
	b.run("", "", 75, "--lock", name, "-c", "echo never")
	if holders, waiters, script := b.known(name); holders != 1 || waiters != 0 ||
		script != "ftsh --cron" {
		t.Error(holders, waiters, script)
	}
	second := b.start("--lock", name, "--on-locked", "wait=1h", "-c",
		": >second; while [ ! -e third.waits ]; do sleep 0.05; done")
	third := b.block(`try through "$1" jobs 1; : >third; end`, name)
	until(t, "both wait", func() bool { _, waiters, _ := b.known(name); return waiters == 2 })
	b.file("third.waits", "")
	b.file("go", "")
	first.end("within\n", "ftsh --cron: "+name+" on HOST succeeded after TIME\n", 0)
	second.end("", "", 0)
	third.end("", "", 0)
	for _, file := range []string{"second", "third"} {
		b.read(file)
	}
	if holders, waiters, _ := b.known(name); holders+waiters != 0 {
		t.Error(holders, waiters)
	}
}

// A lock held by a block is not replaced.
func TestABlockHasTheLock(t *testing.T) {
	b := newBench(t)
	name, path := b.lockName()
	block := b.block(`try through "$1" jobs 1; echo >begun; while [ ! -e go ]; do sleep 0.05; `+
		`done; end`, name)
	until(t, "the block", b.there("begun"))
	b.run("", "", 75, "--lock", name, "-c", "echo never")
	refused := "ftsh --cron: " + name + " on HOST failed after TIME: not run: " + path +
		": locked by another user's job, or by a program other than ftsh --cron: not replaced\n"
	b.run("", refused, 75, "--lock", name, "--on-locked", "replace", "-c", "echo never")
	still := "ftsh --cron: " + name + " on HOST failed after TIME: not run: " + path +
		": still locked by process N\n"
	b.run("", still, 75, "--lock", name, "--on-locked", "wait=50ms", "-c", "echo never")
	ended := b.start("--lock", name, "--on-locked", "wait=1000 weeks", "-c", "echo never")
	until(t, "the job waits", func() bool { _, waiters, _ := b.known(name); return waiters == 1 })
	if err := ended.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	ended.end("", "", 128+15)
	if _, waiters, _ := b.known(name); waiters != 0 {
		t.Error(waiters)
	}
	waits := b.start("--lock", name, "--on-locked", "wait=1h", "-c", ":")
	until(t, "the job waits", func() bool { _, waiters, _ := b.known(name); return waiters == 1 })
	b.file("go", "")
	block.end("", "", 0)
	waits.end("", "", 0)
}

// A job replaces another one. The slot of a killed job is free only when nothing of it is left.
func TestSlotOfAKilledJob(t *testing.T) {
	b := newBench(t)
	name, _ := b.lockName()
	first := b.start("--lock", name, "-c", "echo >begun; sleep 1000")
	until(t, "the first", b.there("begun"))
	b.file("stubborn", "trap '' TERM\nexec 2>/dev/null\nwhile :; do sleep 0.05; done\n")
	second := b.start("--lock", name, "--on-locked", "replace", "--kill-timeout", "1", "-c",
		"setsid dash ./stubborn & echo $! >pid; wait")
	first.end("", "ftsh --cron: "+name+" on HOST failed after TIME: ended by SIGTERM\n",
		128+15)
	pid := b.pid("pid")
	if err := second.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = second.Wait()
	b.block(`try through "$1" jobs 1
	    stat=$(cat /proc/`+strconv.Itoa(pid)+`/stat 2>/dev/null) || stat=
	    case $stat in '' | *') Z '*) echo dead ;; *) echo alive ;; esac
	end`, name).end("dead\n", "", 0)
}

// If no block can have a slot, the file alone is the lock, and that is reported.
func TestLockWithoutSlots(t *testing.T) {
	b := newBench(t)
	name, _ := b.lockName()
	if err := os.Mkdir(b.dir+"/slots", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(b.dir+"/slots", 0o777); err != nil {
		t.Fatal(err)
	}
	first := b.start("--lock", name, "-c", "echo >begun; while [ ! -e go ]; do sleep 0.05; done")
	until(t, "the first", b.there("begun"))
	b.run("", "", 75, "--lock", name, "-c", "echo never")
	b.file("go", "")
	first.end("", "ftsh --cron: "+name+": the lock is not that of blocks through "+name+": "+b.dir+
		"/slots: others may write to it (mode 0777)\n", 0)
}
