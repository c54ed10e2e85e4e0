//go:build linux

// Package machine gives a test a machine inside of this one: namespaces of its own, a root directory
// of files over other files, and programs that run there as root or as an ordinary user. All of it
// ends with the test. Only tests import it.
package machine

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Guard bounds all waits. It tells a hanging test from a slow machine, nothing else.
const Guard = 30 * time.Minute

// inside marks the process in the namespaces.
const inside = "FTSH_MACHINE_INSIDE"

// Enter runs the test binary again in namespaces of its own: mounts, processes, a network with
// loopback alone, a host name. Their first process is a shell, which collects ended processes. Enter
// returns if this process is in them already, is not root's, or if there can be no such namespaces.
// TestMain calls it before anything else.
func Enter() {
	if Inside() || os.Geteuid() != 0 {
		return
	}
	words := []string{"unshare", "--mount", "--propagation", "private", "--pid", "--fork",
		"--kill-child", "--mount-proc", "--net", "--uts"}
	unshare, err := exec.LookPath(words[0])
	if err != nil || exec.Command(words[0], append(words[1:], "true")...).Run() != nil {
		return
	}
	self, err := os.Executable()
	if err == nil {
		words = append(words, "sh", "-c", `ip link set lo up; "$@"; exit $?`, "sh", self)
		err = syscall.Exec(unshare, append(words, os.Args[1:]...), append(os.Environ(), inside+"=1"))
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// Inside reports whether this process is in the namespaces.
func Inside() bool { return os.Getenv(inside) != "" }

// Host runs a command outside the machine's root directory. It must succeed.
func Host(t *testing.T, name string, args ...string) {
	t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}

// Root makes a root directory of a directory with files, lower, and returns its path. If over is set,
// lower is over the files of the host. What is changed there vanishes with the test, and lower stays.
func Root(t *testing.T, lower string, over bool) string {
	t.Helper()
	top := t.TempDir()
	root, files := top+"/root", top+"/files"
	Host(t, "mkdir", root, files)
	Host(t, "mount", "-t", "tmpfs", "none", files)
	t.Cleanup(func() { Host(t, "umount", "-R", "-l", files) })
	Host(t, "mkdir", files+"/upper", files+"/work")
	if over {
		// No layer may be inside another one.
		Host(t, "cp", "-a", lower, files+"/lower")
		lower = files + "/lower:/"
	}
	Host(t, "mount", "-t", "overlay", "-o",
		strings.Join([]string{"lowerdir=" + lower, "upperdir=" + files + "/upper",
			"workdir=" + files + "/work"}, ","), "none", root)
	t.Cleanup(func() { Host(t, "umount", "-R", "-l", root) })
	Host(t, "mount", "-t", "proc", "none", root+"/proc")
	Host(t, "mount", "--rbind", "/dev", root+"/dev")
	return root
}
