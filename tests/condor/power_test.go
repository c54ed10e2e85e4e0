//go:build linux

package condor

import (
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"ftsh/tests/machine"
)

// A power cut takes the machine with HTCondor's spool, the journal, the block's directory, and the
// jobs. Files that nobody had synced are gone. The next run takes the branch that had ended, runs
// those that had not begun, and does not begin again the one that had.
func TestPowerCut(t *testing.T) {
	slow(t)
	pool := preparePool(t, "SPOOL = /power/spool", "NUM_CPUS = 2")
	device := filepath.Join(t.TempDir(), "device")
	at := filepath.Join(pool.root, "power")
	for _, args := range [][]string{
		{"truncate", "-s", "256M", device}, {"mkfs.ext4", "-q", device}, {"mkdir", at},
		{"mount", "-o", "loop,commit=1000", device, at},
		{"install", "-d", "-o", "64", "-g", "64", at + "/spool"},
		{"install", "-d", "-o", "1234", "-g", "1234", at + "/home"},
		{"sync", "-f", at},
	} {
		machine.Host(t, args[0], args[1:]...)
	}
	t.Cleanup(func() { machine.Host(t, "umount", "-l", at) })
	pool.up(t)

	elsewhere := pool.user(t).in(t, "elsewhere") // another machine's disk
	p := elsewhere.with("FTSH_JOURNAL_DIR=/power/home/journals", "FTSH_VIA_DIR=/power/home/via",
		// How long HTCondor hopes that the machine of a job comes back; else it is 40 minutes.
		"FTSH_VIA_CONDOR=job_lease_duration = 60")
	const script = `forall x via condor keepgoing grouped journal convert in a b c d
	echo "$x" >>ran
	until [ -e "go.$x" ]; do sleep 0.1; done
	echo "this is $x"
catch
	[ "$FTSH_REASON" != locked ] || exit 75
	echo "$FTSH_STATUS" $FTSH_FAILED
end`
	r := p.Script(script)
	r.Until("two have begun", func() bool {
		return slices.Equal(p.Words("ran"), []string{"a", "b"})
	})
	_ = r.Cmd.Process.Signal(syscall.SIGSTOP) // it sees no end
	p.Touch("go.a")
	pool.until(t, "the next has begun", func() bool {
		return slices.Contains(p.Words("ran"), "c")
	})

	machine.Host(t, "cp", device, device+".left") // what the kernel has not written is not in it
	pool.down(t)
	<-r.Ended
	machine.Host(t, "umount", "-l", at)
	machine.Host(t, "mount", "-o", "loop", device+".left", at)
	for _, x := range []string{"b", "c", "d"} {
		p.Touch("go." + x)
	}
	pool.up(t)

	again := p.goOn(script).Wait(0)
	again.Prints("this is a\nthis is d\n125 b c\n")
	const lost = "via condor: the branch is lost: it left the queue and wrote no result\n"
	if got := strings.Count(again.Stderr.String(), lost); got != 2 {
		t.Errorf("errors %q", again.Stderr.String())
	}
	if got := p.Words("ran"); !slices.Equal(got, []string{"a", "b", "c", "d"}) {
		t.Errorf("begun: %q", got)
	}
}
