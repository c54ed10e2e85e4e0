//go:build linux

package tests

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The branches submitted by a forall with a journal outlast a power cut. Queued branches can be
// run, an ended one is taken, and one that had begun does not begin again.
func TestViaPowerCut(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can mount a device")
	}
	cmd := faulty(t, "")
	script, err := filepath.Abs("testdata/viapower.sh")
	if err != nil {
		t.Fatal(err)
	}
	cmd.Args = []string{"unshare", "--mount", "--propagation", "private", "--fork", "--pid",
		"--kill-child", "sh", script, cmd.Path}
	if cmd.Path, err = exec.LookPath("unshare"); err != nil {
		t.Fatal(err)
	}
	cmd.Env = append(cmd.Env, "PATH=/usr/sbin:/usr/bin:/sbin:/bin")
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState != nil && cmd.ProcessState.ExitCode() == cannot ||
		bytes.Contains(out, []byte("unshare failed")) {
		t.Skipf("this system mounts no devices for us: %s", out)
	}
	const want = "this is a\nthis is c\nthis is d\n" +
		"job:1:1: via held: the branch is lost: it left the queue and wrote " +
		"no result\na\nb\nc\nd\n"
	if err != nil || string(out) != want {
		t.Errorf("%v, %s, want %s", err, out, want)
	}
}
