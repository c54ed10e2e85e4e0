//go:build linux

package tests

import (
	"os/exec"
	"strings"
	"testing"
)

// A branch that fills the file system of the block's directory is not lost: its outcome is written
// to reserved room.
func TestViaOnAFullDisk(t *testing.T) {
	cmd := faulty(t, `mount -t tmpfs -o size=128m none . || exit 77
cd .
export FTSH_VIA_POLL=0.1 FTSH_VIA_PATIENCE=0.5
for last in 'exit 7' true 'echo out'; do
	forall x via local in a
		head -c 999999999 /dev/zero >>fill || :
		eval "$last"
	catch
		echo "$FTSH_STATUS ${FTSH_ERROR##*: }"
		success
	end 2>/dev/null
	echo "$last: $?"
	rm fill
done`)
	cmd.Args = append([]string{"unshare", "-rm", cmd.Path}, cmd.Args[1:]...)
	var err error
	if cmd.Path, err = exec.LookPath("unshare"); err != nil {
		t.Fatal(err)
	}
	sh := cmd.Args[2]
	cmd.Env = append(cmd.Env, "PATH="+sh[:strings.LastIndexByte(sh, '/')]+":/usr/bin:/bin",
		"FTSH_LOG_LEVEL=0")
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == cannot ||
		strings.Contains(errs.String(), "unshare failed") {
		t.Skipf("not possible here: %s", errs.String())
	}
	if err != nil || string(out) != "7 exit status 7\nexit 7: 0\ntrue: 0\n1 exit status 1\necho "+
		"out: 0\n" {
		t.Errorf("%v, %s, %s", err, out, errs.String())
	}
}
